"""Tables to which things happen as server/tables/commands.py allows, without any server."""

from collections.abc import Callable

from camelup.core.actions import Roll
from camelup.core.errors import CamelUpError
from camelup.players import ENTRIES
from camelup.protocol.settings import By, Settings
from camelup.server.store.base import Entry
from camelup.server.tables import commands, events
from camelup.server.tables.state import TableState, Turn

SECRET = bytes(range(32))
NAMES = ("Ann", "ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "")
LEVELS = (*ENTRIES, "wizard")


class Story:
    """A table with all that has happened to it: entries, and the turns that some of them stand for."""

    def __init__(self, settings: Settings, version: int = events.LOG_VERSION) -> None:
        self.table = TableState("table")
        self.entries: list[Entry] = []
        self.turns: list[Turn | None] = []
        self.happen(commands.create(settings, SECRET, version=version))

    def happen(self, event: events.TableEvent, turn: Turn | None = None) -> None:
        """Let something happen; its summary must have been known before."""
        entry = Entry(self.table.number + 1, 100.0 + self.table.number, events.write_event(event))
        before = facts(self.table)
        expected = self.table.summary_after(entry, event, turn)
        assert facts(self.table) == before
        self.table.apply_entry(entry, event, turn)
        assert self.table.summarize() == expected
        self.entries.append(entry)
        self.turns.append(turn)

    def sit(self, name: str, seat: int | None = None, *, is_program: bool = False) -> None:
        """Let somebody sit down, whose token and seed follow from the name."""
        token = commands.hash_token(name)
        self.happen(commands.sit(self.table, token, name, token[:16], seat, is_program=is_program))

    def play(self, number: int, by: By = "owner") -> None:
        """Let the seat in turn do one of the things that it may do."""
        state = self.table.state
        seat = 0 if state is None else state.turn
        legal = (state is not None and self.table.view(seat).legal) or (Roll(),)
        turn = commands.play(self.table, seat, legal[number % len(legal)], by)
        self.happen(commands.describe_turn(self.table, turn), turn)

    def play_to_the_end(self) -> None:
        """Let everybody roll until the race is over."""
        while (state := self.table.state) is not None and not state.is_over:
            turn = commands.play(self.table, state.turn, Roll(), "owner")
            self.happen(commands.describe_turn(self.table, turn), turn)


def facts(table: TableState) -> dict[str, object]:
    """All that a table knows, as it is now."""
    known = {name: list(value) if hasattr(value, "__iter__") else value for name, value in vars(table).items()}
    return {**known, "_dice": table.state and table.dice.proof(is_first_random=table.is_first_random)}


def refused_with(do: Callable[[], object]) -> str | None:
    """Give the code with which something is refused; None if it is not."""
    try:
        do()
    except CamelUpError as error:
        return error.code
    return None


def _play_on(story: Story, number: int) -> None:
    for step in range(number % 60):
        story.play(number * step if step % 3 == 0 else 0)


def _rematch(story: Story, number: int) -> None:
    commands.rematch(story.table, SECRET)
    story.happen(events.Rematched(f"table-{number}"))


def _pass_host(story: Story, seat: int) -> None:
    holder = story.table.seats[seat] if seat < len(story.table.seats) else None
    if holder is not None and holder.kind == "person" and not holder.has_left:
        story.happen(commands.change_host(story.table, seat, instead_of=story.table.host))


def _maybe(story: Story, event: events.TableEvent | None) -> None:
    if event is not None:
        story.happen(event)


def _claim(story: Story, name: str) -> None:
    if story.table.number == 1:  # as a table is made
        _maybe(story, commands.claim(story.table, commands.hash_token(name)))


DECISIONS: dict[str, Callable[[Story, int], None]] = {
    "sit": lambda story, number: story.sit(NAMES[number % len(NAMES)]),
    "sit there": lambda story, number: story.sit(NAMES[number % len(NAMES)], number % 9),
    "sit as a program": lambda story, number: story.sit(NAMES[number % len(NAMES)], is_program=True),
    "add": lambda story, number: story.happen(
        commands.add_computer(story.table, LEVELS[number % len(LEVELS)], None if number % 2 else number % 9)
    ),
    "remove": lambda story, number: story.happen(commands.remove(story.table, number % 9)),
    "reopen": lambda story, number: _maybe(story, commands.reopen(story.table, number % 9, lets_back=number % 2 == 0)),
    "list": lambda story, number: _maybe(story, commands.set_open(story.table, is_open=number % 2 == 0)),
    "claim": lambda story, number: _claim(story, NAMES[number % len(NAMES)]),
    "leave": lambda story, number: story.happen(commands.leave(story.table, number % 9)),
    "seed": lambda story, number: story.happen(commands.give_seed(story.table, number % 9, f"{number:016x}")),
    "host": lambda story, number: _pass_host(story, number % 9),
    "say": lambda story, number: story.happen(commands.say(story.table, number % 9, f"number {number}")),
    "mute": lambda story, number: story.happen(commands.mute(story.table, number % 9, is_muted=number % 2 == 0)),
    "start": lambda story, _: story.happen(commands.start(story.table)),
    "play": lambda story, number: story.play(number),
    "stand in": lambda story, number: story.play(number, "stand_in"),
    "play on": _play_on,
    "rematch": _rematch,
    "close": lambda story, _: story.happen(commands.close(story.table, is_empty=True)),
}


def tell_story(settings: Settings, decisions: list[tuple[str, int]]) -> tuple[Story, list[str]]:
    """Let decisions be made, one after the other; give the codes of those that were refused."""
    story = Story(settings)
    refused = []
    for kind, number in decisions:
        before = facts(story.table)
        entries = len(story.entries)
        try:
            DECISIONS[kind](story, number)
        except CamelUpError as error:
            refused.append(error.code)
            assert len(story.entries) > entries or facts(story.table) == before
    return story, refused

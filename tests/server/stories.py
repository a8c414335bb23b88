"""Tables to which things happen as server/deciding.py allows, without any server."""

from collections.abc import Callable

from camelup.core.actions import Roll
from camelup.core.errors import CamelUpError
from camelup.players import ENTRIES
from camelup.server import deciding, log
from camelup.server.room import Room, Turn
from camelup.server.store.base import Entry

SECRET = bytes(range(32))
NAMES = ("Ann", "ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "")
LEVELS = (*ENTRIES, "wizard")


class Story:
    """A room with all that has happened to it: entries, and the turns that some of them stand for."""

    def __init__(self, settings: log.Settings) -> None:
        self.room = Room("table")
        self.entries: list[Entry] = []
        self.turns: list[Turn | None] = []
        self.happen(deciding.create(settings, SECRET))

    def happen(self, happening: log.Happening, turn: Turn | None = None) -> None:
        """Let something happen; what lists tell of it must have been foreseen."""
        entry = Entry(self.room.number + 1, 100.0 + self.room.number, log.write_happening(happening))
        before = facts(self.room)
        foreseen = self.room.foresee(entry, happening, turn)
        assert facts(self.room) == before
        self.room.take(entry, happening, turn)
        assert self.room.summarize() == foreseen
        self.entries.append(entry)
        self.turns.append(turn)

    def sit(self, name: str, seat: int | None = None, *, is_program: bool = False) -> None:
        """Let somebody sit down, whose token and seed follow from the name."""
        token = deciding.hash_token(name)
        self.happen(deciding.sit(self.room, token, name, token[:16], seat, is_program=is_program))

    def play(self, number: int, by: log.By = "owner") -> None:
        """Let the seat in turn do one of the things that it may do."""
        state = self.room.state
        seat = 0 if state is None else state.turn
        legal = (state is not None and self.room.view(seat).legal) or (Roll(),)
        turn = deciding.play(self.room, seat, legal[number % len(legal)], by)
        self.happen(deciding.describe_turn(turn), turn)

    def play_to_the_end(self) -> None:
        """Let everybody roll until the race is over."""
        while (state := self.room.state) is not None and not state.is_over:
            turn = deciding.play(self.room, state.turn, Roll(), "owner")
            self.happen(deciding.describe_turn(turn), turn)


def facts(room: Room) -> dict[str, object]:
    """All that a room knows, as it is now."""
    known = {name: list(value) if hasattr(value, "__iter__") else value for name, value in vars(room).items()}
    return {**known, "_dice": room.state and room.dice.proof(is_first_random=room.is_first_random)}


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
    deciding.rematch(story.room, SECRET)
    story.happen(log.Rematched(f"table-{number}"))


def _pass_host(story: Story, seat: int) -> None:
    holder = story.room.seats[seat] if seat < len(story.room.seats) else None
    if holder is not None and holder.kind == "person" and not holder.has_left:
        story.happen(deciding.change_host(story.room, seat))


DECISIONS: dict[str, Callable[[Story, int], None]] = {
    "sit": lambda story, number: story.sit(NAMES[number % len(NAMES)]),
    "sit there": lambda story, number: story.sit(NAMES[number % len(NAMES)], number % 9),
    "sit as a program": lambda story, number: story.sit(NAMES[number % len(NAMES)], is_program=True),
    "add": lambda story, number: story.happen(
        deciding.add_computer(story.room, LEVELS[number % len(LEVELS)], None if number % 2 else number % 9)
    ),
    "remove": lambda story, number: story.happen(deciding.remove(story.room, number % 9)),
    "leave": lambda story, number: story.happen(deciding.leave(story.room, number % 9)),
    "seed": lambda story, number: story.happen(deciding.give_seed(story.room, number % 9, f"{number:016x}")),
    "host": lambda story, number: _pass_host(story, number % 9),
    "say": lambda story, number: story.happen(deciding.say(story.room, number % 9, f"number {number}")),
    "mute": lambda story, number: story.happen(deciding.mute(story.room, number % 9, is_muted=number % 2 == 0)),
    "start": lambda story, _: story.happen(deciding.start(story.room)),
    "play": lambda story, number: story.play(number),
    "stand in": lambda story, number: story.play(number, "stand_in"),
    "play on": _play_on,
    "rematch": _rematch,
    "close": lambda story, _: story.happen(deciding.close(story.room, is_empty=True)),
}


def tell_story(settings: log.Settings, decisions: list[tuple[str, int]]) -> tuple[Story, list[str]]:
    """Let decisions be made, one after the other; give the codes of those that were refused."""
    story = Story(settings)
    refused = []
    for kind, number in decisions:
        before = facts(story.room)
        entries = len(story.entries)
        try:
            DECISIONS[kind](story, number)
        except CamelUpError as error:
            refused.append(error.code)
            assert len(story.entries) > entries or facts(story.room) == before
    return story, refused

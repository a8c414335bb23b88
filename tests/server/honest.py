"""Tables as a server would have stored them: all that happens there is asked of server/tables/commands.py."""

import random
from collections.abc import Callable

from camelup.core.rules import legal
from camelup.protocol.settings import Settings
from camelup.server.store.base import Entry, Listed, Status
from camelup.server.tables import commands
from camelup.server.tables.events import LOG_VERSION, TableEvent, write_event
from camelup.server.tables.state import TableState, Turn


class HonestTable:
    """A table with its log, at which one thing happens after the other."""

    def __init__(
        self, code: str, settings: Settings, at: float, secret: bytes = bytes(32), version: int = LOG_VERSION
    ) -> None:
        self.table = TableState(code)
        self.entries: list[Entry] = []
        self._at = at
        self.listed_status: Status | None = None
        """Another status than that of the log, for a table that is not honest after all."""
        self.happen(commands.create(settings, secret, version=version))

    def happen(self, event: TableEvent, turn: Turn | None = None) -> None:
        entry = Entry(self.table.number + 1, self._at, write_event(event))
        self.table.apply_entry(entry, event, turn)
        self.entries.append(entry)

    def do(self, decide: Callable[[TableState], TableEvent]) -> None:
        self.happen(decide(self.table))

    def sit(self, name: str) -> None:
        token = commands.hash_token(name)
        self.do(lambda table: commands.sit(table, token, name, token[:16], None, is_program=False))

    def add_computers(self, *levels: str) -> None:
        for level in levels:
            self.happen(commands.add_computer(self.table, level, None))

    def play(self, seed: int, plies: int = 10_000) -> None:
        """Play at random, to the end of the game or for so many plies."""
        generator = random.Random(seed)
        while (state := self.table.state) is not None and not state.is_over and plies > 0:
            plies -= 1
            holder = self.table.seats[state.turn]
            by = "computer" if holder is not None and holder.kind == "computer" else "owner"
            turn = commands.play(self.table, state.turn, generator.choice(legal(state)), by)  # type: ignore[arg-type]
            self.happen(commands.describe_turn(self.table, turn), turn)

    @property
    def listed(self) -> Listed:
        summary = self.table.summarize()
        if self.listed_status is not None:
            summary = summary._replace(status=self.listed_status)
        return Listed(self.table.code, self._at, self._at, summary, len(self.entries))


def make_game(code: str, seed: int, at: float, plies: int = 10_000) -> HonestTable:
    """Make a table of computer players, its game played to the end or to a ply."""
    settings = Settings(1 + seed % 2, 2 + seed % 3, is_open=True)  # type: ignore[arg-type]
    made = HonestTable(code, settings, at, random.Random(seed).randbytes(32))
    made.add_computers(*["novice"] * settings.seats)
    made.do(commands.start)
    made.play(seed, plies)
    return made


def make_waiting(code: str, at: float) -> HonestTable:
    """Make a table with a person who waits for others."""
    made = HonestTable(code, Settings(), at)
    made.sit("Анна 🐪")
    made.do(lambda table: commands.say(table, 0, 'hello "you"'))
    return made

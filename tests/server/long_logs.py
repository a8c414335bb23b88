"""Tables with long logs, as strangers make them in hours, stored in a moment."""

from camelup.core.actions import PlaceTile
from camelup.core.rules import legal
from camelup.formats.record import Ply
from camelup.protocol.settings import Settings
from camelup.server.store.base import Entry, Listed, Store
from camelup.server.tables import commands, events
from camelup.server.tables.bounds import (
    MAX_CHAT_LINES,
    MAX_COMPUTERS_ADDED,
    MAX_HOST_CHANGES,
    MAX_MUTES,
    MAX_SEATINGS,
    MAX_SEEDS_PER_SEAT,
)
from camelup.server.tables.state import TableState

TOKENS = ("Anns-token-which-nobody-else-knows-7qX2", "Bos-token-which-nobody-else-knows-00000")
"""Of Ann, who is host, and of Bo."""


class LongTable:
    """A table of Ann and Bo, to which anything happens, whether it is allowed or not."""

    def __init__(self, code: str, version: int = events.LOG_VERSION) -> None:
        self.table = TableState(code)
        self.entries: list[Entry] = []
        self._stored = 0
        self.add(commands.create(Settings(seats=3, first=0, is_open=True), bytes(32), version=version))
        for seat, token in enumerate(TOKENS):
            self.add(events.PersonSeated(seat, ("Ann", "Bo")[seat], commands.hash_token(token), f"{seat:016x}"))

    def add(self, *added: events.TableEvent) -> None:
        """Let something happen."""
        for event in added:
            entry = Entry(self.table.number + 1, 100.0, events.write_event(event))
            self.table.apply_entry(entry, event)
            self.entries.append(entry)

    def use_up(self) -> None:
        """Let everything but plies reach its bound, computer players but for one."""
        self.add(*(events.Said(0, f"line {number}") for number in range(MAX_CHAT_LINES)))
        self.add(*(events.Seeded(0, f"{number:016x}") for number in range(MAX_SEEDS_PER_SEAT)))
        self.add(*(events.HostChanged(number % 2) for number in range(MAX_HOST_CHANGES)), events.HostChanged(0))
        self.add(*(events.Muted(1, is_muted=number % 2 == 0) for number in range(MAX_MUTES)))
        for _ in range(MAX_SEATINGS - len(TOKENS)):
            self.add(events.PersonSeated(2, "Cy", "0" * 64, "0" * 16), events.SeatLeft(2))
        for _ in range(MAX_COMPUTERS_ADDED - 1):
            self.add(events.ComputerSeated(2, "Chick", "random"), events.SeatLeft(2, is_removed=True))

    def move_tiles(self, plies: int) -> None:
        """Let both move their tiles to and fro until there are so many plies; the camels stand still."""
        if self.table.state is None:
            self.add(commands.start(self.table))
        while len(self.table.plies) < plies:
            state = self.table.state
            assert state is not None
            tile = next(action for action in legal(state) if isinstance(action, PlaceTile))
            self.add(events.Played(str(Ply(state.turn, tile, None))))

    async def store(self, store: Store) -> None:
        """Store the table as one that is going on, or what has happened to it since; the store is open."""
        if self._stored:
            for number, _, text in self.entries[self._stored :]:
                assert await store.append(self.table.code, number, text) is not None
        else:
            summary = self.table.summarize()._replace(status="playing")
            assert await store.add_table(Listed(self.table.code, 100.0, 100.0, summary), self.entries)
        self._stored = len(self.entries)

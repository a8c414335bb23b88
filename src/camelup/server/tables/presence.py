"""Who is at a table now, at this process and at others."""

from collections.abc import Collection
from typing import Literal

import msgspec

from camelup.server.clock import SYSTEM_CLOCK, Clock
from camelup.server.tables.connection import Connection

News = Literal["here", "back", "gone", "returned"]
"""What has become of the owner of a seat: come for the first time, come back, lost, or returned after a restart."""
RETURNING = 60.0
"""Seconds in which people return to a table that has been loaded: after a restart, everybody reconnects at once."""


class Presence(msgspec.Struct, frozen=True):
    """Who is at a table, as a process tells the others."""

    process: str
    seats: list[int]
    watchers: int
    wants_answer: bool = False
    has_maker: bool = False
    """Whether the maker of the table is there, who has yet to sit down."""
    people: int | None = None
    """How many people that is, programs not counted; processes of an older version do not say."""


class PresenceTracker:
    """Counts connections; knows since when the owner of a seat has been away, on the monotonic clock."""

    def __init__(self, process: str, clock: Clock = SYSTEM_CLOCK, *, is_reloaded: bool = False) -> None:
        """Begin with nobody there; after a reload, those who have seats were here before, and return."""
        self._process = process
        self._is_reloaded = is_reloaded
        self._clock = clock
        self.connections: set[Connection] = set()
        self._elsewhere: dict[str, Presence] = {}
        self.present: frozenset[int] = frozenset()
        """The seats whose owners are connected, here or elsewhere."""
        self._was_empty = True
        self._away_since: dict[int, float] = {}
        self._opened = self._loaded = self._clock.monotonic()
        self.occupied_since = self._opened
        """Since when somebody has been here; clocks stand still while nobody is."""
        self._news: dict[int, News] = {}
        self._has_maker = False
        self._maker_away_since = self._opened

    @property
    def is_empty(self) -> bool:
        """Whether nobody is here or elsewhere."""
        return not self.connections and not any(
            presence.seats or presence.watchers for presence in self._elsewhere.values()
        )

    @property
    def address(self) -> str:
        """The address that the table's work is counted for: that of a player here, else that of a watcher."""
        return max(self.connections, key=lambda connection: bool(connection.seats)).address if self.connections else ""

    def note(self) -> None:
        """Note who is away since now, and who is back."""
        if self._was_empty and not self.is_empty:
            self.occupied_since = self._clock.monotonic()
        self._was_empty = self.is_empty
        here = {seat for connection in self.connections for seat in connection.seats}
        present = frozenset(here.union(*(presence.seats for presence in self._elsewhere.values())))
        for seat in present - self.present:
            is_first = self._away_since.pop(seat, None) is None
            self._news[seat] = ("returned" if self._is_returning else "here") if is_first else "back"
        for seat in self.present - present:
            self._away_since[seat] = self._clock.monotonic()
            self._news[seat] = "gone"
        self.present = present
        had_maker, self._has_maker = (
            self._has_maker,
            self._is_maker_here or any(presence.has_maker for presence in self._elsewhere.values()),
        )
        if had_maker and not self._has_maker:
            self._maker_away_since = self._clock.monotonic()

    @property
    def _is_returning(self) -> bool:
        return self._is_reloaded and self._clock.monotonic() - self._loaded < RETURNING

    @property
    def has_news(self) -> bool:
        """Whether something has become of somebody since news was taken last."""
        return bool(self._news)

    def take_news(self) -> dict[int, News]:
        """Give what has become of whom since this was asked last."""
        news, self._news = self._news, {}
        return news

    def restart(self) -> None:
        """Seats have other numbers now: the time that players have been away starts again."""
        self._away_since.clear()
        self.note()
        self._news.clear()
        self._opened = self._clock.monotonic()

    def away_since(self, seat: int) -> float | None:
        """Since when a seat's owner has been away, None if he is there; who never came, since the table opened.

        It counts only while somebody is here: when all come back, one after the other, nobody is late.
        """
        if seat in self.present:
            return None
        return max(self._away_since.get(seat, self._opened), self.occupied_since)

    @property
    def maker_away_since(self) -> float | None:
        """Since when the maker has been away who has yet to sit down, None if he is there; it counts as for seats."""
        return None if self._has_maker else max(self._maker_away_since, self.occupied_since)

    @property
    def _is_maker_here(self) -> bool:
        return any(connection.is_maker for connection in self.connections)

    def describe(self, *, wants_answer: bool = False) -> Presence:
        """Describe who is here, for other processes."""
        seats = sorted({seat for connection in self.connections for seat in connection.seats})
        watchers = sum(not connection.seats for connection in self.connections)
        return Presence(self._process, seats, watchers, wants_answer, self._is_maker_here, self.count_people())

    def count_people(self) -> int:
        """Count the people here: players by their seats, however many tabs they have, and watchers."""
        people = [connection for connection in self.connections if not connection.is_program]
        watchers = sum(not connection.seats for connection in people)
        return watchers + len({seat for connection in people for seat in connection.seats})

    def hear(self, presence: Presence, living: Collection[str]) -> None:
        """Hear who is at another process."""
        self._elsewhere[presence.process] = presence
        self.forget_dead(living)

    def forget_dead(self, living: Collection[str]) -> None:
        """Forget processes that are no more."""
        for process in [process for process in self._elsewhere if process not in living]:
            del self._elsewhere[process]
        self.note()

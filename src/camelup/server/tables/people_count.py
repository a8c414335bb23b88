"""How many people are at the tables, of this process and of all others."""

from collections.abc import Callable, Collection, Mapping

from camelup.server.clock import Clock
from camelup.server.tables.presence import Presence

_FRESH_SECONDS = 1.0
"""How long a count of this process holds: to count takes a look at every connection."""


class PeopleCount:
    """Counts people by table. Other processes send who is at theirs, as it changes."""

    def __init__(self, count_here: Callable[[], Mapping[str, int]], clock: Clock) -> None:
        self._count_here = count_here
        self._clock = clock
        self._here: Mapping[str, int] = {}
        self._counted = float("-inf")
        self._elsewhere: dict[str, dict[str, int]] = {}
        """By process, then by table; only tables with people."""

    def hear(self, table: str, presence: Presence) -> None:
        """Hear who is at a table at another process."""
        tables = self._elsewhere.setdefault(presence.process, {})
        people = len(presence.seats) + presence.watchers if presence.people is None else presence.people
        tables.pop(table, None)
        if people > 0:
            tables[table] = people

    def forget_dead(self, living: Collection[str]) -> None:
        """Forget processes that are no more."""
        self._elsewhere = {process: tables for process, tables in self._elsewhere.items() if process in living}

    def forget_others(self) -> None:
        """Forget what was heard, since something may have been missed."""
        self._elsewhere.clear()

    def at(self, table: str) -> int:
        """Count the people at a table."""
        return self._known_here().get(table, 0) + sum(tables.get(table, 0) for tables in self._elsewhere.values())

    def everywhere(self) -> int:
        """Count the people at all tables."""
        return sum(self._known_here().values()) + sum(sum(tables.values()) for tables in self._elsewhere.values())

    def _known_here(self) -> Mapping[str, int]:
        now = self._clock.monotonic()
        if now - self._counted >= _FRESH_SECONDS:
            self._here, self._counted = self._count_here(), now
        return self._here

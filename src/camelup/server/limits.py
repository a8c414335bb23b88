"""How much a client may ask for: messages by connection, tables and connections by address."""

from collections import Counter
from time import monotonic

from camelup.core.errors import RequestError

_HOUR = 3600.0
_REMEMBERED = 10_000


class Allowance:
    """So many in a second in the long run, and some at once."""

    __slots__ = ("_left", "_most", "_rate", "_seen")

    def __init__(self, rate: float, at_once: float) -> None:
        self._rate, self._most = rate, at_once
        self._left, self._seen = at_once, monotonic()

    def take(self) -> bool:
        """Take one, if there is one."""
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._seen) * self._rate)
        self._seen = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Addresses:
    """Counts what comes from each address; it forgets whoever has nothing left here."""

    def __init__(self, connections: int, tables: int) -> None:
        self._most_connections, self._most_tables = connections, tables
        self._connections: Counter[str] = Counter()
        self._tables: dict[str, Allowance] = {}

    def connect(self, address: str, *, is_full: bool) -> None:
        """Count a connection; RequestError if there are too many, here or from there."""
        if is_full:
            raise RequestError("too_many", "The server is full; try again later.")
        if self._connections[address] >= self._most_connections:
            raise RequestError("too_many", "There are too many connections from your address.")
        self._connections[address] += 1

    def disconnect(self, address: str) -> None:
        """Count a connection that has ended."""
        self._connections[address] -= 1
        if self._connections[address] <= 0:
            del self._connections[address]

    def make_table(self, address: str) -> None:
        """Count a new table; RequestError if there were too many from there."""
        if len(self._tables) >= _REMEMBERED:
            self._tables.pop(next(iter(self._tables)))
        allowance = self._tables.setdefault(address, Allowance(self._most_tables / _HOUR, self._most_tables))
        if not allowance.take():
            raise RequestError("too_many", "There were too many new tables from your address; wait a while.")

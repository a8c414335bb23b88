"""What every store does: keep the logs of tables, so that what was acknowledged is never lost."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

Status = Literal["waiting", "playing", "finished", "closed"]


class Entry(NamedTuple):
    """An entry of a table's log."""

    number: int
    """From 1, without gaps."""
    at: float
    """When it was stored, in seconds since 1970."""
    text: str
    """What happened, as log.py writes it."""


class Summary(NamedTuple):
    """What a list of tables tells about one, kept beside its log."""

    status: Status
    is_open: bool
    headline: str
    """A JSON object for the list: edition, seats, names."""


class Listed(NamedTuple):
    """A table in a list."""

    table: str
    created: float
    updated: float
    summary: Summary


Heard = Callable[[str, str], None]
"""Is told a table and a message: something another process has said about it."""
Grown = Callable[[str, int], None]
"""Is told a table and the number of an entry that another process has added to its log."""


class Store(Protocol):
    """Keeps tables, for one process or for many."""

    process: str
    """The name of this process among all that share the store."""

    async def open(self, grown: Grown | None = None, heard: Heard | None = None) -> None:
        """Connect; make or migrate the tables of the database. StoreError if it cannot be used."""

    async def close(self) -> None:
        """Finish what is being written and disconnect."""

    async def check(self) -> None:
        """StoreError if nothing can be stored now."""

    async def append(self, table: str, number: int, text: str, summary: Summary | None = None) -> float | None:
        """Add an entry to a log, and its table's summary if it has changed; give the time once both are on disk.

        None if there is an entry of this number already, or none before it: somebody was quicker. Number 1 makes the
        table and needs a summary.
        StoreError if it cannot be stored; then nothing has changed.
        """

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """Give the entries of a log after a number; none if there is no such table."""

    async def list_tables(
        self,
        *,
        status: Sequence[Status] | None = None,
        is_open: bool | None = None,
        before: float | None = None,
        limit: int = 100,
    ) -> list[Listed]:
        """List tables, the latest change first; `before` wants those that have not changed since that time."""

    async def delete(self, tables: Sequence[str]) -> None:
        """Remove tables with their logs."""

    async def tell(self, table: str, message: str) -> None:
        """Say something about a table to all other processes; it is not kept."""

    async def claim(self, table: str) -> bool:
        """Become the one process that thinks for a table's computer players and clock, if no living process is it."""

    async def release(self, table: str) -> None:
        """Leave that to others."""

    @property
    def living(self) -> frozenset[str]:
        """The processes that share the store now, this one included."""

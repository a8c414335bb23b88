"""What every store does: keep the logs of tables, so that what was acknowledged is never lost."""

import os
import secrets
import socket
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, get_args

import msgspec

from camelup.core.errors import StoreError

if TYPE_CHECKING:
    from camelup.server.store.people import KeptFigures, People, SeatChange, SeatRow, Transfers

Status = Literal["waiting", "playing", "finished", "closed"]
STATUSES: tuple[Status, ...] = get_args(Status)
Access = Literal["serve", "share", "read"]
"""How a store is used: to serve tables from it, to import or prune beside a server, or only to read it."""

ANY_TABLE = ""
"""Stands for all tables, where it cannot be known which have grown."""
EVERY_TABLE = 2**31 - 1
"""A limit that no list of tables reaches."""
WHOLE_LOG = 2**31 - 1
"""A limit that no log reaches."""
_NAME_LENGTH = 100
_MESSAGE_LENGTH = 7000
"""In bytes, as JSON; PostgreSQL passes on less than 8000, sender and table included."""


class Entry(NamedTuple):
    """An entry of a table's log."""

    number: int
    """From 1, without gaps."""
    at: float
    """When it was stored, in seconds since 1970."""
    text: str
    """What happened, as tables/events.py writes it."""


class Summary(NamedTuple):
    """What a list shows of a table, stored beside its log."""

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
    length: int = 0
    """How many entries its log had then."""


class KeptReview(NamedTuple):
    """The review of a table's game, as it is stored."""

    version: int
    review: bytes


class Damage(NamedTuple):
    """Something that is wrong with a database itself, or with rows that belong to no table or cannot be read."""

    table: str
    """The table that it concerns; empty if it is the whole database."""
    what: str


Heard = Callable[[str, str], None]
"""Called with a table and a message that another process has sent about it."""
Grown = Callable[[str, int], None]
"""Called with a table and the number of an entry that another process has added to its log.

ANY_TABLE and 0 mean that something may have been missed: read on in the log of every open table."""


class Store(Protocol):
    """Keeps tables, for one process or for many."""

    process: str
    """The name of this process among all that share the store."""
    people: "People"
    """Finds tables by the people at them."""
    transfers: "Transfers"
    """What is on its way between two devices."""

    async def open(self, grown: Grown | None = None, heard: Heard | None = None) -> None:
        """Connect; make or migrate the tables of the database. StoreError if it cannot be used."""

    async def close(self) -> None:
        """Finish what is being written and disconnect."""

    async def check(self) -> None:
        """StoreError if nothing can be stored now."""

    async def append(  # noqa: PLR0913 - what belongs to an entry
        self,
        table: str,
        number: int,
        text: str,
        summary: Summary | None = None,
        *,
        seats: "SeatChange | None" = None,
        rewrites: int = 0,
    ) -> float | None:
        """Add an entry to a log, with its table's summary and index if they change; give the time once all is on disk.

        None if there is an entry of this number already, or none before it: somebody was quicker. None, too, if entries
        were changed meanwhile: `rewrites` is how often that had happened when the log was read. Number 1 makes the
        table and needs a summary.
        StoreError if it cannot be stored now; then nothing has changed. Only where a connection broke at the very end,
        the entry may still turn out to be there: after a StoreError read the log before the next append.
        """

    async def add_table(
        self, listed: Listed, entries: Sequence[Entry], seats: "Sequence[SeatRow] | None" = None
    ) -> bool:
        """Add a whole table from elsewhere, with its times, or nothing of it; False if there is one of its name.

        Without its index, one is made of it later.
        """

    async def read(self, table: str, after: int = 0, limit: int = WHOLE_LOG) -> list[Entry]:
        """Give the entries of a log after a number, at most so many; none if there is no such table.

        StoreError with the code `broken` if one of them cannot be read.
        """

    async def find_damage(self) -> list[Damage]:
        """Look for damage that no log shows; StoreError if not even that is possible."""

    async def find_table(self, table: str) -> Listed | None:
        """Give what a list shows of one table, without reading its log; None if there is no such table."""

    async def list_tables(
        self,
        *,
        status: Sequence[Status] | None = None,
        is_open: bool | None = None,
        before: float | None = None,
        limit: int = 100,
    ) -> list[Listed]:
        """List tables, the latest change first; `before` wants those that have not changed since that time.

        Rows that cannot be read are left out; find_damage names them.
        """

    async def list_open_games(self, limit: int) -> list[Listed]:
        """List finished tables that are open, the latest change first, without a look at all others."""

    async def delete(self, tables: Sequence[str]) -> None:
        """Remove tables with their logs, reviews, figures and index."""

    async def keep_review(
        self, table: str, version: int, review: bytes, figures: "KeptFigures | None" = None, *, rewrites: int = 0
    ) -> None:
        """Keep the review of a table's game beside its log, instead of one of this version or an older one.

        Its figures are kept as well, likewise, apart from it.

        Nothing is kept if there is no such table, or if its log was changed since it was read: see `append`.
        """

    async def find_review(self, table: str, version: int) -> bytes | None:
        """Give the review of a table's game, if one of this version is kept."""

    async def read_review(self, table: str) -> KeptReview | None:
        """Give the review of a table's game, of whatever version."""

    async def notify(self, table: str, message: str) -> None:
        """Send a message about a table to all other processes; it is not stored."""

    async def claim(self, table: str) -> bool:
        """Become the one process that thinks for a table's computer players and clock, if no living process is it."""

    async def release(self, table: str) -> None:
        """Leave that to others."""

    async def oldest_version(self) -> int:
        """Give the version of the database (schema.py) that every process knows which shares it now.

        During an upgrade that is less than the database has. A process that has ended without a word counts for another
        minute: it may only have stood still.
        """

    @property
    def living(self) -> frozenset[str]:
        """The processes that share the store now, this one included."""


def new_process_name() -> str:
    """Name a process so that no other has the same name, here or on another machine."""
    return f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(4)}"


def is_name(table: str) -> bool:
    """Whether a table can have this name; texts that came from a client may be anything."""
    return 0 < len(table) <= _NAME_LENGTH and table.isprintable()


def broken_entry(table: str) -> StoreError:
    """Say that the log of a table cannot be read."""
    return StoreError("broken", f"An entry of table {table} cannot be read.")


def check_append(table: str, number: int, summary: Summary | None) -> None:
    """Refuse an entry of what can be no table."""
    if not is_name(table) or (number == 1 and summary is None):
        raise StoreError("table", "A table needs a name of 1 to 100 printable characters, and a new one a summary.")


def check_message(table: str, message: str) -> None:
    """Refuse a message that cannot be sent to other processes."""
    if not is_name(table) or len(msgspec.json.encode(message)) > _MESSAGE_LENGTH:
        raise StoreError(
            "message", f"A message between processes is of a table and of at most {_MESSAGE_LENGTH} bytes."
        )


def microseconds(seconds: float) -> int:
    """Give a time as it is stored: a whole number passes through every format unchanged."""
    return round(seconds * 1_000_000)


def seconds_of(stored: int) -> float:
    """Give a stored time back."""
    return stored / 1_000_000

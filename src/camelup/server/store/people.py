"""What a store knows about people: at which tables each token was, and what is on its way between two devices.

A person is known by the hash of a token and by nothing else. The index follows from the logs of tables: it is written
together with the entries that change it, and logs from before there was an index are read once (games/indexer.py).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from camelup.server.store.base import Listed

NO_SEAT = -1
"""Stands for the seat of a person of whom a log knows, and who has no seat: he left, or he only made the table."""


class SeatRow(NamedTuple):
    """A row of the index: the person with this token has a seat at a table, or had one."""

    token: str
    """Its hash."""
    seat: int


class SeatChange(NamedTuple):
    """What an entry changes in the index of its table."""

    gone: tuple[SeatRow, ...]
    new: tuple[SeatRow, ...]


class Indexed(NamedTuple):
    """The index of a table, and the number of the last entry that it knows of."""

    number: int
    rows: frozenset[SeatRow]


class KeptFigures(NamedTuple):
    """What a review says about each seat in a few numbers, kept apart from it: see thinking/figures.py."""

    version: int
    figures: str


class OwnTable(NamedTuple):
    """A table at which somebody has a seat."""

    listed: Listed
    seats: tuple[int, ...]
    """All seats of his tokens."""
    counts: int | None
    """The one of several seats that he has chosen to count as his own."""
    figures: KeptFigures | None


class Companion(NamedTuple):
    """Who has which seat at a table."""

    table: str
    token: str
    """Its hash, which no client may see."""
    seat: int


class Place(NamedTuple):
    """Where a list of tables goes on: after the table that was created then and has this name."""

    created: float
    table: str


class People(Protocol):
    """Finds tables by the people at them. Tokens are given as their hashes."""

    async def find_tables(self, tokens: Sequence[str], before: Place | None = None, limit: int = 50) -> list[OwnTable]:
        """List the tables at which these tokens have seats, the newest first."""

    async def find_known(self, tokens: Sequence[str]) -> list[str]:
        """Name all tables whose logs know one of these tokens, with or without a seat."""

    async def find_companions(self, tables: Sequence[str]) -> list[Companion]:
        """Give who has which seat at these tables, computer players left out."""

    async def choose_seat(self, tokens: Sequence[str], table: str, seat: int | None) -> bool:
        """Let one of several seats count, or none; False if these tokens have no such seat there."""

    async def find_figures(self, table: str) -> KeptFigures | None:
        """Give the figures of a table's game, of whatever version."""

    async def find_unindexed(self, after: str = "", limit: int = 100) -> list[str]:
        """Name tables whose log has entries that the index does not know of, in the order of their names."""

    async def index(self, table: str, number: int, rows: Iterable[SeatRow], headline: str) -> bool:
        """Replace the index of a table, and what is listed of it; False if its log has another length by now."""

    async def read_index(self, table: str) -> Indexed | None:
        """Give the index of a table; None if the database is from before there was one."""

    async def count_rewrites(self, table: str) -> int:
        """Give how often entries of a table's log were changed: what was read before must be read again."""

    async def rewrite(self, table: str, rewriting: "Rewriting") -> bool:
        """Change entries of a log, all or none; False if it has another length by now, or was changed before.

        Its review is dropped, since it names people; the figures stay.
        """

    async def scrub(self) -> None:
        """Overwrite what was removed or changed, as far as a database lets a program do that."""


class Rewriting(NamedTuple):
    """Entries of a log that are changed, with all that follows from it."""

    length: int
    """Of the log that was read."""
    rewrites: int
    """How often it had been changed before."""
    texts: dict[int, str]
    """By the number of the entry."""
    headline: str
    tokens: tuple[str, ...]
    """Whose rows leave the index."""


class Transfers(Protocol):
    """What is on its way from one device of a person to another: encrypted, found by the hash of a code, used once."""

    async def add(self, code_hash: str, bundle: bytes, *, seconds: float, most: int) -> float | None:
        """Keep a bundle for so long; give when it expires. None if too many wait, or there is one of this code."""

    async def redeem(self, code_hash: str) -> bytes | None:
        """Give a bundle and remove it, at once and to one alone; None if there is none, or it has expired."""

    async def expire(self) -> int:
        """Remove those whose time is over; give how many."""

"""What a SQLite file knows about people: see people.py."""

import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from camelup.server.clock import Clock
from camelup.server.store.base import STATUSES, Listed, Summary, is_name, microseconds, seconds_of
from camelup.server.store.people import Companion, Indexed, KeptFigures, OwnTable, Place, Rewriting, SeatRow

_Result = TypeVar("_Result")

CHANGE_SEATS = (
    """
    DELETE FROM seats WHERE (token_hash, table_name, seat) IN (
        SELECT json_extract(value, '$[1][0]'), json_extract(value, '$[0]'), json_extract(value, '$[1][1]')
        FROM json_each(?))""",
    """
    INSERT INTO seats (token_hash, table_name, seat)
    SELECT json_extract(value, '$[1][0]'), json_extract(value, '$[0]'), json_extract(value, '$[1][1]')
    FROM json_each(?) WHERE true ON CONFLICT DO NOTHING""",
)
"""Take rows out of the index, and put rows in; each is a table with a token and a seat."""
KEEP_FIGURES = """
    INSERT INTO figures (table_name, version, figures) SELECT name, ?2, ?3 FROM tables WHERE name = ?1
    ON CONFLICT (table_name) DO UPDATE SET version = excluded.version, figures = excluded.figures
        WHERE version <= excluded.version"""
DELETE_PEOPLE = (
    "DELETE FROM seats WHERE table_name IN (SELECT value FROM json_each(?))",
    "DELETE FROM figures WHERE table_name IN (SELECT value FROM json_each(?))",
)

_FIND_TABLES = """
    SELECT t.name, t.created, t.updated, t.length, t.status, t.is_open, t.headline, group_concat(s.seat),
        max(CASE s.counts WHEN 1 THEN s.seat END), f.version, f.figures
    FROM seats AS s JOIN tables AS t ON t.name = s.table_name LEFT JOIN figures AS f ON f.table_name = t.name
    WHERE s.token_hash IN (SELECT value FROM json_each(?1)) AND s.seat >= 0
        AND (?2 IS NULL OR (t.created, t.name) < (?2, ?3))
    GROUP BY t.name ORDER BY t.created DESC, t.name DESC LIMIT ?4"""
_FIND_KNOWN = "SELECT DISTINCT table_name FROM seats WHERE token_hash IN (SELECT value FROM json_each(?))"
_FIND_COMPANIONS = """
    SELECT table_name, token_hash, seat FROM seats
    WHERE table_name IN (SELECT value FROM json_each(?)) AND seat >= 0"""
_CHOOSE = """
    UPDATE seats SET counts = seat IS ?3
    WHERE token_hash IN (SELECT value FROM json_each(?1)) AND table_name = ?2 AND seat >= 0
        AND (?3 IS NULL OR EXISTS (
            SELECT 1 FROM seats
            WHERE token_hash IN (SELECT value FROM json_each(?1)) AND table_name = ?2 AND seat = ?3))"""
_FIND_FIGURES = "SELECT version, figures FROM figures WHERE table_name = ?"
_FIND_UNINDEXED = """
    SELECT name FROM tables WHERE indexed < length AND name > ? AND typeof(name) = 'text' ORDER BY name LIMIT ?"""
_NOTE_INDEXED = "UPDATE tables SET indexed = ?2, headline = ?3 WHERE name = ?1 AND length = ?2"
_DROP_OTHER_ROWS = """
    DELETE FROM seats WHERE table_name = ?1 AND (token_hash, seat) NOT IN (
        SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?2))"""
_HAS_INDEX = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'seats')"
_NOTE_REWRITTEN = """
    UPDATE tables SET headline = ?4, rewrites = rewrites + 1 WHERE name = ?1 AND length = ?2 AND rewrites = ?3"""
_REWRITE = "UPDATE entries SET text = ?3 WHERE table_name = ?1 AND number = ?2"
_DROP_TOKENS = "DELETE FROM seats WHERE table_name = ?1 AND token_hash IN (SELECT value FROM json_each(?2))"

Work = Callable[[sqlite3.Connection], _Result]


class Access(Protocol):
    """The ways into a file: in a transaction of the writer, by the reader, and beside all transactions."""

    def do(self, work: Work[_Result]) -> Awaitable[_Result]:
        """Do something in one transaction."""

    def query(self, ask: Work[_Result]) -> Awaitable[_Result]:
        """Read something."""

    def clean(self, work: Work[None]) -> Awaitable[None]:
        """Do something that is not allowed in a transaction."""


class SqlitePeople:
    """Finds tables by the people at them."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def find_tables(self, tokens: Sequence[str], before: Place | None = None, limit: int = 50) -> list[OwnTable]:
        """List the tables at which these tokens have seats; what cannot be read is left out."""
        place = (None, None) if before is None else (microseconds(before.created), before.table)
        values = (_json(tokens), *place, limit)
        rows = await self._access.query(lambda connection: connection.execute(_FIND_TABLES, values).fetchall())
        return [table for row in rows if (table := _read_own(row)) is not None]

    async def find_known(self, tokens: Sequence[str]) -> list[str]:
        """Name all tables that know one of these tokens."""
        return [str(table) for (table,) in await self._fetch(_FIND_KNOWN, _json(tokens))]

    async def find_companions(self, tables: Sequence[str]) -> list[Companion]:
        """Give who has which seat."""
        return [Companion(*row) for row in await self._fetch(_FIND_COMPANIONS, _json(tables))]

    async def choose_seat(self, tokens: Sequence[str], table: str, seat: int | None) -> bool:
        """Let a seat count."""
        values = (_json(tokens), table, seat)
        return await self._access.do(lambda connection: connection.execute(_CHOOSE, values).rowcount > 0)

    async def find_figures(self, table: str) -> KeptFigures | None:
        """Find figures."""
        rows = await self._fetch(_FIND_FIGURES, table) if is_name(table) else []
        return KeptFigures(*rows[0]) if rows and isinstance(rows[0][1], str) else None

    async def find_unindexed(self, after: str = "", limit: int = 100) -> list[str]:
        """Name tables whose index is behind."""
        return [str(table) for (table,) in await self._fetch(_FIND_UNINDEXED, after, limit)]

    async def index(self, table: str, number: int, rows: Iterable[SeatRow], headline: str) -> bool:
        """Replace the index of a table."""
        wanted = list(rows)

        def replace(connection: sqlite3.Connection) -> bool:
            if connection.execute(_NOTE_INDEXED, (table, number, headline)).rowcount == 0:
                return False
            connection.execute(_DROP_OTHER_ROWS, (table, _json(wanted)))
            connection.execute(CHANGE_SEATS[1], (_json([(table, row) for row in wanted]),))
            return True

        return await self._access.do(replace)

    async def read_index(self, table: str) -> Indexed | None:
        """Read the index of a table."""

        def read(connection: sqlite3.Connection) -> Indexed | None:
            if not connection.execute(_HAS_INDEX).fetchone()[0]:
                return None
            found = connection.execute("SELECT indexed FROM tables WHERE name = ?", (table,)).fetchone()
            rows = connection.execute("SELECT token_hash, seat FROM seats WHERE table_name = ?", (table,)).fetchall()
            return None if found is None else Indexed(found[0], frozenset(SeatRow(*row) for row in rows))

        return await self._access.query(read)

    async def count_rewrites(self, table: str) -> int:
        """Look how often a log was changed."""
        rows = await self._fetch("SELECT rewrites FROM tables WHERE name = ?", table) if is_name(table) else []
        return rows[0][0] if rows and isinstance(rows[0][0], int) else 0

    async def rewrite(self, table: str, rewriting: Rewriting) -> bool:
        """Change entries of a log."""
        length, rewrites, texts, headline, tokens = rewriting

        def change(connection: sqlite3.Connection) -> bool:
            if connection.execute(_NOTE_REWRITTEN, (table, length, rewrites, headline)).rowcount == 0:
                return False
            connection.executemany(_REWRITE, [(table, number, text) for number, text in texts.items()])
            connection.execute(_DROP_TOKENS, (table, _json(tokens)))
            connection.execute("DELETE FROM reviews WHERE table_name = ?", (table,))
            return True

        return await self._access.do(change)

    async def scrub(self) -> None:
        """Empty SQLite's log: pages as they were before are in there. In the file itself they are overwritten."""

        def empty(connection: sqlite3.Connection) -> None:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

        await self._access.clean(empty)

    async def _fetch(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        return await self._access.query(lambda connection: connection.execute(statement, values).fetchall())


class SqliteTransfers:
    """Keeps what is on its way between two devices."""

    def __init__(self, access: Access, clock: Clock) -> None:
        self._access = access
        self._clock = clock

    async def add(self, code_hash: str, bundle: bytes, *, seconds: float, most: int) -> float | None:
        """Keep a bundle."""
        now = microseconds(self._clock.wall())
        expires = now + microseconds(seconds)

        def keep(connection: sqlite3.Connection) -> bool:
            connection.execute("DELETE FROM transfers WHERE expires <= ?", (now,))
            kept = connection.execute(
                "INSERT INTO transfers (code_hash, at, expires, bundle)"
                " SELECT ?1, ?2, ?3, ?4 WHERE (SELECT count(*) FROM transfers) < ?5 ON CONFLICT DO NOTHING",
                (code_hash, now, expires, bundle, most),
            )
            return kept.rowcount == 1

        return seconds_of(expires) if await self._access.do(keep) else None

    async def redeem(self, code_hash: str) -> bytes | None:
        """Give a bundle once."""
        now = microseconds(self._clock.wall())

        def take(connection: sqlite3.Connection) -> bytes | None:
            found = connection.execute(
                "SELECT bundle FROM transfers WHERE code_hash = ? AND expires > ?", (code_hash, now)
            ).fetchone()
            connection.execute("DELETE FROM transfers WHERE code_hash = ? OR expires <= ?", (code_hash, now))
            return None if found is None else bytes(found[0])

        return await self._access.do(take)

    async def expire(self) -> int:
        """Remove what is over."""
        now = microseconds(self._clock.wall())
        return await self._access.do(
            lambda connection: connection.execute("DELETE FROM transfers WHERE expires <= ?", (now,)).rowcount
        )


def _read_own(row: tuple[Any, ...]) -> OwnTable | None:
    name, created, updated, length, status, is_open, headline, seats, counts, version, figures = row
    if status not in STATUSES or not isinstance(headline, str) or not isinstance(created, int):
        return None
    summary = Summary(status, bool(is_open), headline)
    listed = Listed(name, seconds_of(created), seconds_of(updated), summary, length)
    kept = KeptFigures(version, figures) if isinstance(figures, str) else None
    return OwnTable(listed, tuple(sorted(map(int, seats.split(",")))), counts, kept)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()

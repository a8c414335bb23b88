"""What a PostgreSQL database knows about people: see people.py."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from camelup.server.store.base import Listed, Summary, is_name, microseconds, seconds_of
from camelup.server.store.people import Companion, Indexed, KeptFigures, OwnTable, Place, Rewriting, SeatRow

if TYPE_CHECKING:
    import asyncpg

    Ask = Callable[..., Awaitable[list[asyncpg.Record]]]

DROP_SEATS = """
    DELETE FROM camelup_seats AS s
    USING unnest($1::text[], $2::text[], $3::integer[]) AS g (table_name, token_hash, seat)
    WHERE s.table_name = g.table_name AND s.token_hash = g.token_hash AND s.seat = g.seat"""
ADD_SEATS = """
    INSERT INTO camelup_seats (table_name, token_hash, seat)
    SELECT * FROM unnest($1::text[], $2::text[], $3::integer[]) ON CONFLICT DO NOTHING"""
KEEP_FIGURES = """
    INSERT INTO camelup_figures AS kept (table_name, version, figures)
    SELECT name, $2, $3 FROM camelup_tables WHERE name = $1 FOR KEY SHARE
    ON CONFLICT (table_name) DO UPDATE SET version = excluded.version, figures = excluded.figures
        WHERE kept.version <= excluded.version"""

_FIND_TABLES = """
    SELECT t.name, t.created, t.updated, t.length, t.status, t.is_open, t.headline,
        array_agg(s.seat ORDER BY s.seat) AS seats, max(s.seat) FILTER (WHERE s.counts) AS counts, f.version, f.figures
    FROM camelup_seats AS s JOIN camelup_tables AS t ON t.name = s.table_name
        LEFT JOIN camelup_figures AS f ON f.table_name = t.name
    WHERE s.token_hash = ANY($1::text[]) AND s.seat >= 0
        AND ($2::bigint IS NULL OR (t.created, t.name) < ($2, $3::text))
    GROUP BY t.name, f.table_name ORDER BY t.created DESC, t.name DESC LIMIT $4"""
_FIND_KNOWN = "SELECT DISTINCT table_name FROM camelup_seats WHERE token_hash = ANY($1::text[])"
_FIND_COMPANIONS = """
    SELECT table_name, token_hash, seat FROM camelup_seats WHERE table_name = ANY($1::text[]) AND seat >= 0"""
_CHOOSE = """
    UPDATE camelup_seats SET counts = seat IS NOT DISTINCT FROM $3
    WHERE token_hash = ANY($1::text[]) AND table_name = $2 AND seat >= 0
        AND ($3::integer IS NULL OR EXISTS (
            SELECT FROM camelup_seats WHERE token_hash = ANY($1::text[]) AND table_name = $2 AND seat = $3))
    RETURNING true"""
_FIND_FIGURES = "SELECT version, figures FROM camelup_figures WHERE table_name = $1"
_FIND_UNINDEXED = "SELECT name FROM camelup_tables WHERE indexed < length AND name > $1 ORDER BY name LIMIT $2"
_INDEX = """
    WITH held AS (
        UPDATE camelup_tables SET indexed = $2, headline = $3 WHERE name = $1 AND length = $2 RETURNING name),
    wanted AS (SELECT token_hash, seat FROM unnest($4::text[], $5::integer[]) AS w (token_hash, seat)),
    gone AS (
        DELETE FROM camelup_seats AS s USING held WHERE s.table_name = held.name AND NOT EXISTS (
            SELECT FROM wanted AS w WHERE w.token_hash = s.token_hash AND w.seat = s.seat)),
    added AS (
        INSERT INTO camelup_seats (table_name, token_hash, seat)
        SELECT name, token_hash, seat FROM held, wanted ON CONFLICT DO NOTHING)
    SELECT name FROM held"""
_HAS_INDEX = "SELECT to_regclass('camelup_seats') IS NOT NULL AS found"
_READ_INDEX = """
    SELECT indexed, token_hash, seat FROM camelup_tables LEFT JOIN camelup_seats ON table_name = name WHERE name = $1"""
_COUNT_REWRITES = "SELECT rewrites FROM camelup_tables WHERE name = $1"
_REWRITE = """
    WITH held AS (
        UPDATE camelup_tables SET headline = $4, rewrites = rewrites + 1
        WHERE name = $1 AND length = $2 AND rewrites = $3 RETURNING name),
    changed AS (
        UPDATE camelup_entries AS e SET text = c.text
        FROM held, unnest($5::integer[], $6::text[]) AS c (number, text)
        WHERE e.table_name = held.name AND e.number = c.number),
    unseated AS (
        DELETE FROM camelup_seats AS s USING held WHERE s.table_name = held.name AND s.token_hash = ANY($7::text[]))
    SELECT name FROM held"""
# By itself: it is to see also what was stored while the other statement waited for the table.
_DROP_REVIEW = "DELETE FROM camelup_reviews WHERE table_name = $1"

_NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
_EXPIRE = f"DELETE FROM camelup_transfers WHERE expires <= {_NOW} RETURNING true"  # noqa: S608 - our own words
_ADD_TRANSFER = f"""
    INSERT INTO camelup_transfers (code_hash, at, expires, bundle)
    SELECT $1, {_NOW}, {_NOW} + $2, $3 WHERE (SELECT count(*) FROM camelup_transfers) < $4::bigint
    ON CONFLICT DO NOTHING RETURNING expires"""  # noqa: S608 - our own words
_REDEEM = f"DELETE FROM camelup_transfers WHERE code_hash = $1 RETURNING bundle, expires > {_NOW} AS is_valid"  # noqa: S608


class PostgresqlPeople:
    """Finds tables by the people at them."""

    def __init__(self, ask: "Ask") -> None:
        self._ask = ask

    async def find_tables(self, tokens: Sequence[str], before: Place | None = None, limit: int = 50) -> list[OwnTable]:
        """List the tables at which these tokens have seats."""
        place = (None, None) if before is None else (microseconds(before.created), before.table)
        return [_own(row) for row in await self._ask(_FIND_TABLES, tokens, *place, limit)]

    async def find_known(self, tokens: Sequence[str]) -> list[str]:
        """Name all tables that know one of these tokens."""
        return [table for (table,) in await self._ask(_FIND_KNOWN, tokens)]

    async def find_companions(self, tables: Sequence[str]) -> list[Companion]:
        """Give who has which seat."""
        return [Companion(*row) for row in await self._ask(_FIND_COMPANIONS, tables)]

    async def choose_seat(self, tokens: Sequence[str], table: str, seat: int | None) -> bool:
        """Let a seat count."""
        return is_name(table) and bool(await self._ask(_CHOOSE, tokens, table, seat))

    async def find_figures(self, table: str) -> KeptFigures | None:
        """Find figures."""
        rows = await self._ask(_FIND_FIGURES, table) if is_name(table) else []
        return KeptFigures(*rows[0]) if rows else None

    async def find_unindexed(self, after: str = "", limit: int = 100) -> list[str]:
        """Name tables whose index is behind."""
        return [table for (table,) in await self._ask(_FIND_UNINDEXED, after, limit)]

    async def index(self, table: str, number: int, rows: Iterable[SeatRow], headline: str) -> bool:
        """Replace the index of a table."""
        wanted = list(rows)
        tokens, seats = [row.token for row in wanted], [row.seat for row in wanted]
        return bool(await self._ask(_INDEX, table, number, headline, tokens, seats))

    async def read_index(self, table: str) -> Indexed | None:
        """Read the index of a table."""
        if not (await self._ask(_HAS_INDEX))[0]["found"]:
            return None
        rows = await self._ask(_READ_INDEX, table)
        found = frozenset(SeatRow(token, seat) for _, token, seat in rows if token is not None)
        return Indexed(rows[0]["indexed"], found) if rows else None

    async def count_rewrites(self, table: str) -> int:
        """Look how often a log was changed."""
        rows = await self._ask(_COUNT_REWRITES, table) if is_name(table) else []
        return int(rows[0]["rewrites"]) if rows else 0

    async def rewrite(self, table: str, rewriting: Rewriting) -> bool:
        """Change entries of a log."""
        length, rewrites, texts, headline, tokens = rewriting
        numbers = list(texts)
        changed = [texts[number] for number in numbers]
        is_done = bool(await self._ask(_REWRITE, table, length, rewrites, headline, numbers, changed, tokens))
        if is_done:
            await self._ask(_DROP_REVIEW, table)
        return is_done

    async def scrub(self) -> None:
        """Leave it to PostgreSQL: what was changed is dead there, and its own vacuum gives the space to others."""


class PostgresqlTransfers:
    """Keeps what is on its way between two devices."""

    def __init__(self, ask: "Ask") -> None:
        self._ask = ask

    async def add(self, code_hash: str, bundle: bytes, *, seconds: float, most: int) -> float | None:
        """Keep a bundle."""
        await self.expire()
        rows = await self._ask(_ADD_TRANSFER, code_hash, microseconds(seconds), bundle, most)
        return seconds_of(rows[0]["expires"]) if rows else None

    async def redeem(self, code_hash: str) -> bytes | None:
        """Give a bundle once, however many processes ask."""
        rows = await self._ask(_REDEEM, code_hash)
        return bytes(rows[0]["bundle"]) if rows and rows[0]["is_valid"] else None

    async def expire(self) -> int:
        """Remove what is over."""
        return len(await self._ask(_EXPIRE))


def _own(row: "asyncpg.Record") -> OwnTable:
    name, created, updated, length, status, is_open, headline, seats, counts, version, figures = row
    listed = Listed(name, seconds_of(created), seconds_of(updated), Summary(status, is_open, headline), length)
    return OwnTable(listed, tuple(seats), counts, None if figures is None else KeptFigures(version, figures))

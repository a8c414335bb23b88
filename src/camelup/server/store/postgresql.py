"""Tables in PostgreSQL, for many servers on many machines."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import asyncpg

from camelup.core.errors import StoreError
from camelup.server.store.base import (
    WHOLE_LOG,
    Access,
    Damage,
    Entry,
    Grown,
    Heard,
    KeptReview,
    Listed,
    Status,
    Summary,
    check_append,
    check_message,
    is_name,
    microseconds,
    new_process_name,
    seconds_of,
)
from camelup.server.store.batch import Append
from camelup.server.store.people import KeptFigures, People, SeatChange, SeatRow, Transfers
from camelup.server.store.postgresql_connector import FAILURES, OPENING_PATIENCE, Connector, insist
from camelup.server.store.postgresql_heartbeat import IS_ALIVE, IS_REMEMBERED, Heartbeat
from camelup.server.store.postgresql_people import KEEP_FIGURES, PostgresqlPeople, PostgresqlTransfers
from camelup.server.store.postgresql_writer import Writer
from camelup.server.store.schema import VERSION

_POOL = 4
"""Connections for what is not written by the writer."""
_CLOSE_SECONDS = 2.0

_READ = """
    SELECT number, at, text FROM camelup_entries WHERE table_name = $1 AND number > $2 ORDER BY number LIMIT $3"""
_COLUMNS = "SELECT name, created, updated, length, status, is_open, headline FROM camelup_tables"
_FIND = f"{_COLUMNS} WHERE name = $1"
_LIST = f"""
    {_COLUMNS}
    WHERE ($1::text[] IS NULL OR status = ANY($1)) AND ($2::boolean IS NULL OR is_open = $2)
        AND ($3::bigint IS NULL OR updated < $3)
    ORDER BY updated DESC, name LIMIT $4"""
_OPEN_GAMES = f"{_COLUMNS} WHERE status = 'finished' AND is_open ORDER BY updated DESC LIMIT $1"
_ADD_TABLE = """
    WITH made AS (
        INSERT INTO camelup_tables (name, created, updated, length, status, is_open, headline, indexed)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING name),
    added AS (
        INSERT INTO camelup_entries (table_name, number, at, text)
        SELECT name, e.number, e.at, e.text FROM made, unnest($9::integer[], $10::bigint[], $11::text[])
            AS e (number, at, text)),
    seated AS (
        INSERT INTO camelup_seats (table_name, token_hash, seat)
        SELECT name, s.token_hash, s.seat FROM made, unnest($12::text[], $13::integer[]) AS s (token_hash, seat))
    SELECT count(*) FROM made"""
_DELETE = """
    WITH gone AS (
        DELETE FROM camelup_tables WHERE name IN (
            SELECT name FROM camelup_tables WHERE name = ANY($1::text[]) ORDER BY name FOR UPDATE)
        RETURNING name),
    unclaimed AS (DELETE FROM camelup_claims USING gone WHERE table_name = name)
    DELETE FROM camelup_entries USING gone WHERE table_name = name"""
# The database itself removes a review with its table. The lock waits for a removal under way: then no table is left.
KEEP_REVIEW = """
    INSERT INTO camelup_reviews AS kept (table_name, version, review)
    SELECT name, $2, $3 FROM camelup_tables WHERE name = $1 AND rewrites = $4 FOR SHARE
    ON CONFLICT (table_name) DO UPDATE SET version = excluded.version, review = excluded.review
        WHERE kept.version <= excluded.version"""
_FIND_REVIEW = "SELECT review FROM camelup_reviews WHERE table_name = $1 AND version = $2"
_READ_REVIEW = "SELECT version, review FROM camelup_reviews WHERE table_name = $1"
_WRONG_LENGTHS = """
    SELECT name, length, coalesce(entries, 0) AS entries FROM camelup_tables LEFT JOIN (
        SELECT table_name, count(*) AS entries, max(number) AS last FROM camelup_entries GROUP BY table_name) AS log
        ON table_name = name
    WHERE length < 1 OR length IS DISTINCT FROM entries OR length IS DISTINCT FROM last LIMIT 100"""
_ORPHANS = """
    SELECT DISTINCT table_name FROM camelup_entries
    WHERE NOT EXISTS (SELECT FROM camelup_tables WHERE name = table_name) LIMIT 100"""
_ORPHANED_REVIEWS = """
    SELECT table_name FROM camelup_reviews
    WHERE NOT EXISTS (SELECT FROM camelup_tables WHERE name = table_name) LIMIT 100"""
_CLAIM = f"""
    INSERT INTO camelup_claims AS c (table_name, process) VALUES ($1, $2)
    ON CONFLICT (table_name) DO UPDATE SET process = excluded.process
        WHERE c.process = excluded.process
            OR NOT EXISTS (SELECT FROM camelup_processes WHERE name = c.process AND {IS_ALIVE})
    RETURNING true"""  # noqa: S608 - our own words
_RELEASE = "DELETE FROM camelup_claims WHERE table_name = $1 AND process = $2"
_OLDEST_VERSION = f"SELECT min(version) FROM camelup_processes WHERE {IS_REMEMBERED}"  # noqa: S608 - our own words
_LEAVE = """
    WITH left_behind AS (DELETE FROM camelup_claims WHERE process = $1)
    DELETE FROM camelup_processes WHERE name = $1"""


class PostgresqlStore:
    """Keeps tables in a database that many processes share."""

    def __init__(self, address: str, access: Access = "serve") -> None:
        self.process = new_process_name()
        self._access = access
        self._connector = Connector(address, self.process)
        self._pool: asyncpg.Pool[Any] | None = None
        self._writer: Writer | None = None
        self._heartbeat: Heartbeat | None = None
        self._claimed: set[str] = set()
        self._interruptions = 0
        self.people: People = PostgresqlPeople(self._ask)
        self.transfers: Transfers = PostgresqlTransfers(self._ask)

    async def oldest_version(self) -> int:
        """Ask the database which versions its processes have."""
        (row,) = await self._ask(_OLDEST_VERSION)
        return VERSION if row["min"] is None else min(VERSION, row["min"])

    @property
    def living(self) -> frozenset[str]:
        """The processes that share the database, as of the last beat."""
        return frozenset({self.process}) if self._heartbeat is None else self._heartbeat.living

    async def open(self, grown: Grown | None = None, heard: Heard | None = None) -> None:
        """Connect, make or migrate the tables, and join the processes that share them."""
        await self._connector.open(self._access)
        self._pool = await self._connector.make_pool(_POOL)
        self._writer = Writer(self._connector, self.process)
        if self._access == "serve":
            self._heartbeat = Heartbeat(self._connector, self.process, grown, heard)
            try:
                await insist(self._heartbeat.start, patience=OPENING_PATIENCE)
            except BaseException:
                await self.close()
                raise

    async def close(self) -> None:
        """Write what waits, and leave the tables to others."""
        writer, self._writer = self._writer, None
        if writer is not None:
            await writer.close()
        if self._heartbeat is not None:
            await self._heartbeat.stop()
        pool, self._pool = self._pool, None
        if pool is not None:
            with suppress(*FAILURES):
                async with asyncio.timeout(_CLOSE_SECONDS):
                    if self._heartbeat is not None:
                        await pool.execute(_LEAVE, self.process)
                    await pool.close()
            pool.terminate()
        self._heartbeat = None

    async def check(self) -> None:
        """Write something that changes nothing."""
        await self._ask("UPDATE camelup_schema SET version = version")

    async def append(  # noqa: PLR0913 - what belongs to an entry
        self,
        table: str,
        number: int,
        text: str,
        summary: Summary | None = None,
        *,
        seats: SeatChange | None = None,
        rewrites: int = 0,
    ) -> float | None:
        """Add an entry, together with all others that wait."""
        check_append(table, number, summary)
        done = asyncio.get_running_loop().create_future()
        return await self._writing().append(Append(table, number, text, summary, done, seats, rewrites))

    async def add_table(self, listed: Listed, entries: Sequence[Entry], seats: Sequence[SeatRow] | None = None) -> bool:
        """Add a whole table, or nothing of it."""
        check_append(listed.table, 1, listed.summary)
        rows = await self._ask(
            _ADD_TABLE,
            listed.table,
            microseconds(listed.created),
            microseconds(listed.updated),
            len(entries),
            *listed.summary,
            0 if seats is None else len(entries),
            [entry.number for entry in entries],
            [microseconds(entry.at) for entry in entries],
            [entry.text for entry in entries],
            [row.token for row in seats or ()],
            [row.seat for row in seats or ()],
        )
        return bool(rows[0]["count"])

    async def read(self, table: str, after: int = 0, limit: int = WHOLE_LOG) -> list[Entry]:
        """Read on in a log."""
        if not is_name(table):
            return []
        rows = await self._ask(_READ, table, after, limit)
        return [Entry(number, seconds_of(at), text) for number, at, text in rows]

    async def find_table(self, table: str) -> Listed | None:
        """Find what is listed of a table."""
        rows = await self._ask(_FIND, table) if is_name(table) else []
        return _listed(rows[0]) if rows else None

    async def list_tables(
        self,
        *,
        status: Sequence[Status] | None = None,
        is_open: bool | None = None,
        before: float | None = None,
        limit: int = 100,
    ) -> list[Listed]:
        """List tables, the latest change first."""
        rows = await self._ask(_LIST, status, is_open, None if before is None else microseconds(before), limit)
        return [_listed(row) for row in rows]

    async def list_open_games(self, limit: int) -> list[Listed]:
        """List finished tables that are open."""
        return [_listed(row) for row in await self._ask(_OPEN_GAMES, limit)]

    async def find_damage(self) -> list[Damage]:
        """Look for logs with gaps, and for rows of tables that do not exist; the database sees to the rest itself."""
        return [
            *(
                Damage(name, f"its log should have {length} entries without gaps, and has {entries}")
                for name, length, entries in await self._ask(_WRONG_LENGTHS)
            ),
            *(Damage(name, "there are entries of it, but no such table") for (name,) in await self._ask(_ORPHANS)),
            *(
                Damage(name, "there is a review of it, but no such table")
                for (name,) in await self._ask(_ORPHANED_REVIEWS)
            ),
        ]

    async def delete(self, tables: Sequence[str]) -> None:
        """Remove tables with all that belongs to them, all of them or none."""
        await self._ask(_DELETE, tables)

    async def keep_review(
        self, table: str, version: int, review: bytes, figures: KeptFigures | None = None, *, rewrites: int = 0
    ) -> None:
        """Keep a review; its figures first, so that a review is never there without them."""
        if figures is not None:
            await self._ask(KEEP_FIGURES, table, *figures)
        await self._ask(KEEP_REVIEW, table, version, review, rewrites)

    async def find_review(self, table: str, version: int) -> bytes | None:
        """Find a review."""
        rows = await self._ask(_FIND_REVIEW, table, version) if is_name(table) else []
        return bytes(rows[0]["review"]) if rows else None

    async def read_review(self, table: str) -> KeptReview | None:
        """Read a review of any version."""
        rows = await self._ask(_READ_REVIEW, table) if is_name(table) else []
        return KeptReview(rows[0]["version"], bytes(rows[0]["review"])) if rows else None

    async def notify(self, table: str, message: str) -> None:
        """Send a message to the other processes."""
        check_message(table, message)
        await self._writing().notify(table, message)

    async def claim(self, table: str) -> bool:
        """Become the process of a table, unless a living one is."""
        if self._heartbeat is not None and self._heartbeat.interruptions != self._interruptions:
            self._interruptions = self._heartbeat.interruptions
            self._claimed.clear()  # others may have taken over
        if table in self._claimed and self._heartbeat is not None and self._heartbeat.is_sure:
            return True
        self._claimed.discard(table)
        is_mine = bool(await self._ask(_CLAIM, table, self.process))
        if is_mine:
            self._claimed.add(table)
        return is_mine

    async def release(self, table: str) -> None:
        """Leave a table to others."""
        self._claimed.discard(table)
        await self._ask(_RELEASE, table, self.process)

    def _writing(self) -> Writer:
        if self._writer is None:
            raise StoreError("closed", "The database is closed.")
        return self._writer

    async def _ask(self, statement: str, *values: object) -> "list[asyncpg.Record]":
        pool = self._pool
        if pool is None:
            raise StoreError("closed", "The database is closed.")

        async def fetch() -> "list[asyncpg.Record]":
            return await pool.fetch(statement, *values)

        return await insist(fetch)


def _listed(row: "asyncpg.Record") -> Listed:
    name, created, updated, length, *summary = row
    return Listed(name, seconds_of(created), seconds_of(updated), Summary(*summary), length)

"""What a process writes into PostgreSQL: all that waits in one transaction, with the news of it to the others."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import asyncpg
import msgspec

from camelup.core.errors import StoreError
from camelup.server.store.base import seconds_of
from camelup.server.store.batch import MAX_BATCH, Append, Growth, LogEnd, decide, outcomes, settle
from camelup.server.store.postgresql_connector import FAILURES, Connector, insist
from camelup.server.store.postgresql_people import ADD_SEATS, DROP_SEATS

CHANNEL = "camelup"
_PAYLOAD = 7000
"""How many bytes of news are put together; PostgreSQL passes on less than 8000 at once."""
_CLOSE_SECONDS = 2.0

# Tables are locked in the order of their names: two processes never wait for each other.
_MAKE = """
    INSERT INTO camelup_tables (name, created, updated, length, status, is_open, headline)
    SELECT name, 0, 0, 0, '', false, '' FROM unnest($1::text[]) AS name ORDER BY name COLLATE "C"
    ON CONFLICT DO NOTHING"""
_LOCK = (
    "SELECT name, length, indexed, rewrites FROM camelup_tables WHERE name = ANY($1::text[]) ORDER BY name FOR UPDATE"
)
_WRITE = """
    WITH moment AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS at),
    grown AS (
        UPDATE camelup_tables AS t SET
            length = g.length, indexed = CASE t.indexed WHEN t.length THEN g.length ELSE t.indexed END,
            updated = moment.at, created = CASE t.length WHEN 0 THEN moment.at ELSE t.created END,
            status = coalesce(g.status, t.status), is_open = coalesce(g.is_open, t.is_open),
            headline = coalesce(g.headline, t.headline)
        FROM moment, unnest($1::text[], $2::integer[], $3::text[], $4::boolean[], $5::text[])
            AS g (name, length, status, is_open, headline)
        WHERE t.name = g.name),
    added AS (
        INSERT INTO camelup_entries (table_name, number, at, text)
        SELECT e.table_name, e.number, moment.at, e.text
        FROM moment, unnest($6::text[], $7::integer[], $8::text[]) AS e (table_name, number, text)),
    told AS MATERIALIZED (SELECT pg_notify($9, news) FROM unnest($10::text[]) AS news)
    SELECT at, (SELECT count(*) FROM told) FROM moment"""
_IS_STORED = (
    "SELECT EXISTS (SELECT FROM camelup_entries WHERE table_name = $1 AND number = $2 AND at = $3 AND text = $4)"
)


class News(msgspec.Struct, frozen=True, array_like=True):
    """What a process lets the others know."""

    process: str
    grown: Sequence[tuple[str, int]] = ()
    table: str = ""
    message: str | None = None
    told: int = 0
    """Makes messages differ: of equal ones in a transaction PostgreSQL passes on only one."""


class _Telling(NamedTuple):
    table: str
    message: str
    done: "asyncio.Future[None]"


class _Written(NamedTuple):
    """A transaction before its commit."""

    at: int
    """In microseconds, as the database keeps it."""
    growth: Growth


class Writer:
    """Stores appends, and sends messages in the same order."""

    def __init__(self, connector: Connector, process: str) -> None:
        self._connector = connector
        self._process = process
        self._connection: asyncpg.Connection[Any] | None = None
        self._waiting: list[tuple[float, Append | _Telling]] = []
        self._called = asyncio.Event()
        self._is_closing = False
        self._told = 0
        self._task = asyncio.create_task(self._write_for_ever())

    async def append(self, append: Append) -> float | None:
        """Add an entry; None if somebody was quicker."""
        self._enter(append)
        return await append.done

    async def notify(self, table: str, message: str) -> None:
        """Send a message to the other processes."""
        telling = _Telling(table, message, asyncio.get_running_loop().create_future())
        self._enter(telling)
        await telling.done

    async def close(self) -> None:
        """Write what waits."""
        self._is_closing = True
        self._called.set()
        await self._task
        if self._connection is not None:
            with suppress(*FAILURES):
                await self._connection.close(timeout=_CLOSE_SECONDS)

    def _enter(self, item: Append | _Telling) -> None:
        if self._is_closing:
            raise StoreError("closed", "The database is closed.")
        self._waiting.append((asyncio.get_running_loop().time(), item))
        self._called.set()

    async def _write_for_ever(self) -> None:
        while self._waiting or not self._is_closing:
            await self._called.wait()
            self._called.clear()
            while self._waiting:
                waiting, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
                await self._store([item for _, item in waiting], waiting[0][0])

    async def _store(self, items: Sequence[Append | _Telling], since: float) -> None:
        batch = [item for item in items if isinstance(item, Append)]
        tellings = [item for item in items if isinstance(item, _Telling)]
        try:
            written = await self._written(batch, tellings, since)
        except Exception as error:  # noqa: BLE001 - those who wait get the error, and the task goes on
            settle([(item.done, error) for item in items])
            return
        settle(outcomes(batch, written.growth, seconds_of(written.at)))
        settle([(telling.done, None) for telling in tellings])

    async def _written(self, batch: Sequence[Append], tellings: Sequence[_Telling], since: float) -> _Written:
        """Store a batch, trying again if the connection is lost: but never twice what may be stored already."""
        committing: _Written | None = None

        async def attempt() -> _Written:
            nonlocal committing
            connection = await self._connected()
            await connection.execute("BEGIN")
            ends = await self._lock(connection, batch)
            # Whatever became of an earlier attempt, it is over: it held the same locks.
            if committing is not None and await _is_stored(connection, committing):
                await connection.execute("ROLLBACK")
                return committing
            written = await self._write(connection, decide(batch, ends), tellings)
            if not written.growth.taken and not tellings:
                await connection.execute("ROLLBACK")
                return written
            committing = written
            await connection.execute("COMMIT")
            return written

        return await insist(attempt, since=since, repair=self._drop)

    async def _connected(self) -> "asyncpg.Connection[Any]":
        if self._connection is None:
            self._connection = await self._connector.connect(_CLOSE_SECONDS)
        return self._connection

    def _drop(self) -> None:
        """Leave a connection that may be in the middle of anything; its transaction ends with it."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def _lock(self, connection: "asyncpg.Connection[Any]", batch: Sequence[Append]) -> dict[str, LogEnd]:
        """Hold the tables of a batch until the transaction ends; give where their logs end."""
        if new := [append.table for append in batch if append.number == 1]:
            await connection.execute(_MAKE, new)
        names = list({append.table for append in batch})
        rows = await connection.fetch(_LOCK, names) if names else []
        return {name: LogEnd(*end) for name, *end in rows}

    async def _write(
        self, connection: "asyncpg.Connection[Any]", growth: Growth, tellings: Sequence[_Telling]
    ) -> _Written:
        if not growth.taken and not tellings:
            return _Written(0, growth)
        summaries = [growth.summaries.get(name) for name in growth.lengths]
        written = await connection.fetchrow(
            _WRITE,
            list(growth.lengths),
            list(growth.lengths.values()),
            [summary and summary.status for summary in summaries],
            [None if summary is None else summary.is_open for summary in summaries],
            [summary and summary.headline for summary in summaries],
            [append.table for append in growth.taken],
            [append.number for append in growth.taken],
            [append.text for append in growth.taken],
            CHANNEL,
            list(self._news(growth, tellings)),
        )
        assert written is not None  # noqa: S101 - a row of the moment comes in any case
        for statement, rows in ((DROP_SEATS, growth.gone), (ADD_SEATS, growth.new)):
            if rows:
                tables, tokens = [table for table, _ in rows], [row.token for _, row in rows]
                await connection.execute(statement, tables, tokens, [row.seat for _, row in rows])
        return _Written(written["at"], growth)

    def _news(self, growth: Growth, tellings: Sequence[_Telling]) -> Iterator[str]:
        grown: list[tuple[str, int]] = []
        size = 0
        for change in growth.lengths.items():
            grown.append(change)
            size += len(msgspec.json.encode(change)) + 1
            if size > _PAYLOAD:
                yield write_news(News(self._process, grown))
                grown, size = [], 0
        if grown:
            yield write_news(News(self._process, grown))
        for telling in tellings:
            self._told += 1
            yield write_news(News(self._process, (), telling.table, telling.message, self._told))


async def _is_stored(connection: "asyncpg.Connection[Any]", written: _Written) -> bool:
    """Look whether a transaction whose commit was not answered has been stored.

    PostgreSQL's own answer about its number would not do: after a crash it reuses the numbers of lost transactions.
    """
    if not written.growth.taken:
        return True  # words between processes alone: better unheard than heard twice
    one = written.growth.taken[0]  # all of them are there, or none
    return bool(await connection.fetchval(_IS_STORED, one.table, one.number, written.at, one.text))


def write_news(news: News) -> str:
    """Write news as PostgreSQL passes it on."""
    return msgspec.json.encode(news).decode()

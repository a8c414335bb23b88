"""The heartbeat of a process at PostgreSQL: each second it says that it is alive, and it hears the others."""

import asyncio
from contextlib import suppress
from typing import Any

import asyncpg
import msgspec

from camelup.core.errors import StoreError
from camelup.server.store.base import ANY_TABLE, Grown, Heard
from camelup.server.store.postgresql_connector import FAILURES, Connector
from camelup.server.store.postgresql_writer import CHANNEL, News, write_news
from camelup.server.store.schema import VERSION

_EVERY = 1.0
"""Seconds between two beats."""
_ALIVE = 3.0
"""A process that has been silent for this long, by the clock of the database, is taken for dead."""
_SURE = 2.0
"""For so long after a beat a process may rely on being taken for alive."""
_RETRY = 0.2
_BEAT_SECONDS = 1.5
"""How long a beat may take before the connection counts as lost."""

IS_ALIVE = f"seen > clock_timestamp() - interval '{_ALIVE} seconds'"
IS_REMEMBERED = "seen > clock_timestamp() - interval '1 minute'"
# Who has been dead for a minute is forgotten, with what it had claimed.
_BEAT = f"""
    WITH mine AS (
        INSERT INTO camelup_processes (name, seen, version) VALUES ($1, clock_timestamp(), $2)
        ON CONFLICT (name) DO UPDATE SET seen = excluded.seen),
    gone AS (
        DELETE FROM camelup_processes WHERE name IN (
            SELECT name FROM camelup_processes
            WHERE NOT {IS_REMEMBERED} AND name <> $1 FOR UPDATE SKIP LOCKED)
        RETURNING name),
    unclaimed AS (DELETE FROM camelup_claims USING gone WHERE process = gone.name)
    SELECT coalesce(array_agg(name), '{{}}') FROM camelup_processes WHERE {IS_ALIVE}"""  # noqa: S608 - our own words

_decoder = msgspec.json.Decoder(News)


class Heartbeat:
    """One connection that beats and listens, made again whenever it is lost."""

    def __init__(self, connector: Connector, process: str, grown: Grown | None, heard: Heard | None) -> None:
        self._connector = connector
        self._process = process
        self._grown = grown
        self._heard = heard
        self._connection: asyncpg.Connection[Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self._last_beat = float("-inf")
        self.living = frozenset({process})
        self.interruptions = 0
        """How often this process may have been taken for dead."""

    async def start(self) -> None:
        """Listen and beat once, then go on with it beside everything else."""
        try:
            await self._connect()
            await self._beat()
        except BaseException:
            self._drop()
            raise
        self._task = asyncio.create_task(self._beat_for_ever())

    async def stop(self) -> None:
        """Say no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._drop()

    @property
    def is_sure(self) -> bool:
        """Whether nobody can have taken this process for dead."""
        return asyncio.get_running_loop().time() - self._last_beat < _SURE

    async def _beat_for_ever(self) -> None:
        while True:
            try:
                if self._connection is None:
                    await self._connect()
                    if self._grown is not None:
                        self._grown(ANY_TABLE, 0)  # what was said meanwhile was said to nobody
                await self._beat()
                await asyncio.sleep(_EVERY)
            except (*FAILURES, StoreError):
                self._drop()
                await asyncio.sleep(_RETRY)

    async def _connect(self) -> None:
        connection = await self._connector.connect(_BEAT_SECONDS)
        self._connection = connection
        async with asyncio.timeout(_BEAT_SECONDS):
            await connection.add_listener(CHANNEL, self._hear)

    async def _beat(self) -> None:
        assert self._connection is not None  # noqa: S101 - both callers have just connected
        now = asyncio.get_running_loop().time()
        async with asyncio.timeout(_BEAT_SECONDS):
            living = await self._connection.fetchval(_BEAT, self._process, VERSION)
        if not self.is_sure:
            self.interruptions += 1
            await self._announce()
        self._last_beat = now
        self.living = frozenset({*living, self._process})

    async def _announce(self) -> None:
        """Let the others know at once who is there: until they do, they may think that they miss nothing."""
        assert self._connection is not None  # noqa: S101 - it has just beaten
        async with asyncio.timeout(_BEAT_SECONDS):
            await self._connection.execute("SELECT pg_notify($1, $2)", CHANNEL, write_news(News(self._process)))

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    def _hear(self, connection: object, process: int, channel: str, payload: object) -> None:
        del connection, process, channel
        try:
            news = _decoder.decode(str(payload))
        except msgspec.DecodeError:
            return  # anybody who may use the database can say anything
        if news.process == self._process:
            return
        if news.process not in self.living:
            self.living |= {news.process}  # who speaks is alive, also before the next beat
        if self._grown is not None:
            for table, number in news.grown:
                self._grown(table, number)
        if self._heard is not None and news.message is not None:
            self._heard(news.table, news.message)

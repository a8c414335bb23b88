"""Tables in a SQLite file, for one server: everything that waits is written in one transaction by one thread."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from camelup.core.errors import StoreError
from camelup.server.clock import SYSTEM_CLOCK, Clock
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
from camelup.server.store.batch import MAX_BATCH, Append, Growth, LogEnd, Outcome, decide, outcomes, settle
from camelup.server.store.people import KeptFigures, People, SeatChange, SeatRow, Transfers
from camelup.server.store.schema import VERSION
from camelup.server.store.sqlite_damage import (
    find_damage,
    read_review,
    read_sound_entries,
    read_sound_row,
    read_sound_rows,
)
from camelup.server.store.sqlite_file import SqliteFile
from camelup.server.store.sqlite_health import DatabaseHealth
from camelup.server.store.sqlite_marker import Mark
from camelup.server.store.sqlite_people import CHANGE_SEATS, DELETE_PEOPLE, KEEP_FIGURES, SqlitePeople, SqliteTransfers
from camelup.server.store.sqlite_rescue import Rescuer

_Result = TypeVar("_Result")

_LOOK_SECONDS = 0.5
"""Seconds between two looks at the file, even while nothing is written."""
_FRESH_SECONDS = 0.05
"""While much is written, the files are looked at and what was stored last is marked only after so many seconds.

Each call to the system lets other threads go first, and a busy event loop then keeps the writer waiting.
"""
_MANY = 8
"""A batch with this many appends is large."""

# Python lets other threads go first after each step of SQLite, and a busy event loop then keeps it waiting for
# milliseconds. So a statement takes a whole batch, and gives all its rows, as one JSON text: few steps, not one a row.
_ENDS = """
    SELECT json_group_object(name, json_array(length, indexed, rewrites)) FROM tables
    WHERE name IN (SELECT value FROM json_each(?)) AND typeof(length) = 'integer'
        AND typeof(indexed) = 'integer' AND typeof(rewrites) = 'integer'"""
_GROW = """
    INSERT INTO tables (name, created, updated, length, status, is_open, headline, indexed)
    SELECT json_extract(value, '$[0]'), ?2, ?2, json_extract(value, '$[1]'), '', 0, '', json_extract(value, '$[1]')
    FROM json_each(?1) WHERE true
    ON CONFLICT (name) DO UPDATE SET updated = excluded.updated, length = excluded.length,
        indexed = CASE indexed WHEN length THEN excluded.indexed ELSE indexed END"""
_GROW_AND_SUMMARISE = """
    INSERT INTO tables (name, created, updated, length, status, is_open, headline, indexed)
    SELECT json_extract(value, '$[0]'), ?2, ?2, json_extract(value, '$[1]'),
        json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]'),
        json_extract(value, '$[1]')
    FROM json_each(?1) WHERE true
    ON CONFLICT (name) DO UPDATE SET updated = excluded.updated, length = excluded.length,
        status = excluded.status, is_open = excluded.is_open, headline = excluded.headline,
        indexed = CASE indexed WHEN length THEN excluded.indexed ELSE indexed END"""
_ADD_ENTRIES = """
    INSERT INTO entries (table_name, number, at, text)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), ?2, json_extract(value, '$[2]')
    FROM json_each(?1)"""
_READ = """
    SELECT json_group_array(json_array(number, at, text))
    FROM (SELECT number, at, text FROM entries WHERE table_name = ? AND number > ? ORDER BY number LIMIT ?)"""
_LIST_ROWS = """
    SELECT name, created, updated, length, status, is_open, headline FROM tables
    WHERE (?1 IS NULL OR status IN (SELECT value FROM json_each(?1)))
        AND (?2 IS NULL OR is_open = ?2) AND (?3 IS NULL OR updated < ?3)
    ORDER BY updated DESC, name LIMIT ?4"""
_LIST = f"""
    SELECT json_group_array(json_array(name, created, updated, length, status, is_open, headline))
    FROM ({_LIST_ROWS})"""  # noqa: S608 - our own words
# In the words of the index, which SQLite would not use otherwise.
_OPEN_GAMES_ROWS = """
    SELECT name, created, updated, length, status, is_open, headline FROM tables
    WHERE status = 'finished' AND is_open = 1 ORDER BY updated DESC LIMIT ?"""
_OPEN_GAMES = f"""
    SELECT json_group_array(json_array(name, created, updated, length, status, is_open, headline))
    FROM ({_OPEN_GAMES_ROWS})"""  # noqa: S608 - our own words
_ADD_TABLE = """
    INSERT INTO tables (name, created, updated, length, status, is_open, headline, indexed)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"""
_ADD_OLD_ENTRIES = """
    INSERT INTO entries (table_name, number, at, text)
    SELECT ?2, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
    FROM json_each(?1)"""
_KEEP_REVIEW = """
    INSERT INTO reviews (table_name, version, review) SELECT name, ?2, ?3 FROM tables WHERE name = ?1 AND rewrites = ?4
    ON CONFLICT (table_name) DO UPDATE SET version = excluded.version, review = excluded.review
        WHERE version <= excluded.version"""
_FIND_REVIEW = "SELECT (SELECT review FROM reviews WHERE table_name = ? AND version = ?)"
_DELETE = (
    *DELETE_PEOPLE,
    "DELETE FROM reviews WHERE table_name IN (SELECT value FROM json_each(?))",
    "DELETE FROM entries WHERE table_name IN (SELECT value FROM json_each(?))",
    "DELETE FROM tables WHERE name IN (SELECT value FROM json_each(?))",
)
_PULSE = "INSERT INTO pulse (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at"

_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, TypeError)

_read_ends = msgspec.json.Decoder(dict[str, LogEnd]).decode
_read_entries = msgspec.json.Decoder(list[tuple[int, int, str]]).decode
_read_listed = msgspec.json.Decoder(list[tuple[str, int, int, int, Status, int, str]]).decode


class _Job(NamedTuple):
    """Something else to write, in a separate transaction."""

    work: Callable[[sqlite3.Connection], Any]
    done: "asyncio.Future[Any]"
    is_transaction: bool = True
    """Not so if SQLite allows it beside all transactions alone."""


class SqliteStore:
    """Keeps tables in a file. One server uses it; others may read it, import and prune meanwhile."""

    def __init__(self, path: Path, access: Access = "serve", clock: Clock = SYSTEM_CLOCK) -> None:
        self._clock = clock
        self.process = new_process_name()
        self._file = SqliteFile(path, access)
        self.health = DatabaseHealth(str(path), clock)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._queue: queue.SimpleQueue[list[Append] | _Job | None] = queue.SimpleQueue()
        self._gathered: list[Append] = []
        self._thread: threading.Thread | None = None
        self._writing: sqlite3.Connection | None = None
        self._looked = self._looked_closely = self._marked = 0.0
        self._stored_last: Mark | None = None
        self._unmarked: Mark | None = None
        self._rescuer = Rescuer(self._file.rescue, clock)
        self._reader = ThreadPoolExecutor(1, "camelup-reader")
        self._reading: sqlite3.Connection | None = None
        ways = _Access(self)
        self.people: People = SqlitePeople(ways)
        self.transfers: Transfers = SqliteTransfers(ways, clock)

    async def oldest_version(self) -> int:
        """Give the version of this program: the file is locked for it."""
        return VERSION

    @property
    def living(self) -> frozenset[str]:
        """Only this process: the file is locked for it."""
        return frozenset({self.process})

    async def open(self, grown: Grown | None = None, heard: Heard | None = None) -> None:
        """Lock, make and migrate the file. Nobody else can let a table grow, or say something."""
        del grown, heard
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._file.open)
        self._thread = threading.Thread(target=self._write_for_ever, name="camelup-writer", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Write what waits, and let another server use the file."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._hand_over()
            self._queue.put(None)
            await asyncio.to_thread(thread.join)
        await asyncio.to_thread(self._stop_reading)
        self._file.close()

    async def check(self) -> None:
        """Write something."""
        await self._do(self._pulse)

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
        loop = self._running()
        append = Append(table, number, text, summary, loop.create_future(), seats, rewrites)
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append(append)
        return await append.done

    def _hand_over(self) -> None:
        """Wake the writer once for all that came in one turn of the loop: to wake it takes longer than to write."""
        gathered, self._gathered = self._gathered, []
        self._queue.put(gathered)

    async def add_table(self, listed: Listed, entries: Sequence[Entry], seats: Sequence[SeatRow] | None = None) -> bool:
        """Add a whole table, or nothing of it."""
        rows = msgspec.json.encode([(entry.number, microseconds(entry.at), entry.text) for entry in entries]).decode()
        times = (microseconds(listed.created), microseconds(listed.updated))

        def add(connection: sqlite3.Connection) -> bool:
            indexed = 0 if seats is None else len(entries)
            row = (listed.table, *times, len(entries), *listed.summary, indexed)
            is_new = connection.execute(_ADD_TABLE, row).rowcount == 1
            if is_new:
                connection.execute(_ADD_OLD_ENTRIES, (rows, listed.table))
                connection.execute(CHANGE_SEATS[1], (_json([(listed.table, row) for row in seats or ()]),))
                self._stored_last = Mark(listed.table, len(entries), microseconds(self._clock.wall()))
            return is_new

        check_append(listed.table, 1, listed.summary)
        return await self._do(add)

    async def read(self, table: str, after: int = 0, limit: int = WHOLE_LOG) -> list[Entry]:
        """Read on in a log."""
        if not is_name(table):
            return []
        try:
            rows = await self._look(_read_entries, _READ, (table, after, limit))
        except (*_UNREADABLE, StoreError):
            return await self._query(lambda connection: read_sound_entries(connection, table, after, limit))
        return [Entry(number, seconds_of(at), text) for number, at, text in sorted(rows)]

    async def find_table(self, table: str) -> Listed | None:
        """Find what is listed of a table."""
        row = await self._query(lambda connection: read_sound_row(connection, table))
        return None if row is None else _listed(*row)

    async def find_damage(self) -> list[Damage]:
        """Look at the file, its schema and every row."""
        return await self._query(lambda connection: find_damage(connection, self._file.path))

    async def list_tables(
        self,
        *,
        status: Sequence[Status] | None = None,
        is_open: bool | None = None,
        before: float | None = None,
        limit: int = 100,
    ) -> list[Listed]:
        """List tables, the latest change first."""
        wanted = None if status is None else msgspec.json.encode(status).decode()
        return await self._list(
            _LIST, _LIST_ROWS, (wanted, is_open, None if before is None else microseconds(before), limit)
        )

    async def list_open_games(self, limit: int) -> list[Listed]:
        """List finished tables that are open."""
        return await self._list(_OPEN_GAMES, _OPEN_GAMES_ROWS, (limit,))

    async def _list(self, statement: str, row_by_row: str, values: tuple[object, ...]) -> list[Listed]:
        try:
            rows = await self._look(_read_listed, statement, values)
        except (*_UNREADABLE, StoreError):  # one of them may be damaged: take the others
            rows = await self._query(lambda connection: read_sound_rows(connection, row_by_row, values))
        return [_listed(*row) for row in rows]

    async def delete(self, tables: Sequence[str]) -> None:
        """Remove tables with all that belongs to them, all of them or none."""
        names = msgspec.json.encode(tables).decode()

        def remove(connection: sqlite3.Connection) -> None:
            for statement in _DELETE:
                connection.execute(statement, (names,))
            self._pulse(connection)

        await self._do(remove)

    async def keep_review(
        self, table: str, version: int, review: bytes, figures: KeptFigures | None = None, *, rewrites: int = 0
    ) -> None:
        """Keep a review."""

        def keep(connection: sqlite3.Connection) -> None:
            connection.execute(_KEEP_REVIEW, (table, version, review, rewrites))
            if figures is not None:
                connection.execute(KEEP_FIGURES, (table, *figures))

        await self._do(keep)

    async def find_review(self, table: str, version: int) -> bytes | None:
        """Find a review."""
        return await self._look(_as_it_is, _FIND_REVIEW, (table, version)) if is_name(table) else None

    async def read_review(self, table: str) -> KeptReview | None:
        """Read a review of any version."""
        return await self._query(lambda connection: read_review(connection, table))

    async def notify(self, table: str, message: str) -> None:
        """Send nothing: there is no other process."""
        check_message(table, message)

    async def claim(self, table: str) -> bool:
        """Become the process of a table, since no other can be."""
        del table
        return True

    async def release(self, table: str) -> None:
        """Leave a table to nobody."""
        del table

    # --- Writing, in a separate thread ------------------------------------------------------------------------

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._loop is None or self._thread is None:
            raise StoreError("closed", "The database is closed.")
        self.health.check()
        return self._loop

    async def _do(self, work: Callable[[sqlite3.Connection], _Result], *, is_transaction: bool = True) -> _Result:
        done: asyncio.Future[_Result] = self._running().create_future()
        self._queue.put(_Job(work, done, is_transaction))
        return await done

    def _write_for_ever(self) -> None:
        is_open = True
        while is_open:
            try:
                waiting = [self._queue.get(timeout=_LOOK_SECONDS)]
            except queue.Empty:
                self._look_after()
                continue
            with suppress(queue.Empty):
                while len(waiting) < MAX_BATCH:
                    waiting.append(self._queue.get_nowait())
            is_open = None not in waiting
            batch = [append for appends in waiting if isinstance(appends, list) for append in appends]
            if batch:
                self._settle(self._stored(batch))
            for job in waiting:
                if isinstance(job, _Job):
                    self._settle([(job.done, self._done(job))])
        self._look_after()
        _close(self._writing)

    def _look_after(self) -> None:
        """Look whether the file is where it was, and save what is in it if not; try again to write if that failed."""
        self._mark()
        was_lost = self.health.loss is not None
        self.health.note_loss(self._file.find_loss(is_thorough=True))
        if self.health.loss is None:
            self._rescuer.forget()
            if self.health.is_failing:
                with suppress(StoreError):
                    self._in_transaction(self._pulse)
        elif was_lost or self._thread is None:  # whoever removes a folder may still be at it at the first look
            self._rescuer.save(is_last_chance=self._thread is None)

    def _pulse(self, connection: sqlite3.Connection) -> None:
        connection.execute(_PULSE, (microseconds(self._clock.wall()),))

    def _stored(self, batch: list[Append]) -> list[Outcome]:
        now = microseconds(self._clock.wall())
        try:
            growth = self._in_transaction(
                lambda connection: self._store(connection, batch, now), is_busy=len(batch) > _MANY
            )
        except Exception as error:  # noqa: BLE001 - those who wait get the error, and the thread goes on
            if len(batch) > 1 and isinstance(error.__cause__, sqlite3.IntegrityError):
                # The log of one of these tables is damaged: it is not to keep the others from going on.
                return [outcome for append in batch for outcome in self._stored([append])]
            return [(append.done, error) for append in batch]
        return outcomes(batch, growth, seconds_of(now))

    def _store(self, connection: sqlite3.Connection, batch: list[Append], now: int) -> Growth:
        growth = _store(connection, batch, now)
        if growth.taken:
            self._stored_last = Mark(growth.taken[-1].table, growth.taken[-1].number, now)
        return growth

    def _done(self, job: _Job) -> Any:  # noqa: ANN401 - whatever the job gives
        try:
            return self._in_transaction(job.work, is_transaction=job.is_transaction)
        except Exception as error:  # noqa: BLE001 - as above
            return error

    def _in_transaction(
        self, work: Callable[[sqlite3.Connection], _Result], *, is_busy: bool = False, is_transaction: bool = True
    ) -> _Result:
        """Do work that is stored when this returns, and undone when it fails."""
        if not is_busy or self._clock.monotonic() - self._looked > _FRESH_SECONDS:
            self._check_file()
        try:
            if self._writing is None:
                self._writing = self._file.connect()
            if is_transaction:
                self._writing.execute("BEGIN IMMEDIATE")
            result = work(self._writing)
            if is_transaction:
                self._writing.execute("COMMIT")
        except BaseException as error:
            # What is left of the transaction ends with the connection; the next one looks at the disk afresh.
            _close(self._writing)
            self._writing = self._stored_last = None
            if isinstance(error, sqlite3.Error):
                self._check_file()
                self.health.note_failure(str(error))
                raise StoreError("unavailable", f"Cannot write to the database: {error}.") from error
            raise
        if not self._file.is_in_place():  # nothing is confirmed that is in a file without a name
            self._check_file()
        self._unmarked, self._stored_last = self._stored_last or self._unmarked, None
        if not is_busy or self._clock.monotonic() - self._marked > _FRESH_SECONDS:
            self._mark()
        self.health.note_success()
        return result

    def _check_file(self) -> None:
        """StoreError if the file is no longer where it was."""
        self._looked = self._clock.monotonic()
        is_thorough = self._looked - self._looked_closely > _LOOK_SECONDS
        if is_thorough:
            self._looked_closely = self._looked
        self.health.note_loss(self._file.find_loss(is_thorough=is_thorough))
        self.health.check()

    def _mark(self) -> None:
        """Note outside of the database what was stored last."""
        self._marked = self._clock.monotonic()
        if self._unmarked is not None:
            self._file.mark(self._unmarked)
            self._unmarked = None

    def _settle(self, results: list[Outcome]) -> None:
        """Wake all who wait, by one call into their loop."""
        with suppress(RuntimeError):  # a loop that is closed has nobody waiting
            if self._loop is not None:
                self._loop.call_soon_threadsafe(settle, results)

    # --- Reading, in another ----------------------------------------------------------------------------------

    async def _look(self, decode: Callable[[Any], _Result], statement: str, values: tuple[object, ...]) -> _Result:
        return await self._query(lambda connection: decode(connection.execute(statement, values).fetchone()[0]))

    async def _query(self, ask: Callable[[sqlite3.Connection], _Result]) -> _Result:
        loop = self._running()

        def query() -> _Result:
            try:
                if self._reading is None:
                    self._reading = self._file.connect()
                return ask(self._reading)
            except sqlite3.Error as error:
                _close(self._reading)
                self._reading = None
                raise StoreError("unavailable", f"Cannot read the database: {error}.") from error

        return await loop.run_in_executor(self._reader, query)

    def _stop_reading(self) -> None:
        self._reader.shutdown()
        _close(self._reading)
        self._reading = None


def _store(connection: sqlite3.Connection, batch: list[Append], now: int) -> Growth:
    names = list({append.table for append in batch})
    (ends,) = connection.execute(_ENDS, (_json(names),)).fetchone()
    growth = decide(batch, _read_ends(ends))
    plain = [(name, length) for name, length in growth.lengths.items() if name not in growth.summaries]
    summed = [(name, growth.lengths[name], *summary) for name, summary in growth.summaries.items()]
    entries = [(append.table, append.number, append.text) for append in growth.taken]
    for statement, rows in ((_GROW, plain), (_GROW_AND_SUMMARISE, summed), (_ADD_ENTRIES, entries)):
        if rows:
            connection.execute(statement, (_json(rows), now))
    for statement, changed in zip(CHANGE_SEATS, (growth.gone, growth.new), strict=True):
        if changed:
            connection.execute(statement, (_json(changed),))
    return growth


class _Access:
    """The ways into the file that people.py needs."""

    def __init__(self, store: SqliteStore) -> None:
        self.do, self.query = store._do, store._query  # noqa: SLF001 - a part of the store
        self.clean = partial(store._do, is_transaction=False)  # noqa: SLF001


def _listed(  # noqa: PLR0913, PLR0917 - the columns
    name: str, created: int, updated: int, length: int, status: Status, is_open: int, headline: str
) -> Listed:
    return Listed(name, seconds_of(created), seconds_of(updated), Summary(status, bool(is_open), headline), length)


def _as_it_is(found: bytes | None) -> bytes | None:
    return found


def _json(rows: Sequence[object]) -> str:
    return msgspec.json.encode(rows).decode()


def _close(connection: sqlite3.Connection | None) -> None:
    if connection is not None:
        with suppress(sqlite3.Error):
            connection.close()

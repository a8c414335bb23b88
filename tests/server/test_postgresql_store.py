"""What only a store in PostgreSQL has: other processes, and a database that comes and goes."""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from subprocess import PIPE

import asyncpg
import pytest

from camelup.core.errors import StoreError
from camelup.server.store import make_store, postgresql_connector, postgresql_heartbeat
from camelup.server.store.base import ANY_TABLE, Store
from camelup.server.store.postgresql import KEEP_REVIEW, PostgresqlStore
from camelup.server.store.schema import VERSION
from tests.children import started
from tests.server import claiming
from tests.server.appending import SUMMARY
from tests.server.conftest import Database
from tests.server.postgresql import GUARDED, Server
from tests.server.test_store import ROOT, opened

PATIENCE = 60.0


async def until(condition: Callable[[], Awaitable[bool] | bool]) -> None:
    """Wait until something is so; how long that takes is not judged."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = condition()
            if found if isinstance(found, bool) else await found:
                return
            await asyncio.sleep(0.05)


# --- Other processes ------------------------------------------------------------------------------------------


async def test_a_review_that_comes_while_its_table_goes_is_gone_with_it(postgresql: Database) -> None:
    store = postgresql.store()
    async with opened(store):
        await store.append("t", 1, "text", SUMMARY)
        connection = await asyncpg.connect(postgresql.address)
        try:
            async with connection.transaction():
                await connection.execute(KEEP_REVIEW, "t", 1, b"review", 0)
                removing = asyncio.create_task(store.delete(["t"]))
                await until(lambda: connection.fetchval("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)"))
            await removing
            assert await connection.fetch("SELECT * FROM camelup_reviews") == []
        finally:
            await connection.close()


async def test_processes_hear_what_others_add_and_say_and_not_themselves(postgresql: Database) -> None:
    first, second = postgresql.store(), postgresql.store()
    heard: dict[str, list[object]] = {"first": [], "second": []}
    for name, store in (("first", first), ("second", second)):
        notes = heard[name]
        await store.open(lambda *grown, notes=notes: notes.append(grown), lambda *told, notes=notes: notes.append(told))
    await first.append("t", 1, "text", SUMMARY)
    assert await second.append("t", 1, "text", SUMMARY) is None
    await first.notify("t", "hello")
    await asyncio.gather(*(first.notify("t", "clap") for _ in range(3)))
    await second.append("t", 2, "text")
    await second.notify("t", 'a "🐪"' * 100)
    await until(lambda: len(heard["first"]) >= 2 and len(heard["second"]) >= 5)
    await first.close()
    await second.close()
    assert heard["second"] == [("t", 1), ("t", "hello"), *[("t", "clap")] * 3]
    assert heard["first"] == [("t", 2), ("t", 'a "🐪"' * 100)]


async def test_news_of_very_many_tables_at_once_all_arrive(postgresql: Database) -> None:
    first, second = postgresql.store(), postgresql.store()
    grown: set[str] = set()
    await first.open()
    await second.open(lambda table, _: grown.add(table))
    names = {f"{number:04} {'🐪' * 90}" for number in range(400)}
    await asyncio.gather(*(first.append(name, 1, "text", SUMMARY) for name in names))
    await until(lambda: grown == names)
    await first.close()
    await second.close()


async def test_what_anybody_else_says_on_the_channel_is_passed_over(postgresql: Database) -> None:
    first, second = postgresql.store(), postgresql.store()
    heard: list[object] = []
    await first.open()
    await second.open(lambda *grown: heard.append(grown), lambda *told: heard.append(told))
    stranger = await asyncpg.connect(postgresql.address)
    for nonsense in ("", "hello", "[]", "[1]", '["x",[["t"]]]', '{"process":1}', "[" * 5000):
        await stranger.execute("SELECT pg_notify('camelup', $1)", nonsense)
    await stranger.close()
    await first.notify("t", "hello")
    await until(lambda: len(heard) > 0)
    assert heard == [("t", "hello")]
    await first.close()
    await second.close()


async def test_a_table_is_claimed_by_one_process_and_left_to_another(postgresql: Database) -> None:
    first, second = postgresql.store(), postgresql.store()
    async with opened(second):
        async with opened(first):
            claims = await asyncio.gather(*(store.claim("t") for store in (first, second) * 5))
            assert claims in ([True, False] * 5, [False, True] * 5)
            owner, other = (first, second) if claims[0] else (second, first)
            assert await other.claim("u")
            assert not await owner.claim("u")
            await owner.release("t")
            assert await other.claim("t")
            assert not await owner.claim("t")
            await until(lambda: second.living == {first.process, second.process})
            await second.release("t")
            await second.release("u")
            assert await first.claim("t")
        assert await second.claim("t")  # who closes leaves all to others at once
        await until(lambda: second.living == {second.process})


async def test_a_new_process_is_known_at_once(postgresql: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql_heartbeat, "_EVERY", 3600.0)  # nobody beats twice
    first, second = postgresql.store(), postgresql.store()
    async with opened(first), opened(second):
        await until(lambda: first.living == second.living == {first.process, second.process})


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP], ids=lambda how: how.name)
async def test_another_takes_over_from_a_process_that_is_dead_or_does_not_move(
    postgresql: Database, how: signal.Signals
) -> None:
    command = [sys.executable, "-m", claiming.__name__, str(postgresql.address), "t"]
    with started(*command, stdin=PIPE, stdout=PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        name, claimed = process.stdout.readline().split()
        assert claimed == "True"

        async def scenario() -> None:
            store = postgresql.store()
            async with opened(store):
                assert not await store.claim("t")
                assert store.living == {name, store.process}
                beats: set[object] = set()
                connection = await asyncpg.connect(postgresql.address)
                while len(beats) < 3:
                    beats.add(await connection.fetchval("SELECT seen FROM camelup_processes WHERE name = $1", name))
                    await asyncio.sleep(0.05)
                await connection.close()
                process.send_signal(how)
                await until(lambda: store.claim("t"))
                await until(lambda: store.living == {store.process})

        try:
            await scenario()
        finally:
            process.kill()


# --- A database that comes and goes ---------------------------------------------------------------------------


class Logbook:
    """Somebody who adds entries for ever, as a table does: after an error the log is read before it goes on."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table
        self.acknowledged: dict[int, str] = {}
        self.failures: list[str] = []
        self.stop = False

    async def keep(self) -> None:
        number, tried = 0, 0
        while not self.stop:
            tried += 1
            text = f"{self._table} {tried}"
            try:
                if number < 0:
                    number = len(await self._store.read(self._table))
                at = await self._store.append(self._table, number + 1, text, SUMMARY if number == 0 else None)
                assert at is not None
                number += 1
                self.acknowledged[number] = text
            except StoreError as error:
                self.failures.append(error.code)
                number = -1


@pytest.mark.parametrize(("off", "on"), [("stop", "start"), ("kill", "start"), ("freeze", "thaw")])
async def test_nothing_acknowledged_is_lost_or_doubled_when_the_database_goes_and_comes(
    own_postgresql: Database, postgresql_server: Server, off: str, on: str
) -> None:

    store, other = own_postgresql.store(), own_postgresql.store()
    missed: list[tuple[str, int]] = []
    await store.open()
    await other.open(lambda *grown: missed.append(grown))
    books = [Logbook(store, f"t{number}") for number in range(5)]
    tasks = [asyncio.create_task(book.keep()) for book in books]
    await until(lambda: all(len(book.acknowledged) > 5 for book in books))
    await asyncio.to_thread(postgresql_server.say, off)
    try:
        await until(lambda: all(book.failures for book in books))
        asked = (store.check(), store.list_tables(), store.claim("t0"), store.notify("t0", "hello"))
        for refused in await asyncio.gather(*asked, return_exceptions=True):
            assert isinstance(refused, StoreError)
            assert refused.code == "unavailable"
    finally:
        await asyncio.to_thread(postgresql_server.say, on)
    before = [len(book.acknowledged) for book in books]
    await until(lambda: all(len(book.acknowledged) > number + 5 for book, number in zip(books, before, strict=True)))
    await until(lambda: (ANY_TABLE, 0) in missed)
    for book in books:
        book.stop = True
    await asyncio.gather(*tasks)
    for book in books:
        assert set(book.failures) == {"unavailable"}
        log = await store.read(book._table)  # noqa: SLF001 - a helper of this test
        assert [entry.number for entry in log] == list(range(1, len(log) + 1))
        assert len({entry.text for entry in log}) == len(log)
        assert book.acknowledged.items() <= {entry.number: entry.text for entry in log}.items()
    missed.clear()
    await store.append("after", 1, "text", SUMMARY)
    await until(lambda: ("after", 1) in missed)
    await store.close()
    await other.close()


async def test_a_short_absence_is_not_even_noticed(own_postgresql: Database, postgresql_server: Server) -> None:
    store = own_postgresql.store()
    async with opened(store):
        await store.append("t", 1, "text", SUMMARY)
        await asyncio.to_thread(postgresql_server.say, "stop")
        waiting = asyncio.create_task(store.append("t", 2, "text"))
        await asyncio.sleep(0.2)
        await asyncio.to_thread(postgresql_server.say, "start")
        assert await waiting is not None
        assert len(await store.read("t")) == 2


@pytest.mark.parametrize("lost", ["question", "answer"])
async def test_an_entry_whose_commit_was_not_answered_is_stored_once(
    postgresql: Database, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    broken: list[str] = []
    execute = asyncpg.Connection.execute

    async def fragile(self: "asyncpg.Connection[asyncpg.Record]", query: str, *rest: object, **more: float) -> str:
        if query == "COMMIT" and not broken:
            broken.append(query)
            if lost == "answer":
                await execute(self, query)
            self.terminate()
            raise ConnectionResetError
        return await execute(self, query, *rest, **more)

    store = postgresql.store()
    async with opened(store):
        await store.append("t", 1, "text", SUMMARY)
        monkeypatch.setattr(asyncpg.Connection, "execute", fragile)
        at = await store.append("t", 2, "more")
        assert broken
        assert [(entry.number, entry.text) for entry in await store.read("t")] == [(1, "text"), (2, "more")]
        assert (await store.read("t"))[1].at == at


async def test_an_entry_that_was_lost_in_a_crash_is_not_taken_for_another_transaction(
    own_postgresql: Database, postgresql_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash PostgreSQL gives the numbers of transactions that were lost to others, which are then committed."""
    broken: list[str] = []
    execute = asyncpg.Connection.execute

    async def crash_instead(
        self: "asyncpg.Connection[asyncpg.Record]", query: str, *rest: object, **more: float
    ) -> str:
        if query == "COMMIT" and not broken:
            broken.append(query)
            await asyncio.to_thread(postgresql_server.say, "kill")
            await asyncio.to_thread(postgresql_server.say, "start")
            other = await asyncpg.connect(own_postgresql.address)
            for number in range(50):
                await execute(other, f"CREATE TABLE other_{number} ()")
            await other.close()
            self.terminate()
            raise ConnectionResetError
        return await execute(self, query, *rest, **more)

    monkeypatch.setattr(postgresql_connector, "PATIENCE", 60.0)
    store = own_postgresql.store()
    async with opened(store):
        await store.append("t", 1, "text", SUMMARY)
        monkeypatch.setattr(asyncpg.Connection, "execute", crash_instead)
        assert await store.append("t", 2, "more") is not None
        assert broken
        assert [entry.text for entry in await store.read("t")] == ["text", "more"]


# --- Databases that cannot be used ----------------------------------------------------------------------------


async def test_many_processes_may_start_at_once_on_an_empty_database(postgresql: Database) -> None:
    stores = [postgresql.store() for _ in range(6)]
    await asyncio.gather(*(store.open() for store in stores))
    await asyncio.gather(*(store.close() for store in stores))


async def test_a_newer_database_is_refused_and_an_older_one_not_read(postgresql: Database) -> None:
    async with opened(postgresql.store()):
        pass
    connection = await asyncpg.connect(postgresql.address)
    await connection.execute("INSERT INTO camelup_schema VALUES ($1)", VERSION + 1)
    with pytest.raises(StoreError, match=f"version {VERSION + 1}") as error:
        await postgresql.store().open()
    assert error.value.code == "newer"
    await connection.execute("UPDATE camelup_schema SET version = -version")
    with pytest.raises(StoreError) as error:
        await postgresql.store("read").open()
    assert error.value.code == "older"
    await connection.close()


async def test_a_refused_password_is_not_told(own_postgresql: Database, postgresql_server: Server) -> None:
    connection = await asyncpg.connect(own_postgresql.address)
    await connection.execute(f"DROP ROLE IF EXISTS {GUARDED}; CREATE ROLE {GUARDED} LOGIN PASSWORD 'right'")
    await connection.close()
    for given in ("topsecret", "top%2Fsecret"):
        address = postgresql_server.address("postgres", f"{GUARDED}:{given}")
        with pytest.raises(StoreError, match="password authentication failed") as error:
            await PostgresqlStore(address).open()
        assert error.value.code == "database"
        assert "secret" not in error.value.message


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("postgresql://anna:topsecret@127.0.0.1:1/camelup", "unavailable"),
        ("postgresql://anna:topsecret@no-such-host.invalid/camelup", "unavailable"),
        ("postgresql://anna:topsecret@127.0.0.1:port/camelup", "address"),
        ("postgresql://anna:top/secret@127.0.0.1/camelup", "address"),
        ("postgresql://anna:topsecret@127.0.0.1:99999/camelup", "address"),
        ("postgresql://anna:topsecret@[::1/camelup", "address"),
        ("postgresql:///camelup?host=/no/such/folder&password=topsecret", "unavailable"),
        ("postgresql:///camelup?sslmode=topsecret&host=/no/such", "address"),
    ],
)
async def test_an_address_that_leads_nowhere_gives_one_sentence_without_its_password(address: str, code: str) -> None:
    with pytest.raises(StoreError) as error:
        await make_store(address, Path()).open()
    assert error.value.code == code
    assert "secret" not in error.value.message
    assert "\n" not in error.value.message


async def test_a_database_that_does_not_exist_is_named(own_postgresql: Database, postgresql_server: Server) -> None:
    del own_postgresql
    with pytest.raises(StoreError, match='database "nowhere" does not exist') as error:
        await PostgresqlStore(postgresql_server.address("nowhere")).open()
    assert error.value.code == "database"

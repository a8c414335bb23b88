"""What every store promises, tried on each of them."""

import asyncio
import random
import secrets
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from subprocess import PIPE

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from camelup.core.errors import StoreError
from camelup.server.store import postgresql_connector, schema, sqlite_file
from camelup.server.store.base import Entry, Listed, Status, Store, Summary
from tests.children import started
from tests.server import appending
from tests.server.conftest import Database

WAITING = Summary("waiting", is_open=True, headline='{"edition":2}')
PLAYING = Summary("playing", is_open=True, headline='{"edition":2,"names":["Anna","Бо 🐪"]}')
ROOT = Path(__file__).parent.parent.parent


@asynccontextmanager
async def opened(*stores: Store) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for store in stores:
            await store.open()
            stack.push_async_callback(store.close)
        yield


def texts(entries: list[Entry]) -> list[tuple[int, str]]:
    return [(entry.number, entry.text) for entry in entries]


async def test_a_log_is_read_as_it_was_written(database: Database) -> None:
    written = []
    store = database.store()
    async with opened(store):
        assert await store.read("t") == []
        for number, text in enumerate(['{"a":"\\u0000"}', "Зоя 🐪 \\ \" '", "", "x" * 100_000], 1):
            at = await store.append("t", number, text, WAITING if number == 1 else None)
            assert at is not None
            written.append(Entry(number, at, text))
        assert await store.read("t") == written
        assert await store.read("t", after=2) == written[2:]
        assert await store.read("t", after=9) == []
    again = database.store()
    async with opened(again):
        assert await again.read("t") == written


async def test_what_is_listed_of_one_table_is_found_without_its_log(database: Database) -> None:
    store = database.store()
    async with opened(store):
        await store.append("t", 1, "made", WAITING)
        await store.append("u", 1, "made", WAITING)
        await store.append("t", 2, "begun", PLAYING)
        listed = {found.table: found for found in await store.list_tables()}
        assert [await store.find_table(name) for name in ("t", "u")] == [listed["t"], listed["u"]]
        assert (listed["t"].summary, listed["t"].length) == (PLAYING, 2)
        assert [await store.find_table(name) for name in ("v", "", "\0", "'")] == [None] * 4


async def test_a_number_is_given_once_and_none_is_left_out(database: Database) -> None:
    store = database.store()
    async with opened(store):
        assert await store.append("t", 2, "too early") is None
        assert await store.append("t", 1, "first", WAITING) is not None
        assert await store.append("t", 1, "again", PLAYING) is None
        assert await store.append("t", 3, "a gap") is None
        assert await store.append("t", 0, "nothing") is None
        together = await asyncio.gather(*(store.append("t", 2, f"try {tried}") for tried in range(20)))
        assert [at is not None for at in together].count(True) == 1
        chain = await asyncio.gather(*(store.append("t", number, f"{number}") for number in (3, 4, 6, 5, 6)))
        assert [at is not None for at in chain] == [True, True, False, True, True]
        assert [number for number, _ in texts(await store.read("t"))] == [1, 2, 3, 4, 5, 6]
        assert (await store.list_tables())[0].summary == WAITING


async def test_one_that_comes_too_late_does_not_harm_the_others_of_its_batch(database: Database) -> None:
    store = database.store()
    async with opened(store):
        first = await asyncio.gather(*(store.append(f"t{table}", 1, "made", WAITING) for table in range(50)))
        assert None not in first
        tried = await asyncio.gather(*(store.append(f"t{table}", 2 + table % 2, "more") for table in range(50)))
        assert [at is not None for at in tried] == [True, False] * 25
        for table in range(50):
            assert len(await store.read(f"t{table}")) == 2 - table % 2


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), tasks=st.integers(2, 12), tables=st.integers(1, 3))
async def test_many_who_append_at_once(database: Database, seed: int, tasks: int, tables: int) -> None:
    """A log has neither gap nor double, and exactly what was acknowledged."""
    rng = random.Random(seed)
    acknowledged: Counter[tuple[str, int, str]] = Counter()
    prefix = secrets.token_hex(4)  # the examples share a database

    async def play(store: Store, who: int) -> None:
        known: dict[str, int] = {}
        for turn in range(rng.randrange(1, 15)):
            table = f"{prefix}-{rng.randrange(tables)}"
            number = known.get(table, 0) + 1
            text = f"{who} {turn}"
            at = await store.append(table, number, text, WAITING if number == 1 else None)
            if at is not None:
                acknowledged[table, number, text] += 1
            if rng.random() < 0.7:
                known[table] = len(await store.read(table))
            await asyncio.sleep(rng.choice([0, 0, 0.001]))

    stores = [database.store() for _ in range(2 if database.is_shared else 1)]
    async with opened(*stores):
        await asyncio.gather(*(play(stores[who % len(stores)], who) for who in range(tasks)))
    store = database.store()
    async with opened(store):
        found: Counter[tuple[str, int, str]] = Counter()
        for number in range(tables):
            table = f"{prefix}-{number}"
            log = await store.read(table)
            assert [entry.number for entry in log] == list(range(1, len(log) + 1))
            found.update((table, entry.number, entry.text) for entry in log)
    assert found == acknowledged


async def test_nothing_acknowledged_is_lost_when_the_process_is_killed(database: Database) -> None:
    acknowledged: set[tuple[str, int, str]] = set()
    for lines in (1, 40, 200):  # killed early and late
        command = [sys.executable, "-m", appending.__name__, database.address or "", str(database.data), "8"]
        with started(*command, stdout=PIPE, cwd=ROOT) as process:
            assert process.stdout is not None
            printed = [process.stdout.readline() for _ in range(lines)]
            process.kill()
            printed += process.stdout.readlines()
        for line in printed:
            if line.endswith("\n"):
                table, number, text = line.removesuffix("\n").split(" ", 2)
                acknowledged.add((table, int(number), text))
    assert len(acknowledged) >= 241

    async def scenario() -> None:
        store = database.store()
        async with opened(store):
            found = set()
            for table in range(8):
                log = await store.read(f"table-{table}")
                assert [entry.number for entry in log] == list(range(1, len(log) + 1))
                found |= {(f"table-{table}", entry.number, entry.text) for entry in log}
            assert acknowledged <= found
            assert len(found - acknowledged) <= 3 * 8  # what was stored as the kill came

    await scenario()


async def test_closing_finishes_what_is_being_written(database: Database) -> None:
    store = database.store()
    await store.open()
    waiting = [asyncio.create_task(store.append(f"t{table}", 1, "text", WAITING)) for table in range(100)]
    await asyncio.sleep(0)
    await store.close()
    assert all([await append is not None for append in waiting])
    for refused in (store.append("t0", 2, "late"), store.read("t0"), store.list_tables(), store.check()):
        with pytest.raises(StoreError, match="closed"):
            await refused
    again = database.store()
    async with opened(again):
        assert len(await again.list_tables(limit=1000)) == 100


async def test_who_leaves_before_it_is_stored_disturbs_nobody(database: Database) -> None:
    store = database.store()
    async with opened(store):
        tasks = [asyncio.create_task(store.append(f"t{table}", 1, "text", WAITING)) for table in range(10)]
        await asyncio.sleep(0)
        tasks[3].cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(done.pop(3), asyncio.CancelledError)
        assert all(isinstance(at, float) for at in done)


async def test_tables_are_listed_by_their_latest_change(database: Database) -> None:
    store = database.store()
    async with opened(store):
        made: dict[str, float | None] = {}
        statuses: list[tuple[str, Status, bool]] = [
            ("a", "waiting", True),
            ("b", "playing", True),
            ("c", "finished", False),
            ("d", "closed", True),
        ]
        for table, status, is_open in statuses:
            made[table] = await store.append(table, 1, "text", Summary(status, is_open, f'{{"name":"{table}"}}'))
        changed = await store.append("a", 2, "text", PLAYING)
        plain = await store.append("b", 2, "text")
        every = await store.list_tables()
        assert [listed.table for listed in every] == ["b", "a", "d", "c"]
        assert every[1] == Listed("a", made["a"] or 0, changed or 0, PLAYING, 2)
        assert every[0] == Listed("b", made["b"] or 0, plain or 0, Summary("playing", True, '{"name":"b"}'), 2)  # noqa: FBT003

        async def names(**wanted: object) -> str:
            return "".join(listed.table for listed in await store.list_tables(**wanted))  # type: ignore[arg-type]

        assert await names(limit=2) == "ba"
        assert await names(status=["playing"]) == "ba"
        assert await names(status=("finished", "closed")) == "dc"
        assert await names(status=[]) == ""
        assert await names(is_open=False) == "c"
        assert await names(is_open=True, status=["closed", "waiting"]) == "d"
        assert await names(before=made["d"]) == "c"
        assert await names(before=0.0) == ""
        for table in "xyz":  # the finished ones that are open, the latest first
            await store.append(table, 1, "text", Summary("finished", True, "{}"))  # noqa: FBT003
        assert [listed.table for listed in await store.list_open_games(2)] == ["z", "y"]


async def test_deleted_tables_are_gone_and_the_others_stay(database: Database) -> None:
    store = database.store()
    async with opened(store):
        for table in "abc":
            await store.append(table, 1, table, WAITING)
        await store.delete(["a", "c", "unknown"])
        assert [listed.table for listed in await store.list_tables()] == ["b"]
        assert await store.read("a") == []
        assert texts(await store.read("b")) == [(1, "b")]
        assert await store.append("a", 2, "after the end") is None
        assert await store.append("a", 1, "another of this name", WAITING) is not None
        await store.delete([])


async def test_a_whole_table_comes_from_elsewhere_with_its_times_or_not_at_all(database: Database) -> None:
    entries = [Entry(1, 1234567890.123456, "one"), Entry(2, 1234567891.654321, "two")]
    listed = Listed("old", 1234567890.123456, 1234567891.654321, PLAYING, 2)

    store = database.store()
    async with opened(store):
        assert await store.add_table(listed, entries)
        assert not await store.add_table(listed, entries[:1])
        assert await store.read("old") == entries
        assert await store.list_tables() == [listed]
        assert await store.append("old", 3, "goes on") is not None
        with pytest.raises(StoreError):
            await store.add_table(listed._replace(table="half"), [entries[0], entries[0]])
        assert await store.read("half") == []
        assert len(await store.list_tables()) == 1


@pytest.mark.parametrize("name", ["", "x" * 101, "a\0b", "a\nb", "\udc80", "\u202e"])
async def test_what_can_be_no_name_of_a_table_is_refused_and_never_found(database: Database, name: str) -> None:
    store = database.store()
    async with opened(store):
        assert await store.read(name) == []
        for refused in (store.append(name, 1, "text", WAITING), store.append(name, 2, "text")):
            with pytest.raises(StoreError) as error:
                await refused
            assert error.value.code == "table"
        with pytest.raises(StoreError) as error:
            await store.notify(name, "hello")
        assert error.value.code == "message"


async def test_a_new_table_needs_a_summary_and_a_message_has_an_end(database: Database) -> None:
    store = database.store()
    async with opened(store):
        with pytest.raises(StoreError) as error:
            await store.append("t", 1, "text")
        assert error.value.code == "table"
        await store.notify("t", '"' * 3000)
        with pytest.raises(StoreError) as error:
            await store.notify("t", '"' * 4000)
        assert error.value.code == "message"


async def test_a_store_that_works_says_so_and_lives(database: Database) -> None:
    store = database.store()
    async with opened(store):
        await store.check()
        assert store.living == {store.process}
        assert await store.claim("t")
        assert await store.claim("t")
        await store.release("t")
        assert await store.claim("t")


async def test_a_database_that_is_only_read_must_be_there_and_is_not_written(database: Database) -> None:
    with pytest.raises(StoreError) as error:
        await database.store("read").open()
    assert error.value.code == "absent"
    assert not database.data.exists() or not list(database.data.iterdir())
    store, reader = database.store(), database.store("read")
    async with opened(store):
        await store.append("t", 1, "text", WAITING)
        async with opened(reader):
            await store.append("t", 2, "more")
            assert len(await reader.read("t")) == 2
            assert len(await reader.list_tables()) == 1
            assert store.living == {store.process}


async def test_tables_are_imported_and_pruned_beside_a_server(database: Database) -> None:
    store, guest = database.store(), database.store("share")
    async with opened(store, guest):
        await store.append("t", 1, "text", WAITING)
        assert await guest.add_table(Listed("new", 1.0, 2.0, PLAYING), [Entry(1, 1.0, "text")])
        assert texts(await store.read("new")) == [(1, "text")]
        await guest.delete(["t"])
        assert await store.append("t", 2, "text") is None
        assert await store.append("new", 2, "text") is not None
        assert store.living == {store.process}


# --- Migrations -----------------------------------------------------------------------------------------------


def add_step(monkeypatch: pytest.MonkeyPatch, *statements: str) -> None:
    """Let the program be one that knows a step more."""
    for module, steps in ((sqlite_file, "SQLITE_STEPS"), (postgresql_connector, "POSTGRESQL_STEPS")):
        monkeypatch.setattr(module, steps, (*getattr(schema, steps), statements))
        monkeypatch.setattr(module, "VERSION", schema.VERSION + 1)
        monkeypatch.setattr(module, "OLDEST_READABLE", schema.VERSION + 1)
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)


async def test_a_database_is_brought_to_the_programs_version_with_all_that_is_in_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:

    async def look() -> None:
        with pytest.raises(StoreError) as error:
            await database.store("read").open()
        assert error.value.code == "older"
        store = database.store()
        async with opened(store):
            assert texts(await store.read("t")) == [(1, "text")]
            assert await store.append("t", 2, "more") is not None

    async def look_with_the_old_program() -> None:
        for access in ("serve", "share", "read"):
            with pytest.raises(StoreError) as error:
                await database.store(access).open()
            assert error.value.code == "newer"

    store = database.store()
    async with opened(store):
        await store.append("t", 1, "text", WAITING)
    with monkeypatch.context() as newer:
        add_step(newer, "CREATE TABLE camelup_more (a integer)", "DROP TABLE camelup_more")
        await look()
    for access in ("serve", "share", "read"):
        with pytest.raises(StoreError) as error:
            await database.store(access).open()
        assert error.value.code == "newer"


async def test_a_step_that_fails_changes_nothing(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> None:
        with pytest.raises(StoreError) as error:
            await database.store().open()
        assert error.value.code == "database"

    async def go_on(number: int) -> None:
        store = database.store()
        async with opened(store):
            assert await store.append("t", number, "text") is not None

    store = database.store()
    async with opened(store):
        await store.append("t", 1, "text", WAITING)
    with monkeypatch.context() as newer:
        add_step(newer, "CREATE TABLE camelup_more (a integer)", "CREATE TABLE camelup_more (a integer)")
        with pytest.raises(StoreError) as error:
            await database.store().open()
        assert error.value.code == "database"
    await go_on(2)
    with monkeypatch.context() as newer:
        add_step(newer, "CREATE TABLE camelup_more (a integer)")
        await go_on(3)

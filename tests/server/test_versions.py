"""Old and new processes on one database during an upgrade, and logs from a still newer version."""

from pathlib import Path

import asyncpg
import pytest

from camelup.core.errors import RequestError, StoreError
from camelup.protocol.http import NewTable
from camelup.protocol.settings import Settings
from camelup.server.store.schema import VERSION
from camelup.server.tables import commands, events
from camelup.server.tables.archive import Whole, import_tables
from camelup.server.tables.integrity import Checked, check_table
from tests.server.conftest import Database
from tests.server.honest import make_waiting
from tests.server.live import LiveClient, LiveServer
from tests.server.test_store import opened as opened_store
from tests.server.test_table_manager import opened, visiting

_TABLE = NewTable(Settings(seats=2))
_OLD_BEAT = "INSERT INTO camelup_processes (name, seen) VALUES ('old', clock_timestamp() - $1 * interval '1 second')"
"""As a program writes it that knows the second step only."""


async def test_a_table_is_made_in_the_newest_version(database: Database) -> None:
    async with opened(database.store()) as manager:
        assert (await manager.read_table(await manager.make(_TABLE))).version == events.LOG_VERSION


async def test_tables_are_made_for_old_processes_while_there_are_any(postgresql: Database) -> None:
    async with opened(postgresql.store()) as manager:
        connection = await asyncpg.connect(postgresql.address)

        async def versions() -> set[int]:
            made = await manager.read_table(await manager.make(_TABLE))
            again = commands.create(Settings(), bytes(32), made.code, version=await manager.find_version())
            return {made.version, again.version}

        await connection.execute(_OLD_BEAT, 30)  # silent for a while: it may yet wake up
        assert await versions() == {1}
        await connection.execute("UPDATE camelup_processes SET seen = seen - interval '40 seconds' WHERE name = 'old'")
        assert await versions() == {events.LOG_VERSION}
        await connection.execute("DELETE FROM camelup_processes WHERE name = 'old'")
        await connection.execute(_OLD_BEAT, 0)
        assert await versions() == {1}
        await connection.execute("DELETE FROM camelup_processes WHERE name = 'old'")  # as it does when it is stopped
        assert await versions() == {events.LOG_VERSION}
        assert await connection.fetchval("SELECT version FROM camelup_processes") == VERSION
        await connection.close()


async def test_newer_tables_are_not_imported_beside_old_processes(postgresql: Database) -> None:
    made = make_waiting("newtab22", 1_790_000_000.0)
    whole = Whole(made.listed, made.entries)

    async def source():  # type: ignore[no-untyped-def]  # noqa: ANN202 - as Source
        yield whole

    async with opened_store(postgresql.store()):
        connection = await asyncpg.connect(postgresql.address)
        await connection.execute(_OLD_BEAT, 0)
        store = postgresql.store("share")
        async with opened_store(store):
            with pytest.raises(StoreError) as error:
                await import_tables(store, source)
            assert error.value.code == "mixed"
            assert await store.read("newtab22") == []
            await connection.execute("DELETE FROM camelup_processes WHERE name = 'old'")
            first, *others = made.entries
            later = first._replace(text=first.text.replace('"version":2', '"version":99'))
            assert later != first
            whole = Whole(made.listed, [later, *others])
            with pytest.raises(StoreError, match="newer camelup"):
                await import_tables(store, source)
            whole = Whole(made.listed, made.entries)
            assert await import_tables(store, source) == (1, 0)
        await connection.close()


_LATER = (
    '{"type":"created","settings":{},"secret":"00","version":99}',
    '{"type":"teleported","seat":1}',
)


@pytest.mark.parametrize("text", _LATER)
def test_what_a_newer_program_wrote_is_refused_as_such(text: str) -> None:
    with pytest.raises(RequestError) as error:
        events.check_version(getattr(events.read_event(text), "version", 0))
    assert error.value.code == "newer"


async def test_a_table_that_is_too_new_is_refused_and_the_others_go_on(database: Database) -> None:
    store = database.store()
    async with opened(store) as manager:
        codes = [await manager.make(_TABLE) for _ in range(3)]
        async with visiting(manager, codes[2], "Ann") as ann:
            for code in codes[1:]:  # one while it is closed, one while it is open
                assert await store.append(code, 2, _LATER[1]) is not None
            for code in codes[1:]:
                with pytest.raises(RequestError) as error:
                    await (manager.read_table(code) if code == codes[1] else ann.session.catch_up())
                assert error.value.code == "newer"
        (listed,) = [listed for listed in await store.list_tables() if listed.table == codes[1]]
        _, faults = check_table(listed, await store.read(codes[1]), Checked())
        assert faults == ["entry 2: only a newer camelup knows it"]
        assert (await manager.read_table(codes[0])).status == "waiting"


async def test_a_client_learns_that_a_table_is_too_new(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with LiveServer(data) as server:
        code = server.make_table()
        assert server.stop() == 0
        store = Database(None, data).store()
        async with opened_store(store):
            await store.append(code, 2, _LATER[1])
        server.start()
        assert server.ask(f"/api/tables/{code}")[0] == 503
        client = LiveClient(server, code)
        await client.open()
        await client.say({"type": "hello", "protocol": 1})
        assert (await client.hear("error"))["code"] == "newer"
        assert server.ask("/api/tables")[0] == 200

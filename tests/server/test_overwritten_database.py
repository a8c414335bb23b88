"""A database that somebody writes over while the server runs, as `cp` does: it notices, refuses and leaves it alone."""

import asyncio
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from camelup.core.errors import StoreError
from camelup.server.store import sqlite, sqlite_file
from camelup.server.store.sqlite import SqliteStore
from tests.children import start
from tests.server.appending import SUMMARY
from tests.server.live import LiveServer, join, seat_people, start_game

if sys.platform == "win32":
    pytest.skip("Windows lets nobody copy over a file that is open", allow_module_level=True)

OTHER_PROGRAM = """
import sqlite3, sys
for statement in sys.argv[2:]:
    connection = sqlite3.connect(sys.argv[1], isolation_level=None)
    connection.execute(statement).fetchall()
    connection.close()
"""


def copy_over(path: Path) -> None:
    """Restore an older copy as `cp` does: into the same file."""
    shutil.copyfile(path.with_name("older"), path)


def write_over(path: Path) -> None:
    """Write something else into a file without making it shorter."""
    with path.open("r+b") as file:
        file.write(b"garbage" * 3000)


WAYS: dict[str, Callable[[Path], None]] = {
    "an older copy": copy_over,
    "nothing": lambda path: os.truncate(path, 0),
    "garbage": write_over,
    "a shorter log": lambda path: os.truncate(f"{path}-wal", 5000),
    "garbage in the log": lambda path: write_over(Path(f"{path}-wal")),
}


@pytest.fixture(autouse=True)
def _quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let stores of this process look after their files more often, so that tests need not wait for it."""
    monkeypatch.setattr(sqlite, "_LOOK_SECONDS", 0.02)


def lines(caplog: pytest.LogCaptureFixture, start: str) -> list[str]:
    return [line for line in caplog.messages if line.startswith(f"camelup: {start}")]


async def wait_for_loss(store: SqliteStore) -> None:
    async with asyncio.timeout(20):
        while store.health.loss is None:  # noqa: ASYNC110 - the writing thread cannot wake the test
            await asyncio.sleep(0.01)


async def make_older(path: Path) -> None:
    """Make a database with an older copy beside it."""
    store = SqliteStore(path)
    await store.open()
    for number in range(1, 5):
        await store.append("t", number, f"text {number}", SUMMARY)
    await store.close()
    shutil.copyfile(path, path.with_name("older"))
    store = SqliteStore(path)
    await store.open()
    for number in range(5, 60):
        await store.append("t", number, "text" * 100, SUMMARY)
    await store.close()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("when", ["at once", "when nothing is written"])
async def test_what_is_written_over_is_refused_and_left_as_it_is(
    tmp_path: Path, way: str, when: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "db"
    await make_older(path)
    store = SqliteStore(path)
    await store.open()
    for number in range(60, 70):
        await store.append("t", number, f"text {number}", SUMMARY)
    WAYS[way](path)
    found = path.read_bytes()
    if when == "at once" and way != "garbage in the log":  # that is looked at only now and then
        with pytest.raises(StoreError):
            await store.append("t", 70, "nowhere", SUMMARY)
    else:
        await wait_for_loss(store)
    for ask in (lambda: store.append("t", 70, "nowhere", SUMMARY), store.check, lambda: store.read("t")):
        with pytest.raises(StoreError) as error:
            await ask()
        assert error.value.code == "unavailable"
        assert "was overwritten while the server ran" in error.value.message
    await store.close()
    assert path.read_bytes() == found
    assert not Path(f"{path}-wal").exists()  # SQLite would mix it with the other file
    assert len(list(tmp_path.glob("db-wal.overwritten-*"))) == 1
    assert len(lines(caplog, "Cannot write to the database")) == 1
    told = lines(caplog, "What was in its log is saved") + lines(caplog, "The tables cannot be saved")
    assert len(told) == 1
    assert "The log is kept as " in told[0]
    for rescued in tmp_path.glob("*-rescued-*.sqlite"):
        with sqlite3.connect(rescued) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()
    if way == "an older copy":
        again = SqliteStore(path)
        await again.open()
        assert len(await again.read("t")) == 4
        await again.close()


async def test_checkpoints_and_other_programs_are_no_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sqlite, "_LOOK_SECONDS", 0.0)
    monkeypatch.setattr(sqlite_file, "_PAGES_IN_LOG", 7)
    path = tmp_path / "db"
    store = SqliteStore(path)
    await store.open()
    statements = ["PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM", "PRAGMA wal_checkpoint(RESTART)"] * 2
    other = start(sys.executable, "-c", OTHER_PROGRAM, str(path), *statements)
    number = 0
    async with asyncio.timeout(60):
        while other.poll() is None or number < 60:
            number += 1
            assert await store.append("t", number, "text" * 300, SUMMARY) is not None
            if number % 5 == 0:
                path.touch()
    assert other.returncode == 0
    assert store.health.loss is None
    await store.close()
    assert caplog.messages == []
    again = SqliteStore(path)
    await again.open()
    assert len(await again.read("t")) == number
    await again.close()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["db", "db.lock"]


async def test_a_server_that_gets_an_older_file_refuses_and_starts_with_it(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "data").mkdir(mode=0o700)
    path = tmp_path / "data" / "camelup.sqlite"
    path.symlink_to(tmp_path / "disk" / "real.sqlite")
    server = LiveServer(tmp_path / "data")
    with server:
        code = server.make_table(seats=2)
        people = await seat_people(server, code, ["Ann", "Bo"])
        await start_game(people)
        token = people[0].token
        older = sqlite3.connect(tmp_path / "older")
        with sqlite3.connect(path) as connection:
            connection.backup(older)
        connection.close()
        older.close()
        actor = next(person for person in people if person.views[person.seats[0]]["legal"])
        assert (await actor.act())["type"] == "done"
        shutil.copyfile(tmp_path / "older", path)
        actor = next(person for person in people if person is not actor)
        await actor.hear("played")
        answer = await actor.act()
        assert answer.get("code") == "unavailable", (answer, server.take_errors())
        assert "real.sqlite was overwritten" in answer["message"]
        assert server.ask("/ready")[0] == 503
        await server.leave()
        assert server.stop() == 0
        assert len(server.take_errors()) == 2
        assert path.is_symlink()
        assert path.read_bytes() == (tmp_path / "older").read_bytes()
        server.start()
        again = await join(server, code, token=token)
        assert again.ply == 0
        assert (await again.act() if again.views[again.seats[0]]["legal"] else {"type": "done"})["type"] == "done"
        await server.leave()
        server.end()

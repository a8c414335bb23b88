"""A database that somebody removes or replaces while the server runs: it notices, refuses, and saves every table."""

import asyncio
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from camelup.core.errors import StoreError
from camelup.server.store import sqlite, sqlite_rescue
from camelup.server.store.sqlite import SqliteStore
from tests.server.appending import SUMMARY
from tests.server.live import LiveServer, join, seat_people, start_game

if sys.platform == "win32":
    pytest.skip("Windows lets nobody remove a file that is open", allow_module_level=True)


def replace(path: Path) -> None:
    """Put another file in place of one, as `mv` and restoring programs do."""
    other = path.with_name("other")
    shutil.copy(path, other)
    other.replace(path)


WAYS: dict[str, Callable[[Path], None]] = {
    "the folder is removed": lambda path: shutil.rmtree(path.parent),
    "the file is removed": Path.unlink,
    "the file is replaced": replace,
    "the log is removed": lambda path: Path(f"{path}-wal").unlink(),
    "the log is replaced": lambda path: replace(Path(f"{path}-wal")),
    "the memory is removed": lambda path: Path(f"{path}-shm").unlink(),
}


@pytest.fixture(autouse=True)
def _quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let stores of this process look after their files more often, so that tests need not wait for it."""
    assert sqlite._LOOK_SECONDS < 1  # noqa: SLF001 - what is promised: a loss is noticed within a second
    monkeypatch.setattr(sqlite, "_LOOK_SECONDS", 0.02)
    monkeypatch.setattr(sqlite_rescue, "_AGAIN_SECONDS", 0.02)


async def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for something that comes within a second; the limit is only for what never comes."""
    async with asyncio.timeout(60):
        while not is_so():  # noqa: ASYNC110 - the writing thread cannot wake the test
            await asyncio.sleep(0.01)


def lines(caplog: pytest.LogCaptureFixture, start: str) -> list[str]:
    return [line for line in caplog.messages if line.startswith(f"camelup: {start}")]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("when", ["at once", "when nothing is written"])
async def test_what_cannot_be_reached_any_more_is_refused_and_saved(
    tmp_path: Path, way: str, when: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "data" / "db"
    store = SqliteStore(path)
    await store.open()
    stored = [await store.append("t", number, f"text {number}", SUMMARY) for number in range(1, 20)]
    WAYS[way](path)
    if when != "at once":
        await wait_until(lambda: store.health.loss is not None)
    for _ in range(3):
        with pytest.raises(StoreError) as error:
            await store.append("t", 20, "nowhere", SUMMARY)
        assert error.value.code == "unavailable"
        assert "while the server ran" in error.value.message
        assert str(tmp_path) not in error.value.message  # strangers read it
        with pytest.raises(StoreError):
            await store.check()
        with pytest.raises(StoreError):
            await store.read("t")
    await store.close()
    assert len(lines(caplog, "Cannot write to the database")) == 1
    (saved,) = lines(caplog, "All tables are saved in ")
    rescued = Path(saved.removeprefix("camelup: All tables are saved in ").partition(". Put")[0])
    assert rescued.stat().st_mode & 0o777 == 0o600
    assert rescued.parent == (tmp_path if way == "the folder is removed" else path.parent)
    again = SqliteStore(rescued)
    await again.open()
    entries = await again.read("t")
    await again.close()
    assert [entry.at for entry in entries] == stored
    if not way.startswith("the f"):  # what is open has been put in place as the server stopped
        again = SqliteStore(path)
        await again.open()
        assert len(await again.read("t")) == 19
        await again.close()


async def test_what_is_back_in_its_place_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = SqliteStore(tmp_path / "data" / "db")
    await store.open()
    await store.append("t", 1, "text", SUMMARY)
    (tmp_path / "data").rename(tmp_path / "elsewhere")
    await wait_until(lambda: store.health.loss is not None)
    (tmp_path / "elsewhere").rename(tmp_path / "data")
    await wait_until(lambda: store.health.loss is None)
    assert await store.append("t", 2, "text") is not None
    await store.close()
    assert len(lines(caplog, "The database")) == 1
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == ["db", "db.lock"]


async def test_a_copy_that_is_removed_is_made_again(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "data" / "db")
    await store.open()
    await store.append("t", 1, "text", SUMMARY)
    (tmp_path / "data" / "db").unlink()
    await wait_until(lambda: bool(list((tmp_path / "data").glob("*-rescued-*.sqlite"))))
    (tmp_path / "data").rename(tmp_path / "gone")  # at once: a copy could be made between the first file and the last
    await wait_until(lambda: bool(list(tmp_path.glob("*-rescued-*.sqlite"))))
    await store.close()


async def test_a_copy_is_tried_until_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def folders(path: Path) -> list[Path]:
        return [path.parent.parent / "room"]

    monkeypatch.setattr(sqlite_rescue, "_folders", folders)
    store = SqliteStore(tmp_path / "data" / "db")
    await store.open()
    await store.append("t", 1, "text", SUMMARY)
    (tmp_path / "data" / "db").unlink()
    await wait_until(lambda: bool(lines(caplog, "Cannot save the tables")))
    (tmp_path / "room").mkdir()
    await wait_until(lambda: bool(list((tmp_path / "room").glob("*-rescued-*.sqlite"))))
    await store.close()
    assert len(lines(caplog, "Cannot save the tables")) == len(lines(caplog, "All tables are saved")) == 1


async def test_a_copy_belongs_to_one_database_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # As the last places for a copy, which all servers of a user share.
    monkeypatch.setattr(sqlite_rescue, "_folders", lambda _path: [tmp_path])
    lost, other = tmp_path / "lost [1]" / "db", tmp_path / "other" / "db"
    store = SqliteStore(lost)
    await store.open()
    await store.append("t", 1, "text", SUMMARY)
    shutil.rmtree(lost.parent)
    await wait_until(lambda: bool(lines(caplog, "All tables are saved")))
    await store.close()
    for path, found in ((other, 0), (lost, 1)):
        again = SqliteStore(path)
        await again.open()
        await again.close()
        assert len(lines(caplog, "There is no database")) == found


async def test_a_server_whose_folder_is_removed_loses_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = LiveServer(data)
    with server:
        code = server.make_table(seats=2)
        people = await seat_people(server, code, ["Ann", "Bo"])
        await start_game(people)
        actor = next(person for person in people if person.views[person.seats[0]]["legal"])
        assert (await actor.act())["type"] == "done"
        shutil.rmtree(data)
        actor = next(person for person in people if person is not actor)
        await actor.hear("played")
        answer = await actor.act()
        assert answer["code"] == "unavailable"
        assert "camelup.sqlite was removed" in answer["message"]
        for path, body in (("/ready", None), ("/api/tables", {}), ("/api/tables", None)):
            status, refusal = server.ask(path, body)
            assert (status, refusal["code"]) == (503, "unavailable")
        assert server.ask("/health")[0] == 200
        assert "\ncamelup_database_failing 1" in server.ask("/metrics")[1]
        token = actor.token
        await server.leave()
        assert server.stop() == 0
        log = server.take_errors()
        assert [line.partition(" the database")[0] for line in log[:1]] == ["camelup: Cannot write to"]
        assert len(log) == 2
        assert not data.exists()  # nothing is made anew while it runs
        (rescued,) = tmp_path.glob("camelup-rescued-*.sqlite")
        assert str(rescued) in log[1]
        data.mkdir()
        os.rename(rescued, data / "camelup.sqlite")  # noqa: PTH104 - as an operator would
        server.start()
        again = await join(server, code, token=token)
        assert again.ply == 1
        assert (await again.act())["type"] == "done"
        await server.leave()
        server.end()

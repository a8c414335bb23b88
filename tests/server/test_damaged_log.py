"""A log of SQLite (-wal) that was cut or damaged after the server was killed: what is lost is told, and kept beside."""

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from camelup.core.errors import StoreError
from camelup.server.store.sqlite import SqliteStore
from tests.server.appending import SUMMARY

_HEADER, _FRAME = 32, 24 + 4096
_COUNT = 20


def _cut(log: Path, size: int) -> None:
    with log.open("r+b") as file:
        file.truncate(size)


def _flip(log: Path, at: int) -> None:
    with log.open("r+b") as file:
        file.seek(at)
        (byte,) = file.read(1)
        file.seek(at)
        file.write(bytes((byte ^ 0x10,)))


def _frames(log: Path) -> int:
    return (log.stat().st_size - _HEADER) // _FRAME


def _commits(log: Path) -> list[int]:
    """Give the frames that end a transaction, and belong to what the header begins."""
    content = log.read_bytes()
    heads = [content[_HEADER + number * _FRAME :][:24] for number in range(_frames(log))]
    return [number for number, head in enumerate(heads) if any(head[4:8]) and head[8:16] == content[16:24]]


def _append_torn_frame(log: Path) -> None:
    with log.open("ab") as file:
        file.write(log.read_bytes()[_HEADER : _HEADER + _FRAME // 2])


def _leave_out(log: Path) -> None:
    content = log.read_bytes()
    log.write_bytes(content[: _HEADER + 2 * _FRAME] + content[_HEADER + 2 * _FRAME + 100 :])


def _forget(log: Path) -> None:
    log.with_name("db.lock").unlink()


def _both(*steps: Callable[[Path], None]) -> Callable[[Path], None]:
    def do(log: Path) -> None:
        for step in steps:
            step(log)

    return do


def _prune(log: Path) -> None:
    async def prune() -> None:
        store = SqliteStore(log.with_name("db"), "share")
        await store.open()
        await store.delete(["t"])
        await store.close()

    thread = threading.Thread(target=lambda: asyncio.run(prune()))
    thread.start()
    thread.join()


HARMLESS: dict[str, Callable[[Path], None]] = {
    "nothing": lambda _: None,
    "a transaction that was not finished": _append_torn_frame,
    "the same without a mark": _both(_append_torn_frame, _forget),
    "no shared memory": lambda log: log.with_name("db-shm").unlink(missing_ok=True),
    "tables that were removed": _prune,
    "a mark that is none": lambda log: _flip(log.with_name("db.lock"), 20),
}
DAMAGE: dict[str, Callable[[Path], None]] = {
    "cut after a transaction": lambda log: _cut(log, _HEADER + (_commits(log)[-2] + 1) * _FRAME),
    "cut in a transaction": lambda log: _cut(log, _HEADER + _commits(log)[-1] * _FRAME + 100),
    "cut to nothing": lambda log: _cut(log, 0),
    "removed": Path.unlink,
    "a page in the middle": lambda log: _flip(log, _HEADER + _commits(log)[-5] * _FRAME + 1000),
    "the same without a mark": _both(lambda log: _flip(log, _HEADER + _commits(log)[-5] * _FRAME), _forget),
    "a checksum": lambda log: _flip(log, _HEADER + _commits(log)[-3] * _FRAME + 17),
    "salts": lambda log: _flip(log, _HEADER + _commits(log)[-3] * _FRAME + 9),
    "the last page": lambda log: _flip(log, _HEADER + _commits(log)[-1] * _FRAME + 2000),
    "the header": lambda log: _flip(log, 25),
    "the header without a mark": _both(lambda log: _flip(log, 2), _forget),
    "bytes in the middle": _leave_out,
    "the file itself": _both(Path.unlink, lambda log: _cut(log.with_name("db"), 0)),
}


def _begin_log_again(path: Path) -> None:
    """Put all pages in place: the next transaction is written over the beginning of the log."""
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()[0] == 0
    connection.close()


@pytest.fixture(scope="module", params=["first log", "log begun again"])
def killed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of a server that was killed; in one, older frames follow the current ones."""
    folder = tmp_path_factory.mktemp("killed")
    is_again = request.param == "log begun again"

    async def serve() -> None:
        store = SqliteStore(folder / "open" / "db")
        await store.open()
        number = 0
        for _ in range(40 if is_again else 0):
            number += 1
            await store.append("t", number, "x" * 3000, SUMMARY)
        if is_again:
            _begin_log_again(folder / "open" / "db")
        for _ in range(_COUNT):
            number += 1
            await store.append("t", number, "x", SUMMARY)
        shutil.copytree(folder / "open", folder / "killed")
        await store.close()

    asyncio.run(serve())
    return folder / "killed"


@contextmanager
def damaged(killed: Path, folder: Path, damage: Callable[[Path], None]) -> Iterator[Path]:
    shutil.copytree(killed, folder / "data")
    damage(folder / "data" / "db-wal")
    yield folder / "data" / "db"


async def entries_of(path: Path) -> int:
    store = SqliteStore(path)
    await store.open()
    count = len(await store.read("t"))
    await store.append("u", 1, "on it goes", SUMMARY)
    await store.close()
    return count


@pytest.mark.parametrize("what", HARMLESS)
async def test_nothing_is_told_where_nothing_is_lost(
    killed: Path, tmp_path: Path, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    with damaged(killed, tmp_path, HARMLESS[what]) as path:
        assert await entries_of(path) in ({0} if HARMLESS[what] is _prune else {_COUNT, _COUNT + 40})
        assert caplog.messages == []
        assert sorted(found.name for found in path.parent.iterdir()) == ["db", "db.lock"]


@pytest.mark.parametrize("what", DAMAGE)
async def test_what_is_lost_is_told_once_and_kept(
    killed: Path, tmp_path: Path, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    with damaged(killed, tmp_path, DAMAGE[what]) as path:
        log = path.with_name("db-wal")
        content = log.read_bytes() if log.exists() else b""
        assert await entries_of(path) not in {_COUNT, _COUNT + 40}
        (line,) = caplog.messages
        assert line.startswith(f"camelup: The database {path} was damaged while no server ran: ")
        copies = list(path.parent.glob("db-wal.damaged-*"))
        assert [copy.read_bytes() for copy in copies] == ([content] if content else [])
        assert all(str(copy) in line and copy.stat().st_mode & 0o777 == 0o600 for copy in copies)
        caplog.clear()
        await entries_of(path)
        assert caplog.messages == []


@pytest.mark.parametrize("kind", ["harmless", "damage"])
async def test_a_check_finds_the_same_and_leaves_it_to_the_server(killed: Path, tmp_path: Path, kind: str) -> None:
    for number, (what, do) in enumerate((HARMLESS if kind == "harmless" else DAMAGE).items()):
        with damaged(killed, tmp_path / str(number), do) as path:
            log = path.with_name("db-wal")
            content = log.read_bytes() if log.exists() else b""
            try:
                found = await damage_of(path)
            except StoreError as error:
                found = [error.message]
            assert bool(found) == (kind == "damage"), f"{what}: {found}"
            assert (log.read_bytes() if log.exists() else b"") == content, what


async def damage_of(path: Path) -> list[str]:
    store = SqliteStore(path, "read")
    await store.open()
    try:
        return [what for _, what in await store.find_damage() if "-wal" in what]
    finally:
        await store.close()


async def test_a_database_that_is_gone_since_a_kill_is_missed(
    killed: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with damaged(killed, tmp_path, lambda log: log.with_name("db").unlink()) as path:
        path.with_name("db-wal").unlink()
        assert await entries_of(path) == 0
        assert caplog.messages == [
            f"camelup: The database {path} is gone since the server was killed. A new one is made."
        ]

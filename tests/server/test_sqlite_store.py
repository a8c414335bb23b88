"""What only a store in a file has: a lock, a file that may be anything, and a disk that may be full."""

import sqlite3
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from camelup.core.errors import StoreError
from camelup.server.store import make_store
from camelup.server.store.base import Access, Summary
from camelup.server.store.schema import OLDEST_READABLE, VERSION
from camelup.server.store.sqlite import SqliteStore
from tests import children
from tests.server.appending import SUMMARY

ROOT = Path(__file__).parent.parent.parent


async def refused(path: Path, access: Access = "serve") -> StoreError:
    """Give the error of a store that cannot be opened, after which everything is as it was."""
    before = contents(path.parent)
    with pytest.raises(StoreError) as error:
        await SqliteStore(path, access).open()
    assert contents(path.parent) == before
    return error.value


def contents(folder: Path) -> dict[str, bytes | None]:
    if not folder.is_dir():
        return {}
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


async def make(path: Path) -> None:
    store = SqliteStore(path)
    await store.open()
    await store.append("t", 1, "text", SUMMARY)
    await store.close()


async def test_a_file_has_one_server(tmp_path: Path) -> None:
    first, second = SqliteStore(tmp_path / "db"), SqliteStore(tmp_path / "db")
    await first.open()
    with pytest.raises(StoreError, match="Another camelup is using the database") as error:
        await second.open()
    assert error.value.code == "in_use"
    assert await first.append("t", 1, "text", SUMMARY) is not None
    await first.close()
    third = SqliteStore(tmp_path / "db")
    await third.open()
    await third.close()


async def test_what_is_stored_is_for_its_owner_alone_and_in_one_file_when_closed(tmp_path: Path) -> None:
    await make(tmp_path / "folder" / "db")
    assert sorted(contents(tmp_path / "folder")) == ["db", "db.lock"]
    for path in (tmp_path / "folder").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "folder").stat().st_mode) == 0o700


async def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "db"
    await make(path)
    (tmp_path / "db.lock").unlink()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    for access in ("serve", "share", "read"):
        error = await refused(path, access)
        assert error.code == "newer"
        assert str(path) in error.message


async def test_a_version_that_only_the_log_beside_the_file_tells_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "db"
    await make(path)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.commit()
    with pytest.raises(StoreError) as error:
        await SqliteStore(path).open()
    assert error.value.code == "newer"
    connection.close()


async def test_an_older_database_is_not_read_before_it_is_migrated(tmp_path: Path) -> None:
    path = tmp_path / "db"
    await make(path)
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {OLDEST_READABLE - 1}")
    connection.close()
    assert (await refused(path, "read")).code == "older"


@pytest.mark.parametrize("content", [b"hello", b"x" * 5000, b"SQLite format 3\0"])
async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "db").write_bytes(content)
    assert (await refused(tmp_path / "db")).code == "database"


async def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "db") as connection:
        connection.execute("CREATE TABLE cats (name)")
    connection.close()
    assert (await refused(tmp_path / "db")).code == "database"


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "db").mkdir()
    assert (await refused(tmp_path / "db")).code == "database"
    (tmp_path / "file").touch()
    assert (await refused(tmp_path / "file" / "db")).code == "database"


async def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    (tmp_path / "db").touch()
    await make(tmp_path / "db")


async def test_a_damaged_database_says_so_and_nothing_is_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "db"
    await make(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"\x55" * (len(whole) - 100))

    async def scenario() -> None:
        store = SqliteStore(path)
        try:
            await store.open()
            await store.append("t", 2, "text")
        finally:
            await store.close()

    with pytest.raises(StoreError):
        await scenario()


# --- In processes of their own, whose rights and limits can be taken away ------------------------------------------


def run(script: str, *arguments: str, warnings: int = 0) -> str:
    """Run a script that may change what its process is allowed; give what it printed."""
    opening = "import asyncio, os, resource, sys\nfrom pathlib import Path\n"
    imports = "from camelup.core.errors import StoreError\nfrom camelup.server.store.sqlite import SqliteStore\n"
    script = f"{opening}{imports}from tests.server.appending import SUMMARY\n{script}"
    done = children.run(sys.executable, "-c", script, *arguments, cwd=ROOT)
    assert (done.returncode, done.stderr.count("\n")) == (0, warnings), done.stderr
    return done.stdout


FULL_DISK = """
async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await store.open()
    await store.append("t", 1, "x" * 1000, SUMMARY)
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, unlimited[1]))
    number, codes = 1, []
    while len(codes) < 3:
        try:
            assert await store.append("t", number + 1, f"{number + 1} " + "x" * 1000) is not None
            number += 1
        except StoreError as error:
            codes.append(error.code)
            assert [entry.number for entry in await store.read("t")] == list(range(1, number + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, unlimited[1]))
    try:
        await store.check()
    except StoreError as error:
        codes.append(error.code)
    together = await asyncio.gather(*(store.append(f"new{n}", 1, "x" * 1000, SUMMARY) for n in range(9)),
        return_exceptions=True)
    assert all(isinstance(failed, StoreError) for failed in together)
    resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
    await store.check()
    assert await store.append("t", number + 1, "again") is not None
    assert [entry.number for entry in await store.read("t")] == list(range(1, number + 2))
    assert len(await store.list_tables()) == 1
    await store.close()
    print(*codes, number > 5)
asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limits of a process to fill a disk with")
def test_a_full_disk_refuses_loses_nothing_and_recovers(tmp_path: Path) -> None:
    printed = run(FULL_DISK, str(tmp_path / "db"), warnings=2)  # one when it begins, one when it ends
    assert printed == "unavailable unavailable unavailable unavailable True\n"


NO_RIGHTS = """
if os.geteuid() == 0:
    os.setgid(65534), os.setuid(65534)
async def main():
    for access in ("serve", "share"):
        try:
            await SqliteStore(Path(sys.argv[1]), access).open()
        except StoreError as error:
            print(error.code, "Permission denied" in error.message or "readonly" in error.message)
asyncio.run(main())
"""


@pytest.fixture
def open_path() -> Iterator[Path]:
    """Give a folder that other users can reach."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="rights are those of POSIX")
@pytest.mark.parametrize("what", ["folder", "missing", "file", "lock"])
async def test_what_may_not_be_written_is_refused(open_path: Path, what: str) -> None:
    folder = open_path / "data"
    if what == "missing":
        open_path.chmod(0o555)
    else:
        await make(folder / "db")
        (folder / "db").chmod(0o444 if what == "file" else 0o666)
        (folder / "db.lock").chmod(0o444 if what == "lock" else 0o666)
        if what == "folder":
            (folder / "db.lock").unlink()
        folder.chmod(0o555 if what == "folder" else 0o777)
    before = contents(folder)
    assert run(NO_RIGHTS, str(folder / "db")) == "database True\n" * 2
    assert contents(folder) == before
    if folder.exists():
        folder.chmod(0o755)
    open_path.chmod(0o755)


READ_ONLY = """
if os.geteuid() == 0:
    os.setgid(65534), os.setuid(65534)
async def main():
    store = SqliteStore(Path(sys.argv[1]), "read")
    await store.open()
    print(len(await store.read("t")))
    await store.close()
asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="rights are those of POSIX")
async def test_a_copy_that_nobody_may_write_can_be_read(open_path: Path) -> None:
    folder = open_path / "data"
    await make(folder / "db")
    (folder / "db").chmod(0o444)
    folder.chmod(0o555)
    assert run(READ_ONLY, str(folder / "db")) == "1\n"
    assert sorted(contents(folder)) == ["db", "db.lock"]
    folder.chmod(0o755)


async def test_the_file_is_not_made_anew_when_somebody_removes_it(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "db")
    await store.open()
    (tmp_path / "db").unlink()
    with pytest.raises(StoreError) as error:
        await store.append("t", 1, "text", SUMMARY)
    assert error.value.code == "unavailable"
    await store.close()
    assert not (tmp_path / "db").exists()


# --- Addresses ------------------------------------------------------------------------------------------------


async def test_an_address_names_a_file(tmp_path: Path) -> None:
    store = make_store(f"sqlite://{tmp_path}/a%20b.sqlite", tmp_path / "unused")
    await store.open()
    await store.append("t", 1, "text", Summary("waiting", is_open=True, headline="{}"))
    await store.close()
    assert sorted(contents(tmp_path)) == ["a b.sqlite", "a b.sqlite.lock"]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "mysql://anna:topsecret@host/db",
        "sqlite://",
        "sqlite:///",
        "sqlite://host/db",
        "camelup.sqlite",
        "http://[x",
    ],
)
def test_what_is_no_address_is_refused_without_telling_a_password(address: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError) as error:
        make_store(address, tmp_path)
    assert error.value.code == "address"
    assert "topsecret" not in error.value.message

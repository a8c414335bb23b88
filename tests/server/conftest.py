"""What the server's tests share: a server, and databases; a PostgreSQL starts when the first test asks for it."""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple

import asyncpg
import pytest

from camelup.cli import main
from camelup.server.store import make_store, postgresql_connector
from camelup.server.store.base import Access, Store
from tests.server.live import LiveServer
from tests.server.postgresql import Server, installation


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Choose the event loop of tests that are coroutines."""
    return "asyncio"


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Give a server with the usual settings, one for each process of the run: tables know nothing of each other."""
    with LiveServer(tmp_path_factory.mktemp("server"), "--workers", "1") as server:
        yield server
        server.end()
    # Whatever strangers did to it, what it has stored is sound.
    assert main(["db", "check", "--data", str(server.data)]) == 0


@pytest.fixture
async def server(shared_server: LiveServer) -> AsyncIterator[LiveServer]:
    """Let the clients of a test come to the shared server."""
    async with shared_server.visited():
        yield shared_server


class Database(NamedTuple):
    """A database of a test's own."""

    address: str | None
    data: Path

    def store(self, access: Access = "serve") -> Store:
        return make_store(self.address, self.data, access)

    @property
    def is_shared(self) -> bool:
        """Whether many processes can serve from it at once."""
        return self.address is not None


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Server]:
    """Give a PostgreSQL that tests may stop, one for each process of the run."""
    if installation() is None:
        pytest.skip("there is no packaged PostgreSQL for this platform")
    server = Server()
    yield server
    server.close()


@pytest.fixture(scope="session")
def postgresql_address(request: pytest.FixtureRequest) -> str:
    """Give the address of a database where others can be made."""
    if given := os.environ.get("CAMELUP_TEST_DATABASE"):
        return given
    server: Server = request.getfixturevalue("postgresql_server")
    return server.address("postgres")


def _fresh(address: str, data: Path) -> Iterator[Database]:
    """Make a database on the server of another, and remove it again."""
    name = f"camelup_test_{secrets.token_hex(8)}"

    async def execute(statement: str) -> None:
        connection = await asyncpg.connect(address)
        await connection.execute(statement)
        await connection.close()

    asyncio.run(execute(f"CREATE DATABASE {name}"))
    front, _, options = address.partition("?")
    yield Database(f"{front.rpartition('/')[0]}/{name}{'?' * bool(options)}{options}", data)
    asyncio.run(execute(f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture
def postgresql(postgresql_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """Give an empty database in PostgreSQL, which is waited for on a busy machine too."""
    monkeypatch.setattr(postgresql_connector, "PATIENCE", 60.0)
    yield from _fresh(postgresql_address, tmp_path)


@pytest.fixture
def own_postgresql(postgresql_server: Server, tmp_path: Path) -> Iterator[Database]:
    """Give an empty database in the PostgreSQL that the test may stop."""
    yield from _fresh(postgresql_server.address("postgres"), tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """Give an empty database of each kind."""
    if request.param == "sqlite":
        return Database(None, tmp_path / "data")
    given: Database = request.getfixturevalue("postgresql")
    return given

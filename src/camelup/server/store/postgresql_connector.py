"""Connections to PostgreSQL: made or refused in one clear sentence, the tables brought to this version."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import asyncpg

from camelup.core.errors import StoreError
from camelup.server.store.base import Access
from camelup.server.store.schema import OLDEST_READABLE, POSTGRESQL_STEPS, VERSION, check_version

_Result = TypeVar("_Result")
_OLDEST = 13
"""What came before is no longer mended by its makers."""
OPENING_PATIENCE = 10.0
"""Seconds that a start may take; nobody waits at a table yet."""
PATIENCE = 2.5
"""Seconds until something is said to be unavailable; a database that restarts is often back by then."""
_LAST_CHANCE = 0.3
_PAUSE = 0.1
_MIGRATING = 0x63616D656C7570
"""The number of the lock that is held while tables are made."""

FAILURES = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""Whatever a database and the way to it can raise; a timeout is an OSError."""
_PASSING = (
    asyncpg.OperatorInterventionError,  # it is being stopped or started
    asyncpg.PostgresConnectionError,
    asyncpg.TransactionRollbackError,  # a deadlock
    asyncpg.LockNotAvailableError,
    asyncpg.IdleInTransactionSessionTimeoutError,
)


class Connector:
    """The way to a database."""

    def __init__(self, address: str, process: str) -> None:
        self._address = address
        self._settings = {
            "application_name": f"camelup {process}"[:63],
            # A process that stops in the middle of something must not hold up the others.
            "idle_in_transaction_session_timeout": "5000",
            "lock_timeout": "2000",
        }

    async def open(self, access: Access) -> None:
        """Try the way, and make or migrate the tables if they are to be used for more than reading."""
        connection = await self.connect(OPENING_PATIENCE)
        try:
            if connection.get_server_version().major < _OLDEST:
                raise StoreError("database", f"PostgreSQL {_OLDEST} or newer is needed.")
            if await connection.fetchval("SHOW synchronous_commit") == "off":
                self._settings["synchronous_commit"] = "on"  # what is acknowledged is on the disk, whatever others want
            if access == "read":
                _check_current(await _version(connection))
            else:
                await _migrate(connection)
        except FAILURES as error:
            raise _unusable(error) from error
        finally:
            await connection.close(timeout=OPENING_PATIENCE)

    async def connect(self, timeout: float) -> "asyncpg.Connection[Any]":  # noqa: ASYNC109 - as asyncpg calls it
        """Connect; StoreError if that fails."""
        try:
            return await asyncpg.connect(self._address, timeout=timeout, server_settings=self._settings)
        except (ValueError, OverflowError) as error:  # of which a part may be a password
            raise StoreError("address", "That is not the address of a PostgreSQL database.") from error
        except FAILURES as error:
            raise _unusable(error) from error

    def make_pool(self, size: int) -> "asyncpg.Pool[Any]":
        """Make a pool of connections, none of them open yet."""
        return asyncpg.create_pool(
            self._address, min_size=0, max_size=size, timeout=PATIENCE, server_settings=self._settings
        )


async def insist(
    work: Callable[[], Awaitable[_Result]],
    *,
    since: float | None = None,
    patience: float | None = None,
    repair: Callable[[], None] | None = None,
) -> _Result:
    """Try something until it succeeds or has been waited for long enough; then StoreError.

    Only what may pass is tried again: a database that is restarting, a connection that was lost.
    """
    loop = asyncio.get_running_loop()
    deadline = (loop.time() if since is None else since) + (PATIENCE if patience is None else patience)
    while True:
        try:
            async with asyncio.timeout(max(_LAST_CHANCE, deadline - loop.time())):
                return await work()
        except (*FAILURES, StoreError) as error:
            if repair is not None:
                repair()
            if loop.time() + _PAUSE >= deadline or not _may_pass(error):
                raise _unavailable(error) from error
        await asyncio.sleep(_PAUSE)


def _may_pass(error: Exception) -> bool:
    if isinstance(error, StoreError):
        return error.code == "unavailable"
    return not isinstance(error, asyncpg.PostgresError) or isinstance(error, _PASSING)


def _unavailable(error: Exception) -> StoreError:
    if isinstance(error, StoreError):
        return error
    return StoreError("unavailable", f"PostgreSQL is unavailable: {_reason(error)}.")


def _unusable(error: Exception) -> StoreError:
    """Tell errors that the user has to fix from those that pass."""
    if _may_pass(error):
        return _unavailable(error)
    return StoreError("database", f"PostgreSQL refused: {_reason(error)}.")


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "no answer in time"
    return str(error).partition("\n")[0].rstrip(".") or type(error).__name__


async def _version(connection: "asyncpg.Connection[Any]") -> int:
    if await connection.fetchval("SELECT to_regclass('camelup_schema')") is None:
        return 0
    version = int(await connection.fetchval("SELECT coalesce(max(version), 0) FROM camelup_schema"))
    check_version(version, "in PostgreSQL")
    return version


def _check_current(found: int) -> None:
    if found == 0:
        raise StoreError("absent", "This PostgreSQL database has no camelup tables.")
    if found < OLDEST_READABLE:
        raise StoreError("older", "The PostgreSQL database is from an older camelup: start a server with it once.")


async def _migrate(connection: "asyncpg.Connection[Any]") -> None:
    if await _version(connection) == VERSION:
        return
    # Of two processes that start at once one waits here, and then finds all done. The lock comes before the
    # transaction, because only a new one sees the tables that the other made; it ends with the connection.
    await connection.execute("SET lock_timeout = 0")
    await connection.execute(f"SELECT pg_advisory_lock({_MIGRATING})")
    async with connection.transaction():
        found = await _version(connection)
        if found == 0:
            await connection.execute("CREATE TABLE camelup_schema (version integer PRIMARY KEY)")
        for version, step in enumerate(POSTGRESQL_STEPS[found:], found + 1):
            for statement in step:
                await connection.execute(statement)
            await connection.execute("INSERT INTO camelup_schema (version) VALUES ($1)", version)

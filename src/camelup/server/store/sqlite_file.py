"""The file of a SQLite store: opened or refused, locked for one server, brought to this version."""

import os
import sqlite3
import struct
from pathlib import Path

from camelup.core.errors import StoreError
from camelup.files import lock
from camelup.server.store.base import Access
from camelup.server.store.schema import OLDEST_READABLE, SQLITE_STEPS, VERSION, check_version

_MAGIC = b"SQLite format 3\0"
_HEADER = struct.Struct(">60xi4xi28x")
"""The first hundred bytes of a database: user_version and application_id are in there."""
_APPLICATION = 0x43616D6C
"""Tells a database of ours from others."""
_PAGES_IN_LOG = 20_000
"""How far SQLite's own log grows, 80 MB, before its pages are put in place: a busy server touches the same pages again
and again, and putting them in place after every few commits would take most of its time."""
_BUSY_SECONDS = 5.0
"""How long a write waits for that of another program, such as an import beside a server."""


class SqliteFile:
    """A database file and what it is used for."""

    def __init__(self, path: Path, access: Access) -> None:
        self.path = path
        self.access = access
        self._lock: int | None = None

    def open(self) -> None:
        """Lock, make and migrate it as far as its use asks for. Nothing is made or changed if it cannot be used."""
        try:
            found = _version_in_header(self.path)
            if self.access == "read":
                self._check_current(found)
                return
            if found is not None:
                os.close(os.open(self.path, os.O_RDWR))  # SQLite would silently be content with reading
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            has_lock = self._take_lock()
        except OSError as error:
            raise StoreError(
                "database", f"Cannot use the database {self.path}: {error.strerror or type(error).__name__}."
            ) from error
        if not has_lock:
            if self.access == "serve":
                raise StoreError("in_use", f"Another camelup is using the database {self.path}.")
            self._check_current(_version_in_header(self.path))
            return
        try:
            self._migrate()
        except BaseException:
            self.close()
            raise

    def connect(self) -> sqlite3.Connection:
        """Connect to it; sqlite3.Error if that fails."""
        mode = "rw"
        if self.access == "read" and not (os.access(self.path, os.W_OK) and os.access(self.path.parent, os.W_OK)):
            # Beside a file that nobody writes SQLite need not make files of its own, and here it could not.
            mode = "ro" if _beside(self.path, "-wal").exists() else "ro&immutable=1"
        connection = sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_IN_LOG}")
            connection.execute("PRAGMA fullfsync = ON")  # macOS calls a disk's cache a disk
            if self.access == "read":
                connection.execute("PRAGMA query_only = ON")
        except BaseException:
            connection.close()
            raise
        return connection

    def close(self) -> None:
        """Let another server use it."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _take_lock(self) -> bool:
        file = os.open(_beside(self.path, ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        if not lock(file):
            os.close(file)
            return False
        self._lock = file
        return True

    def _check_current(self, found: int | None) -> None:
        if found is None:
            raise StoreError("absent", f"There is no database {self.path}.")
        if found < OLDEST_READABLE:
            raise StoreError(
                "older", f"The database {self.path} is from an older camelup: start a server with it once."
            )

    def _migrate(self) -> None:
        is_new = not self.path.exists()
        try:
            if is_new:
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            connection = self.connect()
            try:
                _migrate(connection, str(self.path))
            finally:
                connection.close()
        except BaseException as error:
            if is_new:
                self.path.unlink(missing_ok=True)
            if isinstance(error, sqlite3.Error | OSError):
                raise StoreError("database", f"Cannot use the database {self.path}: {error}.") from error
            raise


def _version_in_header(path: Path) -> int | None:
    """Look which version a file has before anything touches it; None if there is none yet."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER.size)
    except FileNotFoundError:
        return None
    if not header:
        return None
    if len(header) < _HEADER.size or not header.startswith(_MAGIC):
        raise StoreError("database", f"{path} is not a database.")
    version, application = _HEADER.unpack(header)
    if application != _APPLICATION:
        raise StoreError("database", f"{path} is not a camelup database.")
    check_version(version, str(path))
    return int(version)


def _migrate(connection: sqlite3.Connection, place: str) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    check_version(version, place)  # the header may be behind what is in the log beside it
    if version < VERSION:
        # Still in the rollback journal, before the file becomes WAL: then the header has the version from the start.
        connection.execute("BEGIN EXCLUSIVE")
        for step in SQLITE_STEPS[version:]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreError("database", f"The disk of {place} does not allow a database to be shared in memory.")


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)

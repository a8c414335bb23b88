"""The file of a SQLite store: opened or refused, locked for one server, brought to this version."""

import os
import shutil
import sqlite3
import struct
from contextlib import suppress
from pathlib import Path
from time import gmtime, strftime

from camelup.core.errors import StoreError
from camelup.files import lock
from camelup.server import error_log
from camelup.server.store.base import Access
from camelup.server.store.schema import OLDEST_READABLE, SQLITE_STEPS, VERSION, check_version
from camelup.server.store.sqlite_loss import describe_loss
from camelup.server.store.sqlite_marker import Mark, read_mark, write_mark
from camelup.server.store.sqlite_rescue import find_rescued, rescue, rescue_from_overwritten
from camelup.server.store.sqlite_wal import count_lost
from camelup.server.store.sqlite_watch import FileWatch

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
        self._link = path
        self.path = Path(os.path.realpath(path)) if path.is_symlink() else path
        """Where a link leads: SQLite has its log and its memory there as well."""
        self.access = access
        self._lock: int | None = None
        self._held: sqlite3.Connection | None = None
        """Keeps the files open that are watched, also while nobody reads or writes."""
        self._keeper: sqlite3.Connection | None = None
        """Can only read: if it is the last to be closed, SQLite leaves the file as it is."""
        self._watch: FileWatch | None = None

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
                raise StoreError(
                    "in_use",
                    f"Another camelup is using the database {self.path}: stop that one, or choose another folder "
                    "with --data.",
                )
            self._check_current(_version_in_header(self.path), VERSION)
            return
        try:
            self._migrate()
            if self.access == "serve":
                self._hold()
        except BaseException:
            self.close()
            raise

    def connect(self, mode: str | None = None) -> sqlite3.Connection:
        """Connect to it; sqlite3.Error if that fails."""
        mode = mode or self._find_mode()
        connection = sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")  # what is removed or changed leaves no trace in the file
            connection.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_IN_LOG}")
            connection.execute("PRAGMA fullfsync = ON")  # macOS calls a disk's cache a disk
            if self.access == "read":
                connection.execute("PRAGMA query_only = ON")
        except BaseException:
            connection.close()
            raise
        return connection

    def _find_mode(self) -> str:
        if self.access != "read":
            return "rw"
        try:
            logged: int | None = _beside(self.path, "-wal").stat().st_size
        except OSError:
            logged = None
        if logged:  # whoever is the last to close it for writing removes its log, with what is damaged there
            return "ro"
        if os.access(self.path, os.W_OK) and os.access(self.path.parent, os.W_OK):
            return "rw"
        # Beside a file that nobody writes SQLite need not make files of its own, and here it could not.
        return "ro&immutable=1" if logged is None else "ro"

    def close(self) -> None:
        """Let another server use it; nobody may be connected any more."""
        is_overwritten = self._watch is not None and self._watch.overwritten is not None
        # The last one puts what is in the log into the file, unless it can only read.
        for connection in (self._held, self._keeper) if is_overwritten else (self._keeper, self._held):
            if connection is not None:
                with suppress(sqlite3.Error):
                    connection.close()
        if self._watch is not None:
            self._watch.close()
            self._watch = None
        self._keeper = None
        if self._held is not None:
            self._held = None
            if not _beside(self.path, "-wal").exists():  # all is in place now, and need not be looked for
                self.mark(None)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # --- What may happen to a file while it is open ------------------------------------------------------------

    def find_loss(self, *, is_thorough: bool) -> str | None:
        """Say what has become of the file, None if it is where it was."""
        return None if self._watch is None else self._watch.find_loss(is_thorough=is_thorough)

    def is_in_place(self) -> bool:
        """Look quickly whether the file is where it was."""
        return self._watch is None or self._watch.is_in_place()

    def mark(self, mark: Mark | None) -> None:
        """Note what was stored last; without it only a loss would go unnoticed."""
        if self._lock is not None and self.access == "serve":
            with suppress(OSError):
                write_mark(self._lock, mark)

    def rescue(self) -> Path | None:
        """Copy what was opened to another place; None if there is nothing to copy, OSError if it cannot be copied."""
        if self._held is None:
            return None
        if self._watch is not None and self._watch.overwritten is not None:
            rescue_from_overwritten(self._held, self.path)
            return None
        try:
            return rescue(self._held, self.path)
        except sqlite3.Error as error:
            raise OSError(str(error)) from error

    def _hold(self) -> None:
        try:
            self._held = self.connect()
            self._held.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # only now its log is open, too
            with suppress(sqlite3.Error):  # begin the log, by which checkpoints are known; a full disk is no reason
                self._held.execute(f"PRAGMA user_version = {VERSION}")
            self._keeper = self.connect("ro")
            self._keeper.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            self._watch = FileWatch(self.path, self._link)
        except (sqlite3.Error, OSError) as error:
            raise StoreError("database", f"Cannot use the database {self.path}: {error}.") from error

    def _take_lock(self) -> bool:
        file = os.open(_beside(self.path, ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        if not lock(file):
            os.close(file)
            return False
        self._lock = file
        return True

    def _check_current(self, found: int | None, oldest: int | None = None) -> None:
        if found is None:
            raise StoreError("absent", f"There is no database {self.path}.")
        if found < (OLDEST_READABLE if oldest is None else oldest):
            raise StoreError(
                "older", f"The database {self.path} is from an older camelup: start a server with it once."
            )

    def _migrate(self) -> None:
        is_new = not self.path.exists()
        if is_new and self.access == "serve":
            self._report_absence()
        try:
            if is_new:
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            connection = self.connect()
            try:
                _check_version(connection, str(self.path))
                if not is_new:
                    self._report_damage(connection)
                _migrate(connection)
            finally:
                connection.close()
        except BaseException as error:
            if is_new:
                self.path.unlink(missing_ok=True)
            if isinstance(error, sqlite3.Error | OSError):
                raise StoreError("database", f"Cannot use the database {self.path}: {error}.") from error
            raise

    # --- What may have happened to it while it was closed -------------------------------------------------------

    def _report_absence(self) -> None:
        """Tell the operator if there should be a database: a new one is made all the same."""
        found = find_rescued(self.path)
        if found:
            error_log.warn(f"There is no database {self.path}, but a rescued copy, {found[-1]}. A new one is made.")
        elif self._read_mark() is not None:
            error_log.warn(f"The database {self.path} is gone since the server was killed. A new one is made.")

    def _report_damage(self, connection: sqlite3.Connection) -> None:
        """Tell the operator what SQLite would drop without a word, and keep a copy of it."""
        log, mark = _beside(self.path, "-wal"), self._read_mark()
        readable = 0
        if log.exists():
            # It puts pages in place but leaves the log as it is. The second figure is what could be read of that.
            _, readable, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        lost = describe_loss(connection, mark, count_lost(self.path, log, max(0, readable)))
        if lost is None:
            return
        copy = None
        if log.exists() and log.stat().st_size > 0:
            copy = log.with_name(f"{log.name}.damaged-{strftime('%Y%m%dT%H%M%SZ', gmtime())}")
            _copy_private(log, copy)
        where = "" if copy is None else f" The log is kept as {copy}."
        error_log.warn(
            f"The database {self.path} was damaged while no server ran: {lost}.{where} The server goes on without them."
        )
        self.mark(None)

    def _read_mark(self) -> Mark | None:
        return None if self._lock is None else read_mark(self._lock)


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


def _check_version(connection: sqlite3.Connection, place: str) -> None:
    """Look again: the header may be behind what is in the log beside it."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    check_version(version, place)


def _copy_private(source: Path, target: Path) -> None:
    with source.open("rb") as read, open(target, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as write:
        shutil.copyfileobj(read, write)
        write.flush()
        os.fsync(write.fileno())


def _migrate(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
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
        raise StoreError("database", "The disk of the database does not allow a database to be shared in memory.")


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)

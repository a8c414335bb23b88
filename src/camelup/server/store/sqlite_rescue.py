"""A copy of a database whose file was removed: what is still open holds everything that was ever confirmed."""

import os
import sqlite3
import tempfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from glob import escape
from pathlib import Path
from time import gmtime, strftime

from camelup.files import user_cache
from camelup.server import error_log
from camelup.server.clock import Clock
from camelup.server.store.sqlite_damage import find_damage

_PAGES = 1000
_AGAIN_SECONDS = 10.0
"""How often another copy is tried, if none could be made or somebody has removed it as well."""


class Rescuer:
    """Makes a copy of a database that is lost, and tells the operator where it is."""

    def __init__(self, rescue: Callable[[], Path | None], clock: Clock) -> None:
        """Prepare for it; `rescue` makes a copy, gives None if there is nothing to copy, and may raise an OSError."""
        self._rescue = rescue
        self._clock = clock
        self._copy: Path | None = None
        self._is_done = False
        self._tried: float | None = None
        self._told = ""

    def save(self, *, is_last_chance: bool) -> None:
        """Make a copy, unless there is one; called again and again while the database is lost."""
        now = self._clock.monotonic()
        if self._is_done and (self._copy is None or self._copy.exists()):
            return
        if self._tried is not None and now - self._tried < _AGAIN_SECONDS and not is_last_chance:
            return
        self._tried = now
        try:
            self._copy = self._rescue()
            self._is_done = True
        except OSError as error:
            self._tell(f"Cannot save the tables: {error}. They are lost when the server stops; it tries again.")
            return
        if self._copy is not None:
            self._tell(f"All tables are saved in {self._copy}. Put it in place and start the server again.")

    def forget(self) -> None:
        """The database is where it was: what was copied is of no use any more."""
        self._copy, self._is_done, self._tried, self._told = None, False, None, ""

    def _tell(self, text: str) -> None:
        if text != self._told:
            self._told = text
            error_log.warn(text)


def rescue(connection: sqlite3.Connection, path: Path) -> Path | None:
    """Copy an open database to where it can be found; None if there is no table in it, OSError if nothing takes it."""
    (has_tables,) = connection.execute("SELECT EXISTS (SELECT 1 FROM tables)").fetchone()
    if not has_tables:
        return None
    failure: Exception = FileNotFoundError("there is no folder for it")
    for folder in _folders(path):
        if folder.is_dir():
            try:
                return _copy(connection, folder / _name(path))
            except (OSError, sqlite3.Error) as error:
                failure = error
    raise OSError(str(failure)) from failure


def rescue_from_overwritten(connection: sqlite3.Connection, path: Path) -> None:
    """Copy what is sound of a database that somebody has written over, and put its log aside; tell the operator.

    The log must not stay beside a file that it does not belong to: whoever opens that next would mix the two.
    """
    copy, failure = None, "there is no table in it"
    try:
        copy = rescue(connection, path)
        if copy is not None and not _is_sound(copy):
            copy.unlink()
            copy, failure = None, "what is left does not fit together"
    except (OSError, sqlite3.Error) as error:
        failure = str(error)
    log = path.with_name(f"{path.name}-wal")
    aside = log.with_name(f"{log.name}.overwritten-{strftime('%Y%m%dT%H%M%SZ', gmtime())}-{os.getpid()}")
    try:
        log.replace(aside)
        path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
        where = f"The log is kept as {aside}"
    except OSError as error:
        where = f"Remove {log} before the next start: it does not belong to that file ({error.strerror})"
    saved = (
        f"The tables cannot be saved: {failure}"
        if copy is None
        else f"What was in its log is saved together with it in {copy}. Run `camelup db check` before you use it"
    )
    error_log.warn(f"{saved}. {where}. {path} is left as it is: stop the server.")


def _is_sound(copy: Path) -> bool:
    connection = sqlite3.connect(copy)
    try:
        return not find_damage(connection, copy)
    except sqlite3.Error:
        return False
    finally:
        connection.close()


def find_rescued(path: Path) -> list[Path]:
    """List the copies that were made of a database, the latest last."""
    found = (copy for folder in _folders(path) for copy in folder.glob(f"{escape(_name(path))}-*.sqlite"))
    return sorted(set(found), key=lambda copy: copy.name)


def _name(path: Path) -> str:
    """Begin a copy's name. Databases of other folders may have the same name, and share the last places for a copy."""
    return f"{path.stem}-rescued-{zlib.crc32(os.fsencode(path.absolute())):08x}"


def _folders(path: Path) -> list[Path]:
    """Where to put a copy: beside the database, beside its folder, and where a service may write as well."""
    folder = path.absolute().parent
    return [folder, folder.parent, user_cache(), Path(tempfile.gettempdir())]


def _copy(connection: sqlite3.Connection, beginning: Path) -> Path:
    name = f"{beginning.name}-{strftime('%Y%m%dT%H%M%SZ', gmtime())}-{os.getpid()}"
    partial, whole = beginning.with_name(f"{name}.partial"), beginning.with_name(f"{name}.sqlite")
    try:
        os.close(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        target = sqlite3.connect(partial)
        try:
            connection.backup(target, pages=_PAGES)
        finally:
            target.close()
        partial.replace(whole)
    except BaseException:
        with suppress(OSError):
            partial.unlink()
        raise
    return whole

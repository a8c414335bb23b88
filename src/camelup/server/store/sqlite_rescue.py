"""A copy of a database whose file was removed: what is still open holds everything that was ever confirmed."""

import os
import sqlite3
import tempfile
from contextlib import suppress
from pathlib import Path
from time import gmtime, strftime

from camelup.files import user_cache

_NAME = "{stem}-rescued-"
_PAGES = 1000


def rescue(connection: sqlite3.Connection, path: Path) -> Path | None:
    """Copy an open database to where it can be found; None if there is no table in it, OSError if nothing takes it."""
    (has_tables,) = connection.execute("SELECT EXISTS (SELECT 1 FROM tables)").fetchone()
    if not has_tables:
        return None
    failure: Exception = FileNotFoundError("there is no folder for it")
    for folder in _folders(path):
        if folder.is_dir():
            try:
                return _copy(connection, folder, path.stem)
            except (OSError, sqlite3.Error) as error:
                failure = error
    raise OSError(str(failure)) from failure


def find_rescued(path: Path) -> list[Path]:
    """List the copies that were made of a database, the latest last."""
    found = (copy for folder in _folders(path) for copy in folder.glob(f"{_NAME.format(stem=path.stem)}*.sqlite"))
    return sorted(set(found), key=lambda copy: copy.name)


def _folders(path: Path) -> list[Path]:
    """Where to put a copy: beside the database, beside its folder, and where a service may write as well."""
    folder = path.absolute().parent
    return [folder, folder.parent, user_cache(), Path(tempfile.gettempdir())]


def _copy(connection: sqlite3.Connection, folder: Path, stem: str) -> Path:
    name = f"{_NAME.format(stem=stem)}{strftime('%Y%m%dT%H%M%SZ', gmtime())}-{os.getpid()}"
    partial, whole = folder / f"{name}.partial", folder / f"{name}.sqlite"
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

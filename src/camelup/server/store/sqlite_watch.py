"""Noticing that somebody has removed, replaced or written over the file of a database while it is open.

The operating system lets a program go on writing into a file that has no name any more, and everything is lost when it
is closed. So the path is held against the file that was opened, and the file against what was written into it.
"""

import os
from pathlib import Path

from camelup.server.store.sqlite_overwrite import ContentWatch

_PARTS = ("", "-wal", "-shm")
"""What belongs to an open database. The last would let another program write past the locks of this one."""


class FileWatch:
    """Knows which files were opened at a path; they must stay open meanwhile, or another could get their numbers."""

    def __init__(self, path: Path, link: Path) -> None:
        """Remember the files that are there now, and where a link to the database leads; OSError if one is missing."""
        self._opened = {name: _identity(_stat(name)) for name in (f"{link}", *(f"{path}{part}" for part in _PARTS))}
        self._path = str(path)
        self._content = ContentWatch(path)
        self.overwritten: str | None = None
        """What was written over: SQLite no longer has what it counts on, so this cannot be mended while it is open."""
        self._log_size = 0
        self.find_loss(is_thorough=True)

    def close(self) -> None:
        """Stop watching; nobody may be connected any more."""
        self._content.close()

    def is_in_place(self) -> bool:
        """Look only at the database itself: for after each commit, where every call to the system counts."""
        try:
            found = _stat(self._path)
        except OSError:
            return False
        return _identity(found) == self._opened[self._path] and self._has_shape(found)

    def find_loss(self, *, is_thorough: bool) -> str | None:
        """Say what has become of one of the files, None if all are where they were.

        Unless this is to be thorough, what is in them is looked at only if there is a reason.
        """
        if self.overwritten is not None:
            return self.overwritten
        for name, opened in self._opened.items():
            try:
                found = _stat(name)
            except OSError as error:
                is_gone = isinstance(error, FileNotFoundError | NotADirectoryError)
                return f"{Path(name).name} {'was removed' if is_gone else 'cannot be reached'} while the server ran"
            if _identity(found) != opened:
                return f"{Path(name).name} was replaced while the server ran"
            if name == self._path:
                is_thorough = is_thorough or not self._has_shape(found)
            elif name.endswith("-wal"):
                is_thorough = is_thorough or found.st_size < self._log_size
                self._log_size = found.st_size
        part = self._content.find_overwritten() if is_thorough else None
        if part is not None:
            self.overwritten = f"{Path(self._path).name}{part} was overwritten while the server ran"
        return self.overwritten

    def _has_shape(self, found: os.stat_result) -> bool:
        return self._content.shape in {None, (found.st_mtime_ns, found.st_size)}


def _stat(name: str) -> os.stat_result:
    return os.stat(name)  # noqa: PTH116 - on the way of every action, where a Path takes longer


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino

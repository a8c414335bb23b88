"""Noticing that somebody has removed or replaced the file of a database while it is open.

The operating system lets a program go on writing into a file that has no name any more, and everything is lost when it
is closed. So the path is held against the file that was opened.
"""

import os
from pathlib import Path

_PARTS = ("", "-wal", "-shm")
"""What belongs to an open database. The last would let another program write past the locks of this one."""


class FileWatch:
    """Knows which files were opened at a path; they must stay open meanwhile, or another could get their numbers."""

    def __init__(self, path: Path) -> None:
        """Remember the files that are there now; OSError if one is missing."""
        self._opened = {f"{path}{part}": _identity(f"{path}{part}") for part in _PARTS}
        self._path = str(path)

    def is_in_place(self) -> bool:
        """Look only at the database itself: for after each commit, where every call to the system counts."""
        try:
            return _identity(self._path) == self._opened[self._path]
        except OSError:
            return False

    def find_loss(self) -> str | None:
        """Say what has become of one of the files, None if all are where they were."""
        for name, opened in self._opened.items():
            try:
                found = _identity(name)
            except OSError as error:
                is_gone = isinstance(error, FileNotFoundError | NotADirectoryError)
                return f"{Path(name).name} {'was removed' if is_gone else 'cannot be reached'} while the server ran"
            if found != opened:
                return f"{Path(name).name} was replaced while the server ran"
        return None


def _identity(name: str) -> tuple[int, int]:
    found = os.stat(name)  # noqa: PTH116 - on the way of every action, where a Path takes longer
    return found.st_dev, found.st_ino

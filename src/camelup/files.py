"""Files that are there whole or not at all, locks on them, and the folders that a user's files belong in."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def writing_atomic(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Write a file in place of what is there; whoever looks sees the old one or the new one, never half of each."""
    target = Path(os.path.realpath(path))  # what a link leads to is replaced, not the link
    new = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        with open(new, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        new.replace(target)
    except BaseException:  # also when interrupted: nothing is to be left lying about
        with suppress(OSError):
            new.unlink()
        raise


def write_atomic(path: Path, *parts: bytes | memoryview) -> None:
    """Write a whole file at once in place of what is there."""
    with writing_atomic(path) as file:
        for part in parts:
            file.write(part)


def lock(file: int) -> bool:
    """Lock an open file until it is closed, or its process ends in whatever way; False if another has locked it."""
    try:
        import fcntl  # noqa: PLC0415 - not everywhere; elsewhere two programs at one file are the user's to avoid
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def user_data() -> Path:
    """Give the folder for what must be kept: the tables of a server. CAMELUP_DATA chooses another."""
    if chosen := os.environ.get("CAMELUP_DATA"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming")) / "camelup"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "camelup"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "camelup"


def user_cache() -> Path:
    """Give the folder for what can be made again: compiled code and solved tables. CAMELUP_CACHE chooses another."""
    if chosen := os.environ.get("CAMELUP_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "camelup"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "camelup"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "camelup"

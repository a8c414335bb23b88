"""Files that are there whole or not at all, locks on them, and the folders that a user's files belong in."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from camelup.core.errors import FileError, quoted


def as_path(path: object) -> Path:
    """Return a path, which may be given as a string; refuse what names no file."""
    if not isinstance(path, str | os.PathLike):
        raise FileError("file", f"A file is named by its path, such as 'folder/file', not {quoted(path)}.")
    return Path(path)


@contextmanager
def writing_atomic(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Write a file in place of what is there; readers see the old one or the new one, never half of each."""
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
    """Return the folder for what must not be lost: the tables of a server. CAMELUP_DATA chooses another."""
    home = Path.home()
    return _user_folder(
        "CAMELUP_DATA",
        windows=Path(os.environ.get("APPDATA", home / "AppData" / "Roaming")),
        mac=home / "Library" / "Application Support",
        other=Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share"),
    )


def make_data_folder(folder: Path) -> None:
    """Make a folder of the user's data, and that of all data if need be, so that only their owner looks into them."""
    for path in (user_data(), folder):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)


def user_cache() -> Path:
    """Return the folder for what can be made again: compiled code and solved tables. CAMELUP_CACHE chooses another."""
    home = Path.home()
    return _user_folder(
        "CAMELUP_CACHE",
        windows=Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")),
        mac=home / "Library" / "Caches",
        other=Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache"),
    )


def _user_folder(variable: str, *, windows: Path, mac: Path, other: Path) -> Path:
    """Return the folder that a variable of the environment names, or the usual one of the platform."""
    if chosen := os.environ.get(variable):
        return Path(chosen)
    return {"win32": windows, "darwin": mac}.get(sys.platform, other) / "camelup"

"""Saved games: a record in a file that is either the old one or the new one, never half of each."""

import os
from contextlib import suppress
from pathlib import Path

from camelup.errors import NotationError
from camelup.record import TITLE


def save(path: Path, text: str) -> None:
    """Write a record; what is there already is replaced if it is a record too, and otherwise left alone."""
    path = Path(os.path.realpath(path))
    if path.exists() and not _is_replaceable(path):
        raise NotationError("file", f"{path} is there already and is not a saved game, so nothing was written.")
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with new.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:  # also when interrupted: nothing is to be left lying about
        with suppress(OSError):
            new.unlink()
        raise


def _is_replaceable(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        start = file.read(len(TITLE))
    return start in {b"", TITLE.encode()}


def load(path: Path) -> str:
    """Read the text of a saved game."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise NotationError("file", f"{path} is not a saved game: it is not even a text.") from error

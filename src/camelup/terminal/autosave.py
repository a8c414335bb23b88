"""Saved games: a record in a file that is written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from camelup.core.errors import CamelUpError, FileError
from camelup.files import write_atomic
from camelup.formats.record import TITLE
from camelup.game import Game


class Autosave:
    """Saves a game in a file after every turn, once it has one; never touches another game's file."""

    def __init__(self, game: Game, file: Path | None = None) -> None:
        """Save a game in the file it was loaded from, if there is one."""
        self._game = game
        self._file = file
        self._kept = self._actions

    @property
    def file(self) -> Path | None:
        """The file that the game is saved in, if there is one."""
        return self._file

    @property
    def missing(self) -> int:
        """The number of actions that are not saved yet."""
        return self._actions - self._kept

    @property
    def _actions(self) -> int:
        return len(self._game.record.plies)

    def save_as(self, file: Path) -> None:
        """Save in a file now and after every turn."""
        if self._file is None or os.path.realpath(file) != os.path.realpath(self._file):
            _check_free(file)
        self._save(file)
        self._file = file

    def save(self) -> None:
        """Save the actions since the last time."""
        if self._file is not None and (self.missing or not self._file.exists()):
            self._save(self._file)

    def _save(self, file: Path) -> None:
        save(file, str(self._game.record))
        self._kept = self._actions

    def __str__(self) -> str:
        """Say how much of the game is saved."""
        if self._file is None:
            return "The game is not saved; with --save FILE it would have been."
        if self.missing:
            last = "last action" if self.missing == 1 else f"last {self.missing} actions"
            return f"{self._file} has the game without its {last}."
        return f"The game is saved in {self._file}."


def save(path: Path, text: str) -> None:
    """Write a record, replacing the file."""
    try:
        write_atomic(path, text.encode())
    except OSError as error:
        raise _failure("save in", path, error) from error


def _check_free(path: Path) -> None:
    """Refuse a file that is not empty, above all one with a game."""
    try:
        if not path.exists():
            return
        start = b"?"
        if path.is_file():
            with path.open("rb") as file:
                start = file.read(len(TITLE))
    except OSError as error:
        raise _failure("save in", path, error) from error
    if start == TITLE.encode():
        raise FileError("file", f"{path} already has a game: continue it with --load {path}, or name another file.")
    if start:
        raise FileError("file", f"{path} already exists and is not a saved game: name another file.")


def load(path: Path) -> str:
    """Read the text of a saved game."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FileError("file", f"{path} is not a saved game: it is not a text file.") from error
    except OSError as error:
        raise _failure("read", path, error) from error


def _failure(what: str, path: Path, error: OSError) -> FileError:
    """Say what failed without mentioning the temporary files."""
    return FileError("file", f"Cannot {what} {path}: {error.strerror or type(error).__name__}.")


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Name the file in errors about its record."""
    try:
        yield
    except CamelUpError as error:
        reason = error.message[0].lower() + error.message[1:].removesuffix(".")
        raise FileError("file", f"{path} is not a saved game ({reason}).") from error

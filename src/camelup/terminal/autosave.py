"""Saved games: a record in a file that is either the old one or the new one, never half of each."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from camelup.core.errors import CamelUpError, FileError
from camelup.files import write_atomic
from camelup.formats.record import TITLE
from camelup.game import Game


class Autosave:
    """Keeps a game in a file as it goes on, once there is one; another game's file is never touched."""

    def __init__(self, game: Game, file: Path | None = None) -> None:
        """Keep a game, in the file that it was loaded from, if it was."""
        self._game = game
        self._file = file
        self._kept = self._actions

    @property
    def file(self) -> Path | None:
        """The file that is kept up to date, if there is one."""
        return self._file

    @property
    def missing(self) -> int:
        """How many actions are in no file yet."""
        return self._actions - self._kept

    @property
    def _actions(self) -> int:
        return len(self._game.record.plies)

    def save_as(self, file: Path) -> None:
        """Save in a file, and keep the game there from now on."""
        if self._file is None or os.path.realpath(file) != os.path.realpath(self._file):
            _check_free(file)
        self._save(file)
        self._file = file

    def save(self) -> None:
        """Save what has been played since the last time."""
        if self._file is not None and (self.missing or not self._file.exists()):
            self._save(self._file)

    def _save(self, file: Path) -> None:
        save(file, str(self._game.record))
        self._kept = self._actions

    def __str__(self) -> str:
        """Say how far the game is saved."""
        if self._file is None:
            return "The game is not saved."
        if self.missing:
            last = "last action" if self.missing == 1 else f"last {self.missing} actions"
            return f"{self._file} holds the game without its {last}."
        return f"The game is saved in {self._file}."


def save(path: Path, text: str) -> None:
    """Write a record, in place of what is there."""
    try:
        write_atomic(path, text.encode())
    except OSError as error:
        raise _failure("save in", path, error) from error


def _check_free(path: Path) -> None:
    """Refuse a file that holds something already, a game above all."""
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
        raise FileError("file", f"{path} holds a game: go on with --load {path}, or name another file.")
    if start:
        raise FileError("file", f"{path} is there already and is not a saved game: name another file.")


def load(path: Path) -> str:
    """Read the text of a saved game."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FileError("file", f"{path} is not a saved game: it is not even a text.") from error
    except OSError as error:
        raise _failure("read", path, error) from error


def _failure(what: str, path: Path, error: OSError) -> FileError:
    """Say what failed in words of the person, who knows nothing of files in between."""
    return FileError("file", f"Cannot {what} {path}: {error.strerror or type(error).__name__}.")


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Let an error in reading a record name the file that it came from."""
    try:
        yield
    except CamelUpError as error:
        reason = error.message[0].lower() + error.message[1:].removesuffix(".")
        raise FileError("file", f"{path} is not a saved game ({reason}).") from error

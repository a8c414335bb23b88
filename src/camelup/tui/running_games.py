"""Which of the kept games somebody is playing right now: beside its file lies another one, open and locked."""

from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

from camelup.files import lock, make_data_folder


def _mark_of(game: Path) -> Path:
    return game.with_suffix(".lock")


class RunningMark:
    """Marks a game as running until it is removed, or until its process ends in whatever way."""

    def __init__(self, game: Path) -> None:
        """Take the file that keeps the game; the mark lies beside it."""
        self._path = _mark_of(game)
        self._file: BinaryIO | None = None

    def set(self) -> None:
        """Mark the game. Where that fails, it is only offered elsewhere, too; the next time may do."""
        if self._file is not None:
            return
        with suppress(OSError), ExitStack() as closing:
            make_data_folder(self._path.parent)
            file = closing.enter_context(self._path.open("ab"))
            if lock(file.fileno()):
                self._file = file
                closing.pop_all()

    def remove(self) -> None:
        """Let others continue the game."""
        if self._file is not None:
            self._file.close()
            self._file = None
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


def is_running(game: Path) -> bool:
    """Whether somebody is playing a kept game; a mark that a process left behind is removed."""
    path = _mark_of(game)
    try:
        with path.open("rb") as file:
            if not lock(file.fileno()):
                return True
        path.unlink()
    except PermissionError:
        return True  # Windows has no such locks, but it does not remove a file that somebody has open
    except OSError:
        return False
    return False

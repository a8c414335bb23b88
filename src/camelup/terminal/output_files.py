"""Files that commands write: plots, pages and exports, and the progress of what takes long."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from camelup.core.errors import ArgumentError, FileError
from camelup.extras import require_extra
from camelup.files import write_atomic


def check_plot(path: Path) -> None:
    """Refuse a file that cannot be a picture or cannot be written, before any work is done."""
    if path.suffix.lower() not in {".svg", ".png"}:
        raise ArgumentError("arguments", f"A plot must be an .svg or a .png file, not {path.name}.")
    check_destination(path, "plot")


def check_export(arguments: argparse.Namespace) -> None:
    """Refuse an export that cannot be written, before any game is played."""
    if arguments.export is None:
        if arguments.tables != ["games"]:
            raise ArgumentError("arguments", "--tables needs --export, which names the file.")
        return
    with require_extra("Exports", "data"):
        from camelup.data.parquet import files_of  # noqa: PLC0415 - loads Arrow, which help does without
    files_of(arguments.export, arguments.tables)


@contextmanager
def progress_of(games: int, done: str) -> Iterator[Callable[[int], None]]:
    """Show progress on a terminal, and erase it at the end."""

    def show(text: str) -> None:
        if sys.stderr.isatty():
            print(f"\r{text:<36}\r", end="", file=sys.stderr, flush=True)

    show("Getting ready ...")
    try:
        yield lambda count: show(f"{count / games:.0%} of the games {done}")
    finally:
        show("")


@contextmanager
def showing(line: Callable[[], str], every: float = 1.0) -> Iterator[None]:
    """Show on a terminal how far something is, for work that nobody interrupts to say so; erase it at the end."""
    if not sys.stderr.isatty():
        yield
        return
    is_over = Event()

    def show() -> None:
        while not is_over.wait(every):
            print(f"\r{line():<60}\r", end="", file=sys.stderr, flush=True)

    thread = Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        print(f"\r{'':<60}\r", end="", file=sys.stderr, flush=True)


def check_destination(path: Path, what: str) -> None:
    """Refuse a file that cannot be written, before any work is done."""
    if path.is_dir():
        raise FileError("file", f"A {what} must be a file, but {path} is a folder.")
    if not path.parent.is_dir():
        raise FileError("file", f"There is no folder {path.parent} for the {what}.")


def write_plot(path: Path, picture: str) -> None:
    """Write an SVG picture as what the file's name says."""
    if path.suffix.lower() == ".svg":
        write_output(path, picture.encode())
    else:
        from camelup.drawing import png  # noqa: PLC0415 - most pictures are not turned into pixels

        write_output(path, png(picture))


def write_output(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all."""
    try:
        write_atomic(path, data)
    except OSError as error:
        raise FileError("file", f"Cannot write {path}: {error.strerror or type(error).__name__}.") from error

"""Files that commands write: plots, and pages."""

from pathlib import Path

from camelup.core.errors import ArgumentError, FileError
from camelup.files import write_atomic


def check_plot(path: Path) -> None:
    """Refuse a file that cannot be a picture or cannot be written, before any work is done."""
    if path.suffix.lower() not in {".svg", ".png"}:
        raise ArgumentError("arguments", f"A plot must be an .svg or a .png file, not {path.name}.")
    check_destination(path, "plot")


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

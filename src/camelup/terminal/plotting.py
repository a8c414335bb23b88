"""Pictures into files, for every command that draws."""

from pathlib import Path

from camelup.core.errors import ArgumentError, FileError
from camelup.files import write_atomic


def check_plot(path: Path) -> None:
    """Refuse, before any work is done, a file that cannot be a picture or cannot be where it is wanted."""
    if path.suffix.lower() not in {".svg", ".png"}:
        raise ArgumentError("arguments", f"A plot is an .svg or a .png file, not {path.name}.")
    if path.is_dir():
        raise FileError("file", f"A plot is a file, and {path} is a folder.")
    if not path.parent.is_dir():
        raise FileError("file", f"There is no folder {path.parent} for the plot.")


def write_plot(path: Path, picture: str) -> None:
    """Write an SVG picture as what the file's name says."""
    try:
        _write(path, picture)
    except OSError as error:
        raise FileError("file", f"Cannot write {path}: {error.strerror or type(error).__name__}.") from error


def _write(path: Path, picture: str) -> None:
    if path.suffix.lower() == ".svg":
        write_atomic(path, picture.encode())
    else:
        from camelup.drawing import png  # noqa: PLC0415 - most pictures are not turned into pixels

        write_atomic(path, png(picture))

"""Files that are there whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, *parts: bytes | memoryview) -> None:
    """Write a file in place of what is there; whoever looks sees the old one or the new one, never half of each."""
    target = Path(os.path.realpath(path))  # what a link leads to is replaced, not the link
    new = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        with new.open("wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        new.replace(target)
    except BaseException:  # also when interrupted: nothing is to be left lying about
        with suppress(OSError):
            new.unlink()
        raise

"""A mark outside the database of what was stored last, by which a server that was killed knows if something is lost.

SQLite cannot tell a log (`-wal`) that was cut from one that simply ends there. The mark is written after each commit
without waiting for the disk: after a power cut it may be an older one, but it never promises more than was stored.
"""

import os
import zlib
from typing import NamedTuple

_LENGTH = 512
"""Written at once, whatever the mark: nothing of an older one remains."""


class Mark(NamedTuple):
    """An entry that was stored."""

    table: str
    number: int
    at: int
    """When, as it is stored: in microseconds since 1970."""


def write_mark(file: int, mark: Mark | None) -> None:
    """Write a mark to the beginning of an open file, or that there is none."""
    if mark is None:
        os.truncate(file, 0)
        return
    text = f"{mark.number} {mark.at} {mark.table}".encode()
    os.lseek(file, 0, os.SEEK_SET)
    os.write(file, b"%08x %s\n" % (zlib.crc32(text), text.ljust(_LENGTH - 10)))


def read_mark(file: int) -> Mark | None:
    """Read the mark; None if there is none, or what is there is none."""
    os.lseek(file, 0, os.SEEK_SET)
    check, _, text = os.read(file, _LENGTH).partition(b" ")
    text = text.rstrip(b" \n")
    if check != b"%08x" % zlib.crc32(text):
        return None
    number, at, table = text.split(b" ", 2)
    return Mark(table.decode(), int(number), int(at))

"""What SQLite passes over in silence: transactions in a log (`-wal`) that come after a damaged place.

The log has a header of 32 bytes, then frames: a page with 24 bytes before it. Those hold the number of the page, the
size of the database if the frame ends a transaction (else 0), two salts, and a checksum over everything so far. When
the log is begun again, its header gets other salts, and older frames may follow the new ones: that is no damage. Nor is
a last transaction that is not complete, since it was never confirmed. Frames with the salts of the header that come
after an unreadable one are damage: SQLite stops reading there.
"""

import struct
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import NamedTuple

_HEADER = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")
_MAGIC = 0x377F0682
_BIG_ENDIAN = 1
"""The last bit of the magic number: the byte order of the checksums."""
_PAGE_SIZES = {2**bits for bits in range(9, 17)}
_PAGE_SIZE_AT = 16
"""Where a database has the size of its pages, should that of the log be unreadable."""


class _Lost(NamedTuple):
    transactions: int
    after: int
    """How many frames come before the damaged place."""


def count_lost(path: Path, log: Path, readable: int) -> int:
    """Count the transactions of a log that end after the damaged place; SQLite has read so many frames of it."""
    if not log.exists() or log.stat().st_size < _HEADER.size:
        return 0
    with log.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
        return _find_lost(path, content, readable).transactions


def count_lost_meanwhile(path: Path, log: Path) -> int:
    """Count them while a server may write on: what looks damaged, and the next moment does not, was being written."""
    lost, begin = _look(path, log)
    if lost.transactions == 0:
        return 0
    again, begin_again = _look(path, log)
    return again.transactions if (again.after, begin_again) == (lost.after, begin) else 0


def _look(path: Path, log: Path) -> tuple[_Lost, bytes]:
    try:
        content = log.read_bytes()
    except FileNotFoundError:
        content = b""
    lost = _find_lost(path, content, 0) if len(content) >= _HEADER.size else _Lost(0, 0)
    return lost, content[: _HEADER.size]


def _find_lost(path: Path, content: bytes | mmap, readable: int) -> _Lost:
    magic, _, page, _, salt1, salt2, *sums = _HEADER.unpack_from(content)
    size = _FRAME.size + page
    if magic & ~_BIG_ENDIAN != _MAGIC or page not in _PAGE_SIZES or _sums(content[:24], (0, 0), magic) != tuple(sums):
        return _Lost(_count_without_header(path, content), 0)
    frames = [_FRAME.unpack_from(content, at) for at in range(_HEADER.size, len(content) - size + 1, size)]
    number = readable
    before = (sums[0], sums[1]) if number == 0 else frames[number - 1][4:6]
    while number < len(frames) and frames[number][2:4] == (salt1, salt2):  # what was written of the last transaction
        at = _HEADER.size + number * size
        found = _sums(content[at : at + 8] + content[at + _FRAME.size : at + size], before, magic)
        if found != frames[number][4:6]:
            break
        before, number = found, number + 1
    later = frames[number + 1 :]
    return _Lost(sum(commit > 0 and salts == [salt1, salt2] for _, commit, *salts, _, _ in later), number)


def _count_without_header(path: Path, content: bytes | mmap) -> int:
    """Count transactions where the header is damaged: by the salts that most frames share."""
    with path.open("rb") as file:
        (page,) = struct.unpack_from(">H", file.read(100), _PAGE_SIZE_AT)
    size = _FRAME.size + (max(_PAGE_SIZES) if page == 1 else page)
    frames = [_FRAME.unpack_from(content, at) for at in range(_HEADER.size, len(content) - size + 1, size)]
    salts = [frame[2:4] for frame in frames if frame[0] and any(frame[2:4])]
    return sum(frame[1] > 0 and frame[2:4] == salts[0] for frame in frames) if salts else 0


def _sums(content: bytes, before: tuple[int, ...], magic: int) -> tuple[int, int]:
    """Go on with a checksum."""
    first, second = before
    order = ">" if magic & _BIG_ENDIAN else "<"
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second

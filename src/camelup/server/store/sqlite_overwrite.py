"""Noticing that somebody has written over the files of an open database, as `cp` does: they stay the same files.

While a database is open, only a checkpoint of SQLite writes into its file, whichever program makes it. Every checkpoint
leaves a trace in the memory that all programs share (`-shm`): it first notes how far it will go, and at the end how far
it came. If the file has changed and the traces have not, it was somebody else. The log (`-wal`) must be as long as that
memory says, with the same two salts. Whatever is not certain, such as a checkpoint under way, is not judged.
"""

import hashlib
import os
import struct
from pathlib import Path
from typing import NamedTuple

_MAGIC = b"SQLite format 3\0"
_INDEX = struct.Struct("=12xBxHI12x8s8x")
"""In `-shm`, twice: whether it is in use, the size of a page, the number of frames in the log, and its salts."""
_BACKFILLED_AT, _ATTEMPTED_AT = 96, 128
"""Where it says how many frames are in the file, and how many a checkpoint wants there. Locks are in between."""
_NUMBER = struct.Struct("=I")
_LOG_HEADER, _FRAME_HEADER = 32, 24
_LOG_SALTS, _FRAME_SALTS = 16, 8
_SAMPLES, _SAMPLE_BYTES = 256, 4096
"""How much of a large file is compared: a megabyte, spread evenly. A smaller file is compared completely."""

Shape = tuple[int, int]
"""When a file was changed last, and how long it is."""


class _Trace(NamedTuple):
    """What `-shm` says about the log and the checkpoints."""

    header: bytes
    page: int
    frames: int
    salts: bytes
    backfilled: int
    attempted: int

    @property
    def checkpoint(self) -> tuple[bytes, int] | None:
        """The latest checkpoint, None while one is under way or if one has failed."""
        return (self.salts, self.backfilled) if self.backfilled == self.attempted else None


class ContentWatch:
    """Knows what is in the files of a database that is open."""

    def __init__(self, path: Path) -> None:
        """Open the files; OSError if that fails.

        They must stay open as long as any connection does: whoever closes a file loses SQLite's locks on it, too.
        """
        self._files: list[int] = []
        self._checkpoint: tuple[bytes, int] | None = None
        self._digest = b""
        self.shape: Shape | None = None
        """That of the file when it was last found to be right; None if that is not certain."""
        if not hasattr(os, "pread"):  # Windows lets nobody write over a file that is open, at least not by copying
            return
        try:
            for part in ("", "-wal", "-shm"):
                self._files.append(os.open(f"{path}{part}", os.O_RDONLY | os.O_CLOEXEC))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the files; nobody may be connected any more."""
        for file in self._files:
            os.close(file)
        self._files = []

    def find_overwritten(self) -> str | None:
        """Give the suffix of a file that somebody has written over; None if that is not certain."""
        if not self._files:
            return None
        file, log, memory = self._files
        try:
            trace = _read_trace(memory)
            if trace is None:
                return None
            if self._is_file_overwritten(file, memory, trace):
                return ""
            if _is_log_overwritten(log, trace) and _read_trace(memory) == trace:
                return "-wal"
        except OSError:  # a disk that cannot be read is no proof
            pass
        return None

    def _is_file_overwritten(self, file: int, memory: int, trace: _Trace) -> bool:
        found = os.fstat(file)
        shape = (found.st_mtime_ns, found.st_size)
        if shape == self.shape and trace.checkpoint == self._checkpoint:
            return False
        digest, has_magic = _digest(file, found.st_size), os.pread(file, len(_MAGIC), 0) == _MAGIC
        again = _read_trace(memory)
        if not has_magic:  # no checkpoint changes it
            return True
        if trace.checkpoint is None or again is None or again.checkpoint != trace.checkpoint:
            self.shape = self._checkpoint = None
            return False
        if trace.checkpoint == self._checkpoint and digest != self._digest:
            return True
        self._checkpoint, self._digest, self.shape = trace.checkpoint, digest, shape
        return False


def _read_trace(memory: int) -> _Trace | None:
    """Read what programs share; None if it is being written."""
    headers = os.pread(memory, 2 * _INDEX.size, 0)
    first, second = headers[: _INDEX.size], headers[_INDEX.size :]
    backfilled, attempted = (os.pread(memory, _NUMBER.size, at) for at in (_BACKFILLED_AT, _ATTEMPTED_AT))
    if first != second or len(attempted) < _NUMBER.size:
        return None
    is_used, page, frames, salts = _INDEX.unpack(first)
    if not is_used:
        return None
    size = (page & 0xFE00) + ((page & 1) << 16)
    return _Trace(first, size, frames, salts, *_NUMBER.unpack(backfilled), *_NUMBER.unpack(attempted))


def _is_log_overwritten(log: int, trace: _Trace) -> bool:
    if trace.frames == 0:  # whatever is in the log is from before
        return False
    last = _LOG_HEADER + (trace.frames - 1) * (_FRAME_HEADER + trace.page)
    return (
        os.fstat(log).st_size < last + _FRAME_HEADER + trace.page
        or os.pread(log, len(trace.salts), _LOG_SALTS) != trace.salts
        or os.pread(log, len(trace.salts), last + _FRAME_SALTS) != trace.salts
    )


def _digest(file: int, size: int) -> bytes:
    digest = hashlib.blake2b(size.to_bytes(8))
    pages = -(-size // _SAMPLE_BYTES)
    for sample in range(min(_SAMPLES, pages)):
        page = sample if pages <= _SAMPLES else sample * (pages - 1) // (_SAMPLES - 1)
        digest.update(os.pread(file, _SAMPLE_BYTES, page * _SAMPLE_BYTES))
    return digest.digest()

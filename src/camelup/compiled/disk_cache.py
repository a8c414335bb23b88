"""Arrays that take seconds to make, kept beside the compiled code that makes them: other sources have others."""

import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import numpy.typing as npt

from camelup.compiled.decorators import code_folder
from camelup.files import write_atomic
from camelup.preparation import preparing

Bytes = npt.NDArray[np.uint8]
_CHECK = 4


def disk_cached(name: str, shape: tuple[int, ...], make: Callable[[], Bytes]) -> Bytes:
    """Return an array that an earlier process has cached on disk, or make it and cache it if that is possible."""
    with preparing():
        return _read_or_make(name, shape, make)


def kept_code() -> tuple[Path, int] | None:
    """Return where compiled functions are kept and how many there are; None if none can be kept."""
    folder = code_folder()
    return None if folder is None else (folder, sum(1 for _ in folder.rglob("*.nbi")))


def _read_or_make(name: str, shape: tuple[int, ...], make: Callable[[], Bytes]) -> Bytes:
    folder = code_folder()
    if folder is None:
        return make()
    path = folder / f"{name}.bytes"
    with suppress(OSError):
        data = path.read_bytes()
        # A file that was cut or changed is made again, and never believed.
        if len(data) == _CHECK + int(np.prod(shape)) and data[:_CHECK] == _check(data[_CHECK:]):
            return np.frombuffer(data, np.uint8, offset=_CHECK).reshape(shape).copy()
    made = make()
    data = made.tobytes()
    with suppress(OSError):
        write_atomic(path, _check(data), data)
    return made


def _check(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(_CHECK, "big")

"""PNG pictures as arrays of pixels."""

import struct
import zlib

import numpy as np
import numpy.typing as npt

from camelup.compiled.png_rows import CHANNELS, restore

Pixels = npt.NDArray[np.uint8]
_SIGNATURE = 8
_OPAQUE = 255


def read_png(data: bytes) -> Pixels:
    """Return a PNG, with eight bits for each of four channels, as red, green and blue by row and column."""
    width = height = 0
    packed, place = b"", _SIGNATURE
    while place < len(data):
        size, kind = struct.unpack_from(">I4s", data, place)
        chunk = data[place + 8 : place + 8 + size]
        if kind == b"IHDR":
            width, height = struct.unpack_from(">II", chunk)
        elif kind == b"IDAT":
            packed += chunk
        place += size + 12
    rows = np.frombuffer(bytearray(zlib.decompress(packed)), np.uint8).reshape(height, 1 + width * CHANNELS)
    restore(rows)
    return _on_white(rows[:, 1:].reshape(height, width, CHANNELS))


def _on_white(pixels: Pixels) -> Pixels:
    """Lay a picture that may be transparent on white paper."""
    colours, alpha = pixels[..., :3], pixels[..., 3:].astype(np.uint16)
    if alpha.min(initial=_OPAQUE) == _OPAQUE:
        return np.ascontiguousarray(colours)
    return ((colours * alpha + 255 * (255 - alpha)) // 255).astype(np.uint8)

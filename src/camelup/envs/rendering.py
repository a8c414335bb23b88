"""A position as an environment shows it: as text, as SVG, or as an array of pixels."""

import struct
import sys
import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from camelup.core.actions import SEATS
from camelup.core.errors import ArgumentError, quoted
from camelup.core.view import View
from camelup.formats.text_board import draw_text

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
"""On the screen as text, as a string of text, as pixels, and as a string of SVG."""
PIXELS = 800
"""The width of a picture."""

Pixels = npt.NDArray[np.uint8]
_SIGNATURE = 8
_CHANNELS = 4
_Numbers = npt.NDArray[np.int16]


def check_render_mode(mode: str | None, modes: Sequence[str] = RENDER_MODES) -> None:
    """Refuse a way of rendering that there is not."""
    if mode is not None and mode not in modes:
        known = ", ".join(modes)
        raise ArgumentError("render_mode", f"A render mode is {known} or None, not {quoted(mode)}.")


def render(view: View, mode: str, names: Sequence[str] = SEATS) -> str | Pixels | None:
    """Show what a view shows, and nothing else."""
    if mode == "human":
        sys.stdout.write(f"{draw_text(view, names)}\n\n")
        return None
    if mode == "ansi":
        return draw_text(view, names)
    from camelup.drawing import board_svg, png  # noqa: PLC0415 - text needs no pictures

    svg = board_svg(view)
    return svg if mode == "svg" else read_png(png(svg, PIXELS))


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
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * _CHANNELS)
    return _on_white(_restore(rows[:, :1], rows[:, 1:].reshape(height, width, _CHANNELS)))


def _restore(kinds: Pixels, rows: Pixels) -> Pixels:
    """Add to each pixel what was subtracted from it: a guess from its neighbours, of a kind that its row chooses.

    Neighbours are to the left and above, so all pixels of a diagonal can be restored at once, and there are much fewer
    diagonals than pixels.
    """
    height, width, _ = rows.shape
    # With a row and a column of zeros as neighbours of the first ones. Along a diagonal, pixels are `width` apart.
    pixels = np.zeros((height + 1, width + 1, _CHANNELS), np.int16)
    pixels[1:, 1:] = rows
    flat = pixels.reshape(-1, _CHANNELS)
    for diagonal in range(height + width - 1):
        first, last = max(0, diagonal - width + 1), min(height - 1, diagonal)
        place = (first + 1) * (width + 1) + diagonal - first + 1
        end = place + (last - first) * width + 1
        here, left, up, corner = (flat[place - back : end - back : width] for back in (0, 1, width + 1, width + 2))
        kind = kinds[first : last + 1]
        nothing = np.zeros_like(left)
        here += np.choose(kind, [nothing, left, up, (left + up) >> 1, _paeth(left, up, corner)])
        here &= 0xFF
    return pixels[1:, 1:].astype(np.uint8)


def _paeth(left: _Numbers, up: _Numbers, corner: _Numbers) -> _Numbers:
    """Return, for each channel, the neighbour that is nearest to where the other two lead."""
    to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    nearer = np.where(to_up <= to_corner, up, corner)
    return np.where((to_left <= to_up) & (to_left <= to_corner), left, nearer)


def _on_white(pixels: Pixels) -> Pixels:
    """Lay a picture that may be transparent on white paper."""
    colours, alpha = pixels[..., :3], pixels[..., 3:].astype(np.uint16)
    if alpha.min(initial=255) == 255:  # noqa: PLR2004 - opaque
        return np.ascontiguousarray(colours)
    return ((colours * alpha + 255 * (255 - alpha)) // 255).astype(np.uint8)

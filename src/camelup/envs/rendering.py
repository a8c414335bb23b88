"""A position as an environment shows it: as text, as SVG, or as an array of pixels."""

import sys
from collections.abc import Sequence

from camelup.core.errors import ArgumentError, quoted
from camelup.core.view import View
from camelup.envs.png_reader import Pixels, read_png
from camelup.formats.text_board import draw_text

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
"""On the screen as text, as a string of text, as pixels, and as a string of SVG."""
PIXELS = 640
"""The width of a picture. It and the height are even, as video encoders ask."""


def check_render_mode(mode: str | None, modes: Sequence[str] = RENDER_MODES) -> None:
    """Refuse a way of rendering that there is not."""
    if mode is not None and mode not in modes:
        known = ", ".join(modes)
        raise ArgumentError("render_mode", f"A render mode is {known} or None, not {quoted(mode)}.")


def render(view: View, mode: str, names: Sequence[str]) -> str | Pixels | None:
    """Show what a view shows, and nothing else."""
    if mode == "human":
        sys.stdout.write(f"{draw_text(view, names)}\n\n")
        return None
    if mode == "ansi":
        return draw_text(view, names)
    from camelup.drawing import board_svg, png  # noqa: PLC0415 - text needs no pictures

    svg = board_svg(view, names, is_steady=True)
    return svg if mode == "svg" else read_png(png(svg, PIXELS))

"""The sheet that every picture is drawn on: its measures and colours, text, and the frame around it all.

A picture is 800 units wide, and the smallest text on it is 19 units high: on a telephone that is as small as one
wants to read.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from camelup.drawing.shapes import PREFIX, colour

WIDTH = 800
MARGIN = 22
LEFT, RIGHT = MARGIN, WIDTH - MARGIN

SMALL, BODY, LARGE = 19, 22, 30
"""Sizes of text."""

PAPER = colour("canvas")
SAND = colour("sand")
SHADE = colour("line")
INK = colour("ink")
FAINT = colour("ink2")
CLOTH = colour("die")


class Drawn(NamedTuple):
    """A part of a picture, and where it ends."""

    markup: str
    bottom: float


class Caption(NamedTuple):
    """The description of a picture for those who cannot see it."""

    title: str
    description: str


def number(value: float) -> str:
    """Write a coordinate, in hundredths at most.

    >>> number(3.0), number(2 / 3), number(-0.001)
    ('3', '0.67', '0')
    """
    return f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")


def escape(text: str) -> str:
    """Make a text safe between tags and in an attribute."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def text(  # noqa: PLR0913 - what a text looks like takes some saying
    x: float,
    y: float,
    content: str,
    *,
    size: float = BODY,
    anchor: str = "start",
    is_bold: bool = False,
    fill: str = INK,
) -> str:
    """Write a line of text; y is its baseline, and it starts, has its middle or ends at x."""
    weight = ' font-weight="700"' if is_bold else ""
    aligned = "" if anchor == "start" else f' text-anchor="{anchor}"'
    place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
    return f'<text {place}{weight}{aligned} fill="{fill}">{escape(content)}</text>'


def box(x: float, y: float, width: float, height: float, more: str) -> str:
    """Draw a rectangle; `more` is the rest of its attributes."""
    sizes = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {sizes} {more}/>'


def path(data: str, more: str) -> str:
    """Draw a path; `more` is the rest of its attributes."""
    return f'<path d="{data}" {more}/>'


def line(data: str, stroke: str, width: float) -> str:
    """Draw a path as a line."""
    return path(
        data,
        f'fill="none" stroke="{stroke}" stroke-width="{number(width)}" stroke-linecap="round" stroke-linejoin="round"',
    )


def rule(y: float) -> str:
    """Draw the line between two rows of a table."""
    return path(f"M{LEFT} {number(y)}H{RIGHT}", f'stroke="{SHADE}" stroke-width="1.5"')


def moved(x: float, y: float, markup: str, *, more: str = "", scale: float = 1) -> str:
    """Put what was drawn at the origin somewhere else."""
    scaled = "" if scale == 1 else f" scale({number(scale)})"
    return f'<g{more and f" {more}"} transform="translate({number(x)} {number(y)}){scaled}">{markup}</g>'


def flow(widths: Sequence[float], left: float, right: float) -> list[tuple[float, int]]:
    """Set things in lines like words: where each begins, and in which line.

    >>> flow([40, 40, 40], 0, 100)
    [(0, 0), (40, 0), (0, 1)]
    """
    places: list[tuple[float, int]] = []
    x, line = left, 0
    for width in widths:
        if x + width > right and x > left:
            x, line = left, line + 1
        places.append((x, line))
        x += width
    return places


def finished(parts: Iterable[str], height: float, caption: Caption, frame: float | None = None) -> str:
    """Frame a picture; with a height of the frame, it gets as much paper below it, or is drawn smaller, as it takes.

    Ids begin with a hash of all that is in it: pictures on one page then share an id only if they are the same.
    """
    named = f'<title id="{PREFIX}-title">{escape(caption.title)}</title>'
    described = f'<desc id="{PREFIX}-desc">{escape(caption.description)}</desc>'
    frame = height if frame is None else frame
    down = max(height, frame)
    across = WIDTH * down / frame
    left = (WIDTH - across) / 2
    sheet = box(left, 0, across, down, f'rx="18" fill="{PAPER}"')
    body = "".join((named, described, sheet, *parts))
    prefix = f"camelup-{sha256(body.encode()).hexdigest()[:10]}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{number(frame)}"'
        f' viewBox="{number(left)} 0 {number(across)} {number(down)}" style="max-width:100%;height:auto" role="img"'
        f' aria-labelledby="{PREFIX}-title {PREFIX}-desc" font-family="system-ui, sans-serif">'
    )
    return f"{head}{body}</svg>\n".replace(PREFIX, prefix)

"""How results are shown: in a line of text, and as pictures or tables in notebooks.

What has a picture knows nothing of drawing, so it is taught from here; the drawing is loaded for the first picture.
"""

from collections.abc import Iterable, Sequence
from html import escape

_LONGEST = 120


def _repr_svg_(self: object) -> str:
    from camelup.drawing import draw  # noqa: PLC0415 - looks outwards, so only when a picture is asked for

    return draw(self)


def show_as_picture(*kinds: type) -> None:
    """Let notebooks show values of these types as pictures."""
    for kind in kinds:
        kind._repr_svg_ = _repr_svg_  # type: ignore[attr-defined]


def html_table(caption: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table for a notebook; the first cell of a row names it.

    >>> html_table("Money", ["seat", "pounds"], [["A", 3]])[:52]
    '<table><caption>Money</caption><thead><tr><th>seat</'
    """
    columns = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(_row(row) for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table>"


def _row(cells: Sequence[object]) -> str:
    name, *rest = (escape(str(cell)) for cell in cells)
    return f'<tr><th scope="row">{name}</th>' + "".join(f"<td>{cell}</td>" for cell in rest) + "</tr>"


def shorten(text: str, longest: int = _LONGEST) -> str:
    """Cut a text that would make a line too long.

    >>> shorten("a camel, a pyramid and a die", 12)
    'a camel, ...'
    """
    return text if len(text) <= longest else f"{text[: longest - 3]}..."

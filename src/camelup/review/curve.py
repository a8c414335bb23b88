"""The curve of a review as SVG for its page, whose colours are those of the page around it."""

from collections.abc import Sequence

from camelup.core.actions import SEATS
from camelup.drawing.shapes import seal_colour
from camelup.drawing.sheet import box, escape, number, path
from camelup.formats.review_types import TurningPoint
from camelup.review.results import Review

SHEET, LEFT, RIGHT = 1100, 52, 1040
WIDTH = RIGHT - LEFT
_TOP, _BOTTOM, _HEIGHT = 24, 330, 362
_DASHES = ("", "9 5", "2 5", "12 4 2 4", "6 3", "1 4", "14 5", "8 3 1 3 1 3")
"""Seats can be distinguished without their colours, too."""


def line_colour(seat: int) -> str:
    """Return the colour of a seat, lifted where the page is dark."""
    return f"color-mix(in srgb, {seal_colour(seat)}, #fff var(--lift))"


def draw_curve(review: Review, points: Sequence[TurningPoint]) -> str:
    """Draw the chances of all seats over the actions, with legs as bands and numbered turning points."""
    curves = [review.start, *(ply.after for ply in review.plies)]
    parts = [*_bands(review), *_scale()]
    for seat in reversed(range(len(review.names))):
        line = " ".join(f"{number(_x(at, review))},{number(_y(worths[seat].wins))}" for at, worths in enumerate(curves))
        look = f"fill:none;stroke:{line_colour(seat)};stroke-width:3"
        dashes = f' stroke-dasharray="{_DASHES[seat]}"' if _DASHES[seat] else ""
        title = f"<title>{escape(review.names[seat])}</title>"
        parts.append(f'<polyline points="{line}" style="{look}"{dashes} stroke-linejoin="round">{title}</polyline>')
    parts += _ends(review)
    parts.append(
        f'<g id="cursor" transform="translate({RIGHT} 0)">'
        f'<path d="M0 {_TOP}V{_BOTTOM}" style="stroke:var(--ink);stroke-width:2"/></g>'
    )
    for place, point in enumerate(points, 1):
        x, y = _x(point.ply, review), _y(curves[point.ply][point.seat].wins)
        parts.append(
            f'<g class="dot" transform="translate({number(x)} {number(y)})">'
            f'<circle r="11" style="fill:var(--sun);stroke:#26221c"/>'
            f'<text text-anchor="middle" y="5">{place}</text></g>'
        )
    title = f"Winning chances of {', '.join(review.names)} after every action"
    named = f'role="img" aria-label="{escape(title)}"'
    return f'<svg class="curve" viewBox="0 0 {SHEET} {_HEIGHT}" {named}>{"".join(parts)}</svg>'


def _x(at: int, review: Review) -> float:
    return LEFT + WIDTH * at / max(1, len(review.plies))


def _y(share: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * share


def _bands(review: Review) -> list[str]:
    """Draw a band for each leg: from the actions before its first to its last."""
    legs = sorted({ply.leg for ply in review.plies})
    parts = []
    for place, leg in enumerate(legs):
        numbers = [ply.number for ply in review.plies if ply.leg == leg]
        left, right = _x(numbers[0] - 1, review), _x(numbers[-1], review)
        if place % 2 == 0:
            parts.append(box(left, _TOP, right - left, _BOTTOM - _TOP, 'style="fill:var(--band)"'))
        parts.append(f'<text x="{number((left + right) / 2)}" y="{_BOTTOM + 20}" text-anchor="middle">Leg {leg}</text>')
    return parts


def _scale() -> list[str]:
    return [
        part
        for percent in range(0, 101, 25)
        for part in (
            path(f"M{LEFT} {number(_y(percent / 100))}H{RIGHT}", 'style="stroke:var(--line)" stroke-dasharray="4 5"'),
            f'<text x="{LEFT - 8}" y="{number(_y(percent / 100) + 4)}" text-anchor="end">{percent}%</text>',
        )
    ]


def _ends(review: Review) -> list[str]:
    """Write the seats' letters beside the end of their lines, none over another."""
    if not review.plies:
        return []
    last = review.plies[-1].before
    ordered = sorted(range(len(review.names)), key=lambda seat: -last[seat].wins)
    parts, y = [], _TOP - 22.0
    for seat in ordered:
        y = max(y + 27, _y(review.plies[-1].after[seat].wins) - 27 * (len(ordered) - 1 - ordered.index(seat)))
        parts.append(
            f'<circle cx="{RIGHT + 28}" cy="{number(y)}" r="12" fill="{seal_colour(seat)}"/>'
            f'<text x="{RIGHT + 28}" y="{number(y + 5)}" text-anchor="middle" style="fill:#fff">{SEATS[seat]}</text>'
        )
    return parts

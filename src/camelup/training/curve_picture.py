"""The curve of a training as a picture: win shares by decisions seen."""

from collections.abc import Sequence

from camelup.drawing.charts import percent
from camelup.drawing.sheet import BODY, FAINT, INK, LEFT, RIGHT, SHADE, SMALL, Caption, finished, line, text
from camelup.drawing.sheet import number as written
from camelup.training.curve import Point

_TOP, _BOTTOM, _HEIGHT = 120, 420, 560
_BEGIN, _END = LEFT + 60, RIGHT - 20
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
_STEP = 0.05
_TITLE = "How the share of victories grew"


def curve_svg(points: Sequence[Point]) -> str:
    """Draw a line for each opponent, over all points that have it."""
    names = list(dict.fromkeys(name for point in points for name in point.shares))
    shares = [share.value for point in points for share in point.shares.values()] or [0.0, 1.0]
    low = _STEP * int(min(shares) / _STEP)
    high = max(low + 2 * _STEP, _STEP * -int(-max(shares) // _STEP))
    most = max((point.decisions for point in points), default=1)

    def x(decisions: float) -> float:
        return _BEGIN + (_END - _BEGIN) * decisions / most

    def y(share: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (share - low) / (high - low)

    parts = [
        text(LEFT, 50, _TITLE, size=BODY, is_bold=True),
        text(LEFT, 80, "One seat of four, against three players by a policy", size=SMALL, fill=FAINT),
    ]
    for tick in range(round((high - low) / _STEP) + 1):
        share = low + tick * _STEP
        parts += [
            line(f"M{_BEGIN} {written(y(share))}H{_END}", SHADE, 1.5),
            text(_BEGIN - 10, y(share) + 7, percent(share), size=SMALL, anchor="end"),
        ]
    for number, name in enumerate(names):
        colour = _COLOURS[number % len(_COLOURS)]
        known = [(x(point.decisions), y(point.shares[name].value)) for point in points if name in point.shares]
        parts.append(line("M" + "L".join(f"{written(at)} {written(height)}" for at, height in known), colour, 3))
        column, row = number % 2, number // 2
        left, top = LEFT + column * 380, _BOTTOM + 84 + 28 * row
        parts += [line(f"M{left} {top - 6}h26", colour, 4), text(left + 36, top, name, size=SMALL)]
    parts += [
        text(_END, _BOTTOM + 30, f"{most / 1e6:.0f} million decisions", size=SMALL, anchor="end", fill=INK),
        text(_BEGIN, _BOTTOM + 30, "0", size=SMALL, fill=INK),
    ]
    last = points[-1].shares if points else {}
    told = ", ".join(f"{share.value:.0%} against {name}" for name, share in last.items())
    return finished(parts, _HEIGHT, Caption(_TITLE, f"In the end {told}."))

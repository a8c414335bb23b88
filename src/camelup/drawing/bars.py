"""Charts of bars with a whisker for what is not certain: to the side or upright, in two columns of a sheet."""

from collections.abc import Sequence
from typing import NamedTuple

from camelup.drawing.charts import percent
from camelup.drawing.lettering import fitting, width_of
from camelup.drawing.sheet import BODY, FAINT, INK, LEFT, PAPER, RIGHT, SHADE, SMALL, box, line, text
from camelup.drawing.sheet import number as written

_GAP = 36
HALF = (RIGHT - LEFT - _GAP) / 2
COLUMNS = (LEFT, LEFT + HALF + _GAP)
_PLOT = 190
"""The height of upright bars."""
_BETWEEN = 4
"""The least gap between two figures."""
_FIRST, _LAST = "#0072B2", "#E69F00"
_NAMES = 202
"""The room for the names of bars to the side."""


class Bar(NamedTuple):
    """A bar: what it shows and how far the interval reaches down and up."""

    value: float
    low: float
    high: float


class Row(NamedTuple):
    """A bar with its name, and its value in words."""

    name: str
    bar: Bar
    figure: str


def titled(left: float, top: float, title: str, series: Sequence[str] = ()) -> list[str]:
    """Write the title of a chart, and what its colours mean."""
    parts = [text(left, top + 6, title, size=fitting(title, BODY, HALF), is_bold=True)]
    x = left
    for name, fill in zip(series, (_FIRST, _LAST), strict=False):
        parts += [box(x, top + 20, 16, 16, f'rx="3" fill="{fill}"'), text(x + 24, top + 35, name, size=SMALL)]
        x += 160
    return parts


def side_bars(left: float, top: float, rows: Sequence[Row]) -> list[str]:
    """Draw a bar to the side for each row, from a common zero."""
    begin, room = left + _NAMES, HALF - _NAMES - 66
    lowest = min(0.0, *(row.bar.low for row in rows), 0.0)
    highest = max(1.0, *(row.bar.high for row in rows))
    scale = room / (highest - lowest)
    zero = begin - lowest * scale
    parts = []
    for at, (name, bar, figure) in enumerate(rows):
        y = top + 58 + at * 38
        low, high = (written(zero + end * scale) for end in (bar.low, bar.high))
        parts += [
            text(begin - 12, y + 19, name, size=fitting(name, SMALL, _NAMES - 12), anchor="end"),
            box(zero + min(0.0, bar.value) * scale, y, max(1, abs(bar.value) * scale), 24, f'rx="3" fill="{_FIRST}"'),
            line(f"M{low} {written(y + 12)}H{high}", INK, 2) if low != high else "",
            text(left + HALF, y + 19, figure, size=SMALL, anchor="end"),
        ]
    bottom = top + 58 + len(rows) * 38
    return [*parts, line(f"M{written(zero)} {written(top + 50)}V{written(bottom)}", INK, 1.5)]


def upright_bars(
    left: float, top: float, names: Sequence[str], groups: Sequence[Sequence[Bar]], axis: str
) -> list[str]:
    """Draw upright bars in groups, with lines for round percentages and a whisker on each bar."""
    most = max((bar.high for group in groups for bar in group), default=1.0)
    step = next(step for step in (0.1, 0.2, 0.25) if most / step <= 4 or step == 0.25)  # noqa: PLR2004
    scale = _PLOT / (step * -(-most // step))
    base = top + 56 + _PLOT
    begin = left + 56
    parts = [text((begin + left + HALF) / 2, base + 50, axis, size=SMALL, anchor="middle", fill=FAINT)]
    for tick in range(round(_PLOT / scale / step) + 1):
        y = base - tick * step * scale
        parts.append(line(f"M{begin} {written(y)}H{written(left + HALF)}", SHADE if tick else INK, 1.5))
        parts.append(text(begin - 8, y + 6, f"{tick * step:.0%}", size=SMALL, anchor="end", fill=FAINT))
    room = (left + HALF - begin) / max(1, len(groups))
    for at, (name, group) in enumerate(zip(names, groups, strict=True)):
        width = min(48, room * 0.76) / len(group)
        x = begin + (at + 0.5) * room - width * len(group) / 2
        parts.append(text(begin + (at + 0.5) * room, base + 26, name, size=SMALL, anchor="middle"))
        for bar, fill in zip(group, (_FIRST, _LAST), strict=False):
            height = bar.value * scale
            parts.append(box(x, base - height, width, height, f'fill="{fill}"'))
            low, high = (written(base - end * scale) for end in (bar.low, bar.high))
            parts.append(line(f"M{written(x + width / 2)} {low}V{high}", INK, 2))
            if len(group) == 1:
                above = base - bar.high * scale - 8
                figure = percent(bar.value)
                if width_of(figure, SMALL) > room - _BETWEEN:
                    figure = figure.removesuffix("%")  # which the scale says too
                wide = width_of(figure, SMALL)
                parts.append(box(x + (width - wide) / 2, above - 16, wide, 20, f'fill="{PAPER}"'))
                parts.append(text(x + width / 2, above, figure, size=SMALL, anchor="middle"))
            x += width
    return parts

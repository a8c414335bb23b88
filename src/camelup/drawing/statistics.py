"""What very many games show as a picture: charts in two columns, each with a whisker for what is not certain."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from camelup.core.edition import EDITIONS, Edition
from camelup.drawing.charts import percent
from camelup.drawing.lettering import fitting, width_of
from camelup.drawing.sheet import (
    BODY,
    FAINT,
    INK,
    LARGE,
    LEFT,
    PAPER,
    RIGHT,
    SHADE,
    SMALL,
    Caption,
    box,
    finished,
    line,
    text,
)
from camelup.drawing.sheet import number as written
from camelup.formats import labels

if TYPE_CHECKING:  # importing camelup.bulk loads Numba, and the picture of a board needs none
    from camelup.bulk.estimates import Share
    from camelup.bulk.stats import Stats

    Chart = Callable[[Stats, float, float], list[str]]
    """Draws one thing that the figures show, from its left and its top on."""

_GAP = 36
_HALF = (RIGHT - LEFT - _GAP) / 2
_COLUMNS = (LEFT, LEFT + _HALF + _GAP)
_TOP = 118
_ROW = 338
"""The height of a row of charts."""
_PLOT = 190
"""The height of a chart's bars."""
_FOOT = 20
_NOTE = "Thin lines are intervals of 95%. All seats play by the same policy."
_MOST_BARS = 8
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


def stats_svg(stats: "Stats") -> str:
    """Draw how long races are and how they end, what starting places and leads are worth, what pays and who wins."""
    edition = EDITIONS[stats.edition]
    heading = f"{stats.games:,} games of {stats.players} players, policy: {stats.policy}"
    charts = charts_of(edition)
    drawn = [part for chart, place in zip(charts, _places(len(charts)), strict=True) for part in chart(stats, *place)]
    height = _height(len(charts))
    parts = [
        text(LEFT, 50, edition.title, size=LARGE, is_bold=True),
        text(LEFT, 80, heading, size=SMALL, fill=FAINT),
        *drawn,
        text(LEFT, height - LEFT, _NOTE, size=SMALL, fill=FAINT),
    ]
    return finished(parts, height, Caption("Camel Up, statistics", _describe(stats, heading)))


def charts_of(edition: Edition) -> list["Chart"]:
    """List what is drawn for an edition, in the order of the sheet."""
    return [_length, _starts, _leaders, *([_endings] if edition.crazy else []), _pays, _victories]


def _places(charts: int) -> list[tuple[float, float]]:
    """Give the left and the top of each chart, row by row."""
    columns = len(_COLUMNS)
    return [(_COLUMNS[chart % columns], _TOP + chart // columns * _ROW) for chart in range(charts)]


def _height(charts: int) -> float:
    """Tell how high a sheet with so many charts is, the note below them included."""
    return _places(charts)[-1][1] + _ROW + _FOOT


def _describe(stats: "Stats", heading: str) -> str:
    legs = ", ".join(f"{legs} legs {percent(count / stats.games)}" for legs, count in stats.legs.items())
    starts = ", ".join(
        f"{place} wins {percent(wins.value)} and comes last {percent(last.value)}"
        for place, wins, last in zip(labels.STARTING_PLACES, stats.start_wins, stats.start_comes_last, strict=True)
    )
    leaders = ", ".join(f"after leg {leg} {percent(wins.value)}" for leg, wins in enumerate(stats.leader_wins, start=1))
    kinds = labels.kind_names(EDITIONS[stats.edition])
    pays = ", ".join(f"{kinds[kind]} {each.value:.2f} EP" for kind, each in stats.paying)
    ends = ", ".join(f"{labels.ENDING_NAMES[name]} {percent(share.value)}" for name, share in stats.endings.items())
    seats = ", ".join(
        f"{seat} {percent(won.value)}" for seat, won in zip(labels.ORDINALS, stats.victories, strict=False)
    )
    return (
        f"{heading}. Races: {legs}. Starting places: {starts}. The leader wins: {leaders}. "
        f"First over the line: {ends}. Each pays: {pays}. Who wins, by the order of play: {seats}."
    )


def _bar_of(share: "Share") -> Bar:
    return Bar(share.value, *share.interval)


# --- The charts -----------------------------------------------------------------------------------------------


def _length(stats: "Stats", left: float, top: float) -> list[str]:
    shown = {str(legs): _bar_of(share) for legs, share in stats.common_legs.items()}
    bars = [[bar] for bar in shown.values()]
    return [*_titled(left, top, labels.LENGTH), *_chart(left, top, list(shown), bars, "legs")]


def _starts(stats: "Stats", left: float, top: float) -> list[str]:
    bars = [[_bar_of(wins), _bar_of(last)] for wins, last in zip(stats.start_wins, stats.start_comes_last, strict=True)]
    return [
        *_titled(left, top, labels.STARTS, labels.START_SERIES),
        *_chart(left, top, labels.STARTING_PLACES, bars, "starting place"),
    ]


def _leaders(stats: "Stats", left: float, top: float) -> list[str]:
    shown = stats.after_legs[:_MOST_BARS]
    bars = [[_bar_of(wins), _bar_of(last)] for _, wins, last in shown]
    names = [str(leg) for leg, _, _ in shown]
    return [
        *_titled(left, top, labels.LEADERS, labels.LEADER_SERIES),
        *_chart(left, top, names, bars, "after leg"),
    ]


def _endings(stats: "Stats", left: float, top: float) -> list[str]:
    rows = [Row(labels.ENDING_NAMES[name], _bar_of(share), _rare(share.value)) for name, share in stats.endings.items()]
    return [*_titled(left, top, labels.ENDINGS), *_rows(left, top, rows)]


def _rare(share: float) -> str:
    return f"{share:.2%}" if 0 < share < 0.01 else percent(share)  # noqa: PLR2004 - here small ones are of interest


def _victories(stats: "Stats", left: float, top: float) -> list[str]:
    bars = [[_bar_of(share)] for share in stats.victories]
    return [*_titled(left, top, labels.VICTORIES), *_chart(left, top, labels.ORDINALS[: len(bars)], bars, "turn order")]


def _pays(stats: "Stats", left: float, top: float) -> list[str]:
    names = labels.kind_names(EDITIONS[stats.edition])
    rows = [
        Row(names[kind], Bar(each.value, each.value - each.error, each.value + each.error), f"{each.value:.2f}")
        for kind, each in stats.paying
    ]
    return [*_titled(left, top, labels.PAY), *_rows(left, top, rows)]


# --- What they are made of ------------------------------------------------------------------------------------


def _titled(left: float, top: float, title: str, series: Sequence[str] = ()) -> list[str]:
    parts = [text(left, top + 6, title, size=fitting(title, BODY, _HALF), is_bold=True)]
    x = left
    for name, fill in zip(series, (_FIRST, _LAST), strict=False):
        parts += [box(x, top + 20, 16, 16, f'rx="3" fill="{fill}"'), text(x + 24, top + 35, name, size=SMALL)]
        x += 160
    return parts


def _rows(left: float, top: float, rows: Sequence[Row]) -> list[str]:
    """Draw a bar to the side for each row, from a common zero."""
    begin, room = left + _NAMES, _HALF - _NAMES - 66
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
            text(left + _HALF, y + 19, figure, size=SMALL, anchor="end"),
        ]
    bottom = top + 58 + len(rows) * 38
    return [*parts, line(f"M{written(zero)} {written(top + 50)}V{written(bottom)}", INK, 1.5)]


def _chart(left: float, top: float, names: Sequence[str], groups: Sequence[Sequence[Bar]], axis: str) -> list[str]:
    """Draw upright bars in groups, with lines for round percentages and a whisker on each bar."""
    most = max((bar.high for group in groups for bar in group), default=1.0)
    step = next(step for step in (0.1, 0.2, 0.25) if most / step <= 4 or step == 0.25)  # noqa: PLR2004
    scale = _PLOT / (step * -(-most // step))
    base = top + 56 + _PLOT
    begin = left + 56
    parts = [text((begin + left + _HALF) / 2, base + 50, axis, size=SMALL, anchor="middle", fill=FAINT)]
    for tick in range(round(_PLOT / scale / step) + 1):
        y = base - tick * step * scale
        parts.append(line(f"M{begin} {written(y)}H{written(left + _HALF)}", SHADE if tick else INK, 1.5))
        parts.append(text(begin - 8, y + 6, f"{tick * step:.0%}", size=SMALL, anchor="end", fill=FAINT))
    room = (left + _HALF - begin) / max(1, len(groups))
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

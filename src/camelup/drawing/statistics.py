"""What very many games show as a picture: charts in two columns, each with a whisker for what is not certain."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from camelup.core.edition import Edition
from camelup.core.errors import ArgumentError, quoted
from camelup.drawing.bars import COLUMNS, Bar, Row, side_bars, titled, upright_bars
from camelup.drawing.charts import percent
from camelup.drawing.sheet import FAINT, LARGE, LEFT, SMALL, Caption, finished, text
from camelup.formats import labels

if TYPE_CHECKING:  # importing camelup.bulk loads Numba, and the picture of a board needs none
    from camelup.bulk.estimates import Share
    from camelup.bulk.stats import Stats

    Chart = Callable[[Stats, float, float], list[str]]
    """Draws one thing that the figures show, from its left and its top on."""

_TOP = 118
_ROW = 338
"""The height of a row of charts."""
_FOOT = 20
_NOTE = "Thin lines are intervals of 95%. All seats play by the same policy."
_MOST_BARS = 8


def stats_svg(stats: "Stats") -> str:
    """Draw how long races are and how they end, what starting places and leads are worth, what pays and who wins."""
    from camelup.bulk.stats import Stats  # noqa: PLC0415 - a board without statistics needs no Numba

    if not isinstance(stats, Stats):
        raise ArgumentError("picture", f"Statistics are drawn as `statistics` returns them, not {quoted(stats)}.")
    edition = stats.edition
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
    """Return the left and the top of each chart, row by row."""
    columns = len(COLUMNS)
    return [(COLUMNS[chart % columns], _TOP + chart // columns * _ROW) for chart in range(charts)]


def _height(charts: int) -> float:
    """Return the height of a sheet with this many charts, including the note below them."""
    return _places(charts)[-1][1] + _ROW + _FOOT


def _describe(stats: "Stats", heading: str) -> str:
    legs = ", ".join(f"{legs} legs {percent(count / stats.games)}" for legs, count in stats.legs.items())
    starts = ", ".join(
        f"{place} wins {percent(wins.value)} and comes last {percent(last.value)}"
        for place, wins, last in zip(labels.STARTING_PLACES, stats.start_wins, stats.start_comes_last, strict=True)
    )
    leaders = ", ".join(f"after leg {leg} {percent(wins.value)}" for leg, wins in enumerate(stats.leader_wins, start=1))
    kinds = labels.kind_names(stats.edition)
    pays = ", ".join(f"{kinds[kind]} {each.value:.2f} pounds" for kind, each in stats.paying)
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
    return [*titled(left, top, labels.LENGTH), *upright_bars(left, top, list(shown), bars, "legs")]


def _starts(stats: "Stats", left: float, top: float) -> list[str]:
    bars = [[_bar_of(wins), _bar_of(last)] for wins, last in zip(stats.start_wins, stats.start_comes_last, strict=True)]
    return [
        *titled(left, top, labels.STARTS, labels.START_SERIES),
        *upright_bars(left, top, labels.STARTING_PLACES, bars, "starting place"),
    ]


def _leaders(stats: "Stats", left: float, top: float) -> list[str]:
    shown = stats.after_legs[:_MOST_BARS]
    bars = [[_bar_of(wins), _bar_of(last)] for _, wins, last in shown]
    names = [str(leg) for leg, _, _ in shown]
    return [
        *titled(left, top, labels.LEADERS, labels.LEADER_SERIES),
        *upright_bars(left, top, names, bars, "after leg"),
    ]


def _endings(stats: "Stats", left: float, top: float) -> list[str]:
    rows = [Row(labels.ENDING_NAMES[name], _bar_of(share), _rare(share.value)) for name, share in stats.endings.items()]
    return [*titled(left, top, labels.ENDINGS), *side_bars(left, top, rows)]


def _rare(share: float) -> str:
    return f"{share:.2%}" if 0 < share < 0.01 else percent(share)  # noqa: PLR2004 - here small ones are of interest


def _victories(stats: "Stats", left: float, top: float) -> list[str]:
    bars = [[_bar_of(share)] for share in stats.victories]
    return [
        *titled(left, top, labels.VICTORIES),
        *upright_bars(left, top, labels.ORDINALS[: len(bars)], bars, "turn order"),
    ]


def _pays(stats: "Stats", left: float, top: float) -> list[str]:
    names = labels.kind_names(stats.edition)
    rows = [
        Row(names[kind], Bar(each.value, each.value - each.error, each.value + each.error), f"{each.value:.2f}")
        for kind, each in stats.paying
    ]
    return [*titled(left, top, labels.PAY), *side_bars(left, top, rows)]

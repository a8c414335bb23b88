"""Charts for the gallery, on the sheet and in the colours of camelup's own drawings, one or two side by side."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from camelup.bulk.estimates import Z_95
from camelup.drawing.bars import COLUMNS, Bar, Row, side_bars, titled, upright_bars
from camelup.drawing.sheet import FAINT, LEFT, SMALL, Caption, finished, text

_TOP, _PLOT, _FOOT = 26, 330, 34
NOTE = "Thin lines are intervals of 95%."


class Estimate(Protocol):
    """A figure with the interval of 95% around it, as `camelup.bulk` counts them."""

    @property
    def value(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


class Figure(NamedTuple):
    """A figure with its interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """Return it as people read it."""
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


class Chart(NamedTuple):
    """A chart: its title, what it says in words, and how it is drawn from its left and its top on."""

    title: str
    words: str
    draw: Callable[[float, float], list[str]]


def mean_of(values: npt.ArrayLike) -> Figure:
    """Take the mean of independent numbers."""
    numbers = np.asarray(values, np.float64)
    reach = Z_95 * float(numbers.std(ddof=1)) / len(numbers) ** 0.5
    mean = float(numbers.mean())
    return Figure(mean, mean - reach, mean + reach)


def mean_by_groups(totals: npt.ArrayLike, counts: npt.ArrayLike) -> Figure:
    """Take the mean of things that come in groups, such as the tickets of games, from the groups' totals and sizes."""
    total, count = np.asarray(totals, np.float64), np.asarray(counts, np.float64)
    mean = float(total.sum() / count.sum())
    reach = Z_95 * float(np.square(total - mean * count).sum()) ** 0.5 / float(count.sum())
    return Figure(mean, mean - reach, mean + reach)


def upright(title: str, groups: Mapping[str, Sequence[Estimate]], axis: str, series: Sequence[str] = ()) -> Chart:
    """Draw shares as upright bars, in groups of one or two."""
    bars = [[Bar(each.value, each.low, each.high) for each in group] for group in groups.values()]

    def draw(left: float, top: float) -> list[str]:
        return [*titled(left, top, title, series), *upright_bars(left, top, list(groups), bars, axis)]

    words = "; ".join(f"{name} {', '.join(f'{each.value:.1%}' for each in group)}" for name, group in groups.items())
    return Chart(title, f"{title}: {words}.", draw)


def sideways(title: str, figures: Mapping[str, Estimate]) -> Chart:
    """Draw amounts, which may be negative, as bars to the side."""
    rows = [Row(name, Bar(each.value, each.low, each.high), f"{each.value:.2f}") for name, each in figures.items()]

    def draw(left: float, top: float) -> list[str]:
        return [*titled(left, top, title), *side_bars(left, top, rows)]

    words = ", ".join(f"{name} {each.value:.2f}" for name, each in figures.items())
    return Chart(title, f"{title}: {words}.", draw)


def picture(*charts: Chart) -> str:
    """Put one or two charts on a sheet."""
    parts = [part for chart, left in zip(charts, COLUMNS, strict=False) for part in chart.draw(left, _TOP)]
    height = _TOP + _PLOT + _FOOT
    parts.append(text(LEFT, height - 16, NOTE, size=SMALL, fill=FAINT))
    return finished(parts, height, Caption(charts[0].title, " ".join(chart.words for chart in charts)))

"""The standings of a match as a picture: win shares with their intervals, and what a seat is worth."""

from collections.abc import Sequence

from camelup.arena.standings import Standing, Standings
from camelup.bulk.estimates import GroupedShare
from camelup.drawing.bars import COLUMNS, Bar, Row, side_bars, titled, upright_bars
from camelup.drawing.lettering import fitting, width_of
from camelup.drawing.sheet import (
    BODY,
    FAINT,
    INK,
    LARGE,
    LEFT,
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

_TOP = 124
_ROW = 44
_NAMES = 190
_FIGURES = 190
_BEGIN, _END = LEFT + _NAMES, RIGHT - _FIGURES
_FILL = "#0072B2"
_LOWER = 338
"""The height of the charts below."""
_FOOT = 20
_TITLE = "Win share of one seat"
_TURNS = "What a seat is worth"
_COINS = "Pounds at the end"
_STEPS = (0.05, 0.1, 0.2, 0.25)
_MOST_TICKS = 5


def standings_svg(standings: Standings) -> str:
    """Draw who wins how often, and how often the seats do, in the order of turns."""
    match = standings.match
    heading = f"{standings.games:,} games of {match.seats} seats, every deal played from every seat"
    best = sorted(standings.players, key=lambda player: -player.win_share.value)
    top = _TOP + 48 + len(best) * _ROW + 84
    height = top + _LOWER + _FOOT
    bars = [[_bar(share)] for share in standings.turn_order]
    coins = [
        Row(_short(player.name), Bar(player.coins, player.coins, player.coins), f"{player.coins:.1f}")
        for player in best
    ]
    lower = max(height, top + 58 + 38 * len(coins) + 2 * LEFT + _FOOT)
    parts = [
        text(LEFT, 50, match.edition.title, size=LARGE, is_bold=True),
        text(LEFT, 80, heading, size=SMALL, fill=FAINT),
        *_win_shares(best, match.seats),
        *titled(COLUMNS[0], top, _TURNS),
        *upright_bars(COLUMNS[0], top, labels.ORDINALS[: len(bars)], bars, "turn order"),
        *titled(COLUMNS[1], top, _COINS),
        *side_bars(COLUMNS[1], top, coins),
        text(LEFT, lower - LEFT, "Thin lines are intervals of 95%.", size=SMALL, fill=FAINT),
    ]
    return finished(parts, lower, Caption("Camel Up, a match", _describe(standings, best, heading)))


def _describe(standings: Standings, best: Sequence[Standing], heading: str) -> str:
    players = ", ".join(f"{player.name} {figure_of(player.win_share)}" for player in best)
    turns = ", ".join(
        f"{place} {figure_of(share)}" for place, share in zip(labels.ORDINALS, standings.turn_order, strict=False)
    )
    coins = ", ".join(f"{player.name} {player.coins:.1f}" for player in best)
    return f"{heading}. {_TITLE}: {players}. {_TURNS}, in turn order: {turns}. {_COINS}: {coins}."


def figure_of(share: GroupedShare) -> str:
    """Write a share with its interval.

    >>> figure_of(GroupedShare(0.4523, 0.4301, 0.4749))
    '45.2% (43.0 to 47.5)'
    """
    return f"{share.value:.1%} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def _bar(share: GroupedShare) -> Bar:
    return Bar(share.value, share.low, share.high)


def _win_shares(best: Sequence[Standing], seats: int) -> list[str]:
    """Draw a bar for each player over the whole width, and a line where all would be equal."""
    most = max(1.2 / seats, *(player.win_share.high for player in best))
    step = next((step for step in _STEPS if most / step <= _MOST_TICKS), _STEPS[-1])
    end = step * -(-most // step)
    scale = (_END - _BEGIN) / end
    top = _TOP + 44
    bottom = top + len(best) * _ROW
    parts = [text(LEFT, _TOP + 6, _TITLE, size=BODY, is_bold=True)]
    for tick in range(round(end / step) + 1):
        x = _BEGIN + tick * step * scale
        parts.append(line(f"M{written(x)} {top}V{bottom}", SHADE if tick else INK, 1.5))
        parts.append(text(x, bottom + 24, f"{tick * step:.0%}", size=SMALL, anchor="middle", fill=FAINT))
    for at, player in enumerate(best):
        y = top + at * _ROW + 9
        share = player.win_share
        name = _short(player.name, "" if player.seats == 1 else f"{player.seats} x ")
        low, high = (_BEGIN + bound * scale for bound in (share.low, share.high))
        figure = figure_of(share)
        parts += [
            text(_BEGIN - 12, y + 19, name, size=SMALL, anchor="end"),
            box(_BEGIN, y, max(1, share.value * scale), 26, f'rx="3" fill="{_FILL}"'),
            *_whisker(low, high, y + 13),
            text(RIGHT, y + 19, figure, size=fitting(figure, SMALL, _FIGURES - 10), anchor="end"),
        ]
    equal = _BEGIN + scale / seats
    parts.append(f'<g stroke-dasharray="6 6">{line(f"M{written(equal)} {top - 8}V{bottom}", FAINT, 2)}</g>')
    return [*parts, text(equal, top - 14, "equal", size=SMALL, anchor="middle", fill=FAINT)]


def _short(name: str, before: str = "") -> str:
    """Cut a name, such as that of a program, where it is too long to be read; its end says the most."""
    shown = f"{before}{name}"
    while width_of(shown, SMALL) > _NAMES - 12:
        name = name[1:]
        shown = f"{before}...{name}"
    return shown


def _whisker(low: float, high: float, y: float) -> list[str]:
    if high - low < 1:
        return []
    ends = [f"M{written(x)} {written(y - 6)}V{written(y + 6)}" for x in (low, high)]
    return [line(f"M{written(low)} {written(y)}H{written(high)}{''.join(ends)}", INK, 2)]

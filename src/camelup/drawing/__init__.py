"""Pictures of a race: the board, and the odds beside it, as SVG text or as PNG.

A picture is made from nothing but what it shows, so a view's secrets are not in it; and the same position gives the
same text, to the character.

>>> from camelup.game import Game
>>> board_svg(Game(players=3, seed=1).view(0))[:4]
'<svg'
"""

from functools import singledispatch

from camelup import odds
from camelup.core.errors import ArgumentError, quoted
from camelup.core.situation import Situation
from camelup.core.state import Table
from camelup.drawing.board import board_svg
from camelup.drawing.charts import odds_svg
from camelup.drawing.raster import png
from camelup.drawing.statistics import stats_svg
from camelup.formats.record import Step
from camelup.game import Game
from camelup.odds import LegOdds, RaceOdds

__all__ = ["board_svg", "draw", "odds_svg", "png", "stats_svg"]


@singledispatch
def draw(value: object) -> str:
    """Draw a position, odds or statistics as SVG, as a notebook shows them."""
    from camelup.bulk import Stats  # noqa: PLC0415 - a board without odds needs no Numba

    if isinstance(value, Stats):
        return stats_svg(value)
    raise ArgumentError(
        "picture", f"There are pictures of positions, games, odds and statistics, not of {quoted(value)}."
    )


@draw.register(Table)
@draw.register(Situation)
def _(value: Table | Situation) -> str:
    return board_svg(value)


@draw.register
def _(value: Game) -> str:
    return board_svg(value.position)


@draw.register
def _(value: Step) -> str:
    return board_svg(value.state)


@draw.register
def _(value: LegOdds) -> str:
    return odds_svg(value)


@draw.register
def _(value: RaceOdds) -> str:
    return odds_svg(odds.leg(value.situation), value)

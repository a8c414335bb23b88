"""Pictures of a race: the board, and the odds beside it, as SVG text or as PNG.

A picture is made from nothing but what it shows, so a view's secrets are not in it; and the same position gives the
same text, to the character.

>>> from camelup.game import Game
>>> board_svg(Game(players=3, seed=1).view(0))[:4]
'<svg'
"""

from camelup.drawing.board import board_svg
from camelup.drawing.charts import odds_svg
from camelup.drawing.raster import png
from camelup.drawing.statistics import stats_svg

__all__ = ["board_svg", "odds_svg", "png", "stats_svg"]

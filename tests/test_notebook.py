"""Positions and odds show as pictures in a notebook."""

from xml.etree import ElementTree as ET

from camelup import SECOND, Game
from camelup.odds import leg, parse_situation, race


def test_everything_that_has_a_picture_shows_it() -> None:
    game = Game(seed=1)
    asked = parse_situation(SECOND, "1:gy 2:rb 3:p 14:K 16:W", dice="gyx")
    for shown in (game.position, game.view(0), asked, leg(asked), race(asked)):
        picture = ET.fromstring(shown._repr_svg_())  # type: ignore[union-attr]  # noqa: S314 - our own, as notebooks ask
        assert picture.tag.endswith("svg")

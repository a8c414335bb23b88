"""Camels, dice and tiles. Everybody can distinguish them: by hue (those of Okabe and Ito), by pattern, by letter."""

from camelup.core.actions import SEATS
from camelup.core.edition import Camel, Edition, Side
from camelup.drawing import shapes
from camelup.drawing.shapes import PREFIX
from camelup.drawing.sheet import CLOTH, INK, moved, number, text

CAMEL_WIDTH, CAMEL_HEIGHT = 104, 76
CAMEL_STEP = 48
"""How much higher the next camel of a stack stands: most of it stays in sight behind the hump of the lower one."""
BADGE = 40
TILE_WIDTH, TILE_HEIGHT = 96, 54

_LETTER_X, _LETTER_Y, _LETTER_SIZE, _DISC = 40, 41, 23, 15
_DESCENDING = "gpqy"


def defs(edition: Edition) -> str:
    """Define once what is drawn often: an edition's cloths, camels and dice."""
    letters = dict.fromkeys((*edition.camels, *edition.dice))
    cloths = "".join(shapes.cloth(letter) for letter in letters if shapes.has_pattern(letter))
    camels = "".join(f'<g id="{PREFIX}-camel-{camel}">{shapes.draw("camel", camel)}</g>' for camel in edition.camels)
    badges = "".join(_badge(die) for die in edition.dice)
    return f"<defs>{cloths}{camels}{badges}</defs>"


def fill(letter: str) -> str:
    """Return the fill of a colour: its cloth, or the plain hue of what has no pattern."""
    return f'fill="url(#{PREFIX}-cloth-{letter})"' if shapes.has_pattern(letter) else f'fill="{shapes.hue(letter)}"'


def camel_standing(camel: Camel, *, is_to_the_right: bool) -> str:
    """Draw a camel that faces either way, its letter never mirrored."""
    turn = "" if is_to_the_right else f' transform="matrix(-1 0 0 1 {CAMEL_WIDTH} 0)"'
    x = _LETTER_X if is_to_the_right else CAMEL_WIDTH - _LETTER_X
    disc = f'<circle cx="{x}" cy="{_LETTER_Y}" r="{_DISC}" fill="{CLOTH}" stroke="{INK}" stroke-width="1.8"/>'
    return f'<use href="#{PREFIX}-camel-{camel}"{turn}/>{disc}{_letter(camel, x, _LETTER_Y, _LETTER_SIZE)}'


def _letter(letter: str, x: float, y: float, size: float) -> str:
    """Write a letter around a point; one that reaches below the line is lifted."""
    lift = size / 7 if letter in _DESCENDING else 0
    return text(x, y + 0.36 * size - lift, letter, size=size, anchor="middle", is_bold=True)


def _badge(die: str) -> str:
    return f'<g id="{PREFIX}-die-{die}">{shapes.draw("die", die)}{_letter(die, BADGE / 2, BADGE / 2, 20)}</g>'


def badge(x: float, y: float, letter: str, size: float = BADGE, more: str = "") -> str:
    """Draw a die, which also stands for its camel where a whole one would take too much room."""
    scaled = "" if size == BADGE else f" scale({number(size / BADGE)})"
    place = f'transform="translate({number(x)} {number(y)}){scaled}"'
    return f'<use href="#{PREFIX}-die-{letter}" {place}{more and f" {more}"}/>'


def tile_lying(x: float, y: float, side: Side, owner: str = "", more: str = "") -> str:
    """Draw a tile by its upper left corner: light and + or dark and -, with its owner's letter on a seal."""
    lying = shapes.draw("tile-cheer" if side is Side.CHEERING else "tile-boo")
    middle = f"translate({TILE_WIDTH // 2} {TILE_HEIGHT // 2})"
    return moved(
        x, y, f'<g transform="{middle}">{lying}</g>{seal(TILE_WIDTH - 12, 12, owner) if owner else ""}', more=more
    )


def seal(x: float, y: float, owner: str, radius: float = 13) -> str:
    """Draw the seal of a seat around a point, with its letter."""
    ground = f'fill="{shapes.seal_colour(SEATS.index(owner))}" stroke="{CLOTH}" stroke-width="2"'
    disc = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" {ground}/>'
    return disc + text(x, y + radius / 2, owner, size=radius * 1.4, anchor="middle", is_bold=True, fill=CLOTH)

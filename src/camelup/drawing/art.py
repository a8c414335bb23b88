"""Camels, dice and tiles. Everybody can tell them apart: by hue (those of Okabe and Ito), by pattern, by letter."""

from camelup.core.edition import GREY_DIE, Camel, Edition, Side
from camelup.drawing.sheet import CLOTH, INK, PREFIX, box, moved, number, path, text

CAMEL_WIDTH, CAMEL_HEIGHT = 100, 72
CAMEL_STEP = 48
"""How much higher the next camel of a stack stands: two thirds of the lower one stay in sight."""
BADGE = 40
TILE_WIDTH, TILE_HEIGHT = 78, 56

_HUES = {
    Camel.BLUE.value: "#0072B2",
    Camel.GREEN.value: "#009E73",
    Camel.ORANGE.value: "#E69F00",
    Camel.PURPLE.value: "#CC79A7",
    Camel.RED.value: "#D55E00",
    Camel.WHITE.value: "#FFFFFF",
    Camel.YELLOW.value: "#F0E442",
    Camel.CRAZY_BLACK.value: "#2B2B2B",
    Camel.CRAZY_WHITE.value: "#FFFFFF",
    GREY_DIE: "#8C8C8C",
}
# The size of a pattern's square, how it is turned, and what is in it. Crazy camels and their die are plain.
_PATTERNS = {
    Camel.BLUE.value: (9, 45, '<rect width="4" height="9" fill="#004B75"/>'),
    Camel.GREEN.value: (10, 45, '<circle cx="5" cy="5" r="2.6" fill="#005C43"/>'),
    Camel.ORANGE.value: (9, 90, '<rect width="4" height="9" fill="#A36F00"/>'),
    Camel.PURPLE.value: (11, 0, '<path d="M0 0H5.5V11H11V5.5H0Z" fill="#9C4A76"/>'),
    Camel.RED.value: (9, 0, '<rect width="4" height="9" fill="#933F00"/>'),
    Camel.WHITE.value: (8, -45, '<rect width="2" height="8" fill="#A89C88"/>'),
    Camel.YELLOW.value: (12, 0, '<path d="M0 9L6 3L12 9" fill="none" stroke="#A69A00" stroke-width="2.6"/>'),
}

# A camel that faces right, its feet on 72; the upper one's legs stand astride the hump of the lower one.
_BODY = (
    "M13 72L16 51C8 47 6 36 14 30C22 26 25 12 38 12C51 12 53 25 61 30C66 33 69 29 70 23L72 13C73 6 79 3 85 6L92 11"
    "C95 14 93 19 89 19L83 19C82 31 80 40 74 47C72 49 71 51 71 53L73 72H63L60 57C54 59 34 59 27 57L24 72Z"
)
_TAIL = "M13 32C8 35 7 43 8 50"
_SADDLE = "M25 31Q40 25 55 31L57 53Q41 57 23 53Z"
_LETTER_X, _LETTER_Y, _LETTER_SIZE = 40, 50.5, 26
_DESCENDING = "gpqy"


def defs(edition: Edition) -> str:
    """Define once what is drawn often: an edition's patterns, camels and dice."""
    letters = (*edition.camels, *edition.dice)
    patterns = "".join(_pattern(letter) for letter in dict.fromkeys(letters) if letter in _PATTERNS)
    camels = "".join(_camel(camel) for camel in edition.camels)
    badges = "".join(_badge(die) for die in edition.dice)
    return f"<defs>{patterns}{camels}{badges}</defs>"


def _pattern(letter: str) -> str:
    size, turn, mark = _PATTERNS[letter]
    turned = f' patternTransform="rotate({turn})"' if turn else ""
    sizes = f'width="{size}" height="{size}" patternUnits="userSpaceOnUse"'
    return f'<pattern id="{PREFIX}-pattern-{letter}" {sizes}{turned}>{mark}</pattern>'


def fills(letter: str) -> tuple[str, ...]:
    """Give the fills of a colour, to be laid over each other: its hue and its pattern."""
    hue = f'fill="{_HUES[letter]}"'
    return (hue, f'fill="url(#{PREFIX}-pattern-{letter})"') if letter in _PATTERNS else (hue,)


def _camel(camel: Camel) -> str:
    dashes = ' stroke-dasharray="5 3.5"' if camel.is_crazy else ""
    line = f'fill="none" stroke="{INK}" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"'
    if camel is Camel.CRAZY_BLACK:
        line = line.replace(INK, "#9A9A9A")
    eye = "#FFFFFF" if camel is Camel.CRAZY_BLACK else INK
    parts = (
        path(_TAIL, line),
        *(path(_BODY, fill) for fill in fills(camel)),
        path(_BODY, line + dashes),
        f'<circle cx="82" cy="11.5" r="2" fill="{eye}"/>',
        path(_SADDLE, f'fill="{CLOTH}" stroke="{INK}" stroke-width="1.5"'),
    )
    return f'<g id="{PREFIX}-camel-{camel}">{"".join(parts)}</g>'


def camel_standing(camel: Camel, *, is_to_the_right: bool) -> str:
    """Draw a camel that faces either way, its letter never mirrored."""
    turn = "" if is_to_the_right else f' transform="matrix(-1 0 0 1 {CAMEL_WIDTH} 0)"'
    x = _LETTER_X if is_to_the_right else CAMEL_WIDTH - _LETTER_X
    letter = _letter(camel, x, _LETTER_Y, _LETTER_SIZE)
    return f'<use href="#{PREFIX}-camel-{camel}"{turn}/>{letter}'


def _letter(letter: str, x: float, y: float, size: float) -> str:
    """Write a letter on cloth; one that reaches below the line is lifted, so as to stay on the cloth."""
    lift = size / 8 if letter in _DESCENDING else 0
    return text(x, y - lift, letter, size=size, anchor="middle", is_bold=True)


def _badge(die: str) -> str:
    frame = f'rx="9" stroke="{INK}" stroke-width="1.5"'
    parts = (
        *(box(1, 1, BADGE - 2, BADGE - 2, f"{frame} {fill}") for fill in fills(die)),
        box(8, 8, BADGE - 16, BADGE - 16, f'rx="5" fill="{CLOTH}" stroke="{INK}"'),
        _letter(die, BADGE / 2, 28.5, 25),
    )
    return f'<g id="{PREFIX}-die-{die}">{"".join(parts)}</g>'


def badge(x: float, y: float, letter: str, size: float = BADGE, more: str = "") -> str:
    """Draw a die, which also stands for its camel where a whole one would take too much room."""
    scaled = "" if size == BADGE else f" scale({number(size / BADGE)})"
    place = f'transform="translate({number(x)} {number(y)}){scaled}"'
    return f'<use href="#{PREFIX}-die-{letter}" {place}{more and f" {more}"}/>'


def tile_lying(x: float, y: float, side: Side, owner: str = "", more: str = "") -> str:
    """Draw a tile by its upper left corner: light and + or dark and -, with its owner's letter."""
    card, sign = (CLOTH, INK) if side is Side.CHEERING else (INK, CLOTH)
    middle = TILE_WIDTH / 2 - (13 if owner else 0)
    upright = "m-12-12v24" if side is Side.CHEERING else ""
    cross = f"M{number(middle - 12)} {TILE_HEIGHT / 2:g}h24{upright}"
    parts = (
        box(1, 1, TILE_WIDTH - 2, TILE_HEIGHT - 2, f'rx="10" fill="{card}" stroke="{INK}" stroke-width="2"'),
        path(cross, f'fill="none" stroke="{sign}" stroke-width="7" stroke-linecap="round"'),
        text(TILE_WIDTH - 20, 37, owner, size=26, anchor="middle", is_bold=True, fill=sign) if owner else "",
    )
    return moved(x, y, "".join(parts), more=more)

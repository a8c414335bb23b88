"""The spaces in a ring, clockwise from the upper left, with camels and tiles on them.

There are seven columns and four rows. The left column has the finish line in its middle, and on either side of it the
ground beyond the line. A row is as high as its tallest stack needs it to be, so no stack stands before another.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from camelup.core import race
from camelup.core.edition import SPACES
from camelup.drawing import art
from camelup.drawing.position import Placed, Stacks
from camelup.drawing.shapes import colour
from camelup.drawing.sheet import (
    CLOTH,
    FAINT,
    INK,
    LEFT,
    RIGHT,
    SHADE,
    SMALL,
    box,
    line,
    moved,
    number,
    path,
    text,
)

COLUMNS = 7
COLUMN = (RIGHT - LEFT) / COLUMNS
CELL = 112
"""The height of a space with one camel."""

_FEET, _NUMBER = 30, 9
"""How far the camels' feet and a space's number are above its lower edge."""
_FEET_OVER_THE_LINE = 37
"""The same where camels stand on a word."""
_PAD = 3.5
"""How far a space's cloth is inside its border."""
_TOP, _UPPER, _LOWER, _BOTTOM = _ROWS = range(4)


class Slot(NamedTuple):
    """Where a space lies in the ring."""

    column: int
    row: int

    @property
    def is_rightward(self) -> bool:
        """Whether racing camels face right here: above, and on the left where they have turned upwards."""
        return self.row == _TOP or (self.column == 0 and self.row != _BOTTOM)

    @property
    def middle(self) -> float:
        """The middle of the space, from left to right."""
        return left_of(self.column) + COLUMN / 2


def slot_of(space: int) -> Slot:
    """Find a space in the ring.

    >>> slot_of(1), slot_of(8), slot_of(16), slot_of(17)
    (Slot(column=0, row=0), Slot(column=6, row=1), Slot(column=0, row=3), Slot(column=0, row=1))
    """
    if space == race.BEHIND_THE_LINE:
        return Slot(0, _LOWER)
    if space == race.OVER_THE_LINE:
        return Slot(0, _UPPER)
    if space <= COLUMNS:
        return Slot(space - 1, _TOP)
    if space > SPACES - COLUMNS:
        return Slot(SPACES - space, _BOTTOM)
    return Slot(COLUMNS - 1, space - COLUMNS)


def left_of(column: int) -> float:
    """Return the left edge of a column."""
    return LEFT + column * COLUMN


class Ring(NamedTuple):
    """The vertical measures of a ring."""

    top: float
    floors: tuple[float, ...]
    """The lower edge of each row."""
    clear: float
    """How far down the centre is clear of the stacks that stand in the lower row."""

    @property
    def inner_top(self) -> float:
        """The upper edge of the centre."""
        return self.top + CELL

    @property
    def bottom(self) -> float:
        """The lower edge of all."""
        return self.floors[_BOTTOM]


def ring_for(stacks: Stacks, top: float, centre: float) -> Ring:
    """Measure a ring that has room for these stacks, and for so much in its centre."""
    rises = [0.0 for _ in _ROWS]
    reach = 0.0
    for space, stack in stacks.items():
        column, row = slot_of(space)
        rise = (len(stack) - 1) * art.CAMEL_STEP
        rises[row] = max(rises[row], rise)
        if row == _BOTTOM and 0 < column < COLUMNS - 1:
            reach = max(reach, rise)
    spare = max(0, centre - 2 * CELL - rises[_UPPER] - rises[_LOWER]) / 2
    top += rises[_TOP]
    upper = top + CELL
    middle = upper + CELL + rises[_UPPER] + spare
    lower = middle + CELL + rises[_LOWER] + spare
    bottom = lower + CELL + rises[_BOTTOM]
    return Ring(top, (upper, middle, lower, bottom), bottom - CELL - reach)


def draw_track(ring: Ring) -> Iterator[str]:
    """Draw the spaces with their numbers, and between them which way the race goes."""
    height = ring.bottom - CELL - ring.inner_top
    for grow, down, token in ((5, 7, "edge"), (5, 0, "rim"), (1, 0, "sand")):
        sizes = (RIGHT - LEFT + 2 * grow, ring.bottom - ring.top + 2 * grow)
        yield box(LEFT - grow, ring.top - grow + down, *sizes, f'rx="{26 + grow}" fill="{colour(token)}"')
    court = f'rx="16" fill="{colour("court")}" stroke="{colour("rim")}" stroke-width="4"'
    yield box(left_of(1), ring.inner_top, COLUMN * (COLUMNS - 2), height, court)
    for space in range(1, SPACES + 1):
        yield from _patch(ring, slot_of(space), "patch2" if space % 2 else "patch")
    yield from _patch(ring, Slot(0, _UPPER), "straight")
    yield from _patch(ring, Slot(0, _LOWER), "straight")
    yield line(_heads(ring), colour("chevron"), 2.5)
    for space in range(1, SPACES + 1):
        slot = slot_of(space)
        y_number = ring.floors[slot.row] - _NUMBER
        yield text(slot.middle, y_number, str(space), size=SMALL, anchor="middle", fill=FAINT)


def _patch(ring: Ring, slot: Slot, token: str) -> Iterator[str]:
    """Lay a piece of cloth on a space."""
    floor = ring.floors[slot.row]
    top = (ring.top, *ring.floors)[slot.row]
    if slot.row == _BOTTOM and 0 < slot.column < COLUMNS - 1:
        top = floor - CELL
    sizes = (COLUMN - 2 * _PAD, floor - top - 2 * _PAD)
    yield box(left_of(slot.column) + _PAD, top + _PAD, *sizes, f'rx="12" fill="{colour(token)}"')


def _heads(ring: Ring) -> str:
    """Heads of arrows on the borders, towards the next space."""
    heads = ""
    for column in range(1, COLUMNS):
        x = number(left_of(column))
        for floor, head in ((ring.floors[_TOP], "m-3 0l6 6l-6 6"), (ring.bottom, "m3 0l-6 6l6 6")):
            heads += f"M{x} {number(floor - 22)}{head}"
    for row in (_TOP, _UPPER, _LOWER):
        y = number(ring.floors[row])
        heads += f"M{RIGHT - 26} {y}m-6-3l6 6l6-6"
        if row != _UPPER:
            heads += f"M{LEFT + 26} {y}m-6 3l6-6l6 6"
    return heads


def draw_finish(ring: Ring, stacks: Stacks) -> Iterator[str]:
    """Draw the line, and on both sides of it an arrow where no camel has come to stand."""
    y, size = ring.floors[_UPPER], COLUMN / 12
    squares = ""
    for row in (0, 1):
        for pair in range(6):
            corner = f"{number(LEFT + (2 * pair + row) * size)} {number(y + (row - 1) * size)}"
            squares += f"M{corner}h{number(size)}v{number(size)}h{number(-size)}z"
    yield box(LEFT, y - size, COLUMN, 2 * size, f'fill="{CLOTH}" stroke="{INK}" stroke-width="2"')
    yield path(squares, f'fill="{INK}"')
    yield text(left_of(0) + COLUMN / 2, y - size - 6, "finish", size=SMALL, anchor="middle", is_bold=True)
    for space in (race.BEHIND_THE_LINE, race.OVER_THE_LINE):
        if space not in stacks:
            slot = slot_of(space)
            yield line(f"M{number(slot.middle)} {number(ring.floors[slot.row] - 44)}v-34m-14 14l14-14l14 14", SHADE, 7)


def draw_tiles(ring: Ring, tiles: Iterable[Placed]) -> Iterator[str]:
    """Draw the tiles on their spaces."""
    for space, side, owner in tiles:
        slot = slot_of(space)
        y = ring.floors[slot.row] - _FEET - art.TILE_HEIGHT
        yield art.tile_lying(slot.middle - art.TILE_WIDTH / 2, y, side, owner, f'data-tile="{space}{side}{owner}"')


def draw_camels(ring: Ring, stacks: Stacks) -> Iterator[str]:
    """Draw the stacks, each from top to bottom: a lower camel is in front, its hump between the legs above it."""
    for space, stack in stacks.items():
        slot = slot_of(space)
        feet = ring.floors[slot.row] - (_FEET_OVER_THE_LINE if space == race.OVER_THE_LINE else _FEET)
        for level, camel in reversed(list(enumerate(stack))):
            drawn = art.camel_standing(camel, is_to_the_right=slot.is_rightward != camel.is_crazy)
            y = feet - art.CAMEL_HEIGHT - level * art.CAMEL_STEP
            named = f'data-camel="{camel}" data-space="{space}" data-level="{level}"'
            yield moved(slot.middle - art.CAMEL_WIDTH / 2, y, drawn, more=named)

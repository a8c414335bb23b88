"""What stands inside the ring: the pyramid with the dice in it, the dice that are out, the tickets that are left."""

from collections.abc import Iterator

from camelup.core.edition import Camel
from camelup.core.state import Table
from camelup.drawing import art, shapes
from camelup.drawing.position import Position
from camelup.drawing.sheet import BODY, CLOTH, FAINT, INK, SHADE, SMALL, box, moved, text

HEIGHT = 276
"""How high all of it is at least."""

_PYRAMID_WIDTH, _PYRAMID_SCALE = 244, 0.92
_PYRAMID_HEIGHT, _PYRAMID_TOP, _PYRAMID_FOOT = 200, 122.4, 114.4
"""In its own measure, with where the middle of its front is at the top and at the foot."""
_IN_ROWS = (3, 2, 1)
"""How many dice lie side by side in the pyramid, from the bottom up."""
_IN_SIZE, _IN_STEP, _OUT_STEP, _TICKET_STEP = 37, 60, 43, 33


def draw_centre(position: Position, left: float, top: float) -> Iterator[str]:
    """Draw all of it."""
    yield from _pyramid(position.dice, left + 8, top + 18)
    column = left + 8 + _PYRAMID_WIDTH + 18
    if isinstance(position, Table):
        yield from _out(position, column, top + 16)
        yield from _tents(position, column, top + 120)
    else:
        yield from _out(position, column, top + 96)


def _pyramid(dice: str, left: float, top: float) -> Iterator[str]:
    """Draw the dice still to come; they lie in the edition's order, which reveals nothing of theirs."""
    yield moved(left, top, shapes.draw("pyramid") + shapes.draw("pyramid-cap"), scale=_PYRAMID_SCALE)
    size = _IN_SIZE * _PYRAMID_SCALE
    for row, room in enumerate(_IN_ROWS):
        lying, dice = dice[:room], dice[room:]
        up = 15 + _IN_SIZE + row * _IN_STEP  # from the ground to the upper edges of these dice
        middle = _PYRAMID_TOP + (_PYRAMID_FOOT - _PYRAMID_TOP) * (1 - (up - _IN_SIZE / 2) / _PYRAMID_HEIGHT)
        for place, die in enumerate(lying):
            x = left + _PYRAMID_SCALE * middle + (place - len(lying) / 2) * 1.16 * size + 0.08 * size
            y = top + _PYRAMID_SCALE * (_PYRAMID_HEIGHT - up)
            yield art.badge(x, y, die, size, more=f'data-in="{die}"')
    y_below = top + _PYRAMID_SCALE * _PYRAMID_HEIGHT + 38
    yield text(left + _PYRAMID_WIDTH / 2, y_below, "in the pyramid", size=SMALL, anchor="middle", fill=FAINT)


def _out(position: Position, left: float, top: float) -> Iterator[str]:
    """Draw a place for each die, and the die on it if it is out."""
    yield text(left, top + 18, "out", size=SMALL, fill=FAINT)
    for column, die in enumerate(position.edition.dice):
        x, y = left + column * _OUT_STEP, top + 30
        if die in position.dice:
            dashes = f'fill="none" stroke="{SHADE}" stroke-width="2" stroke-dasharray="4 4"'
            yield box(x + 2, y + 2, art.BADGE - 4, art.BADGE - 4, f'rx="8" {dashes}')
        else:
            yield art.badge(x, y, die, more=f'data-out="{die}"')


def _tents(table: Table, left: float, top: float) -> Iterator[str]:
    """Draw the tickets that can still be had, the next one on top."""
    yield text(left, top, f"{table.edition.words.ticket}s", size=SMALL, fill=FAINT)
    for column, (camel, tent) in enumerate(zip(table.edition.racing, table.tents, strict=True)):
        x = left + column * _OUT_STEP
        if not tent:
            yield text(x + art.BADGE / 2, top + 33, "\N{EN DASH}", size=BODY, anchor="middle", fill=FAINT)
        for place, value in enumerate(tent):
            ticket = "".join(_ticket(camel, value, x, top + 12 + place * _TICKET_STEP))
            yield f'<g data-ticket="{camel}{value}">{ticket}</g>'


def _ticket(camel: Camel, value: int, x: float, y: float) -> Iterator[str]:
    yield box(x + 1, y, art.BADGE - 2, 29, f'rx="6" {art.fill(camel)} stroke="{INK}" stroke-width="1.5"')
    yield box(x + 9, y + 3, art.BADGE - 18, 23, f'rx="4" fill="{CLOTH}"')
    yield text(x + art.BADGE / 2, y + 22, str(value), anchor="middle", is_bold=True)

"""The board as a picture, and below it what lies in front of the players."""

from collections.abc import Iterator, Sequence

from camelup.core import race
from camelup.core.errors import ImpossiblePositionError, quoted
from camelup.core.situation import Situation
from camelup.core.state import Table
from camelup.drawing import art, centre, ring
from camelup.drawing.lettering import fitting, width_of
from camelup.drawing.position import Position, describe_position, rolls_left, tiles_of
from camelup.drawing.seats import describe_seats, draw_seats
from camelup.drawing.sheet import FAINT, LARGE, LEFT, RIGHT, SMALL, Caption, Drawn, finished, text

_HEAD = 66
_HEAD_LINE = 45
_LEG_ROOM = 140
_RANK_STEP, _RANK_SIZE = 41, 36
_STEADY, _STEADY_SEAT = 960, 50
"""A height for all positions of a table, and for each seat: all but a few in a hundred need less."""


def board_svg(position: Position, names: Sequence[str] = (), *, is_steady: bool = False) -> str:
    """Draw a position: of a table all that lies on it, of a situation the race alone.

    With `is_steady`, all positions of a table have the same height, as the frames of a film must.
    """
    if not isinstance(position, Table | Situation):
        raise ImpossiblePositionError(
            "position", f"A position is needed to draw it, such as `game.position`, not {quoted(position)}."
        )
    board = draw_board(position)
    drawn = [board.markup]
    bottom, caption = board.bottom, Caption("Camel Up", describe_position(position))
    frame = None
    if isinstance(position, Table):
        seats = draw_seats(position, bottom, names)
        drawn.append(seats.markup)
        bottom = seats.bottom
        caption = Caption(f"Camel Up, leg {position.leg}", f"{caption.description} {describe_seats(position, names)}")
        frame = _STEADY + _STEADY_SEAT * position.players if is_steady else None
    return finished([art.defs(position.edition), *drawn], bottom + LEFT, caption, frame)


def draw_board(position: Position) -> Drawn:
    """Draw the ring with everything on it and in it, and above it how far the race has come."""
    stacks = position.stacks
    measures = ring.ring_for(stacks, _HEAD, centre.HEIGHT)
    spare = measures.clear - measures.inner_top - centre.HEIGHT
    parts = (
        *_head(position),
        *ring.draw_track(measures),
        *centre.draw_centre(position, ring.left_of(1), measures.inner_top + spare / 2),
        *ring.draw_finish(measures, stacks),
        *ring.draw_tiles(measures, tiles_of(position)),
        *ring.draw_camels(measures, stacks),
    )
    return Drawn("".join(parts), measures.bottom)


def _head(position: Position) -> Iterator[str]:
    x: float = LEFT
    if isinstance(position, Table):
        leg = f"Leg {position.leg}"
        size = fitting(leg, LARGE, _LEG_ROOM)
        yield text(x, _HEAD_LINE, leg, size=size, is_bold=True)
        x += 1.1 * width_of(leg, size) + 22
    left = rolls_left(position)
    news = "the race is over" if race.is_over(position.track) else f"{left} roll{'s' if left > 1 else ''} to go"
    yield text(x, _HEAD_LINE, news, fill=FAINT)
    camels = [position.edition.racing[camel] for camel in race.ranking(position.track)]
    first = RIGHT - 44 - _RANK_STEP * len(camels)
    yield text(first - 10, _HEAD_LINE, "first", size=SMALL, anchor="end", fill=FAINT)
    for place, camel in enumerate(camels):
        rank = f'data-rank="{place + 1}{camel}"'
        yield art.badge(first + _RANK_STEP * place, _HEAD_LINE - 25, camel, _RANK_SIZE, rank)
    yield text(RIGHT, _HEAD_LINE, "last", size=SMALL, anchor="end", fill=FAINT)

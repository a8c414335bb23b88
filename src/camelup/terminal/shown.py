"""What `camelup show` is asked to draw: a position in notation, or the last one of a saved game."""

from pathlib import Path

from camelup.actions import SEATS
from camelup.errors import NotationError
from camelup.notation import Token, position_of
from camelup.possible import check_seat
from camelup.record import parse_record, replay
from camelup.state import State
from camelup.terminal.saving import load
from camelup.view import View, view_of


def shown(text: str, seat: int | None) -> tuple[State | View, tuple[str, ...]]:
    """Give the position to draw and the players' names.

    A position is shown as it was given. A saved game is shown as an onlooker sees it, or the seat, if one is given, so
    that looking at the board of a game tells nobody the others' cards.
    """
    if "|" in text:
        table = position_of(Token(text, 0))
        names = tuple(SEATS[: table.players])
        if seat is None:
            return table, names
    else:
        record = parse_record(load(Path(text)))
        *_, table = replay(record)
        names = record.names
    if isinstance(table, View):
        raise NotationError("hidden", "This position already is what one seat sees.")
    if seat is not None:
        check_seat(seat, table.players)
    return view_of(table, seat), names

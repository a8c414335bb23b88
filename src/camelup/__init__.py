"""The board game Camel Up: the rules of both editions, to play by, to reckon with and to build on."""

from camelup.actions import Action, Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.edition import FIRST, SECOND, Camel, Deck, Edition, Side
from camelup.errors import (
    ActionError,
    CamelUpError,
    IllegalActionError,
    ImpossiblePositionError,
    InvalidActionError,
    NotationError,
)
from camelup.game import Game
from camelup.guessing import guess
from camelup.jsonform import from_json, to_json
from camelup.notation import parse_action, parse_position, parse_view, position_text
from camelup.record import Record, parse_record, replay
from camelup.situation import Situation, situation
from camelup.state import State, Table
from camelup.view import View, events_for, view_of

__version__ = "0.1.0"

__all__ = [
    "FIRST",
    "SECOND",
    "Action",
    "ActionError",
    "Camel",
    "CamelUpError",
    "Deck",
    "Edition",
    "Face",
    "Game",
    "IllegalActionError",
    "ImpossiblePositionError",
    "InvalidActionError",
    "JoinPartner",
    "NotationError",
    "PlaceTile",
    "PlayCard",
    "Record",
    "Roll",
    "Side",
    "Situation",
    "State",
    "TakeTicket",
    "View",
    "events_for",
    "from_json",
    "guess",
    "parse_action",
    "parse_position",
    "parse_record",
    "parse_view",
    "position_text",
    "replay",
    "situation",
    "to_json",
    "view_of",
]


def _picture(table: Table | Situation) -> str:
    """Draw a position; the drawing is loaded when the first picture is asked for."""
    from camelup.drawing import board_svg  # noqa: PLC0415

    return board_svg(table)


# Positions show as pictures in a notebook. The core knows nothing of drawing, so it is told here.
Table._repr_svg_ = Situation._repr_svg_ = _picture  # type: ignore[attr-defined]

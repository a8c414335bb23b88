"""Camel Up, the definitive: the rules of both editions, to play, to reckon with and to build on."""

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
from camelup.notation import parse_action, parse_position, parse_view, position_text
from camelup.record import Record, parse_record
from camelup.state import State
from camelup.view import View, events_for

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
    "State",
    "TakeTicket",
    "View",
    "events_for",
    "parse_action",
    "parse_position",
    "parse_record",
    "parse_view",
    "position_text",
]

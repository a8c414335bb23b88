"""The board game Camel Up: the rules of both editions, to play by, to compute with and to build on."""

from typing import TYPE_CHECKING

from camelup.core.actions import Action, Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import FIRST, SECOND, Camel, Deck, Edition, Side
from camelup.core.errors import (
    ActionError,
    ArgumentError,
    CamelUpError,
    ClusterError,
    DiceError,
    FileError,
    IllegalActionError,
    ImpossiblePositionError,
    InvalidActionError,
    MissingPackageError,
    NotationError,
    PlayerError,
    PolicyError,
    RaceTableError,
    RequestError,
    ServerError,
    StoreError,
)
from camelup.core.events import (
    CamelMoved,
    CardPlayed,
    CardScored,
    DieRevealed,
    Event,
    GameEnded,
    GreyReason,
    LegReward,
    LegScored,
    LegStarted,
    PartnersJoined,
    RaceEnded,
    TicketReward,
    TicketTaken,
    TileHit,
    TilePlaced,
)
from camelup.core.situation import Situation
from camelup.core.state import State, Table
from camelup.core.variants import vary
from camelup.core.view import View, events_for, view_of
from camelup.deprecation import old_names
from camelup.formats.json_codec import from_json, to_json
from camelup.formats.notation import parse_action, parse_position, parse_situation, parse_view, position_text
from camelup.formats.record import Record, Step, parse_record, replay
from camelup.formats.text_board import draw_text
from camelup.game import Game
from camelup.hidden_cards import sample_state
from camelup.notebook import show_as_picture
from camelup.version import __version__

__all__ = [
    "FIRST",
    "SECOND",
    "Action",
    "ActionError",
    "ArgumentError",
    "Camel",
    "CamelMoved",
    "CamelUpError",
    "CardPlayed",
    "CardScored",
    "ClusterError",
    "Deck",
    "DiceError",
    "DieRevealed",
    "Edition",
    "Event",
    "Face",
    "FileError",
    "Game",
    "GameEnded",
    "GreyReason",
    "IllegalActionError",
    "ImpossiblePositionError",
    "InvalidActionError",
    "JoinPartner",
    "LegReward",
    "LegScored",
    "LegStarted",
    "MissingPackageError",
    "NotationError",
    "PartnersJoined",
    "PlaceTile",
    "PlayCard",
    "PlayerError",
    "PolicyError",
    "RaceEnded",
    "RaceTableError",
    "Record",
    "RequestError",
    "Roll",
    "ServerError",
    "Side",
    "Situation",
    "State",
    "Step",
    "StoreError",
    "TakeTicket",
    "TicketReward",
    "TicketTaken",
    "TileHit",
    "TilePlaced",
    "View",
    "__version__",
    "draw_text",
    "events_for",
    "from_json",
    "parse_action",
    "parse_position",
    "parse_record",
    "parse_situation",
    "parse_view",
    "position_text",
    "replay",
    "sample_state",
    "to_json",
    "vary",
    "view_of",
]


if not TYPE_CHECKING:  # a type checker would take any name for one that is there
    __getattr__ = old_names(__name__, {"TableError": "RaceTableError", "guess": "sample_state"})
show_as_picture(Table, Situation, Game, Step)

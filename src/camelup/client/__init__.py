"""A program's side of live tables: take a seat, or watch, by the link that people share; docs/protocol.md has the rest.

It needs nothing of the server's.
"""

from typing import TYPE_CHECKING

from camelup.extras import require_extra

with require_extra("Live tables", "client"):
    import msgspec  # noqa: F401 - the messages are made of it
    import websockets  # noqa: F401

from camelup.client.address import TableAddress, read_link
from camelup.client.making import make_table
from camelup.client.news import Begun, Moved, News, Played, TableChanged
from camelup.client.playing import play_game
from camelup.client.seat import Seat, Watcher, sit_down, watch
from camelup.deprecation import old_names
from camelup.protocol.messages import ChatLine, DiceForm, OddsTold, Reacted, SeatForm, TableForm
from camelup.protocol.settings import Settings

__all__ = [
    "Begun",
    "ChatLine",
    "DiceForm",
    "Moved",
    "News",
    "OddsTold",
    "Played",
    "Reacted",
    "Seat",
    "SeatForm",
    "Settings",
    "TableAddress",
    "TableChanged",
    "TableForm",
    "Watcher",
    "make_table",
    "play_game",
    "read_link",
    "sit_down",
    "watch",
]

if not TYPE_CHECKING:  # as in camelup itself
    __getattr__ = old_names(
        __name__, {"DiceInfo": "DiceForm", "Said": "ChatLine", "SeatInfo": "SeatForm", "TableInfo": "TableForm"}
    )

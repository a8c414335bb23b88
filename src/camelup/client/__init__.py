"""A program's side of live tables: take a seat, or watch, by the link that people share; docs/protocol.md has the rest.

It needs the extra `client`, and nothing of the server's.
"""

from camelup.client.address import TableAddress, read_link
from camelup.client.forms import (
    Begun,
    DiceInfo,
    Moved,
    News,
    OddsTold,
    Played,
    Reacted,
    Said,
    SeatInfo,
    Settings,
    TableChanged,
    TableInfo,
)
from camelup.client.making import make_table
from camelup.client.playing import play_game
from camelup.client.seat import Seat, Watcher, sit_down, watch

__all__ = [
    "Begun",
    "DiceInfo",
    "Moved",
    "News",
    "OddsTold",
    "Played",
    "Reacted",
    "Said",
    "Seat",
    "SeatInfo",
    "Settings",
    "TableAddress",
    "TableChanged",
    "TableInfo",
    "Watcher",
    "make_table",
    "play_game",
    "read_link",
    "sit_down",
    "watch",
]

"""What happens at a table, as a program hears it: messages of the server with their views and events read."""

from dataclasses import dataclass

from camelup.core.events import Event
from camelup.core.view import View
from camelup.protocol.messages import ChatLine, OddsTold, Reacted, TableForm
from camelup.protocol.settings import By


@dataclass(frozen=True)
class TableChanged:
    """Somebody came, left, lost the connection or came back; or the game is over."""

    table: TableForm


@dataclass(frozen=True)
class Begun:
    """The game has begun; or it went on without you, and this is how it stands."""

    ply: int
    view: View
    sentence: str


@dataclass(frozen=True)
class Played:
    """Somebody did something."""

    ply: int
    """How many actions there are with this one."""
    seat: int
    by: By
    events: tuple[Event, ...]
    sentences: tuple[str, ...]
    is_card_right: bool | None = None
    """Whether everybody was shown the right hash of a card that you played; None if you played none."""


@dataclass(frozen=True)
class Moved:
    """There is a rematch at another table."""

    link: str


News = TableChanged | Begun | Played | ChatLine | Reacted | OddsTold | Moved
"""What a program hears of a table."""

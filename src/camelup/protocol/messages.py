"""What the server says to a client; docs/protocol.md describes it with a worked exchange.

Positions, actions and events in a message have the forms of docs/notation.md, without their `version`: the protocol's
version speaks for them too.
"""

from typing import Literal

import msgspec

from camelup.protocol.fields import Json, Message, Reaction
from camelup.protocol.odds import OddsForm
from camelup.protocol.settings import By, Settings


class SeatForm(msgspec.Struct, frozen=True):
    """Who has a seat."""

    kind: Literal["free", "person", "program", "computer"]
    name: str | None = None
    level: str | None = None
    """Of a computer player."""
    is_connected: bool = True
    is_host: bool = False
    is_muted: bool = False
    has_left: bool = False
    """Its owner has left it for good in mid-game; a computer player has it."""
    is_closed: bool = False
    """It is free, but somebody was removed from it: nobody can take it until the host reopens it."""


class DiceForm(msgspec.Struct, frozen=True):
    """What makes the dice checkable: docs/fair-dice.md."""

    commitment: str
    seeds: list[str]
    """By seat, empty where there is none."""
    secret: str | None = None
    """Revealed when the game is over."""
    is_first_random: bool | None = None
    """Whether the dice chose the starting seat; null before the start."""


class TableForm(msgspec.Struct, frozen=True):
    """A table as everybody may see it, without its game."""

    id: str
    status: Literal["waiting", "playing", "finished", "closed"]
    settings: Settings
    seats: list[SeatForm]
    dice: DiceForm
    ply: int
    turn_ends: float | None
    """When somebody else plays for the seat in turn, by the server's clock, in seconds since 1970."""
    now: float
    """What that clock shows."""
    rematch: str | None = None
    """The table where these people have gone on."""
    before: str | None = None
    """The table that this is a rematch of."""
    closed: Literal["empty", "too_long"] | None = None
    """Why a closed table ended: nobody was there, or its race went on beyond the most actions a game may have."""
    is_claimed: bool = False
    """There is no host yet: the maker of the table becomes host on sitting down."""
    title: str | None = None
    """The name of the table."""

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody's name, by seat once the game has begun."""
        return tuple(seat.name for seat in self.seats if seat.name is not None)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played here."""
        return self.status in {"finished", "closed"}


class Seen(msgspec.Struct, frozen=True):
    """What a ply was to one seat (None: a watcher): what happened, in forms and in words, and what its view is now."""

    seat: int | None
    events: list[Json]
    sentences: list[list[str]]
    """For each event."""
    changes: Json
    """The fields of the seat's view that are different now."""


class CardForm(msgspec.Struct, frozen=True):
    """What is shown of a face-down card so that nobody can exchange it: docs/fair-dice.md."""

    ply: int
    """The number of the action that played it."""
    seat: int
    deck: Literal["winner", "loser"]
    hash: str
    salt: str | None = None
    """With which the owner of the card can check the hash; null for everybody else."""


class Played(Message, frozen=True, tag="played"):
    """Somebody did something."""

    ply: int
    """How many actions there are now, this one included."""
    seat: int
    by: By
    seen: list[Seen]
    """For each seat that this client holds, or for a watcher."""
    turn_ends: float | None
    now: float
    sentence: str | None = None
    """Says so if a computer player has acted for somebody who is away, too slow, or has left."""
    card: CardForm | None = None
    """If it was a card, at a table that commits to its cards."""


class ChatLine(msgspec.Struct, frozen=True):
    """What somebody wrote. It is text, never markup."""

    seat: int | None
    """None if its author has no seat any more."""
    name: str
    text: str
    at: float


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to `hello`: how everything stands."""

    protocol: int
    version: str
    """Of camelup."""
    table: TableForm
    seats: list[int]
    """Those that this client holds."""
    views: list[Json]
    """Of each of these, or of a watcher; none before the start."""
    missed: list[Played]
    """What happened after the ply of `hello`; `views` have it already.

    At most the latest 50: if the first of them does not follow that ply, the client has to go on from `views`.
    """
    views_before: list[Json]
    """The views before the first of `missed`, from which it can be shown again; none if there is nothing."""
    chat: list[ChatLine]
    odds: OddsForm | None = None
    cards: list[CardForm] = msgspec.field(default_factory=list)
    """All that were played so far, at a table that commits to its cards."""


class TableChanged(Message, frozen=True, tag="table"):
    """Somebody came, left, lost the connection or came back."""

    table: TableForm
    seats: list[int]
    """Those that this client holds: the host may have removed it, or another tab have sat down."""
    sentence: str | None = None
    """What has happened, if it is worth a word."""
    views: list[Json] | None = None
    """When somebody has left in mid-game: what this client sees now, a watcher's view if it was he who left."""


class Began(Message, frozen=True, tag="began"):
    """The game has begun. Free seats are gone, so that seats may have other numbers than before."""

    table: TableForm
    seats: list[int]
    """Those that this client holds."""
    views: list[Json]
    sentence: str


class OddsTold(Message, frozen=True, tag="odds"):
    """The odds of a position, by the table's setting, the same for everyone."""

    ply: int
    odds: OddsForm


class Said(Message, frozen=True, tag="said"):
    """Somebody wrote something."""

    line: ChatLine


class Reacted(Message, frozen=True, tag="reacted"):
    """Somebody reacted."""

    seat: int
    reaction: Reaction


class Seated(Message, frozen=True, tag="seated"):
    """You have a seat now; it belongs to the token of `hello`, so keep that secret."""

    seat: int
    seats: list[int]
    """All that this client holds."""
    id: int | None = None


class Moved(Message, frozen=True, tag="moved"):
    """There is a rematch at another table; tokens are good there too."""

    table: str
    sentence: str


class Done(Message, frozen=True, tag="done"):
    """What was asked for with this id has been done, and is stored."""

    id: int
    ply: int


class Refused(Message, frozen=True, tag="error"):
    """What was asked for was refused, and nothing has changed."""

    code: str
    """Stays the same from version to version."""
    message: str
    ply: int | None = None
    """Where the game is."""
    id: int | None = None


class Closing(Message, frozen=True, tag="closing"):
    """The server stops; the game is stored. Try again in a moment."""

    message: str


ServerMessage = (
    Welcome | TableChanged | Began | Played | OddsTold | Said | Reacted | Seated | Moved | Done | Refused | Closing
)

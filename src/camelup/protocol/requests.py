"""What a client says to the server; docs/protocol.md describes it with a worked exchange."""

from typing import Annotated

import msgspec
from msgspec import Meta

from camelup.core.errors import RequestError
from camelup.protocol.fields import (
    CHAT_LENGTH,
    PROTOCOL,
    UNREADABLE,
    Count,
    Message,
    Name,
    Reaction,
    SeatNumber,
    Seed,
    Token,
)


class _Request(Message, frozen=True, kw_only=True):
    id: Count | None = None
    """Comes back with the answer, `done` or `error`."""


class Hello(_Request, frozen=True, tag="hello"):
    """The first message: who this is. Answered by `welcome`, or by `error` and the end."""

    protocol: Count
    token: Token | None = None
    """A secret that the client has drawn: the seats that it takes belong to this token. Watchers need none."""
    since: Count | None = None
    """The ply that it has seen; what came after it is sent, at most the latest 50 plies. None for none of them."""


class Sit(_Request, frozen=True, tag="sit"):
    """Take a free seat before the start; a client may take several. Answered by `seated`, also when said again."""

    name: Name
    seed: Seed
    """The player's own part of the dice, drawn by the client after it has seen the commitment."""
    seat: SeatNumber | None = None
    is_program: bool = False


class GiveSeed(_Request, frozen=True, tag="seed"):
    """Give one's own part of the dice where one sits already: at a rematch, before the start."""

    seat: SeatNumber
    seed: Seed


class Leave(_Request, frozen=True, tag="leave"):
    """Leave a seat: before the start it is free again, after it a computer player has it for good."""

    seat: SeatNumber


class AddComputer(_Request, frozen=True, tag="add_computer"):
    """The host gives a free seat to a computer player."""

    level: Annotated[str, Meta(max_length=40)]
    seat: SeatNumber | None = None


class Remove(_Request, frozen=True, tag="remove"):
    """The host removes a player, before the start."""

    seat: SeatNumber


class Reopen(_Request, frozen=True, tag="reopen"):
    """The host opens a seat again from which somebody was removed."""

    seat: SeatNumber
    lets_back: bool = False
    """Also for the one who was removed."""


class SetOpen(_Request, frozen=True, tag="set_open"):
    """The host lets everybody find the table in the list, or only those who have the link; also during the game."""

    is_open: bool


class Start(_Request, frozen=True, tag="start"):
    """The host begins the game; free seats are left out."""


class Act(_Request, frozen=True, tag="act"):
    """Do something in the game."""

    seat: SeatNumber
    ply: Count
    """How many actions the client has seen. With another number than the table's, nothing is done."""
    action: msgspec.Raw
    """Its form, as docs/notation.md has it."""


class Say(_Request, frozen=True, tag="say"):
    """Write to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)]
    seat: SeatNumber | None = None
    """Which of one's seats says it, where one holds several."""


class React(_Request, frozen=True, tag="react"):
    """Show a quick reaction."""

    reaction: Reaction
    seat: SeatNumber | None = None


class Mute(_Request, frozen=True, tag="mute"):
    """The host takes somebody's word, or gives it back."""

    seat: SeatNumber
    is_muted: bool = True


class Rematch(_Request, frozen=True, tag="rematch"):
    """Play again with the same people and levels, seats rotated. Answered to all by `moved`."""


ClientMessage = (
    Hello
    | Sit
    | GiveSeed
    | Leave
    | AddComputer
    | Remove
    | Reopen
    | SetOpen
    | Start
    | Act
    | Say
    | React
    | Mute
    | Rematch
)


_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def read_message(data: str | bytes) -> ClientMessage:
    """Read what a client says; RequestError if it is no message."""
    try:
        return _decoder.decode(data)
    except UNREADABLE as error:
        raise RequestError("message", f"This is no message of protocol {PROTOCOL}: {str(error)[:200]}.") from None


class _Numbered(msgspec.Struct, frozen=True):
    id: Count | None = None


_number_decoder = msgspec.json.Decoder(_Numbered)


def read_number(data: str | bytes) -> int | None:
    """Give the id of an invalid message, if it has one, so that its sender knows what was refused."""
    try:
        return _number_decoder.decode(data).id
    except UNREADABLE:
        return None

"""The events of a table, as entries of its log. Nothing else is stored: a table is the result of its events.

Entries are numbered from 1 without gaps, and the number is the lock: an entry is added with the number that it should
have, and of two with the same number only one is accepted. Events contain secrets (hashes of tokens, the secret of the
dice, the colours of cards), so clients are sent only what their seats may see.
"""

from typing import Literal, get_args

import msgspec

from camelup.core.errors import RequestError
from camelup.protocol.settings import By, Settings

LOG_VERSION = 2
"""Goes up when an older program could not read what is written now. What a table's log may contain follows from the
version with which the table was made, for as long as it lives."""
_LOG_VERSIONS = {2: 1, 3: 2, 4: 2}
"""By the version of a database: that of the logs which a program can read that knows no newer database."""

Reason = Literal["empty", "too_long"]
"""Nobody has been there for long; or the game has reached the bound of plies."""


class Created(msgspec.Struct, frozen=True, tag="created"):
    """A table was made."""

    settings: Settings
    secret: str
    """The secret of the dice, in hexadecimal digits; it is revealed when the game is over."""
    version: int = LOG_VERSION
    """What else this log may contain."""
    before: str | None = None
    """The table that this one is a rematch of."""
    title: str | msgspec.UnsetType = msgspec.UNSET
    """Its name. Older programs read past it: their tables go on, without the name."""


class Claimed(msgspec.Struct, frozen=True, tag="claimed"):
    """Whoever has this token made the table, and is its host once he sits down."""

    token: str
    """Its hash."""


class ClaimLapsed(msgspec.Struct, frozen=True, tag="claim_lapsed"):
    """The maker did not come, and no person was there to be host instead: whoever sits down first is host."""


class Remembered(msgspec.Struct, frozen=True, tag="remembered"):
    """At a rematch: who was removed or muted at the table before, by the hashes of their tokens."""

    removed: tuple[str, ...]
    muted: tuple[str, ...]


class PersonSeated(msgspec.Struct, frozen=True, tag="person_seated"):
    """Somebody sat down: a person, or a program that plays from elsewhere."""

    seat: int
    name: str
    token: str
    """The hash of the secret that the seat belongs to."""
    seed: str
    """The player's own part of the dice."""
    is_program: bool = False


class ComputerSeated(msgspec.Struct, frozen=True, tag="computer_seated"):
    """The host has given a seat to a computer player."""

    seat: int
    name: str
    level: str


class SeatLeft(msgspec.Struct, frozen=True, tag="seat_left"):
    """A seat is free again before the start; after it, its owner has left it to a computer player for good."""

    seat: int
    is_removed: bool = False
    """By the host."""


class SeatReopened(msgspec.Struct, frozen=True, tag="seat_reopened"):
    """The host has opened a seat again from which somebody was removed."""

    seat: int
    lets_back: bool = False
    """Whether the one who was removed may sit down again."""


class Seeded(msgspec.Struct, frozen=True, tag="seeded"):
    """Somebody who sat already, at a rematch, has given a seed."""

    seat: int
    seed: str


class HostChanged(msgspec.Struct, frozen=True, tag="host_changed"):
    """Somebody else is host."""

    seat: int


class Started(msgspec.Struct, frozen=True, tag="started"):
    """The game began with this position, in notation. Free seats are left out from here on."""

    start: str
    is_first_random: bool


class Played(msgspec.Struct, frozen=True, tag="played"):
    """An action with its outcome, as a line of a record: `A roll r3`."""

    ply: str
    by: By = "owner"
    card: str | msgspec.UnsetType = msgspec.UNSET
    """The hash that everybody is shown of a card which is played, at tables that commit to their cards."""


class Said(msgspec.Struct, frozen=True, tag="said"):
    """Somebody wrote something."""

    seat: int
    text: str


class Muted(msgspec.Struct, frozen=True, tag="muted"):
    """The host has muted somebody, or let him speak again."""

    seat: int
    is_muted: bool


class OpenChanged(msgspec.Struct, frozen=True, tag="open_changed"):
    """The host lets everybody find the table in the list, or only those who have the link."""

    is_open: bool


class Rematched(msgspec.Struct, frozen=True, tag="rematched"):
    """The same people go on at another table."""

    table: str


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    """Nothing more happens at this table."""

    reason: Reason


TableEvent = (
    Created
    | Claimed
    | ClaimLapsed
    | Remembered
    | PersonSeated
    | ComputerSeated
    | SeatLeft
    | SeatReopened
    | Seeded
    | HostChanged
    | Started
    | Played
    | Said
    | Muted
    | OpenChanged
    | Rematched
    | Closed
)

_decoder = msgspec.json.Decoder(TableEvent)
_encoder = msgspec.json.Encoder()


class _Tag(msgspec.Struct):
    type: str


_KINDS = frozenset(kind.__struct_config__.tag for kind in get_args(TableEvent))


def readable_version(database: int) -> int:
    """Give the newest version of a log that a program can read which knows this version of a database."""
    return min(_LOG_VERSIONS.get(database, LOG_VERSION), LOG_VERSION)


def check_version(version: int) -> None:
    """Refuse a log that a newer program has begun."""
    if version > LOG_VERSION:
        raise _newer()


def write_event(event: TableEvent) -> str:
    """Give what happened as the text that is stored."""
    return _encoder.encode(event).decode()


def read_event(text: str) -> TableEvent:
    """Read what was stored; RequestError if a newer program has stored it."""
    try:
        event: TableEvent = _decoder.decode(text)
    except msgspec.ValidationError:
        if msgspec.json.decode(text, type=_Tag).type in _KINDS:
            raise
        raise _newer() from None
    return event


def _newer() -> RequestError:
    return RequestError("newer", "This table needs a newer version of the server. Try again after the upgrade.")

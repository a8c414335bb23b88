"""Face-down cards that nobody can exchange afterwards: docs/fair-dice.md has the format for every language.

When a card is played, everybody at the table is shown a hash of it. It contains a salt that follows from the game's
secret, so the hash gives nothing away until the secret is revealed. The owner of the card is sent the salt at once.

>>> from camelup.core.edition import Camel
>>> salt = card_salt(bytes(32), "sandy234", 5, 2)
>>> card_hash("sandy234", 5, 2, PlayCard(Deck.WINNER, Camel.PURPLE), salt)[:16]
'83cb5a6bf9d0b9e7'
"""

import hmac
from dataclasses import dataclass
from hashlib import sha256

from camelup.core.actions import PlayCard, seat_name
from camelup.core.edition import Deck

_DOMAIN = "camelup card 1"
"""Begins every message, so that no salt can be a number of the dice; the number is the version of the format."""

TABLE_PATTERN = "[a-z0-9]{1,100}"
"""How the code of a table is written."""
LARGEST_PLY = 10**6
"""No game comes near it."""


@dataclass(frozen=True)
class CardHash:
    """What everybody is shown of a card when it is played."""

    ply: int
    """The number of the action, from 1."""
    seat: int
    deck: Deck
    hash: str


def card_salt(secret: bytes, table: str, ply: int, seat: int) -> str:
    """Return the salt of a card: 64 hexadecimal digits that only the server can compute before the game is over."""
    message = f"{_DOMAIN}:{table}:{ply}:{seat_name(seat)}"
    return hmac.new(secret, message.encode(), sha256).hexdigest()


def card_hash(table: str, ply: int, seat: int, action: PlayCard, salt: str) -> str:
    """Return the hash of a card with its salt, in hexadecimal digits."""
    message = f"{_DOMAIN}:{table}:{ply}:{seat_name(seat)}:{action.deck}:{action.camel}:{salt}"
    return sha256(message.encode()).hexdigest()


def commit_card(secret: bytes, table: str, ply: int, seat: int, action: PlayCard) -> CardHash:
    """Return what everybody is shown of a card that is played."""
    return CardHash(ply, seat, action.deck, card_hash(table, ply, seat, action, card_salt(secret, table, ply, seat)))

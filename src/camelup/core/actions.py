"""What a player may do, and what a die may show.

All are value objects whose text is their notation:

>>> [str(a) for a in (Roll(), TakeTicket(Camel.GREEN), PlaceTile(5, Side.CHEERING), JoinPartner(2))]
['roll', 'ticket g', 'tile 5+', 'partner C']
"""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from camelup.core.edition import GREY_DIE, Camel, Deck, Side
from camelup.core.errors import quoted

SEATS = "ABCDEFGH"
"""Seats are numbered from 0 in programs and lettered in texts."""

HIDDEN = "?"
"""The mark for what a view does not know."""


def seat_name(seat: object) -> str:
    """Return the letter of a seat, or what was said instead of one.

    >>> seat_name(1), seat_name(8), seat_name("B")
    ('B', '8', "'B'")
    """
    return SEATS[seat] if type(seat) is int and 0 <= seat < len(SEATS) else quoted(seat)


class Face(NamedTuple):
    """What a die shows; the grey die shows the colour of a crazy camel, which need not be the one that moves.

    >>> str(Face(Camel.RED, 3)), Face(Camel.CRAZY_BLACK, 2).die
    ('r3', 'x')
    """

    camel: Camel
    number: int

    @property
    def die(self) -> str:
        """The letter of the die that has this face."""
        return GREY_DIE if self.camel.is_crazy else self.camel.value

    def __str__(self) -> str:
        """The colour's letter and the number."""
        return f"{self.camel}{self.number}"


@dataclass(frozen=True, slots=True)
class Roll:
    """Take a pyramid ticket, reveal a die and move a camel."""

    kind: ClassVar = "roll"

    def __str__(self) -> str:
        """Return the action in notation."""
        return "roll"


@dataclass(frozen=True, slots=True)
class TakeTicket:
    """Take the top betting ticket of a colour."""

    kind: ClassVar = "ticket"
    camel: Camel

    def __str__(self) -> str:
        """Return the action in notation."""
        return f"ticket {self.camel}"


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """Place one's tile on a space, or move it there, with one of its sides up."""

    kind: ClassVar = "tile"
    space: int
    side: Side

    def __str__(self) -> str:
        """Return the action in notation."""
        return f"tile {self.space}{self.side}"


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Bet on the overall winner or loser; the camel is None where the card is not known."""

    kind: ClassVar = "card"
    deck: Deck
    camel: Camel | None

    def __str__(self) -> str:
        """Return the action in notation."""
        return f"{self.deck} {self.camel or HIDDEN}"


@dataclass(frozen=True, slots=True)
class JoinPartner:
    """Enter into a betting partnership with another seat."""

    kind: ClassVar = "partner"
    seat: int

    def __str__(self) -> str:
        """Return the action in notation."""
        return f"partner {seat_name(self.seat)}"


Action = Roll | TakeTicket | PlaceTile | PlayCard | JoinPartner
"""What a player may choose."""

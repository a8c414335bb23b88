"""What happened, as the table saw it: the answer of the rules to an action, in the order of happening."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from camelup.core.actions import Face
from camelup.core.edition import Camel, Deck, Side
from camelup.core.state import Ticket


@dataclass(frozen=True, slots=True)
class TicketTaken:
    """A betting ticket went from its tent to a player."""

    seat: int
    ticket: Ticket


@dataclass(frozen=True, slots=True)
class TilePlaced:
    """A tile was placed on a space, or moved there from another."""

    seat: int
    space: int
    side: Side
    moved_from: int | None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A finish card was laid face down on a deck; the camel is None for those who may not know it."""

    seat: int
    deck: Deck
    camel: Camel | None


@dataclass(frozen=True, slots=True)
class PartnersJoined:
    """Two players became betting partners for the rest of the leg."""

    seat: int
    partner: int


class GreyReason(StrEnum):
    """Why the grey die moves the crazy camel that it moves, whichever colour it shows."""

    ONLY_CARRIER = "only_carrier"
    """It is the only one with racing camels on its back."""
    ON_TOP = "on_top"
    """It sits directly on the other one."""
    SHOWN = "shown"
    """Neither holds, so the colour that the die shows decides."""


@dataclass(frozen=True, slots=True)
class DieRevealed:
    """A player took a pyramid ticket, and a die came out of the pyramid; the dice of racing camels need no reason."""

    seat: int
    face: Face
    reason: GreyReason | None = None


@dataclass(frozen=True, slots=True)
class CamelMoved:
    """A unit moved from one space to another; the camel at its bottom is its first.

    Space 17 is over the finish line clockwise, 0 over it counter-clockwise. Exactly one unit moves per die, but a
    tile makes it move a second time; `is_under` says that it then went underneath camels that stood there.
    """

    unit: tuple[Camel, ...]
    start: int
    end: int
    is_under: bool


@dataclass(frozen=True, slots=True)
class TileHit:
    """A unit landed on a tile, whose owner was paid; the money after it is None where it is hidden."""

    seat: int
    space: int
    side: Side
    money: int | None


@dataclass(frozen=True, slots=True)
class RaceEnded:
    """A unit crossed the line."""

    is_clockwise: bool


class TicketReward(NamedTuple):
    """What one betting ticket brought or cost."""

    ticket: Ticket
    reward: int


class LegReward(NamedTuple):
    """What a leg brought one player: every part, their sum, and the money after it (never below 0).

    `copied` is the reward taken over from the betting partner's best ticket.
    """

    seat: int
    tickets: tuple[TicketReward, ...]
    pyramid_tickets: int
    copied: int
    total: int
    money: int | None


@dataclass(frozen=True, slots=True)
class LegScored:
    """The leg was scored for all players."""

    leg: int
    ranking: tuple[Camel, ...]
    rewards: tuple[LegReward, ...]

    def __repr__(self) -> str:
        """Return the ranking, and the total of each seat; all its tickets would fill a page."""
        totals = " ".join(f"{reward.total:+d}" for reward in self.rewards)
        return f"<LegScored leg {self.leg}: ranking {''.join(self.ranking)}, rewards {totals}>"


@dataclass(frozen=True, slots=True)
class LegStarted:
    """The table was cleared and all dice went back into the pyramid."""

    leg: int
    seat: int


@dataclass(frozen=True, slots=True)
class CardScored:
    """A finish card was turned up and paid; both decks are gone through in the order in which they were built."""

    deck: Deck
    seat: int
    camel: Camel
    reward: int
    money: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The money was counted."""

    winner: Camel
    loser: Camel
    money: tuple[int, ...]
    victors: tuple[int, ...]


Event = (
    TicketTaken
    | TilePlaced
    | CardPlayed
    | PartnersJoined
    | DieRevealed
    | CamelMoved
    | TileHit
    | RaceEnded
    | LegScored
    | LegStarted
    | CardScored
    | GameEnded
)
"""What can happen because of an action, in the order of a turn."""

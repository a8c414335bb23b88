"""The JSON of a review, as types: camelup.review writes it, and the server passes it on without loading that."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Worth:
    """What something is worth to a seat."""

    wins: float
    """As a share of the victory."""
    coins: float
    """In EP, from the mean of the table."""

    def plus(self, other: "Worth") -> "Worth":
        """Add up."""
        return Worth(self.wins + other.wins, self.coins + other.coins)

    def minus(self, other: "Worth") -> "Worth":
        """Subtract."""
        return Worth(self.wins - other.wins, self.coins - other.coins)


@dataclass(frozen=True, slots=True)
class ReviewedPlayer:
    """One player: from the chances at the start to the result.

    `start` with `luck`, `unseen`, `chosen` (own choices) and `others` (choices of the others) is `result`.
    """

    seat: int
    name: str
    place: int
    """1 has won; equal money shares a place."""
    money: int
    decisions: int
    start: Worth
    luck: Worth
    unseen: Worth
    chosen: Worth
    others: Worth
    result: Worth
    lost: Worth
    """What own choices lost against the best ones."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Everybody's chances to win after an action, by seat, and their standard errors."""

    ply: int
    wins: list[float]
    errors: list[float]


@dataclass(frozen=True, slots=True)
class ReviewedChoice:
    """An action that might have been chosen, and what it was worth to who chose."""

    action: str
    wins: float
    coins: float
    error: float
    playouts: int


@dataclass(frozen=True, slots=True)
class ReviewedPly:
    """An action: what it changed for every seat and why, and what would have been best."""

    ply: int
    leg: int
    seat: int
    action: str
    outcome: str | None
    luck: list[Worth]
    unseen: list[Worth]
    chosen: list[Worth]
    best: str
    lost: Worth
    error: float
    choices: list[ReviewedChoice]
    """The best first."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A moment that changed the game: the action, whose chances it changed, by how much, and a text about it."""

    ply: int
    """The number of the action, from 1."""
    kind: Literal["choice", "die"]
    """A choice that lost something, or a die."""
    seat: int
    """Who lost by the choice, or whose chances the die changed most."""
    change: float
    """By how much of the victory."""
    text: str
    position: str
    """The table before it, in notation."""


@dataclass(frozen=True, slots=True)
class ReviewForm:
    """A whole review, as docs/review.md explains it."""

    type: Literal["review"]
    version: int
    edition: int
    names: list[str]
    playouts: int
    """How many imagined games have judged each position."""
    players: list[ReviewedPlayer]
    curve: list[CurvePoint]
    plies: list[ReviewedPly]
    turning_points: list[TurningPoint]

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


@dataclass(frozen=True, slots=True)
class ReviewedPlayer:
    """A player: the start with luck, what was unseen, own choices and those of others is the result."""

    seat: int
    name: str
    place: int
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
    """A moment that changed much."""

    ply: int
    kind: Literal["choice", "die"]
    seat: int
    change: float
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

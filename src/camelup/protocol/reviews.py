"""A review as a server tells it; camelup.review, which makes them, is not loaded into the server's own process."""

from typing import Literal

import msgspec


class Worth(msgspec.Struct, frozen=True):
    """What something is worth to a seat."""

    wins: float
    """As a share of the victory."""
    coins: float
    """In EP, from the mean of the table."""


class ReviewedPlayer(msgspec.Struct, frozen=True):
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


class CurvePoint(msgspec.Struct, frozen=True):
    """Everybody's chances to win after an action, by seat, and their standard errors."""

    ply: int
    wins: list[float]
    errors: list[float]


class ReviewedChoice(msgspec.Struct, frozen=True):
    """An action that might have been chosen, and what it was worth to who chose."""

    action: str
    wins: float
    coins: float
    error: float
    playouts: int


class ReviewedPly(msgspec.Struct, frozen=True):
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


class TurningPoint(msgspec.Struct, frozen=True):
    """A moment that changed much."""

    ply: int
    kind: Literal["choice", "die"]
    seat: int
    change: float
    text: str
    position: str
    """The table before it, in notation."""


class ReviewForm(msgspec.Struct, frozen=True, tag_field="type", tag="review"):
    """A whole review, as docs/review.md explains it."""

    version: int
    edition: int
    names: list[str]
    playouts: int
    """How many imagined games have judged each position."""
    players: list[ReviewedPlayer]
    curve: list[CurvePoint]
    plies: list[ReviewedPly]
    turning_points: list[TurningPoint]


class ReviewAnswer(msgspec.Struct, frozen=True):
    """How far a review is, and what it says so far."""

    id: str
    """The code of its table; of a record that was brought along, what it is asked for by."""
    progress: float
    """How much of the work is done, from 0 to 1."""
    is_done: bool
    playouts: int
    """Of the best review that there is, 0 if there is none yet."""
    review: ReviewForm | None
    """Null, too, if the one who asks has it already."""

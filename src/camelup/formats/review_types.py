"""The JSON of a review, as types: camelup.review writes it, and the server passes it on without loading that."""

from dataclasses import dataclass
from typing import Literal

from camelup.notebook import html_table, shorten


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

    def __repr__(self) -> str:
        """Return both figures."""
        return f"<Worth {self.wins:.1%} of the victory, {self.coins:+.1f} pounds>"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its standard error."""

    value: float
    error: float


CostKind = Literal["early_ticket", "late_ticket", "winner", "loser", "tile", "partner", "roll"]
"""What was chosen; an early ticket is the first of its pile."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What the choices of one kind cost a player in pounds, compared with the best actions."""

    kind: CostKind
    decisions: int
    """How often the player chose this kind, well or not."""
    coins: float
    error: float


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
    luck_error: Worth
    """The standard error of the luck, and so on."""
    chosen_error: Worth
    lost_error: Worth
    accuracy: Estimate | None
    """From 0 to 100, which is the best action every time; None if the player never had a real choice."""
    costs: list[Cost]
    """By what was chosen; together they are the coins of `lost`. Kinds that the player never chose are left out."""

    def __repr__(self) -> str:
        """Return the result, what luck and own choices changed, and the accuracy."""
        parts = ", ".join(f"{name} {getattr(self, name).coins:+.1f}" for name in ("luck", "chosen", "lost"))
        accuracy = "-" if self.accuracy is None else f"{self.accuracy.value:.0f}"
        return f"<ReviewedPlayer {self.name}: place {self.place}, {self.money} pounds, {parts}, accuracy {accuracy}>"

    def _repr_html_(self) -> str:
        names = ("start", "luck", "unseen", "chosen", "others", "result", "lost")
        worths = [(name, getattr(self, name)) for name in names]
        rows = [(name, f"{worth.wins:+.1%}", f"{worth.coins:+.1f}") for name, worth in worths]
        return html_table(f"{self.name}: place {self.place}", ["", "victory", "pounds"], rows)


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
    level: list[str]
    """Other actions that are as good as the best as far as the simulated games can tell."""


@dataclass(frozen=True, slots=True)
class TurningChoice:
    """What the choice of a turn changed for the player who made it, compared with the best action."""

    change: float
    """By how much of the victory: below zero."""
    error: float
    best: str
    """The best action, in notation."""
    text: str


@dataclass(frozen=True, slots=True)
class TurningDice:
    """What the die of a turn changed for the seat of its turning point."""

    change: float
    text: str


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn that changed the game: the action, whose chances it changed, by how much, and a text about it."""

    ply: int
    """The number of the action, from 1."""
    kind: Literal["choice", "die"]
    """Which of the two changed more: a choice that lost something, or the die."""
    seat: int
    """Who lost by the choice; without one, whose chances the die changed most."""
    change: float
    """By how much of the victory, choice and die together."""
    text: str
    position: str
    """The table before it, in notation."""
    choice: TurningChoice | None
    dice: TurningDice | None
    changes: list[float]
    """The same for every seat; what one loses, others gain."""

    def __repr__(self) -> str:
        """Return the number of the action and the text."""
        return f"<TurningPoint {self.ply}: {shorten(self.text, 300)}>"

    def _repr_html_(self) -> str:
        rows = [("action", self.ply), ("changes", ", ".join(f"{change:+.1%}" for change in self.changes))]
        return html_table(self.text, ["", ""], [*rows, ("position", self.position)])


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

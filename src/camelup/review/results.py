"""What a review says of every action, of every player, and how it all adds up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from camelup.core.actions import Action
from camelup.formats.record import Ply, Record, Step
from camelup.formats.review_types import Estimate, ReviewedPlayer, Worth
from camelup.notebook import html_table, shorten
from camelup.review.accuracy import accuracy
from camelup.review.costs import Decision, kind_of, sum_costs

NOTHING_LOST = Worth(0.0, 0.0)
Worths = tuple[Worth, ...]
"""One for each seat."""
_PARTS = ("start", "luck", "unseen", "chosen", "others", "result", "lost")
"""What the table of a review has of each player."""


class Choice(NamedTuple):
    """An action that might have been chosen: what it was worth to who chose, with the error of its wins."""

    action: Action
    worth: Worth
    error: float
    playouts: int

    def __repr__(self) -> str:
        """Return the action and what it was worth."""
        return f"<Choice {self.action}: {self.worth.wins:.1%} +- {self.error:.1%}, {self.worth.coins:+.1f} pounds>"


@dataclass(frozen=True)
class PlyReview:
    """One action: what everybody could expect before and after it, and why that changed.

    `after` less `before` is `luck`, the die's, with `chosen`, what the choice changed by what its seat knew, and
    `unseen`, what it could not know: that is what is left, so that the sum is always right.
    """

    number: int
    leg: int
    before: Worths
    after: Worths
    errors: tuple[float, ...]
    """The standard errors of the winning chances after it."""
    luck: Worths
    unseen: Worths
    chosen: Worths
    choices: tuple[Choice, ...]
    """What might have been done, the best first."""
    lost: Worth
    """What the seat lost that chose, against the best; nothing where no other action was clearly better."""
    lost_error: Worth
    """The standard errors of what was lost, also where it is nothing: as sure as that is."""
    level: tuple[Action, ...]
    """Other actions that were as good as the best, as far as one can tell."""
    loss: Estimate | None
    """What was lost in winning chance, clearly or not, right on average; None if there was no real choice."""
    cost: tuple[float, ...]
    """How everybody's winning chances differ from those after the best action; below zero for the seat that chose."""

    @property
    def best(self) -> Action:
        """The best action by what the seat knew."""
        return self.choices[0].action

    def __repr__(self) -> str:
        """Return what the choice lost, and the best action."""
        return f"<PlyReview of action {self.number} in leg {self.leg}: lost {self.lost.wins:.1%}, best {self.best}>"

    def _repr_html_(self) -> str:
        rows = [
            (choice.action, f"{choice.worth.wins:.1%}", f"{choice.error:.1%}", f"{choice.worth.coins:+.1f}")
            for choice in self.choices
        ]
        return html_table(f"Choices for action {self.number}", ["action", "victory", "error", "pounds"], rows)


@dataclass(frozen=True)
class Review:
    """A reviewed game; `playouts` is the effort that was made for each position."""

    record: Record
    steps: tuple[Step, ...]
    start: Worths
    start_errors: tuple[float, ...]
    plies: tuple[PlyReview, ...]
    luck_errors: Worths
    """The standard errors of everybody's luck in the whole game."""
    chosen_errors: Worths
    """Those of what everybody's own choices changed."""
    playouts: int

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.record.names

    @cached_property
    def players(self) -> tuple[ReviewedPlayer, ...]:
        """Everybody, by seat."""
        return tuple(self._sum_up(seat) for seat in range(len(self.names)))

    def __repr__(self) -> str:
        """Return the game, and the effort that was made."""
        return f"<Review of {len(self.plies)} actions by {shorten(', '.join(self.names))}: {self.playouts} playouts>"

    def _repr_html_(self) -> str:
        rows = [
            (player.name, player.place, player.money, *(f"{getattr(player, part).coins:+.1f}" for part in _PARTS))
            for player in self.players
        ]
        return html_table(
            f"Review of {len(self.plies)} actions, in pounds", ["player", "place", "money", *_PARTS], rows
        )

    def played(self, number: int) -> Ply:
        """Return the action of a number, from 1."""
        ply = self.steps[number].ply
        if ply is None:
            raise LookupError("nobody acted at the start")
        return ply

    def _sum_up(self, seat: int) -> ReviewedPlayer:
        money = self.steps[-1].state.money
        own = [ply for ply in self.plies if self.played(ply.number).seat == seat]
        others = [ply for ply in self.plies if self.played(ply.number).seat != seat]
        return ReviewedPlayer(
            seat=seat,
            name=self.names[seat],
            place=1 + sum(amount > money[seat] for amount in money),
            money=money[seat],
            decisions=len(own),
            start=self.start[seat],
            luck=_sum(ply.luck[seat] for ply in self.plies),
            unseen=_sum(ply.unseen[seat] for ply in self.plies),
            chosen=_sum(ply.chosen[seat] for ply in own),
            others=_sum(ply.chosen[seat] for ply in others),
            result=self.plies[-1].after[seat] if self.plies else self.start[seat],
            lost=_sum(ply.lost for ply in own),
            luck_error=self.luck_errors[seat],
            chosen_error=self.chosen_errors[seat],
            lost_error=_root_of_squares([ply.lost_error for ply in own]),
            accuracy=accuracy([ply.loss for ply in own if ply.loss is not None]),
            costs=sum_costs(self._decision(ply) for ply in own),
        )

    def _decision(self, ply: PlyReview) -> Decision:
        before = self.steps[ply.number - 1].state
        return Decision(kind_of(before, self.played(ply.number).action), ply.lost.coins, ply.lost_error.coins)


def _sum(worths: Iterable[Worth]) -> Worth:
    total = NOTHING_LOST
    for worth in worths:
        total = total.plus(worth)
    return total


def _root_of_squares(errors: Sequence[Worth]) -> Worth:
    return Worth(sum(error.wins**2 for error in errors) ** 0.5, sum(error.coins**2 for error in errors) ** 0.5)

"""What a review says of every action, of every player, and how it all adds up."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from camelup.core.actions import Action
from camelup.formats.record import Record, Step
from camelup.formats.review_types import ReviewedPlayer, Worth

NOTHING_LOST = Worth(0.0, 0.0)
Worths = tuple[Worth, ...]
"""One for each seat."""


class Choice(NamedTuple):
    """An action that might have been chosen: what it was worth to who chose, with the error of its wins."""

    action: Action
    worth: Worth
    error: float
    playouts: int


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
    """What the seat lost that chose, against the best; nothing where no other action was surely better."""
    lost_error: float

    @property
    def best(self) -> Action:
        """The best action by what the seat knew."""
        return self.choices[0].action


@dataclass(frozen=True)
class Review:
    """A reviewed game; `playouts` is how many simulated games have evaluated each position."""

    record: Record
    steps: tuple[Step, ...]
    start: Worths
    start_errors: tuple[float, ...]
    plies: tuple[PlyReview, ...]
    playouts: int

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.record.names

    @cached_property
    def players(self) -> tuple[ReviewedPlayer, ...]:
        """Everybody, by seat."""
        return tuple(self._sum_up(seat) for seat in range(len(self.names)))

    def _sum_up(self, seat: int) -> ReviewedPlayer:
        money = self.steps[-1].state.money
        own = [ply for ply, step in zip(self.plies, self.steps[1:], strict=True) if step.ply and step.ply.seat == seat]
        others = [ply for ply in self.plies if ply not in own]
        return ReviewedPlayer(
            seat=seat,
            name=self.names[seat],
            place=1 + sum(amount > money[seat] for amount in money),
            money=money[seat],
            start=self.start[seat],
            luck=_sum(ply.luck[seat] for ply in self.plies),
            unseen=_sum(ply.unseen[seat] for ply in self.plies),
            chosen=_sum(ply.chosen[seat] for ply in own),
            others=_sum(ply.chosen[seat] for ply in others),
            result=self.plies[-1].after[seat] if self.plies else self.start[seat],
            lost=_sum(ply.lost for ply in own),
            decisions=len(own),
        )


def _sum(worths: Iterable[Worth]) -> Worth:
    total = NOTHING_LOST
    for worth in worths:
        total = total.plus(worth)
    return total

"""Which action was better, and by how much: chosen by one half of the simulated games, and measured by the other.

A search that picks the best of many actions in some games and measures its lead in the same games finds too much: the
action that was lucky in them looks best. So the best action of the even games is measured in the odd
ones, the best of the odd games in the even ones, and the mean of both counts. If all actions are equally good, this
is 0 on average, however many there are.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from camelup.compiled.arrays import FloatArray
from camelup.review.columns import WINS, standard_error
from camelup.review.thresholds import LEAST, SURELY

ENOUGH = 16
"""Nothing is said from fewer games than this."""

Games = npt.NDArray[np.floating]
"""What came of an action for the seat that chose: by game, and wins or coins."""
_RARE = np.array([0.5, 5.0])
"""Errors are those of games with one more in which the actions differ by this much, in wins and in coins: what makes
the difference may be rare and not have happened yet."""
_HALVES = (slice(0, None, 2), slice(1, None, 2))


@dataclass(frozen=True)
class Gain:
    """How much more one action brings than another, in wins and coins, and the standard errors."""

    worth: FloatArray
    error: FloatArray

    @property
    def is_clear(self) -> bool:
        """Whether it is worth mentioning, and beyond chance."""
        return bool(self.worth[WINS] >= LEAST and self.worth[WINS] > SURELY * self.error[WINS])


NO_GAIN = Gain(np.zeros(2), np.zeros(2))


def gain(one: Games, other: Games) -> Gain:
    """Compare two actions in the games of the same numbers that both have."""
    count = min(len(one), len(other))
    gained = one[:count] - other[:count]
    return Gain(np.asarray(gained.mean(axis=0, dtype=np.float64)), _careful_error(gained))


def _careful_error(gained: Games) -> FloatArray:
    return np.asarray(np.hypot(standard_error(gained), _RARE / max(1, len(gained))))


@dataclass(frozen=True)
class Verdict:
    """What simulated games say about a choice."""

    best: int
    """The action that was chosen, unless another is clearly better."""
    lost: Gain
    """By how much the best is ahead of the chosen one: nothing unless it is clear."""
    loss: Gain
    """The same, clear or not: right on average, so it may be added up."""
    level: tuple[int, ...]
    """Actions that are as good as the best, as far as one can tell."""
    is_real: bool
    """Whether any action was clearly better than another."""


def judge(options: Mapping[int, Games], chosen: int) -> Verdict:
    """Judge a choice. Actions that were given up early have fewer games than the chosen one, which has all."""
    count = len(options[chosen])
    leader = leading(options, chosen)
    loss = cross_fit({number: games for number, games in options.items() if len(games) == count}, chosen)
    behind = {number: gain(options[leader], games) for number, games in options.items() if number != leader}
    if count < ENOUGH:
        return Verdict(chosen, NO_GAIN, NO_GAIN, (), is_real=False)
    is_lost = leader != chosen and loss.is_clear
    best = leader if is_lost else chosen
    level = [number for number, more in behind.items() if not more.is_clear]
    if best != leader:
        level.append(leader)
    return Verdict(
        best,
        loss if is_lost else NO_GAIN,
        loss,
        tuple(number for number in level if number not in {best, chosen}),
        is_real=any(more.is_clear for more in behind.values()),
    )


def leading(options: Mapping[int, Games], chosen: int) -> int:
    """Return the action with the highest mean of wins, of those that have all games; of equal ones, the chosen one."""
    count = len(options[chosen])
    means = {number: float(games[:, WINS].mean()) for number, games in options.items() if len(games) == count}
    return max(means, key=lambda number: (means[number], number == chosen))


def cross_fit(options: Mapping[int, Games], chosen: int) -> Gain:
    """Return by how much the best action is ahead of the chosen one, without the bias of having looked for it.

    Where the chosen action is the best, nothing is lost, but that is no surer than that the next best is not better.
    """
    if len(options) == 1:
        return NO_GAIN
    others = {number: games for number, games in options.items() if number != chosen}
    gains, errors = [], []
    for picked, measured in (_HALVES, _HALVES[::-1]):
        rival = max(others, key=lambda number: float(others[number][picked, WINS].sum()))
        gained = others[rival][measured] - options[chosen][measured]
        is_better = others[rival][picked, WINS].sum() > options[chosen][picked, WINS].sum()
        gains.append(gained.sum(axis=0, dtype=np.float64) * is_better)
        errors.append(_careful_error(gained) * len(gained))
    count = len(options[chosen])
    return Gain(np.sum(gains, axis=0) / count, np.sqrt(np.square(errors).sum(axis=0)) / count)

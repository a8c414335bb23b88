"""What candidates are worth to a seat, by two judges who are wrong in different ways.

One plays on to the end of the leg with simulated players of many styles, and judges what has come of it by fitted
weights. The other plays on to the own next turn as a net would, and judges by that net. The first knows who sits at the
table, and how dice fall in this leg; the second knows how strong players go on, and what the race will bring. Each is
as good as the other, and their mean is far better (decision 51).
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from camelup.bulk.layout import Games
from camelup.compiled.arrays import FloatArray, IntArray
from camelup.search.evaluator import Evaluator
from camelup.search.net_rollouts import NetRollouts
from camelup.search.opponents import OWN_STYLE

STYLES_A_NET = 12
"""How many playouts by styles there are for one by the net: it takes some fifteen times as long, and scatters less."""


class TwoJudges:
    """Plays on candidates, and remembers what both judges have found so far."""

    def __init__(
        self, root: Games, actions: Sequence[int], beliefs: FloatArray, styles: Evaluator, net: NetRollouts
    ) -> None:
        self._root, self._beliefs, self._styles, self._net = root, beliefs, styles, net
        self._seat = int(root[0]["turn"])
        self._actions = np.array(actions, np.int64)
        self._wins = np.zeros((2, len(actions)))
        self._counts = np.zeros((2, len(actions)), np.int64)
        self._done = [0, 0]

    def play(self, alive: IntArray, count: int) -> None:
        """Play on each of these candidates this many times by styles, and fewer times by the net."""
        actions, seat, beliefs = self._actions[alive], self._seat, self._beliefs
        by_net = max(1, count // STYLES_A_NET)
        found = self._styles.evaluate_for(self._root, seat, actions, self._done[0], count, beliefs, OWN_STYLE)
        self._add(0, alive, found)
        self._add(1, alive, self._net.evaluate_for(self._root, seat, actions, self._done[1], by_net, beliefs))

    def _add(self, judge: int, alive: IntArray, found: npt.NDArray[np.float32]) -> None:
        self._wins[judge, alive] += found.sum(axis=1)
        self._counts[judge, alive] += found.shape[1]
        self._done[judge] += found.shape[1]

    @property
    def wins(self) -> FloatArray:
        """How much of the victory each candidate has brought, the mean of both judges."""
        return np.asarray((self._wins / np.maximum(1, self._counts)).mean(axis=0))

    @property
    def playouts(self) -> IntArray:
        """How often each candidate was played on by styles."""
        return np.asarray(self._counts[0])

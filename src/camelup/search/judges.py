"""What candidates are worth to a seat, by three judges who are wrong in different ways.

One plays on to the end of the leg with simulated players of many styles, and judges what has come of it by fitted
weights. Another plays on to the own turn after next, itself by a net and the others as their kinds do, and judges by
the net. The third plays on to the own next turn as the net would, for every seat. The first knows how dice fall in this
leg, the second joins what the net knows of the race to what is known of the others at this table, and the third knows
how strong players go on. Their mean is better than each (decisions 51 and 53).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from camelup.bulk.layout import Games
from camelup.compiled.arrays import FloatArray, IntArray
from camelup.nets.policy_net import PolicyNet
from camelup.search.evaluator import Evaluator
from camelup.search.net_rollouts import NetRollouts
from camelup.search.opponents import OWN_STYLE

WEIGHTS = np.array([0.4, 0.4, 0.2])
"""How much the word of each judge counts."""
STYLES_FOR_ONE = (1, 12, 36)
"""How many playouts by styles there are for one of each judge: those by the net take long, and scatter less."""
_TURNS_AMONG_KINDS = 2


class Bench(NamedTuple):
    """The three judges."""

    styles: Evaluator
    among_kinds: NetRollouts
    by_net: NetRollouts


def make_bench(net: PolicyNet, seed: int, mixture: IntArray) -> Bench:
    """Let each of the three have dice of its own: the mean of independent errors is smaller."""
    return Bench(
        Evaluator(seed, mixture),
        NetRollouts(net, seed + 1, _TURNS_AMONG_KINDS, mixture),
        NetRollouts(net, seed + 2),
    )


class Judges:
    """Plays on candidates, and remembers what the judges have found so far."""

    def __init__(self, root: Games, actions: Sequence[int], beliefs: FloatArray, bench: Bench) -> None:
        self._root, self._beliefs, self._bench = root, beliefs, bench
        self._seat = int(root[0]["turn"])
        self._actions = np.array(actions, np.int64)
        self._wins = np.zeros((len(bench), len(actions)))
        self._counts = np.zeros((len(bench), len(actions)), np.int64)
        self._done = [0] * len(bench)

    def play(self, alive: IntArray, count: int) -> None:
        """Play on each of these candidates this many times by styles, and fewer times by the net."""
        given = self._root, self._seat, self._actions[alive]
        self._add(0, alive, self._bench.styles.evaluate_for(*given, self._done[0], count, self._beliefs, OWN_STYLE))
        for judge, net in enumerate((self._bench.among_kinds, self._bench.by_net), 1):
            fewer = max(1, count // STYLES_FOR_ONE[judge])
            self._add(judge, alive, net.evaluate_for(*given, self._done[judge], fewer, self._beliefs))

    def _add(self, judge: int, alive: IntArray, found: npt.NDArray[np.float32]) -> None:
        self._wins[judge, alive] += found.sum(axis=1)
        self._counts[judge, alive] += found.shape[1]
        self._done[judge] += found.shape[1]

    @property
    def wins(self) -> FloatArray:
        """How much of the victory each candidate has brought, the weighted mean of all judges."""
        return np.asarray(WEIGHTS @ (self._wins / np.maximum(1, self._counts)))

    @property
    def playouts(self) -> IntArray:
        """How often each candidate was played on by styles."""
        return np.asarray(self._counts[0])

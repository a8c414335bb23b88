"""Actions evaluated by rollouts: what every seat may expect of the victory and of the money."""

from typing import NamedTuple

import numpy as np

from camelup.bulk.layout import Games
from camelup.compiled.arrays import FloatArray, IntArray
from camelup.core.edition import EDITIONS
from camelup.odds.leg_table import leg_table
from camelup.search.leaf_value import leaf_weights
from camelup.search.opponents import MIXTURE, STYLE_WEIGHTS, by_seat
from camelup.search.rollouts import DRAWN, EVERYBODY, NO_ACTION, NO_STYLE, Results, rollout

NO_BELIEFS = np.zeros((1, 1, 1))
_LEGS = 1
"""Rollouts see the end of this leg; then leaf_value.py says what the position is worth."""


class Candidate(NamedTuple):
    """The number of an action, and for a roll the camel and the number that the die shows, unless it is drawn."""

    action: int
    camel: int = DRAWN
    number: int = 0


AS_IT_IS = Candidate(NO_ACTION)
"""Nothing is done: the position itself is evaluated."""


class Evaluator:
    """Evaluates positions by rollouts with a mixture of kinds of players, given by their numbers.

    The mixture is one for all seats, or a row for each. Equal positions are evaluated equally, wherever they come from.
    """

    def __init__(self, seed: int, mixture: IntArray = MIXTURE) -> None:
        self._seed = seed
        self._mixture = by_seat(mixture)

    def evaluate(
        self,
        root: Games,
        candidates: list[Candidate],
        begin: int,
        columns: int,
        seat: int = EVERYBODY,
        beliefs: FloatArray = NO_BELIEFS,
    ) -> tuple[Results, Results]:
        """Return the shares of the victory, and the coins, by candidate, column and seat.

        With a seat, others' cards are drawn for each column by its beliefs; otherwise they are as they are.
        """
        players = int(root[0]["players"])
        return self._roll_out(root, candidates, begin, columns, seat, beliefs, NO_STYLE, 0, players)

    def evaluate_for(
        self, root: Games, seat: int, actions: IntArray, begin: int, columns: int, beliefs: FloatArray, own: int
    ) -> Results:
        """Return a seat's own share of the victory, by action and column, if it goes on by the style `own`."""
        candidates = [Candidate(int(action)) for action in actions]
        wins, _ = self._roll_out(root, candidates, begin, columns, seat, beliefs, own, seat, 1)
        return wins[:, :, 0]

    def _roll_out(
        self,
        root: Games,
        candidates: list[Candidate],
        begin: int,
        columns: int,
        seat: int,
        beliefs: FloatArray,
        own: int,
        first_valued: int,
        valued: int,
    ) -> tuple[Results, Results]:
        edition = EDITIONS[int(root[0]["edition"])]
        wins = np.empty((len(candidates), columns, valued), np.float32)
        coins = np.empty_like(wins)
        actions, shown, numbers = np.array(candidates, np.int64).T.copy()
        rollout(
            root,
            seat,
            beliefs,
            actions,
            shown,
            numbers,
            begin,
            self._seed,
            self._mixture,
            STYLE_WEIGHTS,
            own,
            leg_table(edition),
            leaf_weights(edition, int(root[0]["players"])),
            int(root[0]["leg"]) + _LEGS,
            first_valued,
            wins,
            coins,
        )
        return wins, coins

"""Positions judged by imagined games: what every seat may expect of the victory and of the money.

All that is judged of a position meets the same imagined players, the same dice by the number of the roll, and the same
face-down cards where somebody cannot see them. So equal positions are judged equally, wherever they come from.
"""

import numpy as np
import numpy.typing as npt
from numba import types

from camelup.bulk.action_space import ROLL
from camelup.bulk.kernels import apply_action
from camelup.bulk.layout import Games
from camelup.bulk.styles import ODDS
from camelup.compiled import kernel
from camelup.compiled.random_stream import draw_fraction, next_state, split, start_stream
from camelup.core.edition import EDITIONS, MAX_PLAYERS
from camelup.odds.leg_table import LegTable, leg_table
from camelup.search.leaf_value import MONEY, STANDING, describe_standing, leaf_weights, winning_chance
from camelup.search.rollouts import CUBE, GAMES, GRID, INT, INTS, TABLE, deal_hidden, play_on, victory_share

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
Expected = npt.NDArray[np.float32]
_EXPECTED = types.float32[:, :, ::1]

EVERYBODY = -1
"""Who judges with all cards open."""
NOTHING = -1
"""Instead of an action: the position is judged as it is."""
NO_BELIEFS = np.zeros((1, 1, 1))


@kernel(types.void(GAMES, INT, CUBE, INTS, INTS, INTS, INT, INT, INTS, GRID, TABLE, GRID, _EXPECTED, _EXPECTED))
def evaluate_actions(
    root: Games,
    seat: int,
    beliefs: FloatArray,
    actions: IntArray,
    shown: IntArray,
    numbers: IntArray,
    begin: int,
    seed: int,
    mixture: IntArray,
    styles: FloatArray,
    table: LegTable,
    weights: FloatArray,
    wins: Expected,
    coins: Expected,
) -> None:
    """Play on each action once for every column: what it brings every seat.

    Games stop at the end of this leg; then leaf_value.py judges. Coins are money with what cards may bring.
    """
    scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
    odds = np.zeros(ODDS, np.float64)
    kinds = np.zeros(MAX_PLAYERS, np.int64)
    standing = np.zeros((MAX_PLAYERS, STANDING), np.float64)
    work = np.empty_like(root)
    dealt = root.copy()
    until = int(root[0].leg) + 1
    players = int(root[0].players)
    for column in range(wins.shape[1]):
        stream = start_stream(seed, begin + column)
        state = split(stream)
        for other in range(MAX_PLAYERS):
            state = next_state(state)
            kinds[other] = mixture[int(draw_fraction(state) * len(mixture))]
        if seat >= 0:
            deal_hidden(dealt[0], seat, beliefs, state)
        for number in range(len(actions)):
            work[0] = dealt[0]
            game = work[0]
            if actions[number] >= ROLL:
                apply_action(game, int(actions[number]), int(shown[number]), int(numbers[number]), scratch)
            play_on(game, until, stream, split(split(stream)), kinds, styles, table, odds, scratch)
            for other in range(players):
                if game.over:
                    wins[number, column, other] = victory_share(game, other)
                    coins[number, column, other] = game.money[other]
                else:
                    stage = describe_standing(game, table, odds, standing)
                    coins[number, column, other] = standing[other, MONEY]
                    wins[number, column, other] = winning_chance(other, players, kinds, standing, weights[stage], odds)


class Evaluator:
    """Judges positions with a mixture of imagined players, given as styles and which of them are met how often."""

    def __init__(self, styles: FloatArray, mixture: IntArray, seed: int) -> None:
        self._styles, self._mixture, self._seed = styles, mixture, seed

    def expect(
        self,
        root: Games,
        steps: list[tuple[int, int, int]],
        begin: int,
        columns: int,
        seat: int = EVERYBODY,
        beliefs: FloatArray = NO_BELIEFS,
    ) -> tuple[Expected, Expected]:
        """Tell shares of the victory, and coins, by step, column and seat.

        A step is an action's number, and of a roll the camel and the number that the die shows. With a seat, others'
        cards are drawn for each column by its beliefs.
        """
        edition, players = int(root[0]["edition"]), int(root[0]["players"])
        wins = np.empty((len(steps), columns, players), np.float32)
        coins = np.empty_like(wins)
        actions, shown, numbers = np.array(steps, np.int64).T.copy()
        evaluate_actions(
            root,
            seat,
            beliefs,
            actions,
            shown,
            numbers,
            begin,
            self._seed,
            self._mixture,
            self._styles,
            leg_table(EDITIONS[edition]),
            leaf_weights(edition, players),
            wins,
            coins,
        )
        return wins, coins

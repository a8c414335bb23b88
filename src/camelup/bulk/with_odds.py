"""What informed policies know: the odds of leg and race by the small solved table, and where they stand."""

from collections.abc import Callable, Iterable

import numpy as np

from camelup.bulk.kernels import Game
from camelup.bulk.policies import Policy
from camelup.compiled import inlined
from camelup.compiled.arrays import FloatArray
from camelup.core.edition import Edition
from camelup.odds.leg_table import LegTable, leg_table, read_row

ChooseWithOdds = Callable[[Game, int, int, LegTable, FloatArray], int]
"""Chooses with a table and room for odds, which it may ignore."""

_NOTHING_TO_KNOW = np.zeros((1, 1, 1), np.uint8)


def table_for(policies: Iterable[Policy], edition: Edition) -> LegTable:
    """Return the table that policies look up, or an empty one if none of them does."""
    return leg_table(edition) if any(policy.is_informed for policy in policies) else _NOTHING_TO_KNOW


def with_odds(policy: Policy) -> ChooseWithOdds:
    """Return a function by which compiled loops call any policy alike."""
    choose = policy.choose
    if policy.is_informed:

        @inlined
        def choose_informed(game: Game, legal: int, state: int, table: LegTable, odds: FloatArray) -> int:
            read_row(int(game.track), int(game.dice), table, odds)
            return int(choose(game, legal, state, odds))

        return choose_informed

    @inlined
    def choose_plainly(game: Game, legal: int, state: int, _: LegTable, __: FloatArray) -> int:
        return int(choose(game, legal, state))

    return choose_plainly

"""Every style as a policy, for leagues in which a learner meets all of them.

The two styles that bulk play offers by name are compiled into each loop that uses them, which is fastest. A league has
many styles in one loop: here they share one compiled decision, so that ten of them compile as quickly as one.
"""

from dataclasses import dataclass

import numpy as np

from camelup.bulk.kernels import Game
from camelup.bulk.policies import Policy
from camelup.bulk.styles import GUESSED, LOOKED, NO_TABLE, STYLES, choose_by_style
from camelup.compiled import called, inlined
from camelup.compiled.arrays import FloatArray
from camelup.odds.leg_table import LegTable

_WEIGHTS = np.array(list(STYLES.values()))


@dataclass(frozen=True, repr=False)
class StylePolicy(Policy):
    """A policy by a style."""

    style: int = 0
    """The number of the style."""


@called
def decide_guessing(game: Game, legal: int, state: int, odds: FloatArray, style: int, _: LegTable) -> int:
    """Choose by the style with this number, with a guess at what tiles bring."""
    return choose_by_style(game, legal, state, _WEIGHTS[style], odds, GUESSED, NO_TABLE)


@called
def decide_looking(game: Game, legal: int, state: int, odds: FloatArray, style: int, table: LegTable) -> int:
    """Choose by the style with this number, with a look at each landing on a tile."""
    return choose_by_style(game, legal, state, _WEIGHTS[style], odds, LOOKED, table)


def _policy(name: str, number: int) -> StylePolicy:
    @inlined
    def choose(game: Game, legal: int, state: int, odds: FloatArray) -> int:
        return int(decide_guessing(game, legal, state, odds, number, NO_TABLE))

    about = f"plays by the style {name}, as rollouts do."
    return StylePolicy(f"style {name}", choose, about, is_informed=True, style=number)


STYLE_POLICIES = tuple(_policy(name, number) for number, name in enumerate(STYLES))
"""A policy for each style, in their order."""

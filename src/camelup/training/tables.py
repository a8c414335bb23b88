"""The tables at which a learner plays: both editions, 2 to 8 seats, among itself, past selves and styles."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from camelup.bulk.policies import Policy
from camelup.bulk.registry import POLICIES
from camelup.bulk.style_policies import STYLE_POLICIES
from camelup.bulk.styles import STYLES
from camelup.bulk.vector_game import Odds, VectorGame
from camelup.core.edition import EDITIONS

LEARNER, PAST = 0, 1
"""Who sits where, if it is not a policy: the learner, or one of its past selves."""
_FIRST_POLICY = 2
PARTS_OF_GAMES = {2: 3, 3: 4, 4: 16, 5: 3, 6: 3, 7: 1, 8: 2}
"""How many of 32 tables have as many seats: what people play most is trained most."""
ACTIONS_A_SEAT = 60
"""A game in which everybody has had so many turns is given up: it takes 16 or so."""

OPPONENTS: tuple[Policy, ...] = (*STYLE_POLICIES, POLICIES["sensible"], POLICIES["random"])
_OFTEN = ("plain", "sly", "keen", "miser", "miser", "keen")
_DRAWN = np.array([*range(len(OPPONENTS)), *(list(STYLES).index(name) for name in _OFTEN)])
"""Numbers of opponents, each as often as it is met."""
_AMONG_ITSELF, _WITH_PAST, _SOME_STYLES = 0.3, 0.16, 0.18
"""How many tables have learners only, learners and past selves, learners and styles; the rest has one learner."""


@dataclass(frozen=True, eq=False)
class Table:
    """Games of one edition and size, and who sits where in each of them."""

    vector: VectorGame
    kinds: npt.NDArray[np.int8]
    """By game and seat: the learner, a past self, or a policy."""


def seat_league(
    games: int, players: int, generator: np.random.Generator, *, has_styles: bool = True
) -> npt.NDArray[np.int8]:
    """Draw who sits where in each game."""
    kinds = np.zeros((games, players), np.int8)
    for row in kinds:
        draw = generator.random() * (1 if has_styles else _AMONG_ITSELF + _WITH_PAST)
        half = (players + 1) // 2
        if draw < _AMONG_ITSELF:
            learners, others = players, LEARNER
        elif draw < _AMONG_ITSELF + _WITH_PAST:
            learners, others = half, PAST
        elif draw < _AMONG_ITSELF + _WITH_PAST + _SOME_STYLES:
            learners, others = half, _FIRST_POLICY
        else:
            learners, others = 1, _FIRST_POLICY
        row[learners:] = others
        if others == _FIRST_POLICY:
            row[learners:] += _DRAWN[generator.integers(0, len(_DRAWN), players - learners)].astype(np.int8)
        row[:] = generator.permutation(row)
    return kinds


def set_tables(  # noqa: PLR0913 - what a plan says of tables
    games: int,
    seed: int,
    *,
    parts: Mapping[int, int] = PARTS_OF_GAMES,
    editions: tuple[int, ...] = (1, 2),
    odds: Odds = "exact",
    has_styles: bool = True,
) -> list[Table]:
    """Set tables for about this many games, with players of many styles at some of them or without."""
    generator = np.random.default_rng(seed)
    tables = []
    for edition in editions:
        for players, part in parts.items():
            count = max(1, round(games * part / (sum(parts.values()) * len(editions))))
            kinds = seat_league(count, players, generator, has_styles=has_styles)
            vector = VectorGame(
                count,
                EDITIONS[edition],
                players,
                seed=int(generator.integers(1 << 53)),
                max_actions=ACTIONS_A_SEAT * players,
                opponents=OPPONENTS if has_styles else (),
                seats=np.where(kinds < _FIRST_POLICY, -1, kinds - _FIRST_POLICY).astype(np.int64),
                layout="odds",
                odds=odds,
            )
            vector.reset()
            tables.append(Table(vector, kinds))
    return tables

"""The odds of the whole race."""

from functools import lru_cache

import numpy as np

from camelup.core.edition import Edition
from camelup.core.errors import ArgumentError, TableError
from camelup.core.race import RACERS
from camelup.core.situation import Situation, situation_of
from camelup.core.state import Table
from camelup.odds.nodes import WORKSPACE
from camelup.odds.race_kernel import look_up, walk_race
from camelup.odds.results import RaceOdds
from camelup.odds.sampling import sample_races
from camelup.odds.table import RaceTable, as_table, load

SAMPLES = 1_000_000
_SEED_BITS = (1 << 62) - 1
_NOISE = 1e-14
"""What is smaller than this, or below 0, is what rounding left of nothing: real chances are a hundred times larger."""


def race(position: Table | Situation, *, samples: int = SAMPLES, seed: int = 1) -> RaceOdds:
    """Compute who wins the whole race and who comes last: exactly by the solved table, or from samples without it.

    Tiles count in this leg; in later legs there are none.

    >>> from camelup.core.edition import FIRST
    >>> from camelup.odds import parse_situation
    >>> odds = race(parse_situation(FIRST, "1:bg 2:ow 3:y"))
    >>> odds.exact, {str(camel): round(chance, 8) for camel, chance in odds.winner.items()}
    (True, {'b': 0.18407419, 'g': 0.20283067, 'o': 0.19813506, 'w': 0.20990301, 'y': 0.20505708})
    """
    situation = situation_of(position)
    table = table_of(situation.edition)
    if table is None:
        return sampled(situation, samples, seed)
    winner, loser = np.zeros(RACERS), np.zeros(RACERS)
    camels = len(situation.edition.camels)
    if len(situation.dice) == len(situation.edition.dice) and not situation.tiles:
        look_up(situation.track, camels, 1, table.values, table.unit, winner, loser)
    else:
        walk_race(
            situation.track,
            situation.dice_bits,
            situation.draws,
            situation.cheering,
            situation.booing,
            camels,
            table.values,
            table.unit,
            WORKSPACE.keys,
            WORKSPACE.weights,
            WORKSPACE.slots,
            winner,
            loser,
        )
    for odds in (winner, loser):
        odds[odds < _NOISE] = 0.0
    return _odds(situation, winner, loser, exact=True, error=table.error)


def sampled(situation: Situation, samples: int = SAMPLES, seed: int = 1) -> RaceOdds:
    """Play out whole races by chance; the error is the largest standard error of a figure."""
    if samples < 1:
        raise ArgumentError("samples", f"Odds are sampled from one race or more, not from {samples}.")
    winners, losers = np.zeros(RACERS, np.int64), np.zeros(RACERS, np.int64)
    sample_races(
        situation.track,
        situation.dice_bits,
        situation.draws,
        situation.cheering,
        situation.booing,
        situation.edition.dice_bits(situation.edition.dice),
        samples,
        seed & _SEED_BITS,
        winners,
        losers,
    )
    winner, loser = winners / samples, losers / samples
    shares = np.concatenate([winner, loser])
    error = float(np.sqrt(shares * (1 - shares) / samples).max())
    return _odds(situation, winner, loser, exact=False, error=error)


def _odds(situation: Situation, winner: np.ndarray, loser: np.ndarray, *, exact: bool, error: float) -> RaceOdds:
    racing = situation.edition.racing
    return RaceOdds(
        situation=situation,
        winner=dict(zip(racing, winner.tolist(), strict=True)),
        loser=dict(zip(racing, loser.tolist(), strict=True)),
        exact=exact,
        error=error,
    )


@lru_cache(maxsize=2)
def table_of(edition: Edition) -> RaceTable | None:
    """Give the solved table of an edition, None if it has not been built.

    Where there are no crazy camels it is made in a moment, so it is made when it is first situation for.
    """
    try:
        return load(edition)
    except TableError:
        if edition.crazy:
            return None
    from camelup.odds.building import build, solve  # noqa: PLC0415 - most processes find the table and never build one

    try:
        return build(edition)
    except OSError:
        return as_table(solve(edition))  # nowhere to keep it

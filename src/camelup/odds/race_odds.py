"""The odds of the whole race."""

from functools import lru_cache

import numpy as np

from camelup.core.edition import Edition
from camelup.core.errors import ArgumentError, RaceTableError, quoted
from camelup.core.situation import Situation, situation_of
from camelup.core.state import Table
from camelup.core.variants import with_same_camels
from camelup.odds.packed import pack_situation, sample_packed_race, solve_packed_race
from camelup.odds.results import RaceOdds
from camelup.odds.table import RaceTable, as_table, load
from camelup.preparation import preparing

SAMPLES = 1_000_000
_MOST_SAMPLES = 10**9
"""They take some minutes, and nothing can interrupt them."""


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
    _check_samples(samples)
    table = table_of(situation.edition)
    if table is None:
        return sampled(situation, samples, seed)
    winner, loser = solve_packed_race(pack_situation(situation), table)
    return _odds(situation, winner, loser, exact=True, error=table.error)


def sampled(situation: Situation, samples: int = SAMPLES, seed: int = 1) -> RaceOdds:
    """Play out whole races by chance; the error is the largest standard error of a figure."""
    _check_samples(samples)
    winner, loser = sample_packed_race(pack_situation(situation), samples, seed)
    shares = np.concatenate([winner, loser])
    error = float(np.sqrt(shares * (1 - shares) / samples).max())
    return _odds(situation, winner, loser, exact=False, error=error)


def _check_samples(samples: object) -> None:
    is_whole = isinstance(samples, int | np.integer) and not isinstance(samples, bool)
    if not is_whole or not 1 <= samples <= _MOST_SAMPLES:  # type: ignore[operator]
        raise ArgumentError(
            "samples", f"The number of samples is a whole number from 1 to {_MOST_SAMPLES:,}, not {quoted(samples)}."
        )


def _odds(situation: Situation, winner: np.ndarray, loser: np.ndarray, *, exact: bool, error: float) -> RaceOdds:
    racing = situation.edition.racing
    return RaceOdds(
        situation=situation,
        winner=dict(zip(racing, winner.tolist(), strict=True)),
        loser=dict(zip(racing, loser.tolist(), strict=True)),
        exact=exact,
        error=error,
    )


@lru_cache(maxsize=8)
def table_of(edition: Edition) -> RaceTable | None:
    """Return the solved table of an edition, None if it has not been built; a variant has that of the same camels.

    Where there are no crazy camels it is made in a moment, so it is made when it is first asked for.
    """
    if edition.crazy and edition.first_space > 1:
        return None  # crazy camels leave a shorter track sooner; without them, nobody can
    with preparing():
        return _load_or_build(with_same_camels(edition))


def _load_or_build(edition: Edition) -> RaceTable | None:
    try:
        return load(edition)
    except RaceTableError:
        if edition.crazy:
            return None
    from camelup.odds.table_builder import build, solve  # noqa: PLC0415 - most processes find the table and never build one

    try:
        return build(edition)
    except OSError:
        return as_table(solve())  # nowhere to keep it

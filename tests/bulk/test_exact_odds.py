"""Exact odds in the vector game: against the walk through a leg, as the encoder writes them, and what goes by them."""

from typing import Any

import numpy as np
import pytest

from camelup.bulk import VectorGame
from camelup.bulk.observations import ODDS, Encoder
from camelup.core.edition import EDITIONS, FIRST, SECOND, Edition
from camelup.core.errors import ArgumentError
from camelup.core.view import view_of
from camelup.odds import leg, race
from camelup.odds.leg_table import ENDS, LAST, LEG_FIRST, LEG_SECOND, WINS
from tests.bulk.test_vector_game import image

EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS.values())


def vector_of(edition: Edition) -> VectorGame:
    vector = VectorGame(24, edition, 4, seed=3, layout="odds", odds="exact")
    vector.reset()
    return vector


@EVERY_EDITION
def test_odds_are_those_of_a_walk_through_the_leg(edition: Edition) -> None:
    """Exactly, but for the small table's steps of 1/255 where nothing is in the way; with a grey die from three on."""
    vector = vector_of(edition)
    errors: dict[bool, list[float]] = {True: [], False: []}
    races = []
    for step in range(45):
        vector.step(vector.sample(by_kind=step % 3 > 0))
        for game in range(step % 6, len(vector), 6):
            state, known = vector.state(game), vector._known[game]  # noqa: SLF001 - what games remember
            exact = leg(state)
            is_walked = edition is FIRST or len(state.dice) <= 3
            for camel in range(5):
                first, second, *_ = exact.ranks[edition.camels[camel]]
                off = max(abs(known[LEG_FIRST + camel] - first), abs(known[LEG_SECOND + camel] - second))
                errors[is_walked].append(off)
            assert known[ENDS] == pytest.approx(exact.race_ends, abs=0.004 if is_walked else 0.05)
            for group in (LEG_FIRST, LEG_SECOND, WINS, LAST):
                assert known[group : group + 5].sum() == pytest.approx(1, abs=0.02)
            if edition is FIRST:
                solved = race(state)
                races += [abs(known[WINS + n] - solved.winner[camel]) for n, camel in enumerate(edition.camels[:5])]
                races += [abs(known[LAST + n] - solved.loser[camel]) for n, camel in enumerate(edition.camels[:5])]
    assert len(errors[True]) > 100
    assert max(errors[True]) < 0.004
    if edition is SECOND:
        assert len(errors[False]) > 100
        assert np.mean(errors[False]) < 0.015
    else:
        assert max(races) < 0.006


@EVERY_EDITION
def test_observations_are_those_of_an_encoder_with_the_same_odds(edition: Edition) -> None:
    """Through games in which cards are laid, whose owners are believed to have gone by the odds of that moment."""
    vector = VectorGame(6, edition, 3, seed=8, layout="odds", odds="exact")
    quick = VectorGame(6, edition, 3, seed=8, layout="odds")
    vector.reset(), quick.reset()
    laid = differ = 0
    for _ in range(40):
        step, other = vector.current, quick.current
        for game in range(len(vector)):
            state = vector.state(game)
            view = view_of(state, state.turn)
            if not (view.winner_deck or view.loser_deck):
                encoded = Encoder(view, "odds").encode(view, odds=vector._known[game].copy())  # noqa: SLF001
                assert (encoded == step.observation[game]).all()
            else:
                laid += 1
            differ += bool((other.observation[game] != step.observation[game]).any())
        assert (step.observation >= ODDS.low - 1e-6).all()
        assert (step.observation <= ODDS.high + 1e-6).all()
        actions = vector.sample(by_kind=True)
        assert (step.mask == other.mask).all()
        vector.step(actions), quick.step(actions)
    assert laid > 20
    assert differ > 50


def test_threads_change_nothing() -> None:
    options: dict[str, Any] = {"layout": "odds", "odds": "exact", "opponents": {1: "sensible"}}
    one, many = (VectorGame(1300, players=3, seed=5, threads=threads, **options) for threads in (1, 2))
    assert len(many._parts) > 1  # noqa: SLF001 - or threads are not tested
    one.reset(), many.reset()
    for _ in range(20):
        step, other = (vector.step(vector.sample(by_kind=True)) for vector in (one, many))
        assert (step.observation == other.observation).all()
    assert image(one) == image(many)


def test_other_odds_are_refused() -> None:
    with pytest.raises(ArgumentError, match=r"Odds are quick or exact, not 'best'\."):
        VectorGame(2, odds="best")  # type: ignore[arg-type]

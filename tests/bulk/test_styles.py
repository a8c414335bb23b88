"""Policies that know the odds: the small table behind them, and how they play."""

import random

import numpy as np
import pytest

from camelup.bulk import MISER, PLAIN, SENSIBLE, Batch, Policy, statistics
from camelup.bulk.styles import ODDS, STYLES, style
from camelup.bulk.with_odds import table_for, with_odds
from camelup.core.edition import EDITIONS, FIRST, SECOND, Edition
from camelup.core.errors import PolicyError
from camelup.odds import leg, race
from camelup.odds.leg_table import ENDS, LAST, LEG_SECOND, WINS, leg_table, look_up_leg
from tests.bulk.support import BOTH, image
from tests.odds.helpers import random_situation
from tests.randomplay import random_position

INFORMED = pytest.mark.parametrize("policy", [PLAIN, MISER], ids=lambda policy: policy.name)


def test_the_small_table_tells_the_exact_odds_where_there_are_neither_tiles_nor_crazy_camels() -> None:
    generator = random.Random(5)
    odds = np.zeros(ODDS)
    for _ in range(150):
        situation = random_situation(FIRST, generator.randint(1, 5), generator, is_tiled=False)
        look_up_leg(situation.track, situation.dice_bits, leg_table(FIRST), odds)
        exact, whole = leg(situation), race(situation)
        for number, camel in enumerate(FIRST.racing):
            assert odds[number] == pytest.approx(exact.ranks[camel][0], abs=0.5 / 255 + 1e-6)
            assert odds[LEG_SECOND + number] == pytest.approx(exact.ranks[camel][1], abs=0.5 / 255 + 1e-6)
            assert odds[WINS + number] == pytest.approx(whole.winner[camel], abs=0.5 / 255 + 1e-6)
            assert odds[LAST + number] == pytest.approx(whole.loser[camel], abs=0.5 / 255 + 1e-6)
        assert odds[ENDS] == pytest.approx(exact.race_ends, abs=0.5 / 255 + 1e-6)


def test_with_crazy_camels_the_chances_of_the_small_table_still_add_up() -> None:
    odds = np.zeros(ODDS)
    generator = random.Random(6)
    for _ in range(40):
        situation = random_situation(SECOND, 3, generator, is_tiled=False)
        look_up_leg(situation.track, situation.dice_bits, leg_table(SECOND), odds)
        assert odds[: len(SECOND.racing)].sum() == pytest.approx(1, abs=0.02)
        assert odds[WINS : WINS + 5].sum() == pytest.approx(1, abs=0.02)


@INFORMED
def test_informed_policies_choose_what_is_legal_anywhere(policy: Policy) -> None:
    generator = random.Random(8)
    choose = with_odds(policy)
    for _ in range(300):
        state = random_position(generator)
        if state.is_over:
            continue
        batch = Batch.from_positions([state], seed=generator.getrandbits(62))
        legal = int(batch.legal_sets()[0])
        table = table_for([policy], state.edition)
        chosen = choose(batch.games.view(np.recarray)[0], legal, int(batch.streams[0]), table, np.zeros(ODDS))
        assert legal >> chosen & 1


@INFORMED
@BOTH
def test_they_place_tiles_join_partners_and_lay_cards(policy: Policy, edition: Edition) -> None:
    stats = statistics(400, edition, 6, policy, seed=3)
    kinds = {kind for kind, pay in stats.pay.items() if pay.actions}
    assert kinds >= {"ticket", "roll", "tile", "winner_card", "loser_card"}
    assert ("partnership" in kinds) == edition.has_partnerships(6)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
def test_knowing_the_odds_beats_simple_estimates(edition: Edition) -> None:
    batch = Batch.start(4000, edition, 4, seed=4)
    seats = (np.arange(4000)[:, None] + np.arange(4)) % 4 == 0  # one of the four, from every seat as often
    batch.play_out([SENSIBLE, PLAIN], seats=seats.astype(np.int8))
    won = batch.winners / batch.winners.sum(axis=1, keepdims=True)
    assert won[seats].mean() > 0.4


def test_informed_play_is_the_same_on_any_threads() -> None:
    one, two = Batch.start(5000, seed=2), Batch.start(5000, seed=2)
    one.play_out("plain")
    two.play_out("plain", threads=2)
    assert image(one) == image(two)


def test_a_weight_that_is_not_there() -> None:
    with pytest.raises(TypeError, match="no such weight: haste"):
        style(haste=1.0)
    assert len({tuple(weights) for weights in STYLES.values()}) == len(STYLES)


def test_an_informed_policy_takes_odds() -> None:
    with pytest.raises(PolicyError, match="game, legal, state and odds"):
        Policy("short", lambda game, legal, state: 0, is_informed=True)  # noqa: ARG005
    batch = Batch.start(20, seed=1)
    leader = Policy("leader", _follow_the_odds, is_informed=True)
    assert batch.play_out(leader) > 0
    assert batch.is_over.all()


def _follow_the_odds(game, legal, state, odds):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG001
    """Take the ticket of whoever is likeliest to lead, or roll."""
    for camel in range(5):
        if odds[camel] > 0.5 and (legal >> (1 + camel)) & 1:
            return 1 + camel
    return 0

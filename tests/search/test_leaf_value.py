"""The value of a position at the end of a leg: fitted weights, and the chances that they give."""

import numpy as np
import pytest

from camelup.bulk.styles import STYLES
from camelup.core.edition import EDITIONS, Edition
from camelup.odds.leg_table import LAST, ODDS, WINS
from camelup.search.leaf_value import (
    FEATURE_COLUMNS,
    HAND,
    IF_WINS,
    LOSER_CARD,
    MONEY,
    OF_STYLE,
    STAGES,
    TICKET,
    WEIGHTS,
    WINNER_CARD,
    leaf_weights,
    winning_chance,
)
from tools.fit_leaf_value import STRONG, WEAK, fit, fit_weak


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
@pytest.mark.parametrize("players", range(2, 9))
def test_money_is_worth_more_the_nearer_the_end(edition: Edition, players: int) -> None:
    weights = leaf_weights(edition, players)
    assert weights.shape == (STAGES, WEIGHTS)
    assert (weights[:, MONEY] > 0).all()
    assert weights[12:, MONEY].mean() > weights[3:9, MONEY].mean()
    assert np.isfinite(weights).all()


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
@pytest.mark.parametrize("players", range(2, 9))
def test_cards_in_hand_first_choice_and_good_play_are_worth_something(edition: Edition, players: int) -> None:
    """Who keeps cards plays badly as often as not; but the cards themselves are worth keeping."""
    weights = leaf_weights(edition, players)
    assert weights[3:, [HAND, WINNER_CARD, LOSER_CARD]].mean(axis=0).sum() > 0.05, "a card worth 1 EP on either deck"
    assert weights[3:, TICKET].mean() > 0
    kinds = dict(zip([*STYLES, "by feel", "clueless"], weights[3:, OF_STYLE:].mean(axis=0), strict=True))
    assert min(kinds["plain"], kinds["miser"]) > max(kinds["roller"], kinds["late"])
    assert kinds["patient"] > kinds["by feel"] > kinds["clueless"] + 1, "the weak kinds are far behind"


def test_chances_add_up_and_know_who_has_bet_on_the_same_camel() -> None:
    """Who is behind cannot catch up by the very card that the leader has laid, too."""
    odds = np.zeros(ODDS)
    odds[WINS : WINS + 2], odds[LAST + 4] = 0.5, 1.0  # the first two camels win as often
    weights = leaf_weights(EDITIONS[1], 2)[STAGES - 1]
    alike = np.zeros(2, np.int64)
    behind = {}
    for name, other in (("same", [4.5, -4.5]), ("another", [-4.5, 4.5])):
        features = np.zeros((2, FEATURE_COLUMNS))
        features[:, MONEY] = 12, 7
        features[:, IF_WINS : IF_WINS + 2] = [4.5, -4.5], other
        chances = [winning_chance(seat, 2, alike, features.copy(), weights, odds) for seat in range(2)]
        assert sum(chances) == pytest.approx(1)
        behind[name] = chances[1]
    assert behind["another"] > behind["same"] + 0.1


def test_the_weights_can_be_fitted_anew() -> None:
    weights = fit(EDITIONS[1], 3, games=300)
    assert weights.shape == (STAGES, WEIGHTS)
    assert (weights[6:, MONEY] > 0).all()
    assert np.abs(weights[:, MONEY] - leaf_weights(EDITIONS[1], 3)[:, MONEY]).max() < 0.5
    both = fit_weak(EDITIONS[1], 3, weights, games=300)
    assert (both[:, STRONG] == weights[:, STRONG]).all(), "others keep their weights"
    assert (both[:, WEAK] < -0.2).all()

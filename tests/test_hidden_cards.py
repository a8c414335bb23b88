"""Guesses look to their seat like what it saw, and favour no card."""

import random
from collections import Counter

import pytest

from camelup import Game, sample_state, view_of
from camelup.core.errors import ImpossiblePositionError
from tests.invariants import assert_sound
from tests.randomplay import random_position


def test_a_guess_looks_like_the_view_it_was_made_from() -> None:
    generator = random.Random(0)
    different = 0
    for _ in range(300):
        state = random_position(generator)
        for seat in (None, *range(state.players)):
            view = view_of(state, seat)
            guessed = sample_state(view, generator.randrange)
            assert_sound(guessed)
            assert view_of(guessed, seat) == view
            different += guessed != state
    assert different > 500


def test_all_hidden_cards_are_equally_likely() -> None:
    game = Game(players=2, seed=1)
    game.play("winner b")
    counts = Counter(
        sample_state(game.view(1), random.Random(seed).randrange).winner_deck[0].camel for seed in range(2000)
    )
    assert sorted(str(camel) for camel in counts) == sorted("bgpry")
    assert (
        sum((count - 400) ** 2 / 400 for count in counts.values()) < 18.5
    )  # 1 in 1000 for four degrees; seeds are fixed


def test_hidden_money_cannot_be_guessed() -> None:
    with pytest.raises(ImpossiblePositionError, match="money"):
        sample_state(Game(players=2, seed=1, hide_money=True).view(0), random.Random(0).randrange)

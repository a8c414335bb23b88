"""Games from a view: face-down cards filled in, as `sample_state` does it, by compiled code."""

import random
from collections import Counter

import pytest

from camelup import Game
from camelup.bulk import Batch
from camelup.core.edition import SECOND
from camelup.core.errors import CamelUpError, ImpossiblePositionError
from camelup.core.state import State
from camelup.core.view import view_of
from tests.bulk.support import assert_distributed, uniform
from tests.randomplay import random_position


def test_every_game_looks_to_the_seat_like_the_view() -> None:
    generator = random.Random(5)
    for number in range(120):
        state = random_position(generator)
        for seat in (None, generator.randrange(state.players)):
            view = view_of(state, seat)
            batch = Batch.from_view(view, 10, seed=number)
            assert [view_of(batch.state(game), seat) for game in range(10)] == [view] * 10


def cards(state: State) -> tuple[object, ...]:
    return state.winner_deck, state.loser_deck, state.hands


def test_every_way_to_fill_in_the_cards_is_as_likely() -> None:
    """C sees two cards of A and one of B face down: 20 ways for A's, and 5 for B's."""
    game = Game(players=3, edition=SECOND, seed=7, first=0)
    for action in ("winner b", "loser r", "roll", "winner g"):
        game.play(action)
    found = Counter(cards(state) for state in map(Batch.from_view(game.view(2), 40_000, seed=3).state, range(40_000)))
    assert_distributed(found, uniform(found))
    assert len(found) == 20 * 5


def test_other_seeds_deal_other_cards_and_the_same_the_same() -> None:
    game = Game(players=3, edition=SECOND, seed=7, first=0)
    game.play("winner b")
    one, again, other = (
        [cards(state) for state in map(Batch.from_view(game.view(1), 100, seed=seed).state, range(100))]
        for seed in (1, 1, 2)
    )
    assert one == again != other


def test_what_hides_nothing_or_too_much_is_refused() -> None:
    game = Game(players=3, edition=SECOND, seed=7)
    with pytest.raises(ImpossiblePositionError, match="View"):
        Batch.from_view(game.position, 10)  # type: ignore[arg-type]
    with pytest.raises(ImpossiblePositionError, match="money"):
        Batch.from_view(view_of(game.position, 0, hide_money=True), 10)
    with pytest.raises(CamelUpError, match="games"):
        Batch.from_view(game.view(0), 0)

"""What players that follow a race know of it: just what the views tell that they are not shown."""

import numpy as np
import pytest

from camelup import Game
from camelup.chance import seeded
from camelup.core.edition import EDITIONS, Edition
from camelup.odds import race
from camelup.players.random_player import RandomPlayer
from camelup.search.beliefs import Beliefs, expect_rewards, sharpen
from camelup.search.counted_money import CountedMoney
from camelup.search.odds_cache import OddsCache, packed_situation_of


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_money_and_the_odds_when_cards_were_laid_are_followed_by_events_alone(edition: Edition, seed: int) -> None:
    game, known = Game(players=3, edition=edition, seed=seed, hide_money=True), OddsCache(is_sampling=True)
    beliefs, counted = Beliefs(game.view(0), known), CountedMoney(game.view(0))
    chooser = RandomPlayer(seeded(seed))
    expected: list[list[np.ndarray | None]] = [[], []]
    while not game.is_over:
        before = game.position
        action = chooser.choose(game.view(before.turn))
        events = game.events_for(game.play(action), 0)
        beliefs.follow(events)
        counted.follow(events)
        if action.kind == "card":
            deck = int(len(game.position.loser_deck) > len(before.loser_deck))
            odds = race(before) if not edition.crazy else None
            expected[deck].append(np.array(list((odds.loser if deck else odds.winner).values())) if odds else None)
        if not game.is_over:
            assert counted.fill_in(game.view(0)).money == game.position.money
    for deck, noted in enumerate(expected):
        for place, chances in enumerate(noted):
            assert beliefs.at_laying[deck, place].sum() == pytest.approx(1)
            if chances is not None:
                assert beliefs.at_laying[deck, place] == pytest.approx(chances)


def test_sharp_beliefs_still_add_up_and_keep_their_order() -> None:
    chances = np.array([[0.5, 0.2, 0.15, 0.1, 0.05]])
    sharp = sharpen(chances, 6.0)
    assert sharp.sum() == pytest.approx(1)
    assert sharp[0, 0] > 0.9
    assert (np.diff(sharp[0]) < 0).all()


def test_a_right_card_earns_less_behind_others() -> None:
    game = Game(players=3, seed=1)
    for action in ("winner b", "winner g", "roll"):
        game.play(action)
    from camelup.bulk.layout import pack  # noqa: PLC0415 - packs what only this test needs

    record = pack([game.position])[0]
    sure = np.zeros((2, 40, 5))
    sure[0, 0, 0] = sure[0, 1, 0] = 1.0  # both are believed to be blue
    assert list(expect_rewards(record, 2, sure)) == [3, 8, 8, 8, 8, 8, 8, 8, 8, 8]
    assert list(expect_rewards(record, 0, sure)) == [5, 8, 8, 8, 8, 8, 8, 8, 8, 8]
    assert packed_situation_of(record).track == game.position.track

"""What kind of player sits on each other seat: known after some turns, and from what a seat may see alone."""

from collections.abc import Sequence

import numpy as np
import pytest

from camelup import Game
from camelup.bulk import PLAIN, Batch
from camelup.bulk.layout import pack
from camelup.bulk.styles import STYLES
from camelup.chance import seeded
from camelup.core.edition import EDITIONS, MAX_PLAYERS, Edition
from camelup.core.events import Event
from camelup.core.state import State
from camelup.core.view import View
from camelup.formats.record import replay
from camelup.hidden_cards import sample_state
from camelup.players import Player, Seating
from camelup.players.greedy import GreedyPlayer
from camelup.players.novice import NovicePlayer
from camelup.players.random_player import RandomPlayer
from camelup.search.beliefs import Beliefs, sharpen
from camelup.search.odds_cache import OddsCache
from camelup.search.opponents import BY_FEEL, CLUELESS
from camelup.search.rivals import Rivals

WEAK = [BY_FEEL, CLUELESS]


class Watcher:
    """Follows a game from seat 0."""

    def __init__(self, view: View) -> None:
        self.beliefs = Beliefs(view, OddsCache(is_sampling=True))
        self.rivals = Rivals(pack([sample_state(view, lambda _: 0)]), 0)

    def hear(self, events: Sequence[Event]) -> None:
        """Hear what happened in a turn."""
        self.rivals.follow(events, sharpen(self.beliefs.at_laying, 6.0))
        self.beliefs.follow(events)


def watch(game: Game, players: Sequence[Player], most: int = 1000) -> Watcher:
    """Let players play, and give somebody who has followed them."""
    watcher = Watcher(game.view(0))
    for seat, player in enumerate(players):
        player.start(Seating(seat, game.names, game.view(seat)))
    while not game.is_over and len(game.record.plies) < most:
        seat = game.position.turn
        events = game.play(players[seat].choose(game.view(seat)))
        watcher.hear(game.events_for(events, 0))
        for other, player in enumerate(players):
            player.observe(game.events_for(events, other))
    return watcher


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
def test_weak_players_are_known_from_good_ones(edition: Edition) -> None:
    players = [RandomPlayer(seeded(1)), RandomPlayer(seeded(2)), NovicePlayer(seeded(3)), GreedyPlayer(seeded(4))]
    weights = watch(Game(players=4, edition=edition, seed=8), players).rivals.weights
    assert weights.sum(axis=1) == pytest.approx(np.ones(MAX_PLAYERS))
    assert weights[1, CLUELESS] > 0.9
    assert weights[2, BY_FEEL] > 0.7
    assert weights[3, WEAK].sum() < 0.1


def test_who_plays_by_a_style_is_taken_for_it_more_and_more() -> None:
    plain = list(STYLES).index("plain")
    for record in Batch.start(3, edition=1, players=3, seed=6).play_out(PLAIN, record=True):
        first, *steps = replay(record)
        watcher = Watcher(record.view(first.state, 0))
        before = watcher.rivals.weights
        for step in steps:
            watcher.hear(record.events_for(step.events, 0))
        after = watcher.rivals.weights
        assert (after[1:3, plain] > before[1:3, plain]).all()
        assert (after[1:3, WEAK] < before[1:3, WEAK] / 2).all()
        assert (after[0] == before[0]).all(), "nobody judges oneself"


@pytest.mark.parametrize(("edition", "players"), [(1, 4), (2, 3), (2, 6)])
def test_the_game_is_followed_by_events_alone(edition: int, players: int) -> None:
    """All but the colours of face-down cards is known, partnerships among it."""
    game = Game(players=players, edition=edition, seed=4)
    followed = watch(game, [RandomPlayer(seeded(seat)) for seat in range(players)]).rivals.games[0]
    real = pack([game.position])[0]
    hidden = {"winner_deck", "loser_deck", "hands", "money"}
    for field in set(real.dtype.names or ()) - hidden:
        assert np.array_equal(followed[field], real[field]), field
    for deck in ("winner_deck", "loser_deck"):
        assert np.array_equal(followed[deck] >> 3, real[deck] >> 3), "whose cards they are"


def test_what_is_hidden_makes_no_difference() -> None:
    weights = []
    for first, second in (("winner b", "loser g"), ("winner r", "loser p")):
        game = Game(players=3, seed=5, first=1)
        watcher = Watcher(game.view(0))
        for action in (first, second):
            watcher.hear(game.events_for(game.play(action), 0))
        weights.append(watcher.rivals.weights)
    assert (weights[0] == weights[1]).all()


def test_a_row_of_the_mixture_has_each_kind_as_often_as_it_is_likely() -> None:
    rivals = watch(Game(players=3, seed=2), [RandomPlayer(seeded(seat)) for seat in range(3)], most=4).rivals
    mixture = rivals.mixture
    for seat in range(MAX_PLAYERS):
        shares = np.bincount(mixture[seat], minlength=CLUELESS + 1) / mixture.shape[1]
        assert np.abs(shares - rivals.weights[seat]).max() <= 1 / mixture.shape[1]


def test_cards_laid_without_a_clue_may_show_anything() -> None:
    game = Game(players=3, seed=3)
    players = [GreedyPlayer(seeded(1)), RandomPlayer(seeded(2)), GreedyPlayer(seeded(3))]
    watcher = watch(game, players)
    shares = sharpen(watcher.beliefs.at_laying, 6.0)
    doubted = watcher.rivals.doubt(shares)
    state: State = game.position
    decks = ((0, state.winner_deck), (1, state.loser_deck))
    found = {card.seat: doubted[deck, place] for deck, cards in decks for place, card in enumerate(cards)}
    assert found[1] == pytest.approx([0.2] * 5, abs=0.03)
    assert doubted.sum(axis=-1) == pytest.approx(np.ones(shares.shape[:2]))
    assert any(chances.max() > 0.3 for seat, chances in found.items() if seat != 1)


def test_news_that_cannot_be_end_the_following_and_nothing_else() -> None:
    game = Game(players=3, seed=5, first=1)
    watcher = Watcher(game.view(0))
    watcher.hear(game.events_for(game.play("roll"), 0))
    known = watcher.rivals.weights
    watcher.hear(game.events_for(game.play("roll"), 0)[:0])  # this turn is not heard of
    watcher.hear(game.events_for(game.play("ticket r"), 0))
    watcher.hear(game.events_for(game.play("roll"), 0))
    assert (watcher.rivals.weights == known).all()

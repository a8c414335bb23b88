"""The layout `odds`: bulk play and an encoder that follows events write the same, and neither knows a secret."""

import random

import numpy as np
import pytest

from camelup.bulk import Batch, encode_action
from camelup.bulk.action_space import TICKETS
from camelup.bulk.observations import FACTS, ODDS, Encoder, encode, legal_mask
from camelup.bulk.observations.observe_games import empty_notes, note_cards, observe
from camelup.core.actions import PlayCard
from camelup.core.edition import EDITIONS, Deck, Edition
from camelup.core.errors import ArgumentError, ImpossiblePositionError
from camelup.core.rules import apply
from camelup.core.situation import situation_of
from camelup.core.view import events_for, view_of
from camelup.game import Game
from camelup.odds import leg, race
from camelup.odds.leg_table import ENDS, leg_table
from camelup.odds.packed import pack_situation
from camelup.search.odds_cache import OddsCache
from tests.bulk.observations.games import EVERY_TABLE, TABLES, first_state, plies, positions
from tests.test_secrets import other_truth

NOT_ALLOWED = -1
SHARED = ["grey_die", "hand", "in_turn", "is_over", "money_known", "own_partner", "seat_taken", "tile_board"]
SHARED += ["camel_die", "camel_on_crazy", "camel_under_crazy", "has_partnerships"]
SCALED = {"camel_space": 16, "crazy_space": 16, "crazy_carries": 5, "money": 20, "cards_in_hand": 5}
SCALED |= {"pyramid_tickets": 5, "ticket_value": 5, "ticket_values": 5, "dice_left": 6}


@EVERY_TABLE
def test_who_follows_the_events_writes_what_bulk_play_writes(edition: Edition, players: int) -> None:
    """Every ply of a whole game, for the seat in turn and for another one."""
    generator = random.Random(f"follow {edition.number} {players}")
    state = first_state(edition, players, generator, is_usual=True)
    hide_money = players % 2 == 0
    batch, notes, table = Batch.from_positions([state]), empty_notes(1), leg_table(edition)
    games = batch.games.copy()
    seats = range(players)
    encoders = [Encoder(view_of(state, seat, hide_money=hide_money), "odds") for seat in seats]

    def compare(turn: int) -> None:
        games[:] = batch.games
        for seat in {turn, generator.randrange(players)}:
            single = encoders[seat].encode(view_of(state, seat, hide_money=hide_money))
            bulk = observe(games.view(np.recarray), ODDS, seats=seat, hide_money=hide_money, notes=notes)[0]
            assert (single == bulk).all()
            assert (single >= ODDS.low - 1e-6).all()
            assert (single <= ODDS.high + 1e-6).all()

    for before, action, outcome in plies(state, generator):
        state = before
        compare(state.turn)
        number = encode_action(edition, action)
        note_cards(games.view(np.recarray), np.array([number]), notes, table)
        batch.apply([number], [outcome])
        state, events = apply(state, action, outcome)
        for seat in seats:
            encoders[seat].follow(events_for(events, seat, hide_money=hide_money))
    compare(state.turn)
    assert state.is_over
    assert state.winner_deck + state.loser_deck


def test_odds_do_not_depend_on_what_the_seat_may_not_know() -> None:
    generator = random.Random(5)
    for edition, players in TABLES:
        states = [state for state in positions(edition, players, games=1, seed=5) if not state.is_over]
        seats = [generator.randrange(players) for _ in states]
        others = []
        for state, seat in zip(states, seats, strict=True):
            money = tuple(amount + 5 * (owner != seat) for owner, amount in enumerate(state.money))
            others.append(other_truth(state, seat, generator).replace(money=money))
        one, two = (
            Batch.from_positions(truth).observe("odds", seats=seats, hide_money=True) for truth in (states, others)
        )
        assert (one == two).all()


def test_a_bare_position_takes_the_odds_of_now_for_all_cards() -> None:
    for edition, players in TABLES[::3]:
        states = positions(edition, players, games=1, seed=6)[::4]
        found = Batch.from_positions(states).observe("odds")
        for state, row in zip(states, found, strict=True):
            assert (encode(view_of(state, state.turn), "odds") == row).all()


@EVERY_TABLE
def test_all_numbers_are_in_their_range_and_agree_with_the_facts(edition: Edition, players: int) -> None:
    generator = np.random.default_rng(players)
    batch = Batch.start(60, edition, players, seed=players)
    for _ in range(60):
        odds, facts = batch.observe("odds"), batch.observe("facts")
        for layout, found in ((ODDS, odds), (FACTS, facts)):
            assert (found >= layout.low - 1e-6).all(), layout
            assert (found <= layout.high + 1e-6).all(), layout
        for name in SHARED:
            assert (ODDS.read(odds, name) == FACTS.read(facts, name)).all(), name
        for name, scale in SCALED.items():
            assert np.allclose(ODDS.read(odds, name) * scale, FACTS.read(facts, name), atol=1e-4), name
        mask = batch.legal_mask()
        batch.apply((generator.random(mask.shape) * mask).argmax(axis=1))


@EVERY_TABLE
def test_what_is_not_allowed_has_no_worth(edition: Edition, players: int) -> None:
    valued = 0
    for state in positions(edition, players, games=1, seed=7)[::5]:
        view = view_of(state, state.turn)
        mask = legal_mask(view)
        worth = ODDS.read(encode(view, "odds"), "worth")
        assert (worth[~mask] == NOT_ALLOWED).all()
        valued += int((worth[mask] != NOT_ALLOWED).sum())
    assert valued > 20


def test_odds_are_near_the_exact_ones() -> None:
    errors = []
    for edition, players in TABLES[::4]:
        for state in positions(edition, players, games=1, seed=8)[:-1:6]:
            row = encode(view_of(state, state.turn), "odds")
            exact = leg(state)
            for name, place in (("leg_first", 0), ("leg_second", 1)):
                chances = [exact.ranks[camel][place] for camel in state.ranking]
                errors.append(float(np.abs(ODDS.read(row, name) - chances).mean()))
    assert np.mean(errors) < 0.03


def test_exact_odds_take_the_place_of_estimates_wherever_they_count() -> None:
    """In the first edition, whose race is solved in a moment; NaN leaves the estimate as it is."""
    cache = OddsCache()
    for state in positions(EDITIONS[1], 4, games=1, seed=9)[:-1:6]:
        view = view_of(state, state.turn)
        encoder = Encoder(view, "odds")
        estimated = encoder.encode(view)
        assert (encoder.encode(view, odds=np.full(ENDS + 1, np.nan)) == estimated).all()
        known = encoder.encode(view, odds=cache.exact_odds(pack_situation(situation_of(state))))
        on_leg, on_race = leg(state), race(state)
        for rank, camel in enumerate(state.ranking):
            first, second, *_ = on_leg.ranks[camel]
            assert ODDS.read(known, "leg_first")[rank] == pytest.approx(first, abs=1e-6)
            assert ODDS.read(known, "wins")[rank] == pytest.approx(on_race.winner[camel], abs=1e-4)
            assert ODDS.read(known, "loses")[rank] == pytest.approx(on_race.loser[camel], abs=1e-4)
            if state.ticket_on_top(camel):
                worth = first * (state.ticket_on_top(camel) or 0) + second - (1 - first - second)
                assert ODDS.read(known, "worth")[TICKETS + rank] == pytest.approx(worth, abs=1e-5)
        assert ODDS.read(known, "race_ends") == pytest.approx(on_leg.race_ends, abs=1e-6)


def test_without_a_solved_table_the_race_stays_an_estimate() -> None:
    view = Game(players=4, edition=2, seed=5).view(0)
    encoder = Encoder(view, "odds")
    odds = OddsCache(is_sampling=True).exact_odds(pack_situation(situation_of(view)))
    known, estimated = encoder.encode(view, odds=odds), encoder.encode(view)
    assert (ODDS.read(known, "wins") == ODDS.read(estimated, "wins")).all()
    assert (ODDS.read(known, "leg_first") != ODDS.read(estimated, "leg_first")).any()


@pytest.mark.parametrize(
    ("layout", "odds"), [("facts", np.zeros(ENDS + 1)), ("odds", np.zeros(3)), ("odds", np.zeros(ENDS + 1, np.float32))]
)
def test_odds_of_another_shape_are_refused(layout: str, odds: np.ndarray) -> None:
    view = Game(players=2, seed=1).view(0)
    with pytest.raises(ArgumentError, match="Only the layout odds takes odds: 21 numbers"):
        Encoder(view, layout).encode(view, odds=odds)


def test_a_card_is_read_by_the_odds_when_it_was_laid() -> None:
    """Somebody bet on the leader of that time; it fell behind, but its card still lies there."""
    game = Game(players=2, seed=3)
    seat = 1 - game.position.turn
    encoder = Encoder(game.view(seat), "odds")
    favourite = int(np.argmax(ODDS.read(encoder.encode(game.view(seat)), "wins")))
    camel = game.position.ranking[favourite]
    encoder.follow(game.events_for(game.play(PlayCard(Deck.WINNER, camel)), seat))

    def believed() -> np.ndarray:
        return np.asarray(ODDS.read(encoder.encode(game.view(seat)), "card_right")[0, 1])

    assert believed().argmax() == game.position.ranking.index(camel)
    assert believed().sum() == pytest.approx(1)
    at_laying = believed().max()
    for _ in range(12):
        encoder.follow(game.events_for(game.play("roll"), seat))
        assert believed()[game.position.ranking.index(camel)] == at_laying
    assert not game.is_over
    assert ODDS.read(encode(game.view(seat), "odds"), "card_right")[0, 1].max() != at_laying


def test_an_encoder_refuses_another_table() -> None:
    encoder = Encoder(Game(players=3, seed=1).view(0))
    with pytest.raises(ImpossiblePositionError, match="another"):
        encoder.encode(Game(players=4, seed=1).view(0))

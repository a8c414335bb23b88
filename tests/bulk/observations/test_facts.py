"""The layout `facts`: what compiled code writes is what a seat sees, all of it, and nothing else."""

import random

import numpy as np
import pytest

from camelup.bulk import Batch
from camelup.bulk.observations import FACTS, Encoder, encode
from camelup.core.edition import Edition
from camelup.core.errors import ArgumentError, ImpossiblePositionError
from camelup.core.state import State
from camelup.core.view import view_of
from camelup.game import Game
from tests.bulk.observations.facts_model import facts_of
from tests.bulk.observations.games import EVERY_TABLE, TABLES, positions
from tests.test_secrets import other_truth


def from_model(state: State, seat: int, *, hide_money: bool) -> np.ndarray:
    facts = facts_of(view_of(state, seat, hide_money=hide_money))
    assert list(facts) == [feature.name for feature in FACTS.features]
    rows = []
    for feature in FACTS.features:
        values = np.array(facts[feature.name], np.int64)
        assert values.shape == feature.shape, feature
        rows.append(values.ravel())
    return np.concatenate(rows)


@EVERY_TABLE
def test_compiled_facts_are_those_of_the_view_in_whole_games(edition: Edition, players: int) -> None:
    states = positions(edition, players, games=2, seed=1)
    batch = Batch.from_positions(states)
    generator = random.Random(players)
    others = [generator.randrange(players) for _ in states]
    for seats, hide_money in (([state.turn for state in states], False), (others, True)):
        found = batch.observe("facts", seats=seats, hide_money=hide_money)
        for state, seat, row in zip(states, seats, found, strict=True):
            expected = from_model(state, seat, hide_money=hide_money)
            wrong = [
                feature.name for feature in FACTS.features if (row[feature.slice] != expected[feature.slice]).any()
            ]
            assert not wrong, (wrong, state)
            assert (expected <= FACTS.high).all()
            assert (expected >= FACTS.low).all()
    assert (batch.observe() == batch.observe("facts", seats=batch.games["turn"])).all()


@pytest.mark.parametrize("hide_money", [False, True], ids=["open", "hidden"])
def test_one_view_is_encoded_as_in_bulk(hide_money: bool) -> None:  # noqa: FBT001 - a parameter of the test
    for edition, players in TABLES[::2]:
        states = positions(edition, players, games=1, seed=2)
        seats = [(number + number // players) % players for number in range(len(states))]
        found = Batch.from_positions(states).observe(seats=seats, hide_money=hide_money)
        for state, seat, row in zip(states, seats, found, strict=True):
            assert (encode(view_of(state, seat, hide_money=hide_money)) == row).all()


def test_facts_do_not_depend_on_what_the_seat_may_not_know() -> None:
    generator = random.Random(3)
    differing = 0
    for edition, players in TABLES:
        states = [state for state in positions(edition, players, games=1, seed=3) if not state.is_over]
        seats = [generator.randrange(players) for _ in states]
        others = []
        for state, seat in zip(states, seats, strict=True):
            other = other_truth(state, seat, generator)
            money = tuple(amount + 5 * (owner != seat) for owner, amount in enumerate(state.money))
            others.append(other.replace(money=money))
            differing += other != state
        one, two = (Batch.from_positions(truth).observe(seats=seats, hide_money=True) for truth in (states, others))
        assert (one == two).all()
    assert differing > 200


def test_facts_lose_nothing_but_colours() -> None:
    """Everything that a seat sees before the end can be told from its facts, if camels are named by their ranks."""
    for edition, players in TABLES:
        for state in positions(edition, players, games=1, seed=4)[:-1:3]:
            view = view_of(state, state.turn)
            row = encode(view)
            facts = {feature.name: FACTS.read(row, feature.name) for feature in FACTS.features}
            order = [(state.turn + after) % players for after in range(players)]
            ranking = {camel: rank for rank, camel in enumerate(view.ranking)}

            stacks: dict[int, dict[int, object]] = {}
            for rank, place in enumerate(zip(facts["camel_space"], facts["camel_height"], strict=True)):
                stacks.setdefault(int(place[0]), {})[int(place[1])] = rank
            for place in zip(facts["crazy_space"], facts["crazy_height"], strict=True):
                if edition.crazy:
                    stacks.setdefault(int(place[0]), {})[int(place[1])] = "crazy"
            assert {space: [stack[height] for height in sorted(stack)] for space, stack in stacks.items()} == {
                space: [ranking.get(camel, "crazy") for camel in stack] for space, stack in view.stacks.items()
            }

            pieces = {(5, 1): [5], (3, 1): [3], (2, 1): [2], (8, 2): [5, 3], (7, 2): [5, 2], (5, 2): [3, 2]}
            pieces |= {(4, 2): [2, 2], (10, 3): [5, 3, 2], (9, 3): [5, 2, 2], (7, 3): [3, 2, 2], (12, 4): [5, 3, 2, 2]}
            for after, seat in enumerate(order):
                held = [
                    (camel, value)
                    for camel in edition.racing
                    for value in pieces.get(
                        (
                            int(facts["ticket_values"][after, ranking[camel]]),
                            int(facts["ticket_counts"][after, ranking[camel]]),
                        ),
                        [],
                    )
                ]
                assert held == list(view.tickets[seat])

            for sign, deck in ((1, view.winner_deck), (-1, view.loser_deck)):
                owners = {sign * int(place): order[after] for after, place in _cards(facts["card_places"][:players])}
                assert [owners[place + 1] for place in range(len(deck))] == [card.seat for card in deck]


def _cards(places: np.ndarray) -> list[tuple[int, int]]:
    return [(after, int(place)) for after, row in enumerate(places) for place in row if place]


def test_large_numbers_are_cut() -> None:
    state = Game(players=2, seed=1).position.replace(money=(10**14, 128), leg=10**14)
    facts = encode(view_of(state, 0))
    assert FACTS.read(facts, "money").tolist()[:2] == [127, 127]
    assert FACTS.read(facts, "leg").tolist() == [127]


def test_what_cannot_be_observed_is_refused() -> None:
    game = Game(players=3, seed=1)
    with pytest.raises(ImpossiblePositionError, match="spectator"):
        encode(game.view(None))
    with pytest.raises(ImpossiblePositionError, match="View"):
        encode(game.position)  # type: ignore[arg-type]
    batch = Batch.start(4, players=3)
    for seats in ([0, 1, 2, 3], [-1, 0, 0, 0], [0, 0], [0.0] * 4, [0, 0, 0, [0]], 3):
        with pytest.raises(ArgumentError, match="eats"):
            batch.observe(seats=seats)  # type: ignore[arg-type]
    for out in (np.zeros((4, FACTS.size)), np.zeros((3, FACTS.size), np.int8), FACTS.empty(8)[::2], [0]):
        with pytest.raises(ArgumentError, match="out"):
            batch.observe(out=out)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="hide_money is True or False, not 'yes'"):
        batch.observe(hide_money="yes")  # type: ignore[arg-type]
    out = FACTS.empty(4)
    assert batch.observe(out=out) is out


def test_an_encoder_follows_one_seat() -> None:
    game = Game(players=3, seed=1)
    encoder = Encoder(game.view(1))
    with pytest.raises(ImpossiblePositionError, match="from seat 1, not from seat 2"):
        encoder.encode(game.view(2))
    assert (encoder.encode(game.view(1)) == encode(game.view(1))).all()

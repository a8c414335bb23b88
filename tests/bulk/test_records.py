"""Positions as records, and back."""

import random
from typing import Any

import numpy as np
import pytest

from camelup.bulk import Batch
from camelup.bulk.action_space import ROLL, TILES
from camelup.bulk.edition_arrays import TICKET_DEPTH
from camelup.bulk.layout import GAME, LARGEST, pack, unpack
from camelup.core.edition import Edition
from camelup.core.errors import CamelUpError, ImpossiblePositionError
from camelup.formats.json_codec import from_json, to_json
from camelup.formats.notation import parse_position, position_text
from tests.bulk.support import BOTH
from tests.bulk.twin import assert_same_records
from tests.randomplay import random_position


def test_a_record_is_small() -> None:
    assert GAME.itemsize <= 200


def test_positions_come_back_from_their_records() -> None:
    generator = random.Random(1)
    for _ in range(400):
        state = random_position(generator)
        games = pack([state])
        assert unpack(games[0]) == state
        assert pack([unpack(games[0])]).tobytes() == games.tobytes()
        assert_same_records(games, [state])


@BOTH
def test_games_in_play_have_the_records_of_their_positions(edition: Edition) -> None:
    """Whoever took the first of two equal tickets, and whatever earlier legs left behind."""
    batch = Batch.start(20, edition, players=5, seed=2)
    generator = np.random.default_rng(2)
    shared = 0
    while not batch.is_over.all():
        again = pack([batch.state(game) for game in range(len(batch))])
        for name in GAME.names or ():
            assert (again[name] == batch.games[name]).all(), name
        shared += int((batch.games["taken"] == TICKET_DEPTH).sum())
        legal = batch.legal_mask()
        legal[batch.is_over, ROLL] = True
        legal[:, TILES:] &= generator.random() < 0.3
        batch.apply((legal * generator.random(legal.shape)).argmax(axis=1))
    assert (shared > 20) == (len(edition.ticket_values) == TICKET_DEPTH)


def test_states_are_made_of_plain_numbers() -> None:
    """What comes out goes into JSON and into checks that ask for the type."""
    batch = Batch.start(20, players=6, seed=1)
    batch.play_out()
    for game in range(20):
        state = batch.state(game)
        assert {type(amount) for amount in state.money} == {int}
        assert {type(seat) for seat in (state.turn, state.leg, *state.pyramid_tickets, state.track)} == {int}
        assert {type(card.seat) for card in state.winner_deck} <= {int}
        assert {type(tile.space) for tile in state.tiles if tile} <= {int}


@pytest.mark.parametrize("number", [2**15 - 1, 10**9 - 1, LARGEST])
@pytest.mark.parametrize("name", ["money", "leg"])
def test_large_numbers_are_kept(name: str, number: int) -> None:
    """Play goes on from there, and what it comes to is read by whatever else reads positions."""
    state = Batch.start(1, players=4, seed=3).state(0)
    state = state.replace(leg=number) if name == "leg" else state.replace(money=(number, 3, 3, 3))
    batch = Batch.from_positions([state])
    for _ in range(20):
        batch.apply([ROLL])
    after = batch.state(0)
    assert after.money[0] > state.money[0]
    assert after.leg > state.leg
    assert parse_position(position_text(after)) == from_json(to_json(after)) == after
    assert number == LARGEST or Batch(batch.games).state(0) == after


@pytest.mark.parametrize("number", [LARGEST + 1, 2**31, 10**15 - 1])
@pytest.mark.parametrize("name", ["money", "leg"])
def test_numbers_too_large_for_bulk_play_are_refused(name: str, number: int) -> None:
    state = Batch.start(1, players=4, seed=3).state(0)
    state = state.replace(leg=number) if name == "leg" else state.replace(money=(3, 3, number, 3))
    assert parse_position(position_text(state)) == state
    with pytest.raises(ImpossiblePositionError, match=f"up to 2,000,000,000, not {number:,}") as refused:
        Batch.from_positions([state])
    assert refused.value.code == name


def test_impossible_positions_are_refused() -> None:
    state = Batch.start(1, players=8, seed=3).state(0)
    seats: dict[str, Any] = {
        name: getattr(state, name) + getattr(state, name)[:1]
        for name in ("tickets", "pyramid_tickets", "tiles", "partners", "money", "hands")
    }
    with pytest.raises(CamelUpError):
        Batch.from_positions([state.replace(**seats)])

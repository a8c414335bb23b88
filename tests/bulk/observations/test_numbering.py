"""Two numberings of the same actions, and the way between them."""

import numpy as np
import pytest
from numba import types

from camelup.bulk import ACTIONS, Batch, encode_action
from camelup.bulk.action_space import PARTNERS, TICKETS
from camelup.bulk.layout import GAMES, Games
from camelup.bulk.observations import NUMBERINGS, action_number, legal_mask, numbered_action
from camelup.bulk.observations.numbering import colour_number, rank_bits, rank_number
from camelup.compiled import kernel
from camelup.compiled.arrays import INTS, IntArray
from camelup.core.actions import JoinPartner, Roll, TakeTicket
from camelup.core.edition import Edition
from camelup.core.errors import ArgumentError, ImpossiblePositionError, InvalidActionError
from camelup.core.view import view_of
from camelup.game import Game
from tests.bulk.observations.games import EVERY_TABLE, TABLES, positions


@kernel(types.void(GAMES, INTS, INTS, INTS), is_cached=False)
def convert(games: Games, sets: IntArray, numbers: IntArray, back: IntArray) -> None:
    """Turn sets of actions and one action of each game to ranks, and the latter back."""
    for at in range(len(games)):
        game = games[at]
        sets[at] = rank_bits(game, int(sets[at]))
        track, turn, players = int(game.track), int(game.turn), int(game.players)
        numbers[at] = rank_number(track, turn, players, int(numbers[at]))
        back[at] = colour_number(track, turn, players, int(numbers[at]))


def test_compiled_code_and_views_number_alike() -> None:
    """All tables in one test, since the kernel above is compiled in every process that needs it."""
    for edition, players in TABLES:
        states = positions(edition, players, games=1, seed=9)
        batch = Batch.from_positions(states)
        masks = enumerate(batch.legal_mask())
        actions = np.array([np.flatnonzero(row)[at % row.sum()] if row.any() else 0 for at, row in masks])
        sets, numbers, back = batch.legal_sets(), actions.copy(), np.zeros_like(actions)
        convert(batch.games.copy().view(np.recarray), sets, numbers, back)
        assert (back == actions).all()
        for state, bits, number, colour in zip(states, sets.tolist(), numbers.tolist(), actions.tolist(), strict=True):
            view = view_of(state, state.turn)
            assert bits == sum(1 << at for at in np.flatnonzero(legal_mask(view)).tolist())
            action = numbered_action(view, colour, "colour")
            assert encode_action(edition, action) == action_number(view, action, "colour") == colour
            assert action_number(view, action) == number
            assert numbered_action(view, number) == action


@EVERY_TABLE
def test_numbers_are_only_put_in_another_order(edition: Edition, players: int) -> None:
    for state in positions(edition, players, games=1, seed=10)[::10]:
        place = (state.track, state.turn, players)
        ranks = [rank_number(*place, number) for number in range(ACTIONS)]
        assert sorted(ranks) == list(range(ACTIONS))
        assert [colour_number(*place, rank) for rank in ranks] == list(range(ACTIONS))


def test_camels_count_from_the_leader_and_seats_from_the_one_in_turn() -> None:
    game = Game(players=6, seed=1)
    game.play(Roll())
    view = game.view(game.position.turn)
    assert [action_number(view, TakeTicket(camel)) for camel in view.ranking] == list(range(TICKETS, TICKETS + 5))
    assert [action_number(view, JoinPartner((view.turn + after) % 6)) for after in range(6)] == list(
        range(PARTNERS, PARTNERS + 6)
    )
    assert legal_mask(view).sum() == len(view.legal)
    assert not legal_mask(game.view((view.turn + 1) % 6)).any()


def test_what_is_no_number_is_refused() -> None:
    view = Game(seed=1).view(0)
    for number in (-1, ACTIONS, 1.5, "0"):
        for numbering in NUMBERINGS:
            with pytest.raises(InvalidActionError):
                numbered_action(view, number, numbering)  # type: ignore[arg-type]
    for call in (lambda: legal_mask(view, "letter"), lambda: numbered_action(view, 0, "letter")):  # type: ignore[arg-type]
        with pytest.raises(ArgumentError, match="by rank or by colour"):
            call()


def test_only_a_view_has_a_mask() -> None:
    with pytest.raises(ImpossiblePositionError, match=r"game\.view\(0\)"):
        legal_mask(Game(seed=1).position)  # type: ignore[arg-type]

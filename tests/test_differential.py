"""The engine against the slow model, step by step: the same choices, the same table, the same money."""

import random
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from camelup.core.actions import Action, Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import SPACES, Deck, Side
from camelup.core.errors import ActionError
from camelup.core.rules import apply, legal
from camelup.core.state import State
from tests import naive
from tests.invariants import assert_paid, assert_sound
from tests.randomplay import compared_games, random_action, random_outcome, random_start

CHUNKS = 40
"""Parts of the whole that may run beside each other."""


@cache
def plain(action: Action) -> naive.Action:
    match action:
        case Roll():
            return ("roll",)
        case TakeTicket(camel):
            return ("ticket", str(camel))
        case PlaceTile(space, side):
            return ("tile", space, str(side))
        case PlayCard(deck, camel):
            return (str(deck), str(camel))
        case JoinPartner(seat):
            return ("partner", seat)


def engine_table(state: State) -> dict[str, Any]:
    return {
        "board": {space: list(stack) for space, stack in state.stacks.items()},
        "dice": set(state.dice),
        "tents": {camel: list(tent) for camel, tent in zip(state.edition.racing, state.tents, strict=True)},
        "tickets": [list(held) for held in state.tickets],
        "pyramid_tickets": list(state.pyramid_tickets),
        "tiles": {tile.space: (seat, tile.side) for seat, tile in enumerate(state.tiles) if tile},
        "money": list(state.money),
        "hands": [list(hand) for hand in state.hands],
        "winner_deck": list(state.winner_deck),
        "loser_deck": list(state.loser_deck),
        "partners": {seat: partner for seat, partner in enumerate(state.partners) if partner is not None},
        "turn": state.turn,
        "leg": state.leg,
        "over": state.is_over,
    }


def naive_table(game: naive.NaiveGame, names: Iterable[str]) -> dict[str, Any]:
    table = {name: getattr(game, name) for name in names}
    # The model keeps tickets as they were taken; a position has them in one order.
    table["tickets"] = [sorted(held, key=lambda ticket: (ticket[0], -ticket[1])) for held in game.tickets]
    return table


def naive_copy(state: State, number: int | None = None) -> naive.NaiveGame:
    board = {space: [str(camel) for camel in stack] for space, stack in state.stacks.items()}
    return naive.NaiveGame(number or state.edition.number, state.players, board, state.turn)


def any_action(generator: random.Random, state: State) -> Action:
    """Something well formed, legal or not."""
    camel = generator.choice(state.edition.racing)
    return generator.choice(
        (
            Roll(),
            TakeTicket(camel),
            PlaceTile(generator.randint(1, SPACES), generator.choice(list(Side))),
            PlayCard(generator.choice(list(Deck)), camel),
            JoinPartner(generator.randrange(state.players)),
        )
    )


def assert_same_answer(state: State, game: naive.NaiveGame, action: Action, outcome: Face | None) -> None:
    """An action is refused by both or by neither; refused, it changes nothing."""
    before = engine_table(state)
    if plain(action) in game.legal():
        apply(state, action, outcome)
    else:
        with pytest.raises(ActionError):
            apply(state, action, outcome)
    assert engine_table(state) == before


def play_both(state: State, game: naive.NaiveGame, generator: random.Random) -> None:
    """Play a game on the engine and on the model, and compare every step."""
    while not state.is_over:
        choices, expected = [plain(action) for action in legal(state)], game.legal()
        assert (set(choices), len(choices)) == (set(expected), len(expected))
        if generator.random() < 0.05:
            tried = any_action(generator, state)
            outcome = random_outcome(state, generator) if isinstance(tried, Roll) else None
            assert_same_answer(state, game, tried, outcome)
        action, face = random_action(state, generator)
        after, events = apply(state, action, face)
        game.play(plain(action), None if face is None else (str(face.camel), face.number))
        table = engine_table(after)
        assert table == naive_table(game, table)
        assert_sound(after)
        assert_paid(state, after, events)
        state = after
    assert legal(state) == ()
    assert list(state.ranking) == game.ranking()
    assert list(state.victors) == game.winners()


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_are_the_same_game(chunk: int) -> None:
    generator = random.Random(chunk)
    for _ in range(compared_games() // CHUNKS):
        state = random_start(generator)
        play_both(state, naive_copy(state), generator)


def test_every_way_to_end_a_race_is_among_the_games() -> None:
    """The games above would prove little if they never met the rare endings."""
    endings = set()
    racing_only, crazy_only, both = frozenset({False}), frozenset({True}), frozenset({False, True})
    generator = random.Random(0)
    for _ in range(1000):
        state = random_start(generator)
        while not state.is_over:
            state, _ = apply(state, *random_action(state, generator))
        space = 17 if 17 in state.stacks else 0
        endings.add((space, frozenset(camel.is_crazy for camel in state.stacks[space])))
        if endings == {(17, racing_only), (17, both), (0, crazy_only), (0, both)}:
            return
    pytest.fail(f"only {endings}")

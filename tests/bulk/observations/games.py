"""Whole random games of every table, for tests of observations."""

import random
from collections.abc import Iterator

import pytest

from camelup.chance import draw_starting_track
from camelup.core.actions import Action, Face
from camelup.core.edition import EDITIONS, Edition
from camelup.core.rules import apply, start
from camelup.core.state import State
from tests.randomplay import random_action, random_track

TABLES = [(edition, players) for edition in EDITIONS.values() for players in range(2, 9)]
EVERY_TABLE = pytest.mark.parametrize(
    ("edition", "players"), TABLES, ids=[f"{edition.ordinal}-{players}" for edition, players in TABLES]
)


def first_state(edition: Edition, players: int, generator: random.Random, *, is_usual: bool = False) -> State:
    """A start; unless it must be a usual one, half have camels anywhere, so that all stacks and endings occur."""
    state = start(edition, players, draw_starting_track(edition, generator.randrange), generator.randrange(players))
    return state if is_usual or generator.random() < 0.5 else state.replace(track=random_track(edition, generator))


def plies(state: State, generator: random.Random) -> Iterator[tuple[State, Action, Face | None]]:
    """Each position of a game with what is done in it."""
    while not state.is_over:
        action, outcome = random_action(state, generator)
        yield state, action, outcome
        state, _ = apply(state, action, outcome)


def positions(edition: Edition, players: int, games: int, seed: int) -> list[State]:
    """All positions of some games, their ends included."""
    generator = random.Random(f"{seed} {edition.number} {players}")
    found = []
    for _ in range(games):
        state = first_state(edition, players, generator)
        found.append(state)
        for before, action, outcome in plies(state, generator):
            found.append(apply(before, action, outcome)[0])
    return found

"""Policies by seat: who plays where is data, and dice go by the number of the roll."""

from itertools import permutations

import numpy as np
import pytest

from camelup.bulk import RANDOM, ROLL, SENSIBLE, TICKETS, Batch, Policy
from camelup.bulk.playout import compile_seated_playout
from camelup.core.edition import EDITIONS, Edition
from camelup.core.errors import ArgumentError, PolicyError


def roll(game: object, legal: int, state: int) -> int:  # noqa: ARG001 - what a policy is given
    return ROLL


def dawdle(game: object, legal: int, state: int) -> int:  # noqa: ARG001
    for camel in range(5):
        if (legal >> (TICKETS + camel)) & 1:
            return TICKETS + camel
    return ROLL


def break_the_rules(game: object, legal: int, state: int) -> int:  # noqa: ARG001
    return 99


ROLLING, DAWDLING, CHEATING = Policy("rolling", roll), Policy("dawdling", dawdle), Policy("cheating", break_the_rules)


@pytest.mark.parametrize("edition", EDITIONS.values())
def test_the_dice_are_the_same_whoever_plays(edition: Edition) -> None:
    """Without tiles the race is its dice: other bets, made in other turns, do not change where camels end."""
    fresh = Batch.start(300, edition, players=3, seed=7, first=0)
    ends = []
    for policies in permutations([ROLLING, DAWDLING, SENSIBLE]):
        batch = fresh.copy()
        batch.play_out(policies)
        ends.append(batch)
    for batch in ends[1:]:
        assert (batch.games["track"] == ends[0].games["track"]).all()
        assert (batch.streams == ends[0].streams).all()
    assert len({batch.money.tobytes() for batch in ends}) == len(ends)


def test_every_seat_is_played_by_its_policy() -> None:
    fresh = Batch.start(2000, players=3, seed=7)
    for seat in range(3):
        batch = fresh.copy()
        batch.play_out([SENSIBLE if place == seat else RANDOM for place in range(3)])
        assert batch.winners.mean(axis=0).argmax() == seat
        assert batch.winners[:, seat].mean() > 0.85


def test_every_game_may_have_other_seats() -> None:
    games = 3000
    best = np.arange(games) % 4
    seats = np.full((games, 4), 1)
    seats[np.arange(games), best] = 0
    batch, single = Batch.start(games, seed=7), Batch.start(games, seed=7)
    batch.play_out([SENSIBLE, RANDOM], seats=seats, threads=2)
    assert batch.winners[np.arange(games), best].mean() > 0.85
    single.play_out([SENSIBLE, RANDOM, RANDOM, RANDOM])
    assert (batch.money[best == 0] == single.money[best == 0]).all()


def test_turning_the_seats_compiles_nothing() -> None:
    fresh = Batch.start(10, players=2, seed=7)
    fresh.copy().play_out([SENSIBLE, RANDOM])
    before = compile_seated_playout.cache_info().misses
    fresh.copy().play_out([RANDOM, SENSIBLE])
    assert compile_seated_playout.cache_info().misses == before


def test_a_policy_that_breaks_the_rules_is_named_and_nothing_changes() -> None:
    batch = Batch.start(5, players=3, seed=7, first=0)
    before = batch.copy()
    with pytest.raises(PolicyError, match="The policy cheating chose 99 in game 0"):
        batch.play_out([ROLLING, CHEATING, ROLLING])
    assert (batch.games == before.games).all()


@pytest.mark.parametrize(
    ("policies", "seats"),
    [
        ([RANDOM] * 2, None),
        ([], None),
        ([RANDOM], [[0, 0, 1]] * 5),
        ([RANDOM], [[0, 0, -1]] * 5),
        ([RANDOM], [[0, 0]] * 5),
        ([RANDOM], [[0, 0, 0]] * 4),
        ([RANDOM], [[0.0, 0.0, 0.0]] * 5),
        (RANDOM, [[0, 0, 0]] * 5),
    ],
)
def test_seats_that_cannot_be(policies: list[Policy], seats: list[list[int]] | None) -> None:
    with pytest.raises(ArgumentError):
        Batch.start(5, players=3).play_out(policies, seats=seats)


@pytest.mark.parametrize("policies", [None, 7, ["nobody"] * 3, [RANDOM, None, RANDOM]])
def test_what_is_no_policy(policies: object) -> None:
    with pytest.raises(PolicyError):
        Batch.start(5, players=3).play_out(policies)  # type: ignore[call-overload]

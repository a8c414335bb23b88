"""Verdicts: nothing is made of chance, sizes are right on average, and equals are called equal."""

import numpy as np
import pytest

from camelup.review.allocation import share_out
from camelup.review.verdicts import Verdict, cross_fit, gain, judge

CHOSEN = 7


def games_of(
    rng: np.random.Generator, edges: dict[int, float], count: int, noise: float = 0.12
) -> dict[int, np.ndarray]:
    """Games of actions that bring this much more than the chosen one on average, which share most of their luck."""
    shared = rng.normal(0.3, 0.2, (count, 2))
    return {
        number: (shared + rng.normal(0, noise, (count, 2)) + edge).astype(np.float32) for number, edge in edges.items()
    }


def judged(edges: dict[int, float], times: int, count: int = 256) -> list[Verdict]:
    rng = np.random.default_rng(4)
    return [judge(games_of(rng, edges, count), CHOSEN) for _ in range(times)]


def test_equal_actions_get_no_verdict_and_lose_nothing_on_average() -> None:
    """Twelve equal actions: the best of them by its own games is ahead by 1.5 points, which is all chance."""
    equal = dict.fromkeys([CHOSEN, *range(20, 31)], 0.0)
    verdicts = judged(equal, 600)
    assert sum(verdict.best != CHOSEN for verdict in verdicts) <= 0.04 * 600
    losses = np.array([verdict.loss.worth[0] for verdict in verdicts])
    assert abs(losses.mean()) < 3 * losses.std() / 600**0.5
    rng = np.random.default_rng(5)
    naive = [
        max(gain(games, all_games[CHOSEN]).worth[0] for games in all_games.values())
        for all_games in (games_of(rng, equal, 256) for _ in range(100))
    ]
    assert np.mean(naive) > 0.01, "what is read off the games it was chosen by"


def test_the_error_of_a_loss_is_honest() -> None:
    for edges in ({CHOSEN: 0.0, 1: 0.03, 2: 0.0}, dict.fromkeys([CHOSEN, 1, 2, 3], 0.0)):
        verdicts = judged(edges, 400)
        spread = np.std([verdict.loss.worth[0] for verdict in verdicts])
        claimed = np.mean([verdict.loss.error[0] ** 2 for verdict in verdicts]) ** 0.5
        assert claimed == pytest.approx(spread, rel=0.2)


def test_a_clear_loss_is_told_with_its_size() -> None:
    verdicts = judged({CHOSEN: 0.0, 1: 0.05, 2: -0.01, 3: -0.04}, 100, 1024)
    assert all(verdict.best == 1 and verdict.is_real for verdict in verdicts)
    assert np.mean([verdict.lost.worth[0] for verdict in verdicts]) == pytest.approx(0.05, abs=0.002)
    assert {verdict.level for verdict in verdicts} == {()}


def test_what_is_small_is_not_mentioned_however_sure_it_is() -> None:
    rng = np.random.default_rng(6)
    verdict = judge(games_of(rng, {CHOSEN: 0.0, 1: 0.004}, 4000, noise=0.01), CHOSEN)
    assert (verdict.best, verdict.level) == (CHOSEN, (1,))
    assert verdict.lost.worth.tolist() == verdict.lost.error.tolist() == [0.0, 0.0]
    assert verdict.loss.worth[0] == pytest.approx(0.004, abs=0.001)
    assert not verdict.is_real


def test_what_few_games_say_is_not_mentioned() -> None:
    games = {CHOSEN: np.zeros((8, 2)), 1: np.ones((8, 2))}
    assert judge(games, CHOSEN).best == CHOSEN
    games = {CHOSEN: np.zeros((16, 2)), 1: np.ones((16, 2))}
    assert judge(games, CHOSEN).lost.worth.tolist() == [1.0, 1.0]


def test_two_that_are_equally_good_are_both_named() -> None:
    rng = np.random.default_rng(8)
    verdict = judge(games_of(rng, {CHOSEN: 0.0, 1: 0.05, 2: 0.05, 3: 0.01}, 2000), CHOSEN)
    assert {verdict.best, *verdict.level} == {1, 2}
    assert verdict.lost.worth[0] == pytest.approx(0.05, abs=0.01)


def test_what_was_given_up_early_is_compared_in_the_games_it_has() -> None:
    rng = np.random.default_rng(9)
    games = games_of(rng, {CHOSEN: 0.0, 1: 0.05, 2: -0.2}, 512)
    games[2] = games[2][:32]
    verdict = judge(games, CHOSEN)
    assert (verdict.best, verdict.level) == (1, ())
    assert cross_fit(games | {2: games[1]}, CHOSEN).worth[0] == pytest.approx(0.05, abs=0.02)


def test_games_go_where_they_are_wanted() -> None:
    have, wanted, costs = np.array([100.0, 100.0, 400.0]), np.array([1000.0, 100.0, 100.0]), np.array([2.0, 3.0, 1.0])
    more = share_out(have, wanted, costs, 1000.0)
    assert more.tolist() == [500, 0, 0]
    assert share_out(have, wanted, costs, 100_000.0) @ costs == pytest.approx(100_000, rel=0.01)
    assert not share_out(np.zeros(0), np.zeros(0), np.zeros(0), 10.0).size

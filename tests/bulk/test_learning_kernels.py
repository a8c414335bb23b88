"""What a learner needs between its net and the games, against slow ways to say the same."""

import numpy as np
import pytest

from camelup.bulk.learning_kernels import draw_by_preference, look_back


def test_actions_are_drawn_by_their_preferences_among_the_allowed() -> None:
    generator = np.random.default_rng(1)
    rows = 20_000
    logits = np.tile(generator.normal(size=6).astype(np.float32), (rows, 1))
    mask = np.tile(np.array([True, False, True, True, False, True]), (rows, 1))
    actions, logs = np.zeros(rows, np.int64), np.zeros(rows, np.float32)
    draw_by_preference(logits, mask, generator.random(rows, np.float32), actions, logs)
    chances = np.where(mask[0], np.exp(logits[0]), 0)
    chances /= chances.sum()
    assert np.bincount(actions, minlength=6) / rows == pytest.approx(chances, abs=0.015)
    assert logs == pytest.approx(np.log(chances[actions]), abs=1e-5)


def test_without_a_fraction_the_best_of_the_allowed_is_taken() -> None:
    logits = np.array([[5, 1, 3], [0, 0, 2]], np.float32)
    mask = np.array([[False, True, True], [True, True, False]])
    actions, logs = np.zeros(2, np.int64), np.zeros(2, np.float32)
    draw_by_preference(logits, mask, np.full(2, -1, np.float32), actions, logs)
    assert actions.tolist() == [2, 0]


def _slow_returns(  # noqa: PLR0913, PLR0917 - as the kernel
    seats: list[int], ended: list[bool], shares: np.ndarray, values: np.ndarray, players: int, trace: float, cost: float
) -> list[np.ndarray | None]:
    """Say what came of each decision of one game column, from the definition: forwards, decision by decision."""
    found: list[np.ndarray | None] = [None] * len(seats)
    for step in reversed(range(len(seats))):
        seat, later = seats[step], step
        while later < len(seats) and not ended[later] and (later == step or seats[later] != seat):
            later += 1
        if later == len(seats):
            continue
        if later != step and seats[later] == seat and not ended[later - 1]:
            ahead = found[later]
            result = (1 - trace) * values[later] + trace * (values[later] if ahead is None else ahead)
        else:
            result = np.array([shares[later][(seat + after) % players] for after in range(players)])
        result = result.copy()
        result[0] -= cost
        found[step] = result
    return found


@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_came_of_a_decision_is_a_mixture_of_later_hopes_and_the_end(players: int) -> None:
    generator = np.random.default_rng(players)
    steps, games, trace, cost = 40, 30, 0.7, 0.01
    seats = generator.integers(0, players, (steps, games)).astype(np.int8)
    ended = generator.random((steps, games)) < 0.1
    shares = np.zeros((steps, games, 8), np.float32)
    shares[..., :players] = generator.dirichlet(np.ones(players), (steps, games))
    values = np.zeros((steps, games, 8), np.float32)
    values[..., :players] = generator.dirichlet(np.ones(players), (steps, games))
    returns, is_known = np.zeros((steps, games, 8), np.float32), np.zeros((steps, games), np.bool_)
    counts = np.full(games, players, np.int8)
    look_back(seats, ended, shares, values, counts, trace, cost, returns, is_known)
    for game in range(games):
        wanted = _slow_returns(
            seats[:, game].tolist(),
            ended[:, game].tolist(),
            shares[:, game, :players],
            values[:, game, :players],
            players,
            trace,
            cost,
        )
        assert is_known[:, game].tolist() == [result is not None for result in wanted]
        for step, result in enumerate(wanted):
            if result is not None:
                assert returns[step, game, :players] == pytest.approx(result, abs=1e-5)

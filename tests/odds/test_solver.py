"""The solved race: its numbers for positions, and its values against another way of solving short races."""

import hashlib
import random
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from numba import njit

from camelup.core.race import EMPTY, is_over, move, put_on_top
from camelup.odds import solver as solver_module
from camelup.odds.numbering import all_tracks, position_count, position_number
from camelup.odds.solver import LayeredSolver, OneSweepSolver, Solver
from tests.odds.short_race import pack_track, positions, solve

RACERS = 5
SIZES = {5: 15_504, 7: 3_581_424}


@pytest.mark.parametrize("camels", SIZES)
def test_every_position_has_a_track(camels: int) -> None:
    tracks = all_tracks(camels, 1)
    assert len(tracks) == position_count(camels) == SIZES[camels]
    lanes = tracks.view(np.uint8).reshape(-1, 8)[:, :camels]
    spaces, names = lanes >> 3, lanes & 0x07
    assert (spaces.min(), spaces.max()) == (1, 16)
    assert (spaces[:, 1:] >= spaces[:, :-1]).all()
    assert ((1 << names).sum(axis=1) == (1 << camels) - 1).all()  # each camel once


@njit()
def wrong_numbers(tracks: npt.NDArray[np.int64], camels: int, first: int) -> int:
    wrong = 0
    for number in range(len(tracks)):
        wrong += position_number(int(tracks[number]), camels, first) != number
    return wrong


@pytest.mark.parametrize("camels", SIZES)
@pytest.mark.parametrize("first", [1, 9, 16])
def test_every_position_has_a_number_of_its_own(camels: int, first: int) -> None:
    tracks = all_tracks(camels, first)
    assert len(tracks) == position_count(camels, first)
    assert wrong_numbers(tracks, camels, first) == 0


def test_which_camels_stand_where_does_not_matter_for_the_number() -> None:
    generator = random.Random(1)
    for camels, count in SIZES.items():
        for _ in range(2_000):
            order = sorted(generator.randint(1, 16) for _ in range(camels))
            crazy = set(generator.sample(range(camels), camels - RACERS))
            numbers = set()
            for _ in range(2):
                racers, others = generator.sample(range(RACERS), RACERS), generator.sample((5, 6), 2)
                track = EMPTY
                for place, space in enumerate(order):
                    track = put_on_top(track, (others if place in crazy else racers).pop(), space)
                numbers.add(position_number(track, camels, 1))
            [number] = numbers
            assert 0 <= number < count


def rows_of(solver: Solver, camels: int, first: int) -> npt.NDArray[np.float64]:
    """The solver's values, in the order of the test's own positions."""
    numbers = [position_number(pack_track(position), camels, first) for position in positions(camels, first)]
    return np.asarray(solver.values[numbers], np.float64)


def swept(solver: Solver, close_enough: float = 1e-7) -> Solver:
    while solver.change > close_enough:
        list(solver.sweep())
    return solver


@pytest.mark.parametrize(
    ("kind", "camels", "first", "precision"), [(OneSweepSolver, 5, 10, 1e-12), (LayeredSolver, 7, 14, 1e-6)]
)
def test_short_races_solved_in_another_way_are_the_same(
    kind: Callable[[int], Solver], camels: int, first: int, precision: float
) -> None:
    rows = rows_of(swept(kind(first)), camels, first)
    expected = solve(camels, first, precision / 100)
    for row, (winner, loser) in zip(rows, expected.values(), strict=True):
        assert winner.sum() == pytest.approx(1)
        assert row[:4] == pytest.approx(winner[:4], abs=precision)
        assert row[4:] == pytest.approx(loser[:4], abs=precision)


def test_without_crazy_camels_one_sweep_is_the_solution() -> None:
    solver = OneSweepSolver(8)
    list(solver.sweep())
    once = solver.values.copy()
    last = list(solver.sweep())[-1]
    assert last.change == 0
    assert (solver.values == once).all()


def test_progress_counts_sweeps_and_never_goes_back() -> None:
    solver = LayeredSolver(14)
    first, second = list(solver.sweep()), list(solver.sweep())
    for number, progress in enumerate((first, second), 1):
        done = [step.done for step in progress]
        assert done == sorted(done)
        assert done[-1] == 1
        assert {step.sweep for step in progress} == {number}
    assert solver.sweeps_done == 2
    assert second[-1].change < first[-1].change


def test_the_first_edition_has_always_had_these_values() -> None:
    """To the last bit, on whatever machine: tables that were built by other versions stay as good as new ones."""
    solver = OneSweepSolver()
    list(solver.sweep())
    digest = hashlib.sha256(solver.values.tobytes()).hexdigest()
    assert digest == "445d5d9ffdfb61ec4d5e18aabeb0e981c7b3fb62077b6096f8b2ed8d0d1ea79d"


def test_a_racing_die_always_leads_to_a_position_with_a_higher_number() -> None:
    """The layers of a leg rely on it: they overwrite the values of lower numbers."""
    generator = random.Random(3)
    tracks = all_tracks(7, 1)
    numbers = [generator.randrange(len(tracks)) for _ in range(2_000)]
    for number in numbers:
        for camel in range(RACERS):
            after = move(int(tracks[number]), camel, generator.randint(1, 3), 0, 0)
            assert is_over(after) or position_number(after, 7, 1) > number


@pytest.mark.parametrize(("at_once", "threads"), [(1 << 14, 2), (300, 1), (97, 2), (50, 3)])
def test_neither_threads_nor_parts_change_anything(at_once: int, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the positions are divided, no value is overwritten before everybody has read it."""
    whole = LayeredSolver(14)
    assert len(whole.race) < solver_module.AT_ONCE  # so that it is computed in one part
    list(whole.sweep())
    list(whole.sweep())
    monkeypatch.setattr(solver_module, "AT_ONCE", at_once)
    divided = LayeredSolver(14, threads)
    list(divided.sweep())
    list(divided.sweep())
    assert (divided.values == whole.values).all()
    assert divided.change == whole.change


def test_a_run_goes_on_from_saved_values() -> None:
    whole = LayeredSolver(13)
    for _ in range(3):
        list(whole.sweep())
    resumed = LayeredSolver(13)
    resumed.resume(whole.values, 3)
    steps = list(resumed.sweep())
    list(whole.sweep())
    assert {step.sweep for step in steps} == {4}
    assert (resumed.values == whole.values).all()
    assert resumed.change == whole.change

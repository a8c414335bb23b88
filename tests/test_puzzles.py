"""The bank of daily puzzles: every position can be, its best action is clear and no first thought, its values hold."""

from collections import Counter
from datetime import timedelta
from itertools import pairwise

import pytest

from camelup.core.edition import EDITIONS
from camelup.odds import values
from camelup.puzzles.bank import BANK as FILE
from camelup.puzzles.bank import LITTLE, read_line, write_line
from camelup.puzzles.days import FIRST_DAY, puzzle_of
from tests.client_puzzles import FILE as YEAR
from tests.client_puzzles import write as write_year
from tests.puzzle_bank import bank
from tools import client_puzzles
from tools.make_puzzles import CLEAR, UNIQUE, clear, margins

ROUNDED = 0.03
"""Values are kept in hundredths, part by part."""
NEAR = 0.12
"""Cards of the second edition are valued by sampled races here: eight pounds times a chance."""
EVERY = {1: 12, 2: 24}
"""Of each edition so many are passed over: sampled races take their time."""


def kind_of(action: str) -> str:
    return action.split(maxsplit=1)[0]


def own(parts: dict[str, int]) -> float:
    return sum(parts.values()) / 100


def test_there_are_enough_for_a_year_in_a_small_file() -> None:
    assert len(bank()) >= 366
    assert len(FILE.read_bytes()) < 112_000
    assert len({str(puzzle.view) for puzzle in bank()}) == len(bank())


def test_what_is_read_is_what_was_written() -> None:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert [write_line(puzzle) for puzzle in bank()] == lines


def test_every_action_is_legal_and_only_poor_tiles_are_left_out() -> None:
    for puzzle in bank():
        legal = {str(action) for action in puzzle.view.legal}
        assert puzzle.worth.keys() <= legal
        assert {kind_of(action) for action in legal - puzzle.worth.keys()} <= {"tile"}
        assert puzzle.view.seat == puzzle.view.turn


def test_the_best_action_is_clear_and_no_first_thought() -> None:
    for puzzle in bank():
        apart, ahead = margins({action: own(parts) for action, parts in puzzle.worth.items()})
        assert apart >= clear(puzzle.best) - ROUNDED
        assert ahead >= UNIQUE - ROUNDED
        assert puzzle.best != f"ticket {puzzle.view.ranking[0]}"
    assert CLEAR * 100 >= LITTLE


def test_days_differ() -> None:
    kinds = [kind_of(puzzle.best) for puzzle in bank()]
    count = Counter(kinds)
    assert min(count[kind] for kind in ("ticket", "tile", "winner", "loser", "roll", "partner")) >= 20
    assert max(count.values()) < len(bank()) * 0.4
    editions = Counter(puzzle.view.edition.number for puzzle in bank())
    assert min(editions[number] for number in EDITIONS) > 80
    assert {puzzle.view.players for puzzle in bank()} == {2, 3, 4, 5, 6, 7, 8}
    assert sum(one == other for one, other in pairwise(kinds)) <= 3


@pytest.mark.parametrize("edition", [1, 2])
def test_the_values_hold(edition: int) -> None:
    """The first edition exactly; the second as near as sampled races come, so that no table is needed."""
    for puzzle in [puzzle for puzzle in bank() if puzzle.view.edition.number == edition][:: EVERY[edition]]:
        found = values(puzzle.view, samples=60_000)
        actions = {str(value.action): value for value in found.actions}
        for action, parts in puzzle.worth.items():
            near = ROUNDED if found.exact or kind_of(action) not in {"winner", "loser"} else NEAR
            told = {name: part / 100 for name, part in parts.items() if name != "held cards" or found.exact}
            true = actions[action].parts
            assert told == {name: pytest.approx(true.get(name, 0.0), abs=near) for name in told}, action
        for name in actions.keys() - puzzle.worth.keys():
            little = actions[name].own - (0 if found.exact else actions[name].parts.get("held cards", 0))
            assert little < LITTLE / 100 + (ROUNDED if found.exact else 0.5), name
        chances = (found.race.winner, found.race.loser)
        for kept, true_chances in zip((puzzle.winner, puzzle.loser), chances, strict=True):
            by_camel = {str(camel): thousandths / 1000 for camel, thousandths in zip(true_chances, kept, strict=True)}
            near = 0.001 if found.exact else 0.015
            assert by_camel == {str(camel): pytest.approx(chance, abs=near) for camel, chance in true_chances.items()}
        best = max(found.actions, key=lambda value: value.own)
        assert str(best.action) == puzzle.best or not found.exact


def test_a_line_that_cannot_be_read_is_refused() -> None:
    line = write_line(bank()[0])
    with pytest.raises(ValueError, match="what"):
        read_line(f"{line} what")


def test_the_client_has_the_same_bank() -> None:
    assert client_puzzles.TARGET.read_bytes() == FILE.read_bytes()


def test_the_client_is_tested_with_the_puzzles_of_these_days() -> None:
    assert YEAR.read_text() == write_year()


def test_puzzles_start_over_in_both_directions() -> None:
    assert puzzle_of(FIRST_DAY + timedelta(days=len(bank()))) == bank()[0]
    assert puzzle_of(FIRST_DAY - timedelta(days=1)) == bank()[-1]

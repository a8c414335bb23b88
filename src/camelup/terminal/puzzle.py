"""The verdict on an answer to a puzzle, in words."""

from camelup.core.actions import SEATS
from camelup.formats.notation import parse_action
from camelup.formats.sentences import describe_action
from camelup.puzzles.bank import LITTLE, Puzzle
from camelup.terminal.text import doing


def verdict(puzzle: Puzzle, answer: str) -> tuple[str, str]:
    """Say whether an answer was right, and why.

    >>> from camelup.puzzles import FIRST_DAY, puzzle_of
    >>> verdict(puzzle_of(FIRST_DAY), "roll")[0]
    'Not this time'
    """
    best = puzzle.best
    if answer == best:
        told = f"{_name(puzzle, best)} is worth {_worth(puzzle, best)}, and nothing else comes close."
        title = "Correct"
    else:
        told = (
            f"{_name(puzzle, answer)} is worth {_worth(puzzle, answer)}; "
            f"{_lower(_name(puzzle, best))} is worth {_worth(puzzle, best)}."
        )
        title = "Not this time"
    tempting = f"ticket {puzzle.view.ranking[0]}"
    if tempting not in {best, answer} and tempting in puzzle.worth:
        told += f" The leader's ticket is worth {_worth(puzzle, tempting)}."
    return title, told


def _name(puzzle: Puzzle, action: str) -> str:
    view = puzzle.view
    return doing(describe_action(parse_action(view.edition, action), view.edition, SEATS))


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]


def _worth(puzzle: Puzzle, action: str) -> str:
    parts = puzzle.worth.get(action)
    if parts is None:
        return f"less than {LITTLE / 100:.2f} pounds"
    return f"{sum(parts.values()) / 100:.2f} pounds"

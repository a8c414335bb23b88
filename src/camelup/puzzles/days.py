"""Dates and their puzzles: everyone has the same puzzle on the same date, here and in the browser.

>>> from datetime import date
>>> puzzle_of(date(2026, 1, 1)).best
'ticket r'
"""

from datetime import date, datetime
from functools import cache

from camelup.core.errors import ArgumentError, quoted
from camelup.puzzles.bank import BANK, Puzzle, read_line

FIRST_DAY = date(2026, 1, 1)
"""The day of the first puzzle."""


@cache
def _lines() -> tuple[str, ...]:
    return tuple(BANK.read_text(encoding="utf-8").splitlines())


def puzzle_of(day: date) -> Puzzle:
    """Return the puzzle of a date; after the last one they start over."""
    if not isinstance(day, date) or isinstance(day, datetime):
        raise ArgumentError("day", f"A puzzle has a date, such as date(2026, 1, 1), not {quoted(day)}.")
    lines = _lines()
    return read_line(lines[(day - FIRST_DAY).days % len(lines)])

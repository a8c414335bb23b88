"""The puzzles of a year, for a test of the client: `python -m tests.client_puzzles` writes them again.

Each date has the track, the seat in turn, and the best action with its value in hundredths.
"""

import json
from datetime import timedelta
from pathlib import Path

from camelup.core.actions import SEATS
from camelup.puzzles import FIRST_DAY, puzzle_of

FILE = Path(__file__).parent.parent / "web" / "tests" / "puzzles.json"
DAYS = 366 + 10
"""A leap year, and some days beyond the last puzzle."""


def write() -> str:
    days = {}
    for number in range(DAYS):
        day = FIRST_DAY + timedelta(days=number)
        puzzle = puzzle_of(day)
        worth = sum(puzzle.worth[puzzle.best].values())
        days[day.isoformat()] = [puzzle.view.track_text, SEATS[puzzle.view.turn], puzzle.best, worth]
    rows = ",\n".join(f"  {json.dumps(day)}: {json.dumps(told)}" for day, told in days.items())
    return f"{{\n{rows}\n}}\n"


if __name__ == "__main__":
    FILE.write_text(write())

"""The answers to the daily puzzles that were given here, and the streak of right ones."""

import json
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from camelup.core.errors import FileError
from camelup.files import make_data_folder, user_data, write_atomic


class Answer(NamedTuple):
    """What was answered, whether it was right, and whether it was given on the day itself."""

    action: str
    is_right: bool
    is_on_time: bool


def _file() -> Path:
    return user_data() / "puzzles.json"


def read_answers() -> dict[date, Answer]:
    """Read the answers by date; a file that cannot be read has none."""
    try:
        kept = json.loads(_file().read_text(encoding="utf-8"))
        return {date.fromisoformat(day): Answer(str(one[0]), bool(one[1]), bool(one[2])) for day, one in kept.items()}
    except (OSError, ValueError, AttributeError, IndexError, TypeError, KeyError):
        return {}


def keep_answer(day: date, answer: Answer) -> dict[date, Answer]:
    """Save an answer; the first one of a day counts."""
    answers = {day: answer, **read_answers()}
    text = json.dumps({day.isoformat(): list(one) for day, one in sorted(answers.items())}, indent=1)
    try:
        make_data_folder(_file().parent)
        write_atomic(_file(), text.encode() + b"\n")
    except OSError as error:
        raise FileError("file", f"Cannot save the answer in {_file()}: {error.strerror}.") from error
    return answers


def streak(answers: dict[date, Answer], today: date) -> int:
    """Count the consecutive days, up to today or yesterday, with a right answer on the day itself.

    >>> right = Answer("roll", True, True)
    >>> streak({date(2026, 1, 1): right, date(2026, 1, 2): right}, date(2026, 1, 3))
    2
    """
    day = today if today in answers else today - timedelta(days=1)
    days = 0
    while day in answers and answers[day].is_right and answers[day].is_on_time:
        days += 1
        day -= timedelta(days=1)
    return days

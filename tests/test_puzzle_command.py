"""The command `camelup puzzle` in plain lines."""

from camelup.puzzles import FIRST_DAY, puzzle_of
from tests.children import call

DAY = FIRST_DAY.isoformat()


def test_the_position_is_shown_and_the_answer_judged() -> None:
    done = call("puzzle", "--date", DAY, typed="ticket red\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "you are D" in done.stdout
    judged = done.stdout.rpartition("> ")[2]
    assert judged.startswith("Correct. Taking the top red ticket is worth 1.97 pounds, and nothing else comes close.")


def test_an_answer_may_be_given_at_once() -> None:
    done = call("puzzle", "--date", DAY, "tile 2+")
    assert done.stdout.startswith("Not this time. Placing a cheering tile on 2 is worth less than 0.40 pounds; ")
    assert puzzle_of(FIRST_DAY).best == "ticket r"


def test_what_cannot_be_is_refused_in_one_line() -> None:
    for arguments, why in {
        ("--date", "2025-12-31"): "There are puzzles from 2026-01-01 to today.",
        ("--date", DAY, "fly"): "is not an action",
        ("--date", DAY, "tile 1+"): "is not possible in this position.",
        ("--date", DAY, "partner A"): "is not possible in this position.",
    }.items():
        done = call("puzzle", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert why in done.stderr
        assert done.stderr.count("\n") == 1
    assert "is not a date" in call("puzzle", "--date", "today").stderr
    assert call("puzzle", "--date", DAY).stdout.endswith("> \n")

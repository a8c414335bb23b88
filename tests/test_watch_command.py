"""`camelup watch`: every step of a game in words, and the way through it."""

from pathlib import Path

import pytest

from camelup.cli import main
from camelup.formats.record import parse_record, replay
from camelup.terminal.commands.watch import find_step

RECORD = """camelup record 1
players Ann | Bo
start edition 1 | track 3:y 14:bgow | money 3 3
A ticket w
B winner w
A roll b3
result 9 11
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    return path


def test_all_steps_are_told_where_nobody_sits(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(file)]) == 0
    out = capsys.readouterr().out
    assert "0. The start: Ann, Bo." in out
    assert "1. Ann took white 5." in out
    assert "2. Bo bet white to win." in out
    assert "3. Ann rolled " in out


def test_the_way_through_a_game() -> None:
    steps = list(replay(parse_record(RECORD)))
    assert [find_step(steps, 1, asked) for asked in ("", "b", "l", "L", "2", "99", "what")] == [2, 0, 3, 0, 2, 3, 1]
    assert find_step(steps, 0, "b") == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not a game"),
        ("{", "JSON"),
        ('{"type": "roll", "version": 1}', "expected 'record'"),
        (RECORD[:-3] + "12", "result"),
    ],
)
def test_what_is_no_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text)
    assert main(["watch", str(path)]) == 2
    assert words in capsys.readouterr().err


def test_a_seat_that_is_not_there(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(file), "--seat", "C"]) == 2
    assert "seats A to B" in capsys.readouterr().err

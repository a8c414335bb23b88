"""`camelup review`: what it prints and writes, what it reads, and what it refuses."""

import io
import json
import re
from decimal import Decimal
from pathlib import Path

import pytest

from camelup.cli import main
from camelup.formats.json_codec import to_json
from camelup.game import Game
from tests.review.games import played
from tests.test_fair_dice import EXAMPLE

QUICK = ["--playouts", "8"]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    file.write_text(str(played("novice", 3, 1, 3)))
    return file


def test_a_table_and_turning_points(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(game), "--playouts", "40"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert re.search(r"player +place +money +start +dice +hidden +own +others +result\n", out)
    assert re.search(r"player +accuracy +lost +most of it by\n", out)
    assert "%" not in out.partition("player")[2].partition("Turning points")[0], "totals are in pounds"
    money = played("novice", 3, 1, 3).result
    assert money is not None
    for seat, amount in zip("ABC", money, strict=True):
        row = re.search(rf"^ {seat} +[123] +{amount} +(\S.*)$", out, re.MULTILINE)
        assert row is not None
        *parts, result = [Decimal(figure.partition("±")[0]) for figure in row[1].split()]
        assert sum(parts) == result, "as printed"
        assert row[1].count("±") == 2
        assert re.search(rf"^ {seat} +\d+±\d+ +\d+\.\d±\d+\.\d", out, re.MULTILINE)
    assert re.search(r"^ 1  Leg \d, action \d+\. ", out, re.MULTILINE)
    assert max(map(len, out.splitlines())) <= 79


def test_json_is_the_whole_review(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(game), "--json", *QUICK]) == 0
    form = json.loads(capsys.readouterr().out)
    assert (form["type"], form["version"], form["playouts"]) == ("review", 1, 8)
    assert len(form["curve"]) == len(form["plies"]) + 1
    for player in form["players"]:
        parts = sum(player[part]["wins"] for part in ("start", "luck", "unseen", "chosen", "others"))
        assert parts == pytest.approx(player["result"]["wins"], abs=1e-4)


def test_a_page(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "review.html"
    assert main(["review", str(game), "--html", str(page), *QUICK]) == 0
    assert "Turning points" in capsys.readouterr().out
    assert page.read_text().startswith("<!doctype html>")


def test_every_form_of_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record.json"
    record.write_text(json.dumps(to_json(played("novice", 3, 1, 3))))
    assert main(["review", str(record), *QUICK]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(EXAMPLE)))
    assert main(["review", "-", *QUICK]) == 0
    assert re.search(r"^ Cy +1 +14 ", capsys.readouterr().out, re.MULTILINE)


def test_what_is_no_finished_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = str(played("novice", 3, 1, 3))
    page = tmp_path / "page.html"
    cases: dict[str, tuple[str | bytes, str]] = {
        "unfinished": (str(Game(seed=1).record), "is not a finished game (the game is not over yet)."),
        "cut": ("\n".join(whole.splitlines()[:-1]) + "\n", "(the game is not over yet)."),
        "forged": (re.sub(r"result \d+", "result 999", whole), "The record's result is 999".lower()),
        "foreign": ("1. e4 e5 2. Nf3", "is not a finished game (line 1: "),
        "empty": ("", "is not a finished game ("),
        "binary": (b"\xff\xfe\x00", "is not a finished game ("),
        "broken": ("{", "is not a finished game (it looks like JSON, but is not valid JSON)."),
        "position": (json.dumps(to_json(Game(seed=1).position)), "expected 'record' or 'finished_game')."),
    }
    for name, (content, expected) in cases.items():
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        assert main(["review", str(file), "--html", str(page), *QUICK]) == 2, name
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1), name
        assert expected.lower() in err.lower(), err
    assert main(["review", str(tmp_path / "missing")]) == 2
    assert not page.exists()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--html", "{}"], "A page must be a file"),
        (["--html", "{}/no/page.html"], "There is no folder"),
        (["--playouts", "0"], "playouts"),
        (["--seconds", "-1"], "seconds"),
    ],
)
def test_arguments_that_cannot_be(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str
) -> None:
    assert main(["review", str(game), *(word.format(tmp_path) for word in arguments)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert expected in err


def test_progress_is_for_terminals(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", terminal)
    assert main(["review", str(game), "--playouts", "16"]) == 0
    assert "8 playouts for each position: " in terminal.getvalue()
    assert terminal.getvalue().endswith(f"\r{' ' * 78}\r")

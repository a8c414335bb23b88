"""`camelup arena`: what it prints, and how it refuses."""

import json
import math
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from camelup.arena import Match, play_match, workers
from camelup.arena.workers import Slow
from camelup.cli import main
from camelup.terminal import arena_page
from tests.children import call

TABLE = ["random", "random", "random", "--games", "6", "--seed", "1", "--processes", "1"]


@pytest.fixture(autouse=True)
def _without_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine would have a word of progress among what is printed."""
    monkeypatch.setattr(arena_page, "_TELL_EVERY", math.inf)
    monkeypatch.setattr(workers, "_SLOW", math.inf)


def arena(*arguments: str) -> tuple[int, str, str]:
    done = call("arena", *arguments)
    return done.returncode, done.stdout, done.stderr


def test_a_match_is_played_kept_drawn_and_reported(tmp_path: Path) -> None:
    file, picture = tmp_path / "match.jsonl", tmp_path / "match.svg"
    code, page, errors = arena(*TABLE, "--out", str(file), "--plot", str(picture))
    assert (code, errors) == (0, "")
    assert re.search(r"^ random +3 +33.3% ", page, re.MULTILINE)
    assert "1st" in page
    drawn = picture.read_text()
    assert drawn.startswith("<svg")
    picture.unlink()
    before = file.read_bytes()
    assert arena("report", str(file), "--plot", str(picture)) == (0, page, "")
    assert picture.read_text() == drawn
    code, form, errors = arena(*TABLE, "--out", str(file), "--json")
    assert (code, errors) == (0, "")
    assert json.loads(form)["games"] == 6
    assert json.loads(form)["players"][0]["win_share"] == 0.333333
    assert file.read_bytes() == before, "it was played already"


def test_luck_is_taken_out_of_a_match_that_was_kept(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    assert arena("novice", "random", "--games", "4", "--processes", "1", "--out", str(file))[0] == 0
    code, page, errors = arena("report", str(file), "--without-luck")
    assert (code, errors) == (0, "")
    told = re.search(r"Without the luck of the dice:\n +(novice|random) +(\S+)% \+- (\S+)\n", page)
    assert told
    code, form, _ = arena("report", str(file), "--without-luck", "--json")
    players = {player["name"]: player for player in json.loads(form)["players"]}
    assert sum(player["without_luck"] for player in players.values()) == pytest.approx(1)
    assert 100 * players[told[1]]["without_luck"] == pytest.approx(float(told[2]), abs=0.06)
    assert 100 * players[told[1]]["without_luck_error"] == pytest.approx(float(told[3]), abs=0.06)


def test_a_pool_rates_all_that_are_named() -> None:
    code, form, errors = arena(*["random"] * 3, "--pool", "--seats", "2", "--games", "2", "--processes", "1", "--json")
    assert (code, errors) == (0, "")
    assert json.loads(form)["seats"] == 2


def test_what_is_refused_gives_one_line_exit_code_2_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    torn = tmp_path / "torn.jsonl"
    torn.write_text('{"camelup_arena": 1, "edi')
    other = tmp_path / "other.txt"
    other.write_text("a letter to a friend\n")
    new = tmp_path / "new.jsonl"
    cases = {
        ("random",): "played by 2 to 8, not by 1",
        ("random",) * 9: "played by 2 to 8, not by 9",
        ("random", "nobody", "--out", str(new)): "There is no player 'nobody'",
        ("random", "random", "--games", "0", "--out", str(new)): "1 game or more",
        ("random", "random", "--seconds", "-1"): "budget of seconds",
        ("random", "random", "--playouts", "0"): "budget of playouts",
        ("random", "random", "--limit", "0"): "limit of a move",
        ("random", "random", "--processes", "0", "--out", str(new)): "processes must be 1 or more",
        ("random", "random", "--seats", "2"): "--seats needs --pool",
        ("random", "random", "--seed", "-1"): "seed",
        ("random", "random", "--pool"): "A pool of 2 cannot fill 4 seats",
        ("random", "random", "--pool", "--seats", "9"): "not by 9",
        ("random", "random", "--out", str(other)): "has no arena results",
        ("random", "random", "--out", str(torn)): "has no arena results",
        ("random", "random", "--out", str(tmp_path)): "directory",
        ("random", "random", "--out", str(tmp_path / "no" / "such")): "no folder",
        ("random", "random", "--plot", "match.pdf"): ".svg or a .png",
        ("report",): "Name one file",
        ("report", str(other)): "has no arena results",
        ("report", str(torn)): "has no arena results",
        ("report", str(new)): "No such file",
        ("report", str(tmp_path)): "directory",
        ("report", str(other), "--games", "3"): "--games cannot be used with report",
    }
    for arguments, why in cases.items():
        assert main(["arena", *arguments]) == 2, arguments
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("camelup: "), told.err
        assert told.err.count("\n") == 1, told.err
        assert why in told.err, told.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.txt", "torn.jsonl"]
    assert other.read_text() == "a letter to a friend\n"


@pytest.mark.parametrize(("wanted", "told"), [("5", True), ("8", False)])
def test_games_that_make_no_whole_deals_are_rounded_up_aloud(wanted: str, *, told: bool) -> None:
    code, form, errors = arena(*["random"] * 4, "--games", wanted, "--processes", "1", "--json")
    assert (code, json.loads(form)["games"]) == (0, 8)
    said = "camelup: playing 8 games instead of 5: each deal is played from all of 4 seats.\n"
    assert errors.startswith(said) == told
    assert errors.count("instead of") == told


@pytest.mark.parametrize(
    ("slow", "told"),
    [
        (
            Slow("mine:Bot", 5.2, 200.0, is_warming_up=True),
            "mine:Bot has not answered for 5 s. Before the first game it has 200 s for a move, to load what it needs.",
        ),
        (
            Slow("mine:Bot", 5.2, 10.0, is_warming_up=False),
            "mine:Bot has not answered for 5 s. It forfeits a move after 10 s (--limit).",
        ),
    ],
)
def test_it_says_who_keeps_everybody_waiting(slow: Slow, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    arena_page.Progress(Match(("random", "random")), 2).tell_slow(slow)
    assert capsys.readouterr() == ("", f"camelup: {told}\n")


@pytest.mark.parametrize("is_terminal", [True, False])
def test_progress_of_other_work_says_what_it_is(
    is_terminal: bool,  # noqa: FBT001 - an example
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(arena_page, "_SHOW_EVERY", 0)
    monkeypatch.setattr(arena_page, "_TELL_EVERY", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal)
    clock = iter((0.0, 100.0, 102.0, 104.0))
    monkeypatch.setattr(arena_page, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    progress = arena_page.Progress(Match(("random", "random")), 4, "Taking out the luck")
    for _ in range(3):
        progress.count()
    lines = [line.strip() for line in re.split("[\r\n]+", capsys.readouterr().err) if line.strip()]
    if is_terminal:
        assert lines == [
            "Taking out the luck...",
            "[#####               ] 1/4  Taking out the luck",
            "[##########          ] 2/4, 4 s left  Taking out the luck",
            "[###############     ] 3/4, 2 s left  Taking out the luck",
        ]
    else:
        assert lines == [f"{done} of 4 games: Taking out the luck" for done in (1, 2, 3)]


def test_a_comparison_counts_the_games_that_it_takes_the_luck_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[int, str]] = []
    counted: list[object] = []
    monkeypatch.setattr(arena_page.Progress, "__init__", lambda _, __, games, work: made.append((games, work)))
    monkeypatch.setattr(arena_page.Progress, "count", lambda _, result: counted.append(result))
    monkeypatch.setattr(arena_page.Progress, "clear", lambda _: None)
    files = [tmp_path / "long.jsonl", tmp_path / "short.jsonl"]
    for file, games in zip(files, (6, 2), strict=True):
        play_match(Match(("random", "random"), seed=1), games, processes=1, out=file)
    assert main(["arena", "compare", *map(str, files)]) == 0
    assert made == [(4, "Taking out the luck of the dice")]
    assert len(counted) == 4, "the deals of the long match that the short one lacks are left out"

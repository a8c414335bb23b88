"""Whole matches: processes, files of results, interruptions and what is refused."""

import json
import signal
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from camelup.arena import Match, Result, play_match, read_results
from camelup.arena.results import ResultsFile
from camelup.core.edition import FIRST
from camelup.core.errors import ArgumentError, CamelUpError, FileError, PlayerError
from camelup.players import Budget
from tests.arena.players import register
from tests.children import CAMELUP, started

LIMIT = 0.2
MATCH = Match(("bettor", "random", "roller"), seed=3, limit=LIMIT)


@pytest.fixture(autouse=True)
def _players(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)


def without_times(results: Iterable[Result]) -> list[Result]:
    return [replace(result, times=()) for result in results]


@pytest.fixture(scope="module")
def reference() -> list[Result]:
    """A match of twelve games, played without a break by one process."""
    with pytest.MonkeyPatch.context() as patch:
        register(patch)
        return play_match(MATCH, 12, processes=1)


def test_the_number_of_processes_changes_nothing(reference: list[Result]) -> None:
    assert [result.game for result in reference] == list(range(12))
    assert without_times(play_match(MATCH, 10, processes=3)) == without_times(reference)
    assert len({result.record for result in reference}) == 12


def test_a_match_goes_on_where_it_stopped(tmp_path: Path, reference: list[Result]) -> None:
    file = tmp_path / "match.jsonl"
    early = play_match(MATCH, 3, processes=1, out=file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-40])  # torn in the middle of the last line
    heard: list[Result] = []
    results = play_match(MATCH, 12, processes=2, out=file, on_result=heard.append)
    assert without_times(results) == without_times(reference)
    assert results[:2] == early[:2] == heard[:2], "what the file had is not played again"
    kept = read_results(file)
    assert (kept.match, kept.results) == (MATCH, results)
    size = file.stat().st_size
    assert play_match(MATCH, 6, processes=2, out=file) == results[:6], "a shorter match is there already"
    assert file.stat().st_size == size


@pytest.mark.parametrize(
    "other",
    [
        replace(MATCH, seed=4),
        replace(MATCH, names=("bettor", "roller", "random")),
        replace(MATCH, budget=Budget(seconds=1)),
        replace(MATCH, pool_seats=3),
        replace(MATCH, limit=9.0),
    ],
    ids=str,
)
def test_the_file_of_another_match_is_left_alone(tmp_path: Path, reference: list[Result], other: Match) -> None:
    file = keep(tmp_path, reference)
    before = file.read_bytes()
    with pytest.raises(FileError, match="has a different match") as refused:
        play_match(other, 3, processes=1, out=file)
    assert refused.value.code == "other_match"
    assert file.read_bytes() == before


def keep(folder: Path, results: list[Result]) -> Path:
    """Write a file of results as a match does, without playing it again."""
    file = folder / "kept.jsonl"
    with ResultsFile(file, MATCH) as kept:
        kept.add(results)
    return file


@pytest.mark.parametrize(
    ("line", "change", "why"),
    [
        (0, ('"edition": 2', '"edition": 3'), "Line 1 of"),
        (0, ('"camelup_arena": 1', '"camelup_arena": 9'), "another version"),
        (0, ('{"camelup_arena"', '{"arena"'), "has no arena results"),
        (3, ("{", ""), "Line 4 of .* is broken .it is not JSON"),
        (3, ("{", "[" * 100_000), "Line 4 of .* is broken"),
        (2, ('"game": 1', '"game": -1'), "a game needs a number"),
        (2, ('"game": 1', '"game": 0'), "game 0 of this match has other players"),
        (2, ('"money": [', '"money": [1, '), "needs 3 whole numbers"),
        (2, ('"forfeits": [0', '"forfeits": [true'), "needs 3 whole numbers"),
        (2, ('"microseconds": [[', '"microseconds": [["x", '), "must be whole numbers"),
        (2, ('"reasons": [null', '"reasons": [7'), "must be a list of strings"),
        (2, ("camelup record 1", "camelup record 2"), "the record is of another game"),
        (2, ("result ", "result 9"), "the record is of another game"),
    ],
)
def test_a_broken_file_is_told_by_its_line(
    tmp_path: Path, reference: list[Result], line: int, change: tuple[str, str], why: str
) -> None:
    old, new = change
    file = keep(tmp_path, reference)
    lines = file.read_text().splitlines(keepends=True)
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new, 1)
    file.write_text("".join(lines))
    with pytest.raises(FileError, match=why) as refused:
        read_results(file)
    assert refused.value.code in {"file", "results"}


def test_a_game_twice_is_refused(tmp_path: Path, reference: list[Result]) -> None:
    with pytest.raises(FileError, match="twice"):
        read_results(keep(tmp_path, reference + reference[:1]))


def test_no_two_matches_write_to_one_file(tmp_path: Path, reference: list[Result]) -> None:
    file = keep(tmp_path, reference[:3])
    with (
        ResultsFile(file, MATCH),
        pytest.raises(FileError, match="Another arena is writing"),
    ):
        play_match(MATCH, 12, processes=1, out=file)


# --- Bad players ----------------------------------------------------------------------------------------------


def test_a_player_that_no_alarm_reaches_loses_its_process_and_the_match_goes_on(tmp_path: Path) -> None:
    match = Match(("deaf", "killer", "bettor"), seed=3, limit=0.1)
    results = play_match(match, 3, processes=2, out=tmp_path / "match.jsonl")
    assert [result.game for result in results] == [0, 1, 2]
    for result in results:
        told = dict(zip(result.players, zip(result.forfeits, result.reasons, strict=True), strict=True))
        assert told["bettor"] == (0, None)
        assert told["deaf"][0] > 1
        assert told["deaf"][1] == "it did not come back, and its process was ended"
        assert told["killer"][0] > 1
        assert told["killer"][1] == "its process died"
    assert read_results(tmp_path / "match.jsonl").results == results


@pytest.mark.parametrize("debug", [False, True])
def test_what_players_print_is_shown_to_their_authors_if_asked_for(
    capfd: pytest.CaptureFixture[str], *, debug: bool
) -> None:
    play_match(Match(("chatty", "random")), 2, processes=1, debug=debug)
    told = capfd.readouterr()
    assert told.out == ""
    assert ("Hm.\n" in told.err, "in do\n" in told.err, "ValueError: no idea\n" in told.err) == (debug,) * 3


def test_no_move_pays_for_what_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a cold cache, a kernel that no rehearsal has called takes longer to compile than a move may take."""
    monkeypatch.setenv("CAMELUP_CACHE", str(tmp_path))
    results = play_match(Match(("compiler", "random"), limit=0.5), 2, processes=1)
    assert list(tmp_path.rglob("sampling.sample_races*.nbc")), "it was compiled here"
    assert [result.reasons for result in results] == [(None, None)] * 2


@pytest.mark.parametrize(("name", "why"), [("refused", "This one will not play."), ("nobody", "There is no player")])
def test_a_player_that_cannot_be_made_is_refused_before_anything_is_written(
    tmp_path: Path, name: str, why: str
) -> None:
    with pytest.raises(PlayerError, match=why):
        play_match(Match(("roller", name)), 4, processes=2, out=tmp_path / "match.jsonl")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("games", "processes"), [(0, 1), (-4, 1), (4, 0), (4, -1)])
def test_numbers_that_cannot_be(games: int, processes: int) -> None:
    with pytest.raises(CamelUpError):
        play_match(MATCH, games, processes=processes)


def test_an_edition_may_be_given_by_its_number() -> None:
    match = Match(("random", "random"), edition=1)
    assert match == Match(("random", "random"), edition=FIRST)
    assert match.edition is FIRST
    assert replace(match, seed=3).edition is FIRST
    with pytest.raises(ArgumentError, match=r"Name the players in a tuple, such as .*, not as 'random'"):
        Match("random")
    with pytest.raises(ArgumentError, match="An edition is 1 or 2"):
        Match(("random", "random"), edition=3)


def test_a_path_may_be_a_string_and_players_a_list(tmp_path: Path) -> None:
    match = Match(["random", "random"])
    assert match == Match(("random", "random"))
    assert hash(match) == hash(Match(("random", "random")))
    results = play_match(match, 2, processes=1, out=str(tmp_path / "match.jsonl"))
    assert read_results(str(tmp_path / "match.jsonl")).results == results


def test_classes_and_programs_of_ones_own_play_with_a_seed_for_each_game() -> None:
    program = f"exec:{sys.executable} -m camelup player random"
    match = Match((program, "tests.arena.players:Bettor", "random"), seed=2)
    results = play_match(match, 6, processes=1)
    assert sum(sum(result.forfeits) for result in results) == 0
    assert without_times(results) == without_times(play_match(match, 6, processes=2)), (
        "a program gets a seed for each game"
    )


# --- Interruptions --------------------------------------------------------------------------------------------

ARENA = ("arena", "random", "random", "random", "--seed", "5", "--limit", "30")


def lines_of(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def wait_for(file: Path, lines: int) -> None:
    end = time.monotonic() + 60
    while lines_of(file) < lines:
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT])
def test_an_interrupted_command_leaves_a_file_that_goes_on(tmp_path: Path, by: signal.Signals) -> None:
    file = tmp_path / "match.jsonl"
    with started(*CAMELUP, *ARENA, "--games", "100000", "--processes", "2", "--out", str(file)) as process:
        wait_for(file, 8)
        process.send_signal(by)
        assert process.wait(60) == (130 if by == signal.SIGINT else -by)
    kept = read_results(file)
    assert 7 <= len(kept.results) < 100_000
    begun = len(kept.results)
    time.sleep(0.3)
    assert len(read_results(file).results) == begun, "nobody is left to write"
    games = kept.results[-1].game + 4
    results = play_match(kept.match, games, processes=2, out=file)
    again = play_match(kept.match, 6, processes=1)
    assert without_times(results[:6]) == without_times(again)
    assert [result.game for result in results] == list(range(kept.match.count_games(games)))
    assert all(json.loads(line) for line in file.read_bytes().splitlines())

"""Start, replay, review and puzzle, full-screen."""

import asyncio
import os
import random
import stat
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from camelup import Game
from camelup.core.actions import Roll
from camelup.core.errors import PlayerError
from camelup.files import make_data_folder, user_data
from camelup.formats.record import Record, replay
from camelup.formats.review_types import Worth
from camelup.puzzles import FIRST_DAY, puzzle_of
from camelup.review.results import Choice, PlyReview, Review, Worths
from camelup.tui.answers import Answer, keep_answer, read_answers, streak
from camelup.tui.host import Host
from camelup.tui.local_game import write_kinds
from camelup.tui.playing import Playing, find_kept, slot_of
from camelup.tui.puzzle_screen import PuzzleScreen
from camelup.tui.review_screen import ReviewScreen
from camelup.tui.setup import PERSON, Setup, usual_kinds
from camelup.tui.start_screen import StartScreen
from camelup.tui.table_screen import TableScreen
from camelup.tui.watch_screen import WatchScreen
from tests.children import started
from tests.tui.pilots import shown, until
from tests.tui.tables import SIZES, QuickThinking
from tests.tui.test_drawing import SNAPSHOTS


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAMELUP_DATA", str(tmp_path))
    return tmp_path


def finished(seed: int = 4) -> Record:
    game, generator = Game(3, seed=seed, names=["Ann", "Bo", "Cem"]), random.Random(seed)
    while not game.is_over:
        game.play("roll" if generator.random() < 0.5 else generator.choice(game.legal()))
    return game.record


def check_snapshot(pilot: Pilot[None], name: str) -> None:
    """Compare the screen with what a person has looked at; CAMELUP_WRITE_SNAPSHOTS=1 writes it again."""
    file = SNAPSHOTS / f"{name}-{pilot.app.size.width}x{pilot.app.size.height}.txt"
    if os.environ.get("CAMELUP_WRITE_SNAPSHOTS"):
        file.write_text(shown(pilot))
    assert shown(pilot) == file.read_text()


# --- The start ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_the_start_screen_sets_up_a_table(size: tuple[int, int]) -> None:
    playing = Playing(make_thinking=QuickThinking, seed=1)
    async with playing.with_start_screen().run_test(size=size) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, StartScreen)
        assert "Continue" not in shown(pilot)
        check_snapshot(pilot, "start")
        await pilot.press("right", "down", "right", "right", "down", "down", "left")
        assert "first, without crazy camels" in shown(pilot)
        assert (screen.setup.players, screen.setup.kinds[1]) == (6, "random")
        while screen.setup.kinds.count("random") < 5:
            await pilot.press("down" if screen.setup.kinds[screen._at - 2] == "random" else "left")  # noqa: SLF001
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert table.desk.view.players == 6
        assert table.desk.view.edition.number == 1


async def test_a_name_can_be_seen_while_it_is_typed() -> None:
    async with Playing(make_thinking=QuickThinking).with_start_screen().run_test(size=(80, 24)) as pilot:
        await pilot.press("e", *"Zed")
        await until(pilot, lambda: "Zed" in pilot.app.export_screenshot())
        await pilot.press("enter")
        await until(pilot, lambda: "Zed" in shown(pilot))


async def test_a_game_that_was_left_can_be_continued(own_folder: Path) -> None:
    game = Game(2, seed=3, names=["You", "Tumble"])
    game.play("ticket b")
    kept = own_folder / "terminal" / "1.txt"
    kept.parent.mkdir()
    kept.write_text(f'{game.record}# computers {{"1": "random"}}\n')
    assert find_kept() == [kept]
    async with Playing(make_thinking=QuickThinking).with_start_screen().run_test(size=(80, 24)) as pilot:
        assert "leg 1, You, Tumble" in shown(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert table.desk.kinds == {1: "random"}
        assert not kept.exists()
        assert slot_of(0).parent == kept.parent


async def test_a_game_that_is_being_played_is_not_offered_elsewhere() -> None:
    slot = slot_of(os.getpid())
    playing = Playing(make_thinking=QuickThinking)
    async with playing.with_game(Game(2, seed=3, first=0, names=["Ann", "Bo"]), {}).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(shown(pilot)))
        await pilot.press("enter", "r")
        await until(pilot, slot.exists)
        assert find_kept() == []
    assert find_kept() == [slot]
    assert [file.name for file in slot.parent.iterdir()] == [slot.name]


def test_a_game_whose_process_was_killed_is_offered_again(own_folder: Path) -> None:
    kept = own_folder / "terminal" / "1.txt"
    kept.parent.mkdir()
    kept.write_text(str(Game(2, seed=3).record))
    script = "import sys; from pathlib import Path; from camelup.tui.running_games import RunningMark\n"
    script += "mark = RunningMark(Path(sys.argv[1])); mark.set(); print('set', flush=True); input()"
    command = [sys.executable, "-c", script, str(kept)]
    with started(*command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "set\n"
        assert find_kept() == []
        other.kill()
        other.wait()
    assert find_kept() == [kept]
    assert [file.name for file in kept.parent.iterdir()] == ["1.txt"]


@pytest.mark.parametrize(
    "computers", ["nonsense", "[1]", '{"9": "random"}', '{"1": "nobody"}', '{"x": "random"}', "\0"]
)
async def test_a_file_that_is_no_game_is_not_offered(computers: str, own_folder: Path) -> None:
    (own_folder / "terminal").mkdir()
    (own_folder / "terminal" / "1.txt").write_text("nonsense")
    (own_folder / "terminal" / "2.txt").write_bytes(b"\xff\xfe")
    (own_folder / "terminal" / "3.txt").write_text(f"{Game(2, seed=3).record}# computers {computers}\n")
    async with Playing(make_thinking=QuickThinking).with_start_screen().run_test(size=(80, 24)) as pilot:
        assert "Continue" not in shown(pilot)


async def test_an_older_game_is_offered_where_the_latest_is_broken(own_folder: Path) -> None:
    older, latest = own_folder / "terminal" / "1.txt", own_folder / "terminal" / "2.txt"
    older.parent.mkdir()
    older.write_text(f"{Game(2, seed=3, names=['You', 'Tumble']).record}{write_kinds({1: 'random'})}")
    latest.write_text("nonsense")
    os.utime(older, (1, 1))
    async with Playing(make_thinking=QuickThinking).with_start_screen().run_test(size=(80, 24)) as pilot:
        assert "leg 1, You, Tumble" in shown(pilot)


def test_names_differ_and_several_people_have_their_own() -> None:
    setup = Setup(kinds=("person", "shark", "shark", "person"), people=("Ann", "Bo"))
    assert setup.names == ("Ann", "Fin", "Fin 2", "Bo")
    assert Setup(kinds=("person", "person")).names == ("Guest", "Guest 2")
    assert setup.with_players(9).players == 8
    assert setup.with_players(1).players == 2
    assert setup.with_name(3, "Cem").names[3] == "Cem"
    assert usual_kinds(3)[0] == PERSON


# --- Replay and review --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [None, 1])
async def test_a_game_is_replayed_step_by_step(seat: int | None) -> None:
    record = finished()
    steps = list(replay(record))
    screen = WatchScreen(record, steps, seat=seat, has_motion=False, thinking=QuickThinking())
    async with Host(lambda: screen).run_test(size=(80, 24)) as pilot:
        assert f"step 0 of {len(steps) - 1}" in shown(pilot)
        await pilot.press("right", "right", "left", "o")
        assert screen.at == 1
        await until(pilot, lambda: "20%  30%" in shown(pilot))
        await pilot.press("l")
        assert steps[screen.at].state.leg == 2
        await pilot.press("k", "end")
        assert "race over" in shown(pilot)
        check_snapshot(pilot, f"replay-{seat}")
        await pilot.press("g", "3", "enter")
        await until(pilot, lambda: screen.at == 3)
        await pilot.press("home", "space")
        await until(pilot, lambda: screen.at >= 1)
        await pilot.press("q")
    assert pilot.app.return_code == 0


def invented_review(record: Record) -> Review:
    """A review with made-up chances: real ones need compiled games."""
    steps, generator = tuple(replay(record)), random.Random(1)

    def chances() -> Worths:
        shares = [generator.random() for _ in record.names]
        return tuple(Worth(share / sum(shares), 8.0) for share in shares)

    curve = [chances() for _ in steps]
    nothing = tuple(Worth(0.0, 0.0) for _ in record.names)
    plies = tuple(
        PlyReview(
            number,
            step.state.leg,
            curve[number - 1],
            curve[number],
            (0.01,) * len(record.names),
            luck=nothing,
            unseen=nothing,
            chosen=nothing,
            choices=(Choice(Roll(), Worth(0.4, 9.0), 0.01, 10),),
            lost=Worth(0.1 if number % 7 == 0 else 0.0, 0.5),
            lost_error=Worth(0.01, 0.1),
            level=(),
            loss=None,
            cost=(0.0,) * len(record.names),
        )
        for number, step in enumerate(steps[1:], 1)
    )
    errors = (Worth(0.01, 0.1),) * len(record.names)
    return Review(record, steps, curve[0], (0.01,) * len(record.names), plies, errors, errors, 10)


class Reviewing(QuickThinking):
    """Has a review at hand, in two pieces."""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self._pieces = [(0.5, None), (1.0, invented_review(record))]

    async def ask(self, what: str, *_: object) -> Any:  # noqa: ANN401 - depends on the question
        await asyncio.sleep(0)
        return self._pieces.pop(0) if what == "next_piece" and self._pieces else None


async def test_a_review_has_its_curve_its_turning_points_and_every_board() -> None:
    record = finished()
    screen = ReviewScreen(record, list(replay(record)), Reviewing(record), playouts=2, seconds=None)
    async with Host(lambda: screen).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.share == 1.0)
        text = shown(pilot)
        assert "100%" in text
        assert "Turning points" in text
        assert all(letter * 2 in text for letter in "ABC")
        await pilot.press("right", "right")
        assert "action 2" in shown(pilot)
        await pilot.press("down")
        check_snapshot(pilot, "review")
        mark = screen.at
        assert mark > 2
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, WatchScreen)
        await pilot.press("right", "q")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.at == mark + 1
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert "Turning points" in shown(pilot)


async def test_a_review_that_fails_says_why() -> None:
    class Failing(QuickThinking):
        async def ask(self, what: str, *_: object) -> Any:  # noqa: ANN401 - depends on the question
            raise PlayerError("failed", f"no {what}")

    record = finished()
    host = Host(lambda: ReviewScreen(record, list(replay(record)), Failing(), playouts=2, seconds=None))
    async with host.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: host.error is not None)
    assert str(host.error) == "no start_review"


# --- Puzzles ------------------------------------------------------------------------------------------------------


async def test_a_puzzle_is_answered_once_and_its_values_come_after() -> None:
    today = date(2026, 1, 3)
    screen = PuzzleScreen(FIRST_DAY, today)
    async with Host(lambda: screen).run_test(size=(80, 24)) as pilot:
        assert "Puzzle of 1 January 2026" in shown(pilot)
        partners = screen.puzzle.view.edition.has_partnerships(screen.puzzle.view.players)
        assert ("p partner" in shown(pilot)) is partners
        await pilot.press("v")
        assert "First choose an action." in shown(pilot)
        await pilot.press("4", "4")
        assert "Correct" in shown(pilot)
        check_snapshot(pilot, "puzzle")
        await pilot.press("5", "5", "v")
        assert "+1.97   take red" in shown(pilot)
        await pilot.press("enter", ">")
        assert "Puzzle of 2 January 2026" in shown(pilot)
        await pilot.press("r")
        assert "Not this time" in shown(pilot)
        await pilot.press("<", "<")
        assert "Correct" in shown(pilot)
    assert read_answers() == {
        date(2026, 1, 1): Answer("ticket r", is_right=True, is_on_time=False),
        date(2026, 1, 2): Answer("roll", is_right=False, is_on_time=False),
    }


def test_only_their_owner_looks_into_what_the_terminal_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMELUP_DATA", str(tmp_path / "share" / "camelup"))
    make_data_folder(user_data() / "terminal")
    for folder in (user_data(), user_data() / "terminal"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    # What is there stays as its owner wants it.
    user_data().chmod(0o750)
    keep_answer(date(2026, 5, 1), Answer("roll", is_right=True, is_on_time=True))
    assert stat.S_IMODE(user_data().stat().st_mode) == 0o750


def test_streaks_count_right_answers_on_their_day(own_folder: Path) -> None:
    right, late = Answer("roll", is_right=True, is_on_time=True), Answer("roll", is_right=True, is_on_time=False)
    keep_answer(date(2026, 5, 1), right)
    keep_answer(date(2026, 5, 2), right)
    answers = keep_answer(date(2026, 5, 3), late)
    assert [streak(answers, date(2026, 5, day)) for day in (2, 3, 4)] == [2, 0, 0]
    assert keep_answer(date(2026, 5, 1), late)[date(2026, 5, 1)] == right
    (own_folder / "puzzles.json").write_text("[1]")
    assert read_answers() == {}
    assert puzzle_of(FIRST_DAY).best == "ticket r"

"""The command line as one piece: the same flags for the same things, JSON where there is an answer, one first run."""

import argparse
import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from camelup import Game, position_text, to_json
from camelup.cli import COMMANDS, main, make_parser
from camelup.core.edition import SECOND
from camelup.odds.table import table_path
from camelup.terminal import build_race_table, first_run
from camelup.terminal.commands import play
from camelup.terminal.completing import commands_of
from camelup.terminal.output_files import showing
from camelup.terminal.race_table_cost import BUILD_COMMAND, build_cost, table_file
from tests.children import call

PARSERS = commands_of(make_parser(None, is_full=True))
WITHOUT_JSON = {"play", "serve", "join", "player", "train", "completion", "db export"}
"""These talk to people or to programs for as long as they run, or write lines of JSON anyway."""


def all_parsers() -> dict[str, argparse.ArgumentParser]:
    """Every command, and those of a command in place of it."""
    found: dict[str, argparse.ArgumentParser] = {}
    for name, parser in PARSERS.items():
        inner = commands_of(parser)
        found |= {f"{name} {word}": below for word, below in inner.items()} if inner else {name: parser}
    return found


def actions_of(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if action.help != argparse.SUPPRESS]  # noqa: SLF001 - no other way


def test_every_command_with_an_answer_has_json() -> None:
    lacking = {
        name
        for name, parser in all_parsers().items()
        if not any("--json" in action.option_strings for action in actions_of(parser))
    }
    assert lacking == WITHOUT_JSON


def test_every_argument_has_a_help_that_begins_and_ends_alike() -> None:
    for name, parser in all_parsers().items():
        for action in actions_of(parser):
            text = action.help or ""
            assert text, f"{name} {action.dest} has no help"
            assert not text.endswith("."), f"{name} {action.dest}: {text}"
            assert text[0].islower() or text[0].isdigit() or text.split()[0].isupper(), f"{name} {action.dest}: {text}"
            assert not re.search(r", default \S", text), f"{name} {action.dest}: defaults are in brackets"


def test_the_same_flag_takes_the_same_kind_of_value_everywhere() -> None:
    kinds: dict[str, dict[Any, list[str]]] = {}
    for name, parser in all_parsers().items():
        for action in actions_of(parser):
            for flag in action.option_strings:
                kinds.setdefault(flag, {}).setdefault(action.metavar if action.nargs != 0 else None, []).append(name)
    apart = {flag: found for flag, found in kinds.items() if len(found) > 1}
    # Kept as they are, since people use them: the host of a server and that of a table, tables of several sizes for a
    # training run, and three places to begin from.
    assert set(apart) == {"--from", "--host", "--seats"}, apart


def test_every_command_is_described_and_listed_in_the_manual() -> None:
    assert list(PARSERS) == list(COMMANDS)
    for name, about in COMMANDS.items():
        assert about[0].islower(), name
        assert not about.endswith("."), name


# --- JSON -----------------------------------------------------------------------------------------------------


def told(*arguments: str, typed: str = "") -> Any:  # noqa: ANN401 - JSON
    done = call(*arguments, "--json", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_show_as_json() -> None:
    game = Game(players=2, seed=2)
    answer = told("show", position_text(game.position), "--names", "Ann,Bo")
    assert answer == {"names": ["Ann", "Bo"], "position": to_json(game.position)}


def test_a_puzzle_as_json_keeps_its_solution_until_there_is_an_answer() -> None:
    asked = told("puzzle", "--date", "2026-01-01")
    assert (asked["date"], "best" in asked, "roll" in asked["legal"]) == ("2026-01-01", False, True)
    answered = told("puzzle", "--date", "2026-01-01", "ticket r")
    assert (answered["best"], answered["is_correct"]) == ("ticket r", True)
    assert told("puzzle", "--date", "2026-01-01", "roll")["is_correct"] is False


def test_a_replay_as_json_hides_what_a_seat_could_not_see(tmp_path: Path) -> None:
    game = Game(players=2, seed=2, names=["Ann", "Bo"], first=0)
    game.play("winner g")
    game.play("roll")
    file = tmp_path / "game"
    file.write_text(str(game.record))
    for seat, expected in (("A", "A winner g"), ("B", "A winner ?")):
        done = call("watch", str(file), "--seat", seat, "--json")
        steps = [json.loads(line) for line in done.stdout.splitlines()]
        assert [step["step"] for step in steps] == [0, 1, 2]
        assert (steps[0]["ply"], steps[1]["ply"]) == (None, expected)
        assert steps[2]["position"] == to_json(game.record.view(game.position, "AB".index(seat)))
    assert len(call("watch", str(file), "--json", "--from", "2").stdout.splitlines()) == 1


# --- The first run --------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """A stream that a person is at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(name="folders")
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of somebody who has never used camelup."""
    monkeypatch.setenv("CAMELUP_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("CAMELUP_CACHE", str(tmp_path / "cache"))
    return tmp_path


@contextmanager
def at_terminal(typed: str = "") -> Iterator[Terminal]:
    """Somebody at a terminal; gives what is written to standard error. Not a fixture: pytest would take it back."""
    shown = Terminal()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", Terminal(typed))
        patch.setattr(sys, "stderr", shown)
        yield shown


@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize(("typed", "built"), [("y\n", 1), ("n\n", 0), ("\n", 0), ("", 0)])
def test_the_race_table_is_offered_once(typed: str, built: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(build_race_table, "run_build", asked.append)
    with at_terminal(typed) as terminal:
        first_run.offer_race_table()
        shown = terminal.getvalue()
        first_run.offer_race_table()
        first_run.mention_race_table()
        assert terminal.getvalue() == shown
    assert build_cost() in shown
    assert "sampled" in shown
    assert len(asked) == built
    assert (BUILD_COMMAND in shown) == (not built)


@pytest.mark.usefixtures("folders")
def test_where_a_question_would_be_in_the_way_it_is_a_line() -> None:
    with at_terminal() as terminal:
        first_run.mention_race_table()
    assert terminal.getvalue().count("\n") == 1
    assert BUILD_COMMAND in terminal.getvalue()


def test_nobody_is_asked_who_has_a_table_or_is_no_person(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert table_file() == table_path(SECOND)
    with at_terminal("y\n") as terminal:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO("y\n"))
            first_run.offer_race_table()
        table_file().parent.mkdir(parents=True)
        table_file().touch()
        first_run.offer_race_table()
        first_run.mention_race_table()
    assert terminal.getvalue() == ""
    assert not (folders / "data").exists()


def test_the_bare_command_plays_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[argparse.Namespace] = []

    def run(arguments: argparse.Namespace) -> int:
        played.append(arguments)
        return 0

    monkeypatch.setattr(play, "run", run)
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert main([]) == 0
    assert [arguments.edition for arguments in played] == [None]


def test_progress_is_shown_on_a_terminal_and_erased() -> None:
    shown_once = Event()

    def line() -> str:
        shown_once.set()
        return "3 tables checked"

    with at_terminal() as terminal, showing(line, every=0.001):
        assert shown_once.wait(60)
    assert "\r3 tables checked" in terminal.getvalue()
    assert terminal.getvalue().endswith(f"\r{'':<60}\r")

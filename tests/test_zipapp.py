"""The plain terminal game in one file: it plays where nothing but Python is installed."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.children import run

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def zipapp(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("zipapp") / "camelup.pyz"
    done = run(sys.executable, str(ROOT / "tools" / "make_zipapp.py"), str(file))
    assert done.returncode == 0, done.stderr
    return file


def run_alone(zipapp: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run it in a Python that finds no installed package."""
    return run(sys.executable, "-I", "-S", str(zipapp), *arguments, typed=typed, cwd=zipapp.parent)


def test_a_whole_game_is_played(zipapp: Path) -> None:
    done = run_alone(zipapp, "play", "--players", "2", "--seed", "1", "--save", "game.txt", typed="roll\n" * 200)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "camelup: playing in plain lines, because the input is not a terminal.\n"
    assert " won the race, and " in done.stdout
    shown = run_alone(zipapp, "show", "game.txt")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "Final money: You " in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["--version"], "camelup "),
        (["players"], "champion"),
        (["puzzle", "roll", "--date", "2026-11-17"], "roll"),
        (["completion", "man"], ".TH CAMELUP 1"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_needs_python_alone_works(zipapp: Path, arguments: list[str], shown: str) -> None:
    done = run_alone(zipapp, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert shown in done.stdout.lower() or shown in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["odds", "1:gy 2:rb 3:p 14:K 16:W"],
        ["serve", "--local", "--port", "0"],
        ["play", "--plain", "--against", "greedy"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_the_rest_asks_for_the_package_even_where_its_extras_are(zipapp: Path, arguments: list[str]) -> None:
    """An extra would not help: there is no package here that it could be added to."""
    done = run(sys.executable, str(zipapp), *arguments, cwd=zipapp.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(": install camelup, because this file has only the plain terminal game.\n")

"""Without the packages of the extras: everything else works, and the rest says what to install."""

import json
import pickle
import re
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

import camelup
from camelup import CamelUpError, MissingPackageError
from camelup.extras import require_extra
from tests.children import run

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"

# Hides the packages that its first argument lists.
HIDE = """
import json, sys
from importlib.abc import MetaPathFinder

hidden = json.loads(sys.argv[1])

class Hide(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name.partition(".")[0])

sys.meta_path.insert(0, Hide())
"""
# Reports what cannot be imported.
IMPORT_ALL = """
from importlib import import_module

modules = json.loads(sys.argv[2])
failures = {}

def attempt(what, work):
    try:
        return work()
    except BaseException as error:
        code, name = getattr(error, "code", None), getattr(error, "name", None)
        failures[what] = [type(error).__name__, isinstance(error, ImportError), code, name, str(error)]

def find(module, name):
    try:
        return getattr(module, name)
    except AttributeError:  # some packages show their modules
        return import_module(f"{module.__name__}.{name}")

for name in modules:
    module = attempt(name, lambda: import_module(name))
    for shown in getattr(module, "__all__", ()):
        attempt(f"{name}:{shown}", lambda: find(module, shown))
print(json.dumps(failures))
"""
# Runs commands, and reports how each of them ends.
RUN_COMMANDS = """
import io
from contextlib import redirect_stderr, redirect_stdout
from camelup.cli import main

answers = []
for command in json.loads(sys.argv[2]):
    sys.stdin = io.StringIO("roll\\nq\\n")
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as error:
        code = main(command)
    answers.append([code, out.getvalue(), error.getvalue()])
print(json.dumps(answers))
"""
HIDDEN = (
    *("asyncpg", "dask", "distributed", "gymnasium", "llvmlite", "msgspec", "numba", "numpy", "openskill"),
    *("open_spiel", "pettingzoo", "pyarrow", "pyspiel", "resvg_py", "rich", "shtab", "starlette", "textual", "torch"),
    *("uvicorn", "uvloop", "websockets"),
)


def modules_to_import() -> list[str]:
    """List all packages, and the modules that documents name."""
    packages = {".".join(path.parent.relative_to(SOURCE).parts) for path in SOURCE.glob("camelup/**/__init__.py")}
    documents = (ROOT / "README.md", *ROOT.glob("docs/*.md"))
    named = {name for document in documents for name in re.findall(r"\bcamelup(?:\.[a-z_]+)+", document.read_text())}
    modules = {name for name in named if (SOURCE / name.replace(".", "/")).with_suffix(".py").exists()}
    assert {"camelup.odds.answers", "camelup.arena.standings"} <= modules
    return sorted(packages | modules)


@pytest.fixture(scope="module")
def failures() -> dict[str, tuple[str, bool, str | None, str | None, str]]:
    done = run(sys.executable, "-c", HIDE + IMPORT_ALL, json.dumps(HIDDEN), json.dumps(modules_to_import()))
    assert done.returncode == 0, done.stderr
    return {what: tuple(failure) for what, failure in json.loads(done.stdout).items()}


def test_what_cannot_be_imported_says_what_to_install(
    failures: dict[str, tuple[str, bool, str | None, str | None, str]],
) -> None:
    for what, (kind, is_import_error, code, package, message) in failures.items():
        assert (kind, is_import_error) == ("MissingPackageError", True), f"{what}: {kind}: {message}"
        assert code is not None
        assert code.startswith("no_")
        assert package in HIDDEN
        assert f"need {package}: pip install 'camelup[{code.removeprefix('no_')}]'." in message


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("camelup.odds:leg", "no_odds"),
        ("camelup.odds:race", "no_odds"),
        ("camelup.odds:values", "no_odds"),
        ("camelup.odds.answers", "no_odds"),
        ("camelup.bulk", "no_odds"),
        ("camelup.review:review_game", "no_odds"),
        ("camelup.search", "no_odds"),
        ("camelup.nets", "no_odds"),
        ("camelup.training", "no_train"),
        ("camelup.arena.standings", "no_arena"),
        ("camelup.client", "no_client"),
        ("camelup.data", "no_data"),
        ("camelup.protocol", "no_client"),
        ("camelup.server.http", "no_server"),
        ("camelup.server.store", "no_server"),
    ],
)
def test_every_extra_is_named(
    failures: dict[str, tuple[str, bool, str | None, str | None, str]], what: str, code: str
) -> None:
    assert failures[what][2] == code


@pytest.mark.parametrize(
    "package",
    [
        "camelup",
        "camelup.odds",
        "camelup.review",
        "camelup.players",
        "camelup.drawing",
        "camelup.terminal",
        "camelup.tui",
    ],
)
def test_the_rest_can_be_imported(
    failures: dict[str, tuple[str, bool, str | None, str | None, str]], package: str
) -> None:
    assert package not in failures
    assert not [what for what in failures if what.startswith("camelup:")]


def test_every_package_that_is_needed_somewhere_was_hidden() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [*project["dependencies"], *(one for some in project["optional-dependencies"].values() for one in some)]
    names = {re.split(r"[>\[]", requirement)[0].replace("-", "_") for requirement in needed} - {"camelup"}
    assert names <= set(HIDDEN)


def commands_without(hidden: Sequence[str], *commands: list[str]) -> list[tuple[int, str, str]]:
    done = run(sys.executable, "-c", HIDE + RUN_COMMANDS, json.dumps(hidden), json.dumps(commands))
    assert done.returncode == 0, done.stderr
    return [(code, out, error) for code, out, error in json.loads(done.stdout)]


def test_the_plain_game_is_played_without_any_package() -> None:
    position = "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | money 3 3"
    game, shown, listed, puzzle = commands_without(
        HIDDEN,
        ["play", "--plain", "--seed", "1", "--first", "A"],
        ["show", position],
        ["players"],
        ["puzzle", "--plain", "roll", "--date", "2026-11-17"],
    )
    assert all((code, error) == (0, "") for code, _, error in (game, shown, listed, puzzle))
    assert "You rolled " in game[1]
    assert "Goodbye." in game[1]


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (["arena", "random", "random"], "Matches need openskill: pip install 'camelup[arena]'."),
        (["odds", "1:gy 2:rb 3:p 14:K 16:W"], "Odds need numpy: pip install 'camelup[odds]'."),
        (["stats", "--export", "x.parquet"], "Exports need pyarrow: pip install 'camelup[data]'."),
        (["serve", "--local", "--port", "0"], "Live tables need starlette: pip install 'camelup[server]'."),
        (["train", "folder"], "Training runs need torch: pip install 'camelup[train]'."),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_command_that_lacks_a_package_is_one_line_with_what_installs_it(command: list[str], line: str) -> None:
    name = line.split(" need ")[1].split(":", maxsplit=1)[0]
    ((code, out, error),) = commands_without([name], command)
    assert (code, out, error) == (2, "", f"camelup: {line}\n")


def test_the_outermost_says_what_is_missing_and_the_error_travels() -> None:
    with (
        pytest.raises(MissingPackageError) as caught,
        require_extra("Matches", "arena"),
        require_extra("Odds", "odds"),
    ):
        raise ModuleNotFoundError("No module named 'numba'", name="numba")
    error = caught.value
    assert isinstance(error, ImportError)
    assert isinstance(error, CamelUpError)
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own error
    for same in (error, copy):
        assert (same.code, same.name, str(same)) == (
            "no_arena",
            "numba",
            "Matches need numba: pip install 'camelup[arena]'.",
        )


def test_what_is_missing_in_camelup_itself_is_no_package() -> None:
    with pytest.raises(ModuleNotFoundError), require_extra("Odds", "odds"):
        raise ModuleNotFoundError("No module named 'camelup.nowhere'", name="camelup.nowhere")
    assert camelup.__version__

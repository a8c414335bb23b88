"""The command: what it imports, what it answers, and how it refuses."""

import json
import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from camelup import Game, __version__, position_text, to_json
from camelup.cli import COMMANDS, main, make_parser
from camelup.players import ENTRIES, find_player
from tests.children import CAMELUP, call, run, started

ROOT = Path(__file__).parent.parent
POSITION = "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | money 3 3"
HEAVY = ("numpy", "numba", "llvmlite")


def modules_after(*commands: list[str], typed: str = "") -> list[tuple[str, set[str]]]:
    """Run the command several times in one fresh Python; give what each time has imported that was not there before."""
    script = (
        "import json, sys\n"
        "from camelup.cli import main\n"
        f"for arguments in {commands!r}:\n"
        "    before = set(sys.modules)\n"
        "    try:\n"
        "        main(arguments)\n"
        "    except SystemExit:\n"
        "        pass\n"
        "    print(json.dumps([' '.join(arguments), sorted(set(sys.modules) - before)]), file=sys.stderr)\n"
    )
    lines = run(sys.executable, "-c", script, typed=typed).stderr.splitlines()
    return [(command, set(modules)) for command, modules in map(json.loads, lines)]


@pytest.mark.parametrize(("said", "taken"), [(None, "1"), ("2", "2")])
def test_matrices_take_one_core_unless_the_user_says_another_number(said: str | None, taken: str) -> None:
    # Matrices so small lose by being shared out, and beside other work they lose much.
    script = (
        "import os, sys\n"
        "from camelup.cli import main\n"
        "assert 'numpy' not in sys.modules\n"  # which reads the number when it is imported
        "main(['players'])\n"
        "print(os.environ['OPENBLAS_NUM_THREADS'], file=sys.stderr)\n"
    )
    own = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    environment = own if said is None else own | {"OPENBLAS_NUM_THREADS": said}
    assert run(sys.executable, "-c", script, env=environment).stderr.split() == [taken]


def test_help_imports_nothing_that_only_a_run_needs() -> None:
    heavy = {*HEAVY, "camelup.terminal.game", "camelup.odds", "camelup.bulk", "camelup.drawing"}
    found = modules_after(["--help"], ["--version"], *([name, "--help"] for name in COMMANDS))
    assert len(found) == 2 + len(COMMANDS)
    assert all(
        f"camelup.terminal.commands.{name}" in modules for name, (_, modules) in zip(COMMANDS, found[2:], strict=True)
    )
    assert {command: modules & heavy for command, modules in found if modules & heavy} == {}


def test_every_command_has_a_file_and_every_file_a_command() -> None:
    folder = ROOT / "src" / "camelup" / "terminal" / "commands"
    assert {path.stem for path in folder.glob("*.py")} - {"__init__"} == set(COMMANDS)
    for name in COMMANDS:
        module = import_module(f"camelup.terminal.commands.{name}")
        assert module.DESCRIPTION.endswith(".")
        assert module.EXAMPLE.startswith(f"camelup {name}")
        example = shlex.split(module.EXAMPLE)[1:]
        assert make_parser(name).parse_args(example).run is module.run


@pytest.mark.parametrize("arguments", [["play", "--plain", "--seed", "1"], ["show", POSITION]])
def test_playing_and_showing_need_python_alone(arguments: list[str]) -> None:
    ((_, modules),) = modules_after(arguments, typed="roll\nq\n")
    assert f"camelup.terminal.commands.{arguments[0]}" in modules
    assert not modules & set(HEAVY)


@pytest.mark.parametrize("package", ["camelup.odds", "camelup.review"])
def test_a_package_loads_numba_when_something_is_computed(package: str) -> None:
    script = (
        "import sys\n"
        f"import {package} as package\n"
        f"assert not set(sys.modules) & {set(HEAVY)}\n"
        "from camelup.core.errors import CamelUpError\n"
        f"from {package} import *\n"
        f"assert {set(HEAVY)} <= set(sys.modules)\n"
        "assert not hasattr(package, 'nothing')\n"
    )
    assert run(sys.executable, "-c", script).stderr == ""


def test_the_version_is_that_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"camelup {__version__}\n"


def test_python_m_camelup_is_the_command() -> None:
    done = run(*CAMELUP, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: camelup ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["fly"],
        ["play", "--edition", "3"],
        ["play", "--players", "1"],
        ["play", "--players", "9"],
        ["play", "--players", "two"],
        ["play", "--seed", "x"],
        ["play", "--save", ""],
        ["play", "--load", " "],
        ["show"],
        ["show", POSITION, "--seat", "Z"],
    ],
)
def test_arguments_that_cannot_be_read(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("usage: camelup")


def test_what_is_refused_gives_one_line_and_exit_code_2(tmp_path: Path) -> None:
    good = tmp_path / "good"
    good.write_text(str(Game(seed=1).record))
    bad = tmp_path / "bad"
    bad.write_text("camelup record 1\nplayers A | B\nstart nonsense\n")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    cases = {
        ("play", "--load", str(tmp_path / "missing")): "missing",
        ("play", "--load", str(tmp_path)): "directory",
        ("play", "--load", str(bad)): f"{bad} is not a saved game (line 3: ",
        ("play", "--load", str(binary)): "not a saved game",
        ("play", "--load", str(good), "--players", "4"): "already",
        ("play", "--save", str(tmp_path / "no" / "such")): f"Cannot save in {tmp_path}/no/such: No such file",
        (
            "play",
            "--save",
            str(good),
        ): f"{good} already has a game: continue it with --load {good}, or name another file.",
        ("play", "--save", str(tmp_path)): "not a saved game",
        ("play", "--name", "a|b"): "name",
        ("play", "--name", ""): "name",
        ("show", "edition 2 | track 1:gy"): "needs",
        ("show", "edition 3 | track 1:gy | money 3 3"): "edition",
        ("show", "edition 2 | track 1:gyrbpKWW | money 3 3"): "camel",
        ("show", POSITION, "--seat", "C"): "seat C",
        ("show", str(tmp_path / "missing")): "neither a file nor a position",
        ("show", ""): "The position is empty: give a position in notation, a file",
        ("show", " "): "The position is empty",
        ("show", "edition 2"): "'edition 2' is neither a file nor a position",
        ("show", "-"): "At character 1",
        ("show", str(bad)): f"{bad} is not a saved game (line 3: ",
        ("show", POSITION, "--names", "Anna"): "2 seats",
        ("show", POSITION, "--names", "Anna,"): "name",
        ("show", str(good), "--names", "Anna,Bo,Cem,Dora"): "already",
    }
    for arguments, expected in cases.items():
        done = call(*arguments, typed="roll\nq\n")
        assert (done.returncode, done.stdout) == (2, ""), arguments
        assert done.stderr.startswith("camelup: "), done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
        assert expected in done.stderr, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad", "binary", "good"]


def test_a_name_that_the_terminal_cannot_show_is_no_reason_to_stop() -> None:
    ascii_alone = {"PYTHONIOENCODING": "ascii", "PATH": ""}
    for asked, shown in (
        (["show", POSITION, "--names", "\u99f1\u99dd,Bo"], " A ??"),
        (["play", "--plain"], "Goodbye."),
    ):
        script = f"import sys; from camelup.cli import main; sys.exit(main({asked!a}))"
        done = run(sys.executable, "-X", "utf8=0", "-c", script, typed="\udcff\nq\n", env=ascii_alone)
        assert (done.returncode, done.stderr) == (0, "")
        assert shown in done.stdout


def test_a_reader_that_leaves_early_causes_no_complaint() -> None:
    with started(*CAMELUP, "show", POSITION, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=60) == 0


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", "<&- >&- 2>&-", "2>&-"])
def test_closed_streams_are_ended_input_and_unread_output(closed: str) -> None:
    command = f'exec "$0" -m camelup play --plain --seed 1 {closed}'
    done = run("/bin/sh", "-c", command, sys.executable)
    assert (done.returncode, done.stderr) == (0, "")
    assert ("Goodbye. The game is not saved; " in done.stdout) == (">&- " not in f"{closed} ".replace("2>&-", ""))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("arguments", [["play", "--plain", "--seed", "1"], ["show", POSITION]])
def test_output_that_cannot_be_written_gives_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = run(*CAMELUP, *arguments, stdout=full)
    assert done.returncode == 2
    assert done.stderr == "camelup: cannot write the output: No space left on device.\n"


def test_help_tells_the_editions_apart_and_gives_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    output = " ".join(capsys.readouterr().out.split())
    assert "1 is the edition of 2014, 2 that of 2018 and 2024" in output
    example = output.rpartition("for example: camelup ")[2].split()
    assert make_parser("play").parse_args(example).players == 2


def test_the_bare_command_prints_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    output = capsys.readouterr().err
    assert output.startswith("usage: camelup")
    assert "play in the terminal" in output


def test_show_draws_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", POSITION]) == 0
    output = capsys.readouterr().out
    assert output.startswith(" Leg 1    first   p    b    r    y    g   last")
    assert "bgpry" in output


def test_show_takes_what_one_seat_sees(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(players=3, seed=2)
    game.play("winner g")
    assert main(["show", position_text(game.view(1))]) == 0
    assert "winner   A?" in capsys.readouterr().out
    assert main(["show", position_text(game.position)]) == 0
    assert "winner   Ag" in capsys.readouterr().out
    assert main(["show", position_text(game.position), "--seat", "b"]) == 0
    assert "winner   A?" in capsys.readouterr().out
    assert main(["show", position_text(game.view(1)), "--seat", "B"]) == 2
    assert "already" in capsys.readouterr().err


def test_show_reads_its_input_and_names_the_seats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", POSITION, "--names", "Anna,Bo"]) == 0
    named = capsys.readouterr().out
    assert " > A Anna " in named
    assert call("show", "-", "--names", "Anna,Bo", typed=f"{POSITION}\n").stdout == named
    file = tmp_path / "game"
    file.write_text(str(Game(players=3, seed=2, names=["Anna", "Bo", "Cem"]).record))
    assert main(["show", str(file)]) == 0
    shown = capsys.readouterr().out
    assert call("show", "-", typed=file.read_text()).stdout == shown
    file.write_text(json.dumps(to_json(Game(players=3, seed=2, names=["Anna", "Bo", "Cem"]).record)))
    assert main(["show", str(file)]) == 0
    assert capsys.readouterr().out == shown


def test_show_tells_how_a_finished_game_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(players=2, seed=2, names=["Anna", "Bo"])
    while not game.is_over:
        game.play("roll")
    file = tmp_path / "game"
    file.write_text(str(game.record))
    for asked, name in ((str(file), "Anna"), (position_text(game.position), "A")):
        assert main(["show", asked]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert " won the race, and " in lines[-3]
        assert lines[-2].startswith(f"Final money: {name} {game.position.money[0]}, ")
        assert lines[-1].endswith(f" with {max(game.position.money)} pounds.")


def test_show_keeps_the_secrets_of_a_saved_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(players=3, seed=2, names=["Anna", "Bo", "Cem"])
    game.play("winner g")
    game.play("loser r")
    file = tmp_path / "game"
    file.write_text(str(game.record))
    drawings = {}
    for seat in ("", "A", "B"):
        assert main(["show", str(file), *(["--seat", seat] if seat else [])]) == 0
        drawings[seat] = capsys.readouterr().out
    assert [card for card in ("Ag", "A?", "Br", "B?") if card in drawings[""]] == ["A?", "B?"]
    assert [card for card in ("Ag", "A?", "Br", "B?") if card in drawings["A"]] == ["Ag", "B?"]
    assert [card for card in ("Ag", "A?", "Br", "B?") if card in drawings["B"]] == ["A?", "Br"]
    assert "Anna" in drawings[""]


def test_show_keeps_hidden_money_hidden(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game"
    file.write_text(str(Game(players=2, seed=2, names=["Anna", "Bo"], hide_money=True).record))
    assert main(["show", str(file), "--seat", "A"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"Anna +3 ", out)
    assert re.search(r"Bo +\? ", out)


# --- Choices for a new game -----------------------------------------------------------------------------------


def play(*arguments: str) -> str:
    done = call("play", "--plain", "--seed", "1", *arguments, typed="q\n")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_opponents_are_chosen_by_name() -> None:
    assert "You, Tumble, Tumble 2." in play("--against", "random,random")
    assert "You, Tumble, Tumble 2, Tumble 3, Tumble 4." in play("--against", "random", "--players", "5")


@pytest.mark.parametrize("name", ["novice", "greedy", "shark"])
def test_opponents_have_the_names_that_they_have_everywhere(name: str) -> None:
    title = find_player(name).title
    assert f"You, {title}, Tumble." in play("--against", f"{name},random")
    assert f"Opponents: {title} ({name}), Tumble (random)." in play("--against", f"{name},random")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--against", "nobody"], "There is no player 'nobody'"),
        (["--against", "random,random", "--players", "5"], "2 opponents are named, but there are 4 seats"),
        (["--against", ",".join(["random"] * 8)], "You can have at most 7 opponents"),
        (["--first", "H"], "There is no seat H at a table of 4"),
        (["--track", "1:gy 2:rb"], "missing from the track"),
        (["--track", "1:gy 2:rb 4:p 14:K 16:W"], "cannot start on space 4"),
    ],
    ids=str,
)
def test_choices_that_cannot_be(arguments: list[str], why: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    done = call("play", "--save", str(file), *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1
    assert not file.exists()


def test_the_first_to_act_and_the_camels_may_be_chosen() -> None:
    shown = play("--first", "A", "--track", "1:gy 2:rb 3:p 14:K 16:W")
    assert "You start." in shown
    assert "# g   r   p" in shown.replace("# y   b  ", "")


def test_money_may_be_hidden_and_stays_so_in_a_saved_game(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    shown = play("--hide-money", "--first", "A", "--save", str(file))
    rows = [line for line in shown.splitlines() if line.startswith("   B Tumble ")]
    assert rows
    assert all(line.split()[2] == "?" for line in rows)
    done = call("play", "--plain", "--load", str(file), typed="q\n")
    assert [line for line in done.stdout.splitlines() if line.startswith("   B Tumble ")][:1] == rows[:1]


def test_the_players_as_json() -> None:
    done = call("players", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    listed = json.loads(done.stdout)
    assert [player["name"] for player in listed] == list(ENTRIES)
    assert listed[0] == {
        "name": "random",
        "title": "Tumble",
        "description": "Takes any kind of action that is allowed, without a plan.",
    }

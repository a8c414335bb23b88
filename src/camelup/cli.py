"""The command `camelup`: a table of commands, and what is the same for all of them."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from camelup import __version__
from camelup.core.errors import CamelUpError
from camelup.terminal.text import one_line

COMMANDS = {
    "play": "play against the computer",
    "serve": "serve live tables to friends",
    "join": "seat a player of this machine at a live table",
    "show": "draw a position",
    "players": "list the computer players",
    "player": "let a computer player play as a program at other tables",
    "odds": "tell the odds of a leg and of the race",
    "stats": "play very many games and tell what they show",
    "arena": "let players meet, and tell who is how strong",
    "watch": "look at a game again, step by step",
    "review": "tell where a finished game was won and lost",
    "verify": "check the dice of a finished game",
    "db": "check, export, import and prune the tables of a server",
}
"""What each command does; it is in the file of its name in terminal/commands."""

_INTERRUPTED = 130
_REFUSED = 2
"""The exit code for what a user got wrong, the same that argparse uses."""
_EXAMPLE = "for example: camelup play --edition 1 --players 2 --save game.txt"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; give its exit code."""
    _open_streams()
    argv = sys.argv[1:] if argv is None else argv
    parser = make_parser(next((word for word in argv if not word.startswith("-")), None))
    arguments = parser.parse_args(argv)
    if "run" not in arguments:
        parser.print_help(sys.stderr)
        return _REFUSED
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()  # whoever was reading has seen enough
        return 0
    except KeyboardInterrupt:
        return _INTERRUPTED
    except CamelUpError as error:
        print(f"camelup: {one_line(error)}", file=sys.stderr)
        return _REFUSED
    except OSError as error:
        # Files that cannot be read or saved are refused above, so this is the terminal, or where the output goes.
        _drop_output()
        print(f"camelup: cannot write the output: {error.strerror}.", file=sys.stderr)
        return _REFUSED
    return code


def make_parser(command: str | None) -> argparse.ArgumentParser:
    """Make the parser; only the command that was named is loaded and has its arguments."""
    parser = argparse.ArgumentParser(
        prog="camelup", description="Camel Up, both editions of the board game.", epilog=_EXAMPLE
    )
    parser.add_argument("--version", action="version", version=f"camelup {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name, about in COMMANDS.items():
        added = commands.add_parser(name, help=about)
        if name == command:
            module = import_module(f"camelup.terminal.commands.{name}")
            added.description, added.epilog = module.DESCRIPTION, f"for example: {module.EXAMPLE}"
            added.set_defaults(run=module.run)
            module.add_arguments(added)
    return parser


def _open_streams() -> None:
    """Let a closed input be one that has ended, and a closed output one that nobody reads."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name that the terminal cannot show or send is no reason to stop


def _drop_output() -> None:
    """Send what is left of the output nowhere; Python would complain once more when it closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""The command `camelup`: the table of its subcommands, and what they have in common."""

import argparse
import io
import os
import sys
import traceback
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import NoReturn

from camelup import __version__
from camelup.core.errors import CamelUpError
from camelup.one_thread import multiply_with_one_thread
from camelup.terminal.text import is_notation, one_line, with_quotes

COMMANDS = {
    "play": "play in the terminal, against computers or with others",
    "serve": "serve live tables to friends",
    "join": "seat a computer player or program at a live table",
    "show": "draw a position",
    "players": "list the computer players",
    "player": "run a computer player as a program for other software",
    "odds": "print the odds of a leg and of the race",
    "stats": "play many games and print statistics",
    "arena": "play matches between players and rate them",
    "train": "let a net learn to play by self-play",
    "watch": "replay a game step by step",
    "review": "review a finished game: luck, mistakes and turning points",
    "puzzle": "find the best action in the puzzle of the day",
    "verify": "check the dice of a finished game",
    "db": "check, export, import and prune the tables of a server",
    "doctor": "look at what camelup needs, and say what to do",
    "completion": "print tab completion for a shell, or the manual page",
}
"""What each command does; its code is in the file of the same name in terminal/commands."""

_INTERRUPTED = 130
_REFUSED = 2
"""The exit code for what a user got wrong, the same that argparse uses."""
_EXAMPLE = (
    "Without a command, in a terminal, camelup plays. `camelup COMMAND --help` shows the options of a command; for "
    "example: camelup play --edition 1 --players 2 --save game.txt"
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    multiply_with_one_thread()
    _open_streams()
    argv = sys.argv[1:] if argv is None else argv
    if not argv and sys.stdin.isatty() and sys.stdout.isatty():
        argv = ["play"]  # who types nothing but the name wants to see the game
    parser = make_parser(next((word for word in argv if not word.startswith("-")), None))
    arguments, unknown = parser.parse_known_args(argv)
    if unknown:
        _refuse(unknown, parser, argv)
    if "run" not in arguments:
        parser.print_help(sys.stderr)
        return _REFUSED
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()  # the reader has seen enough
        return 0
    except KeyboardInterrupt:
        return _INTERRUPTED
    except CamelUpError as error:
        if error.__cause__ is not None and getattr(arguments, "debug", False):
            traceback.print_exception(error.__cause__)  # where somebody's player has failed
        print(f"camelup: {one_line(error)}", file=sys.stderr)
        return _REFUSED
    except OSError as error:
        # Files that cannot be read or saved are refused above, so this is the terminal, or where the output goes.
        _drop_output()
        print(f"camelup: cannot write the output: {error.strerror}.", file=sys.stderr)
        return _REFUSED
    return code


def make_parser(command: str | None, *, is_full: bool = False) -> argparse.ArgumentParser:
    """Make the parser; only the named command is loaded and gets its arguments, or all if it is to be full."""
    parser = argparse.ArgumentParser(
        prog="camelup", description="Camel Up, both editions of the board game.", epilog=_EXAMPLE
    )
    parser.add_argument("--version", action="version", version=f"camelup {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name, about in COMMANDS.items():
        added = commands.add_parser(name, help=about)
        if is_full or name == command:
            module = import_module(f"camelup.terminal.commands.{name}")
            added.description, added.epilog = module.DESCRIPTION, f"for example: {module.EXAMPLE}"
            added.set_defaults(run=module.run, make_full_parser=partial(make_parser, None, is_full=True))
            module.add_arguments(added)
    return parser


def _refuse(unknown: Sequence[str], parser: argparse.ArgumentParser, argv: Sequence[str]) -> NoReturn:
    """Refuse words that belong to no option; those of a position were meant to be in quotes."""
    meant = with_quotes(["camelup", *argv]) if is_notation(unknown[0]) else None
    if meant is None:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    parser.exit(_REFUSED, f"camelup: A position with blanks needs quotes around it: {meant}\n")


def _open_streams() -> None:
    """Treat a closed input as ended, and drop what is written to a closed output."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # the terminal may be unable to show or send a name


def _drop_output() -> None:
    """Discard the rest of the output; Python would complain again when it closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

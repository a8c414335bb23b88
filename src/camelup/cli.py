"""The command `camelup`: it reads its arguments and hands over; imports wait until their command needs them."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from camelup import __version__
from camelup.actions import SEATS
from camelup.edition import EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from camelup.errors import CamelUpError

_DEFAULT_EDITION = 2
_DEFAULT_PLAYERS = 4
_INTERRUPTED = 130
_REFUSED = 2
"""The exit code for what a user got wrong, the same that argparse uses."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; give its exit code."""
    arguments = _parser().parse_args(argv)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name that the terminal cannot show or send is no reason to stop
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever was reading has seen enough. Python would complain once more when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _INTERRUPTED
    except (CamelUpError, OSError) as error:
        from camelup.terminal.plain import one_line

        print(f"camelup: {one_line(error)}", file=sys.stderr)
        return _REFUSED
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="camelup", description="Camel Up, both editions of the board game.")
    parser.add_argument("--version", action="version", version=f"camelup {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", title="commands")

    play = commands.add_parser("play", help="play against the computer", description="Play against the computer.")
    play.set_defaults(run=_play)
    play.add_argument("--edition", type=int, choices=sorted(EDITIONS), help=f"default {_DEFAULT_EDITION}")
    play.add_argument(
        "--players",
        type=int,
        choices=range(MIN_PLAYERS, MAX_PLAYERS + 1),
        metavar="N",
        help=f"how many, you included: {MIN_PLAYERS} to {MAX_PLAYERS}, default {_DEFAULT_PLAYERS}",
    )
    play.add_argument("--name", help="what you are called (default: You)")
    play.add_argument("--seed", type=int, metavar="N", help="the same dice and opponents for the same number")
    play.add_argument("--save", type=Path, metavar="FILE", help="keep the game in this file as it goes on")
    play.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")

    show = commands.add_parser(
        "show",
        help="draw a position",
        description="Draw a position, or the last one of a saved game, where cards stay hidden until it is over.",
    )
    show.set_defaults(run=_show)
    show.add_argument("position", help="a position in notation, or a file with a saved game")
    show.add_argument("--seat", choices=SEATS, metavar="A-H", help="draw what this seat may see")
    return parser


def _play(arguments: argparse.Namespace) -> int:
    from camelup.edition import edition_of
    from camelup.terminal.plain import PlainGame, load_game, new_game, opponents

    if arguments.load is None:
        edition = edition_of(arguments.edition or _DEFAULT_EDITION)
        name = "You" if arguments.name is None else arguments.name
        game = new_game(edition, arguments.players or _DEFAULT_PLAYERS, name, arguments.seed)
    elif (arguments.edition, arguments.players, arguments.name) != (None, None, None):
        raise CamelUpError("arguments", "A loaded game has its edition, players and names already.")
    else:
        game = load_game(arguments.load, arguments.seed)
    PlainGame(game, opponents(game, arguments.seed), arguments.save).run()
    return 0


def _show(arguments: argparse.Namespace) -> int:
    from camelup.terminal.board import draw
    from camelup.terminal.ink import ink_for
    from camelup.terminal.shown import shown

    table, names = shown(arguments.position, None if arguments.seat is None else SEATS.index(arguments.seat))
    print("\n".join(draw(table, names, ink_for(sys.stdout))))
    return 0

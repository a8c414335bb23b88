"""The command `camelup`: it reads its arguments and hands over; imports wait until their command needs them."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from camelup import __version__
from camelup.core.actions import SEATS
from camelup.core.edition import EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from camelup.core.errors import CamelUpError

_DEFAULT_EDITION = 2
_DEFAULT_PLAYERS = 4
_INTERRUPTED = 130
_REFUSED = 2
"""The exit code for what a user got wrong, the same that argparse uses."""
_EXAMPLE = "for example: camelup play --edition 1 --players 2 --save game.txt"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; give its exit code."""
    _open_streams()
    parser = _parser()
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
        from camelup.terminal.plain import one_line

        print(f"camelup: {one_line(error)}", file=sys.stderr)
        return _REFUSED
    except OSError as error:
        # Files that cannot be read or saved are refused above, so this is the terminal, or where the output goes.
        _drop_output()
        print(f"camelup: cannot write the output: {error.strerror}.", file=sys.stderr)
        return _REFUSED
    return code


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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="camelup", description="Camel Up, both editions of the board game.", epilog=_EXAMPLE
    )
    parser.add_argument("--version", action="version", version=f"camelup {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")

    play = commands.add_parser(
        "play", help="play against the computer", description="Play against the computer.", epilog=_EXAMPLE
    )
    play.set_defaults(run=_play)
    play.add_argument(
        "--edition",
        type=int,
        choices=sorted(EDITIONS),
        help=f"1 is that of 2014, 2 that of 2018 and 2024; default {_DEFAULT_EDITION}",
    )
    play.add_argument(
        "--players",
        type=int,
        choices=range(MIN_PLAYERS, MAX_PLAYERS + 1),
        metavar="N",
        help=f"how many, you included: {MIN_PLAYERS} to {MAX_PLAYERS}, default {_DEFAULT_PLAYERS}",
    )
    play.add_argument("--name", help="what you are called (default: You)")
    play.add_argument("--seed", type=int, metavar="N", help="the same dice and opponents for the same number")
    play.add_argument("--save", type=_file, metavar="FILE", help="keep the game in this new file as it goes on")
    play.add_argument(
        "--load",
        type=_file,
        metavar="FILE",
        help="go on with a saved game; it is kept in its file, or in that of --save",
    )

    show = commands.add_parser(
        "show",
        help="draw a position",
        description="Draw a position, or the last one of a saved game, where cards stay hidden until it is over.",
        epilog="for example: camelup show 'edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | money 3 3'",
    )
    show.set_defaults(run=_show)
    show.add_argument("position", help="a position in notation, a file with a saved game, or - to read either")
    show.add_argument("--seat", type=str.upper, choices=SEATS, metavar="A-H", help="draw what this seat may see")
    show.add_argument("--names", metavar="NAME,NAME...", help="who sits at a position, in the order of the seats")
    _add_odds(commands.add_parser)
    _add_stats(commands.add_parser)
    return parser


def _add_odds(add_parser: Callable[..., argparse.ArgumentParser]) -> None:
    odds = add_parser(
        "odds",
        help="tell the odds of a leg and of the race",
        description="Tell the exact odds of this leg and of the race, or build the table that makes the race exact.",
        epilog="for example: camelup odds --edition 2 --track '1:gy 2:rb 3:p 14:K 16:W' --dice gyrbpx --tiles '5+ 8-'",
    )
    odds.set_defaults(run=_odds)
    odds.add_argument(
        "position",
        nargs="?",
        help="a position in notation; 'build' to build the race table; - with --json to answer a request on each line",
    )
    odds.add_argument("--edition", type=int, choices=sorted(EDITIONS), help=f"default {_DEFAULT_EDITION}")
    odds.add_argument("--track", help="the camels, each stack from bottom to top, such as '1:gy 2:rb 3:p 14:K 16:W'")
    odds.add_argument("--dice", help="the dice still in the pyramid, such as gyrbpx (default: all)")
    odds.add_argument("--tiles", help="the tiles on the track, such as '5+ 8-'")
    odds.add_argument("--values", action="store_true", help="tell what each action of the seat in turn is worth")
    odds.add_argument("--plot", type=_file, metavar="FILE", help="draw board and odds as .svg or .png")
    odds.add_argument("--json", action="store_true", help="print JSON, with full precision")
    odds.add_argument("--threads", type=int, metavar="N", help="how many cores may build (default: all)")


def _odds(arguments: argparse.Namespace) -> int:
    try:
        from camelup.terminal.odds_command import run
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("camelup"):
            raise
        raise CamelUpError("no_odds", f"Odds need {error.name}: pip install 'camelup[odds]'.") from error
    return run(arguments)


def _add_stats(add_parser: Callable[..., argparse.ArgumentParser]) -> None:
    stats = add_parser(
        "stats",
        help="play very many games and tell what they show",
        description="Play very many games and tell how long races are, who wins them, and what pays.",
        epilog="for example: camelup stats --games 1000000 --edition 2 --seats 4 --plot stats.svg",
    )
    stats.set_defaults(run=_stats)
    stats.add_argument(
        "--games", type=_count, default=200_000, metavar="N", help="how many, such as 1000000 or 1e6 (default: 200,000)"
    )
    stats.add_argument(
        "--edition", type=int, choices=sorted(EDITIONS), default=_DEFAULT_EDITION, help="default %(default)s"
    )
    stats.add_argument(
        "--seats",
        "--players",
        type=int,
        default=_DEFAULT_PLAYERS,
        metavar="N",
        help=f"how many play: {MIN_PLAYERS} to {MAX_PLAYERS}, default {_DEFAULT_PLAYERS}",
    )
    stats.add_argument("--policy", default="sensible", help="how all play: sensible (default; no tiles) or random")
    stats.add_argument("--seed", type=int, default=0, metavar="N", help="other games for another number (default: 0)")
    stats.add_argument("--threads", type=int, metavar="N", help="how many cores may play (default: all)")
    stats.add_argument("--plot", type=_file, metavar="FILE", help="draw charts as .svg or .png")
    stats.add_argument("--json", action="store_true", help="print JSON, with full precision")


def _stats(arguments: argparse.Namespace) -> int:
    try:
        from camelup.terminal.stats_command import run
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("camelup"):
            raise
        raise CamelUpError("no_bulk", f"Statistics need {error.name}: pip install 'camelup[odds]'.") from error
    return run(arguments)


def _count(text: str) -> int:
    """Read a large number as people write it."""
    try:
        number = float(text.replace(",", ""))
        if number.is_integer():
            return int(number)
    except (ValueError, OverflowError):
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is no number of games")


def _file(name: str) -> Path:
    if not name.strip():
        raise argparse.ArgumentTypeError("the name of a file is missing")
    return Path(name)


def _play(arguments: argparse.Namespace) -> int:
    from camelup.core.edition import edition_of
    from camelup.terminal.autosave import Autosave
    from camelup.terminal.opening import load_game, new_game, opponents
    from camelup.terminal.plain import PlainGame

    if arguments.load is None:
        edition = edition_of(arguments.edition or _DEFAULT_EDITION)
        name = "You" if arguments.name is None else arguments.name
        game = new_game(edition, arguments.players or _DEFAULT_PLAYERS, name, arguments.seed)
    elif (arguments.edition, arguments.players, arguments.name) != (None, None, None):
        raise CamelUpError("arguments", "A loaded game has its edition, players and names already.")
    else:
        game = load_game(arguments.load, arguments.seed)
    autosave = Autosave(game, arguments.load)
    if arguments.save is not None:
        autosave.save_as(arguments.save)
    PlainGame(game, opponents(game, arguments.seed), autosave).run()
    return 0


def _show(arguments: argparse.Namespace) -> int:
    from camelup.formats.prose import describe_result
    from camelup.terminal.board import draw
    from camelup.terminal.ink import ink_for
    from camelup.terminal.shown import shown

    seat = None if arguments.seat is None else SEATS.index(arguments.seat)
    table, names = shown(arguments.position, seat, None if arguments.names is None else arguments.names.split(","))
    result = ["", *describe_result(table, names)] if table.is_over else []
    print("\n".join([*draw(table, names, ink_for(sys.stdout)), *result]))
    return 0

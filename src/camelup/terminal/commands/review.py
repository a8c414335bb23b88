"""`camelup review`: where a finished game was won and lost, for people, for scripts, and as a page."""

import argparse
import json
import sys
from typing import TYPE_CHECKING

from camelup.core.errors import CamelUpError, FileError, NotationError
from camelup.extras import require_extra
from camelup.formats.reading import read_record
from camelup.formats.record import Record, replay
from camelup.terminal.fetching import STDIN, fetch
from camelup.terminal.options import add_json, add_plain, read_file
from camelup.terminal.output_files import check_destination, write_output
from camelup.terminal.text import printable
from camelup.tui.options import add_screen, screen_settings, why_plain

if TYPE_CHECKING:
    from camelup.players import Budget

DESCRIPTION = (
    "Review a finished game: winning chances after every action, how lucky the dice were for everybody, what each "
    "choice cost, and the turning points. Choices are judged by what the player knew."
)
EXAMPLE = "camelup review game.txt --html review.html"

_SECONDS, _PLAYOUTS = 20.0, 256


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "game",
        metavar="GAME",
        help="a finished game: a saved or downloaded file, the link of its page, an http(s) address, or - for standard "
        "input",
    )
    add_json(parser, "print JSON with every action")
    parser.add_argument(
        "--html", type=read_file, metavar="FILE", help="write an HTML page with the curve and every board"
    )
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help=f"time limit in seconds (default: {_SECONDS:g}, or as long as --playouts needs)",
    )
    parser.add_argument(
        "--playouts",
        type=int,
        metavar="N",
        help=f"effort for each position: about 30 simulated games a playout (default: {_PLAYOUTS})",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the simulated games")
    add_plain(parser)
    add_screen(parser)


def run(arguments: argparse.Namespace) -> int:
    """Review the game."""
    if arguments.html is not None:
        check_destination(arguments.html, "page")
    record = _load(arguments.game)
    from camelup.players import Budget

    if arguments.seconds is None and arguments.playouts is None:
        budget = Budget(_PLAYOUTS, _SECONDS)
    else:
        budget = Budget(arguments.playouts, arguments.seconds)
    if not (arguments.plain or arguments.json or arguments.html) and why_plain() is None:
        return _show_full_screen(record, budget, arguments)
    with require_extra("Reviews", "odds"):
        from camelup.review import refine_review
    _show("Getting ready ...")
    try:
        for review in refine_review(record, budget, arguments.seed):
            worst = max(review.players, key=lambda player: player.lost.coins)
            lost = f"{printable(worst.name)} has lost most, {worst.lost.coins:.1f} pounds"
            _show(f"{review.playouts} playouts for each position: {lost}")
    finally:
        _show("")
    if arguments.json:
        from camelup.review.review_json import review_to_json

        print(json.dumps(review_to_json(review)))
    else:
        from camelup.terminal.review_page import review_lines

        print("\n".join(review_lines(review)))
    if arguments.html is not None:
        from camelup.review.page import review_page

        write_output(arguments.html, review_page(review).encode())
    return 0


def _show_full_screen(record: Record, budget: "Budget", arguments: argparse.Namespace) -> int:
    from camelup.tui.host import Host, run_host
    from camelup.tui.review_screen import ReviewScreen
    from camelup.tui.thinking import Thinking

    steps, settings = list(replay(record)), screen_settings(arguments)
    return run_host(
        Host(
            lambda: ReviewScreen(
                record,
                steps,
                Thinking(),
                playouts=budget.playouts,
                seconds=budget.seconds,
                seed=arguments.seed,
                has_motion=settings["has_motion"],
            ),
            settings["palette"],
        )
    )


def _load(source: str) -> Record:
    data = fetch(source).decode(errors="replace")
    try:
        record = read_record(data)
        if record.result is None:
            raise NotationError("unfinished", "The game is not over yet.")
        for _ in replay(record):  # every action must be legal, and the result right
            pass
    except CamelUpError as error:
        name = "The input" if source == STDIN else source
        reason = error.message[0].lower() + error.message[1:].removesuffix(".")
        raise FileError("file", f"{name} is not a finished game ({reason}).") from error
    return record


def _show(text: str) -> None:
    """Show progress on a terminal, and erase it at the end."""
    if sys.stderr.isatty():
        print(f"\r{text:<78.78}\r", end="", file=sys.stderr, flush=True)

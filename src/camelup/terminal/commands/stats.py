"""`camelup stats`: what very many games show, for people, for scripts, and as a picture."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from camelup.core.edition import MAX_PLAYERS, MIN_PLAYERS
from camelup.extras import require_extra
from camelup.terminal.options import (
    DEFAULT_EDITION,
    DEFAULT_PLAYERS,
    add_edition,
    read_count,
    read_file,
)
from camelup.terminal.output_files import check_plot, write_plot

DESCRIPTION = "Play many games and print how long races are, who wins them, and what pays."
EXAMPLE = "camelup stats --games 1000000 --edition 2 --seats 4 --plot stats.svg"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--games",
        type=read_count,
        default=200_000,
        metavar="N",
        help="number of games, such as 1000000 or 1e6 (default: 200,000)",
    )
    add_edition(parser)
    parser.set_defaults(edition=DEFAULT_EDITION)
    parser.add_argument(
        "--seats",
        "--players",
        type=int,
        default=DEFAULT_PLAYERS,
        metavar="N",
        help=f"number of players: {MIN_PLAYERS} to {MAX_PLAYERS}, default {DEFAULT_PLAYERS}",
    )
    parser.add_argument(
        "--policy",
        default="sensible",
        help="how everybody plays: random, sensible (default; no tiles), plain or miser (by odds, all actions)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the games (default: 0)")
    parser.add_argument("--threads", type=int, metavar="N", help="number of cores to use (default: all)")
    parser.add_argument("--plot", type=read_file, metavar="FILE", help="draw charts as .svg or .png")
    parser.add_argument("--json", action="store_true", help="print JSON, with full precision")


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print the statistics."""
    if arguments.plot is not None:
        check_plot(arguments.plot)
    with require_extra("Statistics", "odds"):
        from camelup.bulk import statistics
        from camelup.terminal.stats_page import PLUS_MINUS, stats_lines
    with _progress(arguments.games) as on_progress:
        stats = statistics(
            arguments.games,
            arguments.edition,
            arguments.seats,
            arguments.policy,
            seed=arguments.seed,
            threads=(os.cpu_count() or 1) if arguments.threads is None else arguments.threads,
            on_progress=on_progress,
        )
    print(json.dumps(stats.as_json()) if arguments.json else _encodable("\n".join(stats_lines(stats)), PLUS_MINUS))
    if arguments.plot is not None:
        from camelup.drawing import stats_svg

        write_plot(arguments.plot, stats_svg(stats))
    return 0


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """Show progress on a terminal, and erase it at the end."""

    def show(text: str) -> None:
        if sys.stderr.isatty():
            print(f"\r{text:<32}\r", end="", file=sys.stderr, flush=True)

    show("Getting ready to play ...")
    try:
        yield lambda played: show(f"{played / games:.0%} of the games played")
    finally:
        show("")


def _encodable(page: str, sign: str) -> str:
    """Replace a sign that the terminal cannot show."""
    try:
        page.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return page.replace(sign, "+-")
    return page

"""`camelup stats`: its arguments."""

import argparse

from camelup.core.edition import MAX_PLAYERS, MIN_PLAYERS
from camelup.terminal.options import (
    DEFAULT_EDITION,
    DEFAULT_PLAYERS,
    add_edition,
    needing,
    read_count,
    read_file,
)

DESCRIPTION = "Play very many games and tell how long races are, who wins them, and what pays."
EXAMPLE = "camelup stats --games 1000000 --edition 2 --seats 4 --plot stats.svg"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "--games",
        type=read_count,
        default=200_000,
        metavar="N",
        help="how many, such as 1000000 or 1e6 (default: 200,000)",
    )
    add_edition(parser)
    parser.set_defaults(edition=DEFAULT_EDITION)
    parser.add_argument(
        "--seats",
        "--players",
        type=int,
        default=DEFAULT_PLAYERS,
        metavar="N",
        help=f"how many play: {MIN_PLAYERS} to {MAX_PLAYERS}, default {DEFAULT_PLAYERS}",
    )
    parser.add_argument("--policy", default="sensible", help="how all play: sensible (default; no tiles) or random")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="other games for another number (default: 0)")
    parser.add_argument("--threads", type=int, metavar="N", help="how many cores may play (default: all)")
    parser.add_argument("--plot", type=read_file, metavar="FILE", help="draw charts as .svg or .png")
    parser.add_argument("--json", action="store_true", help="print JSON, with full precision")


def run(arguments: argparse.Namespace) -> int:
    """Answer what was asked."""
    with needing("Statistics", "odds"):
        from camelup.terminal import stats_command
    return stats_command.run(arguments)

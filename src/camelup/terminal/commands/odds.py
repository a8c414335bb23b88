"""`camelup odds`: its arguments."""

import argparse

from camelup.terminal.options import add_edition, needing, read_file

DESCRIPTION = "Tell the exact odds of this leg and of the race, or build the table that makes the race exact."
EXAMPLE = "camelup odds --edition 2 --track '1:gy 2:rb 3:p 14:K 16:W' --dice gyrbpx --tiles '5+ 8-'"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "position",
        nargs="?",
        help="a position in notation; 'build' to build the race table; - with --json to answer a request on each line",
    )
    add_edition(parser)
    parser.add_argument("--track", help="the camels, each stack from bottom to top, such as '1:gy 2:rb 3:p 14:K 16:W'")
    parser.add_argument("--dice", help="the dice still in the pyramid, such as gyrbpx (default: all)")
    parser.add_argument("--tiles", help="the tiles on the track, such as '5+ 8-'")
    parser.add_argument("--values", action="store_true", help="tell what each action of the seat in turn is worth")
    parser.add_argument("--plot", type=read_file, metavar="FILE", help="draw board and odds as .svg or .png")
    parser.add_argument("--json", action="store_true", help="print JSON, with full precision")
    parser.add_argument("--threads", type=int, metavar="N", help="how many cores may build (default: all)")


def run(arguments: argparse.Namespace) -> int:
    """Answer what was asked."""
    with needing("Odds", "odds"):
        from camelup.terminal import odds_command
    return odds_command.run(arguments)

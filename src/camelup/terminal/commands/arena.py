"""`camelup arena`: its arguments."""

import argparse

from camelup.core.edition import MAX_PLAYERS, MIN_PLAYERS
from camelup.terminal.options import DEFAULT_PLAYERS, add_edition, needing, read_count, read_file

DESCRIPTION = "Let players meet, every deal from every seat with the same dice, and tell who is how strong."
EXAMPLE = "camelup arena random random --games 200 --edition 2 --seed 1 --out match.jsonl"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help=f"{MIN_PLAYERS} to {MAX_PLAYERS} players, one for each seat, of those that `camelup players` lists, or"
        " policy:NAME; or 'report' and a file of results",
    )
    parser.add_argument(
        "--games",
        type=read_count,
        metavar="N",
        help="how many, rounded up to whole deals (default: 1,000)",
    )
    add_edition(parser)
    parser.add_argument("--seed", type=int, metavar="N", help="other deals for another number (default: 0)")
    parser.add_argument("--seconds", type=float, metavar="S", help="how long each may think about a move")
    parser.add_argument("--playouts", type=int, metavar="N", help="how many games each may imagine for a move")
    parser.add_argument(
        "--limit", type=float, metavar="S", help="seconds after which a move is forfeited (default: 10)"
    )
    parser.add_argument("--pool", action="store_true", help="draw the players of each deal from all that are named")
    parser.add_argument(
        "--seats", type=int, metavar="N", help=f"how many of a --pool play together (default: {DEFAULT_PLAYERS})"
    )
    parser.add_argument(
        "--processes", type=int, metavar="N", help="how many games are played at once (default: all cores)"
    )
    parser.add_argument(
        "--out", type=read_file, metavar="FILE", help="keep results and games as JSON lines; go on where it stopped"
    )
    parser.add_argument("--plot", type=read_file, metavar="FILE", help="draw the standings as .svg or .png")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Play, or report."""
    with needing("Matches", "arena"):
        from camelup.terminal import arena_command
    return arena_command.run(arguments)

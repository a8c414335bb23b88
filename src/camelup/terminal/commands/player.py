"""`camelup player`: a computer player as a program for other tables."""

import argparse

DESCRIPTION = "Run a computer player that speaks the protocol of docs/players.md on standard input and output."
EXAMPLE = "camelup player random --seed 1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("player", help="a name from `camelup players`, module:Class or exec:COMMAND")
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="seed: the same number gives the same choices (default: the table's seeds)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Answer until the table says bye or closes its output."""
    import sys
    from contextlib import redirect_stdout

    from camelup.chance import seeded
    from camelup.players import find_player
    from camelup.players.player_server import serve_player

    entry = find_player(arguments.player)
    rng = None if arguments.seed is None else seeded(arguments.seed)
    out = sys.stdout
    with redirect_stdout(sys.stderr):  # what a player prints is no part of the protocol
        for line in serve_player(entry, sys.stdin, rng):
            print(line, file=out, flush=True)
    return 0

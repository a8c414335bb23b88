"""`camelup player`: a computer player as a program for other tables."""

import argparse

DESCRIPTION = "Let a computer player speak the protocol of docs/players.md on standard input and output."
EXAMPLE = "camelup player random --seed 1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("player", help="who plays: a name that `camelup players` lists, module:Class or exec:COMMAND")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="the same choices for the same number (default: the table's seeds)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Answer until the table says bye, or its output ends."""
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

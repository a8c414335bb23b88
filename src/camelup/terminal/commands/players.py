"""`camelup players`: who there is to play against."""

import argparse
from textwrap import wrap

from camelup.players import ENTRIES

DESCRIPTION = "List the computer players, from the weakest to the strongest."
EXAMPLE = "camelup players"
_NAME = 12
_WIDE = 79


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes: nothing."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """List all players with their descriptions."""
    del arguments
    for entry in ENTRIES.values():
        lines = wrap(entry.description, _WIDE, initial_indent=entry.name.ljust(_NAME), subsequent_indent=" " * _NAME)
        print("\n".join(lines))
    return 0

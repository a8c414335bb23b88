"""`camelup players`: who there is to play against."""

import argparse
from textwrap import wrap

from camelup.players import ENTRIES

DESCRIPTION = "List the computer players, from the weakest to the strongest."
EXAMPLE = "camelup players"
_NAME = 9
_TITLE = 7
_WIDE = 79


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Print the names and descriptions of all players."""
    del arguments
    for entry in ENTRIES.values():
        called = f"{entry.name:<{_NAME}} {entry.title:<{_TITLE}} "
        lines = wrap(entry.description, _WIDE, initial_indent=called, subsequent_indent=" " * len(called))
        print("\n".join(lines))
    return 0

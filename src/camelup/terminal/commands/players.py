"""`camelup players`: who there is to play against."""

import argparse
import json
from textwrap import wrap

from camelup.players import ENTRIES
from camelup.terminal.options import add_json

DESCRIPTION = "List the computer players, from the weakest to the strongest."
EXAMPLE = "camelup players"
_NAME = 9
_TITLE = 7
_WIDE = 79


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_json(parser, "print JSON: a list of name, title and description")


def run(arguments: argparse.Namespace) -> int:
    """Print the names and descriptions of all players."""
    if arguments.json:
        listed = [
            {"name": entry.name, "title": entry.title, "description": entry.description} for entry in ENTRIES.values()
        ]
        print(json.dumps(listed))
        return 0
    for entry in ENTRIES.values():
        called = f"{entry.name:<{_NAME}} {entry.title:<{_TITLE}} "
        lines = wrap(entry.description, _WIDE, initial_indent=called, subsequent_indent=" " * len(called))
        print("\n".join(lines))
    return 0

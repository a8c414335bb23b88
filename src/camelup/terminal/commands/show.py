"""`camelup show`: a position in notation, or the last one of a game, drawn as text."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from camelup.core.actions import SEATS
from camelup.core.errors import FileError, NotationError
from camelup.core.state import State
from camelup.core.view import View, view_of
from camelup.formats.ansi import ansi_for
from camelup.formats.json_codec import to_json
from camelup.formats.notation import Token, read_position
from camelup.formats.reading import read_record
from camelup.formats.record import TITLE, check_name, replay
from camelup.formats.sentences import describe_result
from camelup.formats.text_board import draw_board
from camelup.terminal.autosave import load, naming
from camelup.terminal.options import add_json
from camelup.terminal.text import quoted

DESCRIPTION = "Draw a position, or the last one of a game. Cards stay hidden until the game is over."
EXAMPLE = "camelup show 'edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | money 3 3'"

STDIN = "-"
_SECTION = "|"
_JSON = "{"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "position",
        help="a position in notation, a file with a saved game, the link of a finished game's page, or - for standard "
        "input",
    )
    parser.add_argument("--seat", type=str.upper, choices=SEATS, metavar="A-H", help="draw what this seat can see")
    parser.add_argument("--names", metavar="NAME,NAME...", help="names of the players, in the order of the seats")
    add_json(parser, "print JSON: names and position, as docs/notation.md describes it")


def run(arguments: argparse.Namespace) -> int:
    """Draw the position."""
    seat = None if arguments.seat is None else SEATS.index(arguments.seat)
    names = None if arguments.names is None else arguments.names.split(",")
    table, called = find_position(arguments.position, seat, names)
    if arguments.json:
        print(json.dumps({"names": called, "position": to_json(table)}))
        return 0
    result = ["", *describe_result(table, called)] if table.is_over else []
    print("\n".join([*draw_board(table, called, ansi_for(sys.stdout)), *result]))
    return 0


def find_position(
    asked: str, seat: int | None = None, names: Sequence[str] | None = None
) -> tuple[State | View, tuple[str, ...]]:
    """Return the position to draw and the players' names.

    A position is shown as given. A game is shown as a watcher sees it, or as the given seat does, so that a look
    at the board reveals nobody's cards.
    """
    text = _text(asked)
    if text.lstrip().startswith((TITLE, _JSON)) or (_SECTION not in asked and asked != STDIN):
        view, called = _last(text, "the input" if asked == STDIN else asked, seat)
        if names is not None:
            raise NotationError("name", "A game already has names.")
        return view, called
    table = read_position(Token.of(text))
    called = _called(table, names)
    if seat is None:
        return table, called
    if isinstance(table, View):
        raise NotationError("hidden", "This position is already one seat's view.")
    return view_of(table, seat), called


def _text(asked: str) -> str:
    if asked == STDIN:
        return sys.stdin.read()
    if _SECTION in asked:
        return asked
    from camelup.terminal.fetching import fetch, is_address

    if is_address(asked):
        return fetch(asked).decode(errors="replace")
    if not asked.strip():
        raise FileError(
            "file", "The position is empty: give a position in notation, a file with a saved game, or a link."
        )
    if not Path(asked).exists():
        raise FileError(
            "file",
            f"{quoted(asked)} is neither a file nor a position (sections such as: edition 2 | track 1:gy | ...).",
        )
    return load(Path(asked))


def _last(text: str, source: str, seat: int | None) -> tuple[View, tuple[str, ...]]:
    with naming(source):
        record = read_record(text)
        *_, last = replay(record)
    return record.view(last.state, seat), record.names


def _called(table: State | View, names: Sequence[str] | None) -> tuple[str, ...]:
    if names is None:
        return tuple(SEATS[: table.players])
    if len(names) != table.players:
        raise NotationError("name", f"The position has {table.players} seats, but there are {len(names)} names.")
    return tuple(check_name(name) for name in names)

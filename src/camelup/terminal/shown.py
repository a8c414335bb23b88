"""What `camelup show` is asked to draw: a position in notation, or the last one of a saved game."""

import sys
from collections.abc import Sequence
from pathlib import Path

from camelup.core.actions import SEATS
from camelup.core.errors import FileError, NotationError
from camelup.core.state import State
from camelup.core.view import View, view_of
from camelup.formats.notation import Token, read_position
from camelup.formats.record import TITLE, check_name, parse_record, replay
from camelup.terminal.autosave import load, naming
from camelup.terminal.typed import quoted

STDIN = "-"
_SECTION = "|"


def shown(
    asked: str, seat: int | None = None, names: Sequence[str] | None = None
) -> tuple[State | View, tuple[str, ...]]:
    """Give the position to draw and the players' names.

    A position is shown as it was given. A saved game is shown as an onlooker sees it, or the seat, if one is given, so
    that looking at the board of a game tells nobody the others' cards.
    """
    text = _text(asked)
    if text.lstrip().startswith(TITLE) or (_SECTION not in asked and asked != STDIN):
        view, called = _last(text, "the input" if asked == STDIN else asked, seat)
        if names is not None:
            raise NotationError("name", "A saved game has its names already.")
        return view, called
    table = read_position(Token.of(text))
    called = _called(table, names)
    if seat is None:
        return table, called
    if isinstance(table, View):
        raise NotationError("hidden", "This position already is what one seat sees.")
    return view_of(table, seat), called


def _text(asked: str) -> str:
    if asked == STDIN:
        return sys.stdin.read()
    if _SECTION in asked:
        return asked
    if not Path(asked).exists():
        raise FileError(
            "file",
            f"{quoted(asked)} is neither a file nor a position (sections such as: edition 2 | track 1:gy | ...).",
        )
    return load(Path(asked))


def _last(text: str, source: str, seat: int | None) -> tuple[View, tuple[str, ...]]:
    with naming(source):
        record = parse_record(text)
        *_, last = replay(record)
    return record.view(last.state, seat), record.names


def _called(table: State | View, names: Sequence[str] | None) -> tuple[str, ...]:
    if names is None:
        return tuple(SEATS[: table.players])
    if len(names) != table.players:
        raise NotationError("name", f"The position has {table.players} seats, but there are {len(names)} names.")
    return tuple(check_name(name) for name in names)

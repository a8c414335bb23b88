"""Records in whatever form people have them: as text, as JSON, or inside a finished game with its dice."""

import json
from collections.abc import Mapping
from typing import Any

from camelup.core.errors import NotationError
from camelup.formats.finished_game import FinishedGame
from camelup.formats.json_codec import from_json
from camelup.formats.record import Record, parse_record

_OTHER_LINES = {"camelup", "players", "money", "start", "result"}
"""The first words of a record's lines that are not plies; comments and empty lines have none."""

Form = str | Any
"""A record as text, or as a tree of JSON."""


def read_record(text: str) -> Record:
    """Read a record as text or JSON; NotationError if it is neither."""
    return read_form(load_form(text))


def load_form(text: str) -> Form:
    """Return a text as it is, or the tree if it is JSON: nothing of it has been read as a record yet."""
    if not text.lstrip().startswith("{"):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError("json", "It looks like JSON, but is not valid JSON.") from error


def count_plies(form: Form) -> int:
    r"""Count the plies of a record without reading them: far cheaper than to find out whether it is one.

    What cannot be a record has a count, too: never fewer than the plies that a reader goes through before it refuses.

    >>> count_plies("camelup record 1\nplayers A | B\nstart ...\n\n# leg 1\nA roll r3\nnonsense\nresult 3 5")
    2
    >>> count_plies({"type": "finished_game", "record": {"plies": [1, 2, 3]}})
    3
    """
    if isinstance(form, str):
        lines = (line.split(None, 1) for line in form.split("\n"))
        return sum(bool(words) and words[0][0] != "#" and words[0] not in _OTHER_LINES for words in lines)
    record = form.get("record", form) if isinstance(form, Mapping) else None
    plies = record.get("plies") if isinstance(record, Mapping) else None
    return len(plies) if isinstance(plies, list) else 0


def read_form(form: Form) -> Record:
    """Return the record in any form; NotationError if it is none."""
    return parse_record(form) if isinstance(form, str) else record_of(form)


def record_of(form: Any) -> Record:  # noqa: ANN401 - JSON
    """Return the record in JSON: of a record, or of a finished game."""
    game = from_json(form)
    if isinstance(game, FinishedGame):
        return game.record
    if isinstance(game, Record):
        return game
    raise NotationError("json", "At $.type: expected 'record' or 'finished_game'.")

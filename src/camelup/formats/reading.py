"""Records in whatever form people have them: as text, as JSON, or inside a finished game with its dice."""

import json
from typing import Any

from camelup.core.errors import NotationError
from camelup.formats.finished_game import FinishedGame
from camelup.formats.json_codec import from_json
from camelup.formats.record import Record, parse_record


def read_record(text: str) -> Record:
    """Read a record as text or JSON; NotationError if it is neither."""
    if not text.lstrip().startswith("{"):
        return parse_record(text)
    try:
        form = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError("json", "It looks like JSON, but is not valid JSON.") from error
    return record_of(form)


def record_of(form: Any) -> Record:  # noqa: ANN401 - JSON
    """Return the record in JSON: of a record, or of a finished game."""
    game = from_json(form)
    if isinstance(game, FinishedGame):
        return game.record
    if isinstance(game, Record):
        return game
    raise NotationError("json", "At $.type: expected 'record' or 'finished_game'.")

"""What api.py answers, described as OpenAPI 3.1."""

from functools import cache
from typing import Any, NamedTuple

from camelup import __version__
from camelup.protocol.messages import (
    ErrorForm,
    GameSummary,
    MadeTable,
    NewTable,
    PlayerForm,
    RecordForm,
    Replay,
    ServerForm,
    TableList,
    TableState,
)
from camelup.protocol.reviews import ReviewAnswer
from camelup.protocol.schema import definitions

_PREFIX = "#/components/schemas/"


class _Answer(NamedTuple):
    path: str
    about: str
    gives: Any
    """A message of the protocol, a text that describes other JSON, or the type of media."""
    method: str = "get"
    takes: Any = None
    status: int = 200
    refusals: tuple[int, ...] = ()


_ALWAYS = (429, 500)
_WITH_A_BODY = (403, 408, 413)
_TABLE = "/api/tables/{table}"
_ANSWERS = (
    _Answer("/api/tables", "List the open tables.", TableList, refusals=(503,)),
    _Answer("/api/tables", "Make a table.", MadeTable, "post", NewTable, 201, (400, 503)),
    _Answer(_TABLE, "A table as a watcher sees it.", TableState, refusals=(404, 503)),
    _Answer(
        "/api/games/{table}", "A finished game: its record and its dice.", "FinishedGame", refusals=(404, 409, 503)
    ),
    _Answer(
        "/api/games/{table}/summary", "A finished game, summed up for people.", GameSummary, refusals=(404, 409, 503)
    ),
    _Answer("/api/games/{table}/replay", "A finished game, step by step.", Replay, refusals=(404, 409, 503)),
    _Answer("/api/replay", "A game step by step, by its record.", Replay, "post", RecordForm, 200, (400,)),
    _Answer(
        "/api/games/{table}/review",
        "The review of a finished game, as far as it is; the first who asks begins it.",
        ReviewAnswer,
        refusals=(400, 404, 409, 503),
    ),
    _Answer("/api/review", "Begin to review a game, by its record.", ReviewAnswer, "post", RecordForm, 200, (400, 503)),
    _Answer("/api/review/{id}", "That review, as far as it is.", ReviewAnswer, refusals=(404, 503)),
    _Answer("/api/odds", "The odds of any position.", "Odds", "post", "OddsRequest", 200, (400, 503)),
    _Answer("/api/players", "The computer players, the weakest first.", [PlayerForm]),
    _Answer("/api/server", "The versions.", ServerForm),
    _Answer("/api/protocol.json", "The messages of live tables, as JSON Schema.", "Schema"),
    _Answer("/health", "Whether the process is alive.", "text/plain"),
    _Answer("/ready", "Whether tables can be served.", "text/plain", refusals=(503,)),
    _Answer("/metrics", "Figures for Prometheus.", "text/plain"),
)
_OTHERS: dict[str, Any] = {
    "FinishedGame": {
        "type": "object",
        "required": ["version", "type", "record", "dice"],
        "properties": {
            "version": {"const": 1},
            "type": {"const": "finished_game"},
            "record": {"$ref": f"{_PREFIX}Record"},
            "dice": {"type": "object"},
        },
    },
    "Odds": {"type": "object", "required": ["edition", "leg", "race"], "description": "As in docs/odds.md."},
    "OddsRequest": {
        "type": "object",
        "description": "A position, or a situation: edition, track, dice, tiles, as in docs/odds.md.",
        "properties": {
            "position": {"anyOf": [{"type": "string"}, {"$ref": f"{_PREFIX}State"}, {"$ref": f"{_PREFIX}View"}]},
            "edition": {"enum": [1, 2]},
            "track": {"type": "string"},
            "dice": {"type": ["string", "null"]},
            "tiles": {"type": ["string", "null"]},
            "values": {"type": "boolean"},
            "samples": {"type": "integer", "minimum": 1, "maximum": 1_000_000},
        },
        "additionalProperties": False,
    },
    "Schema": {"type": "object", "required": ["$defs"]},
}


@cache
def describe_api() -> dict[str, Any]:
    """Give the description."""
    paths: dict[str, Any] = {}
    for answer in _ANSWERS:
        paths.setdefault(answer.path, {})[answer.method] = _operation(answer)
    kinds = (ErrorForm, GameSummary, MadeTable, NewTable, PlayerForm, ReviewAnswer, ServerForm, TableList, TableState)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "camelup",
            "version": __version__,
            "description": "Live tables are played over WebSockets at /api/tables/{table}/socket: docs/protocol.md.",
        },
        "paths": paths,
        "components": {"schemas": {**definitions(_PREFIX, kinds), **_OTHERS}},
    }


def _operation(answer: _Answer) -> dict[str, Any]:
    more = () if answer.takes is None else _WITH_A_BODY
    operation: dict[str, Any] = {
        "summary": answer.about,
        "responses": {
            str(answer.status): {"description": answer.about, "content": _content(answer.gives)},
            **{str(status): _refusal(status) for status in sorted({*answer.refusals, *_ALWAYS, *more})},
        },
    }
    names = [name for name in ("table", "id") if f"{{{name}}}" in answer.path]
    text = {"type": "string", "pattern": "^[^/]+$"}
    parameters = [{"name": name, "in": "path", "required": True, "schema": text} for name in names]
    if answer.gives is ReviewAnswer and names:
        about = "The playouts of the review that one has: it is told only if there is a better one."
        parameters.append({"name": "after", "in": "query", "description": about, "schema": {"type": "integer"}})
    if parameters:
        operation["parameters"] = parameters
    if answer.takes is not None:
        operation["requestBody"] = {"required": True, "content": _content(answer.takes)}
    return operation


def _content(kind: Any) -> dict[str, Any]:  # noqa: ANN401
    if kind == "text/plain":
        return {kind: {"schema": {"type": "string"}}}
    return {"application/json": {"schema": _reference(kind)}}


def _reference(kind: Any) -> dict[str, Any]:  # noqa: ANN401
    if isinstance(kind, list):
        return {"type": "array", "items": _reference(kind[0])}
    return {"$ref": f"{_PREFIX}{kind if isinstance(kind, str) else kind.__name__}"}


def _refusal(status: int) -> dict[str, Any]:
    about = {
        400: "What was asked for cannot be.",
        403: "A page of another address asks.",
        404: "There is no such table.",
        408: "The request did not come to its end.",
        409: "The game is not over.",
        413: "The request is too large.",
        429: "Too many requests from this address.",
        500: "A fault of the server itself.",
        503: "The server cannot do that now.",
    }
    return {"description": about[status], "content": _content(ErrorForm)}

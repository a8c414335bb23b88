"""Endpoints described as OpenAPI 3.1."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

import msgspec
from starlette.responses import Response

from camelup import __version__
from camelup.protocol.http import ErrorForm
from camelup.protocol.me import MAX_GAMES, MAX_TOKENS, TOKEN_HEADER, MyGames
from camelup.protocol.reviews import ReviewAnswer
from camelup.protocol.schema import definitions

_PREFIX = "#/components/schemas/"


class Endpoint(NamedTuple):
    """Where something is found, what answers, and what it takes and gives."""

    method: str
    path: str
    handler: Callable[..., Awaitable[Response]]
    """A method of `Handlers`; its docstring is the summary."""
    returns: Any = None
    """A message of the protocol, the name of another schema, or a media type; None if it is not described."""
    takes: Any = None
    status: int = 200
    refusals: tuple[int, ...] = ()

    @property
    def summary(self) -> str:
        """The first line of the handler's docstring."""
        return (self.handler.__doc__ or "").partition("\n")[0]


_ALWAYS = (403, 429, 500)
_WITH_A_BODY = (408, 413)
_OTHER_SCHEMAS: dict[str, Any] = {
    "FinishedGame": {
        "type": "object",
        "required": ["version", "type", "record", "dice"],
        "properties": {
            "version": {"const": 1},
            "type": {"const": "finished_game"},
            "record": {"$ref": f"{_PREFIX}Record"},
            "dice": {"$ref": f"{_PREFIX}Proof"},
            "published": {"$ref": f"{_PREFIX}Published"},
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
    "PersonalExport": {"type": "object", "required": ["type", "version", "tables"], "description": "docs/protocol.md"},
    "Schema": {"type": "object", "required": ["$defs"]},
}


def describe_endpoints(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """Describe those endpoints that return something."""
    paths: dict[str, Any] = {}
    described = [endpoint for endpoint in endpoints if endpoint.returns is not None]
    for endpoint in described:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "camelup",
            "version": __version__,
            "description": "Live tables are played over WebSockets at /api/tables/{table}/socket: docs/protocol.md.",
        },
        "paths": paths,
        "components": {"schemas": {**definitions(_PREFIX, _messages(described)), **_OTHER_SCHEMAS}},
    }


def _messages(endpoints: Iterable[Endpoint]) -> tuple[type, ...]:
    """List the protocol's messages that endpoints take and return."""
    named = [kind for endpoint in endpoints for kind in (endpoint.takes, endpoint.returns)]
    flat = [kind[0] if isinstance(kind, list) else kind for kind in named]
    messages = {kind for kind in flat if isinstance(kind, type) and issubclass(kind, msgspec.Struct)}
    return tuple(sorted({*messages, ErrorForm}, key=lambda kind: kind.__name__))


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    with_a_body = () if endpoint.takes is None else _WITH_A_BODY
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "responses": {
            str(endpoint.status): {"description": endpoint.summary, "content": _content(endpoint.returns)},
            **{str(status): _refusal(status) for status in sorted({*endpoint.refusals, *_ALWAYS, *with_a_body})},
        },
    }
    names = [name for name in ("table", "id") if f"{{{name}}}" in endpoint.path]
    text = {"type": "string", "pattern": "^[^/]+$"}
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": text} for name in names
    ]
    if endpoint.returns is ReviewAnswer and names:
        about = "The playouts of the review that the client has: the review is left out unless there is a better one."
        parameters.append({"name": "after", "in": "query", "description": about, "schema": {"type": "integer"}})
    if endpoint.path.startswith("/api/me"):
        about = f"The person's tokens, at most {MAX_TOKENS}, with commas."
        header = {"name": TOKEN_HEADER, "in": "header", "required": True, "description": about}
        parameters.append({**header, "schema": {"type": "string"}})
    if endpoint.returns is MyGames:
        for name, about, schema in (
            ("before", "What the last answer called `next`.", {"type": "string"}),
            ("limit", "How many games.", {"type": "integer", "minimum": 1, "maximum": MAX_GAMES}),
        ):
            parameters.append({"name": name, "in": "query", "description": about, "schema": schema})
    if parameters:
        operation["parameters"] = parameters
    if endpoint.takes is not None:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.takes)}
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
        400: "The request is not valid.",
        403: "The request comes from a page of another address, or calls the server by a name that is not its own.",
        404: "There is no such table or review.",
        408: "The request was not complete in time.",
        409: "The game is not over.",
        410: "What is stored of the table is damaged.",
        413: "The request is too large.",
        429: "Too many requests from this address.",
        500: "An error of the server.",
        503: "The server cannot do that now.",
    }
    return {"description": about[status], "content": _content(ErrorForm)}

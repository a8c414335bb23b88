"""Write web/src/game/protocol.ts: the messages and forms of the server as types of TypeScript, from its own schema.

What the server sends has every field. What a client sends may leave out what has a default.
"""

import json
from pathlib import Path
from typing import Any, get_args

import msgspec

from camelup.protocol import fields, http, me, transfers
from camelup.protocol.reviews import ReviewAnswer
from camelup.protocol.schema import definitions, describe_protocol
from camelup.protocol.settings import Settings

TARGET = Path(__file__).parent.parent / "web" / "src" / "game" / "protocol.ts"
_HEAD = """\
// Written by tools/client_types.py from the server's schema (`make types`): do not edit.

export const PROTOCOL = {protocol};
export const CHAT_LENGTH = {chat};
export const TITLE_LENGTH = {title};
export const REACTIONS = {reactions} as const;
export const DEFAULT_SETTINGS: Settings = {settings};
"""
_ANSWERS = (
    http.TableList,
    http.GameList,
    http.MadeTable,
    http.WatchedTable,
    http.GameSummary,
    http.Replay,
    ReviewAnswer,
    transfers.MadeTransfer,
    transfers.Transfer,
    me.MyGames,
    me.MySummary,
    me.StartedReviews,
    me.Deleted,
    http.PlayerForm,
    http.ServerForm,
    http.ErrorForm,
)
_REQUESTS = (
    http.NewTable,
    http.RecordForm,
    transfers.NewTransfer,
    transfers.RedeemTransfer,
    me.WantedReviews,
    me.ChosenSeat,
)
_PREFIX = "#/$defs/"
_SAID_CLOSER = {("Seen", "changes"): "Partial<View>", ("NewTable", "settings"): "Partial<Settings>"}
"""Fields of which more is known than their schema says."""

Schema = dict[str, Any]


def write_types() -> str:
    """Give the whole file."""
    answered = definitions(_PREFIX, (*_ANSWERS, *_REQUESTS))
    known = {**describe_protocol()["$defs"], **answered}
    answers = {kind.__name__ for kind in _ANSWERS} | {"FinishedGame", "ServerMessage", "State"}
    told = _reach(known, answers)
    head = _HEAD.format(
        protocol=fields.PROTOCOL,
        chat=fields.CHAT_LENGTH,
        title=fields.TITLE_LENGTH,
        reactions=json.dumps(list(get_args(fields.Reaction))),
        settings=json.dumps(msgspec.to_builtins(Settings())),
    )
    return head + "".join(_define(name, known[name], told) for name in sorted(known))


def _reach(known: dict[str, Schema], names: set[str]) -> set[str]:
    """Find all definitions that these need."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _references(known[name])
    return found


def _references(schema: Any) -> list[str]:  # noqa: ANN401 - JSON
    if isinstance(schema, list):
        return [name for part in schema for name in _references(part)]
    if not isinstance(schema, dict):
        return []
    own = [schema["$ref"].removeprefix(_PREFIX)] if isinstance(schema.get("$ref"), str) else []
    return own + [name for part in schema.values() for name in _references(part)]


def _define(name: str, schema: Schema, told: set[str]) -> str:
    about = schema.get("description")
    comment = f"/** {' '.join(about.split())} */\n" if about else ""
    if "properties" not in schema:
        return f"\n{comment}export type {name} = {_type(schema)};\n"
    needed = schema["properties"] if name in told else schema["required"]
    lines = "".join(
        f"  {field}{'' if field in needed else '?'}: {_SAID_CLOSER.get((name, field)) or _type(kind)};\n"
        for field, kind in schema["properties"].items()
    )
    return f"\n{comment}export interface {name} {{\n{lines}}}\n"


def _type(schema: Schema) -> str:  # noqa: PLR0911 - a kind of schema each
    if "$ref" in schema:
        name: str = schema["$ref"].removeprefix(_PREFIX)
        return name
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(_type(part) for part in schema[several])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    match schema.get("type"):
        case "array":
            item = _type(schema.get("items", {}))
            return f"({item})[]" if " | " in item else f"{item}[]"
        case "object":
            return _type_of_object(schema)
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as kind:
            return str(kind)
    return "unknown"


def _type_of_object(schema: Schema) -> str:
    if "properties" in schema:
        needed = schema.get("required", ())
        fields = (
            f"{name}{'' if name in needed else '?'}: {_type(kind)}" for name, kind in schema["properties"].items()
        )
        return f"{{ {'; '.join(fields)} }}"
    values = schema.get("additionalProperties")
    return f"{{ [key: string]: {_type(values) if isinstance(values, dict) else 'unknown'} }}"


if __name__ == "__main__":
    TARGET.write_text(write_types())

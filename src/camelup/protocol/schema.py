"""The messages as JSON Schema, with the forms that are in them: clients' types are made from it."""

from functools import cache
from typing import Any, get_args

import msgspec

from camelup.formats.schema import all_definitions
from camelup.protocol.fields import PROTOCOL
from camelup.protocol.messages import ServerMessage
from camelup.protocol.requests import ClientMessage

Schema = dict[str, Any]
_FORMS = {
    ("Act", "action"): "Action",
    ("Seen", "events"): "Event",
    ("Welcome", "views"): "View",
    ("Welcome", "views_before"): "View",
    ("TableChanged", "views"): "View",
    ("Began", "views"): "View",
    ("WatchedTable", "view"): "View",
    ("GameSummary", "winner"): "RacingCamel",
    ("GameSummary", "loser"): "RacingCamel",
    ("GameSummary", "track"): "Track",
    ("GameSummary", "cards"): "CardScored",
    ("ReplayStep", "action"): "Action",
    ("ReplayStep", "events"): "Event",
    ("ReplayStep", "state"): "State",
}
"""Where messages hold forms of docs/notation.md."""


@cache
def describe_protocol() -> Schema:
    """Give the schema of all messages: `ClientMessage`, `ServerMessage`, and a definition for each of them."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"camelup protocol {PROTOCOL}",
        "$defs": {
            **definitions("#/$defs/"),
            "ClientMessage": _any_of(ClientMessage),
            "ServerMessage": _any_of(ServerMessage),
        },
    }


def definitions(prefix: str, kinds: tuple[Any, ...] = ()) -> Schema:
    """Give the definitions of messages, or of other kinds, and of the forms in them; references begin with a prefix."""
    kinds = kinds or (*get_args(ClientMessage), *get_args(ServerMessage))
    _, found = msgspec.json.schema_components(kinds, ref_template=f"{prefix}{{name}}")
    for (name, field), form in _FORMS.items():
        if name in found:
            found[name]["properties"][field] = _name_form(found[name]["properties"][field], f"{prefix}{form}")
    return {**found, **all_definitions(prefix)}


def _name_form(schema: Schema, reference: str) -> Schema:
    if "items" in schema:
        return {**schema, "items": {"$ref": reference}}
    if "anyOf" in schema:
        return {**schema, "anyOf": [_name_form(part, reference) for part in schema["anyOf"]]}
    if schema.get("type") == "null":
        return schema
    return {"$ref": reference}


def _any_of(union: Any) -> Schema:  # noqa: ANN401
    return {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in get_args(union)]}

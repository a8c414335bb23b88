"""JSON Schemas (draft 2020-12) of the forms that json_codec reads and writes, derived from the same types.

A schema shows programs in other languages what JSON looks like; only `from_json` can check whether its parts fit
together. It refuses no position, action, record or finished game that `from_json` reads. Of events, which `from_json`
does not hold against a game, it asks for seats, spaces and amounts that a game can have. Numbers such as 3.0, which no
schema can distinguish from 3, are for `from_json` to refuse.

>>> from camelup.core.actions import TakeTicket
>>> schema_of(TakeTicket, with_version=True)["required"]
['version', 'type', 'camel']
>>> schema_of(TakeTicket, with_version=True)["properties"]["camel"]
{'$ref': '#/$defs/RacingCamel'}
"""

import inspect
import types
import typing
from enum import StrEnum
from typing import Any

from camelup.card_commitments import LARGEST_PLY, TABLE_PATTERN
from camelup.core.actions import Action, Face
from camelup.core.edition import DICE_PER_LEG, EDITIONS, MAX_PLAYERS, SPACES, Camel, Edition
from camelup.core.events import Event
from camelup.core.race import BEHIND_THE_LINE, OVER_THE_LINE
from camelup.core.rules import NUMBERS
from camelup.core.state import Table
from camelup.core.validity import LARGEST
from camelup.fair_dice import HASH_PATTERN, LONGEST_SEED, SECRET_BYTES, SEED_PATTERN
from camelup.formats.json_codec import ADDED, TAGGED, TAGS, VERSION, Json, hints_of
from camelup.formats.record import NAME_LENGTH

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DEFINITIONS = "#/$defs/"
"""Where a schema usually has its definitions."""

Schema = dict[str, Json]

_UNIONS = {Action: "Action", Event: "Event"}
"""The unions that have a name."""


def _whole(lowest: int, highest: int) -> Schema:
    return {"type": "integer", "minimum": lowest, "maximum": highest}


def _text(pattern: str, longest: int) -> Schema:
    # The length too: to Python, a line end behind it all still matches a pattern.
    return {"type": "string", "pattern": f"^{pattern}$", "maxLength": longest}


_DICE = "".join(dict.fromkeys(die for edition in EDITIONS.values() for die in edition.dice))
_MOST_DICE = max(len(edition.dice) for edition in EDITIONS.values())
_ANY_NUMBER = _whole(-LARGEST, LARGEST)
_SEAT = _whole(0, MAX_PLAYERS - 1)
_SPACE = _whole(1, SPACES)
_CAMEL_SPACE = _whole(BEHIND_THE_LINE, OVER_THE_LINE)
_MONEY = _whole(0, LARGEST)
_TICKET = {
    "type": "integer",
    "enum": sorted({value for edition in EDITIONS.values() for value in edition.ticket_values}),
}
_HASH = _text(HASH_PATTERN, 2 * SECRET_BYTES)

RANGES = {
    "end": _CAMEL_SPACE,
    "first": _SEAT,
    "left_out": _SEAT,
    "leg": _whole(1, LARGEST),
    "money": _MONEY,
    "moved_from": _SPACE,
    "partner": _SEAT,
    "partners": _SEAT,
    "ply": _whole(1, LARGEST_PLY),
    "pyramid_tickets": _whole(0, DICE_PER_LEG),
    "result": _MONEY,
    "seat": _SEAT,
    "space": _SPACE,
    "start": _CAMEL_SPACE,
    "tents": _TICKET,
    "turn": _SEAT,
    "value": _TICKET,
    "victors": _SEAT,
}
"""What a number can be, by the field that has it or a list of it; elsewhere it is any that can be written."""

TEXTS = {
    "commitment": _HASH,
    "dice": _text(f"[{_DICE}]*", _MOST_DICE),
    "hash": _HASH,
    "names": _text("[^|]+", NAME_LENGTH),
    "secret": _HASH,
    "seeds": _text(f"({SEED_PATTERN})?", LONGEST_SEED),
    "table": _text(TABLE_PATTERN, 100),
}
"""What a text looks like, by the field that has it or a list of it."""

CRAZY_TOO = ("unit",)
"""The fields with camels that need not be racing ones; bets are on racing camels, and only they have a rank."""

_PLAIN: dict[str, Schema] = {
    "Camel": {
        "description": "A camel by its letter: small letters race, capitals are crazy.",
        "enum": [camel.value for camel in Camel],
    },
    "Edition": {"description": "The number of an edition.", "type": "integer", "enum": list(EDITIONS)},
    "Face": {
        "description": "What a die shows: the letter of a camel, and a number.",
        **_text(f"[{''.join(Camel)}][{''.join(map(str, NUMBERS))}]", 2),
    },
    "RacingCamel": {
        "description": "A racing camel by its letter.",
        "enum": [camel.value for camel in Camel if not camel.is_crazy],
    },
    "Track": {
        "description": "The camels by space, each stack from bottom to top.",
        "type": "object",
        "propertyNames": {"enum": [str(space) for space in range(BEHIND_THE_LINE, OVER_THE_LINE + 1)]},
        "additionalProperties": {"type": "string", "pattern": f"^[{''.join(Camel)}]*$"},
    },
}
"""Definitions of what is no object of fields."""


def all_definitions(at: str = DEFINITIONS) -> dict[str, Schema]:
    """Return the schemas of all types in the forms, by name and without `version`, for a larger schema.

    `at` is where that has its definitions, such as `#/components/schemas/` in OpenAPI.
    """
    definitions: dict[str, Schema] = {}
    for kind in (*_UNIONS, *TAGGED.values()):
        _schema(kind, definitions)
    return {name: _copied(definitions[name], at) for name in sorted(definitions)}


def schema_of(kind: Any, *, with_version: bool) -> Schema:  # noqa: ANN401 - a type with a form, or a union of some
    """Return the schema of a form: with its version as `to_json` writes it, or as it is inside of another form."""
    definitions: dict[str, Schema] = {}
    schema = _schema(kind, definitions)
    if with_version:
        if kind in _UNIONS:
            del definitions[_UNIONS[kind]]
        options = [_with_version(definitions.pop(each.__name__)) for each in _members(kind)]
        schema = options[0] if len(options) == 1 else {"oneOf": options}
    whole: Schema = _copied({**schema, "$defs": dict(sorted(definitions.items()))}, DEFINITIONS)
    return {"$schema": DIALECT, **whole}


def _with_version(schema: Schema) -> Schema:
    version = {"type": "integer", "const": VERSION}
    return {
        **schema,
        "properties": {"version": version, **schema["properties"]},
        "required": ["version", *schema["required"]],
    }


def _members(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401
    return typing.get_args(kind) or (kind,)


def _reference(name: str) -> Schema:
    """Refer to a definition; `_copied` says where it is."""
    return {"$ref": name}


def _copied(schema: Json, at: str) -> Json:
    """Copy a schema, so that nobody who changes it changes ours, with the place of its definitions."""
    if isinstance(schema, list):
        return [_copied(part, at) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: f"{at}{part}" if key == "$ref" else _copied(part, at) for key, part in schema.items()}


def _schema(hint: Any, definitions: dict[str, Schema], field: str = "") -> Schema:  # noqa: ANN401, PLR0911 - one for each kind of type
    """Return the schema of a type in a field, as json_codec decodes it, and add the definitions that it refers to."""
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        return _union(hint, definitions, field)
    if origin is tuple:
        return {"type": "array", "items": _schema(typing.get_args(hint)[0], definitions, field)}
    if hint is bool:
        return {"type": "boolean"}
    if hint is int:
        return RANGES.get(field, _ANY_NUMBER)
    if hint is str:
        return TEXTS[field]
    if hint is Camel:
        return _plain("Camel" if field in CRAZY_TOO else "RacingCamel", definitions)
    if hint in (Edition, Face):
        return _plain(hint.__name__, definitions)
    name = hint.__name__
    if name not in definitions:
        is_enum = issubclass(hint, StrEnum)
        definitions[name] = {"description": _sentence(hint)}
        definitions[name] |= {"enum": [member.value for member in hint]} if is_enum else _object(hint, definitions)
    return _reference(name)


def _plain(name: str, definitions: dict[str, Schema]) -> Schema:
    definitions[name] = _PLAIN[name]
    return _reference(name)


def _union(hint: Any, definitions: dict[str, Schema], field: str) -> Schema:  # noqa: ANN401
    options = [
        {"type": "null"} if member is type(None) else _schema(member, definitions, field) for member in _members(hint)
    ]
    schema = {"oneOf": options}
    if hint not in _UNIONS:
        return schema
    definitions[_UNIONS[hint]] = schema
    return _reference(_UNIONS[hint])


def _object(kind: Any, definitions: dict[str, Schema]) -> Schema:  # noqa: ANN401
    properties: Schema = {"type": {"const": TAGS[kind]}} if kind in TAGS else {}
    required = list(properties)
    for field, hint in hints_of(kind).items():
        if field == "track" and issubclass(kind, Table):
            properties[field] = _plain("Track", definitions)
        else:
            properties[field] = _schema(hint, definitions, field)
        if (kind, field) not in ADDED:
            required.append(field)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _sentence(kind: type) -> str:
    """Return the first paragraph of what is said about a type, in the words of JSON."""
    return " ".join(inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0].split()).replace("None", "null")

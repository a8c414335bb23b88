"""JSON forms of positions, views, actions, events and records, both ways; docs/notation.md describes them.

>>> from camelup.actions import TakeTicket
>>> to_json(TakeTicket(Camel.GREEN))
{'version': 1, 'type': 'take_ticket', 'camel': 'g'}
"""

import re
import types
import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

from camelup import events
from camelup.actions import Action, Face, JoinPartner
from camelup.edition import EDITIONS, MAX_PLAYERS, Camel, Edition
from camelup.errors import NotationError
from camelup.notation import parse_track
from camelup.possible import check_cards, check_seat, check_table, tents_left
from camelup.record import Ply, Record, check_name
from camelup.rules import NUMBERS
from camelup.state import State, Table
from camelup.view import View, with_legal

VERSION = 1
_ACTIONS = typing.get_args(Action)
_EVENTS = typing.get_args(events.Event)
_T = TypeVar("_T")


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


_TAGGED = {_snake(kind.__name__): kind for kind in (*_ACTIONS, *_EVENTS, State, View, Record)}
_TAGS = {kind: tag for tag, kind in _TAGGED.items()}

Form = Any
"""A tree of dicts, lists, strings, numbers, booleans and None."""


def to_json(value: State | View | Action | events.Event | Record) -> dict[str, Form]:
    """Give the form of a value, with its type and the version of the format."""
    form = _encode(value)
    assert isinstance(form, dict), "all of these are objects"  # noqa: S101 - narrows the type
    return {"version": VERSION, **form}


def from_json(form: Form) -> Any:  # noqa: ANN401 - the form itself says which type it is
    """Give the value of a form, checked as thoroughly as a text would be."""
    if not isinstance(form, Mapping):
        raise _refuse("$", "an object")
    if form.get("version") != VERSION:
        raise _refuse("$.version", f"{VERSION}, the version of the format")
    tag = form.get("type")
    if not isinstance(tag, str) or tag not in _TAGGED:
        raise _refuse("$.type", f"one of {', '.join(sorted(_TAGGED))}")
    return _decode_object(_TAGGED[tag], {key: part for key, part in form.items() if key != "version"}, "$")


def _refuse(path: str, expected: str) -> NotationError:
    return NotationError("json", f"At {path}: expected {expected}.")


def _encode(value: Any) -> Form:  # noqa: ANN401
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, Edition):
        return value.number
    if isinstance(value, Face):
        return str(value)
    if isinstance(value, str):
        return str(value)
    if is_dataclass(value) or hasattr(value, "_fields"):
        names = [field.name for field in fields(value)] if is_dataclass(value) else value._fields  # type: ignore[arg-type, attr-defined, unused-ignore]
        form = {name: _encode(getattr(value, name)) for name in names}
        if isinstance(value, Table):
            form["track"] = {str(space): "".join(stack) for space, stack in value.stacks.items()}
        tag = _TAGS.get(type(value))
        return {"type": tag, **form} if tag else form
    if isinstance(value, tuple):
        return [_encode(item) for item in value]
    raise TypeError(f"no JSON form for {type(value).__name__}")


def _decode(hint: Any, form: Form, path: str) -> Any:  # noqa: ANN401 - one line for each kind of type
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        return _decode_union(typing.get_args(hint), form, path)
    if origin is tuple:
        if not isinstance(form, list):
            raise _refuse(path, "a list")
        return tuple(_decode(typing.get_args(hint)[0], item, f"{path}[{index}]") for index, item in enumerate(form))
    if hint is Edition:
        if type(form) is not int or form not in EDITIONS:
            raise _refuse(path, "an edition, 1 or 2")
        return EDITIONS[form]
    if hint in (int, bool):
        if type(form) is not hint:
            raise _refuse(path, "a whole number" if hint is int else "true or false")
        return form
    if not isinstance(form, str):
        if hint is str or hint is Face or issubclass(hint, StrEnum):
            raise _refuse(path, "a text")
        return _decode_object(hint, form, path)
    return _decode_text(hint, form, path)


def _decode_text(hint: Any, form: str, path: str) -> Any:  # noqa: ANN401
    if hint is str:
        return form
    if hint is Face:
        if re.fullmatch(f"[{''.join(Camel)}][{''.join(map(str, NUMBERS))}]", form) is None:
            raise _refuse(path, "the face of a die, such as 'r3'")
        return Face(Camel(form[0]), int(form[1]))
    if issubclass(hint, StrEnum):
        if form not in [member.value for member in hint]:
            raise _refuse(path, f"one of {', '.join(member.value for member in hint)}")
        return hint(form)
    raise _refuse(path, "an object")


def _decode_union(hints: tuple[Any, ...], form: Form, path: str) -> Any:  # noqa: ANN401
    if form is None and type(None) in hints:
        return None
    kinds = [hint for hint in hints if hint is not type(None)]
    if len(kinds) == 1:
        return _decode(kinds[0], form, path)
    tag = form.get("type") if isinstance(form, Mapping) else None
    for kind in kinds:
        if _TAGS[kind] == tag:
            return _decode_object(kind, form, path)
    raise _refuse(path, f"an object whose type is one of {', '.join(_TAGS[kind] for kind in kinds)}")


def _decode_object(kind: type[_T], form: Form, path: str) -> _T:
    if not isinstance(form, Mapping):
        raise _refuse(path, "an object")
    # Class variables (an action's kind) are no part of the value.
    hints = {name: hint for name, hint in typing.get_type_hints(kind).items() if hint is not ClassVar}
    expected = {*hints, "type"} if kind in _TAGS else set(hints)
    for name in form:
        if name not in expected:
            raise _refuse(f"{path}.{name}", "no such field")
    for name in hints:
        if name not in form:
            raise _refuse(f"{path}.{name}", "this field")
    values = {}
    for name, hint in hints.items():
        if name == "track" and issubclass(kind, Table):
            values[name] = _track(_decode(Edition, form["edition"], f"{path}.edition"), form[name], f"{path}.{name}")
        else:
            values[name] = _decode(hint, form[name], f"{path}.{name}")
    value = kind(**values)
    _check(value, path)
    return value


def _track(edition: Edition, form: Form, path: str) -> int:
    if not isinstance(form, Mapping) or not all(
        isinstance(space, str) and space.isdecimal() and isinstance(stack, str) for space, stack in form.items()
    ):
        raise _refuse(path, "an object of stacks by space")
    places = sorted((int(space), stack) for space, stack in form.items())
    return parse_track(edition, " ".join(f"{space}:{stack}" for space, stack in places))


def _check(value: object, path: str) -> None:
    """Refuse a value whose fields are of the right types but cannot stand together."""
    match value:
        case State() | View():
            check_table(value)
            check_cards(value.edition, value.hands, value.winner_deck + value.loser_deck)
            if any(money is not None and money < 0 for money in value.money) or len(value.money) != value.players:
                raise _refuse(f"{path}.money", "an amount of 0 or more for each player")
            if value.tents != tents_left(value.edition, value.tickets):
                raise _refuse(f"{path}.tents", "what the tickets held leave over")
            if isinstance(value, View):
                check_seat(value.seat or 0, value.players)
            if isinstance(value, View) and value != with_legal(value):
                raise _refuse(f"{path}.legal", "just the actions that this seat may perform")
        case JoinPartner(seat) | Ply(seat) if not 0 <= seat < MAX_PLAYERS:
            raise _refuse(f"{path}.seat", f"a seat from 0 to {MAX_PLAYERS - 1}")
        case Record(names, start, _, result):
            if len(names) != start.players or (result is not None and len(result) != start.players):
                raise _refuse(f"{path}.names", f"{start.players} names, and as many amounts in a result")
            for name in names:
                check_name(name)
        case _:
            pass

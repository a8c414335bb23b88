"""JSON forms of positions, views, actions, events, records and finished games, both ways: see docs/notation.md.

>>> from camelup.core.actions import TakeTicket
>>> to_json(TakeTicket(Camel.GREEN))
{'version': 1, 'type': 'take_ticket', 'camel': 'g'}
"""

import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, ClassVar, TypeVar

from camelup.card_commitments import LARGEST_PLY, TABLE_PATTERN, CardHash
from camelup.core import events
from camelup.core.actions import Action, Face, JoinPartner, PlaceTile, PlayCard, TakeTicket
from camelup.core.edition import EDITIONS, MAX_PLAYERS, SPACES, Camel, Edition
from camelup.core.errors import CamelUpError, NotationError, quoted
from camelup.core.race import BEHIND_THE_LINE, OVER_THE_LINE
from camelup.core.rules import NUMBERS
from camelup.core.state import State, Table, sort_hand, sort_tickets
from camelup.core.validity import DIGITS, LARGEST, check_position
from camelup.core.variants import check_official
from camelup.core.view import View, check_view, with_legal
from camelup.fair_dice import HASH_PATTERN, LONGEST_SEED, SECRET_BYTES, SEED_PATTERN, SHORTEST_SEED, Proof
from camelup.formats.finished_game import FinishedGame, NotedGame, Published
from camelup.formats.notation import Token, pack_track
from camelup.formats.record import Ply, Record, check_name, read_ply

VERSION = 1
_AnyTable = TypeVar("_AnyTable", bound=Table)
_ACTIONS = typing.get_args(Action)
_EVENTS = typing.get_args(events.Event)
_FACES = {str(face): face for face in (Face(camel, number) for camel in Camel for number in NUMBERS)}
_SPACES = {str(space): space for space in range(BEHIND_THE_LINE, OVER_THE_LINE + 1)}

ADDED = {(Record, "hides_money"), (events.DieRevealed, "reason"), (FinishedGame, "published")}
"""Fields that older forms do not have; where one is missing, it has its default."""
_LEFT_OUT = {(FinishedGame, "published")}
"""Fields that are not written if they are None, so that programs of before can still read the rest."""


_STANDALONE = (*_ACTIONS, *_EVENTS, State, View, Record, FinishedGame, NotedGame)


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


TAGGED = {_snake(kind.__name__): kind for kind in _STANDALONE}
"""Every type that can stand alone, by the `type` in its JSON."""
TAGS = {kind: tag for tag, kind in TAGGED.items()}

Json = Any
"""A tree of dicts, lists, strings, numbers, booleans and None."""


def to_json(value: State | View | Action | events.Event | Record | FinishedGame | NotedGame) -> dict[str, Json]:
    """Return a value as JSON, with its type and the version of the format."""
    if type(value) not in TAGS:
        raise NotationError(
            "json",
            "Only positions, views, actions, events, records and finished games are written as JSON, not"
            f" {quoted(value)}.",
        )
    return {"version": VERSION, **_encode(value)}


def to_json_value(value: object) -> Json:
    """Return a part of a value as JSON, as it stands within the whole: without a version."""
    return _encode(value)


def from_json(form: Json) -> Any:  # noqa: ANN401 - the form itself says which type it is
    """Return the value that JSON describes, checked as thoroughly as a text would be."""
    if not isinstance(form, Mapping):
        raise _refuse("$", "an object")
    if type(form.get("version")) is not int or form["version"] != VERSION:
        raise _refuse("$.version", f"{VERSION}, the version of the format")
    tag = form.get("type")
    if not isinstance(tag, str) or tag not in TAGGED:
        raise _refuse("$.type", f"one of {', '.join(sorted(TAGGED))}")
    return _decode_object(TAGGED[tag], {key: part for key, part in form.items() if key != "version"}, "$")


def _refuse(path: str, expected: str) -> NotationError:
    return NotationError("json", f"At {path}: expected {expected}.")


@lru_cache(maxsize=64)
def hints_of(kind: type) -> dict[str, Any]:
    """Return the types of a value's fields; class variables (an action's kind) are no part of it."""
    return {name: hint for name, hint in typing.get_type_hints(kind).items() if hint is not ClassVar}


# --- Writing --------------------------------------------------------------------------------------------------


def _encode(value: object) -> Json:
    kind: type = type(value)
    return _writer(kind)(value)


@cache  # since all is written often
def _writer(kind: type) -> Callable[[Any], Json]:
    if kind in (type(None), bool, int, str):
        return _same
    if issubclass(kind, Edition):
        return lambda edition: check_official(edition).number
    if issubclass(kind, Face | str):
        return str
    if issubclass(kind, Table):
        return _table_writer(kind)
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return _object_writer(kind)
    if issubclass(kind, tuple):
        return _write_tuple
    raise TypeError(f"no JSON form for {kind.__name__}")


def _same(value: Json) -> Json:
    return value


def _write_tuple(value: tuple[Any, ...]) -> list[Json]:
    return [_encode(item) for item in value]


def _object_writer(kind: type) -> Callable[[Any], Json]:
    names = tuple(hints_of(kind))
    tag = TAGS.get(kind)
    left_out = [name for name in names if (kind, name) in _LEFT_OUT]

    def write(value: object) -> Json:
        form: Json = {"type": tag} if tag else {}
        for name in names:
            form[name] = _encode(getattr(value, name))
        for name in left_out:
            if form[name] is None:
                del form[name]
        return form

    return write


def _table_writer(kind: type) -> Callable[[Any], Json]:
    write_fields = _object_writer(kind)

    def write(table: Table) -> Json:
        return {**write_fields(table), "track": write_stacks(table.stacks)}

    return write


def write_stacks(stacks: Mapping[int, tuple[Camel, ...]]) -> dict[str, str]:
    """Return a track as JSON."""
    return {str(space): "".join(stack) for space, stack in stacks.items()}


# --- Reading --------------------------------------------------------------------------------------------------


def _decode(hint: Any, form: Json, path: str) -> Any:  # noqa: ANN401 - one line for each kind of type
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
    if hint is int:
        return _decode_number(form, path, -LARGEST, LARGEST, f"a whole number of at most {DIGITS} digits")
    if hint in (bool, str, Face) or issubclass(hint, StrEnum):
        return _decode_word(hint, form, path)
    return _decode_object(hint, form, path)


def _decode_number(form: Json, path: str, lowest: int, highest: int, expected: str | None = None) -> int:
    if type(form) is not int or not lowest <= form <= highest:
        raise _refuse(path, expected or f"a whole number from {lowest} to {highest}")
    return form


def _decode_word(hint: Any, form: Json, path: str) -> Any:  # noqa: ANN401
    if hint is bool and isinstance(form, bool):
        return form
    if hint is bool or not isinstance(form, str):
        raise _refuse(path, "true or false" if hint is bool else "a text")
    if hint is str:
        return form
    if hint is Face:
        if form not in _FACES:
            raise _refuse(path, "the face of a die, such as 'r3'")
        return _FACES[form]
    member = _members(hint).get(form)
    if member is None:
        raise _refuse(path, f"one of {' '.join(hint)}")
    return member


@cache
def _members(words: type[StrEnum]) -> dict[str, StrEnum]:
    return {word.value: word for word in words}


def _decode_union(hints: tuple[Any, ...], form: Json, path: str) -> Any:  # noqa: ANN401
    if form is None and type(None) in hints:
        return None
    kinds = [hint for hint in hints if hint is not type(None)]
    if len(kinds) == 1:
        return _decode(kinds[0], form, path)
    tag = form.get("type") if isinstance(form, Mapping) else None
    for kind in kinds:
        if TAGS[kind] == tag:
            return _decode_object(kind, form, path)
    raise _refuse(path, f"an object whose type is one of {', '.join(TAGS[kind] for kind in kinds)}")


def _decode_object(kind: Any, form: Json, path: str) -> Any:  # noqa: ANN401
    if not isinstance(form, Mapping):
        raise _refuse(path, "an object")
    if kind in TAGS and form.get("type") != TAGS[kind]:
        raise _refuse(f"{path}.type", f"'{TAGS[kind]}'")
    hints = hints_of(kind)
    for name in form:
        if name not in hints and not (name == "type" and kind in TAGS):
            raise NotationError("json", f"At {path}: there is no field {name!r:.40} here.")
    for name in hints:
        if name not in form and (kind, name) not in ADDED:
            raise NotationError("json", f"At {path}: the field '{name}' is missing.")
    values: dict[str, Any] = {}
    for name, hint in hints.items():
        if name == "track" and issubclass(kind, Table):
            values[name] = _track(values["edition"], form[name], f"{path}.{name}")
        elif name in form:
            values[name] = _decode(hint, form[name], f"{path}.{name}")
    return _checked(kind(**values), path)


def _track(edition: Edition, form: Json, path: str) -> int:
    if not isinstance(form, Mapping):
        raise _refuse(path, "an object with the stack of each space")
    places = []
    for name, stack in form.items():
        if name not in _SPACES:
            raise _refuse(path, f"spaces from {BEHIND_THE_LINE} to {OVER_THE_LINE}")
        letters = _decode(str, stack, f"{path}.{name}")
        if len(letters) > len(Camel):
            raise _refuse(f"{path}.{name}", "the letters of a stack of camels")
        places += [(_SPACES[name], _decode(Camel, letter, f"{path}.{name}")) for letter in letters]
    return pack_track(edition, sorted(places, key=lambda place: place[0]))


def _checked(value: Any, path: str) -> Any:  # noqa: ANN401
    """Refuse a value whose fields are of the right types but cannot stand together."""
    match value:
        case State():
            check_position(value)
            return _sorted(value)
        case View():
            check_view(value)
            view = with_legal(_sorted(value))
            if value.legal != view.legal:
                raise _refuse(f"{path}.legal", "just the actions that this seat may perform, in their order")
            return view
        case Record():
            _check_record(value, path)
        case Proof():
            _check_proof(value, path)
        case FinishedGame():
            _check_finished(value, path)
        case Published() | NotedGame():
            _check_shown(value, path)
        case CardHash(ply, seat, _, digits):
            _decode_number(ply, f"{path}.ply", 1, LARGEST_PLY)
            _decode_number(seat, f"{path}.seat", 0, MAX_PLAYERS - 1)
            _check_hash(digits, f"{path}.hash")
        case JoinPartner(seat) | Ply(seat):
            _decode_number(seat, f"{path}.seat", 0, MAX_PLAYERS - 1)
        case PlaceTile(space):
            _decode_number(space, f"{path}.space", 1, SPACES)
        case TakeTicket(camel) | PlayCard(_, camel) if camel is not None and camel.is_crazy:
            raise _refuse(f"{path}.camel", "a racing camel")
    return value


def _sorted(table: _AnyTable) -> _AnyTable:
    """Put dice, tickets and hands in their order."""
    edition = table.edition
    return table.replace(
        dice="".join(die for die in edition.dice if die in table.dice),
        tickets=tuple(sort_tickets(edition, held) for held in table.tickets),
        hands=tuple(sort_hand(edition, hand) for hand in table.hands),
    )


def _check_record(record: Record, path: str) -> None:
    players = record.start.players
    for name, values in (("names", record.names), ("result", record.result)):
        if values is not None and len(values) != players:
            raise _refuse(f"{path}.{name}", f"{players} entries, one for each seat")
    for index, name in enumerate(record.names):
        if check_name(name) != name:
            raise _refuse(f"{path}.names[{index}]", "a name without blanks around it")
    for index, ply in enumerate(record.plies):
        try:
            read_ply(record.start, Token(str(ply)))
        except CamelUpError as error:
            raise NotationError("json", f"At {path}.plies[{index}], as text '{ply}': {error}") from error
    for index, amount in enumerate(record.result or ()):
        _decode_number(amount, f"{path}.result[{index}]", 0, LARGEST)


def _check_proof(proof: Proof, path: str) -> None:
    _check_hash(proof.commitment, f"{path}.commitment")
    _check_hash(proof.secret, f"{path}.secret")
    _check_seeds(proof.seeds, path)


def _check_hash(text: str, path: str) -> None:
    if not re.fullmatch(HASH_PATTERN, text):
        raise _refuse(path, f"{2 * SECRET_BYTES} hexadecimal digits in small letters")


def _check_seeds(seeds: tuple[str, ...], path: str) -> None:
    for index, seed in enumerate(seeds):
        if seed and not re.fullmatch(SEED_PATTERN, seed):
            raise _refuse(
                f"{path}.seeds[{index}]",
                f"{SHORTEST_SEED} to {LONGEST_SEED} hexadecimal digits in small letters, or an empty text",
            )


def _check_finished(game: FinishedGame, path: str) -> None:
    record = game.record
    if record.result is None:
        raise _refuse(f"{path}.record.result", f"{record.start.players} entries, one for each seat")
    if isinstance(record.start, View):
        raise _refuse(f"{path}.record.start", "a state, since nothing is hidden when a game is over")
    if len(game.dice.seeds) != record.start.players:
        raise _refuse(f"{path}.dice.seeds", f"{record.start.players} entries, one for each seat")
    if game.published is not None and len(game.published.left_out) + record.start.players > MAX_PLAYERS:
        raise _refuse(f"{path}.published.left_out", f"at most {MAX_PLAYERS - record.start.players} seats")


def _check_shown(shown: Published | NotedGame, path: str) -> None:
    """Check what was shown to everybody, in a finished game or in somebody's notes."""
    if not re.fullmatch(TABLE_PATTERN, shown.table):
        raise _refuse(f"{path}.table", "the code of a table, in small letters and digits")
    if shown.first is not None:
        _decode_number(shown.first, f"{path}.first", 0, MAX_PLAYERS - 1)
    if isinstance(shown, NotedGame):
        _check_hash(shown.commitment, f"{path}.commitment")
        _check_seeds(shown.seeds, path)
        return
    for index, seat in enumerate(shown.left_out):
        _decode_number(seat, f"{path}.left_out[{index}]", 0, MAX_PLAYERS - 1)
        if index and seat <= shown.left_out[index - 1]:
            raise _refuse(f"{path}.left_out[{index}]", "a seat after the one before it")

"""What camelup and a program that plays say to each other: one JSON object a line, each a value of this module.

docs/players.md describes it. Views, actions and events have the forms of docs/notation.md, without their `version`,
which the greeting has.

>>> from camelup.core.actions import Roll
>>> write(Choice(7, Roll()))
'{"type": "choice", "id": 7, "action": {"type": "roll"}}'
>>> read_answer(write(Choice(7, Roll())))
Choice(id=7, action=Roll())
"""

import json
import math
import typing
from collections.abc import Mapping
from dataclasses import dataclass

from camelup import __version__
from camelup.core.actions import Action
from camelup.core.errors import NotationError
from camelup.core.events import Event
from camelup.core.view import View
from camelup.formats.json_codec import VERSION as FORMAT
from camelup.formats.json_codec import Json, from_json, to_json
from camelup.players.player import Budget, Seating

PROTOCOL = 1
"""The version of the protocol; it changes when a program of before would no longer understand it."""

NEEDS = ("budget", "events")
"""What a program may ask for: always a budget, also where there is none; and to hear what happens."""

_LARGEST = (1 << 53) - 1
"""The largest number that every language reads exactly."""

# --- From camelup to the program ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hello:
    """Who is there: the first message."""

    protocol: int = PROTOCOL
    format: int = FORMAT
    camelup: str = __version__


@dataclass(frozen=True)
class Start:
    """A game begins or goes on; the same seed is to make the same choices. Ready is the answer."""

    seating: Seating
    seed: int


@dataclass(frozen=True)
class Turn:
    """It is your turn; Choice is the answer."""

    id: int
    view: View
    budget: Budget


@dataclass(frozen=True)
class Happened:
    """What happened in a turn, for programs that need events."""

    events: tuple[Event, ...]


@dataclass(frozen=True)
class End:
    """The game is over or broken off; another may start."""

    view: View


@dataclass(frozen=True)
class Bye:
    """The program is to end."""


Message = Hello | Start | Turn | Happened | End | Bye

# --- From the program to camelup ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Greeting:
    """The answer to Hello: who plays, and what it needs."""

    name: str
    needs: tuple[str, ...] = ()
    protocol: int = PROTOCOL


@dataclass(frozen=True)
class Ready:
    """The answer to Start; the clock runs from the first Turn."""


@dataclass(frozen=True)
class Choice:
    """The answer to the Turn of this id."""

    id: int
    action: Action


Answer = Greeting | Ready | Choice

# --- Writing --------------------------------------------------------------------------------------------------


def write(message: Message | Answer) -> str:
    """Return a message as one line of ASCII, without its end."""
    return json.dumps(_form(message), allow_nan=False)


def _form(message: Message | Answer) -> dict[str, Json]:  # noqa: PLR0911 - one for each message
    match message:
        case Hello(protocol, format_, version):
            return {"type": "hello", "protocol": protocol, "format": format_, "camelup": version}
        case Start(seating, seed):
            names = list(seating.names)
            view = _inner(seating.view)
            return {"type": "start", "seat": seating.seat, "names": names, "seed": seed, "view": view}
        case Turn(number, view, budget):
            is_limited = math.isfinite(budget.seconds or math.inf)  # JSON knows no infinity
            allowed = {"playouts": budget.playouts, "seconds": budget.seconds if is_limited else None}
            return {"type": "turn", "id": number, "view": _inner(view), "budget": allowed}
        case Happened(events):
            return {"type": "events", "events": [_inner(event) for event in events]}
        case End(view):
            return {"type": "end", "view": _inner(view)}
        case Bye():
            return {"type": "bye"}
        case Greeting(name, needs, protocol):
            return {"type": "hello", "protocol": protocol, "name": name, "needs": list(needs)}
        case Ready():
            return {"type": "ready"}
        case Choice(number, action):
            return {"type": "choice", "id": number, "action": _inner(action)}


def _inner(value: View | Action | Event) -> dict[str, Json]:
    form = to_json(value)
    del form["version"]
    return form


# --- Reading --------------------------------------------------------------------------------------------------


def read_message(line: str) -> Message | None:  # noqa: PLR0911 - one for each message
    """Read what camelup says; None is something of a later version, to be passed over."""
    form = _parse(line)
    match form["type"]:
        case "hello":
            return Hello(_number(form, "protocol"), _number(form, "format"), _text(form, "camelup"))
        case "start":
            return Start(_seating(form), _number(form, "seed"))
        case "turn":
            return Turn(_number(form, "id"), _value(View, form, "view"), _budget(form.get("budget")))
        case "events":
            listed = _list(form, "events")
            kinds = typing.get_args(Event)
            return Happened(tuple(_decode(kinds, event, f"events[{n}]") for n, event in enumerate(listed)))
        case "end":
            return End(_value(View, form, "view"))
        case "bye":
            return Bye()
        case _:
            return None


def read_answer(line: str) -> Answer:
    """Read what a program says."""
    form = _parse(line)
    match form["type"]:
        case "hello":
            needs = tuple(_list(form, "needs")) if "needs" in form else ()
            if not all(need in NEEDS for need in needs):
                raise _refuse("needs", f"a list of {' and '.join(NEEDS)}")
            return Greeting(_text(form, "name"), needs, _number(form, "protocol"))
        case "ready":
            return Ready()
        case "choice":
            return Choice(_number(form, "id"), _value(typing.get_args(Action), form, "action"))
        case _:
            raise _refuse("type", "one of hello, ready, choice")


def _refuse(path: str, expected: str) -> NotationError:
    return NotationError("json", f"At $.{path}: expected {expected}.")


def _parse(line: str) -> Mapping[str, Json]:
    """Read one JSON object with a type; fields that are not known are passed over later."""
    try:
        form = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotationError("json", "It is not JSON.") from error
    if not isinstance(form, dict):
        raise NotationError("json", "It is not a JSON object.")
    if not isinstance(form.get("type"), str):
        raise _refuse("type", "the kind of message, a text")
    return form


def _text(form: Mapping[str, Json], name: str) -> str:
    text = form.get(name)
    if not isinstance(text, str) or not text.strip():
        raise _refuse(name, "a text")
    return text


def _number(form: Mapping[str, Json], name: str) -> int:
    number = form.get(name)
    if type(number) is not int or not 0 <= number <= _LARGEST:
        raise _refuse(name, "a whole number")
    return number


def _list(form: Mapping[str, Json], name: str) -> list[Json]:
    listed = form.get(name)
    if not isinstance(listed, list):
        raise _refuse(name, "a list")
    return listed


def _seating(form: Mapping[str, Json]) -> Seating:
    seat, names = _number(form, "seat"), _list(form, "names")
    view: View = _value(View, form, "view")
    if len(names) != view.players or not all(isinstance(name, str) for name in names):
        raise _refuse("names", f"{view.players} texts, one for each seat")
    if seat != view.seat:
        raise _refuse("seat", "the seat of the view")
    return Seating(seat, tuple(names), view)


def _budget(form: Json) -> Budget:
    if not isinstance(form, dict):
        raise _refuse("budget", "an object")
    playouts, seconds = form.get("playouts"), form.get("seconds")
    if playouts is not None and (type(playouts) is not int or playouts <= 0):
        raise _refuse("budget.playouts", "a whole number above 0, or null")
    if seconds is not None and not (type(seconds) in {int, float} and 0 < seconds < math.inf):
        raise _refuse("budget.seconds", "a number above 0, or null")
    return Budget(playouts, seconds)


def _value(kinds: typing.Any, form: Mapping[str, Json], name: str) -> typing.Any:  # noqa: ANN401 - one of the kinds
    return _decode(kinds, form.get(name), name)


def _decode(kinds: typing.Any, form: Json, path: str) -> typing.Any:  # noqa: ANN401 - one of the kinds
    if not isinstance(form, dict):
        raise _refuse(path, "an object")
    try:
        value = from_json({**form, "version": FORMAT})
    except NotationError as error:
        raise NotationError("json", error.message.replace("At $", f"At $.{path}", 1)) from error
    if not isinstance(value, kinds):
        raise _refuse(path, "another type of object")
    return value

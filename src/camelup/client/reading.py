"""Reading what a server sends. Fields and values that only a later version knows do no harm."""

from collections.abc import Callable, Mapping
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from camelup.client.news import Played
from camelup.client.notes import Notes
from camelup.core.view import View
from camelup.formats.json_codec import VERSION, from_json

_T = TypeVar("_T", bound=msgspec.Struct)


def read(kind: type[_T], form: Mapping[str, Any]) -> _T:
    """Read a message of the protocol, or a part of one.

    msgspec itself would refuse what a later server has in addition: a new setting, or a new kind of seat.
    """
    return kind(**{name: reader(form[name]) for name, reader in _readers(kind).items() if name in form})


def read_played(form: Mapping[str, Any], seat: int | None, notes: Notes) -> Played:
    """Read what was played, as a seat has seen it; a client that has not chosen among its seats, as the first has."""
    seen = next((seen for seen in form["seen"] if seen["seat"] == seat), form["seen"][0])
    events = tuple(from_json({"version": VERSION, **event}) for event in seen["events"])
    sentences = tuple(sentence for told in seen["sentences"] for sentence in told)
    card = form.get("card")
    if card is not None:
        notes.take_card(card)
    is_card_right = None if card is None else notes.is_right(card, events)
    return Played(form["ply"], form["seat"], form["by"], events, sentences, is_card_right)


def read_view(form: Mapping[str, Any]) -> View:
    """Read a view that was put together out of changes."""
    view: View = from_json({"version": VERSION, **form})
    return view


@cache
def _readers(kind: type[msgspec.Struct]) -> dict[str, Callable[[Any], Any]]:
    hints = get_type_hints(kind)
    return {name: _reader(hints[name]) for name in kind.__struct_fields__}


def _reader(hint: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - a type of any kind
    """Give what reads a value of a type: structs, lists of them, and either or None; the rest is taken as it comes."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return lambda form: read(hint, form)
    readers = [_reader(part) for part in get_args(hint) if part is not type(None)]
    if get_origin(hint) is list:
        return lambda forms: [readers[0](form) for form in forms]
    if get_origin(hint) in {Union, UnionType} and len(readers) == 1:
        return lambda form: None if form is None else readers[0](form)
    return lambda value: value

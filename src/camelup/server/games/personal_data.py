"""What the log of a table says about a person, and the same log without it.

A person is known by the hashes of tokens. Without him, his names are "Guest", his chat and the names that he gave to
tables are gone, and hashes that belong to no token stand for his own. Actions, seeds, dice and hashes of cards stay,
so that the games of the others replay and verify as before.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from camelup.server.games.jobs import Erased
from camelup.server.store.base import Entry
from camelup.server.tables.events import (
    Claimed,
    Created,
    PersonSeated,
    Remembered,
    Said,
    SeatLeft,
    Seeded,
    TableEvent,
    read_event,
    write_event,
)
from camelup.server.tables.lookalikes import skeletons
from camelup.server.tables.seat_index import new_erased_token
from camelup.server.tables.state import TableState

GUEST = "Guest"
_NO_CHAT = "(deleted)"
"""Stands in the log for a line that is gone; tables do not show it (state.py), but older programs do."""


class ExportedChat(msgspec.Struct, frozen=True):
    """A line that somebody wrote."""

    at: float
    text: str


class Exported(msgspec.Struct, frozen=True):
    """What the log of a table says about a person."""

    table: str
    created: float
    status: str
    names: list[str]
    """All that he was called there."""
    seats: list[int]
    """Those that he has now."""
    seeds: list[str]
    """His own part of the dice."""
    sat_down: list[float]
    """When."""
    left: list[float]
    chat: list[ExportedChat]
    is_maker: bool
    """Whether he created the table."""
    token_hashes: list[str]
    """What the server keeps of his tokens."""


def erase_person(code: str, log: Sequence[Entry], tokens: frozenset[str]) -> Erased:
    """Give the log of a table without a person; tokens are given as their hashes."""
    read = [read_event(entry.text) for entry in log]
    hidden = {token: new_erased_token() for token in tokens}
    names = _choose_names(read, tokens)
    is_titled_by = _is_maker(read, tokens)
    table, texts, changed_names, chat = TableState(code), dict[int, str](), 0, 0
    for entry, event in zip(log, read, strict=True):
        erased = _erase(table, event, hidden, names)
        if is_titled_by and isinstance(event, Created) and event.title is not UNSET:
            erased = replace(event, title=UNSET)
        if erased is not event:
            texts[entry.number] = write_event(erased)
            changed_names += isinstance(event, PersonSeated)
            chat += isinstance(event, Said)
        table.apply_entry(entry, event)
    if texts:
        table = TableState(code)
        for entry in log:
            table.apply_entry(entry._replace(text=texts.get(entry.number, entry.text)))
    return Erased(texts, table.summarize().headline, changed_names, chat)


def _is_maker(events: Sequence[TableEvent], tokens: frozenset[str]) -> bool:
    """Whether a person may have named the table: he made it, or is at a rematch, which keeps the name."""
    made = events[0]
    kinds = (Claimed, PersonSeated) if isinstance(made, Created) and made.before else (Claimed,)
    return any(isinstance(event, kinds) and event.token in tokens for event in events)


def _erase(table: TableState, event: TableEvent, hidden: Mapping[str, str], names: Mapping[str, str]) -> TableEvent:
    """Give an event without a person; the table is as it was before it."""
    match event:
        case PersonSeated(name=name, token=token) if token in hidden:
            return replace(event, name=names[name], token=hidden[token])
        case Claimed(token) if token in hidden:
            return Claimed(hidden[token])
        case Remembered(removed, muted) if hidden.keys() & {*removed, *muted}:
            return Remembered(*(tuple(hidden.get(token, token) for token in told) for told in (removed, muted)))
        case Said(seat) if _holds(table, seat, hidden):
            return Said(seat, _NO_CHAT)
        case _:
            return event


def _choose_names(events: Sequence[TableEvent], tokens: frozenset[str]) -> dict[str, str]:
    """Give a name for each of a person's that looks like no other at this table, in the order of their first use."""
    seated = [event for event in events if isinstance(event, PersonSeated)]
    own = dict.fromkeys(event.name for event in seated if event.token in tokens)
    called = {getattr(event, "name", "") for event in events} - own.keys()
    taken = frozenset[str]().union(*(skeletons(name) for name in called if name))
    free = (name for number in count(1) if not skeletons(name := _guest(number)) & taken)
    return {name: next(free) for name in own}


def _guest(number: int) -> str:
    return GUEST if number == 1 else f"{GUEST} {number}"


def _holds(table: TableState, seat: int, tokens: Mapping[str, Any] | frozenset[str]) -> bool:
    holder = table.seats[seat]
    return holder is not None and holder.token in tokens


def export_person(code: str, log: Sequence[Entry], tokens: frozenset[str]) -> Exported:
    """Give what the log of a table says about a person; tokens are given as their hashes."""
    table, told = TableState(code), list[tuple[Entry, TableEvent]]()
    for entry in log:
        event = read_event(entry.text)
        if _concerns(table, event, tokens):
            told.append((entry, event))
        table.apply_entry(entry, event)

    def find(*kinds: type[TableEvent]) -> Iterator[tuple[float, Any]]:
        return ((entry.at, event) for entry, event in told if isinstance(event, kinds))

    return Exported(
        table=code,
        created=log[0].at,
        status=table.status,
        names=list(dict.fromkeys(event.name for _, event in find(PersonSeated))),
        seats=[seat for seat in range(len(table.seats)) if _holds(table, seat, tokens)],
        seeds=list(dict.fromkeys(event.seed for _, event in find(PersonSeated, Seeded) if event.seed)),
        sat_down=[at for at, _ in find(PersonSeated)],
        left=[at for at, _ in find(SeatLeft)],
        chat=[ExportedChat(at, event.text) for at, event in find(Said)],
        is_maker=any(find(Claimed)),
        token_hashes=sorted(tokens & table.known_tokens),
    )


def _concerns(table: TableState, event: TableEvent, tokens: frozenset[str]) -> bool:
    match event:
        case PersonSeated(token=token) | Claimed(token):
            return token in tokens
        case Said(seat) | Seeded(seat) | SeatLeft(seat):
            return _holds(table, seat, tokens)
        case _:
            return False

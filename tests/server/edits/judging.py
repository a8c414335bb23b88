"""Edits of a sound database, each judged by what the rules and formats say, not by what `camelup db check` finds.

- INCONSISTENT: the stored rows contradict each other or the rules, so no honest server can have written them.
- CONSISTENT: an honest history would look the same, so a check that complained about it would cry wolf.

An edit changes what it is about and nothing else. Where a careful forger would keep counters and times in step, so does
the edit, so that only the contradiction is left.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from tests.server.book import Book, Event

Verdict = Literal["inconsistent", "consistent"]
Make = Callable[[Book], None]


class Edit(NamedTuple):
    """An edit, and whether a check can and must notice it."""

    name: str
    verdict: Verdict
    table: str | None
    """The table that it is about, which a message has to name; None if it is not about one table."""
    reason: str
    make: Make


EDITS: list[Edit] = []
OTHER_HASH = "5e" * 32
"""Of a secret or a token that nobody at these tables has."""


def _add(verdict: Verdict, table: str | None, reason: str) -> Callable[[Make], Make]:
    def add(make: Make) -> Make:
        EDITS.append(Edit(make.__name__, verdict, table, reason, make))
        return make

    return add


def inconsistent(table: str | None, reason: str) -> Callable[[Make], Make]:
    """Note an edit that a check must report, with the sentence why."""
    return _add("inconsistent", table, reason)


def consistent(table: str | None, reason: str) -> Callable[[Make], Make]:
    """Note an edit that a check must not report."""
    return _add("consistent", table, reason)


def edit(name: str, table: str | None, reason: str, make: Make) -> None:
    """Note an edit that a check must report, where a line is enough to make it."""
    EDITS.append(Edit(name, "inconsistent", table, reason, make))


def person(seat: int, name: str = "Zoe", **fields: object) -> Event:
    """Give the entry of somebody new who sits down."""
    base = {"type": "person_seated", "seat": seat, "name": name, "token": "1d" * 32, "seed": "5a6f650000000000"}
    return base | {"is_program": False} | fields

"""Checks that tables and their rematches name each other, and that the same people went on."""

from collections.abc import Iterator
from itertools import filterfalse
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from camelup.server.tables.events import Created, HostChanged, Muted, PersonSeated, Remembered, TableEvent
from camelup.server.tables.guests import GUESTS_SINCE
from camelup.server.tables.log_check import CheckedLog, rematch_codes
from camelup.server.tables.seat_index import is_erased


class _Linked(NamedTuple):
    """What is kept of a table that names another one."""

    before: str | None
    rematch: str | None
    is_finished: bool
    opening: tuple[TableEvent, ...]
    rematches: tuple[tuple[TableEvent, ...], ...]
    codes: frozenset[str]
    erased: frozenset[int]
    """The seats at a rematch of people who had their data deleted."""


class Pairs:
    """The tables that name another one. A table that is named may be missing: tables that are over can be removed."""

    def __init__(self) -> None:
        self._codes: set[str] = set()
        self._tables: dict[str, _Linked] = {}

    def add(self, log: CheckedLog) -> None:
        """Remember a table."""
        table = log.table
        self._codes.add(table.code)
        # Every finished one is remembered: a rematch may exist that its table does not name, after a crash in between.
        if table.before is not None or table.status == "finished":
            is_finished = table.status == "finished"
            codes = rematch_codes(table) if is_finished else frozenset[str]()
            erased = frozenset(
                (seat + 1) % len(table.seats)
                for seat, holder in enumerate(table.seats)
                if holder is not None and is_erased(holder.token)
            )
            self._tables[table.code] = _Linked(
                table.before, table.rematch, is_finished, log.opening, log.rematches, codes, erased
            )

    @property
    def named(self) -> set[str]:
        """The codes that are named, but are not here."""
        codes = {code for linked in self._tables.values() for code in (linked.before, linked.rematch)}
        return {code for code in codes if code is not None} - self._codes

    def find_faults(self) -> Iterator[tuple[str, str]]:
        """Give tables and what is wrong with them."""
        for code, linked in self._tables.items():
            for fault in self._find_faults(code, linked):
                yield code, fault

    def _find_faults(self, code: str, linked: _Linked) -> Iterator[str]:
        if linked.rematch in self._codes and (there := self._tables.get(linked.rematch or "")) is not None:
            if there.before != code:
                yield f"its rematch {linked.rematch} says that it follows another table"
        elif linked.rematch in self._codes:
            yield f"{linked.rematch} is no rematch of a table, although this one names it"
        before = linked.before
        if before is None or before not in self._codes:
            return
        there = self._tables.get(before)
        if there is None or not there.is_finished:
            yield f"it follows table {before}, whose game is not over"
        elif there.rematch not in {None, code} or code not in there.codes:
            yield f"it follows table {before}, whose rematch is another table"
        elif not any(_is_opening(linked.opening, rematch, there.erased) for rematch in there.rematches):
            yield f"its settings and first players are not those of a rematch of {before}"


def _is_opening(
    opening: tuple[TableEvent, ...], expected: tuple[TableEvent, ...], erased_before: frozenset[int]
) -> bool:
    """Whether a table begins as a rematch would, but for its secret, and for what its version cannot say.

    Whoever had his data deleted is left out, and who is host then: a rematch from before that still seats him, one from
    after it does not.
    """
    made = opening[0]
    if isinstance(made, Created) and made.version < GUESTS_SINCE:
        expected = tuple(event for event in expected if not isinstance(event, Remembered))
    # An older program has made one of them, there was no name, or whoever gave it had his data deleted.
    if any(isinstance(event, Created) and event.title is UNSET for event in (made, expected[0])):
        expected, opening = _without_title(expected), _without_title(opening)
    erased = erased_before | _erased_seats(opening)
    return _plain(opening, erased) == _plain(expected, erased)


def _without_title(events: tuple[TableEvent, ...]) -> tuple[TableEvent, ...]:
    return tuple(replace(event, title=UNSET) if isinstance(event, Created) else event for event in events)


def _erased_seats(opening: tuple[TableEvent, ...]) -> frozenset[int]:
    return frozenset(event.seat for event in opening if isinstance(event, PersonSeated) and is_erased(event.token))


def _plain(events: tuple[TableEvent, ...], erased: frozenset[int]) -> list[TableEvent]:
    """Give what has to match."""
    plain: list[TableEvent] = []
    for event in events:
        match event:
            case Created():
                plain.append(replace(event, secret="", version=1))
            case Remembered(removed, muted):
                kept = Remembered(*(tuple(filterfalse(is_erased, tokens)) for tokens in (removed, muted)))
                plain += [kept] if kept.removed or kept.muted else []
            case PersonSeated() | Muted() if event.seat in erased:
                pass
            case HostChanged() if erased:
                pass
            case _:
                plain.append(event)
    return plain

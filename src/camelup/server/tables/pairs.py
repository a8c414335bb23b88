"""Checks that tables and their rematches name each other, and that the same people went on."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from camelup.server.tables.events import Created, Remembered, TableEvent
from camelup.server.tables.guests import GUESTS_SINCE
from camelup.server.tables.log_check import CheckedLog, rematch_codes


class _Linked(NamedTuple):
    """What is kept of a table that names another one."""

    before: str | None
    rematch: str | None
    is_finished: bool
    opening: tuple[TableEvent, ...]
    rematches: tuple[tuple[TableEvent, ...], ...]
    codes: frozenset[str]


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
            self._tables[table.code] = _Linked(
                table.before, table.rematch, is_finished, log.opening, log.rematches, codes
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
        elif not any(_is_opening(linked.opening, rematch) for rematch in there.rematches):
            yield f"its settings and first players are not those of a rematch of {before}"


def _is_opening(opening: tuple[TableEvent, ...], expected: tuple[TableEvent, ...]) -> bool:
    """Whether a table begins as a rematch would, but for its secret, and for what its version cannot say."""
    made = opening[0]
    if isinstance(made, Created) and made.version < GUESTS_SINCE:
        expected = tuple(event for event in expected if not isinstance(event, Remembered))
    return tuple(map(_plain, opening)) == tuple(map(_plain, expected))


def _plain(event: TableEvent) -> TableEvent:
    return replace(event, secret="", version=1) if isinstance(event, Created) else event

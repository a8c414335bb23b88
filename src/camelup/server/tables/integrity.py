"""Checks all that is stored: every log is one that a server would have written, and everything else agrees with it."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from camelup.core.errors import StoreError
from camelup.server.store.base import EVERY_TABLE, Entry, Listed, Store
from camelup.server.store.people import Indexed
from camelup.server.tables.entry_text import BrokenLogError
from camelup.server.tables.log_check import CheckedLog, check_log
from camelup.server.tables.pairs import Pairs
from camelup.server.tables.review_check import find_figures_fault, find_review_fault
from camelup.server.tables.row_check import find_row_faults, find_summary_faults
from camelup.server.tables.seat_index import index_rows


class Fault(NamedTuple):
    """Something that is wrong."""

    table: str
    """Empty if it is the database itself."""
    what: str


@dataclass
class Checked:
    """What was checked, and what was found."""

    tables: int = 0
    entries: int = 0
    actions: int = 0
    dice: int = 0
    """Outcomes that were computed again, starting positions included."""
    cards: int = 0
    """Hashes of cards that were."""
    reviews: int = 0
    broken: set[str] = field(default_factory=set)
    is_damaged: bool = False
    """Whether something is wrong with the database itself."""


async def check_store(store: Store, checked: Checked) -> AsyncIterator[Fault]:
    """Give all faults of a database; what was looked at is counted on the way."""
    async for fault in _find_faults(store, checked):
        if fault.table:
            checked.broken.add(fault.table)
        else:
            checked.is_damaged = True
        yield fault


async def _find_faults(store: Store, checked: Checked) -> AsyncIterator[Fault]:
    pairs = Pairs()
    damage = await store.find_damage()
    for table, what in damage:
        yield Fault(table, what)
    try:
        for listed in await store.list_tables(limit=EVERY_TABLE):
            async for fault in _check_stored(store, listed, pairs, checked):
                # A log with gaps has been named already.
                if not any(fault.table == table for table, _ in damage):
                    yield fault
        for table, what in pairs.find_faults():
            yield Fault(table, what)
    except StoreError as error:
        if not damage:
            raise
        yield Fault("", f"the rest cannot be checked: {error.message}")


async def _check_stored(store: Store, listed: Listed, pairs: Pairs, checked: Checked) -> AsyncIterator[Fault]:
    try:
        entries = await store.read(listed.table)
    except StoreError as error:
        if error.code != "broken":
            raise
        yield Fault(listed.table, error.message)
        return
    if not entries and not await _is_there(store, listed.table):
        return  # somebody has removed it meanwhile
    checked.tables += 1
    # A server may have gone on since the list was made.
    log, faults = check_table(listed, entries[: max(listed.length, 0)], checked)
    for what in faults:
        yield Fault(listed.table, what)
    if log is None:
        return
    pairs.add(log)
    index = await store.people.read_index(listed.table)
    if index is not None:  # else the database is from before there was one
        figures = await store.people.find_figures(listed.table)
        for found in (_find_index_fault(index, listed, log), find_figures_fault(log.table, figures)):
            if found is not None:
                yield Fault(listed.table, found)
    kept = await store.read_review(listed.table)
    if kept is not None:
        checked.reviews += 1
        if (wrong := find_review_fault(log.table, *kept)) is not None:
            yield Fault(listed.table, wrong)


def _find_index_fault(index: Indexed, listed: Listed, log: CheckedLog) -> str | None:
    """Compare the index of a table with its log; where it is behind, a server makes it again."""
    if index.number != listed.length:
        return None
    expected = index_rows(log.table)
    if index.rows == expected:
        return None
    missing, surplus = len(expected - index.rows), len(index.rows - expected)
    return f"its index does not fit its log: {missing} rows are missing, and {surplus} are too many"


async def _is_there(store: Store, table: str) -> bool:
    return any(there.table == table for there in await store.list_tables(limit=EVERY_TABLE))


def check_table(listed: Listed, entries: Sequence[Entry], checked: Checked) -> tuple[CheckedLog | None, list[str]]:
    """Check one table by itself; give what its log amounts to, if it can be read, and all that is wrong."""
    if not entries or [entry.number for entry in entries] != list(range(1, listed.length + 1)):
        return None, [f"its log should have {listed.length} entries without gaps, and has {len(entries)}"]
    faults = list(find_row_faults(listed, entries))
    try:
        log = check_log(listed.table, entries)
    except BrokenLogError as broken:
        return None, [*faults, str(broken)]
    checked.entries += len(entries)
    checked.actions += len(log.table.plies)
    checked.dice += log.dice
    checked.cards += log.cards
    expected, table = log.table.summarize(), log.table
    if table.is_too_long and not table.is_closed and listed.summary.status == "closed":
        expected = expected._replace(status="closed")  # it reached the bound of plies, and is about to be closed
    return log, [*faults, *find_summary_faults(listed.summary, expected)]


class ImportCheck:
    """Checks tables that are to be added to others."""

    def __init__(self) -> None:
        self._pairs = Pairs()

    def add(self, listed: Listed, entries: Sequence[Entry]) -> None:
        """Check a table that is to be added; StoreError if it is broken."""
        log, faults = check_table(listed, entries, Checked())
        if log is None or faults:
            raise _refuse(listed.table, faults[0])
        self._pairs.add(log)

    @property
    def named(self) -> set[str]:
        """The tables that these name as their rematch, or as the table before them, and that are not among them."""
        return self._pairs.named

    def add_named(self, listed: Listed, entries: Sequence[Entry]) -> None:
        """Take a table into account that is there already; what is wrong with it is no reason against others."""
        log, _ = check_table(listed, entries[: listed.length], Checked())
        if log is not None:
            self._pairs.add(log)

    def finish(self) -> None:
        """Check that tables and rematches fit together; StoreError if some do not."""
        for table, what in self._pairs.find_faults():
            raise _refuse(table, what)


def _refuse(table: str, what: str) -> StoreError:
    return StoreError("broken", f"Table {table} is broken: {what}; nothing was imported.")

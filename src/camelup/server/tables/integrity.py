"""Checks stored tables: the log can be read, and the game replays."""

from collections.abc import AsyncIterator, Sequence
from itertools import islice

import msgspec

from camelup.core.actions import SEATS
from camelup.core.errors import CamelUpError
from camelup.core.state import State
from camelup.formats.notation import Token, parse_position
from camelup.formats.record import Ply, Record, read_ply, replay
from camelup.server.store.base import EVERY_TABLE, Entry, Listed, Store
from camelup.server.tables.events import LOG_VERSION, Created, Played, Started, TableEvent, read_event


class BrokenLogError(Exception):
    """Says what is wrong with a log."""


async def check_tables(store: Store) -> AsyncIterator[tuple[str, str | None]]:
    """Give each table with what is wrong with it; None if nothing is."""
    for listed in await store.list_tables(limit=EVERY_TABLE):
        entries = await store.read(listed.table)
        if not entries and listed.table not in {there.table for there in await store.list_tables(limit=EVERY_TABLE)}:
            continue  # somebody has removed it meanwhile
        yield listed.table, find_fault(listed, entries[: listed.length])


def find_fault(listed: Listed, entries: Sequence[Entry]) -> str | None:
    """Say what is wrong with a stored table; None if nothing is."""
    try:
        _check(listed, entries)
    except BrokenLogError as broken:
        return str(broken)
    return None


def _check(listed: Listed, entries: Sequence[Entry]) -> None:
    if not entries or [entry.number for entry in entries] != list(range(1, listed.length + 1)):
        raise BrokenLogError(f"its log should have {listed.length} entries without gaps, and has {len(entries)}")
    history = [_read(entry.number, entry.text) for entry in entries]
    if not isinstance(history[0], Created):
        raise BrokenLogError("its log does not begin with the making of the table")
    if history[0].version > LOG_VERSION:
        raise BrokenLogError(f"its log has version {history[0].version}, and this camelup knows {LOG_VERSION}")
    last = _play(history)
    if listed.summary.status == "finished" and not (last is not None and last.is_over):
        raise BrokenLogError("it is listed as finished, but its game is not over")


def _read(number: int, text: str) -> TableEvent:
    try:
        return read_event(text)
    except (CamelUpError, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BrokenLogError(f"entry {number} cannot be read: {error}") from error


def _play(history: list[TableEvent]) -> State | None:
    """Play a table's game again; give its last position, None if it has not begun."""
    start: State | None = None
    plies: list[Ply] = []
    for number, event in enumerate(history, 1):
        try:
            if isinstance(event, Started):
                if start is not None:
                    raise BrokenLogError(f"entry {number}: the game begins a second time")
                start = parse_position(event.start)
            elif isinstance(event, Played):
                if start is None:
                    raise BrokenLogError(f"entry {number}: something is played before the game begins")
                plies.append(read_ply(start, Token.of(event.ply)))
        except CamelUpError as error:
            raise BrokenLogError(f"entry {number}: {error}") from error
    if start is None:
        return None
    last = start
    try:
        # A log has no result to compare with, so only the steps are replayed.
        for step in islice(replay(Record(tuple(SEATS[: start.players]), start, tuple(plies))), len(plies) + 1):
            last = step.state
    except CamelUpError as error:
        raise BrokenLogError(str(error)) from error
    return last

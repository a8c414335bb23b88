"""Appends that are stored together: one transaction and one wait for the disk for all that have come meanwhile."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from camelup.server.store.base import Summary
from camelup.server.store.people import SeatChange, SeatRow

MAX_BATCH = 1000
"""How many are stored together; more would only wait longer for one another."""


class Append(NamedTuple):
    """An entry that somebody wants to add, and who waits for it."""

    table: str
    number: int
    text: str
    summary: Summary | None
    done: "asyncio.Future[float | None]"
    seats: SeatChange | None = None
    rewrites: int = 0


class LogEnd(NamedTuple):
    """Where a log ends; entries are added to what was read of it, and to nothing else."""

    length: int = 0
    indexed: int = 0
    """The number of the last entry that the index of the table knows of."""
    rewrites: int = 0


class Growth(NamedTuple):
    """What a batch adds."""

    taken: list[Append]
    lengths: dict[str, int]
    """Of the logs that grow."""
    summaries: dict[str, Summary]
    """Those that have changed."""
    gone: list[tuple[str, SeatRow]]
    """Rows that leave the index, by table."""
    new: list[tuple[str, SeatRow]]
    """Rows that join it."""


def decide(batch: Iterable[Append], ends: dict[str, LogEnd]) -> Growth:
    """Take from a batch, in its order, what goes on from where the logs end: of two with one number the first.

    Where the index is behind its log, nothing is added to it: it is made again from the whole log.
    """
    taken: list[Append] = []
    grown: dict[str, int] = {}
    summaries: dict[str, Summary] = {}
    rows: dict[tuple[str, SeatRow], bool] = {}
    for append in batch:
        table = append.table
        end = ends.get(table, _NOTHING)
        if append.number == grown.get(table, end.length) + 1 and append.rewrites == end.rewrites:
            taken.append(append)
            grown[table] = append.number
            if append.summary is not None:
                summaries[table] = append.summary
            if append.seats is not None and end.indexed == end.length:
                rows |= {(table, row): False for row in append.seats.gone}
                rows |= {(table, row): True for row in append.seats.new}
    gone, new = ([row for row, is_new in rows.items() if is_new == wanted] for wanted in (False, True))
    return Growth(taken, grown, summaries, gone, new)


_NOTHING = LogEnd()

Outcome = tuple["asyncio.Future[Any]", Any]
"""Who waits, and what he gets: a result, or an error that is raised where he waits."""


def outcomes(batch: Sequence[Append], growth: Growth, at: float) -> list[Outcome]:
    """Give each of a stored batch what it waits for: the time, or None if somebody was quicker."""
    taken = {id(append) for append in growth.taken}
    return [(append.done, at if id(append) in taken else None) for append in batch]


def settle(results: Iterable[Outcome]) -> None:
    """Give all who wait what they get."""
    for done, result in results:
        if done.done():
            continue  # nobody waits for it any more
        if isinstance(result, Exception):
            done.set_exception(result)
        else:
            done.set_result(result)

"""Appends that are stored together: one transaction and one wait for the disk for all that have come meanwhile."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from camelup.server.store.base import Summary

MAX_BATCH = 1000
"""How many are stored together; more would only wait longer for one another."""


class Append(NamedTuple):
    """An entry that somebody wants to add, and who waits for it."""

    table: str
    number: int
    text: str
    summary: Summary | None
    done: "asyncio.Future[float | None]"


class Growth(NamedTuple):
    """What a batch adds."""

    taken: list[Append]
    lengths: dict[str, int]
    """Of the logs that grow."""
    summaries: dict[str, Summary]
    """Those that have changed."""


def decide(batch: Iterable[Append], lengths: dict[str, int]) -> Growth:
    """Take from a batch, in its order, what goes on from where the logs end: of two with one number the first."""
    taken: list[Append] = []
    grown: dict[str, int] = {}
    summaries: dict[str, Summary] = {}
    for append in batch:
        table = append.table
        if append.number == grown.get(table, lengths.get(table, 0)) + 1:
            taken.append(append)
            grown[table] = append.number
            if append.summary is not None:
                summaries[table] = append.summary
    return Growth(taken, grown, summaries)


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

"""Checks the row of a table against its log: what is stored twice must be the same."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from time import gmtime, strftime

import msgspec

from camelup.protocol.http import ListedTable
from camelup.server.store.base import STATUSES, Entry, Listed, Summary
from camelup.server.tables.codes import is_code

_EARLIEST = 1_388_534_400.0
"""The beginning of 2014, when the first edition came out: no server can have stored anything before."""
_LATEST = 4_102_444_800.0
"""The beginning of 2100."""
_CLOCK_STEP = 86_400.0
"""How far a clock may be set back while somebody plays; the order of entries is that of their numbers."""


def find_row_faults(listed: Listed, entries: Sequence[Entry]) -> Iterator[str]:
    """Say what is wrong with a table's name and times; its log has entries."""
    if not is_code(listed.table):
        yield "no table has such a code"
    if listed.created != entries[0].at:
        yield f"it was made at {_moment(entries[0].at)}, but is listed with {_moment(listed.created)}"
    if listed.updated != entries[-1].at:
        yield f"its last entry is of {_moment(entries[-1].at)}, but it is listed with {_moment(listed.updated)}"
    for entry in entries:
        if not _EARLIEST <= entry.at < _LATEST:
            yield f"entry {entry.number}: its time is {_moment(entry.at)}"
    for before, entry in pairwise(entries):
        if entry.at < before.at - _CLOCK_STEP:
            yield f"entry {entry.number}: it is of {_moment(entry.at)}, more than a day before the entry before it"


def find_summary_faults(stored: Summary, expected: Summary) -> Iterator[str]:
    """Say where the stored summary of a table differs from what its log gives."""
    if stored.status not in STATUSES:
        yield "its status is no status of a table"
    elif stored.status != expected.status:
        yield f"it is listed as {stored.status}, but by its log it is {expected.status}"
    if stored.is_open != expected.is_open:
        yield f"it is listed as {_openness(stored)}, but by its log it is {_openness(expected)}"
    if stored.headline != expected.headline:
        # An older program that goes on with a game leaves these as they are.
        late = {"leg", "money"} if stored.status == expected.status == "playing" else frozenset[str]()
        yield from _find_headline_faults(stored.headline, expected.headline, late)


def _find_headline_faults(stored: str, expected: str, late: Collection[str]) -> Iterator[str]:
    try:
        found = msgspec.json.decode(stored)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        found = None
    if not isinstance(found, dict):
        yield "what is listed of it cannot be read"
        return
    wanted = msgspec.json.decode(expected)
    optional = {field.name for field in msgspec.structs.fields(ListedTable) if not field.required}
    for name, value in wanted.items():
        if name not in found:
            if name not in optional:  # a field that has joined later
                yield f"{name} is missing in what is listed of it"
        elif name not in late and msgspec.json.encode(found[name]) != msgspec.json.encode(value):
            yield f"{name} is not listed as its log has it"
    for name in found.keys() - wanted.keys():
        yield f"{name!r:.40} is listed of it, which no program writes"


def _openness(summary: Summary) -> str:
    return "open" if summary.is_open else "not open"


def _moment(at: float) -> str:
    try:
        return f"{strftime('%Y-%m-%d %H:%M:%S', gmtime(at))}.{round(at % 1 * 1_000_000):06} UTC"
    except (OverflowError, ValueError, OSError):
        return f"{at:.0f} seconds after 1970"

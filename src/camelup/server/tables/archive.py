"""Stored tables as lines of JSON, to keep them elsewhere or to move them into another database.

The first line says what this is, the last one how many tables there were, so that half a file is known as such; between
them each table is a line. Secrets of games that go on are among it: who reads such a file can see every card.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import BinaryIO, Literal, NamedTuple

import msgspec

from camelup.core.errors import FileError, StoreError
from camelup.server.store.base import (
    EVERY_TABLE,
    Entry,
    Listed,
    Status,
    Store,
    Summary,
    is_name,
    microseconds,
    seconds_of,
)
from camelup.server.tables.events import LOG_VERSION, readable_version
from camelup.server.tables.integrity import Checked, ImportCheck, check_table

FORMAT_VERSION = 1
_CHUNK = 100
"""How many tables are removed at once; a server that works beside it need not wait long."""


class Whole(NamedTuple):
    """A table with its log."""

    listed: Listed
    entries: list[Entry]


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    camelup: Literal["tables"]
    version: int
    log: int


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    table: str
    created: int
    updated: int
    status: Status
    is_open: bool
    headline: str
    entries: list[tuple[int, str]]
    """When, in microseconds, and what; numbered from 1."""


class _Made(msgspec.Struct):
    """What has to be known of a log's first entry."""

    version: int = 1


class _End(msgspec.Struct, forbid_unknown_fields=True):
    tables: int


async def stored_tables(store: Store) -> AsyncIterator[Whole]:
    """Give all tables of a store, each as it was when the list was made, also while a server goes on with them.

    Those that cannot be read are left out.
    """
    for listed in await store.list_tables(limit=EVERY_TABLE):
        try:
            entries = await store.read(listed.table)
        except StoreError as error:
            if error.code != "broken":
                raise
            continue
        if entries:  # else somebody has removed it meanwhile
            yield Whole(listed, entries[: listed.length])


class Exported(NamedTuple):
    """What an export has done."""

    tables: int
    broken: int
    """Tables that are broken: those that can be read are written all the same, but no import takes them."""


async def write_export(store: Store, write: Callable[[bytes], object]) -> Exported:
    """Write all tables; give how many there were."""
    tables = 0
    broken = {table for table, _ in await store.find_damage()}
    checked = Checked()

    def put(line: object) -> None:
        write(msgspec.json.encode(line) + b"\n")

    put(_Header("tables", FORMAT_VERSION, LOG_VERSION))
    async for listed, entries in stored_tables(store):
        created, updated, (status, is_open, headline) = listed[1:4]
        log = [(microseconds(at), text) for _, at, text in entries]
        put(_Table(listed.table, microseconds(created), microseconds(updated), status, is_open, headline, log))
        tables += 1
        _, faults = check_table(listed, entries, checked)
        broken |= {listed.table} if faults else set()
    put(_End(tables))
    return Exported(tables, len(broken))


def read_export(file: BinaryIO) -> Iterator[Whole]:
    """Read what was written; FileError with the number of the line where it is broken."""
    number = 0
    names: set[str] = set()
    header: _Header | None = None
    is_ended = False
    for number, line in enumerate(file, 1):
        try:
            if is_ended:
                raise _broken(number, "nothing comes after the end")
            if number == 1:
                header = msgspec.json.decode(line, type=_Header)
                _check_header(header)
            elif line.startswith(b'{"tables":'):
                if msgspec.json.decode(line, type=_End).tables != len(names):
                    raise _broken(number, f"there are {len(names)} tables before it")
                is_ended = True
            else:
                whole = _whole(number, msgspec.json.decode(line, type=_Table))
                if whole.listed.table in names:
                    raise _broken(number, f"table {whole.listed.table} has come before")
                if header is not None and _version_of(whole) > header.log:
                    raise _broken(number, f"its log is of a later version than the first line says, {header.log}")
                names.add(whole.listed.table)
                yield whole
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise _broken(number, _as_clause(str(error))) from error
    if not is_ended:
        raise _broken(number + 1, "the end is missing, the export is not complete")


def _check_header(header: _Header) -> None:
    if header.version > FORMAT_VERSION or header.log > LOG_VERSION:
        raise _broken(1, "it was exported by a newer camelup")
    if header.version < 1 or header.log < 1:
        raise _broken(1, "no camelup has exported such a version")


def _whole(number: int, line: _Table) -> Whole:
    if not line.entries or not is_name(line.table):
        raise _broken(number, "a table has a name and entries")
    entries = [Entry(place, seconds_of(at), text) for place, (at, text) in enumerate(line.entries, 1)]
    summary = Summary(line.status, line.is_open, line.headline)
    return Whole(Listed(line.table, seconds_of(line.created), seconds_of(line.updated), summary, len(entries)), entries)


def _as_clause(sentence: str) -> str:
    """Return what goes on in the middle of a sentence: only an abbreviation keeps its capital."""
    return sentence if sentence.startswith("JSON") else sentence[:1].lower() + sentence[1:]


def _broken(number: int, what: str) -> FileError:
    return FileError("export", f"Line {number} is not one of exported tables: {what}.")


Source = Callable[[], AsyncIterator[Whole]]
"""Gives the tables to import, from the first on each time it is called."""


class Imported(NamedTuple):
    """What an import has done."""

    added: int
    there_already: int


async def import_tables(store: Store, source: Source) -> Imported:
    """Add tables from elsewhere. All of them are looked at first: if one is broken or cannot be added, none is."""
    there = {listed.table: listed for listed in await store.list_tables(limit=EVERY_TABLE)}
    newest = readable_version(await store.oldest_version())
    check = ImportCheck()
    async for whole in source():
        if _version_of(whole) > LOG_VERSION:
            raise StoreError(
                "newer", f"Table {whole.listed.table} was made by a newer camelup. Upgrade first; nothing was imported."
            )
        if _version_of(whole) > newest:
            raise StoreError(
                "mixed",
                "An older server still uses this database, and could not read these tables. Import them after its "
                "upgrade; nothing was imported.",
            )
        check.add(*whole)
        if whole.listed.table in there:
            await _check_equal(store, whole, there[whole.listed.table])
    for code in check.named & there.keys():
        check.add_named(there[code], await store.read(code))
    check.finish()
    added = there_already = 0
    async for whole in source():
        if whole.listed.table not in there and await store.add_table(*whole):
            added += 1
        else:
            there_already += 1
    return Imported(added, there_already)


def _version_of(whole: Whole) -> int:
    try:
        return msgspec.json.decode(whole.entries[0].text, type=_Made).version
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return 1  # broken: an older program could not do less with it than this one


async def _check_equal(store: Store, whole: Whole, there: Listed) -> None:
    if there != whole.listed or await store.read(there.table) != whole.entries:
        raise StoreError("conflict", f"The database has another table {there.table}; nothing was imported.")


async def prune(store: Store, before: float, *, is_dry_run: bool = False) -> int:
    """Remove the tables that are over and have not changed since a time; give how many."""
    over = await store.list_tables(status=("finished", "closed"), before=before, limit=EVERY_TABLE)
    names = [listed.table for listed in over]
    if not is_dry_run:
        for begin in range(0, len(names), _CHUNK):
            await store.delete(names[begin : begin + _CHUNK])
    return len(names)

"""`camelup db`: the stored tables of a server, checked, exported, imported and pruned."""

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from camelup.core.errors import ArgumentError, FileError, StoreError
from camelup.extras import require_extra
from camelup.files import writing_atomic
from camelup.terminal.options import add_database, add_json, read_file
from camelup.terminal.output_files import showing
from camelup.terminal.text import printable

if TYPE_CHECKING:  # help needs none of it
    from camelup.server.store.base import Access, Store
    from camelup.server.tables.archive import Imported, Source, Whole

DESCRIPTION = "Check, export, import and prune the tables of a server, also while it runs."
EXAMPLE = "camelup db export tables.jsonl"

STDIN = STDOUT = "-"
_SECONDS = {"h": 3600, "d": 86_400, "w": 604_800}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    whats = parser.add_subparsers(dest="what", required=True, metavar="WHAT", title="what to do")
    check = whats.add_parser("check", help="verify all that is stored: logs, games, dice, reviews, files")
    export = whats.add_parser("export", help="write all tables as lines of JSON, secrets included")
    export.add_argument(
        "file", type=read_file, nargs="?", metavar="FILE", help="where to (default, or -: standard output)"
    )
    into = whats.add_parser("import", help="add tables from an export or from another database")
    into.add_argument("file", type=read_file, nargs="?", metavar="FILE", help="an export, or - for standard input")
    into.add_argument("--from", dest="source", metavar="ADDRESS", help="another database instead of an export")
    prune = whats.add_parser("prune", help="remove tables whose game is over")
    prune.add_argument(
        "--older-than",
        type=read_age,
        required=True,
        metavar="AGE",
        help="those that have not changed for so long, such as 12h, 30d or 8w",
    )
    prune.add_argument("--dry-run", action="store_true", help="only print how many")
    for what in (check, into, prune):
        add_json(what)
    for what in (check, export, into, prune):
        add_database(what)


def read_age(text: str) -> int:
    """Read how long ago something was, in seconds.

    >>> read_age("30d")
    2592000
    """
    number, unit = text[:-1], text[-1:]
    if unit not in _SECONDS or not (number.isascii() and number.isdecimal() and len(number) <= len("99999")):
        raise argparse.ArgumentTypeError(f"{text!r:.40} is no age such as 12h, 30d or 8w")
    return int(number) * _SECONDS[unit]


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked."""
    with require_extra("The tables of a server", "server"):
        import camelup.server.store  # noqa: F401 - to say now what is missing
    work = {"check": _check, "export": _export, "import": _import, "prune": _prune}[arguments.what]
    return asyncio.run(work(arguments))


async def _check(arguments: argparse.Namespace) -> int:
    from camelup.server.tables.integrity import Checked, check_store

    checked = Checked()
    faults = []
    async with _opened(arguments.database, arguments.data, "read") as store:
        with showing(lambda: f"{_tables(checked.tables)} checked"):
            async for table, what in check_store(store, checked):
                faults.append({"table": table or None, "what": what})
                if not arguments.json:
                    print(printable(f"{table or 'database'}: {what}"))
    code = 1 if checked.broken or checked.is_damaged else 0
    if arguments.json:
        print(json.dumps(asdict(checked) | {"broken": sorted(checked.broken), "faults": faults}))
        return code
    if checked.tables:
        print(
            f"Checked: {checked.entries:,} entries, {checked.actions:,} actions, {checked.dice:,} dice and "
            f"{checked.cards:,} hashes of cards computed again, {checked.reviews:,} reviews."
        )
    if checked.is_damaged:
        print("The database is damaged.")
    broken = f"{len(checked.broken):,}" if checked.broken else "none"
    print(f"{_tables(checked.tables)}, {broken} of them broken." if checked.tables else "There are no tables.")
    return code


async def _export(arguments: argparse.Namespace) -> int:
    from camelup.server.tables.archive import write_export

    async with _opened(arguments.database, arguments.data, "read") as store:
        if arguments.file is None or str(arguments.file) == STDOUT:
            exported = await write_export(store, sys.stdout.buffer.write)
        else:
            with _naming("write", arguments.file), writing_atomic(arguments.file, 0o600) as file:
                exported = await write_export(store, file.write)
            print(f"{_tables(exported.tables)} exported into {arguments.file}.")
    if exported.broken:
        are_broken = f"{_tables(exported.broken)} {'is' if exported.broken == 1 else 'are'} broken"
        print(f"camelup: {are_broken}: see camelup db check. No import takes such a table.", file=sys.stderr)
    return 1 if exported.broken else 0


async def _import(arguments: argparse.Namespace) -> int:
    from camelup.server.tables.archive import import_tables, stored_tables

    if (arguments.file is None) == (arguments.source is None):
        raise ArgumentError("arguments", "Tables are imported from a file, or from another database: name one of them.")

    async def add(source: "Source") -> "Imported":
        async with _opened(arguments.database, arguments.data, "share") as store:
            return await import_tables(store, source)

    if arguments.source is not None:
        async with _opened(arguments.source, arguments.data, "read") as other:
            if damage := await other.find_damage():
                raise StoreError(
                    "broken", f"{damage[0].table or 'The database'}: {damage[0].what}; nothing was imported."
                )
            done = await add(lambda: stored_tables(other))
    else:
        with _input(arguments.file) as file:
            for _ in _lines(file):  # a broken one is found before a database is made
                pass
            done = await add(lambda: _each(file))
    if arguments.json:
        print(json.dumps({"added": done.added, "there_already": done.there_already}))
        return 0
    already = f", {done.there_already} of them there already" if done.there_already else ""
    print(f"{_tables(done.added + done.there_already)} imported{already}.")
    return 0


async def _prune(arguments: argparse.Namespace) -> int:
    from camelup.server.tables.archive import prune

    access: Access = "read" if arguments.dry_run else "share"
    async with _opened(arguments.database, arguments.data, "read"):
        pass  # to remove something, one makes no database
    async with _opened(arguments.database, arguments.data, access) as store:
        removed = await prune(store, time.time() - arguments.older_than, is_dry_run=arguments.dry_run)
    if arguments.json:
        print(json.dumps({"removed": removed, "is_dry_run": arguments.dry_run}))
        return 0
    print(f"{_tables(removed)} {'would be ' if arguments.dry_run else ''}removed.")
    return 0


@asynccontextmanager
async def _opened(database: str | None, data: Path, access: "Access") -> "AsyncIterator[Store]":
    from camelup.server.store import make_store

    store = make_store(database, data, access)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@contextmanager
def _input(path: Path) -> Iterator[BinaryIO]:
    """Open what is read twice; standard input is kept in between."""
    if str(path) != STDIN:
        with _naming("read", path), path.open("rb") as file:
            yield file
    else:
        with tempfile.TemporaryFile() as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
            yield file


def _lines(file: BinaryIO) -> "Iterator[Whole]":
    from camelup.server.tables.archive import read_export

    file.seek(0)
    return read_export(file)


async def _each(file: BinaryIO) -> "AsyncIterator[Whole]":
    for whole in _lines(file):
        yield whole


@contextmanager
def _naming(what: str, path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FileError("file", f"Cannot {what} {path}: {error.strerror or type(error).__name__}.") from error


def _tables(number: int) -> str:
    return "1 table" if number == 1 else f"{number:,} tables"

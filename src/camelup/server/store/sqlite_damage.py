"""Damage in a SQLite file: a server passes over rows that it cannot read, and `camelup db check` lists all of it."""

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from camelup.core.edition import MAX_PLAYERS
from camelup.core.errors import StoreError
from camelup.server.error_log import report_broken
from camelup.server.store.base import STATUSES, Damage, Entry, KeptReview, broken_entry, seconds_of
from camelup.server.store.people import NO_SEAT
from camelup.server.store.schema import PEOPLE_SINCE, SQLITE_STEPS, VERSION
from camelup.server.store.sqlite_loss import find_loss

Row = tuple[str, int, int, int, Any, int, str]
"""Name, created, updated, length, status, is_open and headline of a table."""

_MOST = 100
"""How many rows of a kind are named; a damaged database may have millions."""
_LARGEST = 2**53
"""No honest time or number is larger."""

# A column takes values of any kind in SQLite. What each must be, as a condition for the rows that are not so.
_WRONG_ROWS = {
    "row": """
        SELECT name, NULL FROM tables WHERE typeof(name) <> 'text' OR typeof(created) <> 'integer'
            OR typeof(updated) <> 'integer' OR typeof(length) <> 'integer' OR typeof(status) <> 'text'
            OR typeof(is_open) <> 'integer' OR is_open NOT IN (0, 1) OR typeof(headline) <> 'text'""",
    "entry": """
        SELECT table_name, number FROM entries WHERE typeof(table_name) <> 'text' OR typeof(number) <> 'integer'
            OR typeof(at) <> 'integer' OR typeof(text) <> 'text'""",
    "review": """
        SELECT table_name, NULL FROM reviews WHERE typeof(table_name) <> 'text' OR typeof(version) <> 'integer'
            OR typeof(review) <> 'blob'""",
    "pulse": "SELECT NULL, id FROM pulse WHERE id IS NOT 1 OR typeof(at) <> 'integer'",
}
_WRONG_ROWS_OF_PEOPLE = {
    "row": """
        SELECT name, NULL FROM tables WHERE typeof(indexed) <> 'integer' OR typeof(rewrites) <> 'integer'
            OR indexed NOT BETWEEN 0 AND length OR rewrites < 0""",
    "index": f"""
        SELECT table_name, NULL FROM seats WHERE typeof(token_hash) <> 'text' OR typeof(table_name) <> 'text'
            OR typeof(seat) <> 'integer' OR seat NOT BETWEEN {NO_SEAT} AND {MAX_PLAYERS - 1} OR counts NOT IN (0, 1)""",  # noqa: S608
    "row of figures": """
        SELECT table_name, NULL FROM figures WHERE typeof(table_name) <> 'text' OR typeof(version) <> 'integer'
            OR typeof(figures) <> 'text'""",
    "transfer": """
        SELECT NULL, NULL FROM transfers WHERE typeof(code_hash) <> 'text' OR typeof(at) <> 'integer'
            OR typeof(expires) <> 'integer' OR typeof(bundle) <> 'blob'""",
}
_WRONG_LENGTHS = """
    SELECT name, length, (SELECT count(*) FROM entries WHERE table_name = name) FROM tables
    WHERE length < 1 OR length IS NOT (SELECT count(*) FROM entries WHERE table_name = name)
        OR length IS NOT (SELECT max(number) FROM entries WHERE table_name = name)"""
_ORPHANS = {
    "entries": "SELECT DISTINCT table_name FROM entries WHERE table_name NOT IN (SELECT name FROM tables)",
    "a review": "SELECT table_name FROM reviews WHERE table_name NOT IN (SELECT name FROM tables)",
}
_ORPHANS_OF_PEOPLE = {
    "an index": "SELECT DISTINCT table_name FROM seats WHERE table_name NOT IN (SELECT name FROM tables)",
    "a row of figures": "SELECT table_name FROM figures WHERE table_name NOT IN (SELECT name FROM tables)",
}
_NEWER_LOGS = """
    SELECT table_name FROM entries
    WHERE number = 1 AND CASE WHEN json_valid(text) THEN json_extract(text, '$.version') END > ?"""
_FIRST_LOGS = {2: 1, 3: 2}
"""By the version of a database that is older than this program's: that of the newest logs in it."""
_SCHEMA = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"
_HEADER = struct.Struct(">16x H BB B 3s I I 12x I 8x I 12x 20s I 4x")
"""The first hundred bytes of a file, as SQLite documents them: the fields that are always the same, and the sizes."""
_FRACTIONS = bytes((64, 32, 32))
_SCHEMA_FORMAT, _UTF8 = 4, 1


@contextmanager
def _raw_texts(connection: sqlite3.Connection) -> Iterator[None]:
    """Read texts that are not UTF-8 as bytes, as blobs are."""
    usual, connection.text_factory = connection.text_factory, _decode
    try:
        yield
    finally:
        connection.text_factory = usual


def read_sound_rows(connection: sqlite3.Connection, statement: str, values: tuple[object, ...]) -> list[Row]:
    """Give the rows of tables that can be read, one by one, where all at once have failed."""
    with _raw_texts(connection):
        rows = connection.execute(statement, values).fetchall()
    sound = [_sound(row) for row in rows]
    for row, read in zip(rows, sound, strict=True):
        if read is None:
            report_broken(_show(row[0]), "its row")
    return [read for read in sound if read is not None]


def read_sound_row(connection: sqlite3.Connection, table: str) -> Row | None:
    """Give the row of a table; StoreError if it cannot be read."""
    statement = "SELECT name, created, updated, length, status, is_open, headline FROM tables WHERE name = ?"
    with _raw_texts(connection):
        found = connection.execute(statement, (table,)).fetchone()
    row = None if found is None else _sound(found)
    if found is not None and row is None:
        raise StoreError("broken", f"The row of table {table} cannot be read.")
    return row


def _sound(row: tuple[Any, ...]) -> Row | None:
    name, created, updated, length, status, is_open, headline = row
    numbers = (created, updated, length, is_open)
    if not all(isinstance(text, str) for text in (name, status, headline)) or status not in STATUSES:
        return None
    if not all(isinstance(number, int) and abs(number) < _LARGEST for number in numbers):
        return None
    return name, created, updated, length, status, is_open, headline


def _decode(text: bytes) -> str | bytes:
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text


def read_sound_entries(connection: sqlite3.Connection, table: str, after: int, limit: int) -> list[Entry]:
    """Give the entries of a log, one by one; StoreError if one of them cannot be read."""
    statement = "SELECT number, at, text FROM entries WHERE table_name = ? AND number > ? ORDER BY number LIMIT ?"
    with _raw_texts(connection):
        rows = connection.execute(statement, (table, after, limit)).fetchall()
    entries = []
    for number, at, text in rows:
        if not (isinstance(number, int) and isinstance(at, int) and isinstance(text, str)):
            raise broken_entry(table)
        entries.append(Entry(number, seconds_of(at), text))
    return entries


def read_review(connection: sqlite3.Connection, table: str) -> KeptReview | None:
    """Give the stored review of a table, if there is one that can be read."""
    with _raw_texts(connection):
        row = connection.execute("SELECT version, review FROM reviews WHERE table_name = ?", (table,)).fetchone()
    if row is None or not isinstance(row[0], int) or not isinstance(row[1], bytes):
        return None
    return KeptReview(row[0], row[1])


# --- All that is wrong ----------------------------------------------------------------------------------------


def find_damage(connection: sqlite3.Connection, path: Path) -> list[Damage]:
    """List what is wrong with a file, with its schema, and with rows that belong to no table or cannot be read."""
    found = [Damage("", what) for what in _find_file_damage(path)]
    try:
        found += [Damage("", f"SQLite finds damage: {what}") for what in _find_page_damage(connection)]
        found += [Damage("", what) for what in find_loss(connection, path)]
        found += [Damage("", what) for what in _find_schema_damage(connection)]
        with _raw_texts(connection):
            connection.execute("BEGIN")  # a server may go on beside it: look at one moment
            try:
                found += _find_row_damage(connection)
            finally:
                connection.execute("COMMIT")
    except sqlite3.Error as error:
        found.append(Damage("", f"SQLite cannot read it: {error}"))
    return found


def _find_page_damage(connection: sqlite3.Connection) -> list[str]:
    with _raw_texts(connection):
        rows = connection.execute(f"PRAGMA integrity_check({_MOST})").fetchall()
    found = [_show(what) for (what,) in rows]
    return [] if found == ["ok"] else [line.replace("\n", " ") for line in found]


def _find_file_damage(path: Path) -> Iterator[str]:
    """Look at what SQLite itself passes over: fields of the header, and the size of the file."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            header = file.read(_HEADER.size)
        wal = path.with_name(f"{path.name}-wal")
        is_quiet = not wal.exists() or wal.stat().st_size == 0
    except OSError as error:
        yield f"the file cannot be read: {error.strerror}"
        return
    if len(header) < _HEADER.size:
        yield "the file ends within its first page"
        return
    page_size, write, read, reserved, fractions, changes, pages, schema, encoding, spare, valid_for = _HEADER.unpack(
        header
    )
    page_size = 65_536 if page_size == 1 else page_size
    is_usual = write == read and write in {1, 2} and (reserved, fractions, any(spare)) == (0, _FRACTIONS, False)
    if not is_usual or (schema, encoding) != (_SCHEMA_FORMAT, _UTF8):
        yield "the first hundred bytes of the file are not as this program has written them"
    if is_quiet and (changes != valid_for or size != pages * page_size):
        yield f"the file has {size:,} bytes, and should have {pages * page_size:,}"


def _find_schema_damage(connection: sqlite3.Connection) -> Iterator[str]:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    made = sqlite3.connect(":memory:")
    try:
        for step in SQLITE_STEPS[:version]:
            for statement in step:
                made.execute(statement)
        expected = _schema(made)
    finally:
        made.close()
    found = _schema(connection)
    for (kind, name), statement in expected.items():
        if (kind, name) not in found:
            yield f"the {kind} {name} is missing"
        elif found[kind, name] != statement:
            yield f"the {kind} {name} is another one"
    # An operator may have tables and indexes of his own beside ours; what changes our rows is another matter.
    for kind, name in found.keys() - expected.keys():
        if kind == "trigger":
            yield f"there is a trigger {name!r:.60}, which may change what is stored"


def _schema(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    with _raw_texts(connection):
        rows = connection.execute(_SCHEMA).fetchall()
    return {(_show(kind), _show(name)): " ".join(_show(sql).split()) for kind, name, sql in rows}


def _find_newer_logs(connection: sqlite3.Connection) -> Iterator[Damage]:
    """Look for logs that a database of this version cannot have: each version of logs needed a step of the schema."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version < VERSION:
        newer = f"{_NEWER_LOGS} LIMIT {_MOST}"
        for (table,) in connection.execute(newer, (_FIRST_LOGS.get(version, 1),)):
            yield Damage(_show(table), f"its log is of a later version than a database of version {version} can have")


def _find_row_damage(connection: sqlite3.Connection) -> Iterator[Damage]:
    yield from _find_newer_logs(connection)
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    has_people = version >= PEOPLE_SINCE
    for kind, statement in (*_WRONG_ROWS.items(), *(_WRONG_ROWS_OF_PEOPLE.items() if has_people else ())):
        for table, number in connection.execute(f"{statement} LIMIT {_MOST}"):
            which = f" {_show(number)}" if kind == "entry" else ""
            yield Damage(_show(table or ""), f"its {kind}{which} has a value of a kind that it cannot have")
    for kind, column, source in (("row", "headline", "tables"), ("entry", "text", "entries")):
        name = "name" if source == "tables" else "table_name"
        texts = f"SELECT {name}, {column} FROM {source} WHERE typeof({column}) = 'text'"  # noqa: S608 - our own words
        for table, text in connection.execute(texts):
            if not isinstance(text, str) or not isinstance(table, str):
                yield Damage(_show(table), f"the text of its {kind} is not UTF-8")
    for table, status in connection.execute("SELECT name, status FROM tables WHERE typeof(status) = 'text'"):
        if status not in STATUSES:
            yield Damage(_show(table), f"its status is no status of a table: {_show(status)!r:.40}")
    for table, length, entries in connection.execute(f"{_WRONG_LENGTHS} LIMIT {_MOST}"):
        yield Damage(
            _show(table), f"its log should have {_show(length)} entries without gaps, and has {_show(entries)}"
        )
    for what, statement in (*_ORPHANS.items(), *(_ORPHANS_OF_PEOPLE.items() if has_people else ())):
        for (table,) in connection.execute(f"{statement} LIMIT {_MOST}"):
            yield Damage(_show(table), f"there is {what} of it, but no such table".replace("is entries", "are entries"))


def _show(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)

"""What is lost of a database, as far as its log (-wal) and the mark of what was stored last can tell."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from camelup.server.store.sqlite_marker import Mark, read_mark
from camelup.server.store.sqlite_wal import count_lost_meanwhile


def find_loss(connection: sqlite3.Connection, path: Path) -> Iterator[str]:
    """Look for what a server would report when it starts, also while one runs, and change nothing."""
    mark = None
    with suppress(OSError):  # a server's lock may keep its file from being read
        file = os.open(f"{path}.lock", os.O_RDONLY)
        try:
            mark = read_mark(file)
        finally:
            os.close(file)
    lost = describe_loss(connection, mark, count_lost_meanwhile(path, path.with_name(f"{path.name}-wal")))
    if lost is not None:
        yield lost


def describe_loss(connection: sqlite3.Connection, mark: Mark | None, lost: int) -> str | None:
    """Say what is lost if the log has so many transactions after a damaged place; None if that proves nothing."""
    is_mark_lost = mark is not None and not _has_entry(connection, mark)
    # After a power cut the last transaction, never confirmed, may be there in parts. The mark knows better.
    if not is_mark_lost and lost < (1 if mark is None else 2):
        return None
    what = f"at least {lost} transactions are" if lost > 1 else "what was stored last is"
    return f"{what} lost, because its log (-wal) was cut, changed or removed, or an older file was put in place"


def _has_entry(connection: sqlite3.Connection, mark: Mark) -> bool:
    if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'tables'").fetchone() is None:
        return False
    found = connection.execute("SELECT length FROM tables WHERE name = ?", (mark.table,)).fetchone()
    if found is not None:
        return bool(found[0] >= mark.number)
    # Whoever removes tables writes a pulse, too: what was stored before a pulse is not lost, but removed.
    return connection.execute("SELECT 1 FROM pulse WHERE at >= ?", (mark.at,)).fetchone() is not None

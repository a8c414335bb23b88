"""Damaged copies of a sound database: flipped bits, lost and exchanged pages, cut files, a broken log beside the file.

What a check must report is decided by rows alone. A plain reader compares all rows, and the schema, with those of the
sound file; where it sees a difference, cannot read on, or SQLite's own check complains, the damage must be reported.
Damage to unused bytes, and to what nothing vouches for (the words of a chat, the hash of a token), may be reported.
"""

import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.server.book import Book
from tests.server.sound import FILE

PAGE = 4096
_TABLES = ("tables", "entries", "reviews", "pulse")
_WAL_HEADER, _FRAME_HEADER = 32, 24
_REMOVED = 6
"""So many entries of the running game are in the log beside the file."""


class Damage(NamedTuple):
    """A way to damage the file, or the log beside it."""

    name: str
    do: Callable[[Path], None]


def _patch(path: Path, change: Callable[[bytearray], bytes | bytearray | None]) -> None:
    content = bytearray(path.read_bytes())
    changed = change(content)
    path.write_bytes(content if changed is None else changed)


def _flip(share: float, mask: int) -> Callable[[Path], None]:
    """Flip bits of the byte at a place, given as a share of the file."""

    def do(path: Path) -> None:
        def change(content: bytearray) -> None:
            content[int(len(content) * share)] ^= mask

        _patch(path, change)

    return do


def _flip_at(page: int, offset: int, mask: int) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        def change(content: bytearray) -> None:
            content[page * PAGE + offset] ^= mask

        _patch(path, change)

    return do


def _zero(page: int) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        def change(content: bytearray) -> None:
            content[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)

        _patch(path, change)

    return do


def _swap(one: int, other: int) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        def change(content: bytearray) -> None:
            first = content[one * PAGE : (one + 1) * PAGE]
            content[one * PAGE : (one + 1) * PAGE] = content[other * PAGE : (other + 1) * PAGE]
            content[other * PAGE : (other + 1) * PAGE] = first

        _patch(path, change)

    return do


def _cut(share: float) -> Callable[[Path], None]:
    return lambda path: _patch(path, lambda content: content[: int(len(content) * share)])


def _cut_to(length: int) -> Callable[[Path], None]:
    return lambda path: _patch(path, lambda content: content[:length])


def _header(offset: int, new: bytes) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        def change(content: bytearray) -> None:
            content[offset : offset + len(new)] = new

        _patch(path, change)

    return do


def _replace(old: bytes, new: bytes) -> Callable[[Path], None]:
    """Replace bytes where they first occur."""

    def do(path: Path) -> None:
        def change(content: bytearray) -> bytes:
            assert old in content
            return bytes(content).replace(old, new, 1)

        _patch(path, change)

    return do


DAMAGES: list[Damage] = [
    # A bad bit, everywhere in the file.
    *(Damage(f"bit_{number}", _flip(number / 24 + 0.004, 1 << number % 7)) for number in range(24)),
    *(Damage(f"byte_{number}", _flip(number / 12 + 0.03, 0xFF)) for number in range(12)),
    # The heads of pages: their kind, the number of their cells, the place of the first.
    *(
        Damage(f"head_of_page_{page}_{offset}", _flip_at(page, offset, 0x13))
        for page in (1, 3, 5)
        for offset in (0, 4, 9)
    ),
    *(Damage(f"zeroed_page_{page}", _zero(page)) for page in (0, 1, 2, 4, 6, 8)),
    *(Damage(f"swapped_pages_{one}_{other}", _swap(one, other)) for one, other in ((1, 2), (3, 5), (6, 7), (2, 9))),
    *(Damage(f"cut_at_{share}", _cut(share)) for share in (0.25, 0.5, 0.75, 0.95, 0.999)),
    *(Damage(f"cut_to_{length}", _cut_to(length)) for length in (0, 50, 100, 512, PAGE, PAGE + 1)),
    Damage("magic_word_changed", _header(0, b"SQLite format 4\0")),
    Damage("page_size_changed", _header(16, (8192).to_bytes(2))),
    Damage("page_count_changed", _header(28, (5).to_bytes(4))),
    Damage("free_list_invented", _header(32, (3).to_bytes(4) + (2).to_bytes(4))),
    Damage("schema_format_changed", _header(44, (9).to_bytes(4))),
    Damage("text_encoding_changed", _header(56, (2).to_bytes(4))),
    Damage("header_of_noise", _header(16, bytes(range(84)))),
    Damage("overwritten_with_text", _header(PAGE, b"Not a page at all. " * 200)),
    # What a bad bit does to a text: one letter of it.
    Damage("ply_with_a_bad_letter", _replace(b'"ply":"A roll', b'"ply":"A roln')),
    Damage("headline_with_a_bad_letter", _replace(b'{"edition":2,"seats":5,', b'{"edition":2,"seats":4,')),
    Damage("kind_with_a_bad_letter", _replace(b'"type":"muted"', b'"type":"mutef"')),
    Damage("status_with_a_bad_letter", _replace(b"waiting", b"wakting")),
]


def frames(wal: bytes) -> int:
    """How many frames a log beside a file has."""
    return (len(wal) - _WAL_HEADER) // (PAGE + _FRAME_HEADER)


def _in_frame(share: float, offset: int, mask: int) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        def change(content: bytearray) -> None:
            frame = int(frames(bytes(content)) * share)
            content[_WAL_HEADER + frame * (PAGE + _FRAME_HEADER) + offset] ^= mask

        _patch(path, change)

    return do


WAL_DAMAGES: list[Damage] = [
    # Frames of later transactions follow that are whole: no crash leaves a log like this.
    Damage("wal_frame_damaged_first", _in_frame(0.0, 500, 0x20)),
    Damage("wal_frame_damaged_early", _in_frame(0.3, 2000, 0x01)),
    Damage("wal_frame_damaged_in_the_middle", _in_frame(0.5, 4000, 0xFF)),
    Damage("wal_frame_head_damaged", _in_frame(0.4, 2, 0x40)),
    Damage("wal_checksum_damaged", _in_frame(0.4, 17, 0x08)),
]
"""Damage after which later transactions are still there, but SQLite passes over them in silence: to be reported."""

LOST_TAILS: list[Damage] = [
    *(Damage(f"wal_cut_at_{share}", _cut(share)) for share in (0.2, 0.5, 0.9, 0.999)),
    Damage("wal_empty", _cut_to(0)),
    Damage("wal_header_only", _cut_to(_WAL_HEADER)),
    Damage("wal_cut_in_its_header", _cut_to(20)),
]
"""A log that ends too soon looks like one that was never longer, or like that of a crash: nothing can be asked here."""


def split_into_wal(sound: Path, folder: Path, codes: dict[str, str]) -> None:
    """Make a copy of the database whose running game has its last entries in the log beside the file."""
    folder.mkdir()
    shutil.copy(sound / FILE, folder / FILE)
    book = Book(folder / FILE, codes)
    code = codes["playing"]
    rows = book.sql.execute("SELECT * FROM entries WHERE table_name = ? ORDER BY number", (code,)).fetchall()[
        -_REMOVED:
    ]
    for _ in rows:
        book.remove("playing", len(book.log("playing")))
    book.close()
    book = Book(folder / FILE, codes)
    book.sql.execute("PRAGMA wal_autocheckpoint = 0")
    for row in rows:
        book.sql.execute("BEGIN")
        book.sql.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", row)
        book.settle("playing")
        book.sql.execute("COMMIT")
    beside = folder / f"{FILE}-wal"
    kept, main = beside.read_bytes(), (folder / FILE).read_bytes()
    book.close()  # puts the log in place, so both are written again
    (folder / FILE).write_bytes(main)
    beside.write_bytes(kept)


# --- What a plain reader sees ---------------------------------------------------------------------------------


def read_rows(path: Path) -> dict[str, Any] | None:
    """Give everything that is stored, or None if it cannot be read or SQLite finds fault with it."""
    with suppress(sqlite3.Error, OSError), closing(_connect(path)) as sql:
        if [row[0] for row in sql.execute("PRAGMA integrity_check")] != ["ok"]:
            return None
        seen: dict[str, Any] = {table: sorted(sql.execute(f"SELECT * FROM {table}"), key=repr) for table in _TABLES}  # noqa: S608
        seen["schema"] = sorted(sql.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"), key=repr)
        for pragma in ("user_version", "application_id", "encoding"):
            seen[pragma] = sql.execute(f"PRAGMA {pragma}").fetchone()
        return seen
    return None


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def must_be_reported(before: dict[str, Any] | None, damaged: Path) -> bool:
    """Whether a reader of all rows can tell a file from the sound one by more than what nothing vouches for."""
    after = read_rows(damaged)
    assert before is not None
    return after is None or _vouched(before) != _vouched(after)


def _vouched(seen: dict[str, Any]) -> dict[str, Any]:
    """Leave out what an honest history could have had otherwise, where it still has its form."""
    entries = [(*row[:2], _time(row[2]), _vouched_text(row[3])) for row in seen["entries"]]
    return {**seen, "pulse": None, "entries": sorted(entries, key=repr)}


def _time(at: object) -> object:
    """A clock may have shown another time; created and updated columns vouch for the first and the last."""
    return "some time" if isinstance(at, int) and at > 0 else at


def _vouched_text(text: object) -> object:
    try:
        event = json.loads(text)  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return text
    if not isinstance(event, dict):
        return text
    if re.fullmatch("[0-9a-f]{64}", str(event.get("token"))):
        event["token"] = "some token"  # noqa: S105 - no secret
    if event.get("type") == "said" and str(event.get("text", "\0")).isprintable():
        event["text"] = "some words"
    if re.fullmatch("[A-H] (ticket|tile|partner|winner|loser) [^ ]+", str(event.get("ply"))):
        event["ply"] = event["ply"].split()[:2]  # another action of the kind may be legal
    for secret, pattern in (("secret", "[0-9a-f]{64}"), ("seed", "[0-9a-f]{16,64}")):
        if re.fullmatch(pattern, str(event.get(secret))):
            event[secret] = "of a table that may not have started"
    return event

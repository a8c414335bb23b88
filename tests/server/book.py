"""The stored rows of a database, to be edited by hand: with plain SQL and JSON, past everything that guards them."""

import json
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

Event = dict[str, Any]


class Book:
    """A database that is open for edits; tables are named by what they are: see sound.py."""

    def __init__(self, path: Path, codes: dict[str, str]) -> None:
        self.codes = codes
        self.sql = sqlite3.connect(path, isolation_level=None)
        self.sql.execute("PRAGMA synchronous = OFF")  # a copy that is gone in a moment need not reach the disk

    def close(self) -> None:
        """Leave the file as it is now, with nothing beside it."""
        self.sql.close()

    def everything(self) -> list[object]:
        """Give all that is stored, whatever it is."""
        sql, usual = self.sql, self.sql.text_factory
        sql.text_factory = lambda text: ("text", text)  # which may be no UTF-8, and is no blob
        made = sql.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        tables = sql.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        rows = [sql.execute(f"SELECT * FROM {name[1].decode()}").fetchall() for (name,) in tables]  # noqa: S608
        versions = [sql.execute(f"PRAGMA {name}").fetchone() for name in ("user_version", "application_id")]
        sql.text_factory = usual
        return [made, rows, versions]

    # --- Logs -------------------------------------------------------------------------------------------------

    def log(self, role: str) -> list[tuple[int, Event]]:
        """List the entries of a table's log with their numbers."""
        rows = self.sql.execute(
            "SELECT number, text FROM entries WHERE table_name = ? ORDER BY number", (self.codes[role],)
        )
        return [(number, json.loads(text)) for number, text in rows]

    def find(self, role: str, kind: str, nth: int = 0, where: Callable[[Event], bool] = lambda _: True) -> int:
        """Give the number of the n-th entry of a kind."""
        return [number for number, event in self.log(role) if event["type"] == kind and where(event)][nth]

    def ply(self, role: str, word: str, nth: int = 0) -> int:
        """Give the number of the entry with the n-th action of a kind, `roll` or `card` or another word."""
        words = ("winner", "loser") if word == "card" else (word,)
        return self.find(role, "played", nth, lambda event: event["ply"].split()[1] in words)

    def event(self, role: str, number: int) -> Event:
        """Give what an entry says."""
        return dict(self.log(role))[number]

    def write(self, role: str, number: int, text: str | bytes) -> None:
        """Replace the text of an entry."""
        changed = self.sql.execute(
            "UPDATE entries SET text = ? WHERE table_name = ? AND number = ?", (text, self.codes[role], number)
        )
        assert changed.rowcount == 1

    def change(self, role: str, number: int, **fields: Any) -> None:  # noqa: ANN401 - JSON
        """Change fields of an entry; `settings__clock` is a field within another."""
        event = self.event(role, number)
        for name, value in fields.items():
            outer, _, inner = name.partition("__")
            if inner:
                event[outer][inner] = value
            else:
                event[outer] = value
        self.write(role, number, compact(event))

    def replace(self, role: str, number: int, event: Event) -> None:
        """Replace an entry."""
        self.write(role, number, compact(event))

    def settings(self, role: str, **fields: Any) -> None:  # noqa: ANN401 - JSON
        """Change settings of a table where it was made."""
        self.change(role, 1, **{f"settings__{name}": value for name, value in fields.items()})

    def remove(self, role: str, number: int) -> None:
        """Take an entry out as if it had never been: those after it move up."""
        code = self.codes[role]
        self.sql.execute("DELETE FROM entries WHERE table_name = ? AND number = ?", (code, number))
        self._move(code, number, -1)
        self.settle(role)

    def insert(self, role: str, number: int, event: Event) -> None:
        """Put an entry in, at the time of the one before it; those from there on move down."""
        code = self.codes[role]
        self._move(code, number - 1, 1)
        self.sql.execute(
            "INSERT INTO entries SELECT ?1, ?2, max(at), ?3 FROM entries WHERE table_name = ?1 AND number < ?2",
            (code, number, compact(event)),
        )
        self.settle(role)

    def append(self, role: str, event: Event) -> None:
        """Put an entry at the end."""
        self.insert(role, len(self.log(role)) + 1, event)

    def _move(self, code: str, after: int, by: int) -> None:
        # By way of negative numbers, so that no two are ever the same.
        for step in ("-number", f"-number + {by}"):
            which = "number > ?" if step == "-number" else "number < -?"
            self.sql.execute(f"UPDATE entries SET number = {step} WHERE table_name = ? AND {which}", (code, after))  # noqa: S608

    def settle(self, role: str) -> None:
        """Make length and time of the last change what the log says; a server then makes the index again."""
        self.sql.execute(
            "UPDATE tables SET indexed = 0, length = (SELECT max(number) FROM entries WHERE table_name = name),"
            " updated = (SELECT at FROM entries WHERE table_name = name ORDER BY number DESC LIMIT 1) WHERE name = ?",
            (self.codes[role],),
        )

    def set_by(self, role: str, seat: str, by: str) -> None:
        """Change who has acted for a seat when it last acted."""
        number = self.find(role, "played", -1, lambda event: event["ply"][0] == seat)
        assert self.event(role, number)["by"] != by
        self.change(role, number, by=by)

    def find_unplayed_card(self, role: str) -> tuple[int, str]:
        """Find the first card of a game, and a camel that its seat never bets on."""
        number = self.ply(role, "card")
        seat = self.event(role, number)["ply"][0]
        plies = [event["ply"] for _, event in self.log(role) if event["type"] == "played"]
        played = {ply[-1] for ply in plies if ply[0] == seat and ply.split()[1] in {"winner", "loser"}}
        camels = "bgpry" if self.event(role, 1)["settings"]["edition"] == 2 else "bgowy"
        return number, next(camel for camel in camels if camel not in played)

    # --- Columns ----------------------------------------------------------------------------------------------

    def set(self, role: str, **columns: Any) -> None:  # noqa: ANN401 - as SQLite has them
        """Change columns of a table's row."""
        for name, value in columns.items():
            self.sql.execute(f"UPDATE tables SET {name} = ? WHERE name = ?", (value, self.codes[role]))  # noqa: S608

    def unlist(self, role: str, *fields: str) -> None:
        """Remove fields of the headline."""
        (text,) = self.sql.execute("SELECT headline FROM tables WHERE name = ?", (self.codes[role],)).fetchone()
        self.set(
            role, headline=compact({name: value for name, value in json.loads(text).items() if name not in fields})
        )

    def headline(self, role: str, **fields: Any) -> None:  # noqa: ANN401 - JSON
        """Change fields of the headline."""
        (text,) = self.sql.execute("SELECT headline FROM tables WHERE name = ?", (self.codes[role],)).fetchone()
        self.set(role, headline=compact(json.loads(text) | fields))

    def shift(self, role: str, seconds: int, after: int = 0) -> None:
        """Shift the times of the entries after a number."""
        self.sql.execute(
            "UPDATE entries SET at = at + ? WHERE table_name = ? AND number > ?",
            (seconds * 1_000_000, self.codes[role], after),
        )
        self.settle(role)

    def rename(self, role: str, name: str) -> None:
        """Give a table another name, in its row and in its log."""
        self.sql.execute("UPDATE tables SET name = ? WHERE name = ?", (name, self.codes[role]))
        for table in ("entries", "seats", "figures"):
            self.sql.execute(f"UPDATE {table} SET table_name = ? WHERE table_name = ?", (name, self.codes[role]))  # noqa: S608

    def drop(self, role: str) -> None:
        """Remove a table with all that belongs to it, as `camelup db prune` does."""
        for table in ("seats", "figures", "reviews", "entries", "tables"):
            column = "name" if table == "tables" else "table_name"
            self.sql.execute(f"DELETE FROM {table} WHERE {column} = ?", (self.codes[role],))  # noqa: S608

    # --- Reviews ----------------------------------------------------------------------------------------------

    def review(self, change: Callable[[Event], None]) -> None:
        """Change what the review of the finished game says."""
        (packed,) = self.sql.execute(
            "SELECT review FROM reviews WHERE table_name = ?", (self.codes["finished"],)
        ).fetchone()
        form = json.loads(zlib.decompress(packed[4:]))
        change(form)
        self.set_review(packed[:4] + zlib.compress(compact(form).encode()))

    def set_review(self, review: object) -> None:
        """Replace the stored review of the finished game."""
        self.sql.execute("UPDATE reviews SET review = ? WHERE table_name = ?", (review, self.codes["finished"]))


def compact(form: object) -> str:
    """Write JSON as the server does, without blanks."""
    return json.dumps(form, separators=(",", ":"), ensure_ascii=False)

"""`camelup db check` proves what it says: whatever is edited or damaged in a database is found, and nothing else is."""

import asyncio
import json
import random
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from camelup.cli import main
from camelup.players import Budget
from camelup.protocol.settings import Settings
from camelup.review import review_game
from camelup.review.review_json import review_to_json
from camelup.server.store import FILE_NAME, make_store
from camelup.server.store.base import Entry
from camelup.server.tables import commands
from camelup.server.tables.events import ComputerSeated, PersonSeated, Seeded
from camelup.server.tables.integrity import Checked, check_table
from camelup.server.tables.state import TableState
from camelup.server.thinking.reviews import VERSION
from tests.before import load_database, read_json
from tests.server.honest import HonestTable, make_game

T: dict[str, str] = read_json("tables.json")["tables"]
FIRST, SECOND, REMATCH, CLOSED = T["finished_first"], T["finished_second"], T["rematch"], T["closed"]
PLAYING, WAITING, EMPTY, COMPUTERS = T["playing_second"], T["waiting"], T["for_people"], T["computers_only"]
AT = 1_790_000_000.5


class Edited:
    """A database that is open to be edited by hand."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def run(self, statement: str, *values: object) -> sqlite3.Cursor:
        return self.connection.execute(statement, values)

    def entries(self, table: str) -> list[tuple[int, dict[str, Any]]]:
        rows = self.connection.execute("SELECT number, text FROM entries WHERE table_name = ? ORDER BY 1", (table,))
        return [(number, json.loads(text)) for number, text in rows]

    def find(self, table: str, kind: str, which: int = 0) -> tuple[int, dict[str, Any]]:
        return [found for found in self.entries(table) if found[1]["type"] == kind][which]

    def change(self, table: str, kind: str, which: int = 0, **fields: object) -> None:
        """Change fields of an entry."""
        number, entry = self.find(table, kind, which)
        self.write(table, number, {**entry, **fields})

    def write(self, table: str, number: int, entry: object) -> sqlite3.Cursor:
        return self.run(
            "UPDATE entries SET text = ? WHERE table_name = ? AND number = ?", json.dumps(entry), table, number
        )

    def set(self, table: str, kind: str, **fields: object) -> sqlite3.Cursor:
        """Change settings."""
        number, entry = self.find(table, kind)
        return self.write(table, number, {**entry, "settings": {**entry["settings"], **fields}})

    def add(self, table: str, entry: object) -> None:
        """Add an entry at the end, as an append would."""
        at = self.connection.execute("SELECT updated, length FROM tables WHERE name = ?", (table,)).fetchone()
        self.run("INSERT INTO entries VALUES (?, ?, ?, ?)", table, at[1] + 1, at[0], json.dumps(entry))
        self.run("UPDATE tables SET length = length + 1 WHERE name = ?", table)

    def cut(self, table: str, kind: str, which: int = 0) -> None:
        """Remove an entry, and number those after it again."""
        number, _ = self.find(table, kind, which)
        self.run("DELETE FROM entries WHERE table_name = ? AND number = ?", table, number)
        for later, _ in self.entries(table)[number - 1 :]:
            self.run("UPDATE entries SET number = ? WHERE table_name = ? AND number = ?", later - 1, table, later)
        self.run("UPDATE tables SET length = length - 1 WHERE name = ?", table)

    def cut_end(self, table: str) -> sqlite3.Cursor:
        """Remove the last entry, and all traces of it."""
        self.run(
            "DELETE FROM entries WHERE table_name = ?1 AND number = (SELECT length FROM tables WHERE name = ?1)", table
        )
        self.run("UPDATE tables SET length = length - 1 WHERE name = ?", table)
        return self.run(
            "UPDATE tables SET updated = (SELECT at FROM entries WHERE table_name = name AND number = length)"
            " WHERE name = ?",
            table,
        )

    def row(self, table: str, **columns: object) -> None:
        for name, value in columns.items():
            self.run(f"UPDATE tables SET {name} = ? WHERE name = ?", value, table)  # noqa: S608 - our own words

    def headline(self, table: str, **fields: object) -> sqlite3.Cursor:
        (text,) = self.connection.execute("SELECT headline FROM tables WHERE name = ?", (table,)).fetchone()
        return self.run(
            "UPDATE tables SET headline = ? WHERE name = ?", json.dumps({**json.loads(text), **fields}), table
        )

    def review(self, change: Callable[[dict[str, Any]], object]) -> None:
        (kept,) = self.connection.execute("SELECT review FROM reviews").fetchone()
        review = json.loads(zlib.decompress(kept[4:]))
        change(review)
        self.run("UPDATE reviews SET review = ?", kept[:4] + zlib.compress(json.dumps(review).encode()))


@contextmanager
def edited(data: Path) -> Iterator[Edited]:
    connection = sqlite3.connect(data / FILE_NAME)
    try:
        with connection:
            yield Edited(connection)
    finally:
        connection.close()


def _flip_die(db: Edited) -> None:
    number, entry = next(found for found in db.entries(SECOND) if " roll " in found[1].get("ply", ""))
    ply = entry["ply"]
    db.write(SECOND, number, {**entry, "ply": ply[:-1] + ("1" if ply[-1] != "1" else "2")})


def _other_card(db: Edited) -> None:
    number, entry = next(found for found in db.entries(FIRST) if " loser " in found[1].get("ply", ""))
    db.write(FIRST, number, {**entry, "ply": entry["ply"].replace(" loser ", " winner ")})


def _swap_plies(db: Edited) -> None:
    (one, first), (other, second) = db.find(SECOND, "played", 3), db.find(SECOND, "played", 4)
    db.write(SECOND, one, second)
    db.write(SECOND, other, first)


def _rename_everywhere(db: Edited, name: str, new: str) -> None:
    for number, entry in db.entries(WAITING):
        if entry.get("name") == name:
            db.write(WAITING, number, {**entry, "name": new})
    (text,) = db.connection.execute("SELECT headline FROM tables WHERE name = ?", (WAITING,)).fetchone()
    names = [new if old == name else old for old in json.loads(text)["names"]]
    db.headline(WAITING, names=names)


NORA = "a" * 64
SAT = {"type": "person_seated", "seat": 3, "name": "Zoe", "token": NORA, "seed": "0" * 16, "is_program": False}
EDITS: dict[str, Callable[[Edited], object]] = {
    # Rows of tables.
    "another status": lambda db: db.row(PLAYING, status="waiting"),
    "an unknown status": lambda db: db.row(PLAYING, status="flying"),
    "finished before the end": lambda db: db.row(PLAYING, status="finished"),
    "open": lambda db: db.run("UPDATE tables SET is_open = 1 - is_open WHERE name = ?", PLAYING),
    "made at another time": lambda db: db.run("UPDATE tables SET created = created - 1 WHERE name = ?", FIRST),
    "changed at another time": lambda db: db.run("UPDATE tables SET updated = updated + 1 WHERE name = ?", FIRST),
    "a longer log": lambda db: db.run("UPDATE tables SET length = length + 1 WHERE name = ?", FIRST),
    "a shorter log": lambda db: db.run("UPDATE tables SET length = length - 1 WHERE name = ?", FIRST),
    "another name in the list": lambda db: db.headline(FIRST, names=["Ann", "Bo", "Eve"]),
    "free seats in the list": lambda db: db.headline(WAITING, free=2),
    "another edition in the list": lambda db: db.headline(WAITING, edition=1),
    "an unknown field in the list": lambda db: db.headline(WAITING, colour="red"),
    "no headline": lambda db: db.row(WAITING, headline="{"),
    "a list as headline": lambda db: db.row(WAITING, headline="[]"),
    "a blob as headline": lambda db: db.row(WAITING, headline=b"{}"),
    "a text as time": lambda db: db.row(WAITING, created="yesterday"),
    "no code": lambda db: [
        db.run("UPDATE tables SET name = 'table' WHERE name = ?", EMPTY),
        db.run("UPDATE entries SET table_name = 'table' WHERE table_name = ?", EMPTY),
    ],
    "another code of a rematch": lambda db: [
        db.run("UPDATE tables SET name = 'abcdefgh' WHERE name = ?", REMATCH),
        db.run("UPDATE entries SET table_name = 'abcdefgh' WHERE table_name = ?", REMATCH),
    ],
    "another code of a rematch that was not named": lambda db: [
        db.cut_end(FIRST),
        db.run("UPDATE tables SET name = 'abcdefgh' WHERE name = ?", REMATCH),
        db.run("UPDATE entries SET table_name = 'abcdefgh' WHERE table_name = ?", REMATCH),
    ],
    # Orphans.
    "no table": lambda db: db.run("DELETE FROM tables WHERE name = ?", EMPTY),
    "no entries": lambda db: db.run("DELETE FROM entries WHERE table_name = ?", EMPTY),
    "a review of no table": lambda db: db.run("UPDATE reviews SET table_name = 'abcdefgh'"),
    "a review of another table": lambda db: db.run("UPDATE reviews SET table_name = ?", SECOND),
    "a review of a game that goes on": lambda db: db.run("UPDATE reviews SET table_name = ?", PLAYING),
    # Times.
    "an entry of 1970": lambda db: db.run("UPDATE entries SET at = 5 WHERE table_name = ? AND number = 7", FIRST),
    "an entry of 2200": lambda db: db.run(
        "UPDATE entries SET at = 7258118400000000 WHERE table_name = ? AND number = 7", FIRST
    ),
    "a negative time": lambda db: db.run("UPDATE entries SET at = -at WHERE table_name = ? AND number = 7", FIRST),
    # How a table begins.
    "another secret": lambda db: db.change(SECOND, "created", secret="ab" * 32),
    "half a secret": lambda db: db.change(EMPTY, "created", secret="ab" * 16),
    "capitals in a secret": lambda db: db.change(EMPTY, "created", secret="AB" * 32),
    "version 0": lambda db: db.change(EMPTY, "created", version=0),
    "version 99": lambda db: db.change(EMPTY, "created", version=99),
    "nine seats": lambda db: [db.set(EMPTY, "created", seats=9), db.headline(EMPTY, seats=9, free=9)],
    "a clock of a second": lambda db: [db.set(EMPTY, "created", clock=1), db.headline(EMPTY, clock=1)],
    "a starting seat that is none": lambda db: db.set(EMPTY, "created", first=5),
    "an unknown setting": lambda db: db.set(EMPTY, "created", colour="red"),
    "other odds": lambda db: db.set(EMPTY, "created", odds="full"),
    "another edition": lambda db: db.set(SECOND, "created", edition=1),
    "another starting seat": lambda db: db.set(SECOND, "created", first=None),
    "a table before itself": lambda db: db.change(EMPTY, "created", before=EMPTY),
    "another table before": lambda db: db.change(REMATCH, "created", before=SECOND),
    "no table before": lambda db: db.change(REMATCH, "created", before=None),
    "made twice": lambda db: db.add(EMPTY, db.find(EMPTY, "created")[1]),
    "never made": lambda db: db.cut(WAITING, "created"),
    # Seats.
    "another token's form": lambda db: db.change(FIRST, "person_seated", token="ab" * 31),
    "no seed": lambda db: db.change(WAITING, "person_seated", seed=""),
    "another seed": lambda db: db.change(FIRST, "person_seated", seed="0" * 16),
    "a seat that is none": lambda db: db.change(WAITING, "person_seated", seat=7),
    "a negative seat": lambda db: db.change(WAITING, "person_seated", seat=-1),
    "a seat that is taken": lambda db: db.change(WAITING, "person_seated", 1, seat=0),
    "a name that another has": lambda db: _rename_everywhere(db, "Omar", "NORA"),
    "a name with a line break": lambda db: _rename_everywhere(db, "Omar", "Om\nar"),
    "a long name": lambda db: _rename_everywhere(db, "Omar", "Omar" * 11),
    "a computer under another name": lambda db: _rename_everywhere(db, "Fin", "Finn"),
    "an unknown level": lambda db: db.change(WAITING, "computer_seated", level="wizard"),
    "another level": lambda db: db.change(SECOND, "computer_seated", level="champion"),
    "a seat too late": lambda db: db.add(FIRST, SAT),
    "a seat at a closed table": lambda db: db.add(CLOSED, SAT),
    "left twice": lambda db: db.add(PLAYING, {"type": "seat_left", "seat": 0, "is_removed": True}),
    "a computer that leaves": lambda db: db.add(WAITING, {"type": "seat_left", "seat": 0, "is_removed": False}),
    "nobody who leaves": lambda db: db.add(EMPTY, {"type": "seat_left", "seat": 0, "is_removed": False}),
    "removed by nobody": lambda db: db.change(SECOND, "seat_left", is_removed=True),
    "a computer as host": lambda db: db.add(WAITING, {"type": "host_changed", "seat": 0}),
    "a host in the game": lambda db: db.add(PLAYING, {"type": "host_changed", "seat": 0}),
    "a seed in the game": lambda db: db.add(PLAYING, {"type": "seeded", "seat": 0, "seed": "0" * 16}),
    "a seed of a computer": lambda db: db.add(WAITING, {"type": "seeded", "seat": 0, "seed": "0" * 16}),
    # The game.
    "another starting position": lambda db: db.change(
        SECOND, "started", start=db.find(SECOND, "started")[1]["start"].replace("1:grp", "1:gpr")
    ),
    "no position": lambda db: db.change(SECOND, "started", start="edition 2 | nonsense"),
    "a first seat that was drawn": lambda db: db.change(SECOND, "started", is_first_random=True),
    "started twice": lambda db: db.add(PLAYING, db.find(PLAYING, "started")[1]),
    "never started": lambda db: db.cut(SECOND, "started"),
    "another die": _flip_die,
    "another card": _other_card,
    "plies swapped": _swap_plies,
    "a ply less": lambda db: db.cut(SECOND, "played", 5),
    "a ply more": lambda db: db.add(FIRST, db.find(FIRST, "played")[1]),
    "no ply": lambda db: db.change(SECOND, "played", ply="A flies"),
    "another seat": lambda db: db.change(SECOND, "played", ply="B partner E"),
    "by the owner of a computer": lambda db: db.change(SECOND, "played", by="owner"),
    "by a computer for a person": lambda db: db.change(FIRST, "played", by="computer"),
    "by an owner who has left": lambda db: db.change(
        SECOND,
        "played",
        [e[1]["by"] for e in db.entries(SECOND) if e[1]["type"] == "played"].index("stand_in"),
        by="owner",
    ),
    "by somebody": lambda db: db.change(SECOND, "played", by="somebody"),
    # The rest.
    "said by nobody": lambda db: db.add(WAITING, {"type": "said", "seat": 3, "text": "hello"}),
    "said by a computer": lambda db: db.add(WAITING, {"type": "said", "seat": 0, "text": "hello"}),
    "said after the end": lambda db: db.add(CLOSED, {"type": "said", "seat": 0, "text": "hello"}),
    "said in two lines": lambda db: db.add(WAITING, {"type": "said", "seat": 1, "text": "hel\nlo"}),
    "nothing said": lambda db: db.add(WAITING, {"type": "said", "seat": 1, "text": " "}),
    "muted nobody": lambda db: db.add(WAITING, {"type": "muted", "seat": 3, "is_muted": True}),
    "closed twice": lambda db: db.add(CLOSED, {"type": "closed", "reason": "empty"}),
    "closed after the end": lambda db: db.add(FIRST, {"type": "closed", "reason": "empty"}),
    "closed without a word": lambda db: db.add(WAITING, {"type": "closed", "reason": "empty"}),
    "closed for another reason": lambda db: db.change(CLOSED, "closed", reason="too_long"),
    "a rematch too early": lambda db: db.add(PLAYING, {"type": "rematched", "table": "abcdefgh"}),
    "another rematch": lambda db: db.write(
        FIRST, db.find(FIRST, "rematched")[0], {"type": "rematched", "table": "abcdefgh"}
    ),
    "a second rematch": lambda db: db.add(FIRST, db.find(FIRST, "rematched")[1]),
    "another player in a rematch": lambda db: db.change(REMATCH, "person_seated", token=NORA),
    "an unknown kind": lambda db: db.add(WAITING, {"type": "flown", "seat": 0}),
    "an unknown field": lambda db: db.change(WAITING, "person_seated", colour="red"),
    "a field less": lambda db: db.write(
        EMPTY, 1, {k: v for k, v in db.find(EMPTY, "created")[1].items() if k != "version"}
    ),
    "no JSON": lambda db: db.run("UPDATE entries SET text = '{' WHERE table_name = ? AND number = 3", FIRST),
    "a blob": lambda db: db.run("UPDATE entries SET text = x'00ff' WHERE table_name = ? AND number = 3", FIRST),
    "no UTF-8": lambda db: db.run(
        "UPDATE entries SET text = CAST(x'ff' AS TEXT) WHERE table_name = ? AND number = 3", FIRST
    ),
    "a gap": lambda db: db.run("DELETE FROM entries WHERE table_name = ? AND number = 3", FIRST),
    "an entry 0": lambda db: db.run("INSERT INTO entries VALUES (?, 0, 1794933181836094, '{}')", FIRST),
    # Reviews.
    "a review of version 99": lambda db: db.run("UPDATE reviews SET version = 99"),
    "half a review": lambda db: db.run("UPDATE reviews SET review = substr(review, 1, 999)"),
    "another number of playouts": lambda db: db.run("UPDATE reviews SET review = x'00000011' || substr(review, 5)"),
    "a review as text": lambda db: db.run("UPDATE reviews SET review = 'fine'"),
    "other money in a review": lambda db: db.review(lambda review: review["players"][0].update(money=8)),
    "another place in a review": lambda db: db.review(lambda review: review["players"][0].update(place=1)),
    "another player in a review": lambda db: db.review(lambda review: review.update(names=["Ann", "Bo", "Eve"])),
    "fewer decisions in a review": lambda db: db.review(lambda review: review["players"][0].update(decisions=1)),
    "another action in a review": lambda db: db.review(lambda review: review["plies"][3].update(action="ticket y")),
    "another die in a review": lambda db: db.review(lambda review: review["plies"][3].update(outcome="y2")),
    "other luck in a review": lambda db: db.review(lambda review: review["plies"][3]["luck"][0].update(wins=0.3)),
    "another curve in a review": lambda db: db.review(lambda review: review["curve"][3]["wins"].reverse()),
    "a ply less in a review": lambda db: db.review(lambda review: review["plies"].pop()),
    "another best in a review": lambda db: db.review(lambda review: review["plies"][3].update(best="roll")),
    "a turning point less": lambda db: db.review(lambda review: review["turning_points"].pop()),
    # The file itself.
    "no index": lambda db: db.run("DROP INDEX tables_by_status"),
    "no reviews": lambda db: db.run("DROP TABLE reviews"),
    "a trigger": lambda db: db.run(
        "CREATE TRIGGER evil AFTER INSERT ON entries BEGIN DELETE FROM entries WHERE number = 2; END"
    ),
}
SOUND: dict[str, Callable[[Edited], object]] = {
    "nothing": lambda _: None,
    "a clock that was set back": lambda db: db.run(
        "UPDATE entries SET at = at - 3600000000 WHERE table_name = ? AND number BETWEEN 7 AND 9", FIRST
    ),
    "a game that was pruned": lambda db: [
        db.run("DELETE FROM reviews WHERE table_name = ?", FIRST),
        db.run("DELETE FROM entries WHERE table_name = ?", FIRST),
        db.run("DELETE FROM tables WHERE name = ?", FIRST),
    ],
    "a rematch that was pruned": lambda db: [
        db.run("DELETE FROM entries WHERE table_name = ?", REMATCH),
        db.run("DELETE FROM tables WHERE name = ?", REMATCH),
    ],
    "a crash before a rematch was named": lambda db: db.cut_end(FIRST),
    "somebody who was away, and did not leave": lambda db: db.cut(SECOND, "seat_left"),
    "other words": lambda db: db.change(FIRST, "said", text="Hello!"),
    "another table of an operator": lambda db: db.run("CREATE TABLE notes (text)"),
    "blanks": lambda db: db.run("UPDATE entries SET text = text || ' ' WHERE number = 1"),
    "another text of a review": lambda db: db.review(lambda review: review["turning_points"][0].update(text="Luck.")),
    "no pulse": lambda db: db.run("DELETE FROM pulse"),
    "a ply less at the end": lambda db: db.cut_end(PLAYING),
}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Give a database with tables of every kind, as the bytes of its file; its review is one of today."""
    data = load_database(tmp_path_factory.mktemp("then") / "data")
    assert main(["db", "check", "--data", str(data)]) == 0, "a review of an older version is no fault"
    with closing(sqlite3.connect(data / FILE_NAME)) as connection, connection:
        table = TableState(FIRST)
        log = "SELECT number, at, text FROM entries WHERE table_name = ? ORDER BY number"
        for entry in connection.execute(log, (FIRST,)):
            table.apply_entry(Entry(*entry))
        review = review_game(table.record, Budget(24))
        kept = review.playouts.to_bytes(4) + zlib.compress(json.dumps(review_to_json(review)).encode())
        connection.execute("UPDATE reviews SET version = ?, review = ?", (VERSION, kept))
    return (data / FILE_NAME).read_bytes()


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_that_does_not_fit_is_found(
    name: str, database: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE_NAME).write_bytes(database)
    with edited(tmp_path) as connection:
        EDITS[name](connection)
    assert main(["db", "check", "--data", str(tmp_path)]) == 1, capsys.readouterr().out
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", SOUND)
def test_an_edit_that_fits_is_not_reported(
    name: str, database: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE_NAME).write_bytes(database)
    with edited(tmp_path) as connection:
        SOUND[name](connection)
    assert main(["db", "check", "--data", str(tmp_path)]) == 0, capsys.readouterr().out


# --- Tables of today's version --------------------------------------------------------------------------------


def _card(db: Edited) -> tuple[int, dict[str, Any]]:
    return next(found for found in db.entries("raceends") if "card" in found[1])


def _change_card(db: Edited, **fields: object) -> None:
    number, entry = _card(db)
    db.write("raceends", number, {**entry, **fields})


def _other_deck(ply: str) -> str:
    return ply.replace(" winner ", " loser ") if " winner " in ply else ply.replace(" loser ", " winner ")


CARD_EDITS: dict[str, Callable[[Edited], object]] = {
    "another hash": lambda db: _change_card(db, card="ab" * 32),
    "no hash": lambda db: _change_card(db, card=""),
    "a hash less": lambda db: db.write(
        "raceends", _card(db)[0], {k: v for k, v in _card(db)[1].items() if k != "card"}
    ),
    "a hash of a die": lambda db: db.change("raceends", "played", card="ab" * 32),
    "another deck": lambda db: _change_card(db, ply=_other_deck(_card(db)[1]["ply"])),
    "claimed late": lambda db: db.add("newtab22", {"type": "claimed", "token": NORA}),
    "open already": lambda db: db.add("newtab22", {"type": "open_changed", "is_open": False}),
    "opened, but not listed": lambda db: db.add("newtab22", {"type": "open_changed", "is_open": True}),
    "reopened, but not closed": lambda db: db.add("newtab22", {"type": "seat_reopened", "seat": 1, "lets_back": False}),
    "remembered at no rematch": lambda db: db.add("newtab22", {"type": "remembered", "removed": [NORA], "muted": []}),
    "back at a closed seat": lambda db: db.add("newtab22", {**SAT, "seat": 1}),
    "back after being removed": lambda db: db.add(
        "newtab22", {**SAT, "seat": 2, "token": commands.hash_token("Bo"), "name": "Bo"}
    ),
    "an older database": lambda db: db.run("PRAGMA user_version = 2"),
    "another maker": lambda db: db.change("newtab22", "claimed", token=NORA),
    "closed as too long": lambda db: db.add("campnext", {"type": "closed", "reason": "too_long"}),
    "another code": lambda db: [
        db.run("UPDATE tables SET name = 'raceendz' WHERE name = 'raceends'"),
        db.run("UPDATE entries SET table_name = 'raceendz' WHERE table_name = 'raceends'"),
    ],
}


def _make_claimed() -> HonestTable:
    """Make a table whose maker sits second, and has removed somebody."""
    made = HonestTable("newtab22", Settings(), AT)
    claim = commands.claim(made.table, commands.hash_token("Ann"))
    assert claim is not None
    made.happen(claim)
    made.sit("Bo")
    made.sit("Ann")
    made.do(lambda table: commands.remove(table, 1))
    return made


@pytest.fixture(scope="module")
def todays(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Give a database of today's version."""
    data = tmp_path_factory.mktemp("now") / "data"

    async def fill() -> None:
        store = make_store(None, data, "share")
        await store.open()
        for made in (make_game("raceends", 1, AT), make_game("campnext", 2, AT, plies=20), _make_claimed()):
            assert await store.add_table(made.listed, made.entries)
        await store.close()

    asyncio.run(fill())
    return (data / FILE_NAME).read_bytes()


def test_an_edit_of_cards_or_bounds_is_found(todays: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / FILE_NAME).write_bytes(todays)
    assert main(["db", "check", "--data", str(tmp_path)]) == 0
    for name, edit in CARD_EDITS.items():
        (tmp_path / FILE_NAME).write_bytes(todays)
        with edited(tmp_path) as connection:
            edit(connection)
        assert main(["db", "check", "--data", str(tmp_path)]) == 1, name
    assert capsys.readouterr().err == ""


# --- Damaged files --------------------------------------------------------------------------------------------


def test_a_damaged_file_is_reported_in_a_sentence(
    todays: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, size = 4096, len(todays)
    damaged = {f"cut at {end}": todays[:end] for end in (1, 99, 100, page, size // 2, size - page, size - 1)}
    damaged["longer"] = todays + bytes(page)
    for start in range(0, size, page):
        rest = todays[start + page :]
        damaged[f"zeros at {start}"] = todays[:start] + bytes(page) + rest
        damaged[f"noise at {start}"] = todays[:start] + random.Random(start).randbytes(page) + rest
    for byte in (0, 16, 18, 20, 21, 24, 28, 44, 56, 68, 72, 92, page + 1, page + 4, 2 * page + 6):
        damaged[f"another byte {byte}"] = todays[:byte] + bytes([todays[byte] ^ 0x55]) + todays[byte + 1 :]
    for name, data in damaged.items():
        (tmp_path / FILE_NAME).write_bytes(data)
        assert main(["db", "check", "--data", str(tmp_path)]) in {1, 2}, name
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        assert captured.out + captured.err


def test_what_older_programs_allowed_is_sound() -> None:
    """Their logs had no bounds, and they knew less of names that look alike."""
    made = HonestTable("newtab22", Settings(), AT, version=1)
    made.sit("Ann")
    for seat, name in enumerate(["\u0410nn", "\u0421hick"], 1):  # with a Cyrillic letter
        made.happen(PersonSeated(seat, name, commands.hash_token(name), "0" * 16))
    made.happen(ComputerSeated(3, "Chick", "novice"))
    for number in range(20):
        made.happen(Seeded(0, f"{number:016x}"))
    assert check_table(made.listed, made.entries, Checked())[1] == []

"""`camelup db`: what is stored is checked, taken out, put in and removed, and nothing is ever half done."""

import asyncio
import io
import json
import sqlite3
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from camelup.cli import main
from camelup.core.actions import PlayCard, Roll
from camelup.protocol.settings import Settings
from camelup.server.store import FILE_NAME, make_store
from camelup.server.store.base import Entry
from camelup.server.tables import commands
from camelup.server.tables.events import Said, write_event
from tests.children import run
from tests.server.conftest import Database
from tests.server.honest import HonestTable, make_game, make_waiting

OVER, PLAYING, WAITING = "raceends", "campnext", "newtab22"
DAY = 86_400
AT = 1_790_000_000.123456


def fill(database: Database, *tables: HonestTable) -> None:
    """Store tables."""

    async def scenario() -> None:
        store = database.store("share")
        await store.open()
        for made in tables:
            assert await store.add_table(made.listed, made.entries)
        await store.close()

    asyncio.run(scenario())


def three_tables() -> list[HonestTable]:
    return [make_game(OVER, 1, AT), make_game(PLAYING, 2, AT + 1.5, plies=30), make_waiting(WAITING, AT + 3)]


def names(database: Database) -> set[str]:
    async def scenario() -> set[str]:
        store = database.store("read")
        await store.open()
        found = {listed.table for listed in await store.list_tables()}
        await store.close()
        return found

    return asyncio.run(scenario())


def options(database: Database) -> list[str]:
    return ["--data", str(database.data)] if database.address is None else ["--database", database.address]


@pytest.fixture
def filled(tmp_path: Path) -> Database:
    """Give a file with three tables."""
    database = Database(None, tmp_path / "filled")
    fill(database, *three_tables())
    return database


# --- check ----------------------------------------------------------------------------------------------------


def test_check_says_what_it_has_checked(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    tables = three_tables()
    fill(database, *tables)
    assert main(["db", "check", *options(database)]) == 0
    counted, summary = capsys.readouterr().out.splitlines()
    entries = sum(len(made.entries) for made in tables)
    actions = sum(len(made.table.plies) for made in tables)
    rolls = sum(isinstance(ply.action, Roll) for made in tables for ply in made.table.plies)
    cards = sum(isinstance(ply.action, PlayCard) for made in tables for ply in made.table.plies)
    again = f"{rolls + 2} dice and {cards} hashes of cards computed again"
    assert counted == f"Checked: {entries} entries, {actions} actions, {again}, 0 reviews."
    assert summary == "3 tables, none of them broken."
    assert main(["db", "check", "--json", *options(database)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["tables"], told["entries"], told["dice"]) == (3, entries, rolls + 2)
    assert (told["broken"], told["faults"], told["is_damaged"]) == ([], [], False)
    assert main(["db", "prune", "--older-than", "1d", "--dry-run", "--json", *options(database)]) == 0
    assert json.loads(capsys.readouterr().out).keys() == {"removed", "is_dry_run"}


def test_check_finds_the_same_faults_in_every_database(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    over, gone = make_game(OVER, 1, AT), make_game(PLAYING, 2, AT, plies=30)
    over.listed_status = "playing"
    del gone.entries[2]
    fill(database, over, gone, make_waiting(WAITING, AT))
    assert main(["db", "check", *options(database)]) == 1
    *faults, _, summary = capsys.readouterr().out.splitlines()
    assert sorted(faults) == [
        f"{PLAYING}: its log should have {len(gone.entries)} entries without gaps, and has {len(gone.entries)}",
        f"{OVER}: it is listed as playing, but by its log it is finished",
    ]
    assert summary == "3 tables, 2 of them broken."


# --- export and import ----------------------------------------------------------------------------------------


def test_tables_move_into_another_database_and_back_unchanged(
    filled: Database, database: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    assert main(["db", "export", str(first), *options(filled)]) == 0
    assert capsys.readouterr().out == f"3 tables exported into {first}.\n"
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
    assert main(["db", "import", str(first), *options(database)]) == 0
    assert capsys.readouterr().out == "3 tables imported.\n"
    assert main(["db", "import", str(first), *options(database)]) == 0
    assert capsys.readouterr().out == "3 tables imported, 3 of them there already.\n"
    assert main(["db", "export", str(second), *options(database)]) == 0
    assert second.read_bytes() == first.read_bytes()
    capsys.readouterr()
    assert main(["db", "check", *options(database)]) == 0


def test_tables_move_from_database_to_database(filled: Database, database: Database) -> None:
    source = f"sqlite://{filled.data / FILE_NAME}"
    assert main(["db", "import", "--from", source, *options(database)]) == 0
    assert names(database) == {OVER, PLAYING, WAITING}


def test_an_export_goes_through_a_pipe(
    filled: Database, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["db", "export", *options(filled)]) == 0
    exported = capfdbinary.readouterr().out
    assert exported.count(b"\n") == 5
    assert main(["db", "export", "-", *options(filled)]) == 0
    assert capfdbinary.readouterr().out == exported
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(exported)))
    assert main(["db", "import", "-", "--data", str(tmp_path / "other")]) == 0
    assert names(Database(None, tmp_path / "other")) == {OVER, PLAYING, WAITING}


def test_a_table_that_is_another_one_is_not_imported_nor_any_else(
    filled: Database, database: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.jsonl"
    main(["db", "export", str(file), *options(filled)])
    fill(database, make_game(OVER, 9, AT))
    capsys.readouterr()
    assert main(["db", "import", str(file), *options(database)]) == 2
    assert capsys.readouterr().err == "camelup: The database has another table raceends; nothing was imported.\n"
    assert names(database) == {OVER}


async def test_tables_are_exported_as_they_are_while_a_server_goes_on(database: Database, tmp_path: Path) -> None:
    store = database.store()
    await store.open()
    made = HonestTable(WAITING, Settings(), AT, version=1)  # such a table has no bound of its chat
    made.sit("Ann")
    await store.add_table(made.listed, made.entries)
    is_done = False

    async def go_on() -> None:
        number = len(made.entries)
        while not is_done:
            number += 1
            await store.append(WAITING, number, write_event(Said(0, str(number))))

    going_on = asyncio.create_task(go_on())
    for attempt in range(3):
        file = tmp_path / f"{attempt}.jsonl"
        assert await asyncio.to_thread(main, ["db", "export", str(file), *options(database)]) == 0
        table = json.loads(file.read_text().splitlines()[1])
        assert table["updated"] == table["entries"][-1][0]
    assert await asyncio.to_thread(main, ["db", "check", *options(database)]) == 0
    is_done = True
    await going_on
    await store.close()


HEADER = '{"camelup":"tables","version":1,"log":1}'
TABLE = '{"table":"t","created":1,"updated":1,"status":"waiting","is_open":true,"headline":"{}","entries":[[1,"text"]]}'
END = '{"tables":1}'


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        ([], 1),
        (["hello"], 1),
        (['{"camelup":"record","version":1,"log":1}', END], 1),
        ([HEADER.replace('"version":1', '"version":2'), TABLE, END], 1),
        ([HEADER.replace('"log":1', '"log":99'), TABLE, END], 1),
        ([HEADER], 2),
        ([HEADER, TABLE], 3),
        ([HEADER, TABLE, TABLE[:50], END], 3),
        ([HEADER, TABLE, "[" * 100_000, END], 3),
        ([HEADER, TABLE, "\udcff", END], 3),
        ([HEADER, TABLE.replace('"waiting"', '"flying"'), END], 2),
        ([HEADER, TABLE.replace('[[1,"text"]]', "[]"), END], 2),
        ([HEADER, TABLE.replace('"t"', '"a\\u0000"'), END], 2),
        ([HEADER, TABLE.replace('"entries"', '"extra":1,"entries"'), END], 2),
        ([HEADER, TABLE, END.replace("1", "2")], 3),
        ([HEADER, TABLE, END, TABLE], 4),
        ([HEADER, TABLE, TABLE, END.replace("1", "2")], 3),
    ],
)
def test_a_broken_export_is_refused_by_its_line_and_nothing_is_made(
    lines: list[str], number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.jsonl"
    file.write_bytes("".join(f"{line}\n" for line in lines).encode(errors="surrogateescape"))
    assert main(["db", "import", str(file), "--data", str(tmp_path / "new")]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"camelup: Line {number} is not one of exported tables: ")
    assert error.count("\n") == 1
    assert ": jSON" not in error
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        (lambda table: table | {"status": "waiting"}, "it is listed as waiting, but by its log it is finished"),
        (lambda table: table | {"updated": table["updated"] + 1}, "its last entry is of "),
        (lambda table: table | {"headline": "{}"}, "is missing in what is listed of it"),
        (lambda table: table | {"entries": table["entries"][:-1]}, "it is listed as finished, but by its log "),
        (lambda table: table | {"entries": table["entries"][1:]}, "the log does not begin with the making"),
        (lambda table: table | {"table": "race"}, "no table has such a code"),
    ],
)
def test_a_table_that_check_would_report_is_not_imported_nor_any_else(
    edit: Callable[[dict[str, Any]], dict[str, Any]],
    fault: str,
    filled: Database,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "tables.jsonl"
    assert main(["db", "export", str(file), *options(filled)]) == 0
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    lines = [edit(line) if line.get("table") == OVER else line for line in lines]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert main(["db", "import", str(file), "--data", str(tmp_path / "new")]) == 2
    error = capsys.readouterr().err
    assert fault in error
    assert error.endswith("; nothing was imported.\n")
    assert names(Database(None, tmp_path / "new")) == set()


def test_an_export_says_that_tables_are_broken_and_no_import_takes_them(
    filled: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(filled.data / FILE_NAME) as connection:
        connection.execute("UPDATE tables SET headline = x'00' WHERE name = ?", (WAITING,))
    connection.close()
    file = tmp_path / "tables.jsonl"
    assert main(["db", "export", str(file), *options(filled)]) == 1
    captured = capsys.readouterr()
    assert captured.out == f"2 tables exported into {file}.\n"
    assert captured.err == "camelup: 1 table is broken: see camelup db check. No import takes such a table.\n"
    other = ["--data", str(tmp_path / "new")]
    assert main(["db", "import", "--from", f"sqlite://{filled.data / FILE_NAME}", *other]) == 2
    assert "has a value of a kind that it cannot have; nothing was imported." in capsys.readouterr().err


# --- prune ----------------------------------------------------------------------------------------------------


def test_prune_removes_what_is_over_and_old(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    now = time.time()
    left = HonestTable("cccccccc", Settings(), now - 40 * DAY)
    left.do(lambda table: commands.close(table, is_empty=True))
    fill(
        database,
        make_game("aaaaaaaa", 1, now - 31 * DAY),
        left,
        make_game("bbbbbbbb", 1, now - 29 * DAY),
        make_waiting(WAITING, now - 50 * DAY),
        make_game(PLAYING, 2, now - 50 * DAY, plies=3),
    )
    assert main(["db", "prune", "--older-than", "30d", "--dry-run", *options(database)]) == 0
    assert capsys.readouterr().out == "2 tables would be removed.\n"
    assert len(names(database)) == 5
    assert main(["db", "prune", "--older-than", "30d", *options(database)]) == 0
    assert capsys.readouterr().out == "2 tables removed.\n"
    assert names(database) == {"bbbbbbbb", WAITING, PLAYING}
    assert main(["db", "prune", "--older-than", "4w", *options(database)]) == 0
    assert capsys.readouterr().out == "1 table removed.\n"


@pytest.mark.parametrize("age", ["", "30", "d", "30m", "-1d", "1.5d", "³d", "999999d"])
def test_an_age_that_is_none_is_refused(age: str, filled: Database, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["db", "prune", f"--older-than={age}", *options(filled)])
    assert left.value.code == 2
    assert "is no age such as 12h, 30d or 8w" in capsys.readouterr().err
    assert len(names(filled)) == 3


# --- Bad input ------------------------------------------------------------------------------------------------


def test_what_is_refused_gives_one_line_and_makes_nothing(
    tmp_path: Path, filled: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = ["--data", str(tmp_path / "missing")]
    (tmp_path / "text").write_text("hello")
    text = ["--database", f"sqlite://{tmp_path / 'text'}"]
    good = tmp_path / "good.jsonl"
    main(["db", "export", str(good), *options(filled)])
    capsys.readouterr()
    cases = {
        ("check", *missing): "There is no database",
        ("export", *missing): "There is no database",
        ("export", str(tmp_path / "out"), *missing): "There is no database",
        ("prune", "--older-than", "1d", *missing): "There is no database",
        ("prune", "--older-than", "1d", "--dry-run", *missing): "There is no database",
        ("import", *missing): "name one of them",
        ("import", str(good), "--from", "sqlite:///x", *missing): "name one of them",
        ("import", str(tmp_path / "nothing"), *missing): "nothing: No such file or directory.",
        ("import", "--from", f"sqlite://{tmp_path}/nothing", *missing): "There is no database",
        ("check", *text): "is not a database",
        ("import", str(good), *text): "is not a database",
        ("check", "--database", "mysql://anna:topsecret@host/db"): "A database is postgresql://",
        ("check", "--database", "postgresql://anna:topsecret@127.0.0.1:1/db"): "PostgreSQL is unavailable",
        ("export", str(tmp_path / "no" / "such"), *options(filled)): "such: No such file or directory.",
        ("export", str(tmp_path), *options(filled)): "directory",
    }
    for arguments, expected in cases.items():
        assert main(["db", *arguments]) == 2, arguments
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("camelup: ")
        assert captured.err.count("\n") == 1
        assert expected in captured.err
        assert "topsecret" not in captured.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["filled", "good.jsonl", "text"]


def test_settings_come_from_the_environment_too(
    filled: Database, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMELUP_DATA", str(filled.data))
    assert main(["db", "check"]) == 0
    monkeypatch.setenv("CAMELUP_DATA", "/no/such/folder")
    monkeypatch.setenv("CAMELUP_DATABASE", f"sqlite://{filled.data / FILE_NAME}")
    assert main(["db", "check"]) == 0
    assert capsys.readouterr().out.count("3 tables") == 2


@pytest.mark.parametrize(
    ("package", "extra", "arguments"),
    [
        ("msgspec", "server", ["db", "check"]),
        ("asyncpg", "postgresql", ["db", "check", "--database", "postgresql://localhost/camelup"]),
    ],
)
def test_a_missing_package_is_named(package: str, extra: str, arguments: list[str]) -> None:
    script = f"import sys; sys.modules[{package!r}] = None; from camelup.cli import main; sys.exit(main({arguments!r}))"
    done = run(sys.executable, "-c", script)
    assert done.returncode == 2
    assert done.stderr.endswith(f"need {package}: pip install 'camelup[{extra}]'.\n")
    assert done.stderr.count("\n") == 1


def test_an_interrupted_export_leaves_the_old_file(
    filled: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.jsonl"
    file.write_text("old")
    store = type(make_store(None, filled.data))

    async def fail(*_: object) -> list[Entry]:
        raise KeyboardInterrupt

    monkeypatch.setattr(store, "read", fail)
    assert main(["db", "export", str(file), *options(filled)]) == 130
    assert file.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["filled", "tables.jsonl"]

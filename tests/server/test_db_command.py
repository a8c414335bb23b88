"""`camelup db`: what is stored is checked, taken out, put in and removed, and nothing is ever half done."""

import asyncio
import io
import json
import random
import sqlite3
import stat
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from camelup.cli import main
from camelup.core.edition import EDITIONS
from camelup.core.rules import apply
from camelup.formats.notation import position_text
from camelup.formats.record import Ply
from camelup.protocol.settings import Settings
from camelup.server.store import FILE_NAME, make_store
from camelup.server.store.base import Entry, Listed, Status, Summary
from camelup.server.tables.events import (
    Closed,
    ComputerSeated,
    Created,
    Played,
    Said,
    Started,
    TableEvent,
    write_event,
)
from tests.children import run
from tests.randomplay import random_action, random_start
from tests.server.conftest import Database

CREATED = Created(Settings(), secret="00" * 32)
DAY = 86_400


def game(seed: int, plies: int = 10_000) -> list[TableEvent]:
    """What happens at a table of computer players, to the end of the game or to a ply."""
    generator = random.Random(seed)
    state = random_start(generator, is_usual=True)
    edition = next(number for number, edition in EDITIONS.items() if edition is state.edition)
    history: list[TableEvent] = [Created(Settings(edition, state.players), secret="ab" * 32)]  # type: ignore[arg-type]
    history += [ComputerSeated(seat, f"Бот {seat}", "novice") for seat in range(state.players)]
    history += [Started(position_text(state), is_first_random=True), Said(0, 'hello "you"\n\u2028 🐪')]
    while not state.is_over and plies > 0:
        plies -= 1
        action, outcome = random_action(state, generator)
        history.append(Played(str(Ply(state.turn, action, outcome)), "computer"))
        state, _ = apply(state, action, outcome)
    return [*history, Closed("empty")] if state.is_over else history


def fill(database: Database, tables: dict[str, tuple[Status, Sequence[TableEvent], float]]) -> None:
    """Store tables, each with the time of its last change."""

    async def scenario() -> None:
        store = database.store("share")
        await store.open()
        for name, (status, history, at) in tables.items():
            entries = [Entry(number, at, write_event(one)) for number, one in enumerate(history, 1)]
            summary = Summary(status, is_open=True, headline=json.dumps({"names": ["Anna", "Бо"]}))
            assert await store.add_table(Listed(name, at, at, summary), entries)
        await store.close()

    asyncio.run(scenario())


def three_tables() -> dict[str, tuple[Status, Sequence[TableEvent], float]]:
    return {
        "over": ("finished", game(1), 1234567890.123456),
        "going-on": ("playing", game(2, plies=30), 1334567890.654321),
        "новый стол": ("waiting", [CREATED], 1434567890.0),
    }


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
    fill(database, three_tables())
    return database


# --- check ----------------------------------------------------------------------------------------------------


def test_check_finds_that_whole_games_replay(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    fill(database, three_tables())
    assert main(["db", "check", *options(database)]) == 0
    assert capsys.readouterr().out == "3 tables, none of them broken.\n"


STARTED = next(event for event in game(3) if isinstance(event, Started))


@pytest.mark.parametrize(
    ("status", "history", "fault"),
    [
        ("waiting", [Closed("empty")], "does not begin with the making of the table"),
        ("waiting", [Created(Settings(), secret="", version=99)], "its log has version 99"),
        ("playing", [CREATED, Played("A roll r1")], "entry 2: something is played before the game begins"),
        ("playing", [CREATED, STARTED, STARTED], "entry 3: the game begins a second time"),
        ("playing", [CREATED, Started("edition 2 | nonsense", is_first_random=True)], "entry 2: "),
        ("playing", [CREATED, STARTED, Played("A flies")], "entry 3: "),
        ("playing", [*game(4, plies=1), Played("A roll r9")], "entry "),
        ("playing", [*game(4), Played("A ticket y")], "The game is over."),
        ("playing", [*game(4)[:-3], *game(4)[-2:]], "Action "),
        ("finished", game(5, plies=5), "it is listed as finished, but its game is not over"),
        ("finished", [CREATED], "it is listed as finished, but its game is not over"),
    ],
)
def test_check_names_a_broken_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], status: Status, history: list[TableEvent], fault: str
) -> None:
    database = Database(None, tmp_path)
    fill(database, {**three_tables(), "broken": (status, history, 1.0)})
    assert main(["db", "check", "--data", str(tmp_path)]) == 1
    line, summary = capsys.readouterr().out.splitlines()
    assert line.startswith("broken: ")
    assert fault in line
    assert summary == "4 tables, 1 of them broken."


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("UPDATE entries SET text = '{' WHERE table_name = 'over' AND number = 3", "entry 3 cannot be read"),
        ("""UPDATE entries SET text = '{"type":"flown"}' WHERE table_name = 'over' AND number = 3""", "entry 3 cannot"),
        ("DELETE FROM entries WHERE table_name = 'over' AND number = 3", "without gaps"),
        ("DELETE FROM entries WHERE table_name = 'over' AND number > 20", "without gaps"),
        ("DELETE FROM entries WHERE table_name = 'over'", "and has 0"),
    ],
)
def test_check_finds_damage(filled: Database, capsys: pytest.CaptureFixture[str], damage: str, fault: str) -> None:
    with sqlite3.connect(filled.data / FILE_NAME) as connection:
        connection.execute(damage)
    connection.close()
    assert main(["db", "check", *options(filled)]) == 1
    line, summary = capsys.readouterr().out.splitlines()
    assert line.startswith("over: ")
    assert fault in line
    assert summary == "3 tables, 1 of them broken."


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
    assert names(database) == set(three_tables())


def test_an_export_goes_through_a_pipe(
    filled: Database, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["db", "export", *options(filled)]) == 0
    exported = capfdbinary.readouterr().out
    assert exported.count(b"\n") == 5
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(exported)))
    assert main(["db", "import", "-", "--data", str(tmp_path / "other")]) == 0
    assert names(Database(None, tmp_path / "other")) == set(three_tables())


def test_a_table_that_is_another_one_is_not_imported_nor_any_else(
    filled: Database, database: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.jsonl"
    main(["db", "export", str(file), *options(filled)])
    fill(database, {"over": ("finished", game(9), 1.0)})
    capsys.readouterr()
    assert main(["db", "import", str(file), *options(database)]) == 2
    assert capsys.readouterr().err == "camelup: The database has another table over; nothing was imported.\n"
    assert names(database) == {"over"}


async def test_tables_are_exported_as_they_are_while_a_server_goes_on(database: Database, tmp_path: Path) -> None:
    store = database.store()
    await store.open()
    summary = Summary("playing", is_open=True, headline="{}")
    await store.append("t", 1, write_event(CREATED), summary)
    is_done = False

    async def go_on() -> None:
        number = 1
        while not is_done:
            number += 1
            await store.append("t", number, write_event(Said(0, str(number))), summary)

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
    assert not (tmp_path / "new").exists()


# --- prune ----------------------------------------------------------------------------------------------------


def test_prune_removes_what_is_over_and_old(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    now = time.time()
    fill(
        database,
        {
            "old": ("finished", game(1), now - 31 * DAY),
            "left": ("closed", [CREATED], now - 40 * DAY),
            "young": ("finished", game(1), now - 29 * DAY),
            "waiting": ("waiting", [CREATED], now - 50 * DAY),
            "playing": ("playing", game(2, plies=3), now - 50 * DAY),
        },
    )
    assert main(["db", "prune", "--older-than", "30d", "--dry-run", *options(database)]) == 0
    assert capsys.readouterr().out == "2 tables would be removed.\n"
    assert len(names(database)) == 5
    assert main(["db", "prune", "--older-than", "30d", *options(database)]) == 0
    assert capsys.readouterr().out == "2 tables removed.\n"
    assert names(database) == {"young", "waiting", "playing"}
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

"""A server of today on the database of an earlier version, with clients of then: data and README in tests/data/before.

Their tables, games and reviews are still there, over HTTP and at the socket; what old pages and programs say is
understood, and the answers have everything that they read. Texts for people may be others.
"""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple, get_args

import asyncpg
import pytest

from camelup.server.tables.events import TableEvent, read_event, write_event
from tests.before import FOLDER, Comparison, load_database, read_json, read_lines
from tests.before_files import documented_metrics, metric_names
from tests.children import call
from tests.server.before import FLAGS, Replayer
from tests.server.conftest import Database
from tests.server.live import LiveServer

SOURCE = Path(__file__).parent.parent.parent / "src"
REQUESTS = read_lines("http.jsonl")
EXCHANGES = sorted(file.name for file in FOLDER.glob("exchange_*.jsonl"))


class Served(NamedTuple):
    """A server, and what it has answered before anybody came to a table."""

    server: LiveServer
    answers: list[tuple[int, Any]]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Start a server on the database of then; each exchange has tables of its own there."""
    with LiveServer(load_database(tmp_path_factory.mktemp("before") / "data"), *FLAGS) as server:
        yield Served(server, [_ask(server, line["path"], line["body"]) for line in REQUESTS])


def _ask(server: LiveServer, path: str, body: Any) -> tuple[int, Any]:  # noqa: ANN401 - JSON
    status, answer = server.ask(path, body)
    while "/api/games/" in path and path.endswith("/review") and status == 200 and not answer["is_done"]:
        sleep(0.1)  # a version that judges otherwise computes it once more, and needs the processor for it
        status, answer = server.ask(path)
    return status, answer


@pytest.mark.parametrize("number", range(len(REQUESTS)))
def test_a_request_has_the_answer_of_then(number: int, served: Served) -> None:
    then = REQUESTS[number]
    status, answer = served.answers[number]
    assert status == then["status"], f"{then['path']}: {answer}"
    Comparison().check(then["answer"], answer, then["path"])


@pytest.mark.parametrize("name", EXCHANGES)
def test_a_client_of_then_is_understood_and_understands(name: str, served: Served) -> None:
    async def play() -> None:
        await Replayer(served.server, Comparison()).play(read_lines(name))

    served.server.run(play)


def test_all_that_a_client_can_say_is_in_the_exchanges() -> None:
    lines = [line for name in EXCHANGES for line in read_lines(name)]
    said = {line["message"]["type"] for line in lines if "say" in line}
    heard = {line["message"]["type"] for line in lines if "hear" in line}
    asked = "hello sit seed leave add_computer remove start act say react mute rematch shout"
    told = "welcome table began played odds said reacted seated moved done error"
    assert said == set(asked.split())
    assert heard == set(told.split())


def test_figures_and_addresses_have_their_names(served: Served) -> None:
    """An operator's dashboards and other programs go by them."""
    then = set(read_json("metrics.json"))
    now = metric_names(served.server.ask("/metrics")[1])
    assert now <= documented_metrics()
    assert then <= documented_metrics()
    gauges = {"camelup_connections", "camelup_tables", "camelup_workers_busy", "camelup_messages_total"}
    assert gauges <= now & then
    source = "".join(file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py"))
    assert not [name for name in then if f'"{name}"' not in source]
    paths = served.server.ask("/api/openapi.json")[1]["paths"]
    missing = [
        f"{method} {path}"
        for path, methods in read_json("api_paths.json").items()
        for method in methods
        if method not in paths.get(path, {})
    ]
    assert not missing


# --- camelup db -----------------------------------------------------------------------------------------------


def test_the_database_of_then_passes_the_check(tmp_path: Path) -> None:
    data = load_database(tmp_path / "data")
    checked = call("db", "check", "--data", str(data))
    assert checked.returncode == 0, checked.stderr
    assert str(len(read_json("tables.json")["tables"])) in checked.stdout


def test_an_export_of_then_can_be_imported_and_is_the_same_again(tmp_path: Path) -> None:
    data, again = tmp_path / "data", tmp_path / "again.jsonl"
    imported = call("db", "import", str(FOLDER / "export.jsonl"), "--data", str(data))
    assert imported.returncode == 0, imported.stderr
    assert call("db", "check", "--data", str(data)).returncode == 0
    assert call("db", "export", str(again), "--data", str(data)).returncode == 0
    before, after = (file.read_text(encoding="utf-8").splitlines() for file in (FOLDER / "export.jsonl", again))
    assert after[1:] == before[1:]  # the first line says which version has written it
    from_database = tmp_path / "from_database.jsonl"
    old = load_database(tmp_path / "old")
    assert call("db", "export", str(from_database), "--data", str(old)).returncode == 0
    assert _tables_in(from_database) == _tables_in(again)


def test_a_postgresql_of_then_can_be_used(postgresql: Database, tmp_path: Path) -> None:
    """The SQL is that of then; today's program brings it to its own version and finds the same tables."""
    address = postgresql.address
    assert address is not None

    async def load() -> None:
        connection = await asyncpg.connect(address)
        await connection.execute((FOLDER / "postgresql.sql").read_text(encoding="utf-8"))
        await connection.close()

    asyncio.run(load())
    with LiveServer(tmp_path / "unused", *FLAGS, database=address) as server:
        code = read_json("tables.json")["tables"]["playing_second"]
        request = next(line for line in REQUESTS if line["path"] == f"/api/tables/{code}")
        status, answer = server.ask(request["path"])
        assert status == request["status"]
        Comparison().check(request["answer"], answer, request["path"])
    assert call("db", "check", "--database", address).returncode == 0
    exported = tmp_path / "exported.jsonl"
    assert call("db", "export", str(exported), "--database", address).returncode == 0
    now, then = (
        {
            line["table"]: {**line, "headline": json.loads(line["headline"])}
            for line in _tables_in(file)
            if "table" in line
        }
        for file in (exported, FOLDER / "export.jsonl")
    )
    assert len(now) == 4
    # The server writes more into headlines of then as it finds the time.
    assert all(_has_all(line, then[table]) for table, line in now.items())


def _tables_in(file: Path) -> list[Any]:
    return sorted((json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()), key=str)


def test_every_stored_entry_is_read_and_written_as_it_was() -> None:
    """A renamed field with a default would be read as if nothing stood there; old servers may share the database."""
    stored = [text for line in read_lines("export.jsonl") for _, text in line.get("entries", ())]
    kinds = {json.loads(text)["type"] for text in stored}
    later = {"claimed", "claim_lapsed", "remembered", "seat_reopened", "open_changed"}  # kinds that there were not then
    assert {str(kind.__struct_config__.tag) for kind in get_args(TableEvent)} == kinds | later
    for text in stored:
        assert _has_all(json.loads(write_event(read_event(text))), json.loads(text)), text


def _has_all(written: Any, stored: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether everything that was stored is still written; fields with a default may have joined it."""
    if isinstance(stored, dict) and isinstance(written, dict):
        return all(name in written and _has_all(written[name], stored[name]) for name in stored)
    return bool(written == stored)

"""The process that replays games: what it is spared, what becomes of it, and whose turn it is."""

import asyncio
import gzip
import json
import os
import signal
import sqlite3
import sys
import urllib.request
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from camelup.core.errors import CamelUpError, RequestError
from camelup.formats.json_codec import to_json
from camelup.game import Game
from camelup.server.games.game_worker import GAME_WORKER, MOST_FROM_ONE, GameWorker
from camelup.server.games.jobs import GameJob, ReplayRecordJob
from camelup.server.games.page_cache import PageCache
from camelup.server.games.worker import answer
from camelup.server.store import FILE_NAME
from camelup.server.tables.bounds import MAX_PLIES
from camelup.server.tables.replays import replay_record
from tests.children import run
from tests.server.live import ROLL, LiveServer, join, play_on, seat_people, start_game

MEGABYTE = 1024 * 1024
SHORT = json.dumps({"record": str(Game(2, seed=1).record)}).encode()


def moving_tiles(plies: int) -> str:
    """A legal record, in which tiles are moved to and fro."""
    game = Game(2, seed=1)
    head = str(game.record).rstrip()
    lines = [f"{'AB'[number % 2]} tile {(6, 10)[number % 2] + number // 2 % 2}+" for number in range(plies)]
    return "\n".join([head, *lines, ""])


# --- Counting before replaying --------------------------------------------------------------------------------


def test_plies_are_counted_before_any_is_read() -> None:
    longest = moving_tiles(MAX_PLIES)
    assert len(json.loads(replay_record(longest))["steps"]) == MAX_PLIES + 1
    game = Game(2, seed=1)
    form = to_json(game.record) | {"plies": [None] * (MAX_PLIES + 1)}
    # Nothing in them is right: a reader that looked at them would say so.
    for brought in (
        moving_tiles(33_828),
        longest + "nonsense\n",
        "nonsense\n" * (MAX_PLIES + 1),
        form,
        json.dumps(form),
        {"version": 1, "type": "finished_game", "record": form, "dice": None},
    ):
        with pytest.raises(RequestError) as refused:
            replay_record(brought)
        assert refused.value.code == "too_long"
    assert replay_record(longest + "# a comment\n\n" * MAX_PLIES)


def test_an_answer_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    assert gzip.decompress(answer(ReplayRecordJob(SHORT)).packed) == replay_record(str(Game(2, seed=1).record))  # type: ignore[union-attr]
    monkeypatch.setattr("camelup.server.games.worker.MAX_ANSWER_BYTES", 10)
    with pytest.raises(RequestError) as refused:
        answer(ReplayRecordJob(SHORT))
    assert refused.value.code == "too_long"


def test_pages_are_kept_up_to_so_many_bytes() -> None:
    cache = PageCache(1000)
    for number in range(100):
        cache.put(number % 10, bytes(number * 5))
        assert cache.size <= 1000
    assert cache.get(9) == bytes(99 * 5)
    cache.put("too large", bytes(1001))
    assert (cache.size, cache.get("too large")) == (0, None)


def test_the_server_itself_loads_nothing_that_replays_and_its_worker_nothing_heavy() -> None:
    absent = {
        "camelup.server.http.app": ("numba", "camelup.server.tables.replays", "camelup.server.games.worker"),
        "camelup.server.games.worker": ("numba", "numpy", "starlette", "uvicorn", "camelup.players", "camelup.odds"),
    }
    for module, others in absent.items():
        code = f"import sys, {module}; print([name for name in {others!r} if name in sys.modules])"
        assert run(sys.executable, "-c", code).stdout == "[]\n"


# --- The process ----------------------------------------------------------------------------------------------


@asynccontextmanager
async def game_worker(command: tuple[str, ...] = GAME_WORKER, limit: float = 60.0) -> AsyncIterator[GameWorker]:
    worker = GameWorker(command=command, limit=limit)
    try:
        yield worker
    finally:
        await worker.close()


async def short() -> GameJob:
    return ReplayRecordJob(SHORT)


async def test_one_that_was_killed_is_replaced() -> None:
    async with game_worker() as worker:
        told = await worker.ask("a", short)
        first = worker.process
        assert first is not None
        assert os.getpriority(os.PRIO_PROCESS, first) > os.getpriority(os.PRIO_PROCESS, 0)
        os.kill(first, signal.SIGKILL)
        assert await worker.ask("a", short) == told
        assert (worker.process in {first, None}, worker.restarts, worker.done) == (False, 1, 2)


async def test_who_hangs_or_cannot_start_is_no_ones_ruin() -> None:
    asleep = "from camelup.server.games.jobs import read_game_job; from camelup.server.thinking.worker import work\n"
    asleep += "import time; work(lambda: lambda job: time.sleep(600), read_game_job)"
    async with game_worker((sys.executable, "-c", asleep), limit=0.2) as worker:
        for _ in range(2):
            with pytest.raises(RequestError) as hung:
                await worker.ask("a", short)
            assert hung.value.code == "no_answer"
    async with game_worker(("/no/such/program",)) as worker:
        with pytest.raises(CamelUpError) as failed:
            await worker.ask("a", short)
        assert failed.value.code == "workers"
    with pytest.raises(RequestError) as closing:
        await worker.ask("a", short)
    assert closing.value.code == "closing"


async def test_one_address_that_fills_the_queue_keeps_nobody_from_an_answer() -> None:
    async with game_worker() as worker:
        order: list[str] = []

        async def ask(address: str) -> None:
            await worker.ask(address, short)
            order.append(address)

        greedy = [asyncio.create_task(ask("192.0.2.1")) for _ in range(MOST_FROM_ONE)]
        await asyncio.sleep(0)
        with pytest.raises(RequestError) as refused:
            await ask("192.0.2.1")
        assert refused.value.code == "too_fast"
        await ask("192.0.2.2")
        assert len(order) <= 3
        await asyncio.gather(*greedy)


async def test_a_job_is_made_when_its_turn_has_come_and_not_for_who_has_gone() -> None:
    async with game_worker() as worker:
        made: list[int] = []

        def prepare(number: int) -> Any:  # noqa: ANN401 - a coroutine function
            async def make() -> GameJob:
                made.append(number)
                return ReplayRecordJob(SHORT)

            return make

        asked = [asyncio.create_task(worker.ask("a", prepare(number))) for number in range(3)]
        await asyncio.sleep(0)
        asked.pop(1).cancel()
        await asyncio.gather(*asked)
        assert made == [0, 2]


# --- Over HTTP ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", name="server")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("games")) as live:
        yield live
        live.end()


def memory(server: LiveServer, name: str) -> int:
    """Bytes of the serving process: VmRSS now, VmHWM the most it ever had."""
    assert server.process is not None
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))


def jobs_done(server: LiveServer) -> int:
    lines = server.ask("/metrics")[1].splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("camelup_game_worker_jobs_total "))


def test_six_endless_records_at_once_cost_the_server_next_to_nothing(server: LiveServer) -> None:
    endless = {"record": moving_tiles(33_828)}
    shorter = {"record": moving_tiles(12_000)}
    with ThreadPoolExecutor(6) as people:
        answers = list(people.map(lambda path: server.ask(path, endless), ["/api/replay", "/api/review"] * 3))
        assert {(status, told["code"]) for status, told in answers} == {(413, "too_large")}
        answers = list(people.map(lambda path: server.ask(path, shorter), ["/api/replay", "/api/review"] * 3))
        assert {(status, told["code"]) for status, told in answers} == {(400, "too_long")}
        answers = list(people.map(lambda _: server.ask("/api/replay", {"record": moving_tiles(MAX_PLIES)}), range(6)))
        assert {(status, len(told["steps"])) for status, told in answers} == {(200, MAX_PLIES + 1)}
    if sys.platform == "linux":
        assert memory(server, "VmHWM") < 200 * MEGABYTE


def test_that_a_game_goes_on_is_known_without_its_log(server: LiveServer) -> None:
    code = server.make_table("random", "random", seats=2)
    with sqlite3.connect(server.data / FILE_NAME, timeout=60) as file:
        assert file.execute("UPDATE entries SET text = 'broken' WHERE table_name = ?", (code,)).rowcount > 0
    for page in ("", "/summary", "/replay", "/review"):
        status, told = server.ask(f"/api/games/{code}{page}")
        assert (status, told["code"]) == (409, "not_finished")


def test_a_page_of_a_finished_game_is_written_once_for_all(server: LiveServer) -> None:
    code = server.make_table(seats=2)
    tokens: list[str] = []

    async def play() -> None:
        people = await seat_people(server, code, ["Ann", "Bo"])
        tokens.extend(client.token for client in people)
        await start_game(people)
        assert server.ask(f"/api/games/{code}/replay")[1]["code"] == "not_finished"
        await play_on(people, lambda _view: ROLL)

    server.run(play)
    done = jobs_done(server)
    with ThreadPoolExecutor(8) as people:
        paths = [f"/api/games/{code}{page}" for page in ("", "/summary", "/replay")]
        answers = list(people.map(server.ask, paths * 8))
    assert {status for status, _ in answers} == {200}
    assert all(answer == answers[number % 3] for number, answer in enumerate(answers))
    assert jobs_done(server) == done + 3
    plain = urllib.request.Request(f"http://127.0.0.1:{server.port}{paths[2]}", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(plain) as packed:  # noqa: S310
        assert packed.headers["Content-Encoding"] == "gzip"
        assert (200, json.loads(gzip.decompress(packed.read()))) == answers[2]
    assert answers[1][1]["rematch"] is None

    async def play_again() -> None:
        bo = await join(server, code, token=tokens[1])
        assert (await bo.ask("rematch"))["type"] == "done"

    server.run(play_again)
    summary = server.ask(paths[1])[1]
    assert summary["rematch"] is not None
    assert summary == {**answers[1][1], "rematch": summary["rematch"]}
    assert [server.ask(path) for path in (paths[0], paths[2])] == [answers[0], answers[2]]
    assert jobs_done(server) == done + 4

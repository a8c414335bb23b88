"""Stopping a server as an operator does: everybody is told, what is being written is finished, and the next goes on."""

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from camelup.server.store import make_store
from tests.children import run
from tests.server.faults import Storm, check_games, report, times
from tests.server.live import LiveClient, LiveServer, seat_people, start_game

_WORKERS_NEVER_START = """
import sys
from camelup.cli import main
from camelup.server.thinking.workers import Workers

Workers.__init__.__kwdefaults__["command"] = (sys.executable, "-c", "import time; time.sleep(60)")
sys.exit(main())
"""

_INTERRUPTED_AT_ITS_START = """
import os, signal, sys
from camelup.cli import main
from camelup.server.http.app import App

async def open_database(app, opened=App.open):
    await opened(app)
    os.kill(os.getpid(), signal.SIGINT)

App.open = open_database
sys.exit(main())
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
async def test_everybody_is_told_and_the_next_server_goes_on(tmp_path: Path, number: signal.Signals) -> None:
    async with LiveServer(tmp_path, "--workers", "1") as server:
        code = server.make_table("random", seats=3)
        people = await seat_people(server, code, ["Ann", "Bo"])
        watcher = LiveClient(server, code)
        await watcher.connect(is_watcher=True)
        await start_game([*people, watcher])  # a worker is being started, or thinks
        process = server.process
        assert process is not None
        process.send_signal(number)
        for client in (*people, watcher):
            closed = await client.hear_end()
            assert closed.rcvd is not None
            assert closed.rcvd.code == 1012
            assert client.messages[-1]["type"] == "closing"
        assert await asyncio.to_thread(server.reap) == 0
        assert server.errors == ""
        await asyncio.to_thread(server.start)
        for person in people:
            assert (await person.connect(since=person.ply))["table"]["status"] == "playing"


async def test_requests_that_wait_are_answered_when_the_server_stops(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, "--workers", "1", camelup=(sys.executable, "-c", _WORKERS_NEVER_START)) as server:
        asked = asyncio.create_task(asyncio.to_thread(server.ask, "/api/odds", {"position": "-"}))
        async with asyncio.timeout(60):
            while "camelup_workers_waiting 1" not in (await asyncio.to_thread(server.ask, "/metrics"))[1]:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.02)
        assert await asyncio.to_thread(server.stop) == 0
        status, answer = await asked
        assert (status, answer["code"]) == (503, "closing")
        assert server.errors == ""


def test_a_server_that_is_interrupted_while_it_starts_says_nothing(tmp_path: Path) -> None:
    command = (sys.executable, "-c", _INTERRUPTED_AT_ITS_START, "serve", "--port", "0", "--data", str(tmp_path))
    done = run(*command)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


async def test_no_acknowledged_action_is_lost_or_doubled_by_stops(tmp_path: Path) -> None:
    async def stop_and_start(_number: int) -> None:
        assert await asyncio.to_thread(server.stop) == 0
        assert server.errors == ""
        await asyncio.to_thread(server.start)

    async with LiveServer(tmp_path) as server:
        storm = Storm([server], seed=5)
        await storm.run(stop_and_start, times(2))
    assert await check_games(make_store(None, tmp_path, "read"), storm.games) == storm.tally.acknowledged
    report(f"{times(2)} stops: {storm.tally}")

"""A disk that takes nothing more: whoever acts is told so, nothing that was promised is lost, and it passes by itself.

A limit on the size of files stands in for the disk: the server gets an error in the middle of its writing, as it would
from a full disk or from one that has become read-only, and the limit can be lifted while it runs.
"""

import asyncio
import random
import resource
import sys
from pathlib import Path

import pytest

from camelup.server.store import make_store
from tests.children import CAMELUP, run
from tests.server.faults import Storm, check_games, read_tables, report, times
from tests.server.live import LiveClient, LiveServer, seat_people, start_game

if sys.platform != "linux":
    pytest.skip("only Linux limits a process that runs already", allow_module_level=True)


def limit_files(server: LiveServer, size: int = resource.RLIM_INFINITY) -> None:
    """Let no file of a running server grow beyond a size, or lift the limit."""
    assert server.process is not None
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def check_log(server: LiveServer, most: int = 1) -> None:
    """One line when the disk is full, and one when it is free again, however much was refused."""
    lines = server.take_errors()
    begun = [line for line in lines if line.startswith("camelup: Cannot write to the database ")]
    ended = [line for line in lines if " can be written again, after " in line]
    assert len(begun) == len(ended) == len(lines) / 2, lines
    assert 1 <= len(begun) <= most


def in_turn(people: list[LiveClient]) -> LiveClient:
    return next(person for person in people if person.views[person.seats[0]]["legal"])


@pytest.mark.parametrize("size", [0, 4096, (1 << 16) + 4120], ids=["nothing fits", "a page fits", "some actions fit"])
async def test_what_is_done_on_a_full_disk_is_refused(tmp_path: Path, size: int) -> None:
    async with LiveServer(tmp_path) as server:
        code = server.make_table(seats=2)
        people = await seat_people(server, code, ["Ann", "Bo"])
        await start_game(people)
        limit_files(server, size)
        while (answer := await (actor := in_turn(people)).act())["type"] == "done":
            for person in people:
                while person.ply < answer["ply"]:
                    await person.hear_next()
        ply = actor.ply
        assert (answer["code"], answer["ply"]) == ("unavailable", ply)
        assert answer["message"].startswith("Cannot write to the database")
        for path, body in (("/ready", None), ("/api/tables", {})):
            status, refusal = server.ask(path, body)
            assert (status, refusal["code"]) == (503, "unavailable")
        assert server.ask("/health")[0] == 200
        assert "\ncamelup_database_failing 1" in server.ask("/metrics")[1]
        assert (await actor.ask("say", text="Hello?"))["code"] == "unavailable"
        limit_files(server)
        assert server.ask("/ready")[0] == 200
        assert (await actor.act())["ply"] == ply + 1
        figures = server.ask("/metrics")[1]
        assert "\ncamelup_database_failing 0" in figures
        assert "\ncamelup_database_failures_total 0" not in figures
        assert server.stop() == 0
        check_log(server)
    (table,) = (await read_tables(make_store(None, tmp_path, "read"))).values()
    assert len(table.plies) == max(client.ply for client in server.gone)


async def test_computer_players_try_again(tmp_path: Path) -> None:
    def tries() -> int:
        figures = server.ask("/metrics")[1].splitlines()
        return next((int(line.split()[1]) for line in figures if line.startswith("camelup_think_seconds_count")), 0)

    # It waits a moment before it acts, for long enough that the disk is full by then.
    async with LiveServer(tmp_path, "--workers", "1", "--bot-delay", "1") as server:
        code = server.make_table("random", seats=2, first=1)
        (ann,) = await seat_people(server, code, ["Ann"])
        await start_game([ann])
        limit_files(server, 0)
        refused = await ann.act()
        assert refused["code"] == "unavailable"
        limit_files(server)
        assert (await ann.act())["type"] == "done"
        limit_files(server, 0)
        before = tries()
        while tries() < before + 2:  # noqa: ASYNC110 - the server cannot wake the test
            await asyncio.sleep(0.1)
        assert ann.ply == 1
        limit_files(server)
        assert (await ann.hear_that(lambda message: message.get("by") == "computer"))["ply"] == 2
        assert server.stop() == 0
        check_log(server, most=2)


async def test_no_acknowledged_action_is_lost_as_the_disk_fills_again_and_again(tmp_path: Path) -> None:
    def largest() -> int:
        return max(file.stat().st_size for file in tmp_path.iterdir())

    async def fill(_number: int) -> None:
        limit_files(server, rng.randrange(largest() + 20_000))  # also in the middle of a page
        await asyncio.sleep(rng.random() / 2)
        limit_files(server)

    rng = random.Random(4)
    async with LiveServer(tmp_path) as server:
        storm = Storm([server], seed=4)
        await storm.run(fill, 2 * times())
        assert server.stop() == 0
        check_log(server, most=2 * times())
    assert storm.tally.refused["unavailable"] > 0
    assert await check_games(make_store(None, tmp_path, "read"), storm.games) == storm.tally.acknowledged
    report(f"{2 * times()} full disks: {storm.tally}")


def test_a_server_does_not_start_on_a_full_disk_and_harms_nothing(tmp_path: Path) -> None:
    with LiveServer(tmp_path) as server:
        code = server.make_table(seats=2)
        assert server.stop() == 0
        refused = run("prlimit", "--fsize=0", *CAMELUP, "serve", "--local", "--port", "0", "--data", str(tmp_path))
        assert refused.returncode == 2
        assert refused.stdout == ""
        assert refused.stderr.startswith("camelup: Cannot use the database")
        assert refused.stderr.count("\n") == 1
        server.start()
        assert server.ask(f"/api/tables/{code}")[0] == 200
        assert server.stop() == 0
        assert server.errors == ""

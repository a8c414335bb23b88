"""What breaks under a server in play: it is killed, its database stops, another process dies. Nothing is lost."""

import asyncio
from pathlib import Path

from camelup.server.store import make_store
from tests.server.conftest import Database
from tests.server.faults import Storm, check_games, report, times
from tests.server.live import LiveServer
from tests.server.postgresql import Server


async def test_no_acknowledged_action_is_lost_or_doubled_by_kills(tmp_path: Path) -> None:
    async def kill_and_start(_number: int) -> None:
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)

    async with LiveServer(tmp_path) as server:
        storm = Storm([server], seed=1)
        await storm.run(kill_and_start, times())
    assert await check_games(make_store(None, tmp_path, "read"), storm.games) == storm.tally.acknowledged
    report(f"{times()} kills: {storm.tally}")


async def test_no_acknowledged_action_is_lost_or_doubled_as_postgresql_stops(
    own_postgresql: Database, postgresql_server: Server, tmp_path: Path
) -> None:
    async def stop_and_start(number: int) -> None:
        await asyncio.to_thread(postgresql_server.say, "kill")
        # A short stop is waited out; in a long one whoever asks is told so.
        await asyncio.sleep(0.1 if number % 5 else 3.5)
        await asyncio.to_thread(postgresql_server.say, "start")

    async with LiveServer(tmp_path, database=own_postgresql.address) as server:
        process = server.process
        storm = Storm([server], seed=2)
        await storm.run(stop_and_start, times())
        assert server.process is process
        assert server.ask("/ready")[0] == 200
    assert storm.tally.refused["unavailable"] > 0
    assert await check_games(own_postgresql.store("read"), storm.games) == storm.tally.acknowledged
    report(f"{times()} stops of PostgreSQL: {storm.tally}")


async def test_no_acknowledged_action_is_lost_or_doubled_as_one_of_two_processes_dies(
    postgresql: Database, tmp_path: Path
) -> None:
    async def kill_and_start(number: int) -> None:
        server = servers[number % 2]
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)

    async with (
        LiveServer(tmp_path, database=postgresql.address) as one,
        LiveServer(tmp_path, database=postgresql.address) as other,
    ):
        servers = [one, other]
        storm = Storm(servers, seed=3)
        await storm.run(kill_and_start, times())
    assert await check_games(postgresql.store("read"), storm.games) == storm.tally.acknowledged
    report(f"{times()} kills of one of two: {storm.tally}")

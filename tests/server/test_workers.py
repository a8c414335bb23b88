"""Workers as real processes: what they answer, and what becomes of jobs when they hang, die or never start.

Those of odd_worker.py load nothing and misbehave when asked to; test_thinker.py tries what is thought and computed.
"""

import asyncio
import json
import os
import signal
import sys
import time
import zlib
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from camelup.core.actions import Roll
from camelup.core.errors import CamelUpError, MissingPackageError, NotationError, PlayerError, RequestError, ServerError
from camelup.game import Game
from camelup.server.thinking.workers import MOST_REQUESTS, Workers
from tests.children import run, started

ODD = (sys.executable, "-m", "tests.server.odd_worker")
ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60.0
RECORD = Game(seed=1).record


@asynccontextmanager
async def odd(count: int = 1, *, limit: float = PATIENCE, how: str = "") -> AsyncIterator[Workers]:
    workers = Workers(count, limit=limit, command=(*ODD, how))
    try:
        yield workers
    finally:
        await workers.close()


@pytest.fixture(params=[False, True], ids=["asyncio", "uvloop"])
def anyio_backend(request: pytest.FixtureRequest) -> tuple[str, dict[str, bool]]:
    """Try each test in both event loops: they start and end processes in ways of their own."""
    return "asyncio", {"use_uvloop": request.param}


async def until(has_come: Callable[[], bool]) -> None:
    while not has_come():  # noqa: ASYNC110 - nobody else needs to be told of it
        await asyncio.sleep(0.01)


def is_gone(process: int) -> bool:
    """Whether there is no such process, or only what nobody has asked for yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except FileNotFoundError:
        return True


def test_the_server_itself_loads_nothing_heavy() -> None:
    heavy = ("numba", "numpy", "camelup.odds", "camelup.bulk", "camelup.compiled", "camelup.players")
    code = f"import sys, camelup.server.thinking.workers; print([name for name in {heavy!r} if name in sys.modules])"
    assert run(sys.executable, "-c", code).stdout == "[]\n"


async def test_nothing_starts_before_it_is_needed() -> None:
    async with odd(2) as workers:
        assert workers.processes == ()
        assert await workers.choose("t", 0, "any", RECORD) == Roll()
        assert (workers.done, workers.waiting, workers.busy, workers.restarts) == (1, 0, 0, 0)
        await workers.warm()
        assert len(set(workers.processes)) == 2
        processes = workers.processes
    assert all(map(is_gone, processes))


async def test_a_worker_steps_back_behind_the_server() -> None:
    async with odd() as workers:
        await workers.warm()
        [process] = workers.processes
        assert os.getpriority(os.PRIO_PROCESS, process) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)
        assert os.getsid(process) == os.getsid(0)  # in another session, its niceness would not count
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(process, number)
        assert await workers.choose("t", 0, "any", RECORD) == Roll()
        assert workers.processes == (process,)


async def test_moves_come_before_tables_then_requests_and_reviews_last() -> None:
    async with odd() as workers:
        order = []

        async def ask(name: str, job: Coroutine[Any, Any, object]) -> None:
            await job
            order.append(name)

        view = Game(seed=1).view(None)
        await asyncio.gather(
            ask("review", workers.review("t", str(RECORD), 8, ("t",))),
            ask("request", workers.compute_position(b"{}")),
            ask("table", workers.compute_odds(view, "leg")),
            ask("first move", workers.choose("t", 0, "any", RECORD)),
            ask("second move", workers.choose("t", 1, "any", RECORD)),
        )
        assert order == ["first move", "second move", "table", "request", "review"]


async def test_tables_of_one_address_take_turns_with_those_of_others() -> None:
    """Thirty tables full of computer players, all watched from one place, keep nobody else waiting."""
    async with odd() as workers:
        order = []

        async def choose(address: str) -> None:
            await workers.choose("t", 0, "any", RECORD, address=address)
            order.append(address)

        many = [asyncio.create_task(choose("192.0.2.1")) for _ in range(30)]
        await asyncio.sleep(0)
        await choose("192.0.2.2")
        assert len(order) <= 3
        await asyncio.gather(*many)


async def test_moves_without_end_keep_nobody_from_odds_and_reviews() -> None:
    async with odd() as workers:
        order = []

        async def ask(name: str, job: Coroutine[Any, Any, object]) -> None:
            await job
            order.append(name)

        await asyncio.gather(
            ask("review", workers.review("t", str(RECORD), 8, ("t",))),
            ask("request", workers.compute_position(b"{}")),
            ask("table", workers.compute_odds(Game(seed=1).view(None), "leg")),
            *(ask("move", workers.choose("t", 0, "any", RECORD)) for _ in range(40)),
        )
        assert [order.index(name) for name in ("table", "request", "review")] == [4, 8, 9]


async def test_one_worker_has_all_reviews_and_others_go_on_without() -> None:
    async with odd(2) as workers:
        await workers.warm()
        pieces = [await workers.review("t", str(RECORD), 8, ("t",)) for _ in range(3)]
        assert [piece.is_done for piece in pieces] == [False, False, True]
        assert [json.loads(zlib.decompress(piece.review or b""))["times"] for piece in pieces[:2]] == [1, 2]
        assert {json.loads(zlib.decompress(piece.review or b""))["process"] for piece in pieces[:2]} == {
            workers.processes[-1]
        }
        assert await workers.choose("t", 0, "any", RECORD) == Roll()


async def test_so_many_requests_may_wait_and_who_leaves_makes_room() -> None:
    async with odd() as workers:
        addresses = [f"192.0.2.{number}" for number in range(MOST_REQUESTS)]
        asked = [asyncio.create_task(workers.compute_position(b"{}", address)) for address in addresses]
        await asyncio.sleep(0)
        assert workers.waiting == MOST_REQUESTS
        with pytest.raises(RequestError) as refused:
            await workers.compute_position(b"{}")
        assert refused.value.code == "busy"
        asked.pop().cancel()
        await asyncio.sleep(0)
        assert workers.waiting == MOST_REQUESTS - 1
        asked.append(asyncio.create_task(workers.compute_position(b"{}")))
        assert await workers.choose("t", 0, "any", RECORD) == Roll()  # a move is not counted among them
        assert len(set(await asyncio.gather(*asked))) == 1
        assert workers.done == MOST_REQUESTS + 1


async def test_one_address_cannot_keep_others_from_their_odds() -> None:
    async with odd() as workers:
        order = []

        async def ask(address: str) -> None:
            await workers.compute_position(b"{}", address)
            order.append(address)

        greedy = [asyncio.create_task(ask(address)) for address in ("2001:db8::1", "192.0.2.1") * 32]
        await asyncio.sleep(0)
        with pytest.raises(RequestError) as refused:
            await ask("2001:db8::2")
        assert refused.value.code == "too_fast"
        await asyncio.gather(ask("198.51.100.1"), ask("198.51.100.2"))
        # They were served after at most one of each greedy address, and two of those had to go for them.
        assert set(order[:4]) == {"2001:db8::1", "192.0.2.1", "198.51.100.1", "198.51.100.2"}
        ended = await asyncio.gather(*greedy, return_exceptions=True)
        assert [error.code for error in ended if isinstance(error, RequestError)] == ["busy"] * 2


async def test_a_killed_worker_is_replaced_when_it_is_needed() -> None:
    async with odd() as workers:
        await workers.warm()
        [process] = workers.processes
        os.kill(process, signal.SIGKILL)
        assert await workers.choose("t", 0, "any", RECORD) == Roll()
        assert workers.processes not in {(), (process,)}
        assert workers.restarts == 1


async def test_a_worker_that_dies_at_a_job_is_replaced_and_the_job_tried_once_more(tmp_path: Path) -> None:
    async with odd() as workers:
        assert await workers.choose(str(tmp_path / "died"), 0, "dies once", RECORD) == Roll()
        assert (workers.restarts, workers.done) == (1, 1)


@pytest.mark.parametrize("level", ["dies", "hangs", "babbles"])
async def test_a_job_that_no_worker_survives_is_given_up_and_the_others_go_on(level: str) -> None:
    async with odd(limit=0.5 if level == "hangs" else PATIENCE) as workers:
        with pytest.raises(PlayerError) as failed:
            await workers.choose("t", 0, level, RECORD)
        assert failed.value.code == "process"
        workers._slots[0].limit = PATIENCE  # noqa: SLF001 - a start on a busy machine is no hang
        assert await workers.choose("t", 0, "any", RECORD) == Roll()
        assert workers.restarts == 2


async def test_what_a_worker_prints_is_no_answer() -> None:
    async with odd() as workers:
        assert await workers.choose("t", 0, "prints", RECORD) == Roll()
        assert workers.restarts == 0


async def test_an_error_comes_back_as_itself_and_an_accident_without_what_it_says() -> None:
    async with odd() as workers:
        with pytest.raises(NotationError) as refused:
            await workers.compute_position(b"refused")
        assert (refused.value.code, refused.value.message) == ("json", "half a character: ?")
        with pytest.raises(RequestError) as failed:
            await workers.compute_position(b"fails")
        assert failed.value.code == "no_answer"
        with pytest.raises(PlayerError) as lost:
            await workers.choose("t", 0, "fails", RECORD)
        assert lost.value.code == "process"
        assert "green" not in lost.value.message
        assert workers.restarts == 0


@pytest.mark.parametrize(
    ("how", "kind", "code"), [("lacks", MissingPackageError, "no_odds"), ("breaks", ServerError, "workers")]
)
async def test_a_worker_that_cannot_start_says_why_to_everybody(how: str, kind: type[CamelUpError], code: str) -> None:
    async with odd(2, how=how) as workers:
        for job in (
            workers.warm,
            lambda: workers.choose("t", 0, "any", RECORD),
            lambda: workers.compute_position(b"{}"),
        ):
            with pytest.raises(kind) as failed:
                await job()
            assert failed.value.code == code
        assert (workers.processes, workers.waiting) == ((), 0)


async def test_a_command_that_is_none_is_told() -> None:
    workers = Workers(1, command=("/no/such/program",))
    with pytest.raises(ServerError):
        await workers.choose("t", 0, "any", RECORD)
    await workers.close()


async def test_closing_ends_everything_and_tells_everybody() -> None:
    async with odd() as workers:
        await workers.warm()
        processes = workers.processes
        asked = [asyncio.create_task(workers.choose("t", 0, "hangs", RECORD)) for _ in range(3)]
        await until(lambda: workers.busy == 1)
        await workers.close()
        for error in await asyncio.gather(*asked, return_exceptions=True):
            assert isinstance(error, RequestError)
            assert error.code == "closing"
        assert all(map(is_gone, processes))
        for job in (workers.warm(), workers.choose("t", 0, "any", RECORD)):
            with pytest.raises(RequestError):
                await job


async def test_closing_does_not_wait_for_a_start() -> None:
    workers = Workers(1, command=(sys.executable, "-c", "import time; time.sleep(600)"))
    warming = asyncio.create_task(workers.warm())
    await until(lambda: workers.processes != ())
    processes = workers.processes
    await workers.close()
    with pytest.raises(RequestError):
        await warming
    assert all(map(is_gone, processes))


SERVER = """
import asyncio
from camelup.game import Game
from tests.server.test_workers import odd, until, RECORD

async def main():
    async with odd(2) as workers:
        await workers.warm()
        asyncio.create_task(workers.choose("t", 0, "hangs", RECORD))
        await until(lambda: workers.busy == 1)
        print(*workers.processes, flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""


def test_workers_do_not_outlive_a_server_that_is_killed() -> None:
    with started(sys.executable, "-c", SERVER, cwd=ROOT, stdout=PIPE) as server:
        assert server.stdout is not None
        processes = [int(word) for word in server.stdout.readline().split()]
        assert len(processes) == 2
        assert not any(map(is_gone, processes))
    end = time.monotonic() + PATIENCE
    while not all(map(is_gone, processes)):
        assert time.monotonic() < end, "a worker is left"
        time.sleep(0.05)

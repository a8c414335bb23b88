"""The process that replays games, as the server sees it: one job at a time, those of each address in turn."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from camelup.core.errors import CamelUpError, RequestError
from camelup.server.fair_queue import FairQueue
from camelup.server.games.jobs import GameJob
from camelup.server.thinking.jobs import write_frame
from camelup.server.thinking.slot import NoAnswerError, WorkerSlot, closing

GAME_WORKER: Final = (sys.executable, "-P", "-m", "camelup.server.games.worker")
"""The command of the worker; -P keeps it from importing what lies in the current folder."""
LIMIT: Final = 10.0
"""Seconds that a job may take, then the worker is taken to hang; on a quiet machine the longest takes 0.5."""
MOST_WAITING: Final = 64
MOST_FROM_ONE: Final = 16
"""Jobs that may wait, in all and from one address."""
_START_LIMIT = 60.0

PrepareJob = Callable[[], Awaitable[GameJob]]
"""Makes a job when its turn has come: until then nothing is read for it, and nothing kept."""


class GameWorker:
    """One process that does jobs about games; to be used from one event loop. It is started by the first job."""

    def __init__(self, *, limit: float = LIMIT, command: Sequence[str] = GAME_WORKER) -> None:
        self._slot = WorkerSlot(tuple(command), limit, asyncio.Lock(), start_limit=_START_LIMIT)
        self._queue = FairQueue[_Asked](MOST_WAITING, MOST_FROM_ONE)
        self._has_work = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False
        self.done = 0
        """How many jobs were done, with an answer or an error."""

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return len(self._queue)

    @property
    def restarts(self) -> int:
        """How many processes had died, or hung, and were replaced."""
        return self._slot.restarts

    @property
    def process(self) -> int | None:
        """The id of the process, if there is one now."""
        return self._slot.process

    async def ask(self, address: str, prepare: PrepareJob) -> bytes:
        """Wait for a turn and give the answer, JSON; RequestError if too many wait, here or from this address."""
        if self._is_closed:
            raise closing()
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._serve())
        asked = _Asked(prepare, asyncio.get_running_loop().create_future())
        displaced = self._queue.put(address, asked)
        if displaced is not None:
            displaced.fail(RequestError("busy", "Too many games are waiting. Try again in a moment."))
        self._has_work.set()
        try:
            return await asked.answer
        except NoAnswerError:
            raise RequestError("no_answer", "The game could not be replayed.") from None
        finally:
            self._queue.discard(address, asked)

    async def close(self) -> None:
        """End the process; those who still wait get an error."""
        self._is_closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        while (asked := self._queue.take()) is not None:
            asked.fail(closing())
        await self._slot.close()

    async def _serve(self) -> None:
        while True:
            asked = self._queue.take()
            if asked is None:
                self._has_work.clear()
                await self._has_work.wait()
                continue
            try:
                job = await asked.prepare()
                asked.succeed(await self._slot.ask(write_frame(job)))
            except asyncio.CancelledError:
                asked.fail(closing())
                raise
            except (CamelUpError, NoAnswerError) as error:
                asked.fail(error)
            except Exception as fault:  # noqa: BLE001 - whoever asked gets it, and the next has a turn
                asked.fail(fault)
            self.done += 1


class _Asked:
    """A job that waits, and where its answer goes; nobody may be there for it any more."""

    def __init__(self, prepare: PrepareJob, answer: asyncio.Future[bytes]) -> None:
        self.prepare = prepare
        self.answer = answer

    def succeed(self, result: bytes) -> None:
        if not self.answer.done():
            self.answer.set_result(result)

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)

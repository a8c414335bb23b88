"""The processes in which computer players think, odds are computed and games reviewed, as the server sees them.

Nothing of that is ever loaded into the server's own process. Workers are started by themselves, with the first job or
with `warm`; a start takes some seconds, and the first one after an installation, which compiles, a minute or two. Jobs
wait for it in line; the server does not.
"""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from camelup.core.actions import Action
from camelup.core.errors import CamelUpError, PlayerError, RequestError
from camelup.core.view import View
from camelup.formats.notation import parse_action, position_text
from camelup.formats.record import Record
from camelup.server.fair_queue import FairQueue
from camelup.server.thinking.jobs import (
    ChooseJob,
    Detail,
    Job,
    OddsJob,
    PositionJob,
    ReviewJob,
    ReviewPiece,
    write_frame,
)
from camelup.server.thinking.slot import NoAnswerError, WorkerSlot, closing

WORKER: Final = (sys.executable, "-P", "-m", "camelup.server.thinking.worker")
"""The command of a worker; -P keeps it from importing what lies in the current folder."""
LIMIT: Final = 20.0
"""Seconds that a job may take; then its worker is taken to hang."""
MOST_REQUESTS: Final = 64
"""The most requests about positions that may wait; more are refused."""
MOST_REQUESTS_FROM_ONE: Final = 32
"""The most of them that may come from one address."""
REVIEW_SLICE_SECONDS: Final = 0.1
"""Seconds that a review goes on before whatever has come meanwhile has its turn."""
_MOVES, _TABLES, _REQUESTS, _REVIEWS = range(4)
"""The lines in which jobs wait, most urgent first."""
_PATIENCE = (sys.maxsize, 4, 8, 8)
"""At most so many jobs of other lines are done while something waits in a line: without this, tables full of computer
players would keep everybody from odds and reviews. The first line comes first anyway."""

_read_piece = msgspec.json.Decoder(ReviewPiece).decode


class Workers:
    """The processes that think, and what waits for them.

    `seconds` is how long the champion thinks about a move. A worker that dies, or is at a job past `limit`, is
    replaced, and the job tried once more. All is to be used from one event loop.
    """

    def __init__(
        self,
        count: int,
        *,
        seconds: float = 0.3,
        seed: int | None = None,
        limit: float = LIMIT,
        command: Sequence[str] = WORKER,
    ) -> None:
        """Start nothing yet. A seed makes choices repeatable, for tests, as far as they do not depend on time."""
        self._seconds, self._seed = seconds, seed
        # Only strangers' requests need a bound here: a table has one job at a time, and reviews count themselves.
        self._lines: tuple[FairQueue[_Asked], ...] = (
            FairQueue(sys.maxsize, sys.maxsize),
            FairQueue(sys.maxsize, sys.maxsize),
            FairQueue(MOST_REQUESTS, MOST_REQUESTS_FROM_ONE),
            FairQueue(sys.maxsize, sys.maxsize),
        )
        self._passed_over = [0] * len(self._lines)
        """By line: how many jobs of others were done while something waited there."""
        self._has_work = asyncio.Event()
        starting = asyncio.Lock()
        self._slots = [WorkerSlot(tuple(command), limit, starting) for _ in range(count)]
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = asyncio.Event()
        self.done = 0
        """How many jobs were answered, be it with an error."""

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return sum(map(len, self._lines))

    @property
    def busy(self) -> int:
        """How many workers are at a job."""
        return sum(slot.is_busy for slot in self._slots)

    @property
    def restarts(self) -> int:
        """How many workers had died, or hung, and were replaced."""
        return sum(slot.restarts for slot in self._slots)

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of the processes that live now."""
        return tuple(slot.process for slot in self._slots if slot.process is not None)

    async def choose(self, table: str, seat: int, level: str, record: Record, *, address: str = "") -> Action:
        """Let a computer player choose for a seat that is in turn, from what that seat may see of the whole record.

        A player that fails, hangs or chooses what is not legal is a PlayerError. The tables of one address take turns
        with those of others, however many there are.
        """
        job = ChooseJob(table, seat, level, str(record), self._seconds, self._seed)
        try:
            answer = await self._ask(_MOVES, job, address)
        except NoAnswerError:
            raise PlayerError("process", f"The player {level} did not answer: its process failed or hung.") from None
        return parse_action(record.start.edition, msgspec.json.decode(answer, type=str))

    async def compute_odds(self, view: View, detail: Detail, *, address: str = "") -> bytes:
        """Compute the odds of a view, as JSON in the form of docs/protocol.md: the same for every view.

        No secret has a part in them; `seen_by_all` in job_runner.py says how actions are valued for everybody.
        """
        return await self._compute(_TABLES, OddsJob(position_text(view), detail), address)

    async def compute_position(self, request: bytes, address: str = "") -> bytes:
        """Answer a request about any position, JSON as it came from outside: see `position_odds` in job_runner.py.

        Each thing that can be wrong with it is a CamelUpError. Addresses have their turn one after the other.
        """
        return await self._compute(_REQUESTS, PositionJob(request), address)

    async def review(self, key: str, record: str, playouts: int, wanted: tuple[str, ...]) -> ReviewPiece:
        """Go on with the review of a finished game for a moment, behind everything else.

        One worker has all reviews, since it remembers how far they are. If it dies, they start again.
        """
        job = ReviewJob(key, record, playouts, REVIEW_SLICE_SECONDS, wanted)
        return _read_piece(await self._compute(_REVIEWS, job))

    async def warm(self) -> None:
        """Start all workers beforehand, and wait until they are ready; an error says why one cannot be."""
        for slot in self._slots:
            await slot.start()

    async def close(self) -> None:
        """End all workers at once; those who still wait get an error."""
        self._closed.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for line in self._lines:
            while asked := line.take():
                asked.fail(closing())
        for slot in self._slots:
            slot.kill()
        for slot in self._slots:
            await slot.close()

    async def _compute(self, line: int, job: Job, address: str = "") -> bytes:
        try:
            return await self._ask(line, job, address)
        except NoAnswerError:
            raise RequestError("no_answer", "The computation failed or hung.") from None

    async def _ask(self, line: int, job: Job, address: str = "") -> bytes:
        """Wait in line and give the answer; a request that is cancelled leaves the line."""
        if self._closed.is_set():
            raise closing()
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._serve(slot)) for slot in self._slots]
        asked = _Asked(write_frame(job), asyncio.get_running_loop().create_future())
        displaced = self._lines[line].put(address, asked)
        if displaced is not None:
            displaced.fail(RequestError("busy", "Others asked for less, so they came first. Try again in a moment."))
        self._has_work.set()
        try:
            return await asked.answer
        finally:
            self._lines[line].discard(address, asked)

    async def _serve(self, slot: WorkerSlot) -> None:
        """Have jobs done by the worker of one slot, for as long as the server lives."""
        while not self._closed.is_set():
            if self._next_line(slot) is None:
                self._has_work.clear()
                await self._has_work.wait()
                continue
            # A job is taken when there is somebody to do it: until then another worker may be quicker.
            problem: CamelUpError | None = None
            try:
                await slot.start()
            except CamelUpError as error:
                problem = error
            asked = self._take(slot)
            if asked is None:
                continue
            if problem is not None:
                asked.fail(problem)
            else:
                await self._do(slot, asked)
            self.done += 1

    def _next_line(self, slot: WorkerSlot) -> int | None:
        """Give the line that is served next: the first in which something waits, or one that has waited long enough."""
        lines = self._lines if slot is self._slots[-1] else self._lines[:_REVIEWS]
        waiting = [line for line, queue in enumerate(lines) if queue]
        overdue = [line for line in waiting if self._passed_over[line] >= _PATIENCE[line]]
        return next(iter((*overdue, *waiting)), None)

    def _take(self, slot: WorkerSlot) -> "_Asked | None":
        """Take the job that is next, if there is one left."""
        chosen = self._next_line(slot)
        if chosen is None:
            return None
        for line, queue in enumerate(self._lines):
            self._passed_over[line] = 0 if line == chosen or not queue else self._passed_over[line] + 1
        return self._lines[chosen].take()

    async def _do(self, slot: WorkerSlot, asked: "_Asked") -> None:
        """Have a job done, and answer the request."""
        try:
            asked.succeed(await slot.ask(asked.frame))
        except (CamelUpError, NoAnswerError) as error:
            asked.fail(error)
        except asyncio.CancelledError:
            asked.fail(closing())
            raise


@dataclass(frozen=True, eq=False, slots=True)
class _Asked:
    """A job as it is sent, and where its answer goes; nobody may be there for it any more."""

    frame: bytes
    answer: asyncio.Future[bytes]

    def succeed(self, result: bytes) -> None:
        if not self.answer.done():
            self.answer.set_result(result)

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)

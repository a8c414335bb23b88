"""A place for one worker process: started when it is needed, and replaced when it dies or hangs."""

import asyncio
from collections.abc import Sequence
from typing import Final

from camelup.core import errors
from camelup.core.errors import CamelUpError, RequestError, ServerError
from camelup.server.thinking.jobs import Done, Failed
from camelup.server.thinking.process import WorkerProcess

START_LIMIT: Final = 600.0
"""Seconds that a worker may take to start: the first one after an installation compiles."""
_ATTEMPTS = 2


class NoAnswerError(Exception):
    """Every worker that was given a job has hung or died, or had an accident with it."""


class WorkerSlot:
    """A place for a worker. `starting` lets slots that share it start one process at a time.

    So the first one compiles and the others find what it has compiled, and a start does not take every core.
    """

    def __init__(
        self, command: Sequence[str], limit: float, starting: asyncio.Lock, *, start_limit: float = START_LIMIT
    ) -> None:
        self._command, self.limit, self._starting, self._start_limit = command, limit, starting, start_limit
        self._closed = asyncio.Event()
        self._process: WorkerProcess | None = None
        self.is_busy = False
        """Whether it is at a job."""
        self.restarts = 0
        """How many processes had died, or hung, and were replaced."""

    @property
    def process(self) -> int | None:
        """The id of the process that lives here now."""
        return self._process.number if self._process is not None and self._process.is_alive else None

    async def ask(self, frame: bytes) -> bytes:
        """Give a worker's answer to a job, that of another worker if the first does not survive it."""
        self.is_busy = True
        try:
            for _ in range(_ATTEMPTS):
                process = await self._find()
                try:
                    async with asyncio.timeout(self.limit):
                        reply = await process.ask(frame)
                except (TimeoutError, EOFError, OSError):
                    await process.end()
                    continue
                if isinstance(reply, Failed):
                    raise _error(reply)
                if isinstance(reply, Done):
                    return bytes(reply.result)
                break
            raise NoAnswerError
        finally:
            self.is_busy = False

    async def start(self) -> None:
        """See that there is a process, a new one if the last has died; an error says why there can be none."""
        await self._find()

    async def _find(self) -> WorkerProcess:
        async with self._starting:
            if self._closed.is_set():
                raise closing()
            if self._process is not None:
                if self._process.is_alive:
                    return self._process
                await self._process.end()
                self.restarts += 1
            try:
                self._process = await WorkerProcess.start(self._command)
                if self._closed.is_set():
                    self._process.kill()
                async with asyncio.timeout(self._start_limit):
                    reply = await self._process.receive()
            except (TimeoutError, EOFError, OSError) as error:
                await self._give_up()
                if self._closed.is_set():
                    raise closing() from None
                raise ServerError("workers", "Cannot start the worker processes.") from error
            except BaseException:
                await self._give_up()
                raise
            if isinstance(reply, Failed):
                await self._give_up()
                raise _error(reply)
            return self._process

    def kill(self) -> None:
        """End the process now and start none any more; `close` waits until nothing is left of it."""
        self._closed.set()
        if self._process is not None:
            self._process.kill()

    async def close(self) -> None:
        """End the process for good. Somebody may still be waiting for its start, but nobody for a reply."""
        self.kill()
        async with self._starting:
            await self._give_up()

    async def _give_up(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await process.end()


def closing() -> RequestError:
    """Make the error for those who ask while the server stops."""
    return RequestError("closing", "The server is closing.")


def _error(failed: Failed) -> CamelUpError:
    """Give an error of this package as it was raised in a worker."""
    kind: type[CamelUpError] = getattr(errors, failed.kind)
    return kind(failed.code, failed.message)

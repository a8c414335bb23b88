"""One worker's process, from the server's side: frames in, frames out, and an end."""

import asyncio
import os
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from camelup.one_thread import ONE_THREAD
from camelup.server.thinking.jobs import LENGTH, Reply, read_reply


class WorkerProcess:
    """A process that answers one job at a time. EOFError or OSError is what it raises once the process is dead."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None, "it is a pipe"  # noqa: S101 - narrows the type
        assert process.stdout is not None, "it is a pipe"  # noqa: S101 - narrows the type
        self._process, self._jobs, self._replies = process, process.stdin, process.stdout

    @classmethod
    async def start(cls, command: Sequence[str]) -> "WorkerProcess":
        """Start a process; its first reply says whether it is ready.

        It stays in the server's session: Linux shares a core fairly between sessions, so in its own its niceness would
        count for nothing. (It ignores Ctrl-C by itself.) What it has to say for people goes nowhere: a player's error
        could reveal a card.
        """
        starting = asyncio.create_task(
            asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=os.environ | ONE_THREAD
            )
        )
        try:
            return cls(await asyncio.shield(starting))
        except asyncio.CancelledError:
            with suppress(OSError):  # a start that is broken off half-way would leave its process to nobody
                await cls(await starting).end()
            raise

    @property
    def number(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process has not ended, as far as is known."""
        return self._process.returncode is None

    async def ask(self, frame: bytes) -> Reply:
        """Send a job and give the reply to it."""
        self._jobs.write(frame)
        await self._jobs.drain()
        return await self.receive()

    async def receive(self) -> Reply:
        """Give the next reply."""
        (length,) = LENGTH.unpack(await self._replies.readexactly(LENGTH.size))
        try:
            return read_reply(await self._replies.readexactly(length))
        except msgspec.MsgspecError as error:
            raise EOFError("A worker that makes no sense is as good as dead.") from error

    def kill(self) -> None:
        """End the process; those who wait for a reply get an EOFError."""
        if self.is_alive:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def end(self) -> None:
        """Kill the process, and wait until nothing is left of it; nobody may be waiting for a reply."""
        self.kill()
        self._jobs.close()
        while await self._replies.read(1 << 16):
            pass
        await self._process.wait()
        with suppress(OSError):
            await self._jobs.wait_closed()

"""Lets others have their turn on the event loop while something long is done, such as reading a long log."""

import asyncio
from time import perf_counter

_SLICE = 0.001
"""Seconds of work between two rests: a message that comes meanwhile waits no longer."""


class Pacer:
    """Keeps the time of one piece of work."""

    __slots__ = ("_rested",)

    def __init__(self) -> None:
        self._rested = perf_counter()

    async def rest(self) -> None:
        """Let others go first if this has worked for a slice."""
        if perf_counter() - self._rested >= _SLICE:
            await asyncio.sleep(0)
            self._rested = perf_counter()

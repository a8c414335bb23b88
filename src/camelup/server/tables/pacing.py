"""Lets others have their turn on the event loop while something long is done, such as reading a long log."""

import asyncio
from time import perf_counter
from weakref import WeakKeyDictionary

_SLICE = 0.001
"""Seconds of work between two rests: a message that comes meanwhile waits no longer."""
_gates: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
"""One for each event loop: of many who do something long at once, one works between two looks at the sockets."""


class Pacer:
    """Keeps the time of one piece of work."""

    __slots__ = ("_gate", "_rested")

    def __init__(self) -> None:
        self._gate = _gates.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        self._rested = perf_counter()

    async def rest(self) -> None:
        """Let others go first if this has worked for a slice."""
        if perf_counter() - self._rested >= _SLICE:
            async with self._gate:
                await asyncio.sleep(0)
            self._rested = perf_counter()

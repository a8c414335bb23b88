"""Whether the database takes entries, asked once for all who want to know at the same moment."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

GOOD_FOR_SECONDS = 0.2
"""A good answer is good for this long: each costs an entry in the database, and anybody may ask."""


class Readiness:
    """Asks the database, and shares the answer."""

    def __init__(self, check: Callable[[], Awaitable[None]]) -> None:
        self._check = check
        self._asked: asyncio.Future[None] | None = None
        self._good_until = 0.0

    async def check(self) -> None:
        """Return if the database takes entries; StoreError if it does not."""
        if self._asked is None or (self._asked.done() and monotonic() > self._good_until):
            self._asked = asyncio.ensure_future(self._check())
            self._asked.add_done_callback(self._note)
        await asyncio.shield(self._asked)

    def _note(self, asked: asyncio.Future[None]) -> None:
        if not asked.cancelled() and asked.exception() is None:  # asked for even if nobody waits for it any more
            self._good_until = monotonic() + GOOD_FOR_SECONDS

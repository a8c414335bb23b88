"""One client's socket: what waits to be sent to it, and whose eyes it has."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from camelup.server.limits import Allowance

_MOST_WAITING = 256
_MOST_WAITING_LETTERS = 1_000_000
"""Who does not read for so long is cut off, and may come back: what was missed is sent then."""
_CHAT_RATE, _CHAT_AT_ONCE = 0.5, 5.0
_encode = msgspec.json.encode

Send = Callable[[Any], Awaitable[None]]


class Connection:
    """A client at a table."""

    __slots__ = ("_letters", "_send", "_waiting", "_wake", "chat", "is_cut_off", "seats", "sent", "token")

    def __init__(self, send: Send, token: str | None) -> None:
        self._send = send
        self._waiting: deque[str] = deque()
        self._letters = 0
        self._wake = asyncio.Event()
        self.token = token
        """The hash of its secret."""
        self.seats: tuple[int, ...] = ()
        """Those that belong to its secret."""
        self.chat = Allowance(_CHAT_RATE, _CHAT_AT_ONCE)
        self.is_cut_off = False
        self.sent = 0

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Whose views it is sent."""
        return self.seats or (None,)

    def push(self, text: str) -> None:
        """Let a message be sent when it can; whoever calls never waits."""
        if self.is_cut_off:
            return
        self._letters += len(text)
        if len(self._waiting) >= _MOST_WAITING or self._letters > _MOST_WAITING_LETTERS:
            self.is_cut_off = True
            self._waiting.clear()
        else:
            self._waiting.append(text)
        self._wake.set()

    def tell(self, message: msgspec.Struct) -> None:
        """Let a message be sent."""
        self.push(_encode(message).decode())

    async def pump(self) -> None:
        """Send what waits, as fast as the client reads, until it is cut off."""
        while not self.is_cut_off:
            while self._waiting:
                text = self._waiting.popleft()
                self._letters -= len(text)
                self.sent += 1
                await self._send({"type": "websocket.send", "text": text})
            self._wake.clear()
            if not self._waiting and not self.is_cut_off:
                await self._wake.wait()

    async def flush(self) -> None:
        """Send what still waits, before the end."""
        while self._waiting:
            await self._send({"type": "websocket.send", "text": self._waiting.popleft()})

"""A connection to a table that reconnects: it waits for a server that restarts, or for a network that fails."""

import asyncio
import json
import os
import random
import socket
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from camelup import __version__
from camelup.client.address import TableAddress
from camelup.client.following import Message
from camelup.core.errors import RequestError

PATIENCE = 300.0
"""Seconds that a client tries to come back before it gives up."""
_OPEN_SECONDS = 10.0
_PING_SECONDS = 10.0
_LONGEST = 1 << 24
"""Bytes of a message: a whole game that was missed has a million."""
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 10.0
_CAREFUL = 0.2
"""Seconds between messages, once a server has said that they come too fast."""
_FOR_GOOD = {"no_table", "protocol", "message", "token"}
"""Refusals that another try will not change."""

_REASONS = {
    TimeoutError: "it does not answer",
    socket.gaierror: "nobody has that name",
    ConnectionClosed: "it closed the connection",
    InvalidHandshake: "what answers there is something else",
}


class LostError(Exception):
    """The connection was lost; whether what was sent has arrived is not known."""


class ReconnectingSocket:
    """One client's connection: it says hello, hands on every message, and comes back by itself until it is closed."""

    def __init__(
        self,
        address: TableAddress,
        hello: Callable[[], dict[str, Any]],
        take: Callable[[Message], None],
        patience: float,
    ) -> None:
        """Prepare a connection; `hello` gives the greeting of this moment, `take` gets what the server says."""
        self._address = address
        self._hello = hello
        self._take = take
        self._patience = patience
        self._socket: ClientConnection | None = None
        self._is_careful = False
        self._sent_at = 0.0

    @property
    def is_open(self) -> bool:
        """Whether there is a connection now, with its welcome."""
        return self._socket is not None

    async def open(self) -> None:
        """Connect for the first time; what is wrong is raised at once."""
        try:
            await self._connect()
        except (OSError, ConnectionClosed, InvalidHandshake, InvalidURI) as error:
            raise self._unreachable(_reason(error)) from error

    async def send(self, message: Message) -> None:
        """Send a message, LostError if there is no connection."""
        if self._is_careful:
            await asyncio.sleep(self._sent_at + _CAREFUL - monotonic())
            self._sent_at = monotonic()
        if self._socket is None:
            raise LostError
        try:
            await self._socket.send(json.dumps(message))
        except ConnectionClosed:
            self._socket = None
            raise LostError from None

    async def listen(self, lost: Callable[[], None]) -> None:
        """Hear all that comes, for ever; `lost` is called when the connection is. RequestError if it stays lost."""
        while True:
            await self._hear()
            lost()
            await self._return()

    async def close(self) -> None:
        """Go away."""
        if self._socket is not None:
            connection, self._socket = self._socket, None
            with suppress(OSError):
                await connection.close()

    async def _connect(self) -> None:
        connection = await connect(
            self._address.socket,
            open_timeout=_OPEN_SECONDS,
            ping_interval=_PING_SECONDS,
            max_size=_LONGEST,
            user_agent_header=f"camelup/{__version__}",
        )
        try:
            await connection.send(json.dumps(self._hello()))
            async with asyncio.timeout(_OPEN_SECONDS):
                welcome = _read(await connection.recv())
            _check_welcome(welcome)
            self._socket = connection
            self._hand_on(welcome)
        except BaseException:
            self._socket = None
            await connection.close()
            raise

    async def _hear(self) -> None:
        connection = self._socket
        assert connection is not None, "it is open"  # noqa: S101 - narrows the type
        try:
            async for text in connection:
                message = _read(text)
                if message["type"] == "error" and message.get("code") == "too_fast":
                    self._is_careful = True  # the server closes the connection now
                self._hand_on(message)
        except ConnectionClosed:
            pass
        self._socket = None

    def _hand_on(self, message: Message) -> None:
        try:
            self._take(message)
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            raise _nonsense() from error

    async def _return(self) -> None:
        """Connect again, after longer and longer waits; each is drawn, so that not everybody comes at once."""
        wait, began = _FIRST_WAIT, monotonic()
        while True:
            await asyncio.sleep(wait * random.uniform(0.5, 1.0))  # noqa: S311 - nothing secret
            try:
                await self._connect()
            except (OSError, ConnectionClosed, InvalidHandshake, RequestError) as error:
                if isinstance(error, RequestError) and error.code in _FOR_GOOD:
                    raise
                if monotonic() - began > self._patience:
                    raise self._unreachable(_reason(error)) from error
            else:
                return
            wait = min(2 * wait, _LONGEST_WAIT)

    def _unreachable(self, reason: str) -> RequestError:
        return RequestError("unreachable", f"There is no Camel Up server at {self._address.server}: {reason}.")


def _reason(error: Exception) -> str:
    """Say in a few words why there is no connection."""
    if isinstance(error, RequestError):
        return error.message.removesuffix(".")
    if isinstance(error, InvalidStatus):
        return f"what answers there says {error.response.status_code}"
    for kind, reason in _REASONS.items():
        if isinstance(error, kind):
            return reason
    # Where there are several addresses, each may fail in its own way, and the error has no number.
    number = error.errno if isinstance(error, OSError) else None
    return os.strerror(number) if number else "it cannot be reached"


def _read(text: str | bytes) -> dict[str, Any]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _nonsense() from error
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise _nonsense()
    return message


def _check_welcome(message: Message) -> None:
    """Raise what the server has said instead of a welcome."""
    if message["type"] == "error":
        code, text = str(message.get("code")), str(message.get("message"))
        raise RequestError(code, text)


def _nonsense() -> RequestError:
    return RequestError("message", "The server sent an unknown message.")

"""A client's socket from its first message to its end: who may come in, how fast it may speak, when it is cut off."""

import asyncio
from contextlib import suppress
from time import perf_counter
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send

from camelup.core.errors import CamelUpError, RequestError
from camelup.protocol.fields import PROTOCOL
from camelup.protocol.messages import Closing, Refused
from camelup.protocol.requests import Act, Hello, read_message, read_number
from camelup.server.configuration import Configuration
from camelup.server.error_log import INTERNAL, report
from camelup.server.http.frame_writer import FrameWriter
from camelup.server.http.limits import AddressLimiter, address_of
from camelup.server.http.message_rates import MessageAllowance, MessageLimiter
from camelup.server.http.origin import OTHER_PAGE, is_own_page
from camelup.server.metrics import Metrics
from camelup.server.tables.commands import hash_token
from camelup.server.tables.connection import Connection
from camelup.server.tables.manager import TableManager
from camelup.server.tables.message_handler import handle, refuse
from camelup.server.tables.session import TableSession

_MOST_NONSENSE = 10
"""A client that sends this many invalid messages is cut off."""
_NONSENSE = {"message", "json"}
"""The codes of what no client that works sends."""

# Codes with which a socket is closed, beside those of the standard.
REFUSED, TOO_FAST, OLD, BROKEN = 4400, 4429, 4426, 1011


class Sockets:
    """All sockets of a server."""

    def __init__(
        self, manager: TableManager, metrics: Metrics, configuration: Configuration, limiter: AddressLimiter
    ) -> None:
        self._manager = manager
        self._metrics = metrics
        self._configuration = configuration
        self._limiter = limiter
        self._message_limiter = MessageLimiter(configuration)
        self.connections: set[Connection] = set()

    def send_closing(self) -> None:
        """Tell all clients that the server is stopping."""
        for connection in self.connections:
            connection.send(Closing("The server is stopping; the game is kept. Trying again in a moment."))

    async def serve(self, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket at the table of a code."""
        address = address_of(scope)
        await receive()  # the request to connect
        if not is_own_page(scope, self._configuration.origins):
            self._metrics.count("camelup_refusals_total", "code", "origin")
            await refuse_socket(scope, send, RequestError("origin", OTHER_PAGE))
            return
        try:
            self._limiter.connect(address)
        except RequestError as error:
            self._metrics.count("camelup_dropped_total", "reason", "too_many")
            await send({"type": "websocket.accept"})
            await _end(send, error, REFUSED)
            return
        try:
            with suppress(_GoneError, OSError):
                await send({"type": "websocket.accept"})
                await self._greet(code, address, receive, send)
        finally:
            self._limiter.disconnect(address)

    async def _greet(self, code: str, address: str, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(self._configuration.idle_timeout):
                hello = read_hello(await _receive(receive))
            async with self._manager.visit(code) as session:
                await session.catch_up_to(hello.since or 0)
                connection = Connection(FrameWriter(send), hello.token and hash_token(hello.token), address)
                await session.prepare(connection, hello.since)
                self.connections.add(connection)
                session.join(connection, hello.since)
                await self._serve(session, connection, address, receive, send)
        except TimeoutError:
            await _end(send, RequestError("silent", "No message arrived."), REFUSED)
        except CamelUpError as error:
            self._metrics.count("camelup_refusals_total", "code", error.code)
            await _end(send, error, OLD if error.code == "protocol" else REFUSED)
        except (OSError, _GoneError):
            raise
        except Exception as fault:  # noqa: BLE001 - whatever is wrong with the server, clients are told that alone
            report(fault)
            self._metrics.count("camelup_faults_total")
            await _end(send, RequestError("internal", INTERNAL), BROKEN)

    async def _serve(
        self, session: TableSession, connection: Connection, address: str, receive: Receive, send: Send
    ) -> None:
        try:
            code = await self._listen(session, connection, self._message_limiter.allow(address), receive)
        finally:
            self.connections.discard(connection)
            session.part(connection)
            self._metrics.count("camelup_messages_total", by=connection.sent)
            if connection.is_cut_off:
                self._metrics.count("camelup_dropped_total", "reason", "slow")
        if code is not None:
            await _close(send, code, "too much")

    async def _listen(
        self, session: TableSession, connection: Connection, allowance: MessageAllowance, receive: Receive
    ) -> int | None:
        """Do what a client asks for, until it goes; give the code with which it is to be cut off."""
        nonsense = 0
        while nonsense < _MOST_NONSENSE:
            try:
                data = await _receive(receive)
            except _GoneError:
                return None
            try:
                await allowance.wait()
                begun = perf_counter()
                if not allowance.take():
                    self._metrics.count("camelup_dropped_total", "reason", "too_fast")
                    refuse(connection, RequestError("too_fast", "Too many messages."))
                    return TOO_FAST
                message = read_message(data)
                allowance.check(message)
            except RequestError as error:
                self._metrics.count("camelup_refusals_total", "code", error.code)
                refuse(connection, error, read_number(data))
                nonsense += error.code in _NONSENSE
                await asyncio.sleep(0)
                continue
            code = await handle(self._manager, session, connection, message)
            if code is not None:
                self._metrics.count("camelup_refusals_total", "code", code)
                nonsense += code in _NONSENSE
                await asyncio.sleep(0)  # others go first: of messages that are refused many may be waiting
            elif isinstance(message, Act):
                self._metrics.time("camelup_action_seconds", perf_counter() - begun)
        return REFUSED


async def refuse_socket(scope: Scope, send: Send, error: RequestError) -> None:
    """Refuse to open a socket, with a reason."""
    scope["state"]["refusal"] = error  # for the connection guard, which writes the answer
    await send({"type": "websocket.close"})


def read_hello(data: str | bytes) -> Hello:
    """Read a client's first message."""
    hello = read_message(data)
    if not isinstance(hello, Hello):
        raise RequestError("message", "The first message must be hello.")
    if hello.protocol != PROTOCOL:
        message = f"This server speaks protocol {PROTOCOL}, not {hello.protocol}: reload the page."
        raise RequestError("protocol", message)
    return hello


class _GoneError(Exception):
    """The client has gone."""


async def _receive(receive: Receive) -> str | bytes:
    message: Any = await receive()
    if message["type"] == "websocket.disconnect":
        raise _GoneError
    text: str | bytes = message.get("text") or message.get("bytes") or ""
    return text


async def _end(send: Send, error: CamelUpError, code: int) -> None:
    text = msgspec.json.encode(Refused(error.code, error.message)).decode()
    with suppress(OSError, RuntimeError):
        await send({"type": "websocket.send", "text": text})
    await _close(send, code, error.code)


async def _close(send: Send, code: int, reason: str) -> None:
    with suppress(OSError, RuntimeError):  # it has gone by itself
        await send({"type": "websocket.close", "code": code, "reason": reason})

"""Guards connections: what one may cost before anybody knows who it is, and that every one ends.

uvicorn waits for ever for a request that does not come and for a client that does not read, answers pings without
counting them, and writes a line into its log for what strangers send. Here it does not: a client has
`--idle-timeout` seconds to ask for something, and to read what is waiting for it.
"""

import asyncio
from collections import Counter
from http import HTTPStatus
from typing import Any, ClassVar

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Response
from websockets.server import ServerProtocol
from websockets.typing import StatusLike

from camelup.core.errors import RequestError
from camelup.protocol.http import ErrorForm
from camelup.server.address import Networks, address_group
from camelup.server.configuration import Configuration
from camelup.server.error_log import INTERNAL
from camelup.server.http.headers import HEADERS
from camelup.server.metrics import Metrics
from camelup.server.token_bucket import Rate, TokenBucket, TokenBuckets

_BESIDE = 50
"""The most connections beside those at tables: browsers open some to load a page."""
_ARRIVALS = Rate(1.0, 4.0)
"""New connections of an address, for each that it may have."""
_FOR_OTHERS = 64
"""Files that the process needs for other things: a connection that cannot be had must not be accepted."""
_FILES = 1_048_576
_IDLE_RATE, _IDLE_AT_ONCE = 1.0, 60.0
"""Pings, and what still comes when the end has been said."""
_MOST_FRAMES = 256
"""The most pieces that a message may come in."""
_CLOSE_SECONDS = 12.0
"""Seconds that a socket may go on sending after its end."""
_NOT_UTF8 = 1007
_NO_HTTP = RequestError("http", "That is not a valid HTTP request.")
_NO_PAGE = RequestError("no_page", "There is nothing at this address.")
_INTERNAL = RequestError("internal", INTERNAL)
_STATUS_OF_REFUSAL = {"no_page": HTTPStatus.NOT_FOUND, "too_fast": HTTPStatus.TOO_MANY_REQUESTS}
"""Of a socket that is not opened; otherwise it is forbidden."""


def _write(error: RequestError) -> bytes:
    return msgspec.json.encode(ErrorForm(error.code, error.message))


def files_allowed() -> int:
    """Ask the system for all the files and connections that a process may have open; give how many these are."""
    try:
        import resource  # noqa: PLC0415 - not everywhere; elsewhere the system has another limit
    except ImportError:
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        hard = max(soft, _FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


class ConnectionGuard:
    """Counts connections, by address too; knows for how long a silent one may stay."""

    def __init__(self, configuration: Configuration, metrics: Metrics) -> None:
        self.idle_timeout = configuration.idle_timeout
        self._metrics = metrics
        self._most = min(configuration.connections + _BESIDE, max(files_allowed() - _FOR_OTHERS, 1))
        self._most_from_one = configuration.address_connections + _BESIDE
        self._proxies = Networks(configuration.proxies)
        self._inside: Counter[str] = Counter()
        self._arrivals = TokenBuckets[str](_ARRIVALS.times(self._most_from_one))
        self._count = 0

    def enter(self, address: str) -> bool:
        """Let a connection in, unless there are too many; a proxy's are those of many people."""
        group = address_group(address)
        if self._count >= self._most:
            return False
        # Even to refuse a request costs something, so the next one from a flood waits for a new connection.
        is_crowded = self._inside[group] >= self._most_from_one or not self._arrivals.take(group)
        if is_crowded and address not in self._proxies:
            return False
        self._inside[group] += 1
        self._count += 1
        return True

    def leave(self, address: str) -> None:
        """Note that a connection has ended."""
        group = address_group(address)
        self._count -= 1
        self._inside[group] -= 1
        if self._inside[group] <= 0:
            del self._inside[group]

    def count(self, reason: str) -> None:
        """Count a connection that is cut off."""
        self._metrics.count("camelup_dropped_total", "reason", reason)


class _Timer:
    """Something that happens after a while, unless it is put off or stopped."""

    __slots__ = ("_handle",)

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    def set(self, loop: asyncio.AbstractEventLoop, seconds: float, act: Any) -> None:  # noqa: ANN401 - a callback
        self.stop()
        self._handle = loop.call_later(seconds, act)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class _Http(H11Protocol):
    """HTTP, for clients that ask and read in time."""

    guard: ClassVar[ConnectionGuard]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        self._address = self.client[0] if self.client else "?"
        self._timer = _Timer()
        self._unread, self._has_read = 0, False
        self._is_inside = self.guard.enter(self._address)
        if self._is_inside:
            self._timer.set(self.loop, self.guard.idle_timeout, self._look)
        else:
            self.guard.count("too_many")
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.stop()
        if self._is_inside:
            self.guard.leave(self._address)
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        self._timer.set(self.loop, self.guard.idle_timeout, self._look)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._timer.stop()  # from here on the socket's own class has the connection
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.transport.get_write_buffer_size()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._has_read = True

    def _look(self) -> None:
        """End what is waiting for the client; what waits for the server, or is read slowly, may go on."""
        is_ours = self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body
        if is_ours and (not self.flow.write_paused or self._is_reading()):
            self._timer.set(self.loop, self.guard.idle_timeout, self._look)
        else:
            self.transport.abort()

    def _is_reading(self) -> bool:
        """Whether the client has read something since this was asked last."""
        has_read, self._has_read = self._has_read, False
        before, self._unread = self._unread, self.transport.get_write_buffer_size()
        return has_read or self._unread < before

    def send_400_response(self, msg: str) -> None:
        del msg
        if self.cycle is not None:  # a request whose body is broken may be about to be answered: one answer is enough
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state not in {h11.IDLE, h11.SEND_RESPONSE}:  # half an answer has gone out already
            self.transport.abort()
            return
        body = _write(_NO_HTTP)
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
            *HEADERS,
        ]
        for event in (h11.Response(status_code=400, headers=headers), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event))
        self.transport.close()


class _Handshake(ServerProtocol):
    """The beginning of a WebSocket, refused in the form of all other refusals."""

    socket: "_Socket"

    def reject(self, status: StatusLike, text: str) -> Response:
        error = _NO_HTTP
        if status == HTTPStatus.FORBIDDEN:  # the application's word; nobody else forbids anything
            error = self.socket.scope["state"].get("refusal", _NO_PAGE)
            status = _STATUS_OF_REFUSAL.get(error.code, status)
        elif status == HTTPStatus.INTERNAL_SERVER_ERROR:
            error = _INTERNAL
        response = super().reject(status, text)
        response.body = _write(error)
        del response.headers["Content-Length"], response.headers["Content-Type"]
        response.headers["Content-Length"] = str(len(response.body))
        response.headers["Content-Type"] = "application/json"
        for name, value in HEADERS:
            response.headers[name.decode()] = value.decode()
        return response


class _Socket(WebSocketsSansIOProtocol):
    """A WebSocket whose client reads, and sends messages rather than pings and pieces."""

    guard: ClassVar[ConnectionGuard]

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - uvicorn's own
        super().__init__(*arguments, **options)
        self.conn = _Handshake(max_size=self.config.ws_max_size, logger=self.logger)
        self.conn.socket = self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._address = self.client[0] if self.client else "?"
        self._timer = _Timer()
        self._timer.set(self.loop, self.guard.idle_timeout, self._end_if_unopened)
        self._idle = TokenBucket(_IDLE_RATE, _IDLE_AT_ONCE)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.stop()
        self.guard.leave(self._address)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.transport.get_write_buffer_size()
        self._timer.set(self.loop, self.guard.idle_timeout, self._give_up)

    def _give_up(self) -> None:
        """End a connection whose client does not read; one that is only slow may go on."""
        unread = self.transport.get_write_buffer_size()
        if unread < self._unread:
            self._unread = unread
            self._timer.set(self.loop, self.guard.idle_timeout, self._give_up)
        else:
            self.guard.count("slow")
            self.transport.abort()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not (self.close_sent or self.transport.is_closing()):
            self._timer.stop()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        if not self.disconnected:  # what is still to be sent may wait for a client that does not read
            self._timer.set(self.loop, _CLOSE_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.guard.count("dead")
        self.transport.abort()

    def handle_ping(self) -> None:
        if self._idle.take() and self.writable.is_set():
            super().handle_ping()
        else:
            self._refuse_more()

    def handle_pong(self, event: Frame) -> None:
        if self._idle.take():
            super().handle_pong(event)
        else:
            self._refuse_more()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < _MOST_FRAMES:
            super().handle_cont(event)
        else:
            self._refuse_more()

    def send_receive_event_to_app(self) -> None:
        if self.close_sent and not self._idle.take():
            self._refuse_more()
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(_NOT_UTF8)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def _refuse_more(self) -> None:
        """End a connection of which comes more than anybody needs; it is said once."""
        if not self.transport.is_closing():
            self.guard.count("too_fast")
        self.transport.abort()

    def _end_if_unopened(self) -> None:
        if not self.handshake_complete:
            self.transport.abort()


def make_protocols(guard: ConnectionGuard) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Give the classes that serve HTTP and WebSockets behind a guard."""
    return type("Http", (_Http,), {"guard": guard}), type("Socket", (_Socket,), {"guard": guard})

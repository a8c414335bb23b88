"""Frames of a WebSocket, written straight to a client's socket.

A message to everybody at a table is framed once and written to each socket. ASGI would frame every copy separately, in
a task that has to be woken. That takes a good part of a busy server's time, so this one file knows uvicorn's
internals. Reading, pings and closing stay with uvicorn.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from camelup.core.errors import ServerError

_MOST_WAITING = 1_000_000
"""A client with this many bytes waiting does not read. It is cut off, and is sent what it missed when it comes back."""


class FrameWriter:
    """The way to one client; `send` is that of ASGI, as uvicorn gives it."""

    __slots__ = ("_protocol",)

    def __init__(self, send: Any) -> None:  # noqa: ANN401 - whatever the server gives
        protocol = getattr(send, "__self__", None)
        if not isinstance(protocol, WebSocketsSansIOProtocol):
            raise ServerError("wire", "Sockets are served by uvicorn, with its WebSockets that do no input or output.")
        self._protocol = protocol

    def write(self, framed: bytes) -> bool:
        """Let a frame be sent, without waiting; False if the client does not read, or has gone."""
        protocol = self._protocol
        transport = protocol.transport
        if protocol.close_sent or transport.is_closing():
            return False
        transport.write(framed)
        return transport.get_write_buffer_size() < _MOST_WAITING

    def cut(self) -> None:
        """End the connection at once, with what still waits."""
        self._protocol.transport.abort()

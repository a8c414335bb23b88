"""Frames of a WebSocket, written straight to a client's socket.

What everybody at a table is sent is framed once and written to each of them; by way of ASGI every copy would be framed
anew, in a task that has to be woken for it. That takes a good part of a busy server's time, so this one file knows how
uvicorn's protocol looks inside. Reading, pings and closing stay with uvicorn.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from camelup.core.errors import ServerError

_TEXT = 0x81
"""The first byte of a text in one frame."""
_ONE_BYTE, _TWO_BYTES = 126, 1 << 16
_MOST_WAITING = 1_000_000
"""Who has so many bytes waiting does not read; he is cut off, and may come back: what was missed is sent then."""


def frame(text: bytes) -> bytes:
    """Give a text as a frame from a server."""
    length = len(text)
    if length < _ONE_BYTE:
        return bytes((_TEXT, length)) + text
    if length < _TWO_BYTES:
        return bytes((_TEXT, 126)) + length.to_bytes(2, "big") + text
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big") + text


class Wire:
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

"""One client at a table: which seats it holds, and how it is sent messages."""

from typing import Protocol

import msgspec

_encode = msgspec.json.encode
_TEXT = 0x81
"""The first byte of a text in one frame."""
_ONE_BYTE, _TWO_BYTES = 126, 1 << 16


def frame(text: bytes) -> bytes:
    """Give a text as a frame from a server."""
    length = len(text)
    if length < _ONE_BYTE:
        return bytes((_TEXT, length)) + text
    if length < _TWO_BYTES:
        return bytes((_TEXT, 126)) + length.to_bytes(2, "big") + text
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big") + text


class Writer(Protocol):
    """Takes frames for one client without waiting for it; http/frame_writer.py has the real one."""

    def write(self, framed: bytes) -> bool:
        """Send a frame; False if the client does not read, or has gone."""

    def cut(self) -> None:
        """End the connection at once."""


class Connection:
    """A client at a table."""

    __slots__ = ("_writer", "address", "is_cut_off", "is_maker", "is_program", "seats", "sent", "token")

    def __init__(self, writer: Writer, token: str | None, address: str = "") -> None:
        self._writer = writer
        self.address = address
        """Where it comes from; work for its table waits in the line of this address."""
        self.token = token
        """The hash of its secret."""
        self.seats: tuple[int, ...] = ()
        """Those that belong to its secret."""
        self.is_maker = False
        """Whether its owner made the table, and has yet to sit down."""
        self.is_program = False
        """Whether it plays by itself."""
        self.is_cut_off = False
        self.sent = 0

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Whose views it is sent."""
        return self.seats or (None,)

    @property
    def reader(self) -> int | None:
        """The seat that sentences speak to; none for watchers, and for several people at one device."""
        return self.seats[0] if len(self.seats) == 1 else None

    def send_frame(self, framed: bytes) -> None:
        """Send a message that was framed for many; nobody waits for a client that does not read."""
        if self.is_cut_off:
            return
        self.sent += 1
        if not self._writer.write(framed):
            self.is_cut_off = True
            self._writer.cut()

    def send(self, message: msgspec.Struct) -> None:
        """Send a message."""
        self.send_frame(frame(_encode(message)))

"""One client at a table: whose eyes it has, and how it is told something."""

import msgspec

from camelup.server.wire import Wire, frame

_encode = msgspec.json.encode


class Connection:
    """A client at a table."""

    __slots__ = ("_wire", "is_cut_off", "seats", "sent", "token")

    def __init__(self, wire: Wire, token: str | None) -> None:
        self._wire = wire
        self.token = token
        """The hash of its secret."""
        self.seats: tuple[int, ...] = ()
        """Those that belong to its secret."""
        self.is_cut_off = False
        self.sent = 0

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Whose views it is sent."""
        return self.seats or (None,)

    def push(self, framed: bytes) -> None:
        """Send a message that was framed for many; nobody waits for a client that does not read."""
        if self.is_cut_off:
            return
        self.sent += 1
        if not self._wire.write(framed):
            self.is_cut_off = True
            self._wire.cut()

    def tell(self, message: msgspec.Struct) -> None:
        """Send a message."""
        self.push(frame(_encode(message)))

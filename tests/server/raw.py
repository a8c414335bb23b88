"""Connections by hand: bytes that no library would send, and clients that do not read."""

import asyncio
import os
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

PING, CLOSE, TEXT, BINARY, CONTINUED = 0x9, 0x8, 0x1, 0x2, 0x0
_SECONDS = 60.0


class RawClient:
    """A TCP connection to a server."""

    all: ClassVar[list["RawClient"]] = []
    """Those that a test has made, for its end."""

    def __init__(self, port: int, *, window: int | None = None) -> None:
        """Connect; with a small window little fits between the two ends."""
        self.socket = socket.socket()
        self.all.append(self)
        if window is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setblocking(False)  # noqa: FBT003 - its only argument

    async def send(self, data: bytes) -> None:
        """Send bytes; ConnectionError if nobody wants them."""
        async with asyncio.timeout(_SECONDS):
            await asyncio.get_running_loop().sock_sendall(self.socket, data)

    async def upgrade(self, path: str, *more: str, host: str = "127.0.0.1") -> None:
        """Ask for a WebSocket."""
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
            *more,
        ]
        await self.send("\r\n".join([*lines, "", ""]).encode())

    async def hear(self, end: bytes) -> bytes:
        """Read until something has come."""
        heard = b""
        async with asyncio.timeout(_SECONDS):
            while end not in heard:
                part = await asyncio.get_running_loop().sock_recv(self.socket, 1 << 16)
                if not part:
                    raise AssertionError(f"the server has closed after {heard!r}")
                heard += part
        return heard

    async def hear_end(self) -> bytes:
        """Read all until the server closes, in whatever way."""
        heard = b""
        async with asyncio.timeout(_SECONDS):
            with suppress(ConnectionError):
                while part := await asyncio.get_running_loop().sock_recv(self.socket, 1 << 16):
                    heard += part
        return heard

    async def flood(self, data: bytes, most: int = 200_000_000) -> None:
        """Send the same again and again, without reading, until the server has had enough."""
        sent = 0
        with suppress(ConnectionError):
            while sent < most:
                await self.send(data)
                sent += len(data)
            raise AssertionError(f"the server has taken {sent} bytes and more")

    @classmethod
    def close_all(cls) -> None:
        """Close what a test has left open."""
        while cls.all:
            cls.all.pop().close()

    def close(self) -> None:
        """Close, with a reset if something was not read."""
        self.socket.close()


def frame(kind: int, payload: bytes = b"", *, is_last: bool = True) -> bytes:
    """Give a frame of a client's WebSocket; its mask is zero."""
    head = bytes([kind | 0x80 * is_last])
    if len(payload) < 126:
        head += bytes([0x80 | len(payload)])
    elif len(payload) < 1 << 16:
        head += bytes([0x80 | 126]) + struct.pack(">H", len(payload))
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", len(payload))
    return head + bytes(4) + payload


def memory_of(process: int) -> int:
    """Give the memory of a process in bytes, 0 where that is not told."""
    statm = Path(f"/proc/{process}/statm")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if statm.exists() else 0


def sockets_of(process: int) -> int:
    """Count the sockets that a process holds, 0 where that is not told."""
    folder = Path(f"/proc/{process}/fd")
    count = 0
    for link in folder.iterdir() if folder.exists() else ():
        with suppress(OSError):
            count += str(link.readlink()).startswith("socket:")
    return count

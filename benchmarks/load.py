"""Many players at many tables, over real sockets, cheap enough that one core of load can fill a server on another.

Frames are read and written by hand: a library's comfort would make the load the bottleneck.
"""

import asyncio
import base64
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, cast

import msgspec

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class Player(asyncio.Protocol):
    """One client: connects, says hello, and calls back with every message."""

    def __init__(self, path: str, token: str, heard: Callable[["Player", bytes], None]) -> None:
        self._path, self._token, self._heard = path, token, heard
        self._buffer = bytearray()
        self._is_open = False
        self.transport: asyncio.Transport | None = None
        self.seat = -1
        self.since: int | None = None
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, _error: Exception | None) -> None:
        self.closed = True

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        is_whole = data[:2] == b"\x81\x7e" and len(data) == 4 + int.from_bytes(data[2:4], "big")
        if is_whole and self._is_open and not buffer:  # one message, as nearly always
            self._heard(self, data[4:])
            return
        buffer += data
        if not self._is_open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:100])  # noqa: S101
            del buffer[: end + 4]
            self._is_open = True
            self.say({"type": "hello", "protocol": 1, "token": self._token, "since": self.since})
        at = 0
        while len(buffer) - at >= 2:
            length, head = buffer[at + 1] & 127, 2
            if length == 126:
                length, head = int.from_bytes(buffer[at + 2 : at + 4], "big"), 4
            elif length == 127:
                length, head = int.from_bytes(buffer[at + 2 : at + 10], "big"), 10
            if len(buffer) - at < head + length:
                break
            payload = bytes(buffer[at + head : at + head + length])
            kind = buffer[at] & 15
            at += head + length
            if kind == _TEXT:
                self._heard(self, payload)
            elif kind == _PING:
                self._write(_PONG, payload)
        del buffer[:at]

    def say(self, message: dict[str, Any]) -> None:
        self._write(_TEXT, msgspec.json.encode(message))

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254]) + size.to_bytes(2, "big")
        assert self.transport is not None  # noqa: S101
        self.transport.write(head + bytes(4) + payload)  # a mask of zeros leaves it as it is


class Table:
    """A table of people who play as they are told: at a pace, or as fast as the server lets them."""

    def __init__(self, players: int, edition: int, computers: tuple[str, ...] = (), address: str = "127.0.0.1") -> None:
        """Say who plays; `address` is where all of them connect from, since limits count by address."""
        self.size, self.edition, self.computers, self.address = players, edition, computers, address
        self.computer_moves = 0
        self.players: list[Player] = []
        self.ply, self.turn = 0, -1
        self.legal: list[Any] = []
        self.sent_at = 0.0
        self.receipts = 0
        self.is_over = False
        self.is_begun = False
        self.errors: list[bytes] = []
        self.delays: list[float] = []
        self.accepted = 0
        self.seated = 0
        self.is_flat_out = False
        self.code = ""
        self._rng = random.Random(secrets.randbits(32))

    async def join(self, host: str, port: int) -> None:
        wanted = {
            "settings": {"edition": self.edition, "seats": self.size + len(self.computers)},
            "computers": [{"level": level, "seat": self.size + at} for at, level in enumerate(self.computers)],
        }
        self.code = (await asyncio.to_thread(post, port, "/api/tables", wanted, self.address))["id"]
        for seat in range(self.size):
            player = Player(f"/api/tables/{self.code}/socket", secrets.token_urlsafe(32), self._hear)
            await asyncio.get_running_loop().create_connection(
                partial(_same, player), host, port, local_addr=(self.address, 0)
            )
            self.players.append(player)
            while self.seated < seat + 1:  # noqa: ASYNC110 - the first to sit is host, so one after the other
                await asyncio.sleep(0.005)

    def start(self) -> None:
        self.players[0].say({"type": "start"})

    def act(self) -> None:
        """Let the seat in turn do something."""
        if self.is_over or self.turn < 0 or not self.legal:
            return
        action = self._rng.choice(self.legal[: 1 + self._rng.randrange(len(self.legal))])
        self.legal = []
        self.receipts = 0
        self.sent_at = time.perf_counter()
        self.players[self.turn].say({"type": "act", "seat": self.turn, "ply": self.ply, "action": action})

    def _hear(self, player: Player, payload: bytes) -> None:
        if payload.startswith(b'{"type":"played"'):
            self.receipts += 1
            self.computer_moves += b'"by":"computer"' in payload
            if self.receipts == self.size:
                self.delays.append(time.perf_counter() - self.sent_at)
                self.accepted += 1
            if b'"legal":[{' in payload:
                message = msgspec.json.decode(payload)
                self.turn = message["seen"][0]["seat"]
                self.ply = message["ply"]
                self.legal = message["seen"][0]["changes"]["legal"]
            elif b'"game_ended"' in payload:
                self.is_over = True
            if self.is_flat_out and (self.receipts == self.size or self.computers):
                self.act()
        elif payload.startswith(b'{"type":"welcome"'):
            seat = self.seated
            player.say({"type": "sit", "name": f"p{seat}", "seed": secrets.token_hex(8), "seat": seat})
        elif payload.startswith(b'{"type":"seated"'):
            self.seated += 1
        elif payload.startswith(b'{"type":"began"'):
            self.is_begun = True
            view = msgspec.json.decode(payload)["views"][0]
            if view["legal"]:
                self.turn, self.legal = view["seat"], view["legal"]
                if self.is_flat_out:
                    self.act()
        elif payload.startswith(b'{"type":"error"'):
            self.errors.append(payload)


def _same(player: Player) -> Player:
    return player


def post(port: int, path: str, body: Any, address: str = "127.0.0.1", timeout: float = 30) -> Any:  # noqa: ANN401
    connection = HTTPConnection("127.0.0.1", port, timeout=timeout, source_address=(address, 0))
    with closing(connection):
        connection.request("POST", path, json.dumps(body))
        answer = connection.getresponse()
        text = answer.read()
    assert answer.status < HTTPStatus.BAD_REQUEST, text  # noqa: S101
    return json.loads(text)


class Server:
    """A server in a process of its own, on one core."""

    def __init__(self, *flags: str, core: int = 0, database: str | None = None, data: str | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory()
        where = ["--database", database] if database else ["--data", data or self._folder.name]
        command = [
            *("taskset", "-c", str(core), sys.executable, "-m", "camelup", "serve", "--local", "--port", "0", *where),
            *("--address-connections", "100000", "--address-tables", "100000", "--messages", "1000", *flags),
        ]
        begun = time.perf_counter()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None  # noqa: S101
        line = self.process.stdout.readline()
        self.seconds_to_start = time.perf_counter() - begun
        self.port = int(line.rstrip().rstrip("/").rpartition(":")[2])

    @property
    def memory(self) -> float:
        """Resident memory, in kB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return float(status.partition("VmRSS:")[2].split()[0])

    def move_workers(self, core: int) -> None:
        """Let the processes that think have another core than the server."""
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                if int(path.read_text().rpartition(")")[2].split()[1]) == self.process.pid:
                    os.sched_setaffinity(int(path.parent.name), {core})

    @property
    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(20)
        self._folder.cleanup()
        return code


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


async def seat_all(servers: list[Server], tables: int, players: int = 4, address: str = "127.0.0.1") -> list[Table]:
    """Let people sit down at a number of tables, by turns at each server, and start."""
    made = [Table(players, 1 + number % 2, address=address) for number in range(tables)]
    ports = [servers[number % len(servers)].port for number in range(tables)]
    for begin in range(0, tables, 20):
        some = list(zip(made, ports, strict=True))[begin : begin + 20]
        await asyncio.gather(*(table.join("127.0.0.1", port) for table, port in some))
    await asyncio.sleep(1)
    for table in made:
        table.start()
    while not all(table.is_begun for table in made):  # noqa: ASYNC110 - hundreds of them, once
        await asyncio.sleep(0.1)
    return made


def reset_collectors(tables: list[Table]) -> None:
    for table in tables:
        table.delays, table.accepted = [], 0


async def play_paced(tables: list[Table], seconds: float) -> list[float]:
    """One action a table in a second, spread over the second; give how long each took to reach everybody."""
    reset_collectors(tables)
    begun = time.perf_counter()
    for second in range(int(seconds)):
        for number, table in enumerate(tables):
            wait = begun + second + number / len(tables) - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            table.act()
    await asyncio.sleep(1)
    return [delay for table in tables for delay in table.delays]

"""What each request and message costs the server's event loop, and how many bytes it sends out at worst.

.venv/bin/python benchmarks/costs.py

Every request goes over one connection, and every message to a table of eight with so many people watching; the table
with a long game was stored before. Times are of the processor, in the server's own process, so a busy machine does
not matter. docs/operations.md has the figures, and what bounds each of them.
"""

import asyncio
import itertools
import json
import secrets
import tempfile
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from load import Server, post
from stored_tables import store_tables
from websockets.asyncio.client import ClientConnection, connect

_TIMES = 200
_WATCHERS = 50
_LONG = 990


def show(name: str, times: int, seconds: float, size: float) -> None:
    print(f"{name:44} {1000 * seconds / times:8.2f} ms {size:10,.0f} bytes", flush=True)


def measure_requests(server: Server, codes: list[str]) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)

    def ask(path: str, method: str = "GET", body: bytes | None = None) -> int:
        connection.request(method, path, body)
        return len(connection.getresponse().read())

    before = server.cpu_seconds
    size = sum(ask(f"/api/tables/{code}") for code in codes)
    show(f"GET /api/tables/CODE, {_LONG} plies, first time", len(codes), server.cpu_seconds - before, size / len(codes))
    for _ in range(100):
        post(server.port, "/api/tables", {"settings": {"seats": 8, "is_open": True}})
    gets = [
        *("/health", "/ready", "/metrics", "/", "/style.css", "/nothing", "/api/server", "/api/players"),
        *("/api/openapi.json", "/api/protocol.json", "/api/tables", f"/api/tables/{codes[0]}"),
        *(f"/api/games/{codes[0]}{part}" for part in ("", "/summary", "/replay", "/review")),
        "/api/review/none",
    ]
    assets = Path(__file__).parents[1] / "src/camelup/server/static/assets"
    largest = max(assets.glob("*"), key=lambda path: path.stat().st_size, default=None)
    if largest is not None:
        gets.append(f"/assets/{largest.name}")
    for path in gets:
        before = server.cpu_seconds
        size = sum(ask(path) for _ in range(_TIMES))
        show(f"GET {path}", _TIMES, server.cpu_seconds - before, size / _TIMES)
    bodies = {"small": b"{}", "deep": b"[" * 8000 + b"]" * 8000, "too long": b"x" * 20_000}
    for (name, body), path in itertools.product(bodies.items(), ("/api/tables", "/api/replay", "/api/review")):
        before = server.cpu_seconds
        size = sum(ask(path, "POST", body) for _ in range(_TIMES))
        show(f"POST {path}, {name}", _TIMES, server.cpu_seconds - before, size / _TIMES)


async def come(server: Server, code: str, since: int | None = None, token: str = "") -> tuple[ClientConnection, int]:
    """Connect to a table; give the connection and the size of the welcome."""
    client = await connect(f"ws://127.0.0.1:{server.port}/api/tables/{code}/socket", max_size=None, proxy=None)
    hello = {"type": "hello", "protocol": 1, "token": token or secrets.token_urlsafe(32), "since": since}
    await client.send(json.dumps(hello))
    return client, len(await client.recv())


async def measure_hellos(server: Server, code: str, long: str) -> None:
    for name, table, since in (("no game", code, None), ("a game", long, None), ("a game since 0", long, 0)):
        before, size = server.cpu_seconds, 0
        for _ in range(40):
            client, size = await come(server, table, since)
            await client.close()
        show(f"handshake, hello to {name}, and the end", 40, server.cpu_seconds - before, size)


class Host:
    """The host of a table that many watch."""

    def __init__(self, server: Server, client: ClientConnection) -> None:
        self._server, self._client = server, client
        self._numbers = itertools.count(1)

    async def ask(self, kind: str, **fields: Any) -> int:  # noqa: ANN401 - JSON
        """Send a message; give the size of all that came until it was answered."""
        number = next(self._numbers)
        await self._client.send(json.dumps({"type": kind, "id": number, **fields}))
        size = 0
        while True:
            text = await self._client.recv()
            size += len(text)
            if json.loads(text).get("id") == number:
                return size

    async def measure(self, name: str, *steps: tuple[str, dict[str, Any]], times: int = 60) -> None:
        before, size = self._server.cpu_seconds, 0
        for _ in range(times):
            for kind, fields in steps:
                size = await self.ask(kind, **fields)
        show(f"{name}, {_WATCHERS} watchers", times * len(steps), self._server.cpu_seconds - before, size)


async def measure_messages(server: Server, long: str) -> None:
    code = post(server.port, "/api/tables", {"settings": {"seats": 8, "edition": 2, "first": 0}})["id"]
    await measure_hellos(server, code, long)
    watchers = [(await come(server, code))[0] for _ in range(_WATCHERS)]
    readers = [asyncio.create_task(_read_all(watcher)) for watcher in watchers]
    client, _ = await come(server, code, token="h" * 40)
    host = Host(server, client)
    seat, other = {"seat": 0}, {"seat": 2}
    await host.ask("sit", name="Host", seed="00" * 8, seat=0)
    await host.measure("sit and leave", ("sit", {"name": "B", "seed": "00" * 8, **other}), ("leave", other))
    await host.measure("seed", ("seed", {**seat, "seed": "11" * 32}), times=9)
    await host.measure("add_computer and remove", ("add_computer", {"level": "greedy", **other}), ("remove", other))
    await host.measure("mute", ("mute", {**seat, "is_muted": True}), ("mute", {**seat, "is_muted": False}))
    await host.measure("say", ("say", {"text": "x" * 300}), times=5)
    await host.measure("react", ("react", {"reaction": "wow"}), times=5)
    await host.measure("start, refused", ("start", {}))
    await host.measure("rematch, refused", ("rematch", {}))
    await host.measure("no message", ("nothing", {}), times=8)
    await host.ask("sit", name="Other", seed="00" * 8, seat=1)
    await host.ask("start")
    acts = [
        ("act", {"seat": ply % 2, "ply": ply, "action": {"type": "place_tile", "space": space, "side": "+"}})
        for ply, space in zip(range(200), itertools.cycle([5, 10, 7, 12]))
    ]
    await host.measure("act", *acts, times=1)
    for reader in readers:
        reader.cancel()
    await asyncio.gather(*readers, return_exceptions=True)
    for connection in (*watchers, client):
        await connection.close()


async def _read_all(client: ClientConnection) -> None:
    async for _ in client:
        pass


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        codes = asyncio.run(store_tables(Path(folder), 4, _LONG))
        server = Server("--workers", "1", data=folder)
        try:
            measure_requests(server, codes)
            asyncio.run(measure_messages(server, codes[0]))
            print(f"memory of the server: {server.memory / 1000:.0f} MB")
        finally:
            server.process.terminate()
            server.process.wait()


if __name__ == "__main__":
    main()

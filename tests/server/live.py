"""A real server in a process of its own, and clients that talk to it as any program would."""

import asyncio
import json
import os
import secrets
import signal
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import PIPE
from threading import Thread
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.children import CAMELUP, Process, start

Message = dict[str, Any]
_START_SECONDS = 60
_SECONDS = 180.0
"""How long a test waits for what must come: nothing here judges time, and the first worker of all compiles for long."""
ROLL = {"type": "roll"}
_LEFT_ALONE = ("--bot-delay", "0", "--address-connections", "1000", "--address-tables", "100000", "--messages", "1000")
_QUICK = ("--address-reviews", "1000", "--review-playouts", "16", "--address-transfers", "1000")


class LiveServer:
    """A server with its data in a folder of the test; it can be killed and started again at the same port."""

    def __init__(
        self,
        data: Path,
        *flags: str,
        database: str | None = None,
        camelup: tuple[str, ...] = CAMELUP,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        """Start it; `camelup` is the command, for a test that has changed something before the program begins."""
        self._variables = {} if variables is None else dict(variables)
        self.data = data
        self._camelup = camelup
        self._where = ["--data", str(data)] if database is None else ["--database", database]
        self._flags = flags
        self._complaints: list[str] = []
        self._listener: Thread | None = None
        self.port = 0
        self.clients: list[LiveClient] = []
        self.gone: list[LiveClient] = []
        """Those that left last."""
        self.process: Process | None = None
        self.start()

    def start(self) -> None:
        """Start it, or start it again."""
        command = [*self._camelup, "serve", "--local", "--port", str(self.port), *self._where]
        flags = [*_LEFT_ALONE, *_QUICK, *self._flags]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", **self._variables}
        self.process = start(*command, *flags, stdout=PIPE, stderr=PIPE, env=environment)
        assert self.process.stdout is not None
        # Read as it comes: a pipe that is full would stop the server.
        self._listener = Thread(target=self._listen, args=(self.process,))
        self._listener.start()
        line = self.process.stdout.readline()
        if "http://" not in line:
            self.reap()
            raise AssertionError(f"the server did not start: {line}{self.errors}")
        self.port = int(line.rstrip().rstrip("/").rpartition(":")[2])

    def _listen(self, process: Process) -> None:
        assert process.stderr is not None
        self._complaints.extend(process.stderr)

    @property
    def errors(self) -> str:
        """All that it has complained about so far."""
        return "".join(self._complaints)

    def take_errors(self) -> list[str]:
        """Give the lines that it was to write into its log, and forget them."""
        lines, self._complaints[:] = list(self._complaints), []
        return lines

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @asynccontextmanager
    async def visited(self) -> AsyncIterator[Self]:
        """Let the clients of one test come; at its end they go, and the server has had nothing to complain about."""
        if not self.is_running:
            self.start()
        try:
            yield self
        finally:
            await self.leave()
        assert not self.errors, self.errors

    def run(self, play: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run clients where no event loop runs yet; whatever happens, they are closed at the end."""

        async def play_and_leave() -> None:
            try:
                await play()
            finally:
                await self.leave()

        asyncio.run(play_and_leave())

    async def leave(self) -> None:
        """Close all clients."""
        for client in self.clients:
            await client.close()
        self.gone, self.clients = self.clients, []

    def kill(self) -> None:
        """Let it die without a chance to tidy up."""
        assert self.process is not None
        self.process.kill()
        self.reap()

    def stop(self) -> int:
        """Stop it as an operator would; give its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.reap()

    def end(self) -> None:
        """Stop it if it still runs; it ends well, and has never complained."""
        if self.is_running:
            assert self.stop() == 0
        assert not self.errors, self.errors

    def reap(self) -> int:
        """Wait for its end; give its exit code."""
        assert self.process is not None
        assert self._listener is not None
        code = self.process.wait(_START_SECONDS)
        self._listener.join()
        with self.process:  # closes its pipes
            return code

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.is_running:
            self.stop()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self:
            await self.leave()
            if kind is None:
                self.end()

    # --- HTTP -------------------------------------------------------------------------------------------------

    def ask(self, path: str, body: Any = None) -> tuple[int, Any]:  # noqa: ANN401 - JSON
        """Ask over HTTP, with a POST if there is a body; give status and JSON, or the text of another answer."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data)
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310
                status, text = answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read().decode()
        try:
            return status, json.loads(text)
        except ValueError:
            return status, text

    def make_table(self, *levels: str, **settings: Any) -> str:  # noqa: ANN401 - as the API takes them
        """Make a table; give its code."""
        body = {"settings": settings, "computers": [{"level": level} for level in levels]}
        status, made = self.ask("/api/tables", body)
        assert status == 201, made
        code: str = made["id"]
        return code


class LiveClient:
    """A client that follows a table as the browser does: it keeps its views, and remembers all that it was sent."""

    def __init__(self, server: LiveServer, code: str, token: str | None = None) -> None:
        self.server, self.code = server, code
        server.clients.append(self)
        self.token = secrets.token_urlsafe(32) if token is None else token
        self.views: dict[int | None, Message] = {}
        self.table: Message = {}
        self.seats: list[int] = []
        self.ply = 0
        self.messages: list[Message] = []
        self.texts: list[str] = []
        """Every text that was ever sent to it."""
        self.said: list[Message] = []
        """Every message that it has sent."""
        self._socket: ClientConnection | None = None
        self._ids = 0

    async def connect(self, *, is_watcher: bool = False, since: int | None = None) -> Message:
        """Connect, or connect again; give the welcome."""
        await self.open()
        token = None if is_watcher else self.token
        await self.say({"type": "hello", "protocol": 1, "token": token, "since": since})
        return await self.hear("welcome")

    async def open(self, **headers: str) -> None:
        """Open a socket, and say nothing yet; headers are named with `_` for `-`."""
        await self.close()
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{self.code}/socket"
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        self._socket = await connect(address, max_size=None, open_timeout=_SECONDS, additional_headers=more, proxy=None)

    async def close(self) -> None:
        """Go away."""
        if self._socket is not None:
            await self._socket.close()

    async def say(self, message: Message) -> None:
        """Send a message as it is."""
        self.said.append(message)
        await self.utter(json.dumps(message))

    async def utter(self, text: str | bytes, *, is_text: bool | None = None) -> None:
        """Send whatever it is, bytes also as if they were text."""
        assert self._socket is not None
        await self._socket.send(text, text=is_text)

    def cut(self) -> None:
        """Be gone without a word, as when a cable is cut."""
        assert self._socket is not None
        self._socket.transport.abort()

    async def ask(self, kind: str, **fields: Any) -> Message:  # noqa: ANN401 - JSON
        """Send a request and give its answer: `done`, `seated` or `error`."""
        self._ids += 1
        number = self._ids
        await self.say({"type": kind, "id": number, **fields})
        return await self.hear_that(lambda message: message.get("id") == number)

    async def sit(self, name: str, seat: int | None = None, *, is_program: bool = False) -> Message:
        """Take a seat."""
        return await self.ask("sit", name=name, seat=seat, seed=secrets.token_hex(8), is_program=is_program)

    async def act(self, seat: int | None = None, action: Message | None = None) -> Message:
        """Perform an action, the first legal one unless another is named, at the ply that was seen."""
        seat = self.seats[0] if seat is None else seat
        action = action or self.views[seat]["legal"][0]
        return await self.ask("act", seat=seat, ply=self.ply, action=action)

    async def hear(self, *kinds: str, seconds: float = _SECONDS) -> Message:
        """Wait for a message of one of these types; what comes before it is taken in as well."""
        return await self.hear_that(lambda message: message["type"] in kinds, seconds)

    async def hear_that(self, is_wanted: Callable[[Message], bool], seconds: float = _SECONDS) -> Message:
        """Wait for a message."""
        async with asyncio.timeout(seconds):
            while True:
                message = await self.hear_next()
                if is_wanted(message):
                    return message

    async def hear_next(self) -> Message:
        """Take in the next message; ConnectionClosed if there is none any more."""
        assert self._socket is not None
        text = await self._socket.recv()
        assert isinstance(text, str)
        self.texts.append(text)
        message: Message = json.loads(text)
        self.messages.append(message)
        self._take(message)
        return message

    async def hear_end(self) -> ConnectionClosed:
        """Take in everything until the server closes the connection; give how it did."""
        async with asyncio.timeout(_SECONDS):
            while True:
                try:
                    await self.hear_next()
                except ConnectionClosed as closed:
                    return closed

    def _take(self, message: Message) -> None:
        match message["type"]:
            case "welcome" | "began":
                self.table, self.seats = message["table"], message["seats"]
                self.ply = self.table["ply"]
                self.views = {view["seat"]: view for view in message["views"]}
            case "table":
                self.table, self.seats = message["table"], message["seats"]
                if message["views"] is not None:
                    self.views = {view["seat"]: view for view in message["views"]}
            case "seated":
                self.seats = message["seats"]
            case "played":
                self.ply = message["ply"]
                for seen in message["seen"]:
                    self.views[seen["seat"]].update(seen["changes"])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.table.get("status") == "finished")


async def seat_people(server: LiveServer, code: str, names: list[str]) -> list[LiveClient]:
    """Let people sit down, one after the other: the first is host."""
    clients = [LiveClient(server, code) for _ in names]
    for client, name in zip(clients, names, strict=True):
        await client.connect()
        assert (await client.sit(name))["type"] == "seated"
    return clients


async def join(
    server: LiveServer, code: str, name: str | None = None, token: str | None = None, *, is_program: bool = False
) -> LiveClient:
    """Connect to a table, and sit down if there is a name."""
    client = LiveClient(server, code, token)
    await client.connect()
    if name is not None:
        assert (await client.sit(name, is_program=is_program))["type"] == "seated"
    return client


async def refused(client: LiveClient, kind: str, **fields: Any) -> str:  # noqa: ANN401 - JSON
    """Ask for something that is refused; give the code."""
    answer = await client.ask(kind, **fields)
    assert answer["type"] == "error", answer
    assert answer["message"].endswith(".")
    code: str = answer["code"]
    return code


async def hear_sentence(client: LiveClient, sentence: str) -> Message:
    """Wait until a client is told this."""
    return await client.hear_that(lambda message: message.get("sentence") == sentence)


async def turn_into(clients: list[LiveClient], ply: int) -> None:
    """Wait until everybody has seen so many actions."""
    for client in clients:
        while client.ply < ply:
            await client.hear_next()


async def start_game(clients: list[LiveClient]) -> None:
    """Let the host begin; wait until everybody knows."""
    answer = await clients[0].ask("start")
    assert answer["type"] == "done", answer
    for client in clients:
        if client.table["status"] == "waiting":
            await client.hear("began")


async def play_on(clients: list[LiveClient], choose: Callable[[Message], Message], most: int = 2000) -> int:
    """Let people play, whoever is in turn, until the game is over or so many have acted; give how many have."""
    for number in range(most):
        if clients[0].is_over:
            return number
        for client in clients:
            seat = next((seat for seat, view in client.views.items() if seat is not None and view["legal"]), None)
            if seat is not None:
                answer = await client.act(seat, choose(client.views[seat]))
                assert answer["type"] == "done", answer
                for other in clients:
                    while other.ply < answer["ply"]:
                        await other.hear_next()
                break
        else:
            await clients[0].hear_next()
        if any(event["type"] == "game_ended" for event in _last_events(clients[0])):
            for client in clients:
                while not client.is_over:
                    await client.hear_next()
    return most


def _last_events(client: LiveClient) -> list[Message]:
    played = [message for message in client.messages[-8:] if message["type"] == "played"]
    return played[-1]["seen"][0]["events"] if played else []

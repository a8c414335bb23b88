"""Garbage on the sockets: whoever sends it is refused or cut off, and nobody else's game is disturbed."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelup.core.errors import RequestError
from camelup.formats.json_codec import from_json
from camelup.formats.record import replay
from camelup.game import Game
from camelup.protocol.requests import ClientMessage, read_message
from camelup.verification import verify_game
from tests.server.live import LiveClient, LiveServer, Message, play_on, seat_people, start_game
from tests.server.raw import BINARY, CONTINUED, PING, TEXT, RawClient, frame, memory_of, sockets_of
from tests.server.test_live_games import AnyAction

MOST_GROWTH = 60_000_000
"""Bytes that a server may grow by whatever is thrown at it; one flood that is kept would be far more."""
HELLO = json.dumps({"type": "hello", "protocol": 1})


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("garbage"), "--idle-timeout", "2") as live:
        yield live
        live.end()


@pytest.fixture
async def server(impatient: LiveServer) -> AsyncIterator[LiveServer]:
    async with impatient.visited():
        yield impatient


@pytest.fixture(autouse=True)
def _close_raw() -> Iterator[None]:
    yield
    RawClient.close_all()


def pid(server: LiveServer) -> int:
    assert server.process is not None
    return server.process.pid


Storm = Callable[[LiveServer, str], Awaitable[None]]


async def play_while(server: LiveServer, storm: Storm) -> None:
    """Let three people play game after game while a storm is blowing, at their table too; every game must be right."""

    async def play_storm() -> None:
        await storm(server, code)

    code = server.make_table(edition=2, seats=3)
    clients = await seat_people(server, code, ["Ann", "Bo", "Cy"])
    await start_game(clients)
    # The process that replays games is there from now on, with a socket of its own.
    assert server.ask("/api/replay", {"record": str(Game(seed=1).record)})[0] == 200
    before, sockets = memory_of(pid(server)), sockets_of(pid(server))
    blowing = asyncio.create_task(play_storm())
    while not (blowing.done() and clients[0].is_over):
        await play_on(clients, AnyAction(1), most=10)
        if clients[0].is_over and not blowing.done():
            await asyncio.wait([blowing], timeout=0.2)
    await blowing
    await asyncio.to_thread(check_game, server, code, clients)
    assert memory_of(pid(server)) - before < MOST_GROWTH
    await wait_until(lambda: sockets_of(pid(server)) <= sockets)


def check_game(server: LiveServer, code: str, clients: list[LiveClient]) -> None:
    status, game = server.ask(f"/api/games/{code}")
    assert status == 200
    finished = from_json(game)
    verify_game(finished.dice, finished.record, finished.published)
    plies = len(list(replay(finished.record))) - 1
    for client in clients:
        heard = [message["ply"] for message in client.messages if message["type"] == "played"]
        assert heard == list(range(1, plies + 1))


# --- Storms ---------------------------------------------------------------------------------------------------


async def half_open(server: LiveServer, code: str) -> None:
    """Connections of which nothing comes, or half of something: each is ended by the server."""
    path = f"/api/tables/{code}/socket"
    begun = [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: a\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(40),
    ]
    clients: list[RawClient] = []
    for data in begun * 8:
        clients.append(RawClient(server.port))
        await clients[-1].send(data)
    unsaid: list[RawClient] = []
    for number in range(20):
        unsaid.append(RawClient(server.port))
        # Twice as many headers as the WebSocket takes, after HTTP has taken them.
        await unsaid[-1].upgrade(path, *([f"X-{name}: 1" for name in range(250)] if number % 2 else []))
    for client in [*clients, *unsaid]:
        heard = await client.hear_end()
        assert b"Traceback" not in heard
        if client in unsaid[::2]:
            assert b'"silent"' in heard
        client.close()


async def random_bytes(server: LiveServer, code: str) -> None:
    """Bytes that are neither HTTP nor frames."""
    rng = random.Random(1)
    path = f"/api/tables/{code}/socket"

    async def send_some(number: int) -> None:
        client = RawClient(server.port)
        with suppress(ConnectionError):
            if number % 2:
                await client.upgrade(path)
                await client.hear(b"\r\n\r\n")
                if number % 4 == 1:
                    await client.send(frame(TEXT, HELLO.encode()))
            await client.send(rng.randbytes(rng.randrange(1, 3000)))
            if number % 3:
                heard = await client.hear_end()
                assert b"Traceback" not in heard
        client.close()

    await asyncio.gather(*(send_some(number) for number in range(60)))


async def floods(server: LiveServer, code: str) -> None:
    """Pings, pieces, messages and requests without end, from clients that do not read."""
    path = f"/api/tables/{code}/socket"
    said = json.dumps({"type": "start", "id": 1}).encode()
    endless = [
        frame(PING, b"x" * 125) * 500,
        frame(TEXT, b"", is_last=False) + frame(CONTINUED, b"", is_last=False) * 10_000,
        frame(TEXT, said) * 500,
        frame(BINARY, b"x" * 16_000) * 4,
        frame(TEXT, b"x" * 20_000),
        b"GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n" * 500,
    ]
    for data in endless:
        client = RawClient(server.port, window=4096)
        if not data.startswith(b"GET"):
            await client.upgrade(path)
            await client.hear(b"\r\n\r\n")
            await client.send(frame(TEXT, HELLO.encode()))
        await client.flood(data)
        client.close()


async def slow_readers(server: LiveServer, code: str) -> None:
    """Clients that never read what they are sent, at the table and at a long game of eight, which goes on and on."""
    reader = LiveClient(server, await asyncio.to_thread(lambda: server.make_table(edition=2, seats=8)))
    await reader.connect()
    for number in range(8):
        await reader.sit(f"Seat {number}")
    await start_game([reader])
    choose = AnyAction(8)
    await play_on([reader], choose, most=50)
    hello = {"type": "hello", "protocol": 1, "since": 0, "token": reader.token}
    before = read_figure(server, 'camelup_dropped_total{reason="slow"}')
    clients: list[RawClient] = []
    for number in range(40):
        client = RawClient(server.port, window=4096)
        clients.append(client)
        await client.upgrade(f"/api/tables/{code if number % 2 else reader.code}/socket")
        await client.hear(b"\r\n\r\n")
        await client.send(frame(TEXT, json.dumps(hello).encode()))
    await play_on([reader], choose)
    await reader.close()
    # The server gives up those who have far too much to read.
    await wait_until(lambda: read_figure(server, 'camelup_dropped_total{reason="slow"}') >= before + 20)
    for client in clients:
        client.close()


def read_figure(server: LiveServer, name: str) -> float:
    _, figures = server.ask("/metrics")
    return next((float(line.split()[1]) for line in figures.splitlines() if line.startswith(f"{name} ")), 0.0)


async def wait_until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not await asyncio.to_thread(is_so):  # noqa: ASYNC110 - it is another process
            await asyncio.sleep(0.05)


async def comings_and_goings(server: LiveServer, code: str) -> None:
    """Many connections that come to a table, or to none, and break off at once."""
    for number in range(200):
        client = RawClient(server.port)
        await client.upgrade(f"/api/tables/{code if number % 2 else 'zzzzzzzz'}/socket")
        if number % 3:
            await client.send(frame(TEXT, HELLO.encode()))
        if number % 5 == 0:
            await client.hear(b"\r\n\r\n")
        client.close()


@pytest.mark.parametrize("storm", [half_open, random_bytes, floods, slow_readers, comings_and_goings])
async def test_a_storm_does_not_disturb_a_game(server: LiveServer, storm: Storm) -> None:
    await play_while(server, storm)


# --- Messages that are none -----------------------------------------------------------------------------------

NO_MESSAGES: list[str | bytes] = [
    "",
    " ",
    "null",
    "[]",
    "{",
    '{"type"',
    '{"type": "no"}',
    '{"type": "start", "type": "start"}x',
    '{"type": "start", "id": NaN}',
    '{"type": "start", "id": 1e999}',
    '{"type": "start", "id": ' + "9" * 400 + "}",
    '{"type": "start", "id": -1}',
    '{"type": "start", "more": 1}',
    '{"type": "say", "text": "\\ud800"}',
    '{"type": "say", "text": ' + "[" * 8_000 + "]" * 8_000 + "}",
    "[" * 10_000,
    '{"a":' * 3_000,
    '{"type": "sit", "name": "Eve", "seed": "0123456789abcdef\\n"}',
    b"\x00\x01\x02",
    b"\xff" * 100,
    '{"type": "say", "text": "' + "\x00" + '"}',
]


async def test_what_is_no_message_is_refused_with_a_code_and_the_connection_goes_on(server: LiveServer) -> None:
    code = server.make_table(seats=2)
    for start in range(0, len(NO_MESSAGES), 9):  # the tenth in a row would be the end
        client = LiveClient(server, code)
        await client.connect()
        for text in NO_MESSAGES[start : start + 9]:
            await client.utter(text)
            refused = await client.hear("error")
            assert (refused["code"], len(refused["message"]) < 300) == ("message", True)
        assert (await client.ask("start"))["code"] == "not_host"


async def test_who_sends_nothing_but_nonsense_is_cut_off(server: LiveServer) -> None:
    client = LiveClient(server, server.make_table(seats=2))
    await client.connect()
    for _ in range(10):
        await client.utter("nonsense")
    end = await client.hear_end()
    assert end.rcvd is not None
    assert end.rcvd.code == 4400


@pytest.mark.parametrize(("data", "code"), [(b"\xff\xfe", 1007), (b"x" * 16_385, 1009)])
async def test_text_that_is_none_and_messages_that_are_too_long_end_the_socket(
    server: LiveServer, data: bytes, code: int
) -> None:

    client = LiveClient(server, server.make_table(seats=2))
    await client.connect()
    await client.utter(data, is_text=True)
    end = await client.hear_end()
    assert end.rcvd is not None
    assert end.rcvd.code == code


RIGHT: dict[str, Message] = {
    "sit": {"name": "Eve", "seed": "0123456789abcdef", "seat": 1, "is_program": False},
    "seed": {"seat": 0, "seed": "0123456789abcdef"},
    "leave": {"seat": 0},
    "add_computer": {"level": "random", "seat": 1},
    "remove": {"seat": 1},
    "reopen": {"seat": 1, "lets_back": False},
    "set_open": {"is_open": False},
    "start": {},
    "act": {"seat": 0, "ply": 0, "action": {"type": "roll"}},
    "say": {"text": "Hello", "seat": 0},
    "react": {"reaction": "clap", "seat": 0},
    "mute": {"seat": 1, "is_muted": True},
    "rematch": {},
    "hello": {"protocol": 1, "token": "x" * 32, "since": 0},
}
WRONG: list[Any] = [None, True, -1, 8, 1.5, 10**300, "", "x", "\x00", "x" * 5_000, [], [[]], {}, {"type": []}]
MAY_BE_NONE = {("sit", "seat"), ("add_computer", "seat"), ("say", "seat"), ("react", "seat")}


def test_every_message_of_a_client_is_made_wrong_here() -> None:
    assert set(RIGHT) == {kind.__struct_config__.tag for kind in get_args(ClientMessage)}


def wrong_messages() -> Iterator[Message]:
    """Every message with every one of its fields wrong in every way."""
    for kind, fields in RIGHT.items():
        for name in [*fields, "id", "type"]:
            for value in WRONG:
                if not (value is None and ((kind, name) in MAY_BE_NONE or name in {"id", "token", "since"})):
                    yield {"type": kind, "id": 7, **fields, name: value}


async def test_a_wrong_field_of_any_message_is_refused_and_changes_nothing(server: LiveServer) -> None:
    code = server.make_table(seats=2)
    host = LiveClient(server, code)
    await host.connect()
    await host.sit("Host")
    before = host.table["seats"]
    wrong = [message for message in wrong_messages() if not is_meant(message)]
    assert len(wrong) > 400
    for start in range(0, len(wrong), 9):
        client = LiveClient(server, code, host.token)
        await client.connect()
        for message in wrong[start : start + 9]:
            await client.say(message)
        for _ in wrong[start : start + 9]:
            assert (await client.hear("error", "done", "seated"))["type"] == "error"
        await client.close()
    welcome = await host.connect()
    assert welcome["table"]["seats"] == before
    assert welcome["chat"] == []


def is_meant(message: Message) -> bool:
    """Whether a message that was made wrong is right by chance."""
    match message:
        case {"type": "sit", "name": "x"} | {"type": "sit", "is_program": True} | {"type": "say", "text": "x"}:
            return True
        case {"type": "reopen", "lets_back": True} | {"type": "set_open", "is_open": True}:
            return True
        case {"type": "reopen" | "set_open", "id": 8 | 0}:
            return True
        case {"id": 8}:
            return True
    return False


_json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)


@given(
    kind=st.sampled_from(sorted(RIGHT)) | st.text(max_size=10),
    fields=st.dictionaries(st.sampled_from(sorted({name for right in RIGHT.values() for name in right})), _json_values),
    cut=st.integers(0, 500),
)
@settings(max_examples=150, deadline=None)
def test_whatever_comes_is_a_message_or_refused(kind: str, fields: dict[str, Any], cut: int) -> None:
    text = json.dumps({"type": kind, **RIGHT.get(kind, {}), **fields}).encode()
    for data in (text, text[:cut], text[cut:]):
        with suppress(RequestError):  # and nothing else
            read_message(data)

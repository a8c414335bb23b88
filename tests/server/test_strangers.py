"""Strangers at a table: whoever has not the right token, page, turn or manners is refused, with a code of its own."""

import asyncio
import json
import secrets
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from camelup.core.errors import RequestError
from camelup.protocol.http import ListedTable
from camelup.server.configuration import Configuration
from camelup.server.http.connection_guard import ConnectionGuard
from camelup.server.http.fallback_page import show_page
from camelup.server.http.limits import AddressLimiter
from camelup.server.metrics import Metrics
from camelup.server.tables.sanitize import clean_chat, clean_name
from tests.server.live import LiveClient, LiveServer, Message, play_on, seat_people, start_game
from tests.server.raw import RawClient
from tests.server.test_live_games import AnyAction

ROLL = {"type": "roll"}


def count_plies(data: Path, code: str) -> int:
    """How many actions are stored."""
    with closing(sqlite3.connect(data / "camelup.sqlite")) as connection:
        rows = connection.execute("SELECT text FROM entries WHERE table_name = ?", (code,)).fetchall()
    return sum(json.loads(text)["type"] == "played" for (text,) in rows)


async def begin(server: LiveServer, names: list[str]) -> tuple[str, list[LiveClient]]:
    """Begin a game in which the first is in turn."""
    code = await asyncio.to_thread(lambda: server.make_table(seats=len(names), first=0))
    clients = await seat_people(server, code, names)
    await start_game(clients)
    return code, clients


async def code_of(client: LiveClient, kind: str, **fields: object) -> str:
    """What a request is refused with."""
    answer = await client.ask(kind, **fields)
    assert answer["type"] == "error", answer
    assert answer["message"].endswith(".")
    code: str = answer["code"]
    return code


# --- Whose seat, whose turn -----------------------------------------------------------------------------------


async def test_nobody_acts_for_another_or_out_of_turn(server: LiveServer) -> None:
    code, (ann, bo) = await begin(server, ["Ann", "Bo"])
    _, (eve, _) = await begin(server, ["Eve", "Zed"])
    watcher, stranger = LiveClient(server, code), LiveClient(server, code, eve.token)
    await watcher.connect(is_watcher=True)
    await stranger.connect()
    assert (await stranger.connect())["seats"] == []
    for client in (bo, watcher, stranger):
        assert await code_of(client, "act", seat=0, ply=0, action=ROLL) == "not_your_seat"
        assert await code_of(client, "leave", seat=0) == "not_your_seat"
        assert await code_of(client, "say", seat=0, text="I am Ann") == "not_your_seat"
        assert await code_of(client, "react", seat=0, reaction="clap") == "not_your_seat"
        assert await code_of(client, "seed", seat=0, seed="0" * 16) == "not_your_seat"
    assert await code_of(bo, "act", seat=1, ply=0, action=ROLL) == "not_your_turn"
    assert await code_of(ann, "act", seat=7, ply=0, action=ROLL) == "not_your_seat"
    for client in (watcher, stranger):
        assert await code_of(client, "say", text="Hello") == "not_your_seat"
        assert await code_of(client, "rematch") == "not_your_seat"
    assert await code_of(watcher, "sit", name="Eve", seed="0" * 16) == "token"
    assert await code_of(stranger, "sit", name="Eve", seed="0" * 16) == "started"
    assert count_plies(server.data, code) == 0
    assert watcher.table["ply"] == 0


async def test_what_is_the_hosts_is_refused_to_others(server: LiveServer) -> None:
    code = server.make_table(seats=3)
    ann, bo = await seat_people(server, code, ["Ann", "Bo"])
    watcher = LiveClient(server, code)
    await watcher.connect(is_watcher=True)
    for client in (bo, watcher):
        assert await code_of(client, "start") == "not_host"
        assert await code_of(client, "remove", seat=0) == "not_host"
        assert await code_of(client, "mute", seat=0) == "not_host"
        assert await code_of(client, "add_computer", level="random") == "not_host"
    await ann.connect()
    assert [seat["kind"] for seat in ann.table["seats"]] == ["person", "person", "free"]
    assert await code_of(ann, "add_computer", level="nobody") == "level"
    assert await code_of(ann, "remove", seat=2) == "no_such_seat"
    assert (await ann.ask("mute", seat=1))["type"] == "done"
    assert await code_of(bo, "say", text="Hello") == "muted"
    assert await code_of(bo, "react", reaction="clap") == "muted"


async def test_an_action_counts_once(server: LiveServer) -> None:
    code, (ann, bo) = await begin(server, ["Ann", "Bo"])
    act = {"type": "act", "id": 5, "seat": 0, "ply": 0, "action": ROLL}
    other_tab = LiveClient(server, code, ann.token)
    await other_tab.connect()
    for client in (ann, ann, other_tab, ann):
        await client.say(act)
    answers = [await client.hear("done", "error") for client in (ann, ann, other_tab, ann)]
    assert sorted(answer["type"] for answer in answers) == ["done", "error", "error", "error"]
    for answer in answers:
        assert answer["ply"] == 1
        assert answer["type"] == "done" or answer["code"] == "stale"
    assert count_plies(server.data, code) == 1
    assert await code_of(bo, "act", seat=1, ply=0, action=ROLL) == "stale"
    assert await code_of(bo, "act", seat=1, ply=2, action=ROLL) == "stale"
    assert await code_of(bo, "act", seat=1, ply=1, action={"type": "place_tile", "space": 1, "side": "+"}) == (
        "tile_on_space_1"
    )
    assert (await bo.ask("act", seat=1, ply=1, action=ROLL))["ply"] == 2
    assert count_plies(server.data, code) == 2


async def test_who_has_left_acts_no_more(server: LiveServer) -> None:
    _, (ann, bo) = await begin(server, ["Ann", "Bo"])
    assert (await ann.act(0, ROLL))["type"] == "done"
    await bo.hear("played")
    assert (await bo.ask("leave", seat=1))["type"] == "done"
    assert await code_of(bo, "act", seat=1, ply=1, action=ROLL) == "not_your_seat"


async def test_what_is_stored_as_its_client_goes_is_told_to_the_others(server: LiveServer) -> None:
    def count_told(code: str) -> int:
        ply: int = server.ask(f"/api/tables/{code}")[1]["table"]["ply"]
        return ply

    code, clients = await begin(server, ["Ann", "Bo"])
    for ply in range(24):
        actor, other = clients[ply % 2], clients[1 - ply % 2]
        await actor.say({"type": "act", "seat": ply % 2, "ply": ply, "action": ROLL})
        await other.say({"type": "react", "reaction": "clap"})  # something that the one who goes is sent
        actor.cut()
        await other.hear_that(lambda message: message["type"] == "table" and is_one_away(message))
        async with asyncio.timeout(30):
            while await asyncio.to_thread(count_told, code) != count_plies(server.data, code):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        await actor.connect()
        while other.ply < actor.ply:
            await other.hear_next()
        if actor.is_over:
            break
        if actor.ply == ply:  # it was too quick for its own message
            assert (await actor.act(ply % 2, ROLL))["type"] == "done"
            while other.ply <= ply:
                await other.hear_next()


def is_one_away(message: Message) -> bool:
    return not all(seat["is_connected"] for seat in message["table"]["seats"])


# --- Coming in ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "code", "closed"),
    [
        ({"type": "hello", "protocol": 2}, "protocol", 4426),
        ({"type": "hello", "protocol": 0}, "protocol", 4426),
        ({"type": "hello"}, "message", 4400),
        ({"type": "hello", "protocol": 1, "token": "short"}, "message", 4400),
        ({"type": "hello", "protocol": 1, "token": "x" * 40 + "\n"}, "message", 4400),
        ({"type": "start"}, "message", 4400),
        ({"type": "act", "seat": 0, "ply": 0, "action": ROLL}, "message", 4400),
    ],
)
async def test_who_does_not_say_hello_is_not_let_in(server: LiveServer, first: Message, code: str, closed: int) -> None:
    client = LiveClient(server, server.make_table())
    await client.open()
    await client.say(first)
    end = await client.hear_end()
    assert [message["code"] for message in client.messages] == [code]
    assert end.rcvd is not None
    assert end.rcvd.code == closed


async def test_hello_is_said_once(server: LiveServer) -> None:
    client = LiveClient(server, server.make_table())
    await client.connect()
    assert await code_of(client, "hello", protocol=1, token="x" * 40) == "message"
    assert (await client.sit("Ann"))["type"] == "seated"


async def test_tables_that_are_not_to_be_had_say_why(tmp_path: Path) -> None:
    async def play() -> None:
        for code in ("zzzzzzzz", "short", "ZZZZZZZZ", "%00", "%ff", "a" * 500):
            nowhere = LiveClient(server, code)
            await nowhere.open()
            await nowhere.say({"type": "hello", "protocol": 1})
            await nowhere.hear_end()
            assert [message["code"] for message in nowhere.messages] == ["no_table"]
        full = server.make_table(seats=2)
        await seat_people(server, full, ["Ann", "Bo"])
        late = LiveClient(server, full)
        await late.connect()
        assert await code_of(late, "sit", name="Cy", seed="0" * 16) == "full"
        playing, clients = await begin(server, ["Ann", "Bo"])
        eve = LiveClient(server, playing)
        await eve.connect()
        assert await code_of(eve, "sit", name="Eve", seed="0" * 16) == "started"
        assert (await asyncio.to_thread(server.ask, f"/api/games/{playing}"))[1]["code"] == "not_finished"
        await play_on([*clients, eve], AnyAction(1))
        assert await code_of(eve, "sit", name="Eve", seed="0" * 16) == "finished"
        assert await code_of(clients[0], "act", seat=0, ply=clients[0].ply, action=ROLL) == "game_over"
        assert (await asyncio.to_thread(server.ask, "/api/tables/zzzzzzzz")) == (
            404,
            {"code": "no_table", "message": "There is no table with this code."},
        )

    async with LiveServer(tmp_path) as server:
        await play()
        code = server.make_table(seats=2)
        assert server.stop() == 0
        with closing(sqlite3.connect(tmp_path / "camelup.sqlite")) as connection:  # as the sweep leaves it
            connection.execute(
                "INSERT INTO entries VALUES (?, 2, 0, ?)", (code, json.dumps({"type": "closed", "reason": "empty"}))
            )
            connection.execute("UPDATE tables SET length = 2, status = 'closed' WHERE name = ?", (code,))
            connection.commit()
        server.start()
        client = LiveClient(server, code)
        assert (await client.connect())["table"]["status"] == "closed"
        assert await code_of(client, "sit", name="Eve", seed="0" * 16) == "closed"


# --- Pages ----------------------------------------------------------------------------------------------------


async def test_only_pages_of_this_server_and_those_allowed_may_connect(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, "--origins", "https://friends.example, https://FRIENDS.example:8443/") as server:
        code = server.make_table()
        own = f"127.0.0.1:{server.port}"
        for origin in (f"http://{own}", f"https://{own}", "https://friends.example"):
            client = LiveClient(server, code)
            await client.open(Origin=origin)
        others = ["https://evil.example", f"http://evil.example:{server.port}", "null", "https://[::1", "", "file://"]
        for origin in [*others, f"https://x@{own}", f"https://{own}.evil.example", "https://friends.example.evil"]:
            client = LiveClient(server, code)
            with pytest.raises(InvalidStatus) as refused:
                await client.open(Origin=origin)
            assert refused.value.response.status_code == 403
            assert json.loads(refused.value.response.body or b"")["code"] == "origin"
            assert refused.value.response.headers["X-Frame-Options"] == "DENY"
        nowhere = LiveClient(server, "x/../../nowhere")
        with pytest.raises(InvalidStatus) as missing:
            await nowhere.open()
        assert missing.value.response.status_code == 404
        assert json.loads(missing.value.response.body or b"")["code"] == "no_page"


# --- How much -------------------------------------------------------------------------------------------------


async def test_connections_and_tables_are_counted_by_address_also_behind_a_proxy(tmp_path: Path) -> None:
    flags = ("--address-connections", "2", "--address-tables", "3", "--connections", "5", "--proxies", "127.0.0.1")

    async with LiveServer(tmp_path, *flags) as server:
        code = server.make_table()

        async def come(forwarded: str) -> LiveClient:
            client = LiveClient(server, code)
            await client.open(X_Forwarded_For=forwarded)
            with suppress(ConnectionClosed):  # who is too many is not asked
                await client.say({"type": "hello", "protocol": 1})
            return client

        async def is_let_in(forwarded: str) -> bool:
            client = await come(forwarded)
            heard = await client.hear("welcome", "error")
            assert heard.get("code") in {None, "too_many"}
            return bool(heard["type"] == "welcome")

        assert await is_let_in("198.51.100.1")
        assert await is_let_in("198.51.100.1")
        assert not await is_let_in("198.51.100.1")
        # The last address is what the proxy has seen; what stands before it is anybody's word.
        assert not await is_let_in("203.0.113.9, 198.51.100.1")
        assert not await is_let_in("127.0.0.1, 198.51.100.1")
        # Whoever has one address of a network of IPv6 has them all.
        assert await is_let_in("2001:db8::1")
        assert await is_let_in("2001:db8::2")
        assert not await is_let_in("2001:db8::3")
        assert await is_let_in("198.51.100.2")
        assert not await is_let_in("198.51.100.3")  # five are all that there may be
        proxied = RawClient(server.port)  # it passes on the name that people use
        await proxied.send(b"GET /api/server HTTP/1.1\r\nHost: camelup.example\r\nConnection: close\r\n\r\n")
        assert (await proxied.hear_end()).startswith(b"HTTP/1.1 200 ")
        proxied.close()
        for expected in (201, 201, 429):  # one was made above
            assert server.ask("/api/tables", {})[0] == expected


async def test_who_is_no_proxy_cannot_name_another_address(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, "--address-connections", "2") as server:
        code = server.make_table()
        for number in range(3):
            client = LiveClient(server, code)
            await client.open(X_Forwarded_For=f"198.51.100.{number}", Forwarded=f"for=198.51.100.{number}")
            with suppress(ConnectionClosed):  # who is too many is not asked
                await client.say({"type": "hello", "protocol": 1})
            assert (await client.hear("welcome", "error"))["type"] == ("error" if number == 2 else "welcome")


async def test_who_sends_too_fast_is_cut_off_and_who_chats_too_fast_is_told(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, "--messages", "10") as server:
        code = server.make_table(seats=2)
        (ann,) = await seat_people(server, code, ["Ann"])
        other_tab = LiveClient(server, code, ann.token)
        await other_tab.connect()
        heard = [await client.ask("say", text=f"line {number}") for number in range(4) for client in (ann, other_tab)]
        assert [answer["type"] for answer in heard[:5]] == ["done"] * 5
        assert heard[-1]["code"] == "too_fast"  # two tabs are no louder than one
        for _ in range(60):
            await ann.say({"type": "start"})
        end = await ann.hear_end()
        assert ann.messages[-1]["code"] == "too_fast"
        assert end.rcvd is not None
        assert end.rcvd.code == 4429
        assert (await other_tab.ask("start"))["code"] == "too_few"


async def test_who_says_nothing_is_sent_away(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, "--idle-timeout", "0.5") as server:
        client = LiveClient(server, server.make_table())
        await client.open()
        end = await client.hear_end()
        assert [message["code"] for message in client.messages] == ["silent"]
        assert end.rcvd is not None
        assert end.rcvd.code == 4400


def test_addresses_that_connect_or_ask_too_often_are_told_so() -> None:
    limiter = AddressLimiter(Configuration(connections=100, address_connections=3))
    codes = []
    for _ in range(10):
        try:
            limiter.connect("198.51.100.1")
        except RequestError as error:
            codes.append(error.code)
        else:
            limiter.disconnect("198.51.100.1")
    assert codes == ["too_fast"] * 4
    limiter.connect("198.51.100.2")
    for _ in range(12):
        limiter.ask("198.51.100.1")
    with pytest.raises(RequestError) as refused:
        limiter.ask("198.51.100.1")
    assert refused.value.code == "too_fast"


async def test_an_address_that_asks_for_odds_too_often_is_told_so(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, "--address-connections", "10") as server:
        # Too long to be given to a worker, which would take seconds to start.
        asked = [server.ask("/api/odds", {"position": "x" * 20_000}) for _ in range(30)]
    assert {answer["code"] for _, answer in asked[:6]} == {"too_large"}
    assert (429, {"code": "too_fast", "message": "Too many requests for odds. Wait a moment."}) in asked


def test_the_door_counts_in_all_and_by_address_but_not_a_proxys(monkeypatch: pytest.MonkeyPatch) -> None:
    configuration = Configuration(connections=500, address_connections=10, proxies=("198.51.100.0/24",))
    guard = ConnectionGuard(configuration, Metrics())
    assert [guard.enter("203.0.113.1") for _ in range(70)].count(True) == 60
    assert [guard.enter("198.51.100.7") for _ in range(1000)].count(True) == 490
    guard.leave("203.0.113.1")
    assert guard.enter("203.0.113.2")
    assert not guard.enter("203.0.113.3")
    monkeypatch.setattr("camelup.server.http.connection_guard.files_allowed", lambda: 100)
    small = ConnectionGuard(configuration, Metrics())
    assert [small.enter("198.51.100.7") for _ in range(1000)].count(True) == 36


def test_the_door_counts_a_network_of_ipv6_as_one_address() -> None:
    configuration = Configuration(connections=500, address_connections=10, proxies=("198.51.100.7", "2001:db8:9::/48"))
    guard = ConnectionGuard(configuration, Metrics())
    assert [guard.enter(f"2001:db8::{number:x}") for number in range(70)].count(True) == 60
    assert guard.enter("2001:db8:0:1::1")
    assert not guard.enter("2001:db8::1:0:0:1")
    guard.leave("2001:db8::7")
    assert guard.enter("2001:db8::1:0:0:1")
    assert [guard.enter(address) for address in ("203.0.113.1", "::ffff:203.0.113.1") * 35].count(True) == 60
    assert all(guard.enter(proxy) for proxy in ("2001:db8:9::1", "::ffff:198.51.100.7") * 100)


def test_very_many_addresses_are_not_remembered_for_ever() -> None:
    limiter = AddressLimiter(Configuration(address_connections=3))
    for number in range(12_000):
        limiter.ask(f"2001:db8:{number:x}::1")
    limiter.ask("x" * 100_000)
    assert max(len(group) for group in limiter._requests._by_key) < 100  # noqa: SLF001 - its memory is the point
    assert len(limiter._requests._by_key) <= 10_000  # noqa: SLF001


# --- Names and chat -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Ann \t Lee\n", "Ann Lee"),
        ("A\u202enn\u2066\u2069", "Ann"),
        ("A\u200bn\u200dn\ufeff\u00ad", "Ann"),
        ("\x00\x1b[31mAnn\x7f\x85", "[31mAnn"),
        ("A|n|n", "Ann"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("Z" + "\u0336" * 30 + "algo", "Z" + "\u0336" * 3 + "algo"),
        ("\u0301Ann", "Ann"),
        ("Ann\ufe0f\u034f\U000e0100", "Ann"),
        ("x" * 40, "x" * 40),
        ("\ufb2c" * 40, "\u05e9\u05bc\u05c1" * 13 + "\u05e9"),
        ("زهرة", "زهرة"),
        ("小骆驼", "小骆驼"),
    ],
)
def test_names_are_made_harmless(written: str, shown: str) -> None:
    assert clean_name(written) == shown
    assert clean_name(shown) == shown


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b", "||", "\u3164", "\u2800", "\u115f\u1160", "\u0301", "\u202e\u2066"]
)
def test_names_that_show_nothing_are_refused(name: str) -> None:
    with pytest.raises(RequestError) as refused:
        clean_name(name)
    assert refused.value.code == "name"


def test_chat_is_text() -> None:
    assert clean_chat("a\u202eb\n\n<b>c</b> | \U0001f468\u200d\U0001f469") == "ab <b>c</b> | \U0001f468\u200d\U0001f469"
    assert len(clean_chat("\ufb2c" * 300)) == 300
    with pytest.raises(RequestError) as refused:
        clean_chat("\u200b\n")
    assert refused.value.code == "empty"


async def test_names_and_chat_come_out_as_they_may_be_shown(server: LiveServer) -> None:
    code = server.make_table(seats=4, is_open=True)
    ann, eve = LiveClient(server, code), LiveClient(server, code)
    await ann.connect()
    await eve.connect()
    assert (await ann.sit("<b>\u202eAnn</b>"))["type"] == "seated"
    assert await code_of(eve, "sit", name="<B>ANN</B>", seed="0" * 16) == "name_taken"
    assert await code_of(eve, "sit", name="<b>\u0410nn</b>", seed="0" * 16) == "name_taken"  # a Cyrillic letter
    assert await code_of(eve, "sit", name="\uff39\uff4f\uff55", seed="0" * 16) == "name"  # "You" in wide letters
    assert await code_of(eve, "sit", name="\u3164", seed="0" * 16) == "name"
    assert await code_of(eve, "sit", name="x" * 41, seed="0" * 16) == "message"
    assert await code_of(ann, "say", text="x" * 301) == "message"
    assert await code_of(ann, "say", text="\u200b") == "empty"
    await ann.ask("say", text='<img src=x onerror="alert(1)">\u2067')
    line = (await eve.hear("said"))["line"]
    assert (line["name"], line["text"]) == ("<b>Ann</b>", '<img src=x onerror="alert(1)">')


def test_the_page_without_a_client_shows_names_as_text() -> None:
    table = ListedTable("ABC", "waiting", 2, 4, 3, ["<b>Ann</b>"], "off", None, 0.0)
    page = show_page([table])
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "<b>" not in page


async def test_tokens_are_stored_as_hashes_alone(server: LiveServer) -> None:
    token = secrets.token_urlsafe(32)
    client = LiveClient(server, server.make_table(), token)
    await client.connect()
    await client.sit("Ann")
    for path in server.data.iterdir():
        assert token.encode() not in path.read_bytes()

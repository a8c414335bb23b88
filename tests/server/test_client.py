"""The Python client at real tables: whole games, lost connections, refusals."""

import asyncio
import gc
import json
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from socket import create_server
from subprocess import PIPE
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from camelup.client import (
    Begun,
    ChatLine,
    DiceForm,
    Moved,
    Played,
    Reacted,
    Seat,
    SeatForm,
    Settings,
    TableChanged,
    TableForm,
    make_table,
    read_link,
    sit_down,
    waiting,
    watch,
)
from camelup.client.reconnecting_socket import LostError, ReconnectingSocket
from camelup.client.waiting import describe_waiting
from camelup.core.actions import Roll
from camelup.core.edition import FIRST
from camelup.core.errors import ArgumentError, RequestError
from camelup.core.view import View
from camelup.formats.finished_game import FinishedGame
from camelup.formats.json_codec import from_json
from camelup.formats.record import replay
from camelup.protocol.fields import PROTOCOL
from camelup.verification import verify_game
from tests.children import run, started
from tests.server.live import LiveClient, LiveServer, Message

ROOT = Path(__file__).parent.parent.parent
_SECONDS = 60.0


def address(server: LiveServer) -> str:
    return f"http://127.0.0.1:{server.port}"


def any_of(view: View, number: int) -> Any:  # noqa: ANN401 - an action
    """One of all kinds of action, the same for the same number."""
    kinds = sorted({type(action).__name__ for action in view.legal})
    kind = kinds[number % len(kinds)]
    of_kind = [action for action in view.legal if type(action).__name__ == kind]
    return of_kind[number // len(kinds) % len(of_kind)]


async def play_to_the_end(seat: Seat) -> list[Played]:
    played = []
    async for view in seat.turns():
        played.append(await seat.act(any_of(view, 7 * seat.ply + seat.number)))
    return played


@asynccontextmanager
async def seats_of(link: str, names: list[str]) -> AsyncIterator[list[Seat]]:
    """Seats of people who have begun: the first of them is host."""
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(sit_down(link, name, is_program=False)) for name in names]
        await seats[0].start()
        for seat in seats:
            await seat.until(lambda seat=seat: seat.table.status == "playing")  # type: ignore[misc]
        yield seats


def finished_game(server: LiveServer, link: str) -> FinishedGame:
    status, form = server.ask(f"/api/games/{read_link(link).code}")
    assert status == 200
    game: FinishedGame = from_json(form)
    verify_game(game.dice, game.record, game.published)
    return game


@pytest.mark.parametrize(("edition", "players", "hides_money"), [(1, 2, True), (2, 6, False)])
async def test_a_game_of_clients_is_what_the_rules_make_of_it(
    server: LiveServer, edition: int, players: int, *, hides_money: bool
) -> None:

    link = make_table(address(server), edition=edition, seats=players, hides_money=hides_money)
    async with seats_of(link, [f"Bot {number}" for number in range(players)]) as seats, watch(link) as watcher:
        await asyncio.gather(*(play_to_the_end(seat) for seat in seats))
        await watcher.until(lambda: watcher.table.status == "finished")
        game = finished_game(server, link)
        steps = list(replay(game.record))
        for who in [*seats, watcher]:
            number = who.number if isinstance(who, Seat) else None
            assert who.view == game.record.view(steps[-1].state, number)
            assert who.ply == len(game.record.plies)
            assert who.table.dice.secret == game.dice.secret
            assert game.published is not None
            assert who.noted.cards == game.published.cards
            verify_game(game.dice, game.record, game.published, who.noted)
        async with watch(link) as late:  # the secret is known by now, so that a hash proves nothing any more
            assert (late.noted.seeds, late.noted.is_first_random, late.noted.cards) == ((), None, ())
        for seat in seats:
            heard = await hear(seat, lambda news: isinstance(news, TableChanged) and news.table.is_over)
            played = [news for news in heard if isinstance(news, Played)]
            assert [news.events for news in played] == [
                game.record.events_for(step.events, seat.number) for step in steps[1:]
            ]
            assert all(news.sentences for news in played)
            own = [card.ply for card in who.noted.cards if card.seat == seat.number]
            assert [news.ply for news in played if news.is_card_right] == own
            assert not any(news.is_card_right is False for news in played)


async def hear(seat: Any, is_last: Callable[[Any], bool]) -> list[Any]:  # noqa: ANN401 - a seat or a watcher
    """All news up to some."""
    heard = []
    async for news in seat.news():
        heard.append(news)
        if is_last(news):
            return heard
    raise AssertionError("it never came")


async def test_the_example_of_a_bot_plays_a_game(server: LiveServer) -> None:
    link = make_table(address(server), seats=2)
    example = [sys.executable, str(ROOT / "examples" / "online_bot.py"), link]
    with started(*example, stdout=PIPE) as bot:
        async with sit_down(link, "Ann", is_program=False) as seat:
            await seat.until(lambda: all(taken.kind != "free" for taken in seat.table.seats))
            assert [taken.kind for taken in seat.table.seats if taken.name == "Backer"] == ["program"]
            await seat.start()
            await play_to_the_end(seat)
            assert seat.view is not None
            told, _ = await asyncio.to_thread(bot.communicate)
            assert told == f"The game is over: {' '.join(map(str, seat.view.money))}\n"


def table_with(*seats: dict[str, Any], **fields: Any) -> TableForm:  # noqa: ANN401 - as the message has them
    form = {"id": "abcd2345", "status": "waiting", "ply": 0, "turn_ends": None, "now": 0.0, **fields}
    dice = DiceForm("", [""] * len(seats))
    return TableForm(settings=Settings(), seats=[SeatForm(**seat) for seat in seats], dice=dice, **form)


BOT, FREE = {"kind": "program", "name": "Bot"}, {"kind": "free"}
TUMBLE, ANN = {"kind": "computer", "name": "Tumble"}, {"kind": "person", "name": "Ann", "is_host": True}
HOST = {"kind": "person", "name": "Bot", "is_host": True}


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (table_with(BOT, TUMBLE), "Waiting for a person to start the game, since a program cannot: open http"),
        (table_with(BOT, FREE, FREE), "`camelup join http://x/table/abcd2345 --host` .* 2 seats are open.$"),
        (table_with(BOT, FREE, is_claimed=True), "for the person who created the table to join. 1 seat is open.$"),
        (table_with(BOT, ANN), "^Waiting for Ann to start the game.$"),
        (table_with(BOT, ANN, FREE), "^Waiting for Ann to start the game. 1 seat is open.$"),
        (table_with(BOT, ANN, FREE | {"is_closed": True}), "^Waiting for Ann to start the game.$"),
        (table_with(HOST, FREE, FREE), "^Waiting for 2 more players at http://x/table/abcd2345; you are the host.$"),
        (table_with(HOST, TUMBLE), "^Waiting for you to start the game: you are the host"),
    ],
)
def test_what_a_seat_waits_for_is_said(table: TableForm, sentence: str) -> None:
    assert re.search(sentence, describe_waiting(table, 0, "http://x/table/abcd2345") or "")
    for status in ("playing", "finished", "closed"):
        assert describe_waiting(msgspec.structs.replace(table, status=status), 0, "") is None


async def test_a_bot_says_what_it_waits_for_once_and_again_when_that_changes(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "WAITING_SECONDS", 0.01)
    link = make_table(address(server), ["random"], seats=3)
    said: asyncio.Queue[str] = asyncio.Queue()
    async with sit_down(link, "Bot", on_waiting=said.put_nowait) as bot:
        assert (await said.get()).startswith("Waiting for a person to start the game")
        await asyncio.sleep(0.2)
        assert said.empty()
        async with sit_down(link, "Ann", is_program=False) as ann:
            assert await said.get() == "Waiting for Ann to start the game."
            await ann.start()
            await bot.until(lambda: bot.table.status == "playing")
            await asyncio.sleep(0.2)
            assert said.empty()


async def test_the_example_of_a_bot_starts_a_game_against_computers(server: LiveServer) -> None:
    example = [sys.executable, str(ROOT / "examples" / "online_bot.py"), address(server)]
    with started(*example, stdout=PIPE) as bot:
        assert bot.stdout is not None
        said = await asyncio.to_thread(bot.stdout.readline)
        link = said.removeprefix("Playing at ").strip()
        async with watch(link) as watcher:
            await watcher.until(lambda: watcher.table.status == "playing")
            assert [seat.kind for seat in watcher.table.seats].count("computer") == 3


async def test_the_example_of_a_bot_does_not_wait_in_silence(server: LiveServer) -> None:
    link = make_table(address(server), ["random"], seats=2)
    example = [sys.executable, str(ROOT / "examples" / "online_bot.py"), link]
    with started(*example, stdout=PIPE, stderr=PIPE) as bot:
        assert bot.stderr is not None
        said = await asyncio.to_thread(bot.stderr.readline)
    assert said.startswith("Waiting for a person to start the game, since a program cannot: ")
    assert f"camelup join {link} --host" in said


# --- Lost connections -----------------------------------------------------------------------------------------


async def test_clients_go_on_when_the_server_is_killed_and_started_again(tmp_path: Path) -> None:
    played: list[list[Played]] = []

    async with LiveServer(tmp_path) as own:
        link = make_table(address(own), edition=1, seats=2)
        async with seats_of(link, ["Ann", "Bo"]) as seats:

            async def kill_twice() -> None:
                for ply in (10, 20):  # a short race may be over before the second: it is killed all the same
                    await seats[0].until(lambda ply=ply: seats[0].ply >= ply or seats[0].table.is_over)  # type: ignore[misc]
                    await asyncio.to_thread(own.kill)
                    await asyncio.to_thread(own.start)

            killing = asyncio.create_task(kill_twice())
            played.extend(await asyncio.gather(*(play_to_the_end(seat) for seat in seats)))
            await killing
            game = finished_game(own, link)
            plies = [ply.seat for ply in game.record.plies]
            heard = await hear(seats[0], lambda news: isinstance(news, TableChanged) and news.table.is_over)
            assert [news.ply for news in heard if isinstance(news, Played)] == list(range(1, len(plies) + 1))
            for seat, acts in zip(seats, played, strict=True):
                assert [act.ply for act in acts] == [ply for ply, owner in enumerate(plies, 1) if owner == seat.number]
                assert {act.by for act in acts} == {"owner"}


class Proxy:
    """Stands between clients and a server, hands on every message, and cuts the line when it is told to."""

    def __init__(self, server: LiveServer, cut: Callable[[Message], str | None]) -> None:
        self._server, self._cut = server, cut
        self.acts: list[Message] = []
        """Every action that a client has sent."""

    async def __call__(self, client: ServerConnection) -> None:
        assert client.request is not None
        async with connect(f"ws://127.0.0.1:{self._server.port}{client.request.path}") as line:
            answering = asyncio.create_task(self._answer(line, client))
            try:
                async for text in client:
                    message = json.loads(text)
                    if message["type"] == "act":
                        self.acts.append(message)
                    match self._cut(message):
                        case "before":
                            return
                        case "after":
                            answering.cancel()
                            await line.send(text)
                            while json.loads(await line.recv())["type"] != "done":
                                pass
                            return
                        case "until_begun":
                            answering.cancel()
                            with suppress(asyncio.CancelledError):
                                await answering
                            await line.send(text)
                            held = [await line.recv()]
                            while json.loads(held[-1])["type"] != "began":
                                held.append(await line.recv())
                            for answer in held:
                                await client.send(answer)
                            answering = asyncio.create_task(self._answer(line, client))
                        case "too_fast":
                            refusal = {
                                "type": "error",
                                "code": "too_fast",
                                "message": "Slowly.",
                                "ply": None,
                                "id": None,
                            }
                            await client.send(json.dumps(refusal))
                            await client.close(4429)
                            return
                        case _:
                            await line.send(text)
            except ConnectionClosed:
                pass
            finally:
                answering.cancel()

    @staticmethod
    async def _answer(line: ClientConnection, client: ServerConnection) -> None:
        async for text in line:
            await client.send(text)


class Once:
    """Cuts the line at the first action of each of these plies."""

    def __init__(self, how: str, plies: list[int]) -> None:
        self._how, self._plies = how, plies

    def __call__(self, message: Message) -> str | None:
        if message["type"] == "act" and message["ply"] in self._plies:
            self._plies.remove(message["ply"])
            return self._how
        return None


@pytest.mark.parametrize(("how", "times_sent"), [("before", 2), ("after", 1), ("too_fast", 2)])
async def test_an_action_whose_answer_was_lost_is_sent_again_only_if_it_was_not_taken(
    server: LiveServer, how: str, times_sent: int
) -> None:

    link = make_table(address(server), seats=2, first=0)
    proxy = Proxy(server, Once(how, [0]))
    async with serve(proxy, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        other_way = f"http://127.0.0.1:{port}/table/{read_link(link).code}"
        async with sit_down(other_way, "Ann", is_program=False) as ann, sit_down(link, "Bo") as bo:
            await ann.start()
            view = await anext(ann.turns())
            played = await ann.act(any_of(view, 3))
            assert (played.ply, played.by, played.seat) == (1, "owner", 0)
            assert [act["ply"] for act in proxy.acts] == [0] * times_sent
            await bo.until(lambda: bo.ply == 1)
            assert ann.ply == 1
            assert ann.is_connected


async def test_what_was_missed_is_told_once_the_connection_is_back(server: LiveServer) -> None:
    link = make_table(address(server), seats=2, first=1)
    proxy = Proxy(server, lambda message: "before" if message["type"] == "react" else None)
    async with serve(proxy, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        other_way = f"http://127.0.0.1:{port}/table/{read_link(link).code}"
        async with sit_down(other_way, "Ann", is_program=False) as ann, sit_down(link, "Bo") as bo:
            await ann.start()
            view = await anext(bo.turns())
            await bo.say("before")
            await ann.until(lambda: len(ann.chat) == 1)
            with pytest.raises(RequestError) as lost:
                await ann.react("wow")
            assert lost.value.code == "lost"
            assert not ann.is_connected
            await bo.act(any_of(view, 1))
            await bo.say("meanwhile")
            heard = await hear(ann, lambda news: isinstance(news, Played))
            assert [news.text for news in heard if isinstance(news, ChatLine)] == ["before", "meanwhile"]
            assert sum(isinstance(news, Begun) for news in heard) == 1
            assert [said.text for said in ann.chat] == ["before", "meanwhile"]


async def test_a_connection_that_is_lost_while_something_is_sent_is_told_once(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    sending = ReconnectingSocket.send

    async def send_slowly(link: ReconnectingSocket, message: Message) -> None:
        await sending(link, message)
        if message["type"] == "react":
            while link.is_open:  # noqa: ASYNC110 - it has no event for that
                await asyncio.sleep(0.01)
            raise LostError

    monkeypatch.setattr(ReconnectingSocket, "send", send_slowly)
    complaints: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    link = make_table(address(server), seats=2)
    proxy = Proxy(server, lambda message: "before" if message["type"] == "react" else None)
    async with serve(proxy, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        async with sit_down(f"http://127.0.0.1:{port}/table/{read_link(link).code}", "Ann") as ann:
            with pytest.raises(RequestError, match="The connection was lost"):
                await ann.react("wow")
    gc.collect()
    assert complaints == []


async def test_a_server_that_does_not_come_back_is_given_up(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as own:
        link = make_table(address(own), seats=2)
        async with sit_down(link, "Ann", patience=0.3) as seat:
            await asyncio.to_thread(own.stop)
            with pytest.raises(RequestError) as gone:
                await anext(seat.turns())
            assert gone.value.code == "unreachable"


async def test_an_action_that_comes_too_late_gives_what_was_played_instead(server: LiveServer) -> None:
    link = make_table(address(server), seats=2, first=0)
    async with seats_of(link, ["Ann", "Bo"]) as (ann, bo), sit_down(link, "Ann", ann.token) as same:
        view = await anext(ann.turns())
        first = await same.act(Roll())
        late = next(action for action in view.legal if action != Roll())
        assert await ann.act(late) == first
        assert ann.ply == bo.ply == 1


# --- Coming, going, playing again -----------------------------------------------------------------------------


async def test_a_token_takes_its_seat_again(server: LiveServer) -> None:
    link = make_table(address(server), seats=2)
    async with seats_of(link, ["Ann", "Bo"]) as seats:
        token, view = seats[1].token, seats[1].view
    async with sit_down(link, "Bo", token) as bo, sit_down(link, "whatever", token) as again:
        assert (bo.number, bo.name, bo.view) == (1, "Bo", view)
        assert (again.number, again.name) == (1, "Bo")
        heard = await hear(bo, lambda news: isinstance(news, Begun))
        assert heard[-1].view == view


async def test_a_seat_keeps_its_owner_when_free_ones_go(server: LiveServer) -> None:
    link = make_table(address(server), seats=4)
    first = LiveClient(server, read_link(link).code)
    await first.connect()
    await first.sit("First", 0)
    async with sit_down(link, "Ann") as ann, sit_down(link, "Bo", is_program=False) as bo:
        await first.ask("leave", seat=0)
        assert (ann.number, bo.number) == (1, 2)
        await bo.until(lambda: bo.table.seats[bo.number].is_host)
        await bo.start()
        await ann.until(lambda: ann.view is not None)
        assert (ann.number, bo.number) == (0, 1)
        assert ann.table.names == ("Ann", "Bo")
    await first.close()


async def test_the_game_may_begin_before_one_has_looked_around(server: LiveServer) -> None:
    link = make_table(address(server), seats=3)
    proxy = Proxy(server, lambda message: "until_begun" if message["type"] == "sit" else None)
    code = read_link(link).code
    other, host = LiveClient(server, code), LiveClient(server, code)
    await other.connect()
    await other.sit("Other", 0)
    await host.connect()
    await host.sit("Host", 1)

    async def begin_with_ann() -> None:
        await host.hear_that(lambda _: bool(host.table["seats"][2]["name"]))
        await other.ask("leave", seat=0)
        assert (await host.ask("start"))["type"] == "done"

    async with serve(proxy, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        async with asyncio.timeout(_SECONDS):
            beginning = asyncio.create_task(begin_with_ann())
            async with sit_down(f"http://127.0.0.1:{port}/table/{code}", "Ann") as ann:
                assert (ann.number, ann.name) == (1, "Ann")  # with the others' seat, she was given another number
                assert ann.view is not None
                assert ann.view.seat == 1
                heard = await hear(ann, lambda news: isinstance(news, Begun))
                assert heard[-1].view == ann.view
            await beginning
    await other.close()
    await host.close()


async def test_who_is_removed_is_told(server: LiveServer) -> None:
    link = make_table(address(server), seats=2)
    async with sit_down(link, "Ann", is_program=False) as ann, sit_down(link, "Bo") as bo:
        await ann.ask("remove", seat=bo.number)
        with pytest.raises(RequestError) as removed:
            await anext(bo.turns())
        assert removed.value.code == "removed"


async def test_who_leaves_in_mid_game_has_no_more_turns(server: LiveServer) -> None:
    link = make_table(address(server), seats=2, first=0)
    async with seats_of(link, ["Ann", "Bo"]) as (ann, _):
        await ann.leave()
        assert [view async for view in ann.turns()] == []


def test_an_edition_that_does_not_exist_is_refused_before_a_server_is_asked() -> None:
    with pytest.raises(ArgumentError, match="An edition is 1 or 2"):
        make_table("http://localhost:1", edition=3)


async def test_a_rematch_has_new_seeds_and_the_same_people(server: LiveServer) -> None:
    link = make_table(address(server), edition=FIRST, seats=2)
    async with seats_of(link, ["Ann", "Bo"]) as seats:
        assert seats[0].table.settings.edition == 1
        await asyncio.gather(*(play_to_the_end(seat) for seat in seats))
        there = await seats[0].rematch()
        assert await seats[1].rematch() == there  # who asks second goes along
        heard = await hear(seats[1], lambda news: isinstance(news, Moved))
        assert heard[-1] == Moved(there)
        old = set(seats[0].table.dice.seeds)
        tokens = [seat.token for seat in seats]
    async with sit_down(there, "Ann", tokens[0]) as ann, sit_down(there, "Bo", tokens[1]) as bo:
        assert (ann.number, bo.number) == (1, 0)
        await bo.until(lambda: "" not in bo.table.dice.seeds)
        assert not old & set(bo.table.dice.seeds)
        assert bo.table.before == read_link(link).code


async def test_watchers_hear_what_everybody_hears(server: LiveServer) -> None:
    link = make_table(address(server), seats=2)
    async with sit_down(link, "Ann", is_program=False) as ann, watch(link) as watcher:
        await ann.say("hello")
        await ann.react("camel")
        heard = await hear(watcher, lambda news: isinstance(news, Reacted))
        assert [news.text for news in heard if isinstance(news, ChatLine)] == ["hello"]
        assert heard[-1] == Reacted(0, "camel")
        assert watcher.view is None


# --- Refusals -------------------------------------------------------------------------------------------------


async def refusal_of(link: str, name: str = "Ann", token: str | None = None) -> str:
    with pytest.raises(RequestError) as refused:
        async with sit_down(link, name, token):
            pass
    assert refused.value.message.endswith(".")
    return refused.value.code


async def test_each_refusal_has_its_code(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    link = make_table(address(server), seats=2)
    async with seats_of(link, ["Ann", "Bo"]):
        assert await refusal_of(link, "Cy") == "started"
    waiting = make_table(address(server), seats=2)
    async with sit_down(waiting, "Ann") as ann:
        assert await refusal_of(waiting, "ann") == "name_taken"
        assert await refusal_of(waiting, "\u202e") == "name"
        assert await refusal_of(waiting, "x" * 41) == "name"
        for asked, code in ((ann.start(), "not_host"), (ann.say("x" * 301), "message"), (ann.say(" "), "empty")):
            with pytest.raises(RequestError) as refused:
                await asked
            assert refused.value.code == code
        async with sit_down(waiting, "Bo"):
            assert await refusal_of(waiting, "Cy") == "full"
    assert await refusal_of(f"{address(server)}/table/abcdefgh") == "no_table"
    assert await refusal_of(f"{address(server)}/table/abcdefgh", token="short") == "token"  # noqa: S106 - it is none
    monkeypatch.setattr("camelup.client.seat.PROTOCOL", PROTOCOL + 1)
    assert await refusal_of(f"{address(server)}/table/abcdefgh") == "protocol"


async def test_an_action_that_is_not_allowed_is_refused_with_the_code_of_the_rules(server: LiveServer) -> None:
    link = make_table(address(server), seats=2, first=0)
    async with seats_of(link, ["Ann", "Bo"]) as (_, bo):
        with pytest.raises(RequestError) as refused:
            await bo.act(Roll())
        assert refused.value.code == "not_your_turn"


async def test_tables_that_cannot_be_made(server: LiveServer) -> None:
    for settings, code in (({"seats": 9}, "settings"), ({"colour": "red"}, "message")):
        with pytest.raises(RequestError) as refused:
            make_table(address(server), **settings)
        assert refused.value.code == code
    with pytest.raises(RequestError) as refused:
        make_table(address(server), ["nobody"])
    assert refused.value.code == "level"


async def test_where_there_is_no_server() -> None:
    with closing(create_server(("127.0.0.1", 0))) as listening:
        port = listening.getsockname()[1]
    assert await refusal_of(f"http://127.0.0.1:{port}/table/abcdefgh") == "unreachable"
    with pytest.raises(RequestError) as refused:
        make_table(f"http://127.0.0.1:{port}/")
    assert refused.value.code == "unreachable"


async def test_another_server_is_none_of_ours(server: LiveServer) -> None:
    elsewhere = f"{address(server)}/elsewhere"
    assert await refusal_of(f"{elsewhere}/table/abcdefgh") in {"no_page", "unreachable"}
    with pytest.raises(RequestError) as refused:
        make_table(elsewhere)
    assert refused.value.code == "no_page"


@pytest.mark.parametrize("answer", ["nonsense", "[]", "{}", '{"type": "welcome"}', '{"type": 7}', "[" * 100_000])
async def test_a_server_that_speaks_nonsense_is_refused(answer: str) -> None:
    async def speak(client: ServerConnection) -> None:
        await client.recv()
        await client.send(answer)

    async with serve(speak, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        with pytest.raises(RequestError) as refused:
            async with sit_down(f"http://127.0.0.1:{port}/table/abcdefgh", "Ann"):
                pass
        assert refused.value.code == "message"


@pytest.mark.parametrize(
    "link",
    [
        "",
        "abcdefgh",
        "localhost:8000/table/abcdefgh",
        "ws://a/table/b",
        "http:///table/x",
        "http://a:b/table/c",
        "http://localhost:8000",
        "http://localhost:8000/",
        "http://a b/table/c",
        "http://a/table/c%20d",
        "http://[::1/c",
    ],
)
def test_what_is_no_link_is_refused(link: str) -> None:
    with pytest.raises(RequestError) as refused:
        read_link(link)
    assert refused.value.code == "address"


def test_links_are_read_as_people_share_them() -> None:
    for link in (
        "http://a:80/table/abcdefgh",
        "http://a:80/abcdefgh",
        "http://a:80/table/ABCDEFGH/",
        " http://a:80/abcdefgh?x#y",
    ):
        assert read_link(link).link == "http://a:80/table/abcdefgh"
    assert read_link("https://a/b/table/c").socket == "wss://a/b/api/tables/c/socket"


# --- What it is made of ---------------------------------------------------------------------------------------


def test_the_client_needs_nothing_of_the_server() -> None:
    script = "import camelup.client, json, sys; print(json.dumps(sorted(sys.modules)))"
    modules = json.loads(run(sys.executable, "-c", script).stdout)
    packages = {module.partition(".")[0] for module in modules}
    assert packages >= {"msgspec", "websockets"}
    assert not packages & {"starlette", "uvicorn", "numpy", "numba"}
    assert not [module for module in modules if module.startswith(("camelup.server", "camelup.odds"))]

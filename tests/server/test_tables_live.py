"""Tables with people over real sockets: settings, seats, the host, chat, coming and going, and playing again."""

import asyncio
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from camelup.formats.json_codec import from_json
from tests.server.live import (
    ROLL,
    LiveClient,
    LiveServer,
    Message,
    hear_sentence,
    join,
    play_on,
    refused,
    seat_people,
    start_game,
    turn_into,
)

SETTINGS: Message = {
    "edition": 1,
    "seats": 5,
    "is_open": True,
    "odds": "full",
    "hides_money": True,
    "clock": 90,
    "first": 2,
}


def kinds_of(client: LiveClient) -> list[str]:
    return [seat["kind"] for seat in client.table["seats"]]


def host_of(client: LiveClient) -> list[str]:
    return [seat["name"] for seat in client.table["seats"] if seat["is_host"]]


# --- Making tables --------------------------------------------------------------------------------------------


async def test_a_table_is_made_with_every_setting_and_listed_if_it_is_open(server: LiveServer) -> None:
    computers = [{"level": "shark", "seat": 3}, {"level": "shark"}]
    status, made = server.ask("/api/tables", {"settings": SETTINGS, "computers": computers})
    assert status == 201
    assert made["link"] == f"/table/{made['id']}"
    status, shown = server.ask(f"/api/tables/{made['id']}")
    assert status == 200
    assert shown["view"] is None
    assert shown["table"]["settings"] == SETTINGS
    assert shown["table"]["status"] == "waiting"
    assert [(seat["kind"], seat["name"], seat["level"]) for seat in shown["table"]["seats"]] == [
        ("computer", "Fin 2", "shark"),
        ("free", None, None),
        ("free", None, None),
        ("computer", "Fin", "shark"),
        ("free", None, None),
    ]
    hidden = server.make_table(seats=2)
    listed = {table["id"]: table for table in server.ask("/api/tables")[1]["tables"]}
    assert hidden not in listed
    found = listed[made["id"]]
    assert found.pop("updated") >= found.pop("created") > 0
    assert found == {
        "id": made["id"],
        "title": None,
        "status": "waiting",
        "edition": 1,
        "seats": 5,
        "free": 3,
        "names": ["Fin 2", "Fin"],
        "odds": "full",
        "clock": 90,
        "players": [
            {"seat": 0, "kind": "computer", "level": "shark"},
            {"seat": 3, "kind": "computer", "level": "shark"},
        ],
        "leg": None,
        "money": None,
        "people": 0,
    }


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"settings": {"seats": 1}}, "settings"),
        ({"settings": {"seats": 9}}, "settings"),
        ({"settings": {"clock": 4}}, "settings"),
        ({"settings": {"first": 4}}, "settings"),
        ({"settings": {"edition": 3}}, "message"),
        ({"settings": {"colour": "red"}}, "message"),
        ({"computers": [{"level": "wizard"}]}, "level"),
        ({"computers": [{"level": "greedy"}] * 5}, "full"),
        ({"computers": [{"level": "greedy", "seat": 7}]}, "no_such_seat"),
        ({"computers": [{"level": "greedy", "seat": 1}] * 2}, "seat_taken"),
    ],
)
async def test_a_table_that_cannot_be_is_refused(server: LiveServer, wrong: Message, code: str) -> None:
    status, error = server.ask("/api/tables", wrong)
    assert (status, error["code"]) == (400, code)


async def test_an_unknown_table_is_refused(server: LiveServer) -> None:
    for code in ("abcdefgh", "nonsense-of-any-kind", "%00"):
        with pytest.raises(ConnectionClosed):
            await LiveClient(server, code).connect()
        assert server.clients[-1].messages[-1]["code"] == "no_table"


# --- Sitting down ---------------------------------------------------------------------------------------------


async def test_people_join_by_the_code_until_the_table_is_full(server: LiveServer) -> None:
    code = server.make_table(seats=3)
    ann = await join(server, code, "Ann")
    bo = LiveClient(server, code)
    await bo.connect()
    assert await refused(bo, "sit", name="ANN", seed="0" * 16) == "name_taken"
    assert await refused(bo, "sit", name="You", seed="0" * 16) == "name"
    assert await refused(bo, "sit", name="Bo", seed="0" * 16, seat=0) == "seat_taken"
    assert await refused(bo, "sit", name="Bo", seed="0" * 16, seat=5) == "no_such_seat"
    assert await refused(bo, "say", text="Hello?") == "not_your_seat"
    assert (await bo.sit("Bo", 2))["seat"] == 2
    assert (await bo.sit("Bo"))["seat"] == 2  # to sit down twice is to sit down
    await hear_sentence(ann, "Bo joined.")
    cy = await join(server, code, "Cy")
    assert cy.seats == [1]
    late = await join(server, code)
    assert await refused(late, "sit", name="Di", seed="0" * 16) == "full"
    await start_game([ann, bo, cy, late])
    assert await refused(late, "sit", name="Di", seed="0" * 16) == "started"
    assert await refused(late, "act", seat=0, ply=0, action=ROLL) == "not_your_seat"
    assert list(late.views) == [None]
    nobody = LiveClient(server, code)
    await nobody.connect(is_watcher=True)
    assert await refused(nobody, "sit", name="Ed", seed="0" * 16) == "token"
    await play_on([ann, bo, cy, late, nobody], lambda _: ROLL, most=3)
    assert late.views == nobody.views
    assert late.views[None]["legal"] == []


async def test_full_values_are_for_one_person_alone(server: LiveServer) -> None:
    code = server.make_table("random", seats=6, odds="full")
    ann = await join(server, code, "Ann")
    bo = LiveClient(server, code)
    await bo.connect()
    assert await refused(bo, "sit", name="Bo", seed="0" * 16) == "practice"
    assert (await ann.sit("Ada"))["type"] == "seated"  # she practises for two
    assert (await bo.sit("Bot", is_program=True))["type"] == "seated"
    await ann.ask("leave", seat=1)
    await ann.ask("leave", seat=2)
    cy = await join(server, code, "Cy")
    assert kinds_of(cy) == ["computer", "person", "free", "program", "free", "free"]


async def test_one_client_holds_several_seats(server: LiveServer) -> None:
    code = server.make_table(seats=4, hides_money=True)
    device = await join(server, code, "Ann")
    assert (await device.sit("Bo"))["seats"] == [0, 1]
    cy = await join(server, code, "Cy")
    await start_game([device, cy])
    assert sorted(seat for seat in device.views if seat is not None) == [0, 1]
    await play_on([device, cy], lambda _: ROLL, most=7)
    for seat in (0, 1):  # each sees its own money, and not the other's
        assert [amount is None for amount in device.views[seat]["money"]] == [seat != 0, seat != 1, True]
    welcome = await device.connect()
    assert welcome["seats"] == [0, 1]
    said = await device.ask("say", text="From the second", seat=1)
    assert said["type"] == "done"
    assert (await cy.hear("said"))["line"]["name"] == "Bo"


async def test_the_host_adds_and_removes_computers_and_people(server: LiveServer) -> None:
    code = server.make_table(seats=4)
    ann, bo = await seat_people(server, code, ["Ann", "Bo"])
    for kind, fields in (
        ("add_computer", {"level": "random"}),
        ("remove", {"seat": 0}),
        ("start", {}),
        ("mute", {"seat": 0}),
    ):
        assert await refused(bo, kind, **fields) == "not_host"
    assert await refused(ann, "add_computer", level="wizard") == "level"
    await ann.ask("add_computer", level="random", seat=3)
    await hear_sentence(bo, "Tumble joined (computer).")
    assert kinds_of(bo) == ["person", "person", "free", "computer"]
    await ann.ask("remove", seat=3)
    await hear_sentence(bo, "The host removed Tumble.")
    await ann.ask("remove", seat=1)
    await hear_sentence(bo, "The host removed Bo.")
    assert bo.seats == []  # he is told, and watches now
    assert await refused(bo, "say", text="Why?") == "not_your_seat"
    await ann.ask("reopen", seat=1, lets_back=True)
    assert (await bo.sit("Bo"))["seat"] == 1
    assert await refused(ann, "remove", seat=2) == "no_such_seat"
    await ann.ask("leave", seat=0)
    await hear_sentence(bo, "Ann left. You are the host now.")
    assert ann.seats == []
    assert await refused(ann, "start") == "not_host"
    assert await refused(bo, "start") == "too_few"


async def test_free_seats_are_left_out_at_the_start(server: LiveServer) -> None:
    code = server.make_table(seats=6, first=4)
    ann, bo = LiveClient(server, code), LiveClient(server, code)
    for client, name, seat in ((ann, "Ann", 2), (bo, "Bo", 4)):
        await client.connect()
        await client.sit(name, seat)
    await bo.ask("say", text="Ready?")
    await start_game([ann, bo])
    began = next(message for message in ann.messages if message["type"] == "began")
    assert began["sentence"] == "The race starts. Bo goes first."
    assert (ann.seats, bo.seats, ann.views[0]["turn"]) == ([0], [1], 1)
    assert [seat["name"] for seat in ann.table["seats"]] == ["Ann", "Bo"]
    assert host_of(bo) == ["Ann"]
    assert (await bo.act(1, ROLL))["type"] == "done"
    assert (await bo.connect())["chat"][0]["seat"] == 1  # as whoever wrote it has now


# --- Talking --------------------------------------------------------------------------------------------------


async def test_chat_is_kept_and_the_host_can_mute(server: LiveServer) -> None:
    code = server.make_table(seats=2)
    ann, bo = await seat_people(server, code, ["Ann", "Bo"])
    await bo.ask("say", text=" Hello <b>all</b>\u202e ")
    line = (await ann.hear("said"))["line"]
    assert (line["seat"], line["name"], line["text"]) == (1, "Bo", "Hello <b>all</b>")
    assert await refused(bo, "say", text="\u202e") == "empty"
    await bo.ask("react", reaction="camel")
    assert await ann.hear("reacted") == {"type": "reacted", "seat": 1, "reaction": "camel"}
    await ann.ask("mute", seat=1)
    await hear_sentence(bo, "The host muted you.")
    assert bo.table["seats"][1]["is_muted"]
    assert await refused(bo, "say", text="But...") == "muted"
    assert await refused(bo, "react", reaction="cry") == "muted"
    await ann.ask("mute", seat=1, is_muted=False)
    await hear_sentence(bo, "You can chat again.")
    await bo.ask("say", text="Thanks")
    assert [said["text"] for said in (await bo.connect())["chat"]] == ["Hello <b>all</b>", "Thanks"]
    codes = [(await ann.ask("say", text=f"{number}")).get("code") for number in range(12)]
    assert codes[0] is None
    assert "too_fast" in codes


# --- Coming back ----------------------------------------------------------------------------------------------


async def test_a_reload_and_a_second_tab_are_the_same_seat_at_the_same_moment(server: LiveServer) -> None:
    code = server.make_table(seats=3)
    ann, bo = await seat_people(server, code, ["Ann", "Bo"])
    tab = await join(server, code, token=bo.token)
    assert tab.seats == [1]
    assert (await bo.sit("Bo's sister"))["seats"] == [1, 2]
    await hear_sentence(tab, "Bo's sister joined.")
    assert tab.seats == [1, 2]  # the other tab has sat down for it, too
    await bo.ask("leave", seat=2)
    await start_game([ann, bo, tab])
    await play_on([ann, bo, tab], lambda _: ROLL, most=5)
    assert (tab.views, tab.ply) == (bo.views, 5)
    seen = bo.views[1]
    await bo.close()  # his other tab is still there, so nobody is told that he has gone
    await tab.close()
    await hear_sentence(ann, "Bo lost the connection.")
    assert [seat["is_connected"] for seat in ann.table["seats"]] == [True, False]
    welcome = await bo.connect(since=5)
    assert (welcome["seats"], welcome["missed"], welcome["views_before"]) == ([1], [], [])
    assert (bo.ply, bo.views[1]) == (5, seen)
    await hear_sentence(ann, "Bo is back.")
    assert sum(message.get("sentence") == "Bo lost the connection." for message in ann.messages) == 1
    await tab.connect()
    in_turn, other = (bo, tab) if bo.views[1]["legal"] else (ann, bo)
    await in_turn.act(action=ROLL)
    await turn_into([other, ann, tab], 6)
    assert tab.views == bo.views


@pytest.mark.parametrize("since", [0, 3, 19, 28, 29, 30, 31, 10**15, 2**53 - 1])
async def test_what_was_missed_is_sent_by_ply(server: LiveServer, since: int) -> None:
    code = server.make_table(seats=2, edition=1)
    clients = await seat_people(server, code, ["Ann", "Bo"])
    await start_game(clients)
    await play_on(clients, lambda view: view["legal"][-1], most=30)
    ann = clients[0]
    assert ann.ply == 30
    played = {message["ply"]: message for message in ann.messages if message["type"] == "played"}
    final = ann.views[0]
    welcome = await ann.connect(since=since)
    assert [message["ply"] for message in welcome["missed"]] == list(range(since + 1, 31))
    view = welcome["views_before"][0] if welcome["missed"] else final
    for message in welcome["missed"]:
        assert message["seen"] == played[message["ply"]]["seen"]
        view |= message["seen"][0]["changes"]
    assert view == final == ann.views[0]


@pytest.mark.parametrize("since", [-1, 1.5, "7", True])
async def test_nonsense_for_what_was_seen_is_refused(server: LiveServer, since: object) -> None:
    client = LiveClient(server, server.make_table())
    with pytest.raises(ConnectionClosed):
        await client.connect(since=since)  # type: ignore[arg-type]
    assert client.messages[-1]["code"] == "message"


# --- The end, and again ---------------------------------------------------------------------------------------


async def test_a_finished_game_stays_readable_after_a_restart(server: LiveServer) -> None:
    code = server.make_table(seats=4, hides_money=True, is_open=True)
    kept: dict[str, Any] = {}

    clients = await seat_people(server, code, ["Ann", "Bo", "Cy"])
    assert server.ask(f"/api/games/{code}")[1]["code"] == "not_finished"
    await start_game(clients)
    await play_on(clients, lambda _: ROLL)
    kept["tokens"] = [client.token for client in clients]
    kept["views"] = [client.views for client in clients]
    assert None not in clients[0].views[0]["money"]  # all is shown now
    assert clients[0].table["dice"]["secret"] is not None
    assert await refused(clients[0], "act", seat=0, ply=clients[0].ply, action=ROLL) == "game_over"
    assert await refused(clients[0], "leave", seat=0) == "game_over"
    assert code not in {table["id"] for table in server.ask("/api/tables")[1]["tables"]}
    assert server.stop() == 0
    server.start()

    async def come_back() -> None:
        watcher = LiveClient(server, code)
        welcome = await watcher.connect(is_watcher=True, since=0)
        assert welcome["table"]["status"] == "finished"
        view = welcome["views_before"][0]
        assert (view["turn"], view["leg"]) == (welcome["missed"][0]["seat"], 1)
        for message in welcome["missed"]:
            view |= message["seen"][0]["changes"]
        assert view == welcome["views"][0]
        assert welcome["missed"][-1]["seen"][0]["events"][-1]["type"] == "game_ended"
        status, game = server.ask(f"/api/games/{code}")
        assert status == 200
        assert len(from_json(game).record.plies) == len(welcome["missed"])
        for token, views in zip(kept["tokens"], kept["views"], strict=True):
            assert (await join(server, code, token=token)).views == views

    watcher = LiveClient(server, code)
    welcome = await watcher.connect(is_watcher=True, since=0)
    assert welcome["table"]["status"] == "finished"
    view = welcome["views_before"][0]
    assert (view["turn"], view["leg"]) == (welcome["missed"][0]["seat"], 1)
    for message in welcome["missed"]:
        view |= message["seen"][0]["changes"]
    assert view == welcome["views"][0]
    assert welcome["missed"][-1]["seen"][0]["events"][-1]["type"] == "game_ended"
    status, game = server.ask(f"/api/games/{code}")
    assert status == 200
    assert len(from_json(game).record.plies) == len(welcome["missed"])
    for token, views in zip(kept["tokens"], kept["views"], strict=True):
        assert (await join(server, code, token=token)).views == views


async def test_after_a_restart_nobody_is_told_that_everybody_is_here_again(server: LiveServer) -> None:
    code = server.make_table(seats=2)
    tokens = [client.token for client in await seat_people(server, code, ["Ann", "Bo"])]
    server.kill()
    server.start()
    ann = await join(server, code, token=tokens[0])
    bo = await join(server, code, token=tokens[1])
    told = await ann.hear("table")
    assert [seat["is_connected"] for seat in told["table"]["seats"]] == [True, True]
    assert told["sentence"] is None
    await bo.close()
    await hear_sentence(ann, "Bo lost the connection.")
    await join(server, code, token=tokens[1])
    await hear_sentence(ann, "Bo is back.")


async def test_the_same_people_play_again_one_seat_further(server: LiveServer) -> None:
    code = server.make_table(seats=4, is_open=True)
    clients = await seat_people(server, code, ["Ann", "Bo", "Cy"])
    assert await refused(clients[0], "rematch") == "not_finished"
    await start_game(clients)
    await play_on(clients, lambda _: ROLL)
    ann, bo, cy = clients
    watcher = await join(server, code)
    assert await refused(watcher, "rematch") == "not_your_seat"
    await bo.ask("rematch")
    moved = await ann.hear("moved")
    assert moved["sentence"] == "Rematch! Everybody moves on by one seat."
    assert await refused(ann, "rematch") == "rematched"
    late = await join(server, code, token=cy.token)
    assert late.table["rematch"] == moved["table"]
    again = [await join(server, moved["table"], token=client.token) for client in clients]
    assert [client.seats for client in again] == [[1], [2], [0]]
    assert again[0].table["before"] == code
    assert again[0].table["settings"]["is_open"]
    assert again[0].table["dice"]["seeds"] == ["", "", ""]
    assert host_of(again[0]) == ["Ann"]
    await hear_sentence(again[0], "Cy is here.")
    assert (await again[1].ask("seed", seat=2, seed="ab" * 8))["type"] == "done"
    assert await refused(again[1], "seed", seat=1, seed="ab" * 8) == "not_your_seat"
    await start_game(again)
    assert again[0].table["dice"]["seeds"] == ["", "", "ab" * 8]
    await play_on(again, lambda _: ROLL, most=4)


async def test_an_action_of_the_past_or_said_twice_is_never_done_twice(server: LiveServer) -> None:
    code = server.make_table(seats=2, first=0)
    ann, bo = await seat_people(server, code, ["Ann", "Bo"])
    tab = await join(server, code, token=ann.token)
    await start_game([ann, bo, tab])
    answers = await asyncio.gather(ann.act(0, ROLL), tab.act(0, ROLL))
    assert sorted(answer["type"] for answer in answers) == ["done", "error"]
    error = next(answer for answer in answers if answer["type"] == "error")
    assert (error["code"], error["ply"]) == ("stale", 1)
    await turn_into([ann, bo, tab], 1)
    assert await refused(ann, "act", seat=0, ply=1, action=ROLL) == "not_your_turn"
    assert await refused(bo, "act", seat=1, ply=2, action=ROLL) == "stale"
    assert await refused(bo, "act", seat=1, ply=1, action={"type": "dance"}) != "stale"
    assert (await bo.act(1, ROLL))["ply"] == 2

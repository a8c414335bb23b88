"""What a server does by itself: it plays for whoever is away, slow or a computer, tells odds, ends tables."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any, Literal

import pytest

from camelup.formats.json_codec import from_json
from camelup.formats.notation import parse_view, position_text
from camelup.odds import leg, values
from camelup.odds.answers import leg_to_json, odds_to_json
from camelup.odds.hints import best_first, hints
from camelup.players import ENTRIES
from camelup.server.thinking.job_runner import SAMPLES, seen_by_all
from camelup.verification import verify_game
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
)
from tests.server.test_protocol_schema import check

Setting = Literal["off", "hints", "leg", "full"]


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Give a server that soon plays for whoever is away; a game rests for longer than a table stays in memory."""
    flags = ("--away-timeout", "0.5", "--unload-delay", "0.3", "--think", "0.01", "--workers", "1")
    with LiveServer(tmp_path_factory.mktemp("data"), *flags) as started:
        yield started
        started.end()


@pytest.fixture
async def server(lively: LiveServer) -> AsyncIterator[LiveServer]:
    async with lively.visited():
        yield lively


@pytest.fixture(scope="module")
def short_lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Give a server where empty tables end at once."""
    with LiveServer(tmp_path_factory.mktemp("ending"), "--empty", "1", "--unload-delay", "0") as started:
        yield started
        started.end()


@pytest.fixture
async def ending(short_lived: LiveServer) -> AsyncIterator[LiveServer]:
    async with short_lived.visited():
        yield short_lived


def listed(server: LiveServer) -> set[str]:
    return {table["id"] for table in server.ask("/api/tables")[1]["tables"]}


async def until_ended(server: LiveServer, *codes: str) -> None:
    """Look at the list until these tables are no more in it; the limit is only for a server that never ends them."""
    for _ in range(600):
        if not listed(server) & set(codes):
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"{codes} did not end")


async def hear_play_of(client: LiveClient, seat: int, by: str) -> Message:
    return await client.hear_that(
        lambda message: message["type"] == "played" and (message["seat"], message["by"]) == (seat, by)
    )


# --- Somebody is away -----------------------------------------------------------------------------------------


async def test_a_computer_plays_for_whoever_is_away_until_he_is_back(server: LiveServer) -> None:
    code = server.make_table(seats=2, first=0)
    ann, bo = await seat_people(server, code, ["Ann", "Bo"])
    await start_game([ann, bo])
    await bo.close()
    await hear_sentence(ann, "Bo lost the connection.")
    for _ in range(2):
        assert (await ann.act(0, ROLL))["type"] == "done"
        played = await hear_play_of(ann, 1, "stand_in")
        assert played["sentence"] == "A computer played for Bo."
    assert ann.ply == 4
    await ann.act(0, ROLL)
    while ann.ply < 6:
        await ann.hear_next()
    welcome = await bo.connect(since=0)  # back in the middle of it, with all that he has missed
    assert [message["by"] for message in welcome["missed"]] == ["owner", "stand_in"] * 3
    assert (bo.seats, bo.ply, bo.table["turn_ends"]) == ([1], 6, None)
    await hear_sentence(ann, "Bo is back.")
    await ann.act(0, ROLL)
    assert (await hear_play_of(bo, 0, "owner"))["turn_ends"] is None
    assert (await bo.act(1, ROLL))["type"] == "done"
    assert (await hear_play_of(ann, 1, "owner"))["ply"] == 8


async def test_who_leaves_in_mid_game_watches_and_a_computer_player_has_the_seat(server: LiveServer) -> None:
    code = server.make_table(seats=3)
    ann, bo, cy = await seat_people(server, code, ["Ann", "Bo", "Cy"])
    await start_game([ann, bo, cy])
    await ann.ask("leave", seat=0)
    await hear_sentence(bo, "Ann left. A computer takes over. You are the host now.")
    assert (ann.seats, list(ann.views)) == ([], [None])
    assert all(not card for hand in ann.views[None]["hands"] for card in hand)
    assert bo.table["seats"][0]["has_left"]
    assert await refused(ann, "act", seat=0, ply=ann.ply, action=ROLL) == "not_your_seat"
    assert await refused(ann, "sit", name="Ann", seed="0" * 16) == "started"
    assert (await ann.connect())["seats"] == []
    await play_on([bo, cy, ann], lambda _: ROLL)
    assert ann.is_over
    acted = {(message["seat"], message["by"]) for message in bo.messages if message["type"] == "played"}
    assert acted == {(0, "stand_in"), (1, "owner"), (2, "owner")}
    sentences = {message["sentence"] for message in bo.messages if message["type"] == "played"}
    assert sentences == {None, "A computer played for Ann."}


async def test_the_next_one_is_host_when_the_host_is_away_before_the_start(server: LiveServer) -> None:
    code = server.make_table(seats=3)
    ann, bo = await seat_people(server, code, ["Ann", "Bo"])
    await ann.close()
    await hear_sentence(bo, "You are the host now.")
    assert [seat["is_host"] for seat in bo.table["seats"]] == [False, True, False]
    await ann.connect()
    assert await refused(ann, "start") == "not_host"
    await start_game([bo, ann])


async def test_a_game_rests_while_nobody_is_there(server: LiveServer) -> None:
    code = server.make_table("random", seats=2, first=1)
    ann = await join(server, code, "Ann")
    await start_game([ann])
    await ann.close()
    await asyncio.sleep(1.5)  # three times what one may be away, and longer than the table stays in memory
    shown = server.ask(f"/api/tables/{code}")[1]
    assert (shown["table"]["ply"], shown["table"]["turn_ends"]) == (0, None)
    watcher = await join(server, code)  # with anybody there it goes on
    await hear_play_of(watcher, 1, "stand_in")
    await hear_play_of(watcher, 0, "computer")


async def test_a_turn_has_its_clock(server: LiveServer) -> None:
    code = server.make_table(seats=2, first=0, clock=5)
    ann, bo = await seat_people(server, code, ["Ann", "Bo"])
    await start_game([ann, bo])
    left = ann.table["turn_ends"] - ann.table["now"]
    assert 0 < left <= 5
    played = await hear_play_of(bo, 0, "stand_in")
    assert played["now"] - ann.table["now"] >= left
    assert played["turn_ends"] - played["now"] > 0
    assert await refused(ann, "act", seat=0, ply=0, action=ROLL) == "stale"
    assert (await bo.act(1, ROLL))["type"] == "done"
    await hear_play_of(ann, 1, "owner")
    assert (await ann.act(0, ROLL))["type"] == "done"  # the seat is still his


# --- Computer players -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "seats"), [(1, 7), (2, 6), (2, 8)])
async def test_computer_players_of_all_levels_finish_a_game_with_a_person(
    server: LiveServer, edition: int, seats: int
) -> None:

    levels = (list(ENTRIES) * 2)[: seats - 1]
    code = server.make_table(*levels, edition=edition, seats=seats)
    ann = await join(server, code, "Ann")
    await start_game([ann])
    await play_on([ann], lambda _: ROLL)
    assert ann.is_over
    played = [message for message in ann.messages if message["type"] == "played"]
    assert [message["ply"] for message in played] == list(range(1, ann.ply + 1))
    assert {message["seat"] for message in played if message["by"] == "computer"} == set(range(seats - 1))
    assert {message["by"] for message in played if message["seat"] == seats - 1} == {"owner"}
    record = from_json(server.ask(f"/api/games/{code}")[1]).record
    assert record.names[-1] == "Ann"


async def test_computer_players_alone_begin_at_once_and_play_while_somebody_watches(server: LiveServer) -> None:
    code = server.make_table("random", "novice", seats=2, edition=1, odds="hints")
    before = server.ask(f"/api/tables/{code}")[1]
    assert (before["table"]["status"], before["table"]["ply"]) == ("playing", 0)
    assert [seat["is_host"] for seat in before["table"]["seats"]] == [False, False]
    watcher = await join(server, code)
    assert await refused(watcher, "sit", name="Ann", seed="0" * 16) == "started"
    await play_on([watcher], lambda _: ROLL)
    assert {message["by"] for message in watcher.messages if message["type"] == "played"} == {"computer"}
    game = from_json(server.ask(f"/api/games/{code}")[1])
    assert game.record.names == ("Tumble", "Chick")
    verify_game(game.dice, game.record, game.published)


# --- Odds -----------------------------------------------------------------------------------------------------


def expected_odds(view: Message, setting: Setting) -> Message:
    """The odds of a watcher's view, computed here."""
    position: Any = from_json({"version": 1, **view})
    # Through its notation, as a worker gets it.
    valued = values(seen_by_all(parse_view(position_text(position))), samples=SAMPLES)
    known: Message = {"edition": 2, "hints": None, "leg": None, "race": None, "values": None}
    if setting == "hints":
        known |= {"hints": hints(valued), "best": best_first(valued)}
    else:
        known |= leg_to_json(leg(position)) if setting == "leg" else odds_to_json(valued.leg, valued.race, valued)
    told: Message = json.loads(json.dumps(known))
    return told


@pytest.mark.parametrize("setting", ["hints", "leg", "full"])
async def test_odds_follow_the_events_and_are_the_same_for_everyone(server: LiveServer, setting: Setting) -> None:
    code = server.make_table(seats=2, odds=setting)
    ann = await join(server, code, "Ann")
    bo = await join(server, code, "Bo", is_program=True)
    watcher = await join(server, code)
    clients = [ann, bo, watcher]
    await start_game(clients)
    for ply in range(5):
        told = [await client.hear_that(lambda message: message["type"] == "odds") for client in clients]
        assert told[0]["ply"] == ply  # and so after what led to it
        assert len({client.texts[-1] for client in clients}) == 1
        assert told[0]["odds"] == expected_odds(watcher.views[None], setting)
        check("server", told[0])
        late = LiveClient(server, code)
        assert (await late.connect(is_watcher=True))["odds"] == told[0]["odds"]
        await late.close()
        if ply < 4:
            in_turn = ann if ann.views[0]["legal"] else bo
            await in_turn.act(action=ROLL)
            for client in clients:
                while client.ply <= ply:
                    await client.hear_next()


async def test_a_table_without_odds_is_told_none(server: LiveServer) -> None:
    code = server.make_table("random", seats=2, odds="off")
    ann = await join(server, code, "Ann")
    await start_game([ann])
    await play_on([ann], lambda _: ROLL)
    assert not [message for message in ann.messages if message["type"] == "odds"]
    assert not [message for message in ann.messages if message.get("odds") is not None]


# --- The end of tables ----------------------------------------------------------------------------------------


async def test_empty_tables_end_and_their_links_still_answer(ending: LiveServer) -> None:
    begun, left, kept = (ending.make_table(seats=2, is_open=True) for _ in range(3))
    clients = await seat_people(ending, begun, ["Ann", "Bo"])
    await start_game(clients)
    await play_on(clients, lambda _: ROLL, most=4)
    # At the end nothing is legal any more.
    views = [{seat: {**view, "legal": []} for seat, view in client.views.items()} for client in clients]
    there = await join(ending, kept, "Cy")
    for client in clients:
        await client.close()
    await until_ended(ending, begun, left)
    assert kept in listed(ending)  # somebody is there
    assert (await there.ask("say", text="Nobody comes?"))["type"] == "done"
    for client, view in zip(clients, views, strict=True):
        welcome = await client.connect(since=0)
        assert (welcome["table"]["status"], len(welcome["missed"]), client.views) == ("closed", 4, view)
        assert await refused(client, "act", seat=client.seats[0], ply=4, action=ROLL) == "closed"
        assert await refused(client, "say", text="Hello?") == "closed"
        assert await refused(client, "rematch") == "not_finished"
    late = await join(ending, left)
    assert late.table["status"] == "closed"
    assert await refused(late, "sit", name="Di", seed="0" * 16) == "closed"
    assert ending.ask(f"/api/games/{begun}")[1]["code"] == "not_finished"
    await there.close()
    await until_ended(ending, kept)

"""Hosts and guests over real sockets: whose table it is, who was removed, who may not speak, who finds the table."""

import secrets
from pathlib import Path
from typing import Any

import pytest

from camelup.core.actions import Roll
from camelup.core.errors import RequestError
from camelup.protocol.http import NewSeat, NewTable
from camelup.protocol.requests import Sit, Start
from camelup.protocol.settings import Settings
from camelup.server.store.base import Entry
from camelup.server.tables import commands, events
from camelup.server.tables.bounds import MAX_OPENINGS, SEATINGS_OF_ADDRESS
from camelup.server.tables.entry_text import BrokenLogError
from camelup.server.tables.log_check import check_log
from camelup.server.tables.state import TableState
from tests.server.conftest import Database
from tests.server.live import (
    ROLL,
    LiveClient,
    LiveServer,
    hear_sentence,
    join,
    play_on,
    refused,
    seat_people,
    start_game,
)
from tests.server.stories import Story
from tests.server.test_table_manager import opened, sit, visiting


def make(server: LiveServer, token: str, **settings: Any) -> str:  # noqa: ANN401 - as the API takes them
    status, made = server.ask("/api/tables", {"settings": settings, "token": token})
    assert status == 201, made
    code: str = made["id"]
    return code


def hosts(client: LiveClient) -> list[str]:
    return [seat["name"] for seat in client.table["seats"] if seat["is_host"]]


def listed(server: LiveServer) -> dict[str, int]:
    return {table["id"]: table["free"] for table in server.ask("/api/tables")[1]["tables"]}


# --- The maker's claim ----------------------------------------------------------------------------------------


async def test_a_poller_never_takes_a_table_from_its_maker(server: LiveServer) -> None:
    for _ in range(10):
        token = secrets.token_urlsafe(32)
        code = make(server, token, seats=2, is_open=True)
        assert code in listed(server)
        poller = await join(server, code, "Poller")  # at once, as soon as it is listed
        assert poller.table["is_claimed"]
        assert hosts(poller) == []
        assert await refused(poller, "start") == "not_host"
        late = await join(server, code)
        assert await refused(late, "sit", name="Late", seed="0" * 16) == "full"  # the last seat is the maker's
        maker = await join(server, code, "Ann", token)
        assert hosts(maker) == ["Ann"]
        assert not maker.table["is_claimed"]
        assert maker.seats == [0]  # and so is the first one
        assert (await maker.ask("remove", seat=1))["type"] == "done"


async def test_a_claim_lapses_unless_the_maker_is_there(tmp_path: Path) -> None:
    token = "maker" * 10
    async with opened(Database(None, tmp_path).store(), away_timeout=0.2) as manager:
        code = await manager.make(NewTable(Settings(seats=4), token=token))
        async with visiting(manager, code, "Bot") as bot, visiting(manager, code, "Ann") as ann:
            await bot.ask(Sit(name="Bot", seed="0" * 16, is_program=True))
            await ann.ask(sit("Ann"))
            await ann.until(lambda guest: guest.session.table.host == 2)  # the link was passed on: nobody is stuck
            async with visiting(manager, code, token) as maker:
                await maker.ask(sit("Mia"))
            assert ann.session.table.host == 2
        code = await manager.make(NewTable(Settings(seats=4), token=token))
        async with visiting(manager, code, "Ann") as ann:
            async with visiting(manager, code, token):  # there, but not seated yet
                await ann.ask(sit("Ann"))
                since = ann.session.clock.monotonic()
                await ann.until(lambda guest: guest.session.clock.monotonic() > since + 0.5)
                assert ann.session.table.host is None
            await ann.until(lambda guest: guest.session.table.host == 1)


async def test_no_seat_is_kept_for_a_maker_who_never_comes(database: Database) -> None:
    """The last seat is free in the end, also if nobody sits who could be host: with a computer, and with a program."""
    store = database.store()
    async with opened(store, away_timeout=0.2) as manager:
        computer = await manager.make(
            NewTable(Settings(seats=2), computers=[NewSeat(level="random")], token="maker" * 10)
        )
        program = await manager.make(NewTable(Settings(seats=2), token="maker" * 10))
        for code in (computer, program):
            async with visiting(manager, code, "Bot") as bot, visiting(manager, code, "Ann") as ann:
                if code == program:
                    await bot.ask(Sit(name="Bot", seed="0" * 16, is_program=True))
                await ann.ask(sit("Ann"))
                assert ann.messages[-1]["code"] == "full"
                await ann.until(lambda guest: guest.session.table.guests.maker is None)
                assert ann.messages[-1]["sentence"] == "The creator didn't come. The first person to join is the host."
                assert not ann.messages[-1]["table"]["is_claimed"]
                await ann.ask(sit("Ann"), Start())
                assert ann.session.table.status == "playing"
            entries = await store.read(code)
            assert "ClaimLapsed" in [type(events.read_event(entry.text)).__name__ for entry in entries]
            assert check_log(code, entries).table.host is not None


async def test_a_claim_that_lapses_leaves_the_host_to_a_person_who_sits_there(tmp_path: Path) -> None:
    async with opened(Database(None, tmp_path).store(), away_timeout=0.2) as manager:
        code = await manager.make(NewTable(Settings(seats=4), token="maker" * 10))
        async with visiting(manager, code, "Cy") as cy:
            async with visiting(manager, code, "Ann") as ann:
                await ann.ask(sit("Ann"))
            await cy.until(lambda guest: guest.session.table.host == 1)
            await cy.ask(sit("Cy"))
            await cy.until(lambda guest: guest.session.table.host == 0)  # Ann is away


# --- Seats that a stranger takes and leaves -------------------------------------------------------------------


async def test_one_address_cannot_use_up_the_seats_of_a_table(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, "--workers", "1", "--proxies", "127.0.0.1") as server:
        code = server.make_table(seats=4, is_open=True)

        async def come(address: str) -> LiveClient:
            client = LiveClient(server, code)
            await client.open(X_Forwarded_For=address)
            await client.say({"type": "hello", "protocol": 1, "token": client.token})
            await client.hear("welcome")
            return client

        host = await come("198.51.100.1")
        await host.sit("Ann")
        granted = 0
        for number in range(3):
            stranger = await come(f"2001:db8::{number}")  # all of one network
            for _ in range(10):
                answer = await stranger.sit(f"Stranger {number}")
                if answer["type"] == "error":
                    assert answer["code"] == "too_fast"
                    assert "your address" in answer["message"]
                    break
                granted += 1
                await stranger.ask("leave", seat=answer["seat"])
            await stranger.close()  # nobody reads what comes
        assert granted == SEATINGS_OF_ADDRESS.at_once
        friend = await come("198.51.100.2")
        assert (await friend.sit("Bo"))["type"] == "seated"
        assert (await host.ask("add_computer", level="random"))["type"] == "done"
        assert (await host.ask("start"))["type"] == "done"


async def test_a_table_made_without_a_token_belongs_to_the_first_person(server: LiveServer) -> None:
    code = server.make_table(seats=3)
    await join(server, code, "Bot", is_program=True)
    ann = await join(server, code, "Ann")
    assert hosts(ann) == ["Ann"]
    assert server.ask("/api/tables", {"token": "short"})[0] == 400


async def test_a_maker_who_lets_a_program_play_leaves_the_host_to_people(server: LiveServer) -> None:
    token = secrets.token_urlsafe(32)
    code = make(server, token, seats=3)
    ann = await join(server, code, "Ann")
    await join(server, code, "Bot", token, is_program=True)
    await hear_sentence(ann, "Bot joined (program).")
    assert hosts(ann) == ["Ann"]
    await ann.ask("leave", seat=ann.seats[0])
    assert hosts(await join(server, code)) == []


async def test_a_claim_survives_a_crash_and_lapses_once_for_all_processes(database: Database) -> None:
    first, second = database.store(), database.store()
    async with opened(first, away_timeout=1000.0) as manager:
        code = await manager.make(NewTable(Settings(seats=4), token="maker" * 10))
        async with visiting(manager, code, "Ann") as ann:
            await ann.ask(sit("Ann"))
            assert ann.session.table.host is None
    async with opened(second, away_timeout=0.3) as manager, visiting(manager, code, "Ann") as ann:
        await ann.until(lambda guest: guest.session.table.host == 1)
        kinds = [type(events.read_event(entry.text)).__name__ for entry in await second.read(code)]
        assert kinds == ["Created", "Claimed", "PersonSeated", "HostChanged"]
        assert "maker" not in "".join(entry.text for entry in await second.read(code))


async def test_the_maker_at_another_process_keeps_the_claim(postgresql: Database) -> None:
    token = "maker" * 10
    stores = [postgresql.store(), postgresql.store()]
    async with opened(stores[0], away_timeout=0.5) as one, opened(stores[1], away_timeout=0.5) as other:
        code = await one.make(NewTable(Settings(seats=4), token=token))
        async with visiting(other, code, token) as maker, visiting(one, code, "Ann") as ann:
            await ann.until(lambda guest: guest.session.presence.maker_away_since is None)
            await ann.ask(sit("Ann"))
            since = ann.session.clock.monotonic()
            await ann.until(lambda guest: guest.session.clock.monotonic() > since + 1)
            assert ann.session.table.host is None
            await maker.ask(Sit(name="Mia", seed="0" * 16))
            await ann.until(lambda guest: guest.session.table.host == 0)


# --- Removed and muted ----------------------------------------------------------------------------------------


async def test_a_removed_player_stays_away_until_he_is_let_back(server: LiveServer) -> None:
    code = server.make_table(seats=3)
    ann, bo = await seat_people(server, code, ["Ann", "Bo"])
    await ann.ask("remove", seat=1)
    await hear_sentence(bo, "The host removed Bo.")
    for number in range(10):
        seat = (None, 1, 2)[number % 3]
        assert await refused(bo, "sit", name=f"Bo {number}", seed="0" * 16, seat=seat) == "removed"
    assert [seat["is_closed"] for seat in ann.table["seats"]] == [False, True, False]
    assert (await bo.connect())["table"]["seats"][1]["kind"] == "free"  # as older pages know it
    cy = await join(server, code)
    assert await refused(cy, "sit", name="Cy", seed="0" * 16, seat=1) == "seat_closed"
    assert (await cy.sit("Cy"))["seat"] == 2
    assert await refused(bo, "reopen", seat=1) == "not_host"
    assert (await ann.ask("reopen", seat=1))["type"] == "done"
    assert (await ann.ask("reopen", seat=1))["type"] == "done"  # it is open
    await hear_sentence(bo, "The host reopened seat 2.")
    assert await refused(bo, "sit", name="Bo", seed="0" * 16) == "removed"
    di = await join(server, code, "Di")
    await ann.ask("remove", seat=1)
    await ann.ask("reopen", seat=1, lets_back=True)
    assert (await di.sit("Di"))["seat"] == 1
    assert await refused(bo, "sit", name="Bo", seed="0" * 16) == "removed"  # only the one from that seat


async def test_closed_seats_are_for_computers_or_left_out(server: LiveServer) -> None:
    code = server.make_table(seats=4, is_open=True)
    ann, bo, cy = await seat_people(server, code, ["Ann", "Bo", "Cy"])
    await ann.ask("remove", seat=1)
    await hear_sentence(bo, "The host removed Bo.")
    assert listed(server)[code] == 1
    await ann.ask("remove", seat=2)
    await hear_sentence(cy, "The host removed Cy.")
    await ann.ask("add_computer", level="random")
    await ann.ask("add_computer", level="random")
    assert [seat["kind"] for seat in ann.table["seats"]] == ["person", "computer", "free", "computer"]
    await ann.ask("remove", seat=1)
    assert [seat["is_closed"] for seat in ann.table["seats"]] == [False, False, True, False]
    await start_game([ann])
    assert [seat["name"] for seat in ann.table["seats"]] == ["Ann", "Tumble"]


async def test_who_was_muted_stays_so_after_coming_back_and_at_a_rematch(server: LiveServer) -> None:
    code = server.make_table(seats=3, edition=1)
    ann, bo, cy = await seat_people(server, code, ["Ann", "Bo", "Cy"])
    await ann.ask("mute", seat=1)
    await bo.ask("leave", seat=1)
    for name in ("Bo", "Bob"):
        assert (await bo.sit(name))["type"] == "seated"
        assert await refused(bo, "say", text="Back!") == "muted"
        await bo.ask("leave", seat=1)
    await ann.ask("remove", seat=2)
    await hear_sentence(cy, "The host removed Cy.")
    await cy.close()  # nobody reads what comes
    await bo.sit("Bo")
    await start_game([ann, bo])
    await play_on([ann, bo], lambda _view: ROLL)
    await ann.ask("rematch")
    again = next(message for message in ann.messages if message["type"] == "moved")
    there = [await join(server, again["table"], token=client.token) for client in (ann, bo)]
    assert hosts(there[0]) == ["Ann"]
    assert await refused(there[1], "say", text="Again!") == "muted"
    await there[1].ask("leave", seat=there[1].seats[0])
    await there[1].sit("Bo")
    assert await refused(there[1], "react", reaction="cry") == "muted"
    await there[1].ask("leave", seat=there[1].seats[0])
    late = await join(server, again["table"], token=cy.token)
    assert await refused(late, "sit", name="Cy", seed="0" * 16) == "removed"
    await there[1].sit("Bo")
    await there[0].ask("mute", seat=there[1].seats[0], is_muted=False)
    assert (await there[1].ask("say", text="Thanks"))["type"] == "done"


def test_all_seats_of_a_muted_token_are_silent() -> None:
    story = Story(Settings(seats=4))
    for seat, token in enumerate(("ann", "bo", "bo")):
        story.happen(commands.sit(story.table, token, f"Number {seat}", "", seat, is_program=False))
    story.happen(commands.mute(story.table, 2, is_muted=True))
    assert [holder is not None and holder.is_muted for holder in story.table.seats] == [False, True, True, False]
    story.happen(commands.mute(story.table, 1, is_muted=False))
    assert not any(holder is not None and holder.is_muted for holder in story.table.seats)


# --- Who finds the table --------------------------------------------------------------------------------------


async def test_a_host_makes_a_table_link_only_before_and_during_the_game(server: LiveServer) -> None:
    code = server.make_table(seats=2, is_open=True)
    ann, bo = await seat_people(server, code, ["Ann", "Bo"])
    assert await refused(bo, "set_open", is_open=False) == "not_host"
    for is_begun in (False, True):
        if is_begun:
            await start_game([ann, bo])
        for is_open in (False, False, True):
            assert (await ann.ask("set_open", is_open=is_open))["type"] == "done"
            assert (code in listed(server)) is is_open
            assert ann.table["settings"]["is_open"] is is_open
    await hear_sentence(bo, "Only people with the link can find this table now.")
    await hear_sentence(bo, "Anyone can join now.")


def test_opening_a_table_has_a_bound_and_closing_it_none() -> None:
    story = Story(Settings(seats=2))
    for _ in range(MAX_OPENINGS):
        for is_open in (True, False):
            event = commands.set_open(story.table, is_open=is_open)
            assert event is not None
            story.happen(event)
    with pytest.raises(RequestError) as error:
        commands.set_open(story.table, is_open=True)
    assert error.value.code == "used_up"


# --- Tables of the version before -----------------------------------------------------------------------------


def test_tables_of_the_first_version_keep_the_old_rules() -> None:
    table = TableState("table")

    def happen(event: events.TableEvent | None) -> None:
        assert event is not None
        table.apply_entry(Entry(table.number + 1, 0.0, events.write_event(event)))

    happen(commands.create(Settings(seats=3), bytes(32), version=1))
    assert commands.claim(table, "maker") is None
    for name in ("Ann", "Bo"):
        happen(commands.sit(table, name, name, "", None, is_program=False))
    happen(commands.mute(table, 1, is_muted=True))
    happen(commands.remove(table, 1))
    happen(commands.sit(table, "Bo", "Bo", "", 1, is_program=False))
    assert table.seats[1] is not None
    assert not table.seats[1].is_muted
    with pytest.raises(RequestError) as error:
        commands.set_open(table, is_open=True)
    assert error.value.code == "older_table"


# --- What db check says of it ---------------------------------------------------------------------------------


def _entries(history: list[events.TableEvent]) -> list[Entry]:
    """Give events as a log, those of the making at one time."""
    return [Entry(number, 100.0, events.write_event(event)) for number, event in enumerate(history, 1)]


def test_a_log_with_all_of_this_passes_the_check_and_an_edited_one_does_not() -> None:
    tokens = {name: commands.hash_token(name) for name in ("Ann", "Bo", "Cy", "Di")}
    history: list[events.TableEvent] = [commands.create(Settings(seats=4), bytes(32))]

    def table() -> TableState:
        made = TableState("abcdefgh")
        for entry in _entries(history):
            made.apply_entry(entry)
        return made

    def sit_down(name: str, seat: int | None = None) -> None:
        history.append(commands.sit(table(), tokens[name], name, "0" * 16, seat, is_program=False))

    def happen(event: events.TableEvent | None) -> None:
        assert event is not None
        history.append(event)

    happen(commands.claim(table(), tokens["Ann"]))
    sit_down("Bo")
    happen(commands.change_host(table(), 1, instead_of=None))
    sit_down("Ann")
    sit_down("Cy")
    happen(commands.remove(table(), 2))
    happen(commands.set_open(table(), is_open=True))
    happen(commands.mute(table(), 0, is_muted=True))
    sit_down("Di", 3)
    happen(commands.remove(table(), 3))
    happen(commands.reopen(table(), 2, lets_back=False))
    happen(commands.reopen(table(), 3, lets_back=True))
    sit_down("Di", 2)
    happen(commands.set_open(table(), is_open=False))
    happen(commands.start(table()))
    while not (playing := table().state or None) or not playing.is_over:
        turn = commands.play(table(), table().state.turn, Roll(), "owner")  # type: ignore[union-attr]
        happen(commands.describe_turn(table(), turn))
    checked = check_log("abcdefgh", _entries(history))
    assert checked.table.guests.removed == (tokens["Cy"],)
    opening = commands.rematch(checked.table, bytes(range(32)))
    assert opening[1] == events.Remembered((tokens["Cy"],), (tokens["Ann"],))
    assert check_log("hgfedcba", _entries(opening)).table.guests.muted == (tokens["Ann"],)
    for place, wrong in (
        (1, events.Claimed("no hash")),
        (3, events.HostChanged(0)),
        (4, events.ClaimLapsed()),
        (5, events.SeatLeft(2, is_removed=False)),
        (6, events.SeatReopened(0)),
        (7, events.OpenChanged(is_open=False)),
        (12, events.Claimed(tokens["Ann"])),
        (12, events.PersonSeated(3, "Cy", tokens["Cy"], "0" * 16)),
    ):
        with pytest.raises(BrokenLogError):
            check_log("abcdefgh", _entries([*history[:place], wrong, *history[place + 1 :]]))

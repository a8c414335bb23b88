"""The bounds of a table: however much strangers store there, play goes on, and nothing long runs on the event loop."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import ClassVar

import pytest

from camelup.client import Begun, Played, sit_down, watch
from camelup.core.actions import Roll
from camelup.server.store import make_store
from camelup.server.store.base import Entry, Store
from camelup.server.store.sqlite import SqliteStore
from camelup.server.tables import commands, events
from camelup.server.tables.bounds import MAX_PLIES, MAX_TURNS_REPLAYED
from camelup.server.tables.connection import Connection
from camelup.server.tables.log_reading import PAGE
from camelup.server.tables.missed_turns import MissedTurns
from tests.server.conftest import Database
from tests.server.live import LiveClient, LiveServer, Message, refused, seat_people, start_game
from tests.server.long_logs import TOKENS, LongTable
from tests.server.stories import refused_with
from tests.server.test_table_manager import Guest, opened, visiting

FULL, LAST_PLY, CUT_SHORT, TOO_LONG = "aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd"
TOO_LONG_SENTENCE = "The race was still not over after 1,000 actions, so this table is closed."


async def store_tables(store: Store, *tables: LongTable) -> None:
    await store.open()
    for table in tables:
        await table.store(store)
    await store.close()


def kinds_of(data: Path, code: str) -> list[str]:
    """The entries of a log, by their types."""
    with closing(sqlite3.connect(data / "camelup.sqlite")) as connection:
        rows = connection.execute("SELECT text FROM entries WHERE table_name = ? ORDER BY number", (code,)).fetchall()
    return [json.loads(text)["type"] for (text,) in rows]


async def come(server: LiveServer, code: str, since: int | None = None) -> list[LiveClient]:
    """Let Ann and Bo come back to their seats."""
    clients = [LiveClient(server, code, token) for token in TOKENS]
    for client in clients:
        await client.connect(since=since)
    return clients


def legal_of(client: LiveClient) -> list[Message]:
    return [action for view in client.views.values() for action in view["legal"]]


async def test_a_table_whose_log_and_whose_game_reach_their_bounds(tmp_path: Path) -> None:
    full, last_ply, cut_short, too_long = map(LongTable, (FULL, LAST_PLY, CUT_SHORT, TOO_LONG))
    full.use_up()
    last_ply.move_tiles(MAX_PLIES - 1)
    cut_short.move_tiles(MAX_PLIES)
    too_long.move_tiles(MAX_PLIES + 200)
    await store_tables(make_store(None, tmp_path), full, last_ply, cut_short, too_long)
    async with LiveServer(tmp_path, "--workers", "1") as server:
        await check_full_log(server)
        await check_last_ply(server)
        for code in (CUT_SHORT, TOO_LONG):
            await check_finished_closing(server, code)
        listed = [table["id"] for table in (await asyncio.to_thread(server.ask, "/api/tables"))[1]["tables"]]
        assert listed == [FULL]


async def check_full_log(server: LiveServer) -> None:
    """What is used up is refused; play, leaving and muting go on."""
    ann, bo = await come(server, FULL)
    entries = kinds_of(server.data, FULL)
    other = LiveClient(server, FULL)
    await other.connect()
    assert await refused(ann, "say", text="one more") == "used_up"
    assert await refused(ann, "seed", seat=0, seed="0" * 16) == "used_up"
    assert await refused(ann, "mute", seat=1, is_muted=False) == "used_up"
    assert await refused(other, "sit", name="Cy", seed="0" * 16) == "used_up"
    assert kinds_of(server.data, FULL) == entries
    assert (await ann.ask("add_computer", level="random"))["type"] == "done"  # strangers cannot use this up
    assert (await ann.ask("remove", seat=2))["type"] == "done"
    assert await refused(ann, "add_computer", level="random") == "used_up"
    assert (await bo.ask("seed", seat=1, seed="0" * 16))["type"] == "done"  # Ann has used up only her own
    assert (await ann.ask("mute", seat=1))["type"] == "done"
    assert await refused(ann, "mute", seat=1) == "used_up"  # already muted
    assert (await ann.ask("start"))["type"] == "done"
    assert (await ann.act(0))["type"] == "done"
    assert (await bo.ask("leave", seat=1))["type"] == "done"
    for client in (ann, bo, other):
        await client.close()


async def check_last_ply(server: LiveServer) -> None:
    """The last action is accepted; then nothing is legal, and the table says why it is closed."""
    ann, bo = await come(server, LAST_PLY, since=0)
    watcher = LiveClient(server, LAST_PLY)
    welcome = await watcher.connect(is_watcher=True, since=3)
    assert [played["ply"] for played in welcome["missed"]] == list(range(MAX_PLIES - MAX_TURNS_REPLAYED, MAX_PLIES))
    assert len(welcome["views_before"]) == 1
    actor, other = (ann, bo) if legal_of(ann) else (bo, ann)
    assert not legal_of(other)
    assert (await actor.act(action={"type": "roll"}))["type"] == "done"
    for client in (ann, bo, watcher):
        await client.hear_that(lambda message: message.get("sentence") == TOO_LONG_SENTENCE)
        assert client.ply == MAX_PLIES
        assert (client.table["status"], client.table["closed"]) == ("closed", "too_long")
        assert not legal_of(client)
    closed_after = [message for message in other.messages if message["type"] in {"played", "table"}]
    assert [message["type"] for message in closed_after[-3:]] == ["played", "table", "table"]
    assert await refused(other, "act", seat=other.seats[0], ply=MAX_PLIES, action={"type": "roll"}) == "closed"
    assert await refused(other, "say", text="What now?") == "closed"
    assert kinds_of(server.data, LAST_PLY)[-2:] == ["played", "closed"]
    welcome = await other.connect(since=MAX_PLIES - 2)
    assert [played["ply"] for played in welcome["missed"]] == [MAX_PLIES - 1, MAX_PLIES]
    assert not legal_of(other)
    _, shown = await asyncio.to_thread(server.ask, f"/api/tables/{LAST_PLY}")
    assert (shown["table"]["status"], shown["table"]["closed"], shown["view"]["legal"]) == ("closed", "too_long", [])
    assert (await asyncio.to_thread(server.ask, f"/api/games/{LAST_PLY}"))[1]["code"] == "not_finished"
    for client in (ann, bo, watcher):
        await client.close()


async def check_finished_closing(server: LiveServer, code: str) -> None:
    """A table whose process died before it was closed, or from before there was a bound, is closed by who comes."""
    before = kinds_of(server.data, code)
    assert before[-1] == "played"
    ann, bo = await come(server, code, since=0)
    for client in (ann, bo):
        assert (client.table["status"], client.table["closed"]) == ("closed", "too_long")
        assert not legal_of(client)
        await client.close()
    for _ in range(1000):  # it is stored beside what clients are told
        if kinds_of(server.data, code) != before:
            break
        await asyncio.sleep(0.01)
    await ann.connect()
    await asyncio.to_thread(server.ask, f"/api/tables/{code}")
    assert kinds_of(server.data, code) == [*before, "closed"]


async def test_two_processes_that_find_a_game_too_long_close_it_once(postgresql: Database) -> None:
    table = LongTable(CUT_SHORT)
    table.move_tiles(MAX_PLIES)
    await store_tables(postgresql.store(), table)
    async with opened(postgresql.store()) as first, opened(postgresql.store()) as second:
        async with visiting(first, CUT_SHORT, "Ann") as ann, visiting(second, CUT_SHORT, "Bo") as bo:
            for guest in (ann, bo):
                await guest.until(lambda guest: guest.session.table.is_closed)
        entries = await first._store.read(CUT_SHORT)  # noqa: SLF001 - the log itself
    assert [events.read_event(entry.text) for entry in entries[len(table.entries) :]] == [events.Closed("too_long")]


async def test_a_long_log_is_read_in_pages_and_lets_others_go_first(tmp_path: Path) -> None:
    class AtHand(SqliteStore):
        """A store that gives its pages at once: whoever gets a turn meanwhile owes it to a rest."""

        pages: ClassVar[dict[tuple[int, int], list[Entry]]] = {}

        async def read(self, table: str, after: int = 0, limit: int = 2**31 - 1) -> list[Entry]:
            if (after, limit) not in self.pages:
                self.pages[after, limit] = await super().read(table, after, limit)
            return self.pages[after, limit]

    table = LongTable(TOO_LONG)
    table.use_up()
    table.move_tiles(MAX_PLIES - 1)
    store = AtHand(tmp_path / "camelup.sqlite")
    await store_tables(make_store(None, tmp_path), table)
    async with opened(store) as manager:
        loaded = await manager.read_table(TOO_LONG)
        assert max(len(page) for page in store.pages.values()) == PAGE
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        counting = asyncio.create_task(count())
        again = await manager.read_table(TOO_LONG)
        assert turns > 0
        counting.cancel()
        assert again.number == loaded.number == len(table.entries)
        assert again.state == loaded.state == table.table.state


async def test_what_was_missed_is_written_once_and_takes_bounded_memory() -> None:
    table = LongTable(LAST_PLY)
    table.move_tiles(120)
    whole = MissedTurns()
    client = Connection(Guest.__new__(Guest), commands.hash_token(TOKENS[0]))
    client.seats = (0,)
    missed = whole.find(table.table, client, 100)
    assert missed is not None
    assert missed.plies == range(101, 121)
    again = whole.find(table.table, client, 100)
    assert again is not None
    assert all(first is second for first, second in zip(missed.seen, again.seen, strict=True))
    small = MissedTurns(most_bytes=5_000)
    await small.prepare(table.table, client, 0)
    found = small.find(table.table, client, 0)
    assert found is not None
    assert found.plies == range(71, 121)
    assert [bytes(seen) for seen in found.seen[-20:]] == [bytes(seen) for seen in missed.seen]
    assert 0 < small.bytes <= 5_000
    assert whole.find(table.table, client, 120) is whole.find(table.table, client, None) is None


async def test_clients_that_were_away_for_long_go_on_from_how_the_table_stands(tmp_path: Path) -> None:
    table = LongTable(LAST_PLY)
    table.move_tiles(4)
    await store_tables(make_store(None, tmp_path), table)
    server = LiveServer(tmp_path, "--workers", "1")
    async with server:
        link = f"http://127.0.0.1:{server.port}/table/{LAST_PLY}"
        async with watch(link) as watcher, sit_down(link, "Ann", TOKENS[0], is_program=False) as ann:
            assert (watcher.ply, ann.ply) == (4, 4)
            await asyncio.to_thread(server.stop)
            table.move_tiles(4 + 2 * MAX_TURNS_REPLAYED)
            await store_tables(make_store(None, tmp_path), table)
            await asyncio.to_thread(server.start)
            for client in (watcher, ann):
                await client.until(lambda client=client: client.ply == len(table.table.plies))  # type: ignore[misc]
                begun = [news.ply for news in client._following.news if isinstance(news, Begun)]  # noqa: SLF001
                assert begun == [4, len(table.table.plies)]
                assert not any(isinstance(news, Played) for news in client._following.news)  # noqa: SLF001
            assert ann.view == table.table.view(0)
            played = await ann.act(Roll())
            assert played.ply == len(table.table.plies) + 1
            await watcher.until(lambda: watcher.ply == played.ply)


async def test_somebody_who_comes_and_goes_all_the_time_does_not_fill_the_logs_of_others(server: LiveServer) -> None:
    code = await asyncio.to_thread(lambda: server.make_table(seats=2, first=0))
    ann, bo = await seat_people(server, code, ["Ann", "Bo"])
    await start_game([ann, bo])
    before = len(ann.messages)
    for _ in range(40):
        await bo.connect()
    await bo.close()
    assert (await ann.ask("react", reaction="wow"))["type"] == "done"
    told = [message for message in ann.messages[before:] if message["type"] == "table"]
    assert 0 < len(told) < 40  # of 80 times that he came or went
    while ann.table["seats"][1]["is_connected"]:  # the latest is told in the end
        await ann.hear("table")
    await bo.connect()
    while not ann.table["seats"][1]["is_connected"]:
        await ann.hear("table")


@pytest.mark.parametrize(("version", "stored"), [(1, "empty"), (2, "too_long")])
def test_a_table_that_older_processes_read_is_closed_in_words_that_they_know(version: int, stored: str) -> None:
    long = LongTable(TOO_LONG, version)
    long.move_tiles(MAX_PLIES)
    closed = commands.close(long.table, is_empty=False)
    assert closed.reason == stored
    long.add(closed)
    assert long.table.closed_because == "too_long"
    assert refused_with(lambda: commands.close(long.table, is_empty=True)) == "closed"

"""Lists of tables: their names, who sits there, how far the game is, and how many people are there."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from camelup.core.actions import Roll
from camelup.protocol.http import ListedPlayer, ListedTable, NewSeat, NewTable
from camelup.protocol.requests import Rematch, Sit, Start
from camelup.protocol.settings import Settings
from camelup.server.clock import SYSTEM_CLOCK
from camelup.server.store import make_store
from camelup.server.tables import commands
from camelup.server.tables.events import read_event, write_event
from camelup.server.tables.integrity import Checked, check_store
from camelup.server.tables.manager import TableManager
from camelup.server.tables.people_count import PeopleCount
from camelup.server.tables.presence import Presence
from camelup.server.tables.sanitize import clean_title
from tests.server.conftest import Database
from tests.server.stories import SECRET
from tests.server.test_table_manager import Guest, opened, sit, visiting


async def until(is_so: Callable[[], Awaitable[bool]]) -> None:
    """Wait for something; the limit is only for what never comes."""
    for _ in range(3000):
        if await is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never happened")


async def find_listed(manager: TableManager, code: str) -> ListedTable:
    """Give a table as the list of open ones has it."""
    return next(table for table in await manager.list_open() if table.id == code)


async def play_to_the_end(guest: Guest, see: Callable[[], Awaitable[None]]) -> None:
    """Roll whenever it is the guest's turn, and look at something before."""
    session = guest.session
    while session.table.status == "playing":
        state = session.table.state
        assert state is not None
        if state.turn in guest.connection.seats:
            await see()
            await session.act(state.turn, len(session.table.plies), Roll(), "owner", is_due=lambda: True)
        else:
            await asyncio.sleep(0)


# --- Names ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Friday caravan", "Friday caravan"),
        ("  Friday \t caravan\n", "Friday caravan"),
        ("Friday\u202e \x07caravan\u200b", "Friday caravan"),
        ("Café | 🐪", "Café | 🐪"),
        ("a" * 39 + " b", "a" * 39),
        ("", ""),
        (" \u2800\u3164\ufe0f", ""),
    ],
)
def test_a_name_is_made_harmless(given: str, shown: str) -> None:
    assert clean_title(given) == clean_title(shown) == shown
    made = commands.create(Settings(), SECRET, title=given)
    assert read_event(write_event(made)) == made
    assert json.loads(write_event(made)).get("title") == (shown or None), "and one without a name is stored as before"


async def test_a_name_and_the_players_are_listed_and_go_on_with_the_rematch(tmp_path: Path) -> None:
    store = make_store(None, tmp_path)
    async with opened(store) as manager:
        settings = Settings(seats=3, is_open=True, edition=1, first=1)
        code = await manager.make(NewTable(settings, [NewSeat("random", 0)], title=" Friday  caravan "))
        listed = await find_listed(manager, code)
        assert (listed.title, listed.free, listed.people) == ("Friday caravan", 2, 0)
        async with visiting(manager, code, "Ann") as ann:
            assert ann.messages[0]["table"]["title"] == "Friday caravan"
            await ann.ask(Sit(name="Ann", seed="0" * 16, seat=2))
            listed = await find_listed(manager, code)
            assert listed.names == ["Tumble", "Ann"]
            assert listed.players == [ListedPlayer(0, "computer", "random"), ListedPlayer(2, "person")]
            assert (listed.leg, listed.money) == (None, None)
            legs: dict[int | None, list[int] | None] = {}

            async def see() -> None:
                listed = await find_listed(manager, code)
                assert listed.leg == (ann.session.table.state and ann.session.table.state.leg)
                assert legs.setdefault(listed.leg, listed.money) == listed.money, "it changes with the leg"

            await ann.ask(Start())
            await play_to_the_end(ann, see)
            assert legs.pop(1) == [3, 3]
            assert all(legs.values())
            assert legs
            await ann.ask(Rematch())
            again = ann.session.table.rematch
            assert again is not None
            assert (await find_listed(manager, again)).title == "Friday caravan"
        (game,) = await manager.list_finished()
        assert (game.id, game.title, game.money) == (code, "Friday caravan", list(ann.session.table.leg_money))
        assert game.updated >= game.created > 0
        assert [fault async for fault in check_store(store, Checked())] == []


async def test_hidden_money_is_not_listed_until_the_end_and_link_only_games_never_are(tmp_path: Path) -> None:
    async with opened(make_store(None, tmp_path)) as manager:
        settings = Settings(seats=2, is_open=True, hides_money=True, first=0)
        hidden = await manager.make(NewTable(settings, [NewSeat("random", 1)]))
        closed = await manager.make(NewTable(Settings(seats=2), [NewSeat("random"), NewSeat("random")]))
        async with visiting(manager, hidden, "Ann") as ann, visiting(manager, closed, "Bo") as bo:
            await ann.ask(sit("Ann"), Start())

            async def see() -> None:
                assert (await find_listed(manager, hidden)).money is None

            await play_to_the_end(ann, see)
            await bo.until(lambda guest: guest.session.table.status == "finished")
        (game,) = await manager.list_finished()
        assert (game.id, len(game.money or [])) == (hidden, 2)


# --- People ---------------------------------------------------------------------------------------------------


def test_people_of_other_processes_are_counted_until_they_leave_or_their_process_dies() -> None:
    count = PeopleCount(lambda: {"a": 2}, SYSTEM_CLOCK)
    count.hear("a", Presence("other", [1], 1, people=2))
    count.hear("b", Presence("old", [0, 3], 1))  # of a version that does not say how many people that is
    count.hear("c", Presence("other", [5], 0, people=0))  # a program
    assert [count.at(table) for table in "abcd"] == [4, 3, 0, 0]
    assert count.everywhere() == 7
    count.hear("a", Presence("other", [], 0, people=0))
    assert (count.at("a"), count.everywhere()) == (2, 5)
    count.forget_dead({"other"})
    assert count.everywhere() == 2


async def test_people_are_counted_at_all_processes_and_programs_are_not(postgresql: Database) -> None:
    async with opened(postgresql.store()) as first, opened(postgresql.store()) as second:
        code = await first.make(NewTable(Settings(seats=4, is_open=True)))

        async def counted(manager: TableManager, people: int) -> bool:
            return (await find_listed(manager, code)).people == manager.count_people() == people

        async with (
            visiting(first, code, "Ann") as ann,
            visiting(first, code, "Ann"),
            visiting(first, code, "Bot") as bot,
        ):
            await ann.ask(sit("Ann"))
            await bot.ask(Sit(name="Bot", seed="0" * 16, is_program=True))
            for manager in (first, second):  # also the one where the table is not open
                await until(partial(counted, manager, 1))
            async with visiting(second, code, "watcher"):
                for manager in (first, second):
                    await until(partial(counted, manager, 2))
            second._grown("", 0)  # noqa: SLF001 - as if its connection had been lost for a while
            await until(partial(counted, second, 1))
        for manager in (first, second):
            await until(partial(counted, manager, 0))

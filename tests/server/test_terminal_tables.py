"""The full-screen game at live tables of a real server, which is killed once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from textual.pilot import Pilot

from camelup.client import OddsTold, Seat, make_table, sit_down
from camelup.core.actions import Roll
from camelup.core.edition import Camel
from camelup.protocol.odds import LegForm, OddsForm
from camelup.tui.ask_screen import AskScreen
from camelup.tui.host import Host
from camelup.tui.join_screen import JoinScreen
from camelup.tui.kept_seats import find_seat
from camelup.tui.live_table import LiveTable
from camelup.tui.pace import INSTANT
from camelup.tui.table_screen import TableScreen
from tests.server.live import LiveServer
from tests.tui.pilots import shown, until

SIZE = (80, 24)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMELUP_DATA", str(tmp_path / "own"))


def address(server: LiveServer) -> str:
    return f"http://127.0.0.1:{server.port}"


def host_of(link: str, name: str | None = None, *, is_watching: bool = False) -> Host:
    return Host(lambda: JoinScreen(link, name, is_watching=is_watching, pace=INSTANT, hold=60))


def table_of(pilot: Pilot[None]) -> TableScreen | None:
    tables = [screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen)]
    return tables[-1] if tables else None


def has_turn(pilot: Pilot[None]) -> bool:
    table = table_of(pilot)
    return table is not None and table.turn is not None


async def play_on(pilot: Pilot[None], is_enough: Callable[[], bool]) -> None:
    """Roll whenever it is one's turn, and pass over what is scored."""
    for _ in range(3000):
        if is_enough():
            return
        table = table_of(pilot)
        if table is not None and table.panels:
            if "rematch" in shown(pilot):
                return
            await pilot.press("enter")
        elif has_turn(pilot):
            await pilot.press("r")
        await pilot.pause(0.03)
    raise AssertionError(shown(pilot))


async def roll_always(seat: Seat) -> None:
    async for _ in seat.turns():
        await seat.act(Roll())


async def test_a_whole_game_over_a_server_that_is_killed_with_chat_and_a_rematch(tmp_path: Path) -> None:
    async with LiveServer(tmp_path / "server", "--workers", "1") as own:
        link = make_table(address(own), edition=1, seats=2, title="Friday caravan")
        async with host_of(link, "Ann").run_test(size=SIZE) as pilot:
            await until(pilot, lambda: "you are the host" in shown(pilot))
            assert "open seat" in shown(pilot)
            assert "away" not in shown(pilot)
            assert "Enter start the game" in shown(pilot)
            async with sit_down(link, "Bo", is_program=False) as other:
                rolling = asyncio.create_task(roll_always(other))
                await until(pilot, lambda: "Bo" in shown(pilot))
                await pilot.press("enter")
                await until(pilot, lambda: has_turn(pilot))
                table = table_of(pilot)
                assert table is not None
                desk = table.desk
                assert isinstance(desk, LiveTable)
                assert "Friday caravan, first edition" in shown(pilot)
                await pilot.press("tab", *"hello", "enter")
                await until(pilot, lambda: "Ann: hello" in shown(pilot))
                await play_on(pilot, lambda: desk.watcher.ply >= 2)
                await asyncio.to_thread(own.kill)
                await until(pilot, lambda: "Connection lost" in shown(pilot))
                await asyncio.to_thread(own.start)
                await until(pilot, lambda: desk.watcher.is_connected)
                await play_on(pilot, lambda: False)
                await rolling
                assert desk.table.status == "finished"
                assert "won the race" in shown(pilot)
                await pilot.press("n")
                await until(pilot, lambda: isinstance(pilot.app.screen, JoinScreen))
                assert desk.table.rematch is not None
                await until(pilot, lambda: f"/table/{desk.table.rematch}" in shown(pilot))


async def test_a_seat_is_kept_and_a_table_can_be_watched(server: LiveServer) -> None:
    link = make_table(address(server), edition=2, seats=2, odds="leg", clock=600)
    async with host_of(link, "Ann").run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "Ann" in shown(pilot) and "host" in shown(pilot))
        await pilot.press("q")
    kept = find_seat(link)
    assert kept is not None
    assert kept[1] == "Ann"
    async with sit_down(link, "Bo", is_program=False) as other, host_of(link).run_test(size=SIZE) as pilot:
        await until(pilot, lambda: "Bo" in shown(pilot) and "Ann" in shown(pilot))
        async with host_of(link, is_watching=True).run_test(size=SIZE) as early:
            await until(early, lambda: "You are watching. Waiting for the game to start." in shown(early))
            assert shown(early).splitlines()[-1] == " d theme  q leave"
        await pilot.press("enter")
        await until(pilot, lambda: table_of(pilot) is not None)
        async with host_of(link, is_watching=True).run_test(size=(120, 40)) as watching:
            await until(watching, lambda: table_of(watching) is not None)
            await until(pilot, lambda: has_turn(pilot) or other.is_in_turn)
            assert "◔ " in shown(pilot)
            if other.is_in_turn:
                await other.act(Roll())
            await until(pilot, lambda: has_turn(pilot))
            await pilot.press("o")
            # A server that compiles first sends its first odds after a minute or more; they are waited for.
            await until(pilot, lambda: "%" in shown(pilot).splitlines()[17] or "computing the odds" in shown(pilot))
            await pilot.press("r")
            await until(watching, lambda: "Ann rolled" in shown(watching))
            await other.until(lambda: other.is_in_turn)
            await other.act(Roll())
            await until(pilot, lambda: has_turn(pilot))
            ribbon = shown(pilot).splitlines()[15]
            assert "computing the odds" in ribbon or "1st and 2nd" in ribbon  # odds stay on
            assert "cards" in shown(watching)
            assert not has_turn(watching)
            assert shown(watching).splitlines()[-1] == " c carry  o odds  f pace  ? help  q leave"


async def test_odds_that_come_after_the_turn_are_waited_for() -> None:
    def told(ply: int, first: float) -> OddsTold:
        ranks = {camel: [first, 0.5, 0.0, 0.0, 0.0] for camel in "bgpry"}
        return OddsTold(ply, OddsForm(2, None, LegForm(ranks, {}, 0.0), None, None))

    class Connection:
        """A connection over which only odds come: those of an earlier turn, then those of this one."""

        table = SimpleNamespace(settings=SimpleNamespace(odds="leg"))
        view, ply, is_connected = None, 4, True

        async def news(self) -> AsyncIterator[OddsTold]:
            yield told(3, 0.1)
            yield told(4, 0.4)

    desk = LiveTable("http://localhost:8000/table/abcd2345", None, None)
    desk._watcher = Connection()  # type: ignore[assignment]  # noqa: SLF001 - no server needed
    asking = asyncio.create_task(desk.leg_shares())
    await asyncio.sleep(0)
    assert not asking.done()
    assert [news async for news in desk.news()] == []
    assert (await asking)[Camel.RED] == (0.4, 0.5)


@pytest.mark.parametrize("name", ["Ann", None])
async def test_a_link_that_leads_nowhere_ends_with_one_sentence(server: LiveServer, name: str | None) -> None:
    """A name is not asked for before."""
    host = host_of(f"{address(server)}/table/zzzz2345", name)
    async with host.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: host.error is not None)
    assert host.error is not None
    assert host.error.code == "no_table"
    assert host.return_code == 2


async def test_a_name_is_asked_for_once_the_table_is_found(server: LiveServer) -> None:
    link = await asyncio.to_thread(make_table, address(server), seats=2)
    async with host_of(link).run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, AskScreen))
        await pilot.press(*"Ann", "enter")
        await until(pilot, lambda: find_seat(link) is not None and "Ann" in shown(pilot))

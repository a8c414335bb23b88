"""Tables as processes share them: without sockets, with workers that answer at once."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any, cast

import pytest

from camelup.core.actions import Action, Roll
from camelup.core.errors import StoreError
from camelup.protocol.http import NewSeat, NewTable
from camelup.protocol.requests import AddComputer, React, Say, Sit, Start
from camelup.protocol.settings import Settings
from camelup.server.clock import SYSTEM_CLOCK, Clock
from camelup.server.configuration import Configuration
from camelup.server.metrics import Metrics
from camelup.server.store import make_store
from camelup.server.store.base import Store
from camelup.server.store.sqlite import SqliteStore
from camelup.server.tables.commands import hash_token
from camelup.server.tables.connection import Connection
from camelup.server.tables.manager import TableManager
from camelup.server.tables.message_handler import handle
from camelup.server.tables.session import TableSession
from camelup.server.thinking.workers import Workers
from tests.server.conftest import Database

Message = dict[str, Any]


class QuickWorkers:
    """Rolls for everybody, after the first so many thoughts, which do not end; knows one answer to all odds."""

    def __init__(self, endless: int = 0) -> None:
        self._endless = endless

    async def choose(self, *_: object, **__: object) -> Action:
        if self._endless:
            self._endless -= 1
            await asyncio.Event().wait()
        return Roll()

    async def warm(self) -> None:
        pass

    async def compute_odds(self, *_: object, **__: object) -> bytes:
        return b'{"leg": "even"}'

    async def close(self) -> None:
        pass


class Guest:
    """Somebody at a table of one process."""

    def __init__(self, manager: TableManager, table: TableSession, name: str) -> None:
        self._manager, self.session, self.name = manager, table, name
        self.connection = Connection(self, hash_token(name))
        self.messages: list[Message] = []

    def write(self, framed: bytes) -> bool:
        """Stand in for the socket as well: what is written has been read."""
        self.messages.append(json.loads(framed[framed.index(b'{"') :]))
        return True

    def cut(self) -> None:
        raise AssertionError("who reads all is never cut off")

    async def ask(self, *messages: Any) -> list[Message]:  # noqa: ANN401 - messages of many kinds
        for message in messages:
            await handle(self._manager, self.session, self.connection, message)
        return self.messages

    async def until(self, is_so: Callable[["Guest"], bool]) -> None:
        """Wait for something; the limit is only for what never comes."""
        for _ in range(3000):
            if is_so(self):
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"it never happened; {self.name} heard {self.messages[-3:]}")

    def heard(self, kind: str) -> list[Message]:
        return [message for message in self.messages if message["type"] == kind]


@asynccontextmanager
async def opened(
    store: Store,
    endless: int = 0,
    clock: Clock = SYSTEM_CLOCK,
    **settings: Any,  # noqa: ANN401
) -> AsyncIterator[TableManager]:
    configuration = Configuration(**{"bot_delay": 0.0} | settings)
    manager = TableManager(store, cast("Workers", QuickWorkers(endless)), Metrics(), configuration, clock)
    await manager.start()
    try:
        yield manager
    finally:
        await manager.close()


@asynccontextmanager
async def visiting(manager: TableManager, code: str, name: str) -> AsyncIterator[Guest]:
    async with manager.visit(code) as table:
        guest = Guest(manager, table, name)
        table.join(guest.connection, None)
        try:
            yield guest
        finally:
            table.part(guest.connection)


def sit(name: str) -> Sit:
    return Sit(name=name, seed="0" * 16)


async def test_a_computer_player_acts_however_much_goes_on_at_the_table(tmp_path: Path) -> None:
    async with opened(make_store(None, tmp_path), bot_delay=0.4) as manager:
        code = await manager.make(NewTable(Settings(seats=2, first=0), [NewSeat("random", 0)]))
        async with visiting(manager, code, "Ann") as ann:
            await ann.ask(sit("Ann"), Start())
            for _ in range(500):  # somebody comes or goes all the time
                async with visiting(manager, code, "Bo"):
                    await asyncio.sleep(0.02)
                if ann.heard("played"):
                    break
            assert ann.heard("played")


async def test_the_time_away_counts_from_the_start_and_from_when_somebody_is_there(tmp_path: Path) -> None:
    async with opened(make_store(None, tmp_path), away_timeout=1000.0) as manager:
        code = await manager.make(NewTable(Settings(seats=4, first=3)))
        async with visiting(manager, code, "Ann") as ann:
            await ann.ask(sit("Ann"))
            async with visiting(manager, code, "Bo") as bo:
                await bo.ask(Sit(name="Bo", seed="0" * 16, seat=3))
            await asyncio.sleep(0.1)
            begun = monotonic()
            await ann.ask(Start())  # where Bo, who is away and in turn, gets another seat
            assert (ann.session.turn_ends or 0) >= begun + 1000
        await asyncio.sleep(0.1)
        back = monotonic()
        async with visiting(manager, code, "Ann") as ann:
            assert (ann.session.turn_ends or 0) >= back + 1000
        assert ann.session.turn_ends is None  # nobody is there, so that it rests


async def test_a_table_goes_on_for_whoever_comes_as_it_is_put_away(tmp_path: Path) -> None:
    class SlowToLetGo(SqliteStore):
        """A store that gives others time while a table is given back."""

        released = asyncio.Event()

        async def release(self, table: str) -> None:
            self.released.set()
            await asyncio.sleep(0.2)
            await super().release(table)

    store = SlowToLetGo(tmp_path / "slow")
    async with opened(store, endless=1, unload_delay=0.0, away_timeout=0.0) as manager:
        code = await manager.make(NewTable(Settings(seats=2, first=0), [NewSeat("random", 0)]))
        async with visiting(manager, code, "Ann") as ann:
            await ann.ask(sit("Ann"), Start())
            await asyncio.sleep(0.1)  # now the computer player thinks
        await store.released.wait()
        async with visiting(manager, code, "Bo") as watcher:
            await watcher.until(lambda guest: len(guest.heard("played")) >= 2)


async def test_a_table_that_takes_long_to_open_is_not_put_away_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_store(None, tmp_path)
    async with opened(store, unload_delay=0.0) as manager:
        code = await manager.make(NewTable(Settings(seats=2)))
        claim = store.claim

        async def claim_slowly(table: str) -> bool:
            monkeypatch.setattr(store, "claim", claim)
            await manager._beat()  # noqa: SLF001 - the chore, at this very moment
            return await claim(table)

        monkeypatch.setattr(store, "claim", claim_slowly)
        async with visiting(manager, code, "Ann") as ann:
            assert manager.find_open(code) is ann.session


async def test_tables_end_by_when_somebody_was_last_there(tmp_path: Path) -> None:
    async with opened(make_store(None, tmp_path), empty=2.0, unload_delay=0.0) as manager:
        code = await manager.make(NewTable(Settings(seats=2, is_open=True)))
        async with visiting(manager, code, "Ann") as ann:
            await ann.ask(sit("Ann"))
            await asyncio.sleep(3.0)  # longer than a table stays when it is empty, and nothing is done
        gone = asyncio.get_running_loop().time()
        for _ in range(600):
            if not await manager.list_open():
                break
            await asyncio.sleep(0.05)
        # It counts from when the last one went, not from what was done last.
        assert asyncio.get_running_loop().time() - gone >= 1.5
        assert await manager.list_open() == []
        assert (await manager.read_table(code)).status == "closed"


async def test_one_table_that_cannot_be_ended_does_not_keep_the_others(tmp_path: Path) -> None:
    class Stubborn(SqliteStore):
        stubborn = ""

        async def append(self, table: str, *rest: Any, **more: Any) -> float | None:  # noqa: ANN401 - as the store
            if table == self.stubborn:
                raise StoreError("table", "It cannot be stored.")
            at: float | None = await super().append(table, *rest, **more)
            return at

    store = Stubborn(tmp_path / "stubborn")
    async with opened(store, empty=1.0, unload_delay=0.0) as manager:
        codes = [await manager.make(NewTable(Settings(seats=2, is_open=True))) for _ in range(3)]
        store.stubborn = codes[1]
        for _ in range(600):
            if len(await manager.list_open()) == 1:
                break
            await asyncio.sleep(0.05)
        assert [table.id for table in await manager.list_open()] == [codes[1]]


async def test_who_is_at_one_process_is_there_for_all_and_all_hear_the_same(postgresql: Database) -> None:
    async with (
        opened(postgresql.store(), away_timeout=1.0) as first,
        opened(postgresql.store(), away_timeout=1.0) as second,
    ):
        code = await first.make(NewTable(Settings(seats=3, odds="leg")))
        for _ in range(500):  # until each knows that the other lives
            if len(first._store.living) == len(second._store.living) == 2:  # noqa: SLF001
                break
            await asyncio.sleep(0.02)
        async with visiting(first, code, "Ann") as ann, visiting(second, code, "Bo") as bo:
            await ann.ask(sit("Ann"))
            await bo.until(lambda guest: any(seat.is_connected for seat in guest.session.describe().seats))
            await bo.ask(sit("Bo"))
            await ann.until(lambda guest: sum(seat.is_connected for seat in guest.session.describe().seats) == 2)
            await asyncio.sleep(2.0)  # twice the time that one may be away: nobody takes the host for away
            assert [seat.is_host for seat in bo.session.describe().seats] == [True, False, False]
            await ann.ask(AddComputer(level="random"), Say(text="Hello"), React(reaction="wow"), Start())
            for guest in (ann, bo):
                await guest.until(lambda guest: bool(guest.heard("began") and guest.heard("odds")))
                await guest.until(lambda guest: bool(guest.heard("said") and guest.heard("reacted")))
            assert ann.heard("odds")[0]["odds"] == bo.heard("odds")[0]["odds"] == {"leg": "even"}
        async with visiting(second, code, "Bo") as bo:
            await bo.until(lambda guest: not guest.session.describe().seats[0].is_connected)

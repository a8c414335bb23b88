"""A sound database with a table of every kind, played on a real store by people and computer players.

Secrets, codes, tokens and choices are the same every time, so that two databases differ only in their times.
"""

import asyncio
import json
import random
import secrets
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast
from unittest.mock import patch

import msgspec

from camelup.core.actions import Action, PlayCard, Roll
from camelup.formats.json_codec import to_json
from camelup.formats.record import Record, replay
from camelup.players.player import Budget
from camelup.protocol.http import NewTable
from camelup.protocol.requests import (
    Act,
    AddComputer,
    ClientMessage,
    GiveSeed,
    Leave,
    Mute,
    Rematch,
    Remove,
    Say,
    Sit,
    Start,
)
from camelup.protocol.settings import Settings
from camelup.review import review_game
from camelup.review.review_json import review_to_json
from camelup.server.configuration import Configuration
from camelup.server.metrics import Metrics
from camelup.server.store import make_store
from camelup.server.store.base import Store
from camelup.server.tables import commands
from camelup.server.tables.connection import Connection
from camelup.server.tables.manager import TableManager
from camelup.server.tables.message_handler import handle
from camelup.server.tables.session import TableSession
from camelup.server.thinking.reviews import VERSION
from camelup.server.thinking.workers import Workers

FILE = "camelup.sqlite"
_EXPECTED_WAIT = 30.0
"""Seconds for one action of a computer player: only what never comes takes as long."""


class SeededWorkers:
    """Chooses for computer players at once, and the same every time."""

    async def choose(self, table: str, seat: int, level: str, record: Record, *, address: str = "") -> Action:
        """Choose an action."""
        del table, level, address
        state = [step.state for step in replay(record)][-1]
        return choose_action(record.view(state, seat).legal, len(record.plies))

    async def warm(self) -> None:
        """Be ready."""

    async def close(self) -> None:
        """Stop."""


def choose_action(legal: tuple[Action, ...], number: int) -> Action:
    """Roll half of the time, otherwise do one of the other kinds of things."""
    chance = random.Random(f"choice {number}")
    others = [action for action in legal if not isinstance(action, Roll)]
    if not others or chance.random() < 0.5:
        return Roll()
    kinds = sorted({type(action).__name__ for action in others})
    # Cards first of all: there is most to forge about them.
    cards = [action for action in others if isinstance(action, PlayCard)]
    kind = chance.choice(kinds)
    return chance.choice(
        cards if cards and chance.random() < 0.3 else [one for one in others if type(one).__name__ == kind]
    )


def _token_of(name: str) -> str:
    return f"token of {name}"


class Person:
    """Somebody at a table."""

    def __init__(self, manager: TableManager, session: TableSession, name: str) -> None:
        self._manager, self.session, self.name = manager, session, name
        self.connection = Connection(self, commands.hash_token(_token_of(name)))
        session.join(self.connection, None)

    def write(self, framed: bytes) -> bool:
        """Read whatever is sent."""
        del framed
        return True

    def cut(self) -> None:
        """Never happens to somebody who reads everything."""
        raise AssertionError("who reads all is never cut off")

    @property
    def seed(self) -> str:
        """His part of the dice."""
        return self.name.encode().hex().ljust(16, "0")

    async def ask(self, message: ClientMessage) -> None:
        """Ask for something that is granted."""
        refusal = await handle(self._manager, self.session, self.connection, message)
        assert refusal is None, f"{self.name}: {message}: {refusal}"

    async def sit(self, seat: int | None = None, *, is_program: bool = False) -> None:
        """Sit down."""
        await self.ask(Sit(name=self.name, seed=self.seed, seat=seat, is_program=is_program))

    def go(self) -> None:
        """Go away."""
        self.session.part(self.connection)


class Maker:
    """Makes tables and plays at them."""

    def __init__(self, manager: TableManager, store: Store) -> None:
        self._manager, self._store = manager, store
        self.codes: dict[str, str] = {}

    @asynccontextmanager
    async def at(
        self, role: str, *names: str, settings: Settings | None = None, is_claimed: bool = False
    ) -> AsyncIterator[list[Person]]:
        """Make a table, or come to one that is there; the people come, and go at the end."""
        if settings is not None:
            token = _token_of(names[0]) if is_claimed else None
            self.codes[role] = await self._manager.make(NewTable(settings, token=token))
        async with self._manager.visit(self.codes[role]) as session:
            people = [Person(self._manager, session, name) for name in names]
            yield people
            for person in people:
                person.go()

    async def play(self, people: list[Person], plies: int = 1000) -> None:
        """Play on until the game is over, or for so many actions."""
        session = people[0].session
        table = session.table
        while table.status == "playing" and len(table.plies) < plies:
            assert table.state is not None
            seat, ply = table.state.turn, len(table.plies)
            person = next((person for person in people if seat in person.connection.seats), None)
            if person is None:
                await _until(lambda ply=ply: len(table.plies) > ply)  # type: ignore[misc]
                continue
            action = choose_action(table.view(seat).legal, ply)
            form = msgspec.Raw(json.dumps(to_json(action)).encode())
            await person.ask(Act(seat=seat, ply=ply, action=form))

    async def make_all(self) -> None:
        """Make a table of every kind."""
        await self._finish_second_edition()
        await self._finish_first_edition()
        await self._play_half()
        await self._wait()
        await self._close()

    async def _finish_second_edition(self) -> None:
        settings = Settings(edition=2, seats=7, is_open=True)
        async with self.at("finished", "Ann", "Bo", "Cem", "Dia", settings=settings) as people:
            ann, bo, _, dia = people
            for person in people:
                await person.sit()
            await ann.ask(AddComputer(level="greedy"))
            await ann.ask(AddComputer(level="random"))
            await ann.ask(Say(text="Good luck to all!"))
            await bo.ask(Say(text="And to you."))
            await ann.ask(Mute(seat=2))
            await ann.ask(Start())
            await self.play(people, 12)
            await dia.ask(Say(text="What a race."))
            await self.play(people)
            await bo.ask(Say(text="Well played."))
            table = ann.session.table
            assert table.status == "finished"
            # As thinking/reviews.py keeps it: how many playouts, and its JSON.
            review = review_game(table.record, Budget(1, 20.0))
            packed = review.playouts.to_bytes(4) + zlib.compress(json.dumps(review_to_json(review)).encode())
            await self._store.keep_review(table.code, VERSION, packed)

    async def _finish_first_edition(self) -> None:
        settings = Settings(edition=1, seats=4, hides_money=True)
        async with self.at("first", "Eli", "Fay", "Gus", "Hal", settings=settings) as people:
            eli, fay, gus, hal = people
            await eli.sit()
            await fay.sit()
            await gus.sit(is_program=True)
            await hal.sit()
            await eli.ask(Start())
            await self.play(people, 6)
            await hal.ask(Leave(seat=3))
            await eli.ask(Mute(seat=2))
            await self.play([eli, fay, gus])
            await eli.ask(Rematch())
            rematch = eli.session.table.rematch
            assert rematch is not None
            self.codes["rematch"] = rematch
        async with self.at("rematch", "Fay") as (fay,):
            await fay.ask(GiveSeed(seat=fay.connection.seats[0], seed="00ff" * 4))

    async def _play_half(self) -> None:
        settings = Settings(edition=2, seats=5, is_open=True, clock=86_400, first=3)
        async with self.at("playing", "Ida", "Jon", "Kim", "Rex", settings=settings, is_claimed=True) as (*people, rex):
            ida, jon, kim = people
            await ida.sit(0)
            await rex.sit(1)
            await ida.ask(Remove(seat=1))
            await jon.sit(2)
            await kim.sit(3)
            await ida.ask(AddComputer(level="novice", seat=4))
            await kim.ask(Say(text="Nobody on seat B?"))
            await ida.ask(Start())
            await self.play(people, 16)
            table = ida.session.table
            while table.state is not None and table.seats[table.state.turn].is_computer:  # type: ignore[union-attr]
                await self.play(people, len(table.plies) + 1)

    async def _wait(self) -> None:
        settings = Settings(edition=2, seats=5, is_open=True, odds="hints")
        async with self.at("waiting", "Lea", "Max", "Nia", settings=settings) as people:
            lea, max_, nia = people
            for person in people:
                await person.sit(is_program=person is nia)
            await max_.ask(Leave(seat=1))
            await max_.sit(1)
            await lea.ask(AddComputer(level="greedy", seat=3))
            await max_.ask(Say(text="Anybody else?"))
            await lea.ask(Mute(seat=2))

    async def _close(self) -> None:
        settings = Settings(edition=1, seats=2)
        async with self.at("closed", "Ole", "Pia", settings=settings) as people:
            for person in people:
                await person.sit()
            await people[0].ask(Start())
            await self.play(people, 5)
            session = people[0].session
        async with self._manager.visit(self.codes["closed"]):
            await session.change(lambda table: commands.close(table, is_empty=True))


async def _until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(_EXPECTED_WAIT):
        while not is_so():  # noqa: ASYNC110 - a table has no event to wait for
            await asyncio.sleep(0.001)


def make_sound_database(folder: Path) -> dict[str, str]:
    """Make the database in a folder; give the codes of its tables by what they are."""

    async def make() -> dict[str, str]:
        store = make_store(None, folder)
        workers = cast("Workers", SeededWorkers())
        manager = TableManager(store, workers, Metrics(), Configuration(bot_delay=0.0))
        await manager.start()
        maker = Maker(manager, store)
        await maker.make_all()
        await manager.close()
        return maker.codes

    chance = random.Random(18)
    with patch.object(secrets, "choice", chance.choice), patch.object(secrets, "token_bytes", chance.randbytes):
        return asyncio.run(make())

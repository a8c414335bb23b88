"""People who play as fast as they can while something is broken under them, and who remember all that they were told.

They come back whenever they are cut off, with the ply that they have seen. At the end `check_games` holds what they
remember against what is stored: no acknowledged action may be missing, and none may be there twice.
"""

import asyncio
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any, TypeVar
from urllib.error import URLError

from websockets.exceptions import InvalidHandshake, WebSocketException

from camelup.core.actions import Action
from camelup.formats.json_codec import from_json
from camelup.formats.record import replay
from camelup.server.store.base import EVERY_TABLE, Store
from camelup.server.tables.game_summary import finish_game
from camelup.server.tables.message_handler import read_action
from camelup.server.tables.state import TableState
from camelup.verification import verify_game
from tests.server.live import LiveClient, LiveServer, Message

_Result = TypeVar("_Result")
LOST = (OSError, WebSocketException, InvalidHandshake, TimeoutError)
"""What a client gets from a server that is no more."""
_PAUSE = 0.05
_PATIENCE = 120.0
"""Seconds that somebody tries to come back before the test fails; nothing here judges time."""
_PASSING = {"stale", "unavailable", "busy"}
"""Refusals after which one looks again and goes on."""


def times(most: int = 5) -> int:
    """Tell how often something is broken: a few times in every run, often in `make faults`."""
    return int(os.environ.get("CAMELUP_TEST_FAULTS", most))


def report(text: str) -> None:
    """Tell a figure, to whoever runs tests with -s."""
    sys.stdout.write(f"\n{text}\n")


@dataclass
class Tally:
    """What happened in all."""

    acknowledged: int = 0
    games: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    returns: int = 0

    def __str__(self) -> str:
        refused = ", ".join(f"{count} {code}" for code, count in sorted(self.refused.items())) or "none"
        done = f"{self.acknowledged} actions acknowledged in {self.games} games"
        return f"{done}, {self.returns} returns, refused: {refused}"


class Person(LiveClient):
    """A client that notes every action that it was promised, and everything that it saw."""

    def __init__(self, servers: Sequence[LiveServer], code: str, name: str, tally: Tally, rng: random.Random) -> None:
        super().__init__(servers[0], code)
        self.name = name
        self.acknowledged: dict[int, tuple[int, Action]] = {}
        """By ply, the seat and the action."""
        self.sent: dict[int, list[tuple[int, Action]]] = {}
        self.seen: dict[int, Message] = {}
        self._servers = servers
        self._tally = tally
        self._rng = rng
        self._has_come = False
        self._since: int | None = None

    async def insist(self, work: Callable[[], Awaitable[_Result]]) -> _Result:
        """Do something, coming back as often as needed."""
        async with asyncio.timeout(_PATIENCE):
            while True:
                try:
                    if not self._has_come:
                        await self._come()
                    return await work()
                except LOST:
                    self._has_come = False
                    await asyncio.sleep(_PAUSE)

    async def insist_on(self, kind: str, *, unless: str = "", **fields: Any) -> Message:  # noqa: ANN401 - JSON
        """Ask until it is done, or has been done before."""
        while True:
            answer = await self.insist(lambda: self.ask(kind, **fields))
            if answer["type"] != "error" or answer["code"] == unless:
                return answer
            assert answer["code"] in _PASSING, answer
            self._tally.refused[answer["code"]] += 1
            await asyncio.sleep(_PAUSE)

    async def play(self) -> None:
        """Play until the game is over."""
        while not self.is_over:
            await self.insist(self._step)

    async def _come(self) -> None:
        """Come, or come back, to any server that is there."""
        self.server = self._rng.choice(self._servers)
        # What is told before a game begins cannot be missed in plies.
        self._since = self.ply if self.views else None
        await self.connect(since=self._since)
        self._tally.returns += self._since is not None
        self._has_come = True

    async def _step(self) -> None:
        if self.is_over:  # it came back to a game that others have ended meanwhile: nothing more will be told
            return
        seat = next((seat for seat in self.seats if self.views.get(seat, {}).get("legal")), None)
        if seat is None:
            await self.hear_next()
            return
        ply = self.ply
        form = choose(self._rng, self.views[seat]["legal"])
        action = read_action(json.dumps(form).encode())
        self.sent.setdefault(ply + 1, []).append((seat, action))
        answer = await self.ask("act", seat=seat, ply=ply, action=form)
        if answer["type"] == "done":
            assert answer["ply"] == ply + 1
            assert ply + 1 not in self.acknowledged
            self.acknowledged[ply + 1] = (seat, action)
            self._tally.acknowledged += 1
            while self.ply <= ply:
                await self.hear_next()
        else:
            assert answer["code"] in _PASSING, answer
            self._tally.refused[answer["code"]] += 1
            if answer["code"] != "stale":
                await asyncio.sleep(_PAUSE)
            while self.ply < answer["ply"]:
                await self.hear_next()

    def _take(self, message: Message) -> None:
        if message["type"] == "welcome" and self._since is not None:
            assert message["table"]["ply"] >= self._since, "what was seen before is no longer there"
            missed = [played["ply"] for played in message["missed"]]
            assert missed == list(range(self._since + 1, message["table"]["ply"] + 1))
            self.seen |= {played["ply"]: played for played in message["missed"]}
        if message["type"] == "played":
            assert message["ply"] == self.ply + 1, "every action is told once, in its order"
            self.seen[message["ply"]] = message
        super()._take(message)


def choose(rng: random.Random, legal: list[Message]) -> Message:
    """Choose among the kinds of action alike, and roll in every other turn, so that games come to an end."""
    rolls = [action for action in legal if action["type"] == "roll"]
    if rng.random() < 0.5:
        return rolls[0]
    kind = rng.choice(sorted({action["type"] for action in legal}))
    return rng.choice([action for action in legal if action["type"] == kind])


class Storm:
    """Groups of people who play one game after the other while `strike` breaks something again and again."""

    def __init__(self, servers: Sequence[LiveServer], *, seed: int, groups: int = 4, people: int = 3) -> None:
        self._servers = servers
        self._rng = random.Random(seed)
        self._groups, self._people = groups, people
        self._is_ending = False
        self.tally = Tally()
        self.games: list[tuple[str, list[Person]]] = []

    async def run(self, strike: Callable[[int], Awaitable[None]], strikes: int) -> None:
        """Let them play until so many strikes are over and everybody has finished."""

        async def strike_again_and_again() -> None:
            for number in range(strikes):
                await self._wait_for_actions(self._rng.randrange(1, 150))
                await asyncio.sleep(self._rng.random() * _PAUSE)
                await strike(number)
            await self._wait_for_actions(1)  # they go on after the last one as well
            self._is_ending = True

        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(strike_again_and_again())
                for number in range(self._groups):
                    tasks.create_task(self._play_games(number))
        finally:
            for _, people in self.games:
                for person in people:
                    await person.close()

    async def _wait_for_actions(self, count: int) -> None:
        goal = self.tally.acknowledged + count
        while self.tally.acknowledged < goal:
            for server in self._servers:
                assert server.process is not None
                if server.process.poll() is not None:
                    code = server.reap()
                    raise AssertionError(f"a server has ended by itself, with {code}: {server.errors}")
            await asyncio.sleep(0.01)

    async def _play_games(self, group: int) -> None:
        while not self._is_ending:
            code = await self._make_table(edition=1 + group % 2)
            people = [
                Person(self._servers, code, f"Person {number}", self.tally, random.Random(self._rng.random()))
                for number in range(self._people)
            ]
            self.games.append((code, people))
            for number, person in enumerate(people):
                await person.insist_on("sit", name=person.name, seed=f"{number:016x}")
            await people[0].insist_on("start", unless="started")
            await asyncio.gather(*(person.play() for person in people))
            self.tally.games += 1
            for person in people:
                await person.close()

    async def _make_table(self, **settings: Any) -> str:  # noqa: ANN401 - as the API takes them
        async with asyncio.timeout(_PATIENCE):
            while True:
                server = self._rng.choice(self._servers)
                body = {"settings": {"seats": self._people, **settings}}
                try:
                    status, made = await asyncio.to_thread(server.ask, "/api/tables", body)
                except (HTTPException, URLError, *LOST):
                    status, made = 0, None
                if status == 201:
                    code: str = made["id"]
                    return code
                assert status in {0, 503}, made
                await asyncio.sleep(_PAUSE)


async def read_tables(store: Store) -> dict[str, TableState]:
    """Fold every stored log into the state of its table, by code."""
    await store.open()
    try:
        tables = {}
        for listed in await store.list_tables(limit=EVERY_TABLE):
            tables[listed.table] = TableState(listed.table)
            for entry in await store.read(listed.table):
                tables[listed.table].apply_entry(entry)
            assert tables[listed.table].summarize() == listed.summary
        return tables
    finally:
        await store.close()


async def check_games(store: Store, games: Sequence[tuple[str, Sequence[Person]]]) -> int:
    """Hold finished games against what people were promised and saw; give how many acknowledged actions are there."""
    tables = await read_tables(store)
    return sum(check_game(tables[code], people) for code, people in games)


def check_game(table: TableState, people: Sequence[Person]) -> int:
    """Hold one game against what people were promised and saw; give how many acknowledged actions are there."""
    record = table.record
    assert table.status == "finished"
    game = finish_game(table)
    verify_game(game.dice, game.record, game.published)
    steps = list(replay(record))
    for person in people:
        for number, promised in person.acknowledged.items():
            assert (record.plies[number - 1].seat, record.plies[number - 1].action) == promised
            assert table.players_of_plies[number - 1] == "owner"
        (seat,) = person.seats
        assert sorted(person.seen) == list(range(min(person.seen), len(record.plies) + 1))
        for number, played in person.seen.items():
            told = [from_json({"version": 1, **event}) for event in played["seen"][0]["events"]]
            assert tuple(told) == record.events_for(steps[number].events, seat)
            assert played["by"] == table.players_of_plies[number - 1]
        assert from_json({"version": 1, **person.views[seat]}) == record.view(steps[-1].state, seat)
    for number, (ply, by) in enumerate(zip(record.plies, table.players_of_plies, strict=True), 1):
        if by == "owner":  # then its owner has chosen it, at this very ply
            (owner,) = (person for person in people if person.seats == [ply.seat])
            assert (ply.seat, ply.action) in owner.sent[number]
    return sum(len(person.acknowledged) for person in people)

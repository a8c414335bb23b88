"""Things that happen at the same moment: exactly one of them counts, and everybody agrees which."""

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from time import time

import pytest

from camelup.protocol.settings import Settings
from camelup.server.store import make_store
from camelup.server.store.base import Entry, Listed
from camelup.server.tables import events
from camelup.server.tables.state import TableState
from tests.server.faults import Person, Tally, check_game, choose, read_tables, report
from tests.server.live import LiveClient, LiveServer, Message, play_on, seat_people, start_game


class Place(LiveServer):
    """A server whose stored tables can be looked at."""

    async def tables(self) -> dict[str, TableState]:
        """Read what is stored."""
        return await read_tables(make_store(None, self.data, "read"))

    async def history(self, code: str) -> list[events.TableEvent]:
        """Read what has happened at a table."""
        store = make_store(None, self.data, "read")
        await store.open()
        try:
            return [events.read_event(entry.text) for entry in await store.read(code)]
        finally:
            await store.close()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Give a server where whoever goes away is played for at once."""
    with Place(
        tmp_path_factory.mktemp("data"), "--away-timeout", "0", "--stand-in", "random", "--workers", "1"
    ) as server:
        position = {"position": "edition 1 | track 1:bg 2:ow 3:y | money 3 3"}
        assert server.ask("/api/odds", position)[0] == 200  # from here on stand-ins are quick: their worker is there
        yield server
        server.end()


@pytest.fixture
async def server(place: Place) -> AsyncIterator[Place]:
    async with place.visited():
        yield place


async def test_two_tabs_of_one_seat_act(server: Place) -> None:
    code = server.make_table(seats=2, edition=1)
    rng = random.Random(1)
    people = await seat_people(server, code, ["Ann", "Bo"])
    await start_game(people)
    tabs = [(person, LiveClient(server, code, person.token)) for person in people]
    for _, tab in tabs:
        await tab.connect()
    clients = [client for pair in tabs for client in pair]
    while not any(client.is_over for client in clients):
        pair = next(pair for pair in tabs if pair[0].views[pair[0].seats[0]]["legal"])
        ply = pair[0].ply
        answers = await asyncio.gather(*(tab.act(action=choose(rng, tab.views[tab.seats[0]]["legal"])) for tab in pair))
        assert sorted((answer["type"], answer.get("code")) for answer in answers) == [
            ("done", None),
            ("error", "stale"),
        ]
        assert [answer["ply"] for answer in answers] == [ply + 1, ply + 1]
        await _hear_ply(clients, ply + 1)
    await _hear_end(clients)
    assert len((await server.tables())[code].plies) == clients[-1].ply


async def _make_table_with_clock(server: Place, seconds: int) -> str:
    """Put a table into the store whose clock is shorter than anybody may ask for."""
    code = "".join(secrets.choice("abcdefgh") for _ in range(8))
    now = time()
    created = events.Created(Settings(edition=1, seats=2, clock=seconds), secrets.token_hex(32))
    entry = Entry(1, now, events.write_event(created))
    table = TableState(code)
    table.apply_entry(entry)
    store = make_store(None, server.data, "share")
    await store.open()
    try:
        assert await store.add_table(Listed(code, now, now, table.summarize()), [entry])
    finally:
        await store.close()
    return code


class Dawdler(Person):
    """Thinks for as long as the clock gives, more or less."""

    async def _step(self) -> None:
        await asyncio.sleep(self._rng.random() * 0.02)
        with suppress(TimeoutError):  # what has come meanwhile
            async with asyncio.timeout(0.001):
                while not self.is_over:
                    await self.hear_next()
        if not self.is_over:
            await super()._step()


class Wanderer(Person):
    """Goes away at any moment, and comes back at another."""

    async def _step(self) -> None:
        if self._rng.random() < 0.5:
            await self.close()
            self._has_come = False
            await asyncio.sleep(self._rng.random() * 0.03)
            await self._come()
        if not self.is_over:
            await super()._step()


@pytest.mark.parametrize("kind", [Dawdler, Wanderer], ids=["a clock runs out", "somebody returns"])
async def test_an_action_comes_as_a_stand_in_acts(server: Place, kind: type[Person]) -> None:
    """Played until it was close often enough, each way."""
    tally = Tally()
    games: list[tuple[str, list[Person]]] = []
    while min(tally.acknowledged, tally.refused["stale"]) < 10:
        code = await _make_table_with_clock(server, 0) if kind is Dawdler else server.make_table(seats=2, edition=1)
        people = [kind([server], code, name, tally, random.Random(name)) for name in ("Ann", "Bo")]
        for person in people:
            await person.insist_on("sit", name=person.name, seed=secrets.token_hex(8))
        await people[0].insist_on("start")
        await asyncio.gather(*(person.play() for person in people))
        games.append((code, people))
    tables = await server.tables()
    assert sum(check_game(tables[code], people) for code, people in games) == tally.acknowledged
    by = [by for code, _ in games for by in tables[code].players_of_plies]
    report(f"{by.count('owner')} actions by owners, {by.count('stand_in')} by stand-ins; {tally}")


async def test_a_person_sits_down_as_the_host_clears_the_seat(server: Place) -> None:
    answers: list[str] = []
    code = server.make_table(seats=2)
    (ann,) = await seat_people(server, code, ["Ann"])
    bo = LiveClient(server, code)
    await bo.connect()
    for _ in range(12):
        seated, removed = await asyncio.gather(bo.sit("Bo"), ann.ask("remove", seat=1))
        assert seated.get("seat") == 1 or (seated["code"], removed["type"]) == ("removed", "done")
        assert removed["type"] == "done" or removed["code"] == "no_such_seat"
        answers.append(removed["type"])
        if removed["type"] == "done":
            assert (await ann.ask("reopen", seat=1, lets_back=True))["type"] == "done"
    shown = (await bo.connect())["table"]["seats"][1]["kind"]
    assert (shown == "person") == (bo.seats == [1])
    history = await server.history(code)
    assert sum(isinstance(event, events.SeatLeft) for event in history) == answers.count("done")


async def test_two_people_take_the_last_seat(server: Place) -> None:
    for _ in range(10):
        code = server.make_table(seats=2)
        await seat_people(server, code, ["Ann"])
        others = [LiveClient(server, code) for _ in range(3)]
        await asyncio.gather(*(other.connect() for other in others))
        answers = await asyncio.gather(*(other.sit(f"Person {n}") for n, other in enumerate(others)))
        assert sorted(answer.get("code", "seated") for answer in answers) == ["full", "full", "seated"]


async def test_a_person_sits_down_in_two_tabs(server: Place) -> None:
    for _ in range(10):
        code = server.make_table(seats=3)
        ann = LiveClient(server, code)
        tabs = [ann, LiveClient(server, code, ann.token)]
        await asyncio.gather(*(tab.connect() for tab in tabs))
        answers = await asyncio.gather(*(tab.sit("Ann") for tab in tabs))
        assert [(answer["type"], answer["seats"]) for answer in answers] == [("seated", [0])] * 2


async def test_a_game_is_started_twice(server: Place) -> None:
    code = server.make_table(seats=4)
    ann, _ = await seat_people(server, code, ["Ann", "Bo"])
    tab = LiveClient(server, code, ann.token)
    await tab.connect()
    answers = await asyncio.gather(ann.ask("start"), tab.ask("start"))
    assert sorted(answer.get("code", "done") for answer in answers) == ["done", "started"]
    assert sum(isinstance(event, events.Started) for event in await server.history(code)) == 1


@pytest.mark.parametrize("kind", ["act", "leave", "say"])
async def test_a_seat_gets_another_number_as_its_old_one_is_used(server: Place, kind: str) -> None:
    """The free seat is left out at the start, so that Bo's number is Cy's from then on."""

    async def play() -> None:
        clients = []
        for name, seat in (("Ann", 0), ("Bo", 2), ("Cy", 3)):
            client = LiveClient(server, code)
            clients.append(client)
            await client.connect()
            await client.sit(name, seat=seat)
        ann, bo, cy = clients
        requests: dict[str, Message] = {"act": {"ply": 0, "action": {"type": "roll"}}, "say": {"text": "It is me."}}
        _, answer = await asyncio.gather(ann.ask("start"), bo.ask(kind, seat=2, **requests.get(kind, {})))
        if answer["type"] == "error":
            assert answer["code"] in {"stale", "not_your_seat", "not_started"}
        await cy.hear("began")
        welcome = await cy.connect(since=0)
        assert all(played["by"] == "stand_in" for played in welcome["missed"])  # as Cy went and came
        assert not welcome["table"]["seats"][2]["has_left"]
        assert {line["name"] for line in welcome["chat"]} <= {"Bo"}

    for _ in range(10):
        code = server.make_table(seats=4, first=3)
        await play()


async def test_everybody_asks_for_a_rematch(server: Place) -> None:
    codes: set[str] = set()
    code = server.make_table(seats=4, edition=1)
    rng = random.Random(7)
    people = await seat_people(server, code, ["Ann", "Bo", "Cy", "Di"])
    await start_game(people)
    await play_on(people, lambda view: choose(rng, view["legal"]))
    answers = await asyncio.gather(*(person.ask("rematch") for person in people))
    assert sorted(answer.get("code", "done") for answer in answers) == ["done", *["rematched"] * 3]
    for person in people:
        moved = [message["table"] for message in person.messages if message["type"] == "moved"]
        assert len(moved) == 1
        codes.update(moved)
    tables = await server.tables()
    assert {name for name, table in tables.items() if table.before == code} == codes == {tables[code].rematch}
    assert list(tables[tables[code].rematch or ""].names) == ["Di", "Ann", "Bo", "Cy"]


async def test_what_somebody_did_is_told_though_he_was_cut_off_at_that_moment(server: Place) -> None:
    code = server.make_table(seats=2, edition=1)
    ann, bo = await seat_people(server, code, ["Ann", "Bo"])
    await start_game([ann, bo])
    for _ in range(40):
        actor, other = (ann, bo) if ann.views[ann.seats[0]]["legal"] else (bo, ann)
        tabs = [LiveClient(server, code, actor.token) for _ in range(2)]
        for tab in tabs:
            await tab.connect()
        await asyncio.gather(*(tab.say({"type": "react", "reaction": "camel"}) for tab in [tabs[1], other]))
        await tabs[0].say({"type": "act", "seat": tabs[0].seats[0], "ply": tabs[0].ply, "action": {"type": "roll"}})
        tabs[0].cut()
        await tabs[1].say({"type": "react", "reaction": "clap"})
        await tabs[1].close()
        await asyncio.sleep(0.05)
        history = await server.history(code)
        plies = sum(isinstance(event, events.Played) for event in history)
        await _hear_ply([ann, bo], plies)
        if ann.is_over:
            break


async def _hear_ply(clients: list[LiveClient], ply: int) -> None:
    for client in clients:
        while client.ply < ply:
            await client.hear("played", "welcome")


async def _hear_end(clients: list[LiveClient]) -> None:
    for client in clients:
        while not client.is_over:
            await client.hear_next()

"""Two processes on one PostgreSQL: people of one table at both, and what happens when one of them dies."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

import pytest

from tests.server.conftest import Database
from tests.server.faults import read_tables, report
from tests.server.live import LiveClient, LiveServer, Message, start_game
from tests.server.postgresql import Server

_GRACE = 1


@pytest.fixture
async def servers(own_postgresql: Database, tmp_path: Path) -> AsyncIterator[list[LiveServer]]:
    """Give two servers on one database; stop what is left of them, and see that they had nothing to complain about."""
    async with AsyncExitStack() as stack:
        started = [
            await stack.enter_async_context(
                LiveServer(
                    tmp_path,
                    "--away-timeout",
                    str(_GRACE),
                    "--workers",
                    "1",
                    "--stand-in",
                    "random",
                    database=own_postgresql.address,
                )
            )
            for _ in range(2)
        ]
        yield started
        for server in started:  # before one is stopped: people may be at either
            await server.leave()


async def _seat(servers: list[LiveServer], code: str, names: list[str]) -> list[LiveClient]:
    """Seat people at the servers in turn."""
    people = [LiveClient(servers[number % 2], code) for number in range(len(names))]
    for person, name in zip(people, names, strict=True):
        await person.connect()
        assert (await person.sit(name))["type"] == "seated"
    return people


async def _hear_connected(client: LiveClient, seats: list[bool]) -> None:
    """Wait until a client knows who is there."""
    while [seat["is_connected"] for seat in client.table["seats"]] != seats:
        await client.hear("table", "began", "welcome")


async def _move(person: LiveClient, server: LiveServer) -> Message:
    person.server = server
    return await person.connect(since=person.ply)


async def test_who_is_there_is_known_at_both(servers: list[LiveServer]) -> None:
    one, other = servers
    code = one.make_table(seats=4)
    ann, bo = await _seat(servers, code, ["Ann", "Bo"])
    for person in (ann, bo):
        await _hear_connected(person, [True, True, False, False])
    cy = LiveClient(one, code)
    await cy.connect()
    await cy.sit("Cy", seat=3)
    await _hear_connected(bo, [True, True, False, True])
    # The free seat is left out, so that Cy has another number from now on, at both.
    await start_game([ann, bo, cy])
    for person in (ann, bo, cy):
        await _hear_connected(person, [True, True, True])
    await cy.close()
    await _hear_connected(bo, [True, True, False])
    await _move(cy, other)
    await _hear_connected(ann, [True, True, True])
    await ann.say({"type": "react", "reaction": "camel"})
    assert (await bo.hear("reacted"))["seat"] == 0
    await bo.say({"type": "say", "text": "Hello"})
    assert (await ann.hear("said"))["line"]["text"] == "Hello"


async def test_who_is_there_is_known_to_a_process_that_has_just_started(servers: list[LiveServer]) -> None:
    one, other = servers
    code = one.make_table(seats=2)
    (ann,) = await _seat(servers, code, ["Ann"])
    await asyncio.to_thread(other.kill)
    await asyncio.to_thread(other.start)
    bo = LiveClient(other, code)
    await bo.connect()
    await bo.sit("Bo")
    for person in (ann, bo):
        await _hear_connected(person, [True, True])


async def test_who_left_while_postgresql_was_away_is_known(
    servers: list[LiveServer], postgresql_server: Server
) -> None:

    one, _ = servers
    code = one.make_table(seats=2)
    ann, bo = await _seat(servers, code, ["Ann", "Bo"])
    await _hear_connected(bo, [True, True])
    await asyncio.to_thread(postgresql_server.say, "kill")
    await ann.close()
    await asyncio.sleep(3)  # longer than anybody waits for it
    await asyncio.to_thread(postgresql_server.say, "start")
    await _hear_connected(bo, [False, True])
    await ann.connect()
    await _hear_connected(bo, [True, True])


async def test_a_rematch_asked_for_at_both_is_one(servers: list[LiveServer], own_postgresql: Database) -> None:
    code = servers[0].make_table(seats=2, edition=1)
    ann, bo = await _seat(servers, code, ["Ann", "Bo"])
    await start_game([ann, bo])
    while not ann.is_over:
        await _go_on(ann, bo)
    answers = await asyncio.gather(ann.ask("rematch"), bo.ask("rematch"))
    assert sorted(answer.get("code", "done") for answer in answers) == ["done", "rematched"]
    tables = await read_tables(own_postgresql.store("read"))
    assert [name for name, table in tables.items() if table.before == code] == [tables[code].rematch]


async def test_a_process_that_stood_still_leaves_the_thinking_to_the_other(servers: list[LiveServer]) -> None:
    async def _rest(ann: LiveClient, bo: LiveClient) -> tuple[int, int]:
        """Play until it is a person's turn, so that nobody thinks; give how many thoughts and plies there were."""
        while not _turn_of([ann, bo]):
            await _go_on(ann, bo)
        return await _thoughts(servers), bo.ply

    one, _ = servers
    code = one.make_table("random", seats=3, first=0)
    ann, bo = await _seat(servers, code, ["Ann", "Bo"])
    await start_game([ann, bo])
    await _play_round(ann, bo)
    heard = len(bo.messages)
    one.process.send_signal(signal.SIGSTOP)  # type: ignore[union-attr]  # it is running
    try:
        await _hear_connected(bo, [True, False, True])
        await _let_act(bo, "computer", heard)
    finally:
        one.process.send_signal(signal.SIGCONT)  # type: ignore[union-attr]
    # She was there all the time, and is known to be there again.
    await _hear_connected(bo, [True, True, True])
    await asyncio.sleep(2)  # it finds out that others have taken over
    before, since = await _rest(ann, bo)
    await _play_round(ann, bo)
    thoughts, ply = await _rest(ann, bo)
    missed = (await bo.connect(since=since))["missed"][: ply - since]
    assert thoughts - before == sum(played["by"] == "computer" for played in missed) > 0


async def _let_act(person: LiveClient, by: str, since: int) -> None:
    """Play on until such a one has acted, after so many messages."""
    while all(message.get("by") != by for message in person.messages[since:]):
        if _turn_of([person]):
            await person.act()
        else:
            await person.hear("played")


async def _thoughts(servers: list[LiveServer]) -> int:
    """Count how often any process has thought."""
    texts = [(await asyncio.to_thread(server.ask, "/metrics"))[1] for server in servers]
    lines = [line for text in texts for line in text.splitlines() if line.startswith("camelup_think_seconds_count")]
    return sum(int(line.split()[1]) for line in lines)


async def test_the_other_process_goes_on_when_one_is_killed(servers: list[LiveServer]) -> None:
    """A computer seat, then the seat of somebody who is away, were the duty of the process that dies."""
    one, other = servers
    code = one.make_table("random", seats=3, first=0)
    ann, bo = await _seat(servers, code, ["Ann", "Bo"])
    await start_game([ann, bo])
    await _play_round(ann, bo)
    position = {"position": "edition 1 | track 1:bg 2:ow 3:y | money 3 3"}
    assert (await asyncio.to_thread(other.ask, "/api/odds", position))[0] == 200  # its worker is there
    # The computer's turn comes by an action at the other process, at the moment when the one with the duty dies.
    while not (seat := _turn_of([bo])):
        await _go_on(ann, bo)
    begun, heard = monotonic(), len(bo.messages)
    await asyncio.to_thread(one.kill)
    assert (await bo.act(*seat))["type"] == "done"
    await _hear_connected(bo, [True, False, True])
    report(f"another process has noticed {monotonic() - begun:.1f} s after the kill")
    for by in ("computer", "stand_in"):
        await _let_act(bo, by, heard)
        report(f"another process has acted as {by} {monotonic() - begun:.1f} s after the kill")
    welcome = await _move(ann, other)
    assert welcome["seats"] == [1]
    await _hear_connected(bo, [True, True, True])
    await _play_round(ann, bo)


def _turn_of(people: list[LiveClient]) -> tuple[int] | None:
    for person in people:
        seat = person.seats[0]
        if person.views[seat]["legal"]:
            return (seat,)
    return None


async def _go_on(ann: LiveClient, bo: LiveClient) -> None:
    """Let whoever is in turn act; everybody hears of it, wherever he is."""
    for person in (ann, bo):
        if _turn_of([person]):
            answer = await person.act()
            assert answer["type"] in {"done", "error"}
            break
    else:
        await ann.hear("played", "table")  # the end of the game is told by the latter
    ply = max(ann.ply, bo.ply)
    for person in (ann, bo):
        while person.ply < ply:
            await person.hear("played")


async def _play_round(ann: LiveClient, bo: LiveClient) -> None:
    goal = ann.ply + 6
    while ann.ply < goal and not ann.is_over:
        await _go_on(ann, bo)

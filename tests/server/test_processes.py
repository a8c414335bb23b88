"""Two processes on one PostgreSQL: people of one table at both, and what happens when one of them dies."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import pytest

from tests.server.conftest import Database
from tests.server.faults import report
from tests.server.live import LiveClient, LiveServer, Message, start_game

_GRACE = 1


@pytest.fixture
def servers(postgresql: Database, tmp_path: Path) -> Iterator[list[LiveServer]]:
    """Give two servers on one database; stop what is left of them, and see that they had nothing to complain about."""
    with ExitStack() as stack:
        started = [
            stack.enter_context(
                LiveServer(
                    tmp_path,
                    "--grace",
                    str(_GRACE),
                    "--workers",
                    "1",
                    "--stand-in",
                    "random",
                    database=postgresql.address,
                )
            )
            for _ in range(2)
        ]
        started[1].clients = started[0].clients  # so that all are closed
        yield started
        for server in started:
            if server.process is not None and server.process.poll() is None:
                assert server.stop() == 0
            assert server.errors == ""


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


def test_who_is_there_is_known_at_both(servers: list[LiveServer]) -> None:
    async def play() -> None:
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

    one, other = servers
    one.run(play)


def test_who_is_there_is_known_to_a_process_that_has_just_started(servers: list[LiveServer]) -> None:
    async def play() -> None:
        code = one.make_table(seats=2)
        (ann,) = await _seat(servers, code, ["Ann"])
        await asyncio.to_thread(other.kill)
        await asyncio.to_thread(other.start)
        bo = LiveClient(other, code)
        await bo.connect()
        await bo.sit("Bo")
        for person in (ann, bo):
            await _hear_connected(person, [True, True])

    one, other = servers
    one.run(play)


def test_the_other_process_goes_on_when_one_is_killed(servers: list[LiveServer]) -> None:
    """A computer seat, then the seat of somebody who is away, were the duty of the process that dies."""

    async def play() -> None:
        code = one.make_table("random", seats=3, first=0)
        ann, bo = await _seat(servers, code, ["Ann", "Bo"])
        await start_game([ann, bo])
        await _play_round(ann, bo)
        position = {"position": "edition 1 | track 1:bg 2:ow 3:y | money 3 3"}
        assert (await asyncio.to_thread(other.ask, "/api/odds", position))[0] == 200  # its worker is there
        # The computer's turn comes by an action at the other process, at the moment when the one with the duty dies.
        while not (seat := _turn_of([bo])):
            await _go_on(ann, bo)
        begun = monotonic()
        await asyncio.to_thread(one.kill)
        assert (await bo.act(*seat))["type"] == "done"
        await _hear_connected(bo, [True, False, True])
        report(f"another process has noticed {monotonic() - begun:.1f} s after the kill")
        await bo.hear_that(lambda message: message["type"] == "played" and message["by"] in {"computer", "stand_in"})
        report(f"another process has acted {monotonic() - begun:.1f} s after the kill")
        await bo.hear_that(lambda message: message["type"] == "played" and message["by"] == "stand_in")
        welcome = await _move(ann, other)
        assert welcome["seats"] == [1]
        await _hear_connected(bo, [True, True, True])
        await _play_round(ann, bo)

    one, other = servers
    one.run(play)


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
        await ann.hear("played")
    ply = max(ann.ply, bo.ply)
    for person in (ann, bo):
        while person.ply < ply:
            await person.hear("played")


async def _play_round(ann: LiveClient, bo: LiveClient) -> None:
    goal = ann.ply + 6
    while ann.ply < goal and not ann.is_over:
        await _go_on(ann, bo)

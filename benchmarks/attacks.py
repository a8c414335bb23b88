"""What one hostile address costs everybody else: the server and its workers have one core, all clients another.

.venv/bin/python benchmarks/attacks.py [--runs N] [--seconds N] [ATTACK ...]

People play at 20 tables while somebody at another address sends what is dearest, as fast as the server permits, and
then, as the control, the same requests made harmless. Each row has the 99th percentile of the time from an action to
its last receipt, as the median of all runs, and the most memory that the serving process had. `list` names the attacks.
"""

import argparse
import asyncio
import itertools
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import uvloop
from load import Player, Server, Table, post, quantile, seat_all
from stored_tables import store_tables

from camelup.core.edition import EDITIONS
from camelup.core.rules import apply_unchecked, legal
from camelup.fair_dice import FairDice
from camelup.formats.notation import position_text
from camelup.formats.record import Ply, Record

_ATTACKER = "127.0.0.2"
_DEFAULTS = ("--address-connections", "100", "--address-tables", "30", "--messages", "10", "--workers", "1")
"""The limits that a server has unless it is told otherwise; load.py lifts them."""
_TABLES = 20
_PACE = 4
"""Actions a table in a second."""
_AT_ONCE = 6
_LONG_RECORD, _WORST_GAME = 33_828, 990
"""Plies: of a record that is far too long, and of the longest game that is permitted, nearly."""
_LONG_TABLES = 8
_REQUESTS_A_SECOND = 90
"""Below the general limit of requests, so that the dear ones are what is measured."""


_RECORDS = Path(tempfile.gettempdir()) / f"camelup-attacks-{os.getuid()}"


def tile_moves(plies: int) -> bytes:
    """A request with a legal record in which two people only move their tiles to and fro; made once, for it is long."""
    path = _RECORDS / f"{plies}.json"
    if not path.exists():
        _RECORDS.mkdir(exist_ok=True)
        path.write_bytes(msgspec.json.encode({"record": _make_tile_moves(plies)}))
    return path.read_bytes()


def _make_tile_moves(plies: int) -> str:
    state = start = FairDice(bytes(32), ["", ""]).start(EDITIONS[1], 0)
    played = []
    for _ in range(plies):
        action = next(action for action in legal(state) if action.kind == "tile")
        played.append(Ply(state.turn, action, None))
        state, _events = apply_unchecked(state, action, None)
    return str(Record(("a", "b"), start, tuple(played)))


def _start_position(number: int) -> str:
    return position_text(FairDice(number.to_bytes(32, "big"), [""] * 8).start(EDITIONS[2], 0))


# --- What an attacker does ------------------------------------------------------------------------------------


class Requests:
    """Sends requests over HTTP, several at once, one after the other on each connection."""

    def __init__(self, port: int, until: float, rate: float = _REQUESTS_A_SECOND) -> None:
        self._port, self._until, self._pause = port, until, _AT_ONCE / rate
        self.answers: Counter[str] = Counter()

    def send(self, make: Callable[[], tuple[str, str, bytes | None]]) -> None:
        threads = [Thread(target=self._work, args=(make,)) for _ in range(_AT_ONCE)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _work(self, make: Callable[[], tuple[str, str, bytes | None]]) -> None:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=20, source_address=(_ATTACKER, 0))
        while time.time() < self._until:
            begun = time.perf_counter()
            try:
                connection.request(*make())
                answer = connection.getresponse()
                size = len(answer.read())
                self.answers[str(answer.status)] += 1
                self.answers["bytes"] += size
            except (OSError, HTTPException) as error:
                self.answers[type(error).__name__] += 1
                connection.close()
            time.sleep(max(0.0, begun + self._pause - time.perf_counter()))
        connection.close()


@dataclass
class Attempt:
    """One run of an attack, in the attacker's own process."""

    port: int
    until: float
    is_hostile: bool
    codes: list[str]
    """Tables with long games, which were in the store before."""
    answers: Counter[str] = field(default_factory=Counter)

    def request(self, *makes: Callable[[], tuple[str, str, bytes | None]], rate: float = _REQUESTS_A_SECOND) -> None:
        """Send requests by turns."""
        turns = itertools.cycle(makes)

        def make() -> tuple[str, str, bytes | None]:
            return next(turns)()

        requests = Requests(self.port, self.until, rate)
        requests.send(make)
        self.answers += requests.answers

    def post(self, path: str, hostile: bytes, harmless: bytes, rate: float = _REQUESTS_A_SECOND) -> None:
        body = hostile if self.is_hostile else harmless
        self.request(lambda: ("POST", path, body), rate=rate)

    def get(self, hostile: list[str], harmless: list[str]) -> None:
        paths = itertools.cycle(hostile if self.is_hostile else harmless)
        self.request(lambda: ("GET", next(paths), None))

    def make_table(self, seats: int = 2, computers: tuple[str, ...] = (), **settings: object) -> str:
        wanted = {"settings": {"seats": seats, **settings}, "computers": [{"level": level} for level in computers]}
        code: str = post(self.port, "/api/tables", wanted, _ATTACKER)["id"]
        return code

    async def connect(self, code: str, token: str, since: int | None = None) -> Player:
        player = Player(f"/api/tables/{code}/socket", token, self._count)
        player.since = since
        await asyncio.get_running_loop().create_connection(
            lambda: player, "127.0.0.1", self.port, local_addr=(_ATTACKER, 0)
        )
        return player

    def _count(self, _player: Player, payload: bytes) -> None:
        self.answers[payload[:60].split(b'"')[3].decode()] += 1  # {"type":"...

    async def flood(self, code: str, messages: list[dict[str, Any]], connections: int = 2) -> None:
        """Sit down with some connections of one person, and send messages by turns as fast as is permitted."""
        players = [await self.connect(code, "flood" * 8) for _ in range(connections)]
        await asyncio.sleep(0.3)
        if self.is_hostile or messages[0]["type"] == "act":
            players[0].say({"type": "sit", "name": "Flood", "seed": "00" * 8, "seat": 0})
            await asyncio.sleep(0.3)
        turns = itertools.cycle(messages)
        while time.time() < self.until:
            for number in range(connections):
                if players[number].closed:
                    players[number] = await self.connect(code, "flood" * 8)
                    await asyncio.sleep(0.1)
                players[number].say(next(turns))
            await asyncio.sleep(0.11)  # nine a second for each


# --- The attacks ----------------------------------------------------------------------------------------------


def long_replay(attempt: Attempt) -> None:
    attempt.post("/api/replay", tile_moves(_LONG_RECORD), tile_moves(4))


def worst_replay(attempt: Attempt) -> None:
    attempt.post("/api/replay", tile_moves(_WORST_GAME), tile_moves(4))


def long_review(attempt: Attempt) -> None:
    attempt.post("/api/review", tile_moves(_LONG_RECORD), tile_moves(4))


def seeds(attempt: Attempt) -> None:
    """Seeds, chat and mutes; then everybody may ask for the table's game."""
    code = attempt.make_table(4)
    messages: list[dict[str, Any]] = [
        {"type": "seed", "seat": 0, "seed": "11" * 32},
        {"type": "say", "text": "x" * 200},
        {"type": "mute", "seat": 0, "is_muted": False},
        {"type": "react", "reaction": "wow"},
    ]
    asyncio.run(attempt.flood(code, messages, connections=20))


def false_actions(attempt: Attempt) -> None:
    """Positions in place of actions, with a stack of thousands of camels; harmless ones are short."""
    track = {"1": "b" * (15_000 if attempt.is_hostile else 1)}
    position = {"type": "state", "edition": 1, "track": track, "dice": "", "turn": 0, "leg": 1}
    lists = ("tents", "tickets", "pyramid_tickets", "tiles", "partners", "winner_deck", "loser_deck", "money", "hands")
    message = {"type": "act", "seat": 0, "ply": 0, "action": position | {name: [] for name in lists}}
    asyncio.run(attempt.flood(attempt.make_table(4), [message], connections=4))


def unfinished(attempt: Attempt) -> None:
    """The games of tables with long logs, which are not finished."""
    fresh = [attempt.make_table() for _ in range(2)]
    attempt.get(*([f"/api/games/{code}" for code in codes] for codes in (attempt.codes, fresh)))


def openings(attempt: Attempt) -> None:
    """Tables with long games, opened and shown."""
    fresh = [attempt.make_table() for _ in range(2)]
    attempt.get(*([f"/api/tables/{code}" for code in codes] for codes in (attempt.codes, fresh)))


def reconnects(attempt: Attempt) -> None:
    """Hello to tables with long games, from the beginning, ten a second, as connections are permitted."""
    codes = itertools.cycle(attempt.codes if attempt.is_hostile else [attempt.make_table() for _ in range(2)])

    async def knock() -> None:
        players: list[Player] = []
        while time.time() < attempt.until:
            with suppress(OSError):
                players.append(await attempt.connect(next(codes), "t" * 40, since=0))
            if len(players) > 10:
                left = players.pop(0)
                if left.transport is not None:
                    left.transport.abort()
            await asyncio.sleep(0.1)

    asyncio.run(knock())


def odds(attempt: Attempt) -> None:
    """Positions with all that can be computed of them, each another; harmless ones cannot be read."""
    numbers = itertools.count()

    def ask() -> tuple[str, str, bytes | None]:
        position = _start_position(next(numbers)) if attempt.is_hostile else "nothing"
        return "POST", "/api/odds", json.dumps({"position": position, "values": True}).encode()

    attempt.request(ask)


def files(attempt: Attempt) -> None:
    """The largest file of the client; the control is a line of text."""
    assets = Path(__file__).parents[1] / "src/camelup/server/static/assets"
    largest = max(assets.glob("*"), key=lambda path: path.stat().st_size, default=None)
    attempt.get([f"/assets/{largest.name}" if largest else "/"], ["/health"])


def cheap_pages(attempt: Attempt) -> None:
    attempt.get(["/ready", "/metrics", "/api/tables", "/api/openapi.json", "/api/protocol.json"], ["/health"])


def thinking(attempt: Attempt) -> None:
    """As many tables as one may make, full of the dearest computer players, watched."""
    computers = ("champion",) * 8 if attempt.is_hostile else ()
    codes = [attempt.make_table(8, computers, edition=2, odds="full") for _ in range(2)]

    async def watch() -> None:
        for code in codes:
            await attempt.connect(code, "w" * 40)
        await asyncio.sleep(max(0.0, attempt.until - time.time()))

    asyncio.run(watch())


def comings(attempt: Attempt) -> None:
    """A crowd at one table that comes and goes as fast as connections are permitted; harmless: at many tables."""
    codes = [attempt.make_table(8) for _ in range(1 if attempt.is_hostile else 2)]

    async def crowd() -> None:
        stay = [await attempt.connect(codes[number % len(codes)], f"{number:040}") for number in range(60)]
        others: list[Player] = []
        for number in itertools.count():
            if time.time() > attempt.until:
                break
            others.append(await attempt.connect(codes[number % len(codes)], f"x{number:040}"))
            if len(others) > 5:
                left = others.pop(0)
                if left.transport is not None:
                    left.transport.abort()
            await asyncio.sleep(0.11)
        del stay

    asyncio.run(crowd())


def garbage(attempt: Attempt) -> None:
    """Messages and bodies that cannot be read, as large as they may be."""
    deep = "[" * 8000 + "]" * 8000 if attempt.is_hostile else "[]"
    attempt.request(
        lambda: ("POST", "/api/tables", deep.encode()),
        lambda: ("POST", "/api/odds", deep.encode()),
        lambda: ("POST", "/api/replay", deep.encode()),
    )


ATTACKS: dict[str, Callable[[Attempt], None]] = {
    attack.__name__: attack
    for attack in (
        long_replay,
        worst_replay,
        long_review,
        seeds,
        false_actions,
        unfinished,
        openings,
        reconnects,
        odds,
        files,
        cheap_pages,
        thinking,
        comings,
        garbage,
    )
}


# --- Measuring ------------------------------------------------------------------------------------------------


async def play(tables: list[Table], seconds: float) -> list[float]:
    """A number of actions a table in a second, spread evenly; give how long each took to reach everybody."""
    begun = time.perf_counter()
    for beat in range(int(seconds * _PACE)):
        for number, table in enumerate(tables):
            wait = begun + (beat + number / len(tables)) / _PACE - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            table.act()
    await asyncio.sleep(1)
    return [delay for table in tables for delay in table.delays]


class Peak:
    """The most memory that the serving process has."""

    def __init__(self, server: Server) -> None:
        self._server, self.kilobytes = server, 0.0
        self._task = asyncio.create_task(self._look())

    async def _look(self) -> None:
        while True:
            self.kilobytes = max(self.kilobytes, self._server.memory)
            await asyncio.sleep(0.1)

    def stop(self) -> None:
        self._task.cancel()


@dataclass
class Measured:
    """What was found, without the attack and with it."""

    p99: dict[bool, list[float]] = field(default_factory=lambda: {False: [], True: []})
    cpu: dict[bool, list[float]] = field(default_factory=lambda: {False: [], True: []})
    """The share of a core that the serving process had."""
    megabytes: float = 0.0
    told: Counter[str] = field(default_factory=Counter)
    """What the attacker was answered."""

    def __str__(self) -> str:
        harmless, hostile = (1000 * statistics.median(self.p99[is_hostile]) for is_hostile in (False, True))
        cpu = [statistics.median(self.cpu[is_hostile]) for is_hostile in (False, True)]
        return (
            f"{harmless:6.1f} ms {hostile:6.1f} ms {hostile / harmless:6.2f} {cpu[0]:8.0%} {cpu[1]:8.0%} "
            f"{self.megabytes:5.0f} MB  {dict(self.told)}"
        )


async def measure(name: str, runs: int, seconds: float) -> Measured:
    """Let people play while somebody attacks, and while somebody sends the same made harmless, by turns."""
    for plies in (_LONG_RECORD, _WORST_GAME, 4):
        tile_moves(plies)
    with tempfile.TemporaryDirectory() as folder:
        codes = await store_tables(Path(folder), _LONG_TABLES, _WORST_GAME)
        server = Server(*_DEFAULTS, data=folder)
        post(server.port, "/api/odds", {"position": _start_position(0)}, timeout=300)  # workers take long to start
        addresses = (f"127.0.1.{number}" for number in itertools.count(1))
        peak = Peak(server)
        found = Measured()
        try:
            for _ in range(runs):
                for is_hostile in (False, True):
                    tables = await seat_all([server], _TABLES, address=next(addresses))
                    command = [sys.executable, __file__, "--attacker", str(server.port), "--until"]
                    command += [str(time.time() + seconds + 2), *(("--hostile",) if is_hostile else ())]
                    attacker = subprocess.Popen([*command, name, *codes], stdout=subprocess.PIPE, text=True)  # noqa: ASYNC220
                    await asyncio.sleep(1.5)
                    used = server.cpu_seconds
                    delays = await play(tables, seconds)
                    found.cpu[is_hostile].append((server.cpu_seconds - used) / (seconds + 1))
                    found.p99[is_hostile].append(quantile(delays, 0.99))
                    output, _ = await asyncio.to_thread(attacker.communicate, timeout=60)
                    if is_hostile:
                        found.told += Counter(json.loads(output or "{}"))
                    for table in tables:
                        for player in table.players:
                            if player.transport is not None:
                                player.transport.abort()
        finally:
            peak.stop()
            server.stop()
    found.megabytes = peak.kilobytes / 1000
    return found


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="ATTACK")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--attacker", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--until", type=float, help=argparse.SUPPRESS)
    parser.add_argument("--hostile", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    print(f"{'attack':14} {'control':>9} {'attacked':>9} {'ratio':>6} {'its CPU':>8} {'its CPU':>8} {'memory':>8}")
    for name in arguments.names or ATTACKS:
        print(f"{name:14} {await measure(name, arguments.runs, arguments.seconds)}", flush=True)


def attack() -> None:
    """Be the attacker."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--attacker", type=int)
    parser.add_argument("--until", type=float)
    parser.add_argument("--hostile", action="store_true")
    parser.add_argument("name")
    parser.add_argument("codes", nargs="*")
    arguments = parser.parse_args()
    os.nice(5)  # the process that measures goes first
    attempt = Attempt(arguments.attacker, arguments.until, arguments.hostile, arguments.codes)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(int(max(1.0, arguments.until - time.time()) + 30))
    ATTACKS[arguments.name](attempt)
    print(json.dumps(attempt.answers))


if __name__ == "__main__":
    os.sched_setaffinity(0, {1})
    if "--attacker" in sys.argv:
        attack()
    elif sys.argv[1:] == ["list"]:
        print(*ATTACKS, sep="\n")
    else:
        uvloop.run(main())

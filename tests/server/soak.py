"""Simulated life at a server: people come, go, sleep, reload, chat, and abandon their tables.

`make soak` lives so for an hour, `make soak SECONDS=600` for ten minutes; a test does for some seconds. First comes a
round to warm up, then the long one. After each all have gone, and the server must be as it was: no connection, table,
task or file left over, its memory back where it was, every stored game fit to be replayed.
"""

import asyncio
import random
import resource
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed

from camelup.formats.record import replay
from camelup.game import Game
from camelup.server.store import make_store
from camelup.server.tables.game_summary import finish_game
from camelup.verification import verify_game
from tests.server.faults import choose, read_tables, report
from tests.server.live import LiveClient, LiveServer, Message

FLAGS = (
    "--away-timeout",
    "0.5",
    "--unload-delay",
    "0.5",
    "--empty",
    "2",
    "--stand-in",
    "random",
    "--workers",
    "1",
    "--bot-delay",
    "0.02",
)
"""What takes minutes in real life takes seconds here."""
_PEOPLE = 24
_PATIENCE = 300.0
_TURNED_AWAY = {
    "full", "seat_taken", "name_taken", "started", "finished", "closed", "game_over", "not_host", "not_your_seat",
    "stale", "too_few", "too_fast", "no_such_seat", "not_your_turn", "muted", "rematched", "not_finished",
}  # fmt: skip
"""What people are told in the normal course of things."""
_MEMORY = 1.25
"""So much of what it was after the first round memory may be in the end: Python does not return all that it has had."""
_MEMORY_BYTES = 16 << 20


class Figures(NamedTuple):
    """What a server holds at a moment."""

    connections: int
    tables: int
    tasks: int
    files: int
    memory: int


class _Nothing(list[Any]):
    """Remembers nothing: an hour is long."""

    def append(self, _item: object) -> None:
        pass


class Visitor(LiveClient):
    """Somebody at a table for a while."""

    def __init__(self, life: "Life", code: str, token: str | None = None) -> None:
        super().__init__(life.server, code, token)
        self.messages, self.texts = _Nothing(), _Nothing()
        self._life = life
        self._rng = life.rng

    async def stay(self) -> None:
        """Be at a table, until one has enough of it or the server cuts one off."""
        try:
            await self.connect()
            if self._rng.random() < 0.85:
                await self._try("sit", name=f"Visitor {self._rng.randrange(1000)}", seed=secrets.token_hex(8))
            if self._rng.random() < 0.15:  # a second seat, for somebody beside them
                await self._try("sit", name=f"Guest {self._rng.randrange(1000)}", seed=secrets.token_hex(8))
            while self._life.is_on and await self._live():
                self._life.deeds["steps"] += 1
        except (ConnectionClosed, OSError):
            self._life.deeds["cut off"] += 1
        finally:
            await self.close()

    async def _live(self) -> bool:
        """Do one thing; tell whether to stay."""
        if self.table["status"] in {"finished", "closed"}:
            if self.table["status"] == "finished" and self.seats and self._rng.random() < 0.5:
                await self._try("rematch")
            return False
        if self.table["status"] == "waiting" and self.seats and self._rng.random() < 0.3:
            if self._rng.random() < 0.1:
                await self._try("add_computer", level="random")
            await self._try("start")
        seat = next((seat for seat in self.seats if self.views.get(seat, {}).get("legal")), None)
        if seat is not None and self._rng.random() < 0.9:
            await self._try("act", seat=seat, ply=self.ply, action=choose(self._rng, self.views[seat]["legal"]))
        elif not await self._whim():
            return False
        await self._listen(self._rng.random() * 0.1)
        return True

    async def _whim(self) -> bool:
        """Do something else than to play; tell whether to stay."""
        whims = {"wait": 70, "chat": 8, "react": 5, "reload": 5, "sleep": 4, "tear": 2, "leave": 2, "go": 3}
        whim = self._rng.choices(list(whims), list(whims.values()))[0]
        self._life.deeds[whim] += 1
        match whim:
            case "chat" if self.seats:
                await self._try("say", text="What a race!")
            case "react" if self.seats:
                await self._try("react", reaction="camel")
            case "reload":
                await self.connect(since=self.ply if self.views else None)
            case "sleep":
                await asyncio.sleep(self._rng.random() * 3)  # reads nothing meanwhile
            case "tear":
                self.cut()
                await self.connect(since=self.ply if self.views else None)
            case "leave" if self.seats:
                await self._try("leave", seat=self.seats[0])
            case "go":
                if self._rng.random() < 0.5:
                    self.cut()
                return False
            case _:
                pass
        return True

    async def _listen(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self.hear_next()
        except TimeoutError:
            pass

    async def _try(self, kind: str, **fields: Any) -> None:  # noqa: ANN401 - JSON
        answer = await self.ask(kind, **fields)
        if answer["type"] == "error":
            assert answer["code"] in _TURNED_AWAY, answer
            self._life.deeds[f"refused {answer['code']}"] += 1
        else:
            self._life.deeds[kind] += 1

    def _take(self, message: Message) -> None:
        super()._take(message)
        if message["type"] == "moved":
            self._life.codes.append(message["table"])
            self._life.known[message["table"]] = self.token
        if message["type"] == "seated":
            self._life.known[self.code] = self.token


class Life:
    """All who come and go at a server."""

    def __init__(self, server: LiveServer, seed: int = 1) -> None:
        self.server = server
        server.clients = _Nothing()
        self.rng = random.Random(seed)
        self.codes: list[str] = []
        self.known: dict[str, str] = {}
        """A token that is good at a table: some come back after long."""
        self.is_on = True
        self.deeds: Counter[str] = Counter()

    async def live(self, seconds: float) -> None:
        """Let people come and go for so long; at the end all are gone."""
        self.is_on = True
        asyncio.get_running_loop().call_later(seconds, self._end)
        async with asyncio.TaskGroup() as tasks:
            for _ in range(_PEOPLE):
                tasks.create_task(self._visit())

    def _end(self) -> None:
        self.is_on = False

    async def _visit(self) -> None:
        while self.is_on:
            code = await self._choose_table()
            token = self.known.get(code) if self.rng.random() < 0.2 else None
            await Visitor(self, code, token).stay()
            self.deeds["visits"] += 1
            await asyncio.sleep(self.rng.random() * 0.2)

    async def _choose_table(self) -> str:
        del self.codes[:-8]
        if len(self.known) > 100:
            self.known.pop(next(iter(self.known)))
        if self.codes and self.rng.random() < 0.8:
            return self.rng.choice(self.codes)
        levels = ["random"] if self.rng.random() < 0.1 else []
        settings = {
            "edition": self.rng.choice([1, 2]),
            "seats": self.rng.randrange(2, 6),
            "is_open": True,  # so that the list shows when all have ended
            "odds": "leg" if self.rng.random() < 0.05 else "off",
            "hides_money": self.rng.random() < 0.3,
        }
        code = await asyncio.to_thread(self.server.make_table, *levels, **settings)
        self.deeds["tables"] += 1
        self.codes.append(code)
        return code

    # --- What is left -----------------------------------------------------------------------------------------

    async def settle(self, like: Figures | None = None) -> Figures:
        """Wait until nothing is left of anybody, or no more than there was once; give what the server holds then."""
        ends = monotonic() + _PATIENCE
        while True:
            figures = await asyncio.to_thread(self.look)
            status, listed = await asyncio.to_thread(self.server.ask, "/api/tables")
            is_quiet = figures.connections == figures.tables == 0 and status == 200 and not listed["tables"]
            if is_quiet and (like is None or (figures.tasks <= like.tasks and figures.files <= like.files)):
                return figures
            assert monotonic() < ends, f"something is left over: {figures}, before {like}; tables {listed}"
            await asyncio.sleep(0.2)

    def look(self) -> Figures:
        """Look what the server holds."""
        assert self.server.process is not None
        lines = self.server.ask("/metrics")[1].splitlines()
        gauges = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        folder = Path("/proc") / str(self.server.process.pid)
        files = sum(1 for _ in (folder / "fd").iterdir())
        pages = int((folder / "statm").read_text().split()[1])
        connections, tables, tasks = (int(gauges[f"camelup_{name}"]) for name in ("connections", "tables", "tasks"))
        return Figures(connections, tables, tasks, files, pages * resource.getpagesize())


def soak(data: Path, warm_up: float, seconds: float, seed: int = 1) -> str:
    """Live at a new server; AssertionError if anything is left over. Give a sentence with what happened."""

    async def live() -> None:
        position = {"position": "edition 1 | track 1:bg 2:ow 3:y | money 3 3"}
        record = {"record": str(Game(seed=1).record)}
        for path, body in (("/api/odds", position), ("/api/replay", record)):  # the workers belong to it
            assert (await asyncio.to_thread(server.ask, path, body))[0] == 200
        await life.live(warm_up)
        before = await life.settle()
        await life.live(seconds)
        after = await life.settle(before)
        figures.extend((before, after))

    figures: list[Figures] = []
    with LiveServer(data, *FLAGS) as server:
        life = Life(server, seed)
        asyncio.run(live())
        assert server.stop() == 0
        assert server.errors == "", server.errors
    before, after = figures
    assert after.memory <= _MEMORY * before.memory + _MEMORY_BYTES, f"{after} after {before}"
    games = check_store(data)
    deeds = ", ".join(f"{count} {deed}" for deed, count in sorted(life.deeds.items()))
    return f"{games}; {deeds}; first {before}, then {after}"


def check_store(data: Path) -> str:
    """Play every stored game again."""
    tables = asyncio.run(read_tables(make_store(None, data, "read")))
    begun = [table for table in tables.values() if table.state is not None]
    for table in begun:
        assert list(replay(table.record))[-1].state == table.state
        if table.status == "finished":
            game = finish_game(table)
            verify_game(game.dice, game.record, game.published)
    kinds = Counter(table.status for table in tables.values())
    assert set(kinds) <= {"finished", "closed"}
    return f"{len(tables)} tables ({_list(kinds.items())}) with {sum(len(table.plies) for table in begun)} actions"


def _list(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts))


def main() -> None:
    """Live for as many seconds as the command says."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3600.0
    with tempfile.TemporaryDirectory() as folder:
        report(soak(Path(folder), min(seconds / 4, 300.0), seconds, seed=secrets.randbelow(1 << 30)))


if __name__ == "__main__":
    main()

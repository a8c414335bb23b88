"""A database, answers and exchanges of a real server, to be kept as what a server and its clients of today have said.

    .venv/bin/python -m tests.server.before FOLDER

makes them; tests/data/before/README.md says which version has made those that are kept there, and test_before.py holds
later versions to them. Everything here speaks to the server from outside.
"""

import asyncio
import json
import random
import secrets
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.before import DATABASE, Comparison, load_database
from tests.before_files import documented_metrics, make_files, metric_names, write_lines
from tests.children import call
from tests.server.live import ROLL, LiveClient, LiveServer, Message, play_on

_QUIET = 0.5
"""Seconds without a message after which a recorder takes it that there is none to come."""
_PATIENT = 120.0
FLAGS = ("--grace", "100000", "--linger", "100000", "--think", "0.05")

# --- Exchanges ------------------------------------------------------------------------------------------------


class Recorder:
    """Plays an exchange and writes down what is said and heard, in an order in which it can be replayed."""

    def __init__(self, server: LiveServer) -> None:
        self._server = server
        self.lines: list[Message] = []
        self.clients: dict[str, LiveClient] = {}
        self._tokens: dict[str, str] = {}
        self._ids = 0

    async def open(self, name: str, table: str, token: str | None = None) -> LiveClient:
        """Open a connection."""
        client = LiveClient(self._server, table, token or self._tokens.get(name))
        self._tokens[name] = client.token
        self.clients[name] = client
        self.lines.append({"open": name, "table": table})
        await client.open()
        return client

    async def greet(self, name: str, /, **fields: Any) -> None:  # noqa: ANN401 - JSON
        """Say hello."""
        await self.say(name, "hello", None, **{"protocol": 1, "token": self._tokens[name], "since": None} | fields)

    async def say(
        self,
        who: str,
        kind: str,
        /,
        wait: str | None = None,
        **fields: Any,  # noqa: ANN401 - JSON
    ) -> None:
        """Say something, and note what everybody then hears."""
        self._ids += 1
        message = {"type": kind, "id": self._ids, **fields}
        self.lines.append({"say": who, "message": message})
        await self.clients[who].say(message)
        await self.settle(wait)

    async def act(self, name: str, wanted: Message, wait: str | None = None) -> None:
        """Do the first legal action that is like what is wanted, for the seat in turn, if the client has it."""
        client = self.clients[name]
        seat, legal = next((seat, view["legal"]) for seat, view in client.views.items() if view["legal"])
        action = next(action for action in legal if wanted.items() <= action.items())
        await self.say(name, "act", wait, seat=seat, ply=client.ply, action=action)

    async def close(self, name: str) -> None:
        """Go away, and note what the others hear of it."""
        self.lines.append({"close": name})
        await self.clients.pop(name).close()
        await self.settle()

    async def settle(self, wait: str | None = None) -> None:
        """Hear everything that comes, a message of one type at least if one is waited for."""
        for name, client in list(self.clients.items()):
            is_waiting = wait is not None
            while True:
                try:
                    async with asyncio.timeout(_PATIENT if is_waiting else _QUIET):
                        message = await client.hear_next()
                except TimeoutError:
                    break
                except ConnectionClosed as closed:
                    self.lines.append({"end": name, "code": closed.rcvd.code if closed.rcvd else None})
                    del self.clients[name]
                    break
                is_waiting = is_waiting and message["type"] != wait
                # As it was sent: a client goes on to change what it keeps of a message.
                self.lines.append({"hear": name, "message": json.loads(client.texts[-1])})


class Replayer:
    """Says what clients of then have said, and compares what the server says now."""

    def __init__(self, server: LiveServer, comparison: Comparison) -> None:
        self._server = server
        self._comparison = comparison
        self._clients: dict[str, LiveClient] = {}
        self._odds: dict[str, list[Message]] = {}
        self._others: dict[str, list[Message]] = {}

    async def play(self, lines: list[Message]) -> None:
        """Play an exchange."""
        for number, line in enumerate(lines, 1):
            [name] = (line[key] for key in ("open", "say", "hear", "close", "end") if key in line)
            match line:
                case {"open": _, "table": str(table)}:
                    self._clients[name] = LiveClient(self._server, self._comparison.codes.get(table, table))
                    self._odds[name], self._others[name] = [], []
                    await self._clients[name].open()
                case {"say": _, "message": message}:
                    await self._clients[name].say(message)
                case {"hear": _, "message": message}:
                    now = await self._hear(name, is_odds=message["type"] == "odds")
                    self._compare(message, now, f"line {number}, {name}")
                case {"end": _, "code": code}:
                    closed = await self._clients[name].hear_end()
                    assert closed.rcvd is not None
                    assert closed.rcvd.code == code
                case _:
                    await self._clients[name].close()

    async def _hear(self, name: str, *, is_odds: bool) -> Message:
        """Give the next message; odds come when they are computed, so that they have an order of their own."""
        wanted, other = (self._odds, self._others) if is_odds else (self._others, self._odds)
        while not wanted[name]:
            async with asyncio.timeout(_PATIENT):
                message = await self._clients[name].hear_next()
            (wanted if (message["type"] == "odds") == is_odds else other)[name].append(message)
        return wanted[name].pop(0)

    def _compare(self, then: Message, now: Message, where: str) -> None:
        assert now["type"] == then["type"], f"{where}: {now!r:.500}"
        if now["type"] == "table" and now["sentence"] is None:
            then = then | {"sentence": None}  # clients of then can do without: some of these messages had none
        if then.get("by", "owner") == "owner":
            self._comparison.check(then, now, where)
        else:
            same = ("ply", "seat", "by")
            assert [now[key] for key in same] == [then[key] for key in same], where
            self._comparison.check(_only_keys(then), _only_keys(now), where, is_form=True)
            for seen in now["seen"]:
                assert len(seen["events"]) == len(seen["sentences"]), where


def _only_keys(played: Message) -> Message:
    """Leave out what was done and what came of it: a computer player may choose something else each time."""
    return played | {"seen": [seen | {"events": [], "changes": {}, "sentences": []} for seen in played["seen"]]}


# --- The database ---------------------------------------------------------------------------------------------


def _seed(name: str) -> str:
    return name.encode().hex().ljust(16, "0")[:16]


class Maker:
    """Makes tables of every kind by playing at a real server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._data = folder / "data"
        self.tables: dict[str, str] = {}
        """What the tables are for, with their codes."""
        self.tokens: dict[str, str] = {}

    def _token(self, name: str) -> str:
        return self.tokens.setdefault(name, secrets.token_urlsafe(32))

    async def _seat(self, server: LiveServer, table: str, *names: str) -> list[LiveClient]:
        clients = []
        for name in names:
            client = LiveClient(server, self.tables[table], self._token(name))
            await client.connect()
            answer = await client.ask("sit", name=name, seed=_seed(name))
            assert answer["type"] == "seated", answer
            clients.append(client)
        return clients

    def make(self) -> None:
        """Make the database and the codes of its tables."""
        with LiveServer(self._data, "--empty", "0.5", *FLAGS) as server:
            self._make_closed(server)
        with LiveServer(self._data, *FLAGS) as server:
            for make in (self._make_finished_first, self._make_finished_second, self._make_playing, self._make_others):
                make(server)
        connection = sqlite3.connect(self._data / DATABASE)
        lines = [
            f"PRAGMA {name} = {connection.execute(f'PRAGMA {name}').fetchone()[0]};"
            for name in ("application_id", "user_version")
        ]
        text = "\n".join([*lines, *connection.iterdump(), ""])
        connection.close()
        (self._folder / "database.sql").write_text(text, encoding="utf-8")
        known = {"tables": self.tables, "tokens": self.tokens}
        exported = call("db", "export", str(self._folder / "export.jsonl"), "--data", str(self._data))
        exported.check_returncode()
        (self._folder / "tables.json").write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")

    def _make_closed(self, server: LiveServer) -> None:
        self.tables["closed"] = server.make_table(edition=1, seats=2, is_open=True)

        async def play() -> None:
            await self._seat(server, "closed", "Nora")

        server.run(play)

        async def wait() -> None:
            client = LiveClient(server, self.tables["closed"])
            while True:
                await asyncio.sleep(1)
                if server.ask(f"/api/tables/{client.code}")[1]["table"]["status"] == "closed":
                    return

        server.run(wait)

    def _make_finished_first(self, server: LiveServer) -> None:
        self.tables["finished_first"] = server.make_table(edition=1, seats=3, is_open=True, first=1)
        generator = random.Random(1)

        async def play() -> None:
            people = await self._seat(server, "finished_first", "Ann", "Bo", "Cem")
            await people[0].ask("say", text="Good luck to <b>all</b>!")
            await people[0].say({"type": "start"})
            for person in people:
                await person.hear("began")
            await play_on(people, _choose(generator))
            assert (await people[1].ask("say", text="Again?"))["type"] == "done"
            await people[1].ask("rematch")
            self.tables["rematch"] = (await people[0].hear("moved"))["table"]
            again = LiveClient(server, self.tables["rematch"], self._token("Bo"))
            await again.connect()
            assert (await again.ask("seed", seat=again.seats[0], seed="00112233445566778899aabbccddeeff"))["id"]

        server.run(play)
        self._review(server, "finished_first")

    def _make_finished_second(self, server: LiveServer) -> None:
        levels = ("random", "novice", "greedy", "shark", "champion")
        self.tables["finished_second"] = server.make_table(*levels, edition=2, seats=7, hides_money=True, first=0)
        generator = random.Random(2)

        async def play() -> None:
            people = await self._seat(server, "finished_second", "Nora", "Omar")
            await people[0].say({"type": "start"})
            for person in people:
                await person.hear("began")
            await play_on(people, _choose(generator), 8)
            await people[1].ask("leave", seat=people[1].seats[0])
            await play_on(people[:1], _choose(generator))

        server.run(play)

    def _review(self, server: LiveServer, table: str) -> None:
        while not server.ask(f"/api/games/{self.tables[table]}/review")[1]["is_done"]:
            pass

    def _make_playing(self, server: LiveServer) -> None:
        settings = {"edition": 2, "seats": 6, "hides_money": True, "is_open": True, "clock": 86_400, "first": 0}
        self.tables["playing_second"] = server.make_table(**settings)

        async def play() -> None:
            people = await self._seat(server, "playing_second", "Nora", "Omar", "Pia", "Quin", "Rosa", "Sami")
            for number, person in enumerate(people):
                assert (await person.ask("say", text=f"I am number {number}."))["type"] == "done"
            await people[0].ask("mute", seat=1)
            await people[0].say({"type": "start"})
            for person in people:
                await person.hear("began")
            wanted: list[Message] = [
                {"type": "take_ticket"},
                {"type": "play_card", "deck": "winner"},
                {"type": "place_tile", "side": "-"},
                {"type": "join_partner"},
                ROLL,
                {"type": "play_card", "deck": "loser"},
                *[ROLL] * 7,
                {"type": "play_card", "deck": "winner"},
                {"type": "take_ticket"},
            ]
            for like in wanted:
                await play_on(people, _first_like(like), 1)
            await people[5].ask("leave", seat=5)
            for person in people[:5]:
                await person.hear_that(lambda message: message["type"] == "table" and bool(message["views"]))

        server.run(play)
        self.tables["playing_first"] = server.make_table("greedy", "novice", edition=1, seats=3, odds="hints", first=2)

        async def play_more() -> None:
            people = await self._seat(server, "playing_first", "Ann")
            await people[0].say({"type": "start"})
            await people[0].hear("began")
            await play_on(people, _choose(random.Random(3)), 4)

        server.run(play_more)
        self.tables["computers_only"] = server.make_table("random", "greedy", edition=2, seats=2, is_open=True)

    def _make_others(self, server: LiveServer) -> None:
        self.tables["waiting"] = server.make_table("shark", edition=2, seats=4, is_open=True, odds="leg", clock=60)

        async def play() -> None:
            await self._seat(server, "waiting", "Nora", "Omar")

        server.run(play)
        self.tables["left_by_its_host"] = server.make_table(edition=1, seats=5)

        async def leave() -> None:
            host, program, removed, _heir = await self._seat(server, "left_by_its_host", "Nora", "Bot", "Pia", "Quin")
            assert (await program.ask("leave", seat=1))["type"] == "done"
            assert (await program.ask("sit", name="Bot", seed=_seed("Bot"), is_program=True))["type"] == "seated"
            assert (await host.ask("remove", seat=removed.seats[0]))["type"] == "done"
            assert (await host.ask("mute", seat=1))["type"] == "done"
            assert (await host.ask("leave", seat=0))["type"] == "done"

        server.run(leave)
        self.tables["for_people"] = server.make_table(edition=1, seats=3, first=0)
        self.tables["for_partners"] = server.make_table(edition=2, seats=6, first=0, hides_money=True)
        self.tables["for_practice"] = server.make_table(edition=2, seats=2, first=0, odds="full")
        self.tables["for_hints"] = server.make_table(edition=1, seats=2, first=0, odds="hints")
        self.tables["for_computers"] = server.make_table(edition=2, seats=2, first=0)


def _choose(generator: random.Random) -> Callable[[Message], Message]:
    """Choose anything, but a roll more often than not, so that games end."""

    def choose(view: Message) -> Message:
        action: Message = ROLL if generator.random() < 0.5 else generator.choice(view["legal"])
        return action

    return choose


def _first_like(wanted: Message) -> Callable[[Message], Message]:
    def choose(view: Message) -> Message:
        action: Message = next(action for action in view["legal"] if wanted.items() <= action.items())
        return action

    return choose


# --- What is recorded on it -----------------------------------------------------------------------------------


def requests_for(tables: dict[str, str], game: Message) -> list[tuple[str, Any]]:
    """Give the requests over HTTP: paths, each with a body or None; `game` is one of games.jsonl."""
    position = "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | dice bgpryx | money 3 3"
    finished = [tables["finished_first"], tables["finished_second"]]
    settings = {"edition": 1, "seats": 2, "is_open": False, "odds": "off", "hides_money": True, "clock": 30}
    found: list[tuple[str, Any]] = [
        *((path, None) for path in ("/api/tables", "/api/players", "/api/server", "/health", "/ready")),
        *((f"/api/tables/{code}", None) for name, code in tables.items() if not name.startswith("for_")),
        *((f"/api/games/{code}{part}", None) for code in finished for part in ("", "/summary")),
        (f"/api/games/{finished[0]}/replay", None),
        (f"/api/games/{finished[0]}/review", None),
        (f"/api/games/{tables['playing_second']}", None),
        (f"/api/games/{tables['waiting']}/review", None),
        ("/api/tables/nothere2", None),
        ("/api/nothing", None),
        ("/api/review/nothing", None),
        ("/api/tables", {}),
        ("/api/tables", {"settings": settings | {"first": None}, "computers": [{"level": "random", "seat": 1}]}),
        ("/api/tables", {"settings": {"seats": 9}}),
        ("/api/tables", {"settings": {"colour": "red"}}),
        ("/api/tables", {"computers": [{"level": "nobody"}]}),
        ("/api/replay", {"record": game["record"]}),
        ("/api/replay", {"record": "no record"}),
        ("/api/review", {"record": game["record"]}),
        ("/api/review", {"record": game["record_form"]}),
        ("/api/odds", {"position": position, "values": True, "samples": 1000}),
        ("/api/odds", {"edition": 1, "track": "1:bg 2:oy 3:w", "dice": "bgow", "tiles": "5+", "samples": 1000}),
        ("/api/odds", {"position": "no position"}),
    ]
    return found


async def _among_people(recorder: Recorder, tables: dict[str, str]) -> None:
    """Say everything that a client can say at a table of people, and much that is refused."""
    table = tables["for_people"]
    await recorder.open("Ann", table)
    await recorder.greet("Ann", protocol=99)
    await recorder.open("Ann", table)
    await recorder.greet("Ann")
    await recorder.open("Wes", table)
    await recorder.greet("Wes", token=None)
    await recorder.say("Wes", "sit", name="Wes", seed=_seed("Wes"))
    await recorder.say("Ann", "start")
    await recorder.say("Ann", "sit", name="Ann", seed=_seed("Ann"))
    await recorder.say("Ann", "sit", name="Ann", seed=_seed("Ann"))
    await recorder.open("Bo", table)
    await recorder.greet("Bo")
    await recorder.say("Bo", "sit", name="Ann", seed=_seed("Bo"))
    await recorder.say("Bo", "sit", name="Bo", seed=_seed("Bo"), seat=0, is_program=True)
    await recorder.say("Bo", "sit", name="Bo", seed=_seed("Bo"), seat=2, is_program=True)
    await recorder.say("Bo", "start")
    await recorder.say("Ann", "add_computer", level="nobody")
    await recorder.say("Ann", "add_computer", level="greedy", seat=1)
    await recorder.say("Ann", "remove", seat=1)
    await recorder.say("Ann", "leave", seat=2)
    await recorder.open("Cem", table)
    await recorder.greet("Cem")
    await recorder.say("Cem", "sit", name="Cem", seed=_seed("Cem"), seat=None, is_program=False)
    await recorder.say("Cem", "leave", seat=1)
    await recorder.say("Cem", "sit", name="Cem", seed=_seed("Cem"))
    await recorder.say("Cem", "seed", seat=1, seed="ffffffffffffffff")
    await recorder.say("Ann", "mute", seat=2)
    await recorder.say("Bo", "say", text="Nobody hears this.")
    await recorder.say("Ann", "mute", seat=2, is_muted=False)
    await recorder.say("Bo", "say", text="Now \u202eyou do.")
    await recorder.say("Ann", "react", reaction="camel")
    await recorder.say("Cem", "react", reaction="nothing")
    await recorder.say("Wes", "say", text="May I?")
    await recorder.say("Ann", "act", seat=0, ply=0, action=ROLL)
    await recorder.close("Wes")
    await recorder.say("Ann", "rematch")
    await _play_among_people(recorder, table)
    await recorder.close("Bo")
    await recorder.say("Cem", "rematch")
    await recorder.say("Ann", "rematch")
    again = next(line["message"]["table"] for line in recorder.lines if line.get("message", {}).get("type") == "moved")
    await recorder.close("Cem")
    await recorder.open("Ann", again)
    await recorder.greet("Ann")
    await recorder.say("Ann", "seed", seat=recorder.clients["Ann"].seats[0], seed="0123456789abcdef")
    await recorder.say("Ann", "say", text="Where are you?", seat=recorder.clients["Ann"].seats[0])
    await recorder.say("Ann", "leave", seat=recorder.clients["Ann"].seats[0])


async def _play_among_people(recorder: Recorder, table: str) -> None:
    await recorder.say("Ann", "start")
    await recorder.act("Ann", {"type": "take_ticket"})
    await recorder.say("Ann", "act", seat=0, ply=1, action=ROLL)
    await recorder.say("Ann", "act", seat=0, ply=0, action=ROLL)
    await recorder.say("Ann", "act", seat=1, ply=1, action=ROLL)
    await recorder.act("Cem", {"type": "place_tile", "side": "+"})
    await recorder.say("Bo", "act", seat=2, ply=2, action={"type": "dance"})
    await recorder.say("Bo", "act", seat=2, ply=2, action={"type": "place_tile", "space": 1, "side": "+"})
    await recorder.act("Bo", {"type": "play_card", "deck": "winner"})
    await recorder.act("Ann", {"type": "play_card", "deck": "loser"})
    await recorder.act("Cem", ROLL)
    await recorder.say("Ann", "hello", protocol=1)
    await recorder.say("Ann", "shout", text="What?")
    await recorder.close("Cem")
    await recorder.close("Ann")
    await recorder.act("Bo", ROLL)
    await recorder.open("Ann", table)
    await recorder.greet("Ann", since=4)
    await recorder.open("Cem", table)
    await recorder.greet("Cem")
    await recorder.say("Cem", "mute", seat=0)
    while not recorder.clients["Ann"].is_over:
        name = next(name for name, one in recorder.clients.items() if any(v["legal"] for v in one.views.values()))
        await recorder.act(name, ROLL)
    await recorder.say("Ann", "act", seat=0, ply=recorder.clients["Ann"].ply, action=ROLL)


async def _with_partners(recorder: Recorder, tables: dict[str, str]) -> None:
    """Play two legs of six, five of them at one device, with hidden money and a partner."""
    await recorder.open("Dia", tables["for_partners"])
    await recorder.greet("Dia")
    for name in ("Dia", "Dan", "Dov", "Dee", "Dot"):
        await recorder.say("Dia", "sit", name=name, seed=_seed(name))
    await recorder.open("Eli", tables["for_partners"])
    await recorder.greet("Eli")
    await recorder.say("Eli", "sit", name="Eli", seed=_seed("Eli"))
    await recorder.say("Dia", "start")
    for like in ({"type": "join_partner"}, {"type": "play_card"}, {"type": "place_tile"}, {"type": "take_ticket"}):
        await recorder.act("Dia", like)
    await recorder.say("Dia", "say", text="For the fourth of us.", seat=3)
    await recorder.say("Dia", "react", reaction="sand", seat=2)
    for name in ("Dia", "Eli", *["Dia"] * 5, "Eli"):
        await recorder.act(name, ROLL)
    await recorder.close("Eli")
    await recorder.close("Dia")


async def _with_odds(recorder: Recorder, tables: dict[str, str]) -> None:
    """Practise with full values, then with hints."""
    for table in (tables["for_practice"], tables["for_hints"]):
        await recorder.open("Fay", table)
        await recorder.greet("Fay")
        for name in ("Fay", "Fox"):
            await recorder.say("Fay", "sit", name=name, seed=_seed(name))
        await recorder.say("Fay", "start", "odds")
        await recorder.act("Fay", ROLL, "odds")
        await recorder.close("Fay")
        await recorder.open("Fay", table)
        await recorder.greet("Fay", since=0)
        await recorder.close("Fay")


async def _with_computers(recorder: Recorder, tables: dict[str, str]) -> None:
    """Play against a computer player, and leave it the seat."""
    await recorder.open("Gil", tables["for_computers"])
    await recorder.greet("Gil")
    await recorder.say("Gil", "sit", name="Gil", seed=_seed("Gil"))
    await recorder.say("Gil", "add_computer", level="random", seat=None)
    await recorder.say("Gil", "start")
    await recorder.act("Gil", ROLL, "done")
    await recorder.close("Gil")


async def _come_back(recorder: Recorder, tables: dict[str, str], tokens: dict[str, str]) -> None:
    """Go on with the games in the database, with the tokens of their people."""
    for name in ("Nora", "Omar", "Quin", "Rosa"):
        await recorder.open(name, tables["playing_second"], tokens[name])
        await recorder.greet(name, since=0 if name == "Nora" else None)
    for like in ({"type": "take_ticket"}, ROLL):
        name = next(name for name, one in recorder.clients.items() if any(v["legal"] for v in one.views.values()))
        await recorder.act(name, like)
    await recorder.say("Omar", "say", text="Am I still muted?")
    for name in list(recorder.clients):
        await recorder.close(name)
    await recorder.open("Ann", tables["rematch"], tokens["Ann"])
    await recorder.greet("Ann")
    await recorder.say("Ann", "start")
    await recorder.close("Ann")
    await recorder.open("Bo", tables["finished_first"], tokens["Bo"])
    await recorder.greet("Bo", since=None)
    await recorder.close("Bo")
    for table in ("finished_first", "closed"):
        await recorder.open("Nora", tables[table], tokens["Nora"])
        await recorder.greet("Nora", since=0)
        await recorder.say("Nora", "start")
        await recorder.close("Nora")
    await recorder.open("Omar", tables["waiting"], tokens["Omar"])
    await recorder.greet("Omar")
    await recorder.close("Omar")


def record_all(folder: Path, data: Path) -> None:
    """Record answers and exchanges of a server on the database."""
    known = json.loads((folder / "tables.json").read_text(encoding="utf-8"))
    tables, tokens = known["tables"], known["tokens"]
    with LiveServer(data, *FLAGS) as server:
        answers = []
        game = json.loads((folder / "games.jsonl").read_text(encoding="utf-8").splitlines()[0])
        for path, body in requests_for(tables, game):
            status, answer = server.ask(path, body)
            if isinstance(answer, dict) and "review" in answer:
                answer["review"] = _shorten(answer["review"])
            if path == "/api/players":
                answer = [player | {"face": player["face"][:40]} for player in answer]
            answers.append({"path": path, "body": body, "status": status, "answer": answer})
        write_lines(folder / "http.jsonl", answers)
        played: list[tuple[str, Callable[[Recorder], Awaitable[None]]]] = [
            ("people", lambda recorder: _among_people(recorder, tables)),
            ("partners", lambda recorder: _with_partners(recorder, tables)),
            ("odds", lambda recorder: _with_odds(recorder, tables)),
            ("computers", lambda recorder: _with_computers(recorder, tables)),
            ("coming_back", lambda recorder: _come_back(recorder, tables, tokens)),
        ]
        for name, play in played:
            recorder = Recorder(server)

            async def record_one(
                play: Callable[[Recorder], Awaitable[None]] = play, recorder: Recorder = recorder
            ) -> None:
                await play(recorder)

            server.run(record_one)
            write_lines(folder / f"exchange_{name}.jsonl", recorder.lines)
        told = {*metric_names(server.ask("/metrics")[1]), *documented_metrics()}
        (folder / "metrics.json").write_text(json.dumps(sorted(told)) + "\n")
        paths = server.ask("/api/openapi.json")[1]["paths"]
        (folder / "api_paths.json").write_text(
            json.dumps({path: sorted(found) for path, found in paths.items()}) + "\n"
        )


def _shorten(form: Any) -> Any:  # noqa: ANN401 - JSON
    """Leave out all but the first of every list, which is enough to show the form."""
    if isinstance(form, dict):
        return {key: _shorten(part) for key, part in form.items()}
    return [_shorten(part) for part in form[:1]] if isinstance(form, list) else form


if __name__ == "__main__":
    made = Path(sys.argv[1])
    make_files(made)
    Maker(made).make()
    record_all(made, load_database(made / "again", made))

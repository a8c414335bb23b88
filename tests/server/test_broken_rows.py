"""Rows that nobody can read, written into the file of a server while it runs: they harm their own table alone."""

import json
import sqlite3
from pathlib import Path

from camelup.server.store import FILE_NAME
from tests.server.live import LiveClient, LiveServer

_ROWS: tuple[tuple[object, ...], ...] = (
    (1, 1, 1, "waiting", 1, "{}"),
    (1, 1, 1, "waiting", 1, "no JSON"),
    (1, 1, 1, "waiting", 1, "[" * 100_000),
    (1, 1, 1, "waiting", 1, '{"edition":"two","seats":[],"free":null,"names":7,"odds":0,"clock":"x"}'),
    (1, 1, 1, "waiting", 1, b"\x00\xff"),
    ("yesterday", 1, 1, "playing", 1, "{}"),
    (1, b"\xff", 1, "playing", 1, "{}"),
    (1, 1, 1.5, "waiting", 1, "{}"),
    (2**63 - 1, 2**63 - 1, 2**63 - 1, "waiting", 1, "{}"),
    (-(2**63), -(2**63), -1, "waiting", 1, "{}"),
    (1, 1, 1, "flying", 1, "{}"),
    (1, 1, 1, b"waiting", 1, "{}"),
    (1, 1, 1, "waiting", "yes", "{}"),
)
"""Created, updated, length, status, is_open and headline of tables."""
_COLUMNS = "name, created, updated, length, status, is_open, headline"

_SETTINGS = {
    "edition": 2,
    "seats": 4,
    "is_open": True,
    "odds": "off",
    "hides_money": False,
    "clock": None,
    "first": None,
}
_CREATED = {"type": "created", "settings": _SETTINGS, "secret": "ab" * 32, "version": 1, "before": None}
_PERSON = {
    "type": "person_seated",
    "seat": 0,
    "name": "Ann",
    "token": "cd" * 32,
    "seed": "ef" * 16,
    "is_program": False,
}
_START = "edition 2 | track 1:grp 2:by 16:WK | turn A"
_LOGS: tuple[tuple[object, ...], ...] = (
    ("",),
    ("null",),
    (b"\xff\x00",),
    (7,),
    ("[" * 100_000,),
    ({"type": "closed", "reason": "empty"},),
    ({**_CREATED, "secret": "no digits"},),
    ({**_CREATED, "secret": ""},),
    ({**_CREATED, "settings": {**_SETTINGS, "seats": 10**9}},),
    ({**_CREATED, "settings": {**_SETTINGS, "seats": -3}},),
    (_CREATED, {**_PERSON, "seat": 99}),
    (_CREATED, {**_PERSON, "seed": "no digits"}),
    (_CREATED, _PERSON, {"type": "host_changed", "seat": 99}),
    (_CREATED, {"type": "said", "seat": 99, "text": "hello"}),
    (_CREATED, _PERSON, {"type": "started", "start": "no position", "is_first_random": True}),
    (_CREATED, _PERSON, {"type": "started", "start": _START, "is_first_random": True}),
    (_CREATED, {"type": "played", "ply": "A roll r3", "by": "owner"}),
    (_CREATED, _CREATED, {"type": "seat_left", "seat": 7, "is_removed": False}),
)
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def code_of(kind: str, number: int) -> str:
    return f"{kind}{_LETTERS[number]}zzzzzz"


def write_rows(data: Path) -> list[str]:
    """Write all of them; give their codes."""
    connection = sqlite3.connect(data / FILE_NAME)
    rows, logs = [code_of("r", number) for number in range(len(_ROWS))], [code_of("q", n) for n in range(len(_LOGS))]
    with connection:
        for code, row in zip(rows, _ROWS, strict=True):
            connection.execute(f"INSERT INTO tables ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", (code, *row))  # noqa: S608
            entry = json.dumps(_CREATED)
            connection.execute("INSERT INTO entries VALUES (?, 1, 1, ?)", (code, entry))
        for code, log in zip(logs, _LOGS, strict=True):
            row = (code, 1, 1, len(log), "finished", 1, "{}")
            connection.execute(f"INSERT INTO tables ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", row)  # noqa: S608
            connection.execute("INSERT INTO reviews VALUES (?, 2, x'0102')", (code,))
            for number, written in enumerate(log, 1):
                text = json.dumps(written) if isinstance(written, dict) else written
                connection.execute("INSERT INTO entries VALUES (?, ?, 1, ?)", (code, number, text))
    connection.close()
    return rows + logs


async def test_broken_rows_harm_nothing_but_their_table(tmp_path: Path) -> None:
    with LiveServer(tmp_path, "--workers", "1") as server:
        code = server.make_table(is_open=True)
        codes = write_rows(tmp_path)
        status, listed = server.ask("/api/tables")
        assert status == 200
        assert [table["id"] for table in listed["tables"]] == [code]
        assert server.ask("/")[0] == 200
        for broken in codes:
            for path in ("tables/{}", "games/{}", "games/{}/summary", "games/{}/replay", "games/{}/review"):
                status, answer = server.ask(f"/api/{path.format(broken)}")
                assert status in ({410} if broken.startswith("q") else {200, 409, 410}), (broken, path, status, answer)
        client = LiveClient(server, codes[-1])
        await client.open()
        await client.say({"type": "hello", "protocol": 1})
        assert (await client.hear("error"))["code"] == "broken"
        await server.leave()
        metrics = server.ask("/metrics")[1]
        assert "camelup_faults_total" not in metrics
        assert f"camelup_broken_tables {server.errors.count('is broken')}" in metrics
        complaints = server.errors.splitlines()
        assert len(complaints) == len(set(complaints)) <= len(codes)
        assert all("is broken" in line for line in complaints)
        assert server.stop() == 0

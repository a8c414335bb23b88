"""A person's own games over HTTP, and being forgotten: on a real server, in every byte that it has stored."""

import asyncio
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg

from camelup.cli import main
from camelup.formats.json_codec import from_json
from camelup.server.store import FILE_NAME
from camelup.server.tables.commands import hash_token
from camelup.verification import verify_game
from tests.server.conftest import Database
from tests.server.live import ROLL, LiveClient, LiveServer, join, play_on, refused, start_game
from tests.server.test_reviews import review_over_http

NAME, SECOND_NAME, CHAT = "Zyxwvutsr", "Qponmlkji", "an unmistakable sentence"


def ask(
    server: LiveServer,
    path: str,
    *tokens: str,
    method: str | None = None,
    body: Any = None,  # noqa: ANN401 - JSON
) -> tuple[int, Any]:
    """Ask for something about oneself."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Camelup-Token": ", ".join(tokens)} if tokens else {}
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


async def test_a_person_finds_his_games_and_nobody_elses(server: LiveServer) -> None:
    code = server.make_table(seats=3)
    ann, bo = await join(server, code, "Ann"), await join(server, code, "Bo")
    assert (await ann.sit("Ann's sister"))["type"] == "seated"
    await start_game([ann, bo])
    await bo.act() if bo.views[bo.seats[0]]["legal"] else None
    (playing,) = ask(server, "/api/me/games", bo.token)[1]["games"]
    assert (playing["status"], playing["leg"], playing["seat"]) == ("playing", 1, bo.seats[0])
    assert playing["is_own_turn"] == bool(bo.views[bo.seats[0]]["legal"])
    await play_on([ann, bo], lambda _: ROLL)
    status, told = ask(server, "/api/me/games?limit=5", bo.token)
    (game,) = told["games"]
    assert (status, game["table"], game["status"], game["is_shared"]) == (200, code, "finished", False)
    assert {seat["name"] for seat in game["seats"]} == {"Ann", "Bo", "Ann's sister"}
    assert game["place"] in {1, 2, 3}
    assert game["money"] is not None
    assert game["accuracy"] is None
    # Ann has passed her device to her sister: such a game counts for nobody, unless she says which seat was hers.
    (shared,) = ask(server, "/api/me/games", secrets.token_urlsafe(32), ann.token)[1]["games"]
    assert (shared["is_shared"], shared["seat"], shared["money"]) == (True, None, None)
    assert ask(server, "/api/me/summary", ann.token)[1]["races"] == 0
    choice = {"table": code, "seat": ann.seats[1]}
    assert ask(server, "/api/me/counts", bo.token, body=choice)[1]["code"] == "not_your_seat"
    assert ask(server, "/api/me/counts", ann.token, body=choice) == (200, choice)
    assert ask(server, "/api/me/summary", ann.token)[1]["races"] == 1
    # Nobody else finds anything, and nothing goes without a token.
    stranger = secrets.token_urlsafe(32)
    assert ask(server, "/api/me/games", stranger) == (200, {"games": [], "next": None})
    assert ask(server, "/api/me/summary", stranger)[1]["races"] == 0
    assert ask(server, "/api/me/reviews", stranger, body={"tables": [code]}) == (200, {"reviews": []})
    assert ask(server, "/api/me/export", stranger)[1]["tables"] == []
    for tokens in ((), ("short",), (stranger,) * 9, ("x" * 200,)):
        for path in ("games", "summary", "export"):
            assert ask(server, f"/api/me/{path}", *tokens)[1]["code"] == "token"
    for query in ("limit=0", "limit=x", "limit=101", "before=x"):
        assert ask(server, f"/api/me/games?{query}", bo.token)[1]["code"] == "message"
    exported = ask(server, "/api/me/export", ann.token)[1]["tables"]
    assert [(table["log"]["names"], table["log"]["seats"]) for table in exported] == [
        (["Ann", "Ann's sister"], ann.seats)
    ]


async def test_a_review_brings_the_figures(server: LiveServer) -> None:
    code = server.make_table(seats=2)
    ann, bo = await join(server, code, "Ann"), await join(server, code, "Bo")
    await start_game([ann, bo])
    await play_on([ann, bo], lambda _: ROLL)
    assert ask(server, "/api/me/reviews", bo.token, body={"tables": [code]})[1]["reviews"][0]["table"] == code
    review = review_over_http(server, f"/api/games/{code}/review")
    (game,) = ask(server, "/api/me/games", bo.token)[1]["games"]
    player = review["players"][bo.seats[0]]
    assert game["luck"] == {"value": player["luck"]["coins"], "error": player["luck_error"]["coins"]}
    assert game["accuracy"] == player["accuracy"]
    assert ask(server, "/api/me/summary", bo.token)[1]["unreviewed"] == []
    assert ask(server, "/api/me/export", bo.token)[1]["tables"][0]["figures"][str(bo.seats[0])]["luck"] == game["luck"]


class _Scene(NamedTuple):
    """What happened at the tables of somebody who wants to be forgotten."""

    finished: str
    rematch: str
    person: LiveClient
    friend: LiveClient
    verified: object


async def _live(servers: Sequence[LiveServer]) -> _Scene:
    """Play a game, begin a rematch, play another, be removed from one; the friend is at the last server."""
    here, there = servers[0], servers[-1]
    finished = here.make_table(seats=4)
    friend, person = await join(there, finished, "Bo"), await join(here, finished, NAME)
    assert (await person.sit(SECOND_NAME))["type"] == "seated"
    await person.ask("say", text=CHAT)
    await start_game([friend, person])
    await play_on([friend, person], lambda _: ROLL)
    await friend.ask("say", text="Well played.")
    verified = _verify(here, finished)
    assert there.ask(f"/api/games/{finished}/summary")[1]["names"].count(NAME) == 1
    await friend.ask("rematch")
    rematch = (await person.hear("moved"))["table"]
    running = here.make_table(seats=3)
    again = await join(here, running, NAME, person.token)
    guest = await join(there, running, "Cy")
    await start_game([again, guest])
    host = await join(here, here.make_table(seats=3), "Host")
    victim = await join(here, host.code, NAME, person.token)
    await host.ask("remove", seat=victim.seats[0])
    waiting = {"settings": {"seats": 2}, "token": person.token}
    assert here.ask("/api/tables", waiting)[0] == 201
    return _Scene(finished, rematch, person, friend, verified)


def _verify(server: LiveServer, code: str) -> object:
    game: Any = from_json(server.ask(f"/api/games/{code}")[1])
    verified = verify_game(game.dice, game.record, game.published)
    return [step.state for step in verified.steps], verified.rolls


async def _forget(scene: _Scene, server: LiveServer, other: LiveServer) -> None:
    token = scene.person.token
    seen = await join(other, scene.finished, token=scene.friend.token)
    assert SECOND_NAME in json.dumps(seen.table)
    status, deleted = ask(server, "/api/me", token, method="DELETE")
    assert status == 200, deleted
    assert (deleted["tables"], deleted["left"], deleted["chat"], deleted["damaged"]) == (5, 3, 1, 0)
    message = await seen.hear_that(lambda message: "Guest" in json.dumps(message))
    assert NAME not in json.dumps(message)
    assert NAME not in json.dumps(await (await join(other, scene.rematch)).connect())
    assert ask(server, "/api/me/games", token)[1]["games"] == []
    for asked in (server, other):
        names = asked.ask(f"/api/games/{scene.finished}/summary")[1]["names"]
        assert sorted(names) == ["Bo", "Guest", "Guest 2"]
        told = json.dumps([asked.ask(f"/api/games/{scene.finished}{part}")[1] for part in ("", "/summary", "/replay")])
        assert not [text for text in (NAME, SECOND_NAME, CHAT, hash_token(token)) if text in told]
        assert _verify(asked, scene.finished) == scene.verified
        late = await join(asked, scene.finished)
        assert [line["text"] for line in (await late.connect())["chat"]] == ["Well played."]
    friends = ask(other, "/api/me/games", scene.friend.token)[1]["games"]
    assert {game["table"] for game in friends} == {scene.finished, scene.rematch}
    assert await refused(scene.person, "say", text="I am still here.") == "not_your_seat"
    assert ask(server, "/api/me", token, method="DELETE")[1]["tables"] == 0


async def test_nothing_of_a_forgotten_person_is_left_in_the_file(tmp_path: Path) -> None:
    async with LiveServer(tmp_path / "data", "--workers", "1") as server:
        scene = await _live([server])
        unwanted = [text.encode() for text in (NAME, SECOND_NAME, CHAT, hash_token(scene.person.token))]
        assert any(text in _bytes(server.data) for text in unwanted)
        await _forget(scene, server, server)
        assert not [text for text in unwanted if text in _bytes(server.data)]
        assert await asyncio.to_thread(main, ["db", "check", "--data", str(server.data)]) == 0
        await server.leave()
        assert server.stop() == 0
        assert not [text for text in unwanted if text in _bytes(server.data)]
        assert await asyncio.to_thread(main, ["db", "check", "--data", str(server.data)]) == 0


def _bytes(folder: Path) -> bytes:
    files = [path for path in folder.iterdir() if path.name.startswith(FILE_NAME)]
    return b"".join(path.read_bytes() for path in files)


async def test_nothing_of_a_forgotten_person_is_left_at_another_process(postgresql: Database) -> None:
    async with (
        LiveServer(postgresql.data, "--workers", "1", database=postgresql.address) as server,
        LiveServer(postgresql.data, "--workers", "1", database=postgresql.address) as other,
    ):
        scene = await _live([server, other])
        await _forget(scene, server, other)
        connection = await asyncpg.connect(postgresql.address)
        names = await connection.fetch("SELECT tablename FROM pg_tables WHERE tablename LIKE 'camelup_%'")
        for (name,) in names:
            rows = repr(await connection.fetch(f"SELECT * FROM {name}"))  # noqa: S608 - our own words
            unwanted = (NAME, SECOND_NAME, CHAT, hash_token(scene.person.token))
            assert not [text for text in unwanted if text in rows], name
        await connection.close()
        assert await asyncio.to_thread(main, ["db", "check", "--database", str(postgresql.address)]) == 0

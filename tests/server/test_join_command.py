"""`camelup join`: players of every kind at live tables, and one clear line for what is refused."""

import asyncio
import os
import re
import secrets
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from camelup.cli import main
from camelup.client import Seat, make_table, read_link, sit_down
from camelup.core.actions import Roll
from camelup.formats.json_codec import from_json
from tests.children import CAMELUP, Process, started
from tests.server.live import LiveServer, seat_people

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "players"
_SECONDS = 120.0


def make(server: LiveServer, **settings: Any) -> str:  # noqa: ANN401 - as the API takes them
    return make_table(f"http://127.0.0.1:{server.port}/", **settings)


def make_full_table(server: LiveServer) -> str:
    link = make(server, seats=2)

    async def sit() -> None:
        await seat_people(server, link.rpartition("/")[2], ["Ann", "Bo"])

    server.run(sit)
    return link


Joining = Callable[..., Process]


@pytest.fixture(name="join")
def _join() -> Iterator[Joining]:
    """Seat players, in processes that do not outlive the test."""
    with ExitStack() as stack:

        def join(link: str, *arguments: str, token: str = "", folder: Path = EXAMPLES) -> Process:
            environment = {**os.environ, "CAMELUP_TOKEN": token}
            joining = started(*CAMELUP, "join", link, *arguments, stdout=PIPE, stderr=PIPE, cwd=folder, env=environment)
            return stack.enter_context(joining)

        yield join


def end(process: Process) -> tuple[int, str, str]:
    told, complaints = process.communicate(timeout=_SECONDS)
    return process.returncode, told, complaints


async def test_players_of_every_kind_play_a_game(server: LiveServer, join: Joining, tmp_path: Path) -> None:
    link = make(server, seats=4, edition=2)
    players = [
        join(link, "--player", "random", "--quiet", "--noted", str(tmp_path / "noted.json")),
        join(link, "--player", "backer:Backer", "--quiet", "--seconds", "1"),
        join(link, "--player", "exec:./backer_program.py", "--name", "Stranger"),
        join(link, "--player", "random", "--host"),
    ]
    (one, two, stranger, host) = [end(player) for player in players]
    assert one == two == (0, "", "")
    assert stranger[0] == host[0] == 0
    # The others may take seconds to come on a busy machine.
    assert all(line.startswith("Waiting for ") for line in (stranger[2] + host[2]).splitlines())
    status, form = server.ask(f"/api/games/{read_link(link).code}")
    assert status == 200
    record = from_json(form).record
    assert sorted(record.names) == ["Backer", "Stranger", "Tumble", "Tumble 2"]
    game = f"http://127.0.0.1:{server.port}/api/games/{read_link(link).code}"
    assert await asyncio.to_thread(main, ["verify", game, "--noted", str(tmp_path / "noted.json")]) == 0
    for _, told, _ in (stranger, host):
        lines = told.splitlines()
        assert re.fullmatch(r"The race starts\. (You go|.+ goes) first\.", lines[0])
        assert lines[-1].endswith(f"with {max(record.result)} pounds.")
        assert all(line and line.endswith((".", ":")) for line in lines)
        assert len(lines) > len(record.plies)


async def roll(seat: Seat, turns: int = 1000) -> None:
    """Roll until the game is over, or so many times."""
    async for _ in seat.turns():
        await seat.act(Roll())
        turns -= 1
        if turns == 0:
            return


async def test_a_player_that_was_killed_takes_its_seat_again(server: LiveServer, join: Joining) -> None:
    link, token = make(server, seats=2, edition=1), secrets.token_urlsafe(32)
    async with sit_down(link, "Ann", is_program=False) as ann:
        killed = join(link, "--player", "exec:./backer_program.py", "--name", "Bo", token=token)
        await ann.until(lambda: ann.table.seats[1].kind == "program")
        await ann.start()
        await roll(ann, 3)
        killed.kill()
        end(killed)
        again = join(link, "--player", "random", "--name", "Bo", f"--token={token}")
        await roll(ann)
        code, told, complaints = await asyncio.to_thread(end, again)
        assert (code, complaints) == (0, "")
        assert told.startswith("The game goes on.\n")


async def test_a_player_says_what_it_waits_for_but_not_with_quiet(server: LiveServer, join: Joining) -> None:
    link = make_table(f"http://127.0.0.1:{server.port}/", ["random"], seats=3)
    bots = [join(link, "--player", "random"), join(link, "--player", "random", "--quiet")]
    assert bots[0].stderr is not None
    while "seat" in (said := await asyncio.to_thread(bots[0].stderr.readline)):
        pass  # the other is not there yet
    assert said.startswith("Waiting for a person to start the game, since a program cannot: ")
    assert f"`camelup join {link} --host`" in said
    for bot in bots:
        bot.terminate()
    assert end(bots[1])[1:] == ("", "")


async def test_a_player_goes_on_at_a_rematch(server: LiveServer, join: Joining) -> None:
    link = make(server, seats=2, edition=1)
    bot = join(link, "--player", "random", "--again", "--quiet")
    async with sit_down(link, "Ann", is_program=False) as ann:
        await ann.until(lambda: all(seat.kind != "free" for seat in ann.table.seats))
        await ann.start()
        await roll(ann)
        there, token = await ann.rematch(), ann.token
    async with sit_down(there, "Ann", token) as ann:
        await ann.until(lambda: "" not in ann.table.dice.seeds)
        await ann.start()
        await roll(ann)
        assert ann.table.status == "finished"
    bot.terminate()
    assert end(bot)[1:] == ("", "")


async def test_an_interrupt_ends_a_program_that_thinks(server: LiveServer, tmp_path: Path, join: Joining) -> None:
    program = tmp_path / "thinker.py"
    program.write_text(
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    kind = json.loads(line)['type']\n"
        "    answer = {'hello': {'type': 'hello', 'protocol': 1, 'name': 'x'}, 'start': {'type': 'ready'}}.get(kind)\n"
        "    if answer: print(json.dumps(answer), flush=True)\n"
        "    if kind == 'turn': open('thinking', 'w').close(); time.sleep(1000)\n"
    )
    link = make(server, seats=2, first=0)
    command = f"exec:{sys.executable} {program}"
    bot = join(link, "--host", "--player", command, "--seconds", "1000", folder=tmp_path)
    join(link, "--player", "random")
    while not (tmp_path / "thinking").exists():
        assert bot.poll() is None
        await asyncio.sleep(0.05)
    bot.send_signal(signal.SIGINT)
    assert bot.communicate(timeout=_SECONDS)[1] == ""
    assert bot.returncode == 130


async def test_a_player_that_fails_ends_with_one_line(server: LiveServer, tmp_path: Path, join: Joining) -> None:
    (tmp_path / "failing.py").write_text(
        "from camelup.players import Player\n\n\nclass Failing(Player):\n    def choose(self, view, budget=None):\n"
        "        raise KeyError('lost')\n\n\nclass Cheat(Player):\n    def choose(self, view, budget=None):\n"
        "        from camelup import TakeTicket\n        return TakeTicket('q')\n"
    )
    complaints = {
        "Failing": "The player failed in failing.py, line 6: KeyError: 'lost'.",
        "Cheat": "is not a legal action: A camel is written as Camel.BLUE, for example, not 'q'.",
    }
    for name, complaint in complaints.items():
        link = make(server, seats=2, first=0)
        failing = join(link, "--player", f"failing:{name}", "--host", folder=tmp_path)
        join(link, "--player", "random")
        code, _, said = end(failing)
        assert code == 2
        assert said.startswith("camelup: ")
        assert said.endswith(f"{complaint}\n")
        assert said.count("\n") == 1


def test_what_is_refused_is_one_line_and_exit_code_2(
    shared_server: LiveServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CAMELUP_TOKEN", raising=False)
    full = make_full_table(shared_server)
    empty = make(shared_server, seats=2)
    nobody = f"http://127.0.0.1:{shared_server.port}/table/abcdefgh"
    cases = {
        (nobody, "--player", "random"): "There is no table with this code.",
        (full, "--player", "random"): "All seats are taken. You can watch.",
        (empty, "--player", "random", "--token", "short"): "A token needs 32 to 100 letters",
        (empty, "--player", "random", "--name", "\u202e"): "A name needs 1 to ",
        (empty, "--player", "random", "--seconds", "0"): "A budget of seconds must be more than 0",
        (empty, "--player", "nobody"): "There is no player 'nobody'",
        (
            "http://127.0.0.1:1/table/abcdefgh",
            "--player",
            "random",
        ): "There is no Camel Up server at http://127.0.0.1:1",
        (
            "localhost:8000/table/abcdefgh",
        ): "'localhost:8000/table/abcdefgh' is not an address such as http://localhost",
        ("abcdefgh", "--player", "nobody"): "'abcdefgh' is only the code of a table: give its whole link, such as "
        "http://localhost:8000/table/abcdefgh.",
    }
    for arguments, expected in cases.items():
        assert main(["join", *arguments]) == 2, arguments
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith(f"camelup: {expected}"), told.err
        assert told.err.count("\n") == 1

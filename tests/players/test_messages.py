"""Messages between camelup and programs: what is written is read, what is broken is refused, as the document says."""

import io
import json
import re
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelup import Game, __version__
from camelup.chance import seeded
from camelup.cli import main
from camelup.core.edition import EDITIONS
from camelup.core.errors import CamelUpError, NotationError, PlayerError
from camelup.core.view import View
from camelup.players import Budget, Seating, find_player
from camelup.players.messages import (
    Bye,
    Choice,
    End,
    Greeting,
    Happened,
    Hello,
    Message,
    Ready,
    Start,
    Turn,
    read_answer,
    read_message,
    write,
)
from camelup.players.player_server import serve_player
from camelup.players.program import ProgramPlayer
from tests.players.tables import EXAMPLES, ROOT
from tests.strategies import VIEWS

PAGE = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
[EXCHANGE] = re.findall(r"^<!-- exchange -->\n```text\n((?:.*\n)*?)```$", PAGE, re.MULTILINE)
LINES = re.sub(r"\n  ", " ", EXCHANGE).splitlines()
"""The conversation of the document, one message a line."""
SAID = [line[2:] for line in LINES if line.startswith(">")]
ANSWERED = [line[2:] for line in LINES if line.startswith("<")]


@settings(max_examples=30)
@given(VIEWS, st.integers(1, 10**9), st.floats(0.001, 1e6), st.lists(st.text(min_size=1), min_size=8, max_size=8))
def test_messages_are_read_as_they_were_written(view: View, number: int, seconds: float, names: list[str]) -> None:
    seated = [] if view.seat is None else [Start(Seating(view.seat, tuple(names[: view.players]), view), number)]
    messages: list[Message] = [
        Hello(),
        *seated,
        Turn(number, view, Budget(number, seconds)),
        Turn(number, view, Budget()),
        End(view),
        Bye(),
    ]
    for message in messages:
        line = write(message)
        assert line.isascii()
        assert "\n" not in line
        assert read_message(line) == message
    for action in view.legal:
        assert read_answer(write(Choice(number, action))) == Choice(number, action)


def test_a_budget_without_an_end_is_none() -> None:
    view = Game(seed=1).view(0)
    assert read_message(write(Turn(1, view, Budget(5, float("inf"))))) == Turn(1, view, Budget(5))


def test_a_whole_game_of_events_is_read_as_it_was_written() -> None:
    for edition in EDITIONS.values():
        game, player = Game(6, edition, seed=5), find_player("random").create(seeded(1))
        while not game.is_over:
            happened = Happened(game.events_for(game.play(player.choose(game.view(game.position.turn))), 1))
            assert read_message(write(happened)) == happened


@pytest.mark.parametrize("answer", [Greeting("Ännchen"), Greeting("x", ("events", "budget")), Ready()], ids=str)
def test_answers_are_read_as_they_were_written(answer: Greeting | Ready) -> None:
    assert read_answer(write(answer)) == answer


def test_what_a_later_version_says_is_passed_over() -> None:
    assert read_message('{"type": "clock", "left": 7}') is None
    assert read_message('{"type": "bye", "why": "tired"}') == Bye()
    assert read_answer('{"type": "ready", "since": 7}') == Ready()


START = json.loads(next(line for line in SAID if '"type": "start"' in line))
BROKEN = [
    {"type": "hello"},
    {"type": "hello", "protocol": 1.0, "format": 1, "camelup": "1"},
    {"type": "hello", "protocol": True, "format": 1, "camelup": "1"},
    {**START, "view": None},
    {**START, "seat": 0},
    {**START, "seat": -1},
    {**START, "names": ["A"]},
    {**START, "names": "AB"},
    {**START, "names": ["A", 2]},
    {**START, "seed": 1 << 60},
    {"type": "turn", "id": 1, "view": None, "budget": {}},
    {"type": "turn", "id": 1, "view": {"type": "roll"}, "budget": {}},
    {"type": "events", "events": {}},
    {"type": "events", "events": [{"type": "roll"}]},
    {"type": "events", "events": [7]},
    {"type": "end"},
    {"type": 7},
    {"type": ["bye"]},
    {},
]
TURN = next(line for line in SAID if '"turn", "id"' in line)
BUDGETS = [None, {"playouts": 0}, {"playouts": 1.5}, {"seconds": -1}, {"seconds": float("inf")}, {"seconds": True}]


@pytest.mark.parametrize(
    "line",
    [
        *(json.dumps(form) for form in BROKEN),
        *(json.dumps({**json.loads(TURN), "budget": budget}) for budget in BUDGETS),
        *("", "null", "[]", "7", "{", '{"type": "bye"', "[" * 100_000, '{"type": "bye", "x": ' + "9" * 5000 + "}"),
    ],
    ids=lambda line: line[:40],
)
def test_a_broken_message_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        read_message(line)


@given(st.data())
def test_a_message_that_is_cut_or_changed_is_refused_or_read_but_never_fails(data: st.DataObject) -> None:
    line = data.draw(st.sampled_from([*SAID, *ANSWERED]))
    place = data.draw(st.integers(0, len(line) - 1))
    changed = line[:place] + data.draw(st.sampled_from(["", "7", "null", '"', "{", "]", "\\", "x"])) + line[place + 1 :]
    for read in (read_message, read_answer):
        with suppress(CamelUpError):
            read(changed)


# --- The other side -------------------------------------------------------------------------------------------


def test_the_table_must_say_hello_in_this_version_and_start_a_game() -> None:
    random = find_player("random")
    with pytest.raises(PlayerError, match="speaks protocol 2"):
        list(serve_player(random, [write(Hello(protocol=2))]))
    with pytest.raises(PlayerError, match="started no game"):
        list(serve_player(random, [write(Hello()), TURN]))
    assert list(serve_player(random, [])) == []


@pytest.mark.parametrize(
    ("arguments", "typed", "why"),
    [
        (["nobody"], "", "There is no player 'nobody'"),
        (["random"], "hello\n", "It is not JSON."),
        (["random"], TURN, "The table has started no game."),
        (["random", "--seed", "-1"], "", "A seed must be a whole number"),
    ],
)
def test_what_the_command_refuses(
    arguments: list[str], typed: str, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["player", *arguments]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert why in printed.err


def test_what_a_player_prints_is_no_part_of_the_protocol(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "talkative.py").write_text(
        "from camelup.players import Player\n"
        "class Talker(Player):\n"
        "    def choose(self, view, budget=None):\n"
        "        print('Hm.')\n"
        "        return view.legal[0]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(SAID)))
    assert main(["player", "talkative:Talker"]) == 0
    printed = capsys.readouterr()
    assert [json.loads(line)["type"] for line in printed.out.splitlines()] == ["hello", "ready", "choice"]
    assert printed.err == "Hm.\n"


# --- The document ---------------------------------------------------------------------------------------------


def test_the_player_of_the_document_answers_as_it_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(SAID)))
    assert main(["player", "random"]) == 0
    assert capsys.readouterr().out.splitlines() == ANSWERED


def test_the_table_of_the_document_says_what_it_says(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    script = tmp_path / "program.py"
    script.write_text(
        f"import sys\n"
        f"lines, heard = {LINES!r}, open({str(heard)!r}, 'w')\n"
        f"for line in lines:\n"
        f"    if line[0] == '>':\n"
        f"        print(sys.stdin.readline(), end='', file=heard, flush=True)\n"
        f"    else:\n"
        f"        print(line[2:], flush=True)\n"
    )
    messages = [read_message(line) for line in SAID]
    with closing(ProgramPlayer([sys.executable, str(script)], lambda _: 1)) as player:
        for message in messages:
            match message:
                case Start(seating):
                    player.start(seating)
                case Turn(_, view, budget):
                    assert write(Choice(1, player.choose(view, budget))) == ANSWERED[-1]
                case Happened(events):
                    player.observe(events)
                case End(view):
                    player.end(view)
                case _:
                    pass
    shown = [line.replace('"camelup": "0.1.0"', f'"camelup": "{__version__}"') for line in SAID]
    assert heard.read_text().splitlines() == shown


def test_the_document_tells_every_message_and_shows_the_examples_as_they_are() -> None:
    assert {json.loads(line)["type"] for line in SAID} == set(_listed("answer"))
    assert {json.loads(line)["type"] for line in ANSWERED} == set(_listed("fields |\n"))
    for name in ("backer.py", "backer_program.py", "backer.mjs"):
        assert f"`examples/players/{name}`" in PAGE
        assert f"\n{(EXAMPLES / name).read_text()}```\n" in PAGE


def _listed(heading: str) -> list[str]:
    """The types of messages in the table with this heading."""
    [table] = [part for part in PAGE.split("\n\n") if part.startswith("| `type` |") and heading in part]
    return re.findall(r"^\| `(\w+)` \|", table.partition("\n|---")[2], re.MULTILINE)

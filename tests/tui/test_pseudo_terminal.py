"""Start, resize, suspend and leave in a real pseudo-terminal; afterwards the terminal is as it was."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.tui.pseudo_terminal import Terminal, at_a_terminal, program_at_a_terminal

INTO, OUT = "\x1b[?1049h", "\x1b[?1049l"
"""The alternate screen, and back."""
SHOWN = "\x1b[?25h"
"""The cursor is shown again."""
GAME = ("play", "--seed", "3", "--against", "random", "--first", "A")


@pytest.fixture
def data(tmp_path: Path) -> dict[str, str]:
    return {"CAMELUP_DATA": str(tmp_path)}


def check_restored(terminal: Terminal, before: list[object]) -> None:
    assert terminal.output.rindex(OUT) > terminal.output.rindex(INTO)
    assert SHOWN in terminal.output[terminal.output.rindex(INTO) :]
    assert "Traceback" not in terminal.output
    assert terminal.modes == before


@pytest.mark.parametrize(("ending", "code"), [("\x03", 130), ("q\r", 0), (signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_however_it_ends_the_terminal_is_as_it_was(
    ending: str | signal.Signals, code: int, data: dict[str, str]
) -> None:
    with at_a_terminal(*GAME, **data) as terminal:
        before = terminal.modes
        terminal.read_until("Your turn")
        if isinstance(ending, str):
            for key in ending:
                terminal.type(key)
                time.sleep(0.5)
        else:
            terminal.process.send_signal(ending)
        assert terminal.wait() == code
        check_restored(terminal, before)


def test_it_can_be_resized_and_suspended(data: dict[str, str]) -> None:
    with at_a_terminal(*GAME, **data) as terminal:
        before = terminal.modes
        terminal.read_until("Your turn")
        at = len(terminal.output)
        terminal.resize(120, 40)
        terminal.process.send_signal(signal.SIGWINCH)
        terminal.read_until("Dice out", at)
        at = len(terminal.output)
        terminal.type("\x1a")
        terminal.read_until(OUT, at)
        _, status = os.waitpid(terminal.process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        assert terminal.modes == before
        at = len(terminal.output)
        terminal.process.send_signal(signal.SIGCONT)
        terminal.read_until(INTO, at)
        terminal.read_until("Dice out", at)
        terminal.type("\x03")
        assert terminal.wait() == 130
        check_restored(terminal, before)


def test_no_colour_means_none_and_letters_carry_the_meaning(data: dict[str, str]) -> None:
    with at_a_terminal(*GAME, NO_COLOR="1", **data) as terminal:
        terminal.read_until("Your turn")
        terminal.type("\x03")
        terminal.wait()
    for code in ("38;2;", "48;2;", "38;5;", "48;5;"):
        assert code not in terminal.output
    assert "[B]" in terminal.output


def test_the_theme_follows_the_background(data: dict[str, str]) -> None:
    with at_a_terminal(*GAME, **data) as terminal:
        terminal.read_until("\x1b[6n")
        terminal.type("\x1b[1;1R")
        terminal.read_until("\x1b]11;?")
        terminal.type("\x1b]11;rgb:ffff/ffff/f0f0\x07\x1b[1;1R")
        terminal.read_until("Your turn")
        terminal.type("\x03")
        terminal.wait()
    assert "48;2;246;236;214" in terminal.output
    assert "48;2;19;22;42" not in terminal.output


def test_no_key_waits_for_a_look_through_all_that_was_imported(data: dict[str, str]) -> None:
    show = "run_host(Host(lambda: StartScreen(print)))"
    script = (
        "import gc; from camelup.tui.host import Host, run_host; from camelup.tui.start_screen import StartScreen; "
        f"{show}; print('frozen:', gc.get_freeze_count() > len(gc.get_objects()))"
    )
    with program_at_a_terminal([sys.executable, "-c", script], data) as terminal:
        terminal.read_until("Edition")
        terminal.type("q")
        assert terminal.wait() == 0
    assert "frozen: True" in terminal.output


def test_a_crash_leaves_a_clean_terminal(data: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "faulty.py").write_text(
        "from camelup.players import Player\n"
        "class Faulty(Player):\n"
        "    def choose(self, view, budget=None):\n"
        "        raise RuntimeError('oh')\n"
    )
    variables = {**data, "PYTHONPATH": str(tmp_path)}
    with at_a_terminal("play", "--players", "2", "--against", "faulty:Faulty", "--first", "B", **variables) as terminal:
        before = terminal.modes
        assert terminal.wait() == 2
        told = "(faulty:Faulty) failed in faulty.py, line 4: RuntimeError: oh."
        assert told in terminal.output[terminal.output.rindex(OUT) :]
        check_restored(terminal, before)


def test_a_terminal_that_cannot_move_its_cursor_gets_the_plain_game(data: dict[str, str]) -> None:
    with at_a_terminal("play", "--seed", "1", **{**data, "TERM": "dumb"}) as terminal:
        terminal.read_until("\n> ")
        terminal.type("q\n")
        assert terminal.wait() == 0
    assert "playing in plain lines, because this terminal cannot move its cursor." in terminal.output
    assert INTO not in terminal.output

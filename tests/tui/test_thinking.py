"""The process that thinks: it lets the screen go first, and never outlives it."""

import os
import pickle
import subprocess
import sys

import pytest

from camelup.tui.thinking import NICENESS
from tests.children import started

_BUSY = """
import time
from camelup.tui import thinking
thinking.Mind.leave = lambda self, seat: time.sleep(600)
thinking.serve()
"""
_ASKED = """
import os
from camelup.tui import thinking
thinking.Mind.leave = lambda self, seat: os.nice(0)
thinking.serve()
"""


_QUESTION = pickle.dumps(("leave", (0,)))


def test_it_ends_with_the_screen_even_while_it_thinks() -> None:
    with started(sys.executable, "-c", _BUSY, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        os.write(process.stdin.fileno(), _QUESTION)
        process.stdin.close()  # as it is when the screen has been killed
        assert process.wait(60) == 0


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system has no priorities of this kind")
def test_it_lets_the_screen_have_a_core_first() -> None:
    with started(sys.executable, "-c", _ASKED, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        os.write(process.stdin.fileno(), _QUESTION)
        with os.fdopen(os.dup(process.stdout.fileno()), "rb") as answers:
            is_answer, niceness, _ = pickle.load(answers)  # noqa: S301 - our own process
    assert is_answer
    assert niceness == min(19, os.nice(0) + NICENESS)

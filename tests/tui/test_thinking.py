"""The process that thinks: it lets the screen go first, and never outlives it."""

import os
import pickle
import subprocess
import sys

import pytest

from camelup.tui.thinking import NICENESS

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


def test_it_ends_with_the_screen_even_while_it_thinks() -> None:
    with subprocess.Popen([sys.executable, "-c", _BUSY], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        pickle.dump(("leave", (0,)), process.stdin)
        process.stdin.close()  # as it is when the screen has been killed
        try:
            assert process.wait(60) == 0
        finally:
            process.kill()


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system has no priorities of this kind")
def test_it_lets_the_screen_have_a_core_first() -> None:
    asked = pickle.dumps(("leave", (0,)))
    with subprocess.Popen([sys.executable, "-c", _ASKED], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(asked)
        process.stdin.flush()
        is_answer, niceness = pickle.load(process.stdout)  # noqa: S301 - our own process
        process.stdin.close()
    assert is_answer
    assert niceness == min(19, os.nice(0) + NICENESS)

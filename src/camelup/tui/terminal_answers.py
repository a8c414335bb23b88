"""What the terminal itself says: whether its background is light, and how long an answer takes.

First it is asked where its cursor is, since Textual passes over an answer to that which comes late. Only a terminal
that has answered at once is asked for its colour: a late answer to that would be taken for keys.
"""

import os
import re
import select
import sys
import time
from typing import NamedTuple

_QUICK = 0.15
"""Seconds for an answer; a line that takes longer is slow."""
_WAIT = 2.0
"""Seconds for the colour, from a terminal that is known to answer."""
_WHERE, _COLOUR = b"\x1b[6n", b"\x1b]11;?\x07"
_PLACE = re.compile(rb"\x1b\[\d+;\d+R")
_RGB = re.compile(rb"\x1b\]11;rgb:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)")


class Answers(NamedTuple):
    """What is known of the terminal."""

    is_light: bool = False
    is_slow: bool = False


def ask_terminal() -> Answers:
    """Ask for the background, and measure how long an answer takes."""
    try:
        import termios  # noqa: PLC0415 - not everywhere; elsewhere nothing is known
        import tty  # noqa: PLC0415
    except ImportError:
        return Answers()
    file = sys.stdin.fileno()
    try:
        before = termios.tcgetattr(file)
        try:
            tty.setcbreak(file)
            is_quick = bool(_PLACE.search(_ask(file, _WHERE, _QUICK)))
            said = _ask(file, _COLOUR + _WHERE, _WAIT) if is_quick else b""
        finally:
            termios.tcsetattr(file, termios.TCSANOW, before)
    except (OSError, termios.error):
        return Answers()
    # A terminal here that says nothing is no slow line; one at the other end of a line may well be.
    is_far = "SSH_CONNECTION" in os.environ or "SSH_TTY" in os.environ
    return Answers(is_light_background(said), is_slow=is_far and not is_quick)


def _ask(file: int, question: bytes, seconds: float) -> bytes:
    """Ask, and read until the place of the cursor comes, or the time is over."""
    os.write(sys.stdout.fileno(), question)
    said, end = b"", time.monotonic() + seconds
    while not _PLACE.search(said):
        left = end - time.monotonic()
        if left <= 0 or not select.select([file], [], [], left)[0]:
            break
        said += os.read(file, 1024)
    return said


def is_light_background(said: bytes) -> bool:
    r"""Read the background from an answer, or from COLORFGBG; unknown ones are taken to be dark.

    >>> is_light_background(b"\x1b]11;rgb:ffff/ffff/ffff\x07"), is_light_background(b"\x1b]11;rgb:1c1c/1c/1c\x07")
    (True, False)
    """
    found = _RGB.search(said)
    if found is None:
        return os.environ.get("COLORFGBG", "").rpartition(";")[2] in {"7", "15"}
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    return bool(0.299 * red + 0.587 * green + 0.114 * blue > 0.5)

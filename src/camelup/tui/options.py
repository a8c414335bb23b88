"""Whether a command may fill the screen, and the options of those that do."""

import argparse
import os
import sys
from importlib.util import find_spec
from typing import Any

from camelup.extras import how_to_get
from camelup.tui.palette import DARK, LIGHT, Palette
from camelup.tui.terminal_answers import ask_terminal

_REDUCED = "CAMELUP_REDUCED_MOTION"


def why_plain() -> str | None:
    """Say why the screen cannot be filled; None if it can."""
    if not sys.stdin.isatty():
        return "the input is not a terminal"
    if not sys.stdout.isatty():
        return "the output is not a terminal"
    if os.environ.get("TERM", "dumb") in {"dumb", "unknown"}:
        return "this terminal cannot move its cursor"
    if find_spec("textual") is None:
        return f"the full screen needs Textual: {how_to_get('tui')}"
    return None


def add_screen(parser: argparse.ArgumentParser) -> None:
    """Add the options of a full screen."""
    parser.add_argument(
        "--theme", choices=("auto", "dark", "light"), default="auto", help="colours (default: like the terminal)"
    )
    parser.add_argument(
        "--no-motion",
        action="store_true",
        help=f"let camels jump instead of run (or {_REDUCED}); over a slow line they always do",
    )


def screen_settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """Give what the options and the terminal say about colours and motion."""
    answers = ask_terminal()
    palette: Palette = {"dark": DARK, "light": LIGHT}.get(arguments.theme) or (LIGHT if answers.is_light else DARK)
    has_motion = not (arguments.no_motion or os.environ.get(_REDUCED) or answers.is_slow)
    return {"palette": palette, "has_motion": has_motion}

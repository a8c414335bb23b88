"""What a long command is doing, on standard error: one line in place on a terminal, a line now and then in a log."""

import sys
import time

from camelup.formats.ansi import fit
from camelup.terminal.text import printable

_EVERY = 30.0
"""Seconds between lines of progress in a log."""
_LINE = 78


class Status:
    """Shows steps as they begin, and how far the step is."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._shown: float | None = None
        """When a log has had a line of this step's progress."""
        self._has_begun = False

    def begin(self, step: str) -> None:
        """Show what begins now."""
        self._has_begun, self._shown = True, None
        if self._is_terminal:
            self._show(step)
        else:
            print(step, file=sys.stderr, flush=True)

    def update(self, progress: str) -> None:
        """Show how far the step is: at once on a terminal; in a log the first time, and then every half a minute."""
        now = time.monotonic()
        if self._is_terminal:
            self._show(progress)
        elif self._has_begun and (self._shown is None or now - self._shown >= _EVERY):
            self._shown = now
            print(progress, file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Erase the line from a terminal, for something that is to stay there."""
        if self._is_terminal:
            self._show("")

    def _show(self, text: str) -> None:
        print(f"\r{fit(printable(text), _LINE)}\r", end="", file=sys.stderr, flush=True)

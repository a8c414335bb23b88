"""The program in a real pseudo-terminal: what it writes, and what it leaves the terminal in."""

import fcntl
import os
import pty
import select
import struct
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from tests.children import CAMELUP, Process, started

_SECONDS = 120.0
"""How long a test waits for what must come; nothing here judges time."""


class Terminal:
    """The other end of a pseudo-terminal."""

    def __init__(self, file: int, process: Process) -> None:
        self._file, self.process = file, process
        self.output = ""

    def type(self, text: str) -> None:
        os.write(self._file, text.encode())

    def read_until(self, text: str, since: int = 0) -> str:
        """Read until a text has come, after a place of the output."""
        end = time.monotonic() + _SECONDS
        while text not in self.output[since:]:
            self._read(end)
        return self.output[since:]

    def wait(self) -> int:
        """Read to the end of the program; give its exit code."""
        end = time.monotonic() + _SECONDS
        while self.process.poll() is None:
            self._read(end)
        while select.select([self._file], [], [], 0.2)[0]:
            try:
                self.output += os.read(self._file, 65536).decode(errors="replace")
            except OSError:
                break
        return self.process.returncode

    def _read(self, end: float) -> None:
        if time.monotonic() > end:
            raise AssertionError(self.output[-3000:])
        if select.select([self._file], [], [], 0.1)[0]:
            try:
                self.output += os.read(self._file, 65536).decode(errors="replace")
            except OSError:
                return

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    @property
    def modes(self) -> list[Any]:
        """How the terminal treats what is typed."""
        return termios.tcgetattr(self._file)


@contextmanager
def at_a_terminal(*arguments: str, **variables: str) -> Iterator[Terminal]:
    """Run camelup in a pseudo-terminal of 80 columns and 24 rows."""
    with program_at_a_terminal([*CAMELUP, *arguments], variables) as terminal:
        yield terminal


@contextmanager
def program_at_a_terminal(command: Sequence[str], variables: Mapping[str, str]) -> Iterator[Terminal]:
    """Run a program in such a pseudo-terminal."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "LINES", "COLUMNS"}}
    environment = {**kept, "TERM": "xterm-256color", "COLORTERM": "truecolor", **variables}

    def own_terminal() -> None:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    try:
        settings = {"stdin": theirs, "stdout": theirs, "stderr": theirs, "env": environment, "preexec_fn": own_terminal}
        with started(*command, **settings) as process:
            yield Terminal(ours, process)
    finally:
        os.close(ours)
        os.close(theirs)

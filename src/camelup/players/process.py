"""A program that one talks to in lines, without ever waiting for it longer than one wants to."""

import os
import selectors
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, ClassVar

from camelup.core.errors import PlayerError, quoted

LONGEST_LINE = 1 << 16
"""How many bytes a line may have; an answer has a hundred."""
_MOST_UNSENT = 1 << 20
"""How many bytes may wait for a program that does not read."""
_KEPT = 1 << 12
"""How much is kept of what a program writes to its standard error."""
_QUOTED = 200
_CHUNK = 1 << 16
_BYE = 1.0
"""How many seconds a program has to end by itself when its input ends."""
_TERMINATED = 0.5
"""How many seconds it has after it was asked to terminate."""
_KILLED = 5.0
"""How many seconds it may take until a program that was killed is gone."""
_NAP = 3600.0
"""How many seconds the system is asked to wait at once; it takes no number that is too large."""
_LAST_WORDS = 0.2
"""How many seconds are spent on finding out how a program ended."""


class Process:
    """A running program, its standard input and output in lines; its standard error is kept for error messages.

    It has its own session: an interrupt of the terminal does not reach it, and what it starts ends with it. It is
    ended by `close`, at the latest when nobody holds this object any more or Python ends.
    """

    is_shown: ClassVar[bool] = False
    """Whether what programs write to their standard error is also written to this one: `--debug`."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start a program; the command is its file and its arguments."""
        self.name = quoted(" ".join([Path(command[0]).name, *command[1:]]))
        if os.name != "posix":
            raise PlayerError("program", "Programs as players need Linux or macOS.")
        try:
            self._process = subprocess.Popen(  # noqa: S603 - to run the user's own command is what was asked for
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise PlayerError("program", f"The program {self.name} cannot be started: {reason}.") from error
        self._end = weakref.finalize(self, _end, self._process, os.getpid())
        self._input = _unblocked(self._process.stdin)
        self._output = _unblocked(self._process.stdout)
        self._errors = _unblocked(self._process.stderr)
        self._unsent = b""
        self._unread = b""
        self._complaints = b""
        self._fate = "has ended"
        """What is said about it once it is closed."""

    @property
    def is_open(self) -> bool:
        """Whether it may still be talked to."""
        return self._end.alive

    def send(self, line: str) -> None:
        """Send it a line, now or as soon as it reads; nothing waits for that, and nothing is said if it has ended."""
        if self.is_open:
            self._unsent += line.encode() + b"\n"
            self._write()
            if len(self._unsent) > _MOST_UNSENT:
                self._fate = "does not read what it is told"
                self.close()

    def receive(self, seconds: float, since: float) -> str:
        """Wait for its next line until this many seconds have passed since it was asked (`time.monotonic`)."""
        if not self.is_open:
            raise PlayerError("ended", f"The program {self.name} {self._fate}.")
        deadline = since + seconds
        while b"\n" not in self._unread:
            if len(self._unread) > LONGEST_LINE:
                self._fate = "answered with an endless line"
                self.close()  # where the next line begins, nobody knows
                raise PlayerError("nonsense", f"The program {self.name} {self._fate}.")
            if not self._exchange(deadline):
                silent = f"has not answered within {seconds:g} seconds"
                raise PlayerError("silent", f"The program {self.name} {silent}{self._last_words()}.")
        line, _, self._unread = self._unread.partition(b"\n")
        try:
            return line.decode()
        except UnicodeDecodeError as error:
            raise PlayerError(
                "nonsense", f"The program {self.name} answered with something that is no text."
            ) from error

    def close(self) -> None:
        """End the program: its input ends, then it is asked to, then it is forced to."""
        if self.is_open:
            self._write()
            if self.is_shown and not self._errors.closed:
                self._listen()
            self._end()

    # --- Pipes ------------------------------------------------------------------------------------------------

    def _exchange(self, deadline: float) -> bool:
        """Write and read what can be written and read now, or wait for it; return whether the deadline leaves time."""
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        with selectors.DefaultSelector() as selector:
            if not self._output.closed:
                selector.register(self._output, selectors.EVENT_READ)
            if not self._errors.closed:
                selector.register(self._errors, selectors.EVENT_READ)
            if self._unsent:
                selector.register(self._input, selectors.EVENT_WRITE)
            ready = {key.fileobj for key, _ in selector.select(min(left, _NAP))}
        if self._input in ready:
            self._write()
        if self._errors in ready:
            self._listen()
        if self._output in ready:
            self._unread += self._read(self._output)
            if self._output.closed:
                raise self._ended()
        return True

    def _listen(self) -> None:
        """Read what it has written to its standard error."""
        said = self._read(self._errors)
        self._complaints = (self._complaints + said)[-_KEPT:]
        if self.is_shown:
            sys.stderr.write(said.decode(errors="replace"))
            sys.stderr.flush()

    def _write(self) -> None:
        try:
            while self._unsent and (written := self._input.write(self._unsent)):
                self._unsent = self._unsent[written:]
        except OSError:  # it has closed its input: its output will say why
            self._unsent = b""

    def _read(self, pipe: IO[bytes]) -> bytes:
        """Read what is there; a pipe that has ended is closed."""
        chunk = pipe.read(_CHUNK)
        if chunk == b"":
            pipe.close()
        return chunk or b""

    # --- Ends -------------------------------------------------------------------------------------------------

    def _ended(self) -> PlayerError:
        """Find out how it ended, and with which words."""
        deadline = time.monotonic() + _LAST_WORDS
        while not self._errors.closed and self._exchange(deadline):
            pass
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))
        match self._process.returncode:
            case None:
                how = "has closed its output"
            case code if code < 0:
                how = f"was ended by {signal.Signals(-code).name}"
            case code:
                how = f"ended with exit code {code}"
        self._fate = how + self._last_words()
        self.close()
        return PlayerError("ended", f"The program {self.name} {self._fate}.")

    def _last_words(self) -> str:
        """Return the last line of its standard error, to be put behind a sentence about it."""
        lines = self._complaints.decode(errors="replace").split("\n")
        words = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"; it said {words[:_QUOTED]!r}" if words else ""


def _unblocked(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # noqa: S101 - narrows the type; all three were asked for
    os.set_blocking(pipe.fileno(), False)
    return pipe


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """End a program, gently at first; a copy of this process that has forked off leaves it alone."""
    if os.getpid() != owner:
        return
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    try:
        for seconds, is_patient in ((_BYE, True), (_TERMINATED, False)):
            try:
                process.wait(seconds)
                break
            except subprocess.TimeoutExpired:
                _end_group(process, is_patient=is_patient)
    finally:
        _end_group(process, is_patient=False)  # whatever it has started and left behind
        with suppress(subprocess.TimeoutExpired):
            process.wait(_KILLED)


def _end_group(process: subprocess.Popen[bytes], *, is_patient: bool) -> None:
    """Let a program end, with all that it has started; Windows has no groups, so there it is the program alone."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGTERM if is_patient else signal.SIGKILL)
        elif is_patient:
            process.terminate()
        else:
            process.kill()

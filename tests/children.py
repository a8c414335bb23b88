"""Every process that a test starts: an interrupt reaches it, and it does not outlive its test.

`tests/test_children.py` sees to it that tests start processes here and nowhere else.
"""

import io
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from camelup.cli import main

Process = subprocess.Popen[str]
CAMELUP = (sys.executable, "-m", "camelup")
"""The command, for what only a process of its own can show; `call` is much quicker."""
_SECONDS = 300
"""How long a process may take. No test judges time: a process that needs longer hangs."""

# A process that ignores interrupts, as in `nohup make test &`, passes that on to its children, and nothing could
# interrupt them. A handler is not passed on, not even one that does nothing.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, lambda *_: None)


def start(*command: str, **settings: Any) -> Process:  # noqa: ANN401 - those of Popen
    """Start a program that the caller ends."""
    return subprocess.Popen(command, encoding="utf-8", **settings)


@contextmanager
def started(*command: str, **settings: Any) -> Iterator[Process]:  # noqa: ANN401 - those of Popen
    """Start a program; if it still runs at the end, it is killed."""
    with start(*command, **settings) as process:
        try:
            yield process
        finally:
            process.kill()


def run(*command: str, typed: str = "", **settings: Any) -> subprocess.CompletedProcess[str]:  # noqa: ANN401 - as above
    """Run a program to its end, with some input."""
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": _SECONDS, **settings}
    return subprocess.run(command, check=False, input=typed, encoding="utf-8", errors="surrogateescape", **settings)


def call(*arguments: str, typed: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command inside this process, with some input and variables of the environment.

    It gives what `run` would give. A process of its own would load Python and often Numba first, for seconds.
    """
    streams = {name: io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for name in ("stdin", "stdout", "stderr")}
    streams["stdin"].write(typed)
    streams["stdin"].seek(0)
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        for name, value in variables.items():
            patch.setenv(name, value)
        try:
            code = main(arguments)
        except SystemExit as left:  # argparse has its own way to end a program
            code = left.code if isinstance(left.code, int) else 1
    for stream in streams.values():
        stream.seek(0)
    return subprocess.CompletedProcess(arguments, code, streams["stdout"].read(), streams["stderr"].read())

"""The command in a process of its own that a test can interrupt, and that never outlives the test."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# Under a job that ignores interrupts, Python would leave them ignored: the command then could not be interrupted.
_INTERRUPTIBLE = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from camelup.cli import main; sys.exit(main())"
)


@contextmanager
def started(*arguments: str, **settings: Any) -> Iterator[subprocess.Popen[bytes]]:  # noqa: ANN401 - those of Popen
    """Start the command with these arguments; what is left of it at the end is killed, not waited for."""
    with subprocess.Popen([sys.executable, "-c", _INTERRUPTIBLE, *arguments], **settings) as process:
        try:
            yield process
        finally:
            process.kill()

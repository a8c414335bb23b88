"""What the workers of the tests do; they find it because `tests` is on their path."""

import os
import signal
import time
from pathlib import Path


def double(number: int) -> int:
    return 2 * number


def double_late(number: int) -> int:
    """Be slow with some."""
    time.sleep(0.5 if number % 3 == 0 else 0.0)
    return 2 * number


def double_once_killed(folder: str, number: int) -> int:
    """Kill the worker at the first attempt to do one of them."""
    mark = Path(folder) / "killed"
    if number == 1 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def always_killed(_: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0

"""A line for people who wait while something is compiled."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from threading import Timer

PATIENCE = 3.0
"""Seconds after which people begin to wonder; reading code from the cache takes less."""
NOTICE = "camelup is compiling its code for the first use. This may take a minute."
_shown: list[str] = []
"""The notice, once this process has shown it."""


@contextmanager
def noticing() -> Iterator[None]:
    """Say once what is going on, if it takes long and somebody is there to read it."""
    if _shown or not _is_read():
        yield
        return
    timer = Timer(PATIENCE, _show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _is_read() -> bool:
    """Whether a person reads standard error: on a terminal or in a notebook, and not that of a worker."""
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    return parent_process() is None and (is_terminal or "ipykernel" in sys.modules)


def _show() -> None:
    if not _shown:
        _shown.append(NOTICE)
        sys.stderr.write(f"\r{NOTICE}\n")  # over a line that is not complete
        sys.stderr.flush()

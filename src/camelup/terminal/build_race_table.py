"""`camelup odds build`: the race table, with a progress bar."""

import os
import sys
import time
from argparse import Namespace

from camelup.core.edition import SECOND
from camelup.core.errors import RaceTableError
from camelup.odds.solver import Progress
from camelup.odds.table import load, table_path
from camelup.odds.table_builder import OnProgress, build

_USUAL_SWEEPS = 10
_LONG = 100
"""From this many seconds on, people think in minutes."""
_MEMORY = 7.5e9
"""What the second edition's solution needs, in bytes."""


def run_build(arguments: Namespace) -> int:
    """Build the table of an edition unless a good one is there."""
    edition = arguments.edition or SECOND
    path = table_path(edition)
    try:
        load(edition)
    except RaceTableError as error:
        if error.code != "absent":
            print(f"camelup: {error} Rebuilding it.", file=sys.stderr)
    else:
        print(f"The race table is ready: {path}")
        return 0
    free = _free_memory()
    if edition.crazy and free is not None and free < _MEMORY:
        raise RaceTableError(
            "memory", f"Building needs {_MEMORY / 1e9:.1f} GB of free memory, but only {free / 1e9:.1f} GB are free."
        )
    started = time.monotonic()
    try:
        build(edition, threads=arguments.threads or os.cpu_count() or 1, on_progress=_bar(started))
    except KeyboardInterrupt:
        print("\nStopped. Run the same command to continue after the last finished sweep.", file=sys.stderr)
        raise
    print(f"\nThe race table is ready after {_minutes(time.monotonic() - started)}: {path}", file=sys.stderr)
    return 0


def _free_memory() -> int | None:
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


def _bar(started: float) -> OnProgress:
    """Draw progress on one line of a terminal, or a line for each sweep elsewhere."""
    is_live = sys.stderr.isatty()
    first: list[int] = []

    def show(progress: Progress) -> None:
        first[:] = first or [progress.sweep - 1]
        done = progress.sweep - 1 - first[0] + progress.done
        expected = max(_USUAL_SWEEPS - first[0], done)
        left = (time.monotonic() - started) * (expected - done) / max(done, 0.01)
        bar = "#" * round(30 * progress.done)
        text = f"sweep {progress.sweep} of about {_USUAL_SWEEPS} [{bar:.<30}] about {_minutes(left)} left"
        if is_live:
            print(f"\r{text:<78}", end="", file=sys.stderr, flush=True)
        elif progress.done == 1.0:
            print(f"{text}, largest change {progress.change:.1e}", file=sys.stderr, flush=True)

    return show


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < _LONG else f"{seconds / 60:.0f} min"

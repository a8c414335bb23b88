"""`camelup odds build`: the race table, with a progress bar."""

import os
import sys
import time
from argparse import Namespace

from camelup.core.edition import SECOND
from camelup.core.errors import ArgumentError, RaceTableError
from camelup.memory import available_memory
from camelup.odds.solver import Progress
from camelup.odds.table import load, table_path
from camelup.odds.table_builder import OnProgress, build
from camelup.terminal.race_table_cost import BUILD_MEMORY

_USUAL_SWEEPS = 12
_LONG = 100
"""From this many seconds on, people think in minutes."""


def run_build(arguments: Namespace) -> int:
    """Build the table of an edition unless a good one is there."""
    if arguments.threads is not None and arguments.threads < 1:
        raise ArgumentError("threads", f"The number of threads is 1 or more, not {arguments.threads}.")
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
    if edition.crazy:
        _check_memory()
    started = time.monotonic()
    try:
        build(edition, threads=arguments.threads or os.cpu_count() or 1, on_progress=_bar(started))
    except KeyboardInterrupt:
        print("\nStopped. Run the same command to continue after the last finished sweep.", file=sys.stderr)
        raise
    print(f"\nThe race table is ready after {_minutes(time.monotonic() - started)}: {path}", file=sys.stderr)
    return 0


def _check_memory() -> None:
    """Refuse to begin what the system would have to stop halfway."""
    available = available_memory()
    if available is not None and available < BUILD_MEMORY:
        raise RaceTableError(
            "memory",
            f"Building the race table needs {BUILD_MEMORY / 1e9:.1f} GB of memory, but only {available / 1e9:.1f} GB "
            "are available. Stop other programs, or build it on another machine and copy the file.",
        )


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

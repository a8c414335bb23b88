"""What people are told once: that the race table can be built, how long that takes, and what is lost without it."""

import sys
from argparse import Namespace
from contextlib import suppress

from camelup.core.edition import SECOND
from camelup.files import make_data_folder, user_data
from camelup.terminal.race_table_cost import BUILD_COMMAND, WITHOUT, build_cost, table_file

_TOLD = "told-about-race-table"
"""A file in the user's folder, once somebody was told."""


def offer_race_table() -> None:
    """Ask once, on a terminal, whether to build the table now; it can be built later at any time."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()) or not _is_first_time():
        return
    print(f"The race table has not been built yet. {WITHOUT}", file=sys.stderr)
    print(f"Building it takes {build_cost()}. Build it now? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() in {"y", "yes"}:
        from camelup.terminal.build_race_table import run_build  # noqa: PLC0415 - loads Numba

        run_build(Namespace(edition=SECOND, threads=None))
    else:
        print(f"You can do so later with: {BUILD_COMMAND}", file=sys.stderr)


def mention_race_table() -> None:
    """Mention the table once on a terminal, where a question would be in the way."""
    if sys.stderr.isatty() and _is_first_time():
        print(
            f"The race table has not been built yet: {BUILD_COMMAND} does it ({build_cost()}). {WITHOUT}",
            file=sys.stderr,
        )


def _is_first_time() -> bool:
    """Whether there is no table, and nobody was told; from now on somebody was."""
    told = user_data() / _TOLD
    if table_file().exists() or told.exists():
        return False
    with suppress(OSError):  # a folder that cannot be written: it is said again
        make_data_folder(told.parent)
        told.touch()
    return True

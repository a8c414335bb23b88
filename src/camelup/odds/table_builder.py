"""Making a table: solved sweep by sweep, safe to interrupt, kept whole or not at all."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from camelup.core.edition import Edition
from camelup.core.errors import RaceTableError
from camelup.files import write_atomic
from camelup.odds.rounding import round_together
from camelup.odds.solver import LayeredSolver, OneSweepSolver, Progress, Solver
from camelup.odds.table import (
    FORMAT,
    HEADER_SIZE,
    MOVEMENT_VERSION,
    RaceTable,
    as_table,
    checksum,
    read_header,
    table_path,
)

CLOSE_ENOUGH = 5e-7
"""Sweeps go on until none changes a probability by more than this; the next one would change it far less."""

OnProgress = Callable[[Progress], None]


def build(
    edition: Edition,
    path: Path | None = None,
    *,
    threads: int = 1,
    first: int = 1,
    on_progress: OnProgress = lambda _: None,
) -> RaceTable:
    """Solve the race of an edition and keep the table; goes on where an interrupted run stopped."""
    path = path or table_path(edition)
    partial = path.with_suffix(".partial")
    for left_over in path.parent.glob(f"{path.stem}.*.new"):
        left_over.unlink(missing_ok=True)  # of a build that was killed while it wrote
    solving: Solver = LayeredSolver(first, threads) if edition.crazy else OneSweepSolver(first)
    earlier = _read_partial(partial, edition, solving)
    if earlier is not None:
        solving.resume(*earlier)
    while solving.change > CLOSE_ENOUGH:
        for progress in solving.sweep():
            on_progress(progress)
        if edition.crazy:
            _save_partial(partial, edition, solving)
    values = solving.values
    if edition.crazy:
        values = np.empty(values.shape, np.uint16)
        round_together(solving.values, values)
    _write(path, _header(edition, values, solving), values)
    partial.unlink(missing_ok=True)
    return as_table(values)


def solve() -> npt.NDArray[Any]:
    """Solve a race without crazy camels, which takes one sweep, and keep nothing."""
    solving = OneSweepSolver()
    for _ in solving.sweep():
        pass
    return solving.values


def _header(edition: Edition, values: npt.NDArray[Any], solving: Solver) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "edition": edition.number,
        "movement": MOVEMENT_VERSION,
        "first": solving.first,
        "sweeps": solving.sweeps_done,
        "sha256": checksum(values),
    }


def _save_partial(partial: Path, edition: Edition, solving: Solver) -> None:
    """Save what a later run needs to go on."""
    _write(partial, _header(edition, solving.values, solving), solving.values)


def _read_partial(partial: Path, edition: Edition, solving: Solver) -> tuple[npt.NDArray[Any], int] | None:
    """Read what an interrupted run has left, if it can be trusted."""
    try:
        header = read_header(partial)
        kind = solving.values.dtype
        values = np.fromfile(partial, kind, offset=HEADER_SIZE).reshape(solving.values.shape)
    except (RaceTableError, OSError, ValueError):
        return None
    made_for = (header.get("movement"), header.get("edition"), header.get("first"))
    is_ours = made_for == (MOVEMENT_VERSION, edition.number, solving.first)
    is_whole = checksum(values) == header.get("sha256")
    sweeps = header.get("sweeps")
    return (values, sweeps) if is_ours and is_whole and isinstance(sweeps, int) else None


def _write(path: Path, header: dict[str, Any], values: npt.NDArray[Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, json.dumps(header).encode().ljust(HEADER_SIZE, b" "), values.data.cast("B"))

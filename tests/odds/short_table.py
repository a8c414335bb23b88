"""The solved race on four spaces, kept in a file: what a table of this version holds.

Run as a program, it writes the file anew.
"""

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from camelup.core.edition import SECOND
from camelup.odds.table import MOVEMENT_VERSION
from camelup.odds.table_builder import build
from tests.odds.helpers import DATA

FIRST_SPACE = 13


def path() -> Path:
    """The file, named by the version that it is of."""
    return next(DATA.glob("short_race_table.*.npy"))


def read() -> tuple[str, npt.NDArray[np.int64]]:
    """The version of the file, and what it holds."""
    return path().name.split(".")[1], np.load(path()).astype(np.int64)


def solve() -> npt.NDArray[Any]:
    """What the code of today makes of it."""
    with tempfile.TemporaryDirectory() as folder:
        return np.array(build(SECOND, Path(folder) / "race-2.table", first=FIRST_SPACE).values)


if __name__ == "__main__":
    path().unlink()
    np.save(DATA / f"short_race_table.{MOVEMENT_VERSION}.npy", solve())

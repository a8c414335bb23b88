"""The solved race on disk: written whole or not at all, checked before it is used, shared by all processes.

A file is one block of 4,096 bytes with a JSON header, then the values: for each position at the start of a leg four
probabilities to win the race and four to come last in it, of the racing camels from the rear; the front one has the
rest. The second edition's are stored in steps of 1/65535, so that 3.6 million positions take 57 MB.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from camelup.core.edition import Edition
from camelup.core.errors import RaceTableError
from camelup.files import user_cache
from camelup.odds.numbering import STORED, position_count
from camelup.odds.rounding import STEPS

FORMAT = "camelup race table 1"
HEADER_SIZE = 4096


@dataclass(frozen=True)
class RaceTable:
    """A table ready to be looked up."""

    values: npt.NDArray[Any]
    unit: float
    """What a stored 1 stands for."""
    error: float
    """How far rounding may have moved a probability."""


MOVEMENT_VERSION = "e911ba593afbcb08"
"""Names the movement and the layout that a table was solved for; tests/odds/test_table.py says when it changes."""


def table_path(edition: Edition) -> Path:
    """Return the file of an edition's table."""
    return user_cache() / "tables" / f"race-{edition.number}.table"


def load(edition: Edition, path: Path | None = None, first: int = 1) -> RaceTable:
    """Map a table into memory; refuse one that is absent, was made by other movement code, or is damaged.

    `first` is the first space of the track; only tests have tables of shorter tracks than the real one.
    """
    path = path or table_path(edition)
    header = read_header(path)
    if (header.get("movement"), header.get("edition"), header.get("first")) != (
        MOVEMENT_VERSION,
        edition.number,
        first,
    ):
        raise RaceTableError("stale", f"The race table {path} was built for different rules of movement.")
    shape = (position_count(len(edition.camels), first), 2 * STORED)
    kind = np.dtype(np.uint16 if edition.crazy else np.float64)
    size = HEADER_SIZE + shape[0] * shape[1] * kind.itemsize
    if path.stat().st_size != size:
        raise RaceTableError("damaged", f"The race table {path} is incomplete.")
    values = np.memmap(path, kind, "r", HEADER_SIZE, shape)
    if checksum(values) != header.get("sha256"):
        raise RaceTableError("damaged", f"The race table {path} is damaged: its checksum is wrong.")
    return as_table(values)


def as_table(values: npt.NDArray[Any]) -> RaceTable:
    """Return how the values of a table are to be read."""
    if values.dtype == np.uint16:
        return RaceTable(values, 1 / STEPS, 1 / STEPS)
    return RaceTable(values, 1.0, 0.0)


def checksum(values: npt.NDArray[Any]) -> str:
    """Return the checksum that a table's header holds."""
    return hashlib.sha256(values.data.cast("B")).hexdigest()


def read_header(path: Path) -> dict[str, Any]:
    """Read the header of a table."""
    try:
        with path.open("rb") as file:
            block = file.read(HEADER_SIZE)
    except OSError as error:
        raise RaceTableError("absent", f"There is no race table {path}: {error.strerror}.") from error
    try:
        header = json.loads(block.rstrip(b"\0 \n"))
    except (ValueError, RecursionError) as error:
        raise RaceTableError("damaged", f"The race table {path} is damaged: its header cannot be read.") from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise RaceTableError("stale", f"The race table {path} has another format.")
    return header

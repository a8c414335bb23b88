"""The solved race on disk: written whole or not at all, checked before it is used, shared by all processes.

A file is one block of 4,096 bytes with a JSON header, then the values: for each position at the start of a leg four
probabilities to win the race and four to come last in it, of the racing camels from the rear; the front one has the
rest. The second edition's are stored in steps of 1/65535, so that 3.6 million positions take 57 MB.
"""

import ast
import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from camelup.compiled import user_cache
from camelup.edition import DICE_PER_LEG, SPACES, Edition
from camelup.errors import CamelUpError
from camelup.odds.numbering import STORED, position_count
from camelup.odds.rounding import STEPS

FORMAT = "camelup race table 1"
HEADER_SIZE = 4096


class TableError(CamelUpError):
    """A table that must not be used: its code is absent, stale or damaged."""


@dataclass(frozen=True)
class RaceTable:
    """A table ready to be looked up."""

    values: npt.NDArray[Any]
    unit: float
    """What a stored 1 stands for."""
    error: float
    """How far rounding may have moved a probability."""


_SOURCES = ("race.py", "odds/numbering.py", "odds/orders.py", "odds/solver.py", "odds/rounding.py")


@lru_cache(maxsize=1)
def movement_version() -> str:
    """Name the code that a table depends on; comments, docstrings and layout do not count."""
    digest = hashlib.sha256(f"{SPACES} {DICE_PER_LEG}".encode())
    package = Path(__file__).parent.parent
    for source in _SOURCES:
        tree = ast.parse((package / source).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            if isinstance(body, list):
                node.body = [part for part in body if not _is_text(part)]  # type: ignore[attr-defined]
        digest.update(ast.unparse(tree).encode())
    return digest.hexdigest()[:16]


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def table_path(edition: Edition) -> Path:
    """Tell where the table of an edition is kept."""
    return user_cache() / "tables" / f"race-{edition.number}.table"


def load(edition: Edition, path: Path | None = None, first: int = 1) -> RaceTable:
    """Map a table into memory; refuse one that is absent, was made by other movement code, or is damaged.

    `first` is the first space of the track; only tests have tables of shorter tracks than the real one.
    """
    path = path or table_path(edition)
    header = header_of(path)
    if (header.get("movement"), header.get("edition"), header.get("first")) != (
        movement_version(),
        edition.number,
        first,
    ):
        raise TableError("stale", f"The race table {path} was made for other rules of movement.")
    shape = (position_count(len(edition.camels), first), 2 * STORED)
    kind = np.dtype(np.uint16 if edition.crazy else np.float64)
    size = HEADER_SIZE + shape[0] * shape[1] * kind.itemsize
    if path.stat().st_size != size:
        raise TableError("damaged", f"The race table {path} has not its full length.")
    values = np.memmap(path, kind, "r", HEADER_SIZE, shape)
    if checksum(values) != header.get("sha256"):
        raise TableError("damaged", f"The race table {path} is damaged: its checksum is not right.")
    return ready(values)


def ready(values: npt.NDArray[Any]) -> RaceTable:
    """Tell how the values of a table are to be read."""
    if values.dtype == np.uint16:
        return RaceTable(values, 1 / STEPS, 1 / STEPS)
    return RaceTable(values, 1.0, 0.0)


def checksum(values: npt.NDArray[Any]) -> str:
    """Give the checksum that a table's header holds."""
    return hashlib.sha256(values.data.cast("B")).hexdigest()


def header_of(path: Path) -> dict[str, Any]:
    """Read the header of a table."""
    try:
        with path.open("rb") as file:
            block = file.read(HEADER_SIZE)
    except OSError as error:
        raise TableError("absent", f"There is no race table {path}: {error.strerror}.") from error
    try:
        header = json.loads(block.rstrip(b"\0 \n"))
    except (ValueError, RecursionError) as error:
        raise TableError("damaged", f"The race table {path} is damaged: its header cannot be read.") from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise TableError("stale", f"The race table {path} is of another format.")
    return header

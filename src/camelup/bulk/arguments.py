"""What is checked before compiled code meets it: numbers and seeds."""

from typing import TypeVar

import numpy as np

from camelup.compiled.random_stream import SEED_LIMIT
from camelup.core.errors import ArgumentError, quoted

_Number = TypeVar("_Number")


def check_number(code: str, what: str, number: object, least: int) -> None:
    """Refuse what is no whole number, or too small."""
    if not _is_whole(number) or number < least:  # type: ignore[operator]
        raise ArgumentError(code, f"The number of {what} is {least} or more, not {quoted(number)}.")


def as_int(number: _Number) -> _Number:
    """Return a number of NumPy's as one of Python's, and anything else as it is."""
    return int(number) if isinstance(number, np.integer) else number  # type: ignore[return-value]


def as_seed(seed: object) -> int:
    """Return a seed as a number that streams can begin with."""
    if not _is_whole(seed):
        raise ArgumentError("seed", f"A seed must be a whole number, not {quoted(seed)}.")
    return int(seed) % SEED_LIMIT  # type: ignore[call-overload, no-any-return]


def _is_whole(number: object) -> bool:
    return isinstance(number, int | np.integer) and not isinstance(number, bool)

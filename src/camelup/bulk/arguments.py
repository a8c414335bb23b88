"""What is checked before compiled code meets it: numbers, flags, seeds and arrays."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from camelup.compiled.random_stream import SEED_LIMIT
from camelup.core.errors import ArgumentError, CamelUpError, quoted

_Number = TypeVar("_Number")


def check_number(code: str, what: str, number: object, least: int) -> None:
    """Refuse what is no whole number, or too small."""
    if not _is_whole(number) or number < least:  # type: ignore[operator]
        raise ArgumentError(code, f"The number of {what} is {least} or more, not {quoted(number)}.")


def check_flag(name: str, flag: object) -> None:
    """Refuse what is neither true nor false: any word would count as true."""
    if not isinstance(flag, bool | np.bool_):
        raise ArgumentError("flag", f"{name} is True or False, not {quoted(flag)}.")


def check_game(number: object, games: int) -> None:
    """Refuse what is not the number of a game; as everywhere in Python, -1 is the last one."""
    if not _is_whole(number) or not -games <= number < games:  # type: ignore[operator]
        raise ArgumentError("games", f"Games are numbered from 0 to {games - 1}, not {quoted(number)}.")


@contextmanager
def making_room(games: int) -> Iterator[None]:
    """Refuse more games than there is memory for."""
    try:
        yield
    except CamelUpError:
        raise
    except (MemoryError, OverflowError, ValueError):  # NumPy raises all of these about arrays that are too large
        raise ArgumentError("games", f"There is not enough memory for {quoted(games)} games.") from None


def as_int(number: _Number) -> _Number:
    """Return a number of NumPy's as one of Python's, and anything else as it is."""
    return int(number) if isinstance(number, np.integer) else number  # type: ignore[return-value]


def as_seed(seed: object) -> int:
    """Return a seed as a number that streams can begin with."""
    if not _is_whole(seed):
        raise ArgumentError("seed", f"A seed must be a whole number, not {quoted(seed)}.")
    return int(seed) % SEED_LIMIT  # type: ignore[call-overload, no-any-return]


def as_array(given: npt.ArrayLike) -> npt.NDArray[Any]:
    """Return what was given as an array; rows of different lengths make one that nothing can use."""
    try:
        return np.asarray(given)
    except ValueError:
        return np.empty((0, 0, 0), object)


def as_mask(mask: npt.ArrayLike | None, games: int) -> npt.NDArray[np.bool_]:
    """Return which of some games are chosen, all of them without a mask."""
    if mask is None:
        return np.ones(games, np.bool_)
    chosen = as_array(mask)
    if chosen.dtype != np.bool_ or chosen.shape != (games,):
        raise ArgumentError("shape", f"A mask must have a boolean for each of the {games} games.")
    return np.ascontiguousarray(chosen)


def check_out(out: object, shape: tuple[int, ...], dtype: type[np.generic]) -> npt.NDArray[Any]:
    """Return the array that results are to be written into, a new one if there is none."""
    if out is None:
        return np.empty(shape, dtype)
    if isinstance(out, np.ndarray) and out.shape == shape and out.dtype == dtype:
        flags = out.flags
        if flags.c_contiguous and flags.writeable and flags.aligned:
            return out
    raise ArgumentError("shape", f"`out` must be a contiguous array of shape {shape} and type {dtype.__name__}.")


def _is_whole(number: object) -> bool:
    return isinstance(number, int | np.integer) and not isinstance(number, bool)

"""Figures that add up as they are printed."""

from collections.abc import Sequence
from math import floor


def add_up(parts: Sequence[float], total: float, digits: int = 1) -> tuple[list[float], float]:
    """Round a sum and its parts so that the rounded parts add up to the rounded sum; each is off by less than a digit.

    >>> add_up([0.14, 0.14, 0.14], 0.42)
    ([0.2, 0.1, 0.1], 0.4)
    """
    scale = 10**digits
    whole = [floor(part * scale) for part in parts]
    missing = round(total * scale) - sum(whole)
    by_rest = sorted(range(len(parts)), key=lambda at: whole[at] - parts[at] * scale)
    for turn in range(missing):
        whole[by_rest[turn % len(parts)]] += 1
    return [part / scale for part in whole], round(total * scale) / scale

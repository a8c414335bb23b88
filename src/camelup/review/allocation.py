"""How many more simulated games each position gets: those that need most to be sure come first."""

import numpy as np

from camelup.compiled.arrays import FloatArray, IntArray

_STEPS = 50


def share_out(games: FloatArray, wanted: FloatArray, costs: FloatArray, budget: float) -> IntArray:
    """Return how many games to add so that all have the same share of what they want, as far as the budget goes.

    `games` is how many each has already, which cannot be taken back; `costs` is what one more costs each. Numbers are
    even, so that both halves grow alike.

    >>> share_out(np.array([10.0, 10.0]), np.array([30.0, 10.0]), np.array([1.0, 1.0]), 40.0)
    array([34,  4])
    """
    low, high = 0.0, (games.max(initial=0.0) + budget / costs.min(initial=1.0)) / max(wanted.min(initial=1.0), 1e-9)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if (costs * np.maximum(0.0, middle * wanted - games)).sum() > budget:
            high = middle
        else:
            low = middle
    more = np.maximum(0.0, low * wanted - games)
    return 2 * np.floor(more / 2 + 1e-6).astype(np.int64)

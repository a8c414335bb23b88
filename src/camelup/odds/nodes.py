"""Equal nodes of a walk through a leg, merged: a hash table of packed keys with the weights added up."""

import threading

import numpy as np
import numpy.typing as npt

from camelup.compiled import inlined
from camelup.compiled.arrays import IntArray

Slots = npt.NDArray[np.int32]

CAPACITY = 1 << 19
"""More than any layer can have: four dice out leave at most 48,600 sequences, each with 9 successors or fewer."""

_MULTIPLIER = 0x1E3779B97F4A7C15
_POSITIVE = (1 << 63) - 1


class Workspace(threading.local):
    """Memory that a walk needs, kept for the next one; each thread has its own."""

    def __init__(self) -> None:
        """Reserve it; pages that no walk touches cost nothing."""
        self.keys = np.empty((2, CAPACITY), np.int64)
        self.weights = np.empty((2, CAPACITY), np.int64)
        self.slots = np.empty(2 * CAPACITY, np.int32)


WORKSPACE = Workspace()


@inlined
def clear_slots(slots: Slots, most: int) -> int:
    """Make room for this many nodes; return the bits of the table's size."""
    bits = 6
    while (1 << bits) < most:
        bits += 1
    slots[: 1 << bits] = 0
    return bits


@inlined
def merge(key: int, weight: int, slots: Slots, bits: int, keys: IntArray, weights: IntArray, count: int) -> int:
    """Add a node, or its weight if it is there already; return the number of nodes."""
    slot = ((key * _MULTIPLIER) & _POSITIVE) >> (63 - bits)
    index = int(slots[slot])
    while index != 0 and keys[index - 1] != key:
        slot = (slot + 1) & ((1 << bits) - 1)
        index = int(slots[slot])
    # A new node and an old one are equally frequent, and a processor guesses wrong each other time: so no branch here.
    is_new = int(index == 0)
    place = ((index - 1) & (is_new - 1)) | (count & -is_new)
    slots[slot] = place + 1
    keys[place] = key
    weights[place] = (int(weights[place]) & (is_new - 1)) + weight
    return count + is_new

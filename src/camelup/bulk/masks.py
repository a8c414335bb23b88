"""Sets of actions, a bit for each, as rows of a mask, and random actions out of them; compiled."""

import numpy as np
import numpy.typing as npt
from numba import types

from camelup.bulk.action_space import ACTIONS
from camelup.bulk.kernels import legal_bits
from camelup.bulk.layout import GAMES, Games
from camelup.compiled import inlined, kernel
from camelup.compiled.random_stream import draw_below, nth_bit

Masks = npt.NDArray[np.uint8]
"""A row for each game, a byte for each action, which is 0 or 1: an array of booleans in other words."""
MASKS = types.uint8[:, ::1]

_BYTES = (np.arange(256)[:, None] >> np.arange(8) & 1).astype(np.uint8)
"""The eight bits of a byte as eight bytes, which are copied in one piece."""
_WHOLE = ACTIONS // 8


@inlined
def write_mask(bits: int, mask: Masks, row: int) -> None:
    """Write a set of actions as a row of a mask."""
    for eight in range(_WHOLE):
        part = (bits >> (8 * eight)) & 0xFF
        for bit in range(8):
            mask[row, 8 * eight + bit] = _BYTES[part, bit]
    for action in range(8 * _WHOLE, ACTIONS):
        mask[row, action] = (bits >> action) & 1


@inlined
def draw_action(bits: int, state: int) -> int:
    """Draw one of a set of actions, all of them alike; the set is not empty."""
    left = draw_below(state, bits.bit_count())
    part = bits & 0xFF
    base = 0
    while part.bit_count() <= left:
        left -= part.bit_count()
        base += 8
        part = (bits >> base) & 0xFF
    return base + nth_bit(part, left)


@kernel(types.void(GAMES, MASKS))
def legal_masks(games: Games, mask: Masks) -> None:
    """Write the legal actions of each game into a mask."""
    for number in range(len(games)):
        write_mask(legal_bits(games[number]), mask, number)

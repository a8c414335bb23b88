"""The rows of a PNG picture, whose bytes are stored as differences to a guess from their neighbours."""

import numpy as np
import numpy.typing as npt
from numba import types

from camelup.compiled.decorators import kernel

CHANNELS = 4
"""Bytes of a pixel: red, green, blue and how opaque it is."""
_LEFT, _UP, _MEAN, _PAETH = 1, 2, 3, 4
"""From which neighbours a row guesses; 0 from none."""


@kernel(types.void(types.uint8[:, ::1]))
def restore(rows: npt.NDArray[np.uint8]) -> None:
    """Add to each byte what was subtracted from it: a guess from its neighbours, of the kind that begins its row."""
    for y in range(len(rows)):
        kind = rows[y, 0]
        for x in range(1, rows.shape[1]):
            left = int(rows[y, x - CHANNELS]) if x > CHANNELS else 0
            up = int(rows[y - 1, x]) if y > 0 else 0
            guess = 0
            if kind == _LEFT:
                guess = left
            elif kind == _UP:
                guess = up
            elif kind == _MEAN:
                guess = (left + up) >> 1
            elif kind == _PAETH:
                corner = int(rows[y - 1, x - CHANNELS]) if y > 0 and x > CHANNELS else 0
                to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                if to_left <= to_up and to_left <= to_corner:
                    guess = left
                elif to_up <= to_corner:
                    guess = up
                else:
                    guess = corner
            rows[y, x] = (int(rows[y, x]) + guess) & 0xFF

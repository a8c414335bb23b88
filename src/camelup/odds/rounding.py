"""Probabilities in whole steps, for a table of millions of positions."""

import numpy as np
import numpy.typing as npt

from camelup.compiled import kernel
from camelup.core.race import RACERS
from camelup.odds.numbering import STORED

STEPS = 65535
"""A probability is stored in 65535ths."""


@kernel("void(float32[:, ::1], uint16[:, ::1])")
def round_together(values: npt.NDArray[np.float32], rounded: npt.NDArray[np.uint16]) -> None:
    """Store probabilities in whole steps that still add up to 1: none moves by a whole step.

    All are cut to whole steps first; those that lost most get the missing steps back.
    """
    exact = np.empty(RACERS, np.float64)
    cut = np.empty(RACERS, np.int64)
    for row in range(len(values)):
        for side in range(2):
            rest = 1.0
            for place in range(STORED):
                exact[place] = min(max(float(values[row, side * STORED + place]), 0.0), 1.0) * STEPS
                rest -= exact[place] / STEPS
            exact[STORED] = max(rest, 0.0) * STEPS
            missing = STEPS
            for place in range(RACERS):
                cut[place] = int(exact[place])
                missing -= cut[place]
            for _ in range(missing):
                best = 0
                for place in range(1, RACERS):
                    if exact[place] - cut[place] > exact[best] - cut[best]:
                        best = place
                cut[best] += 1
            for place in range(STORED):
                rounded[row, side * STORED + place] = cut[place]

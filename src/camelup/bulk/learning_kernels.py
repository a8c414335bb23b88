"""What a learner needs between its net and the games: drawing from preferences, and what came of each decision."""

import numpy as np
import numpy.typing as npt
from numba import types

from camelup.compiled import kernel
from camelup.compiled.arrays import INTS, IntArray
from camelup.core.edition import MAX_PLAYERS

_FLOATS = types.float32[::1]
_FLOATS_2D = types.float32[:, ::1]
_FLOATS_3D = types.float32[:, :, ::1]
_FLAGS_2D = types.boolean[:, ::1]
_SEATS_2D = types.int8[:, ::1]

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Seats = npt.NDArray[np.int8]


@kernel(types.void(_FLOATS_2D, _FLAGS_2D, _FLOATS, INTS, _FLOATS))
def draw_by_preference(logits: Floats, mask: Flags, fractions: Floats, actions: IntArray, logs: Floats) -> None:
    """Draw one of the allowed actions of each row by its preferences; write it, and the logarithm of its chance.

    `fractions` are random numbers from 0 to 1; where one is negative, the action with the highest preference is taken.
    """
    for row in range(len(logits)):
        most = np.float32(-1e30)
        chosen = 0
        for action in range(logits.shape[1]):
            if mask[row, action] and logits[row, action] > most:
                most = logits[row, action]
                chosen = action
        total = 0.0
        for action in range(logits.shape[1]):
            if mask[row, action]:
                total += np.exp(logits[row, action] - most)
        if fractions[row] >= 0:
            left = fractions[row] * total
            for action in range(logits.shape[1]):
                if mask[row, action]:
                    left -= np.exp(logits[row, action] - most)
                    chosen = action
                    if left <= 0:
                        break
        actions[row] = chosen
        logs[row] = logits[row, chosen] - most - np.log(total)


@kernel(
    types.void(
        _SEATS_2D,
        _FLAGS_2D,
        _FLOATS_3D,
        _FLOATS_3D,
        types.int8[::1],
        types.float64,
        types.float64,
        _FLOATS_3D,
        _FLAGS_2D,
    )
)
def look_back(
    seats: Seats,
    ended: Flags,
    shares: Floats,
    values: Floats,
    players: Seats,
    trace: float,
    cost: float,
    returns: Floats,
    is_known: Flags,
) -> None:
    """Write what came of each decision: everybody's share of the victory, seen from the seat that decided.

    Rows are steps, columns games. It is a mixture of what the seat expected at its next decisions and of what it had in
    the end; `trace` says how far the mixture looks ahead (lambda of TD(lambda)). Every decision costs its seat `cost`.
    The last decisions of a seat in a game that goes on are not known yet. `shares` are by seat; values and returns by
    how many seats after the one that decides.
    """
    later = np.zeros((MAX_PLAYERS, MAX_PLAYERS), np.float32)
    expected = np.zeros((MAX_PLAYERS, MAX_PLAYERS), np.float32)
    has_later = np.zeros(MAX_PLAYERS, np.uint8)
    for column in range(seats.shape[1]):
        count = players[column]
        has_later[:] = 0
        for step in range(len(seats) - 1, -1, -1):
            if ended[step, column]:
                for seat in range(count):
                    has_later[seat] = 1
                    for after in range(count):
                        share = shares[step, column, (seat + after) % count]
                        later[seat, after] = share
                        expected[seat, after] = share
            seat = seats[step, column]
            is_known[step, column] = has_later[seat] != 0
            if has_later[seat]:
                for after in range(count):
                    found = (1 - trace) * expected[seat, after] + trace * later[seat, after]
                    if after == 0:
                        found -= cost
                    returns[step, column, after] = found
                    later[seat, after] = found
                    expected[seat, after] = values[step, column, after]
            else:
                has_later[seat] = 1
                for after in range(count):
                    later[seat, after] = values[step, column, after]
                    expected[seat, after] = values[step, column, after]

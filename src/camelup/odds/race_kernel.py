"""The rest of a leg walked to its end, and there the whole race looked up: racing camels are interchangeable then.

Unlike in the walk for the leg alone, crazy camels stay on the track after the grey die: they matter in later legs.
"""

import numpy as np
import numpy.typing as npt
from numba import types

from camelup.compiled import inlined, kernel
from camelup.compiled.arrays import FloatArray
from camelup.core.race import (
    FIRST_CRAZY,
    GREY,
    RACERS,
    camel_in_place,
    crazy_to_move,
    die_of,
    is_beyond,
    is_pushed_back,
    landing,
    lift,
    set_down,
    tile_step,
)
from camelup.core.rules import NUMBERS
from camelup.odds.leg_kernel import TRACK, TRACK_BITS, count_ways
from camelup.odds.nodes import Slots, clear_slots, merge
from camelup.odds.numbering import STORED, position_number


@inlined
def add_finished(track: int, weight: float, winner: FloatArray, loser: FloatArray) -> None:
    """Count a race that is over."""
    winner[camel_in_place(track, 0)] += weight
    loser[camel_in_place(track, RACERS - 1)] += weight


@inlined
def add_looked_up(
    track: int,
    weight: float,
    camels: int,
    first: int,
    table: npt.NDArray[np.uint16],
    unit: float,
    winner: FloatArray,
    loser: FloatArray,
) -> None:
    """Count a race that stands at the start of a leg by the solved table, whose rows go from the rear to the front."""
    number = position_number(track, camels, first)
    last_winner = weight
    last_loser = weight
    racer = 0
    for place in range(camels):
        camel = (track >> (8 * place)) & 0x07
        if camel < FIRST_CRAZY:
            if racer < STORED:
                share = weight * unit * table[number, racer]
                winner[camel] += share
                last_winner -= share
                share = weight * unit * table[number, STORED + racer]
                loser[camel] += share
                last_loser -= share
            else:
                winner[camel] += last_winner
                loser[camel] += last_loser
            racer += 1


# A table is mapped from a file that nobody may write to; full precision is for the first edition's, which is small.
_TABLES = [types.Array(kind, 2, "C", readonly=True) for kind in (types.uint16, types.float64)]
_INT = types.int64
_FLOAT = types.float64
_FLOATS = types.float64[::1]


@kernel(*(types.void(_INT, _INT, _INT, table, _FLOAT, _FLOATS, _FLOATS) for table in _TABLES))
def look_up(
    track: int,
    camels: int,
    first: int,
    table: npt.NDArray[np.uint16],
    unit: float,
    winner: FloatArray,
    loser: FloatArray,
) -> None:
    """Read the odds of a race at the start of a leg."""
    add_looked_up(track, 1.0, camels, first, table, unit, winner, loser)


_NODES = (types.int64[:, ::1], types.int64[:, ::1], types.int32[::1])


@kernel(*(types.void(*([_INT] * 6), table, _FLOAT, *_NODES, _FLOATS, _FLOATS) for table in _TABLES))
def walk_race(
    track: int,
    dice: int,
    draws: int,
    cheering: int,
    booing: int,
    camels: int,
    table: npt.NDArray[np.uint16],
    unit: float,
    all_keys: npt.NDArray[np.int64],
    all_weights: npt.NDArray[np.int64],
    slots: Slots,
    winner: FloatArray,
    loser: FloatArray,
) -> None:
    """Add up the probability of each racing camel to win the race and to come last in it."""
    left = dice.bit_count()
    total = count_ways(left, draws)
    keys, weights = all_keys[0], all_weights[0]
    keys[0] = track | (dice << TRACK_BITS)
    weights[0] = 1
    count = 1
    rest = total
    for draw in range(draws):
        rest //= count_ways(left - draw, 1)
        is_last = draw == draws - 1
        next_keys, next_weights = all_keys[(draw + 1) & 1], all_weights[(draw + 1) & 1]
        next_count = 0
        bits = clear_slots(slots, count * (3 * (left - draw) + 3))
        for node in range(count):
            key = int(keys[node])
            here = key & TRACK
            inside = key >> TRACK_BITS
            weight = int(weights[node])
            black = 0
            white = 0
            if inside >> GREY:
                black, white = crazy_to_move(here, FIRST_CRAZY), crazy_to_move(here, FIRST_CRAZY + 1)
            for camel in range(camels):
                die = die_of(camel)
                if not (inside >> die) & 1:
                    continue
                faces = 2 * weight if camel < FIRST_CRAZY else weight * ((black == camel) + (white == camel))
                if faces == 0:
                    continue
                # All dice are the same after the last one: the next leg begins with all of them.
                outside = 0 if is_last else (inside ^ (1 << die)) << TRACK_BITS
                stays, unit_camels, height, start = lift(here, camel)
                for number in NUMBERS:
                    landed = landing(start, camel, number)
                    step = tile_step(landed, camel, cheering, booing)
                    target = landed + step
                    after = set_down(stays, unit_camels, height, target, is_pushed_back(step, camel))
                    if is_beyond(target):
                        add_finished(after, faces * rest / total, winner, loser)
                    else:
                        next_count = merge(after | outside, faces, slots, bits, next_keys, next_weights, next_count)
        keys, weights, count = next_keys, next_weights, next_count
    for node in range(count):
        add_looked_up(int(keys[node]), int(weights[node]) / total, camels, 1, table, unit, winner, loser)

"""The walk through the rest of a leg, layer by layer, with equal nodes merged and whole numbers as weights.

A node is a track and the dice left, in one word: the track in the lower 56 bits, the dice above. Every face of every
die is one of six, so a racing die's number counts twice, a face of the grey die once, and a leg of n dice has
6n * 6(n - 1) * ... equally likely ways.

Once the grey die is out, crazy camels cannot move of themselves in this leg, and they never count for the ranking: they
are taken off the track, which makes many more nodes equal.
"""

import numpy as np
import numpy.typing as npt

from camelup.compiled import inlined, kernel
from camelup.compiled.arrays import IntArray
from camelup.core.race import (
    FIRST_CRAZY,
    GREY,
    RACERS,
    carries_racer,
    crazy_to_move,
    is_beyond,
    is_pushed_back,
    landing,
    lift,
    set_down,
    tile_step,
)
from camelup.core.rules import FACES, NUMBERS
from camelup.odds.nodes import Slots, clear_slots, merge
from camelup.odds.orders import order_number, without_crazy

TRACK_BITS = 56
TRACK = (1 << TRACK_BITS) - 1
RACING_DICE = (1 << RACERS) - 1


@inlined
def count_ways(dice: int, draws: int) -> int:
    """Count the equally likely ways in which this many of these dice may come out, one by one."""
    ways = 1
    for draw in range(draws):
        ways *= FACES * (dice - draw)
    return ways


@kernel(
    "int64(int64, int64, int64, int64, int64, int64, int64[:, ::1], int64[:, ::1], int32[::1], int64[::1], int64[::1])"
)
def walk_leg(
    track: int,
    dice: int,
    draws: int,
    cheering: int,
    booing: int,
    first: int,
    all_keys: npt.NDArray[np.int64],
    all_weights: npt.NDArray[np.int64],
    slots: Slots,
    orders: IntArray,
    landings: IntArray,
) -> int:
    """Add the ways to each order and the landings on each space with a tile; return the ways that end the race.

    The track must be bare if the grey die is out; `first` is its first space.
    """
    left = dice.bit_count()
    rest = count_ways(left, draws)
    keys, weights = all_keys[0], all_weights[0]
    keys[0] = track | (dice << TRACK_BITS)
    weights[0] = 1
    count = 1
    endings = 0
    for draw in range(draws):
        rest //= count_ways(left - draw, 1)  # the ways in which a race that ends now would have gone on
        is_last = draw == draws - 1
        next_keys, next_weights = all_keys[(draw + 1) & 1], all_weights[(draw + 1) & 1]
        next_count = 0
        bits = clear_slots(slots, 1 if is_last else count * (3 * (left - draw) + 3))
        for node in range(count):
            key = int(keys[node])
            here = key & TRACK
            inside = key >> TRACK_BITS
            weight = int(weights[node])
            moving = here
            if inside >> GREY:
                # The grey die. A crazy camel without racing camels on its back changes nothing but its own place.
                outside = (inside & RACING_DICE) << TRACK_BITS
                moving = without_crazy(here) if is_last else here
                black, white = crazy_to_move(here, FIRST_CRAZY), crazy_to_move(here, FIRST_CRAZY + 1)
                unchanged = 0
                for camel in range(FIRST_CRAZY, FIRST_CRAZY + 2):
                    faces = weight * ((black == camel) + (white == camel))
                    if faces == 0:
                        continue
                    stays, unit, height, start = lift(here, camel)
                    is_carrying = carries_racer(here, camel)
                    for number in NUMBERS:
                        landed = landing(start, camel, number)
                        step = tile_step(landed, camel, cheering, booing)
                        if step != 0:
                            landings[landed] += faces * rest
                        # A camel that leaves a shorter track stands behind everybody, where the ranking is right.
                        is_ending = is_beyond(landed + step) or landed + step < first
                        if is_ending:
                            endings += faces * rest
                        if not is_carrying and not (is_ending and not is_last):
                            unchanged += faces
                            continue
                        after = without_crazy(set_down(stays, unit, height, landed + step, is_pushed_back(step, camel)))
                        if is_last or is_ending:
                            orders[order_number(after)] += faces * rest
                        else:
                            next_count = merge(after | outside, faces, slots, bits, next_keys, next_weights, next_count)
                if unchanged and is_last:
                    orders[order_number(moving)] += unchanged
                elif unchanged:
                    next_count = merge(
                        without_crazy(here) | outside, unchanged, slots, bits, next_keys, next_weights, next_count
                    )
            faces = 2 * weight
            racing = inside & RACING_DICE
            while racing:
                camel = (racing & -racing).bit_length() - 1
                racing &= racing - 1
                outside = (inside ^ (1 << camel)) << TRACK_BITS
                stays, unit, height, start = lift(moving, camel)
                for number in NUMBERS:
                    landed = landing(start, 0, number)
                    step = 0
                    is_under = 0
                    if cheering | booing:  # always true or never in a walk: without tiles this costs nothing
                        step = tile_step(landed, 0, cheering, booing)
                        is_under = is_pushed_back(step, 0)
                        if step != 0:
                            landings[landed] += faces * rest
                    after = set_down(stays, unit, height, landed + step, is_under)
                    is_ending = is_beyond(landed + step)
                    if is_ending:
                        endings += faces * rest
                    if is_last:
                        orders[order_number(after)] += faces
                    elif is_ending:
                        orders[order_number(without_crazy(after) if inside >> GREY else after)] += faces * rest
                    else:
                        next_count = merge(after | outside, faces, slots, bits, next_keys, next_weights, next_count)
        keys, weights, count = next_keys, next_weights, next_count
    return endings

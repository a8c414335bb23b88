"""Whole races played out by chance: the answer, with its error, where there is no solved table."""

import numpy as np
import numpy.typing as npt

from camelup.compiled import kernel
from camelup.compiled.random_stream import draw_die, next_state
from camelup.core.edition import DICE_PER_LEG
from camelup.core.race import (
    RACERS,
    camel_in_place,
    camel_to_move,
    die_of,
    is_beyond,
    is_pushed_back,
    landing,
    lift,
    set_down,
    tile_step,
)


@kernel("void(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64[::1], int64[::1])")
def sample_races(
    track: int,
    dice: int,
    draws: int,
    cheering: int,
    booing: int,
    all_dice: int,
    first: int,
    races: int,
    seed: int,
    winners: npt.NDArray[np.int64],
    losers: npt.NDArray[np.int64],
) -> None:
    """Play races to their end, with these tiles in this leg and none later; count who wins and who comes last."""
    state = next_state(next_state(seed))
    for _ in range(races):
        here = track
        inside = dice
        left = draws
        plus = cheering
        minus = booing
        while True:
            state = next_state(state)
            shown, number = draw_die(inside, state)
            camel = camel_to_move(here, shown)
            stays, unit, height, start = lift(here, camel)
            target = landing(start, camel, number)
            is_under = 0
            if plus | minus:
                step = tile_step(target, camel, plus, minus)
                target += step
                is_under = is_pushed_back(step, camel)
            here = set_down(stays, unit, height, target, is_under)
            if is_beyond(target) or target < first:
                break
            inside ^= 1 << die_of(shown)
            left -= 1
            if left == 0:
                inside = all_dice
                left = DICE_PER_LEG
                plus = 0
                minus = 0
        winners[camel_in_place(here, 0)] += 1
        losers[camel_in_place(here, RACERS - 1)] += 1

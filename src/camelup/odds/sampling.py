"""Whole races played out by chance: the answer, with its error, where no solved table is at hand."""

import numpy as np
import numpy.typing as npt

from camelup.compiled import inlined, kernel
from camelup.edition import DICE_PER_LEG
from camelup.odds.leg_kernel import GREY
from camelup.odds.numbering import RACERS
from camelup.race import (
    FIRST_CRAZY,
    crazy_to_move,
    is_beyond,
    is_pushed_back,
    landing,
    lift,
    place_of,
    set_down,
    tile_step,
)

# A linear congruential generator of 62 bits, of which the upper half is used, stirred once more: it costs a roll almost
# nothing.
_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407
_WORD = (1 << 62) - 1

FACES = 6
HALF_BITS = 31
_HALF = (1 << HALF_BITS) - 1


def _face(dice: int, choice: int) -> int:
    """Give one of the equally likely faces of the dice in the pyramid: the die, above it the number and the colour."""
    inside = [die for die in range(6) if dice >> die & 1]
    die = inside[choice // FACES] if choice < FACES * len(inside) else 0
    return die | (1 + choice % 3) << 3 | (choice // 3 % 2) << 5


_FACE = np.array([[_face(dice, choice) for choice in range(36)] for dice in range(64)], np.uint8)


@inlined
def next_state(state: int) -> int:
    """Give the state after this one."""
    return (state * _MULTIPLIER + _INCREMENT) & _WORD


@inlined
def half_word(state: int) -> int:
    """Give the 31 random bits of a state."""
    return ((state ^ (state >> 20)) >> HALF_BITS) & _HALF


@inlined
def drawn_face(inside: int, state: int) -> int:
    """Draw a face of the dice in the pyramid: the die, above it the number and the colour."""
    return int(_FACE[inside, (half_word(state) * (FACES * inside.bit_count())) >> HALF_BITS])


@kernel("void(int64, int64, int64, int64, int64, int64, int64, int64, int64[::1], int64[::1])")
def sample_races(
    track: int,
    dice: int,
    draws: int,
    cheering: int,
    booing: int,
    all_dice: int,
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
            face = drawn_face(inside, state)
            die = face & 0x07
            camel = die
            if die == GREY:
                camel = crazy_to_move(here, FIRST_CRAZY + (face >> 5))
            stays, unit, height, start = lift(here, camel)
            target = landing(start, camel, (face >> 3) & 0x03)
            is_under = 0
            if plus | minus:
                step = tile_step(target, camel, plus, minus)
                target += step
                is_under = is_pushed_back(step, camel)
            here = set_down(stays, unit, height, target, is_under)
            if is_beyond(target):
                break
            inside ^= 1 << die
            left -= 1
            if left == 0:
                inside = all_dice
                left = DICE_PER_LEG
                plus = 0
                minus = 0
        for camel in range(RACERS):
            place = place_of(here, camel)
            winners[camel] += place == 0
            losers[camel] += place == RACERS - 1

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

_NEXT = 0x1E3779B97F4A7C15
_MIX_1 = 0x3F58476D1CE4E5B9
_MIX_2 = 0x14D049BB133111EB
_WORD = (1 << 62) - 1

FACES = 6
_HALF_BITS = 31
_HALF = (1 << _HALF_BITS) - 1


def _face(dice: int, choice: int) -> tuple[int, int, int]:
    """Give die, number and colour for one of the equally likely faces of the dice in the pyramid."""
    inside = [die for die in range(6) if dice >> die & 1]
    die = inside[choice // FACES] if choice < FACES * len(inside) else 0
    return die, 1 + choice % 3, FIRST_CRAZY + choice // 3 % 2


_FACE = np.array([[_face(dice, choice) for choice in range(36)] for dice in range(64)], np.int64)


@inlined
def mixed(counter: int) -> int:
    """Turn a counter into 62 random bits: the same for the same counter, whoever asks and in whatever order."""
    word = (counter * _NEXT) & _WORD
    word = ((word ^ (word >> 31)) * _MIX_1) & _WORD
    word = ((word ^ (word >> 28)) * _MIX_2) & _WORD
    return word ^ (word >> 30)


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
    counter = seed << 40
    chance = 0
    for _ in range(races):
        here = track
        inside = dice
        left = draws
        plus = cheering
        minus = booing
        while True:
            # One random word is enough for two rolls; the bit above them tells when it is used up.
            chance >>= _HALF_BITS
            if chance <= 1:
                counter += 1
                chance = mixed(counter) | (1 << 2 * _HALF_BITS)
            choice = ((chance & _HALF) * (FACES * inside.bit_count())) >> _HALF_BITS
            die = int(_FACE[inside, choice, 0])
            camel = die
            if die == GREY:
                camel = crazy_to_move(here, int(_FACE[inside, choice, 2]))
            stays, unit, height, start = lift(here, camel)
            target = landing(start, camel, int(_FACE[inside, choice, 1]))
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

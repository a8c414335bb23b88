"""Random streams for compiled code, and the dice drawn from them.

Every game has its own stream, so that threads may share the games in any way.
"""

import numpy as np

from camelup.compiled.decorators import inlined
from camelup.core.race import FIRST_CRAZY, GREY
from camelup.core.rules import FACES, NUMBERS

# A linear congruential generator of 62 bits, of which the upper half is used, stirred once more: it costs a roll almost
# nothing.
_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407
_WORD = (1 << 62) - 1

_STIR = 0x1E3779B97F4A7C15
SEED_LIMIT = 1 << 62

RANDOM_BITS = 31
_RANDOM_MASK = (1 << RANDOM_BITS) - 1
_DICE = GREY + 1


def _face(dice: int, choice: int) -> int:
    """Return one of the equally likely faces of the dice in the pyramid: the die, above it number and colour."""
    inside = [die for die in range(_DICE) if dice >> die & 1]
    die = inside[choice // FACES] if choice < FACES * len(inside) else 0
    return die | NUMBERS[choice % len(NUMBERS)] << 3 | (choice // len(NUMBERS) % 2) << 5


_FACE = np.array([[_face(dice, choice) for choice in range(FACES * _DICE)] for dice in range(1 << _DICE)], np.uint8)


@inlined
def next_state(state: int) -> int:
    """Return the state after this one."""
    return (state * _MULTIPLIER + _INCREMENT) & _WORD


@inlined
def random_bits(state: int) -> int:
    """Return the 31 random bits of a state."""
    return ((state ^ (state >> 20)) >> RANDOM_BITS) & _RANDOM_MASK


@inlined
def draw_face(inside: int, state: int) -> int:
    """Draw a face of the dice in the pyramid: the die, above it the number and the colour."""
    return int(_FACE[inside, (random_bits(state) * (FACES * inside.bit_count())) >> RANDOM_BITS])


@inlined
def draw_die(inside: int, state: int) -> tuple[int, int]:
    """Draw a die from the pyramid: the camel that it shows, and the number."""
    face = draw_face(inside, state)
    die = face & 0x07
    return (die if die < GREY else FIRST_CRAZY + (face >> 5)), (face >> 3) & 0x03


@inlined
def start_stream(seed: int, number: int) -> int:
    """Return the first state of the stream of a game."""
    state = (seed * _STIR + number) & (SEED_LIMIT - 1)
    for _ in range(3):
        state = next_state(state ^ (state >> 29))
    return state


@inlined
def split(state: int) -> int:
    """Leave the stream: any number of draws that begin here has nothing to do with what the stream itself gives."""
    state = next_state(state ^ (state >> 29))
    return next_state(state ^ (state >> 29))


@inlined
def draw_below(state: int, limit: int) -> int:
    """Turn a state of a stream into a number below a limit."""
    return (random_bits(state) * limit) >> RANDOM_BITS


@inlined
def draw_fraction(state: int) -> float:
    """Turn a state of a stream into a number from 0 to 1, less than 1."""
    return random_bits(state) / (1 << RANDOM_BITS)


@inlined
def nth_bit(bits: int, number: int) -> int:
    """Return the place of a set bit, counted from 0."""
    for _ in range(number):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1


@inlined
def draw_bit(bits: int, state: int) -> int:
    """Draw one of the set bits; return its place."""
    return nth_bit(bits, draw_below(state, bits.bit_count()))

"""Numbers for the positions at the start of a leg.

All dice are in the pyramid then, so racing camels are interchangeable, and so are the two crazy ones: a position is
just which spaces are taken how often, and which of the camels in running order are crazy. That leaves 15,504 positions
in the first edition and 3,581,424 in the second.

Camels in running order on spaces s0 <= s1 <= ... are numbered like the combination s0, s1 + 1, s2 + 2, ...: the sum of
binomials (si + i over i + 1). Short tracks, which tests use, begin at a later space than 1.
"""

import numpy as np

from camelup.compiled import inlined, kernel
from camelup.core.edition import SPACES
from camelup.core.race import EMPTY, FIRST_CRAZY, RACERS

WITH_CRAZY = RACERS + 2
STORED = RACERS - 1
"""Of five probabilities that add up to 1, four are stored."""

BINOMIALS = np.zeros((SPACES + WITH_CRAZY + 1, WITH_CRAZY + 2), np.int64)
BINOMIALS[:, 0] = 1
for _n in range(1, len(BINOMIALS)):
    BINOMIALS[_n, 1:] = BINOMIALS[_n - 1, 1:] + BINOMIALS[_n - 1, :-1]

# Which two of the seven camels in running order are crazy.
_PAIRS = np.array([(rear, front) for front in range(WITH_CRAZY) for rear in range(front)], np.int64)
_PAIR_NUMBER = np.zeros((WITH_CRAZY, WITH_CRAZY), np.int64)
_PAIR_NUMBER[_PAIRS[:, 0], _PAIRS[:, 1]] = np.arange(len(_PAIRS))
_PAIR_COUNT = len(_PAIRS)


def position_count(camels: int, first: int = 1) -> int:
    """Return the number of positions of this many camels on the spaces from `first` to 16.

    >>> position_count(5), position_count(7)
    (15504, 3581424)
    """
    return int(BINOMIALS[SPACES - first + camels, camels]) * (_PAIR_COUNT if camels == WITH_CRAZY else 1)


@inlined
def position_number(track: int, camels: int, first: int) -> int:
    """Return the number of the position that a track has, whichever camels stand where."""
    number = 0
    rear = -1
    front = 0
    for place in range(camels):
        byte = (track >> (8 * place)) & 0xFF
        number += int(BINOMIALS[(byte >> 3) - first + place, place + 1])
        if (byte & 0x07) >= FIRST_CRAZY:
            if rear < 0:
                rear = place
            else:
                front = place
    if camels == WITH_CRAZY:
        return number * _PAIR_COUNT + int(_PAIR_NUMBER[rear, front])
    return number


@kernel("int64[::1](int64, int64)")
def all_tracks(camels: int, first: int) -> np.ndarray:
    """Return a track for each position, in the order of their numbers; racing camels are numbered as they run."""
    pairs = _PAIR_COUNT if camels == WITH_CRAZY else 1
    spaces_count = int(BINOMIALS[SPACES - first + camels, camels])
    tracks = np.empty(spaces_count * pairs, np.int64)
    spaces = np.empty(camels, np.int64)
    for number in range(spaces_count):
        rest = number
        for place in range(camels - 1, -1, -1):
            member = place
            while int(BINOMIALS[member + 1, place + 1]) <= rest:
                member += 1
            rest -= int(BINOMIALS[member, place + 1])
            spaces[place] = member - place + first
        for pair in range(pairs):
            track = EMPTY
            racer = 0
            crazy = FIRST_CRAZY
            for place in range(camels):
                is_crazy = pairs > 1 and (_PAIRS[pair, 0] == place or _PAIRS[pair, 1] == place)
                camel = crazy if is_crazy else racer
                crazy += is_crazy
                racer += not is_crazy
                byte = (int(spaces[place]) << 3) | camel
                track = (track & ~(0xFF << (8 * place))) | (byte << (8 * place))
            tracks[number * pairs + pair] = track
    return tracks

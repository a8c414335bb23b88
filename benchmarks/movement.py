"""One source for movement: the functions of race.py as Python runs them, and the very same ones compiled.

Counts every node of a second-edition leg by plain enumeration of the dice, so that both do the same moves.
"""

import time
from collections.abc import Callable

from numba import njit

import camelup.compiled  # noqa: F401 - makes the functions of race.py known to the compiler
from camelup.core import race
from camelup.core.edition import SECOND
from camelup.formats.notation import parse_track

START = parse_track(SECOND, "1:gy 2:rb 3:p 14:K 16:W")
ALL_DICE = 0b111111


def walk(track: int, dice: int, draws: int) -> int:
    """Count the moves of all sequences of dice, each order and face apart."""
    if draws == 0 or is_over(track):
        return 0
    moves = 0
    for die in range(6):
        if dice >> die & 1:
            for face in range(6 if die == 5 else 3):
                camel = die
                if die == 5:
                    camel = crazy_to_move(track, 5 + face // 3)
                after = move(track, camel, 1 + face % 3, 0, 0)
                moves += 1 + walk(after, dice & ~(1 << die), draws - 1)
    return moves


# Numba finds the functions of a kernel by their global names.
is_over, crazy_to_move, move = race.is_over, race.crazy_to_move, race.move


def timed(function: Callable[[int, int, int], int], draws: int) -> tuple[int, float]:
    begin = time.perf_counter()
    moves = function(START, ALL_DICE, draws)
    return moves, (time.perf_counter() - begin) / moves


def main() -> None:
    begin = time.perf_counter()
    compiled = njit("int64(int64, int64, int64)")(walk)
    print(f"compiling: {time.perf_counter() - begin:.1f} s")
    moves, plain_seconds = timed(walk, 4)
    print(f"interpreted: {plain_seconds * 1e6:.2f} us a move ({moves} moves)")
    moves, fast_seconds = timed(compiled, 5)
    print(f"compiled: {fast_seconds * 1e9:.1f} ns a move ({moves} moves)")
    print(f"ratio: {plain_seconds / fast_seconds:.0f}")


if __name__ == "__main__":
    main()

"""Where dice come from: any function that draws a whole number below a limit, so that a caller may supply its own."""

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from camelup import race
from camelup.actions import Face
from camelup.edition import Edition
from camelup.rules import CRAZY_STARTING_SPACES, STARTING_SPACES, faces

Below = Callable[[int], int]
"""Draws uniformly from 0 to the limit less one."""

_STEPS = 1 << 53
_T = TypeVar("_T")


def seeded(seed: int) -> Below:
    """Give a source that draws the same numbers for the same seed, on every platform and Python version.

    Of the standard generator only `random()` is promised to stay the same for ever, so all draws are made from it,
    exactly uniform by rejection.

    >>> draw = seeded(7)
    >>> [draw(6) for _ in range(8)]
    [1, 2, 1, 0, 4, 3, 0, 1]
    """
    generator = random.Random(seed)  # noqa: S311 - games are to be reproducible; the server has its own dice

    def below(limit: int) -> int:
        end = _STEPS - _STEPS % limit
        while (number := int(generator.random() * _STEPS)) >= end:
            pass
        return number % limit

    return below


def unpredictable() -> Below:
    """Give a source that nobody can foretell."""
    return random.SystemRandom().randrange


def shuffled(items: Sequence[_T], below: Below) -> list[_T]:
    """Give the items in a random order."""
    pool = list(items)
    return [pool.pop(below(len(pool))) for _ in items]


def starting_track(edition: Edition, below: Below) -> int:
    """Roll the dice for the camels' starting spaces; camels that share one are stacked in a random order."""
    track = race.EMPTY
    for camels, spaces in ((edition.racing, STARTING_SPACES), (edition.crazy, CRAZY_STARTING_SPACES)):
        for camel in shuffled(camels, below):
            space = spaces[below(len(spaces))]
            track = race.put_on_top(track, edition.camels.index(camel), space)
    return track


def reveal(edition: Edition, dice: str, below: Below) -> Face:
    """Shake the pyramid: one of the dice in it, and one of that die's six faces."""
    sides = faces(edition, dice[below(len(dice))])
    return sides[below(len(sides))]

"""Where dice come from: any function that draws a whole number below a limit, so that a caller may supply its own."""

import random
import secrets
from collections.abc import Callable, Sequence
from typing import TypeVar

from camelup.core import race
from camelup.core.actions import Face
from camelup.core.edition import Edition
from camelup.core.errors import ArgumentError, quoted
from camelup.core.rules import CRAZY_STARTING_SPACES, faces, starting_spaces

RandBelow = Callable[[int], int]
"""Draws uniformly from 0 to the limit less one."""

_STEPS = 1 << 53
_T = TypeVar("_T")


class seeded:  # noqa: N801 - it is used like a function; being a class, it can be copied and sent elsewhere
    """A source that draws the same numbers for the same seed, on every platform and Python version.

    Of the standard generator only `random()` is promised to stay the same for ever, so all draws are made from it,
    exactly uniform by rejection.

    >>> draw = seeded(7)
    >>> [draw(6) for _ in range(8)]
    [1, 2, 1, 0, 4, 3, 0, 1]
    """

    def __init__(self, seed: int) -> None:
        if type(seed) is not int or seed < 0:
            raise ArgumentError("seed", f"A seed must be a whole number of 0 or more, not {quoted(seed)}.")
        self._generator = random.Random(seed)  # noqa: S311 - games are to be reproducible; the server has its own dice

    def __call__(self, limit: int) -> int:
        """Draw from 0 to the limit less one."""
        if not 0 < limit <= _STEPS:  # it would look for ever
            raise ArgumentError("limit", f"A seeded source draws below a limit from 1 to 2**53, not {quoted(limit)}.")
        end = _STEPS - _STEPS % limit
        while (number := int(self._generator.random() * _STEPS)) >= end:
            pass
        return number % limit


def secure_rng(limit: int) -> int:
    """Draw from 0 to the limit less one, so that nobody can foretell it."""
    return secrets.randbelow(limit)


def check_rng(rng: object) -> None:
    """Refuse what is no source of random numbers, such as a seed, or a generator of Python's in place of its method."""
    if not callable(rng):
        raise ArgumentError(
            "rng",
            "A source of random numbers is a function that draws below a limit, such as seeded(1) or"
            f" random.Random(1).randrange, not {quoted(rng)}.",
        )


class SwitchableRng:
    """Draws from another source, `draw`, which can be exchanged while a player holds this one."""

    def __init__(self, draw: RandBelow = secure_rng) -> None:
        self.draw = draw

    def __call__(self, limit: int) -> int:
        """Draw from 0 to the limit less one."""
        return self.draw(limit)


def shuffle(items: Sequence[_T], rng: RandBelow) -> list[_T]:
    """Return the items in a random order."""
    pool = list(items)
    return [pool.pop(rng(len(pool))) for _ in items]


def draw_starting_track(edition: Edition, rng: RandBelow) -> int:
    """Roll the dice for the camels' starting spaces; camels that share one are stacked in a random order."""
    track = race.EMPTY
    for camels, spaces in ((edition.racing, starting_spaces(edition)), (edition.crazy, CRAZY_STARTING_SPACES)):
        for camel in shuffle(camels, rng):
            space = spaces[rng(len(spaces))]
            track = race.put_on_top(track, edition.camels.index(camel), space)
    return track


def draw_face(edition: Edition, dice: str, rng: RandBelow) -> Face:
    """Shake the pyramid: one of the dice in it, and one of that die's six faces."""
    sides = faces(edition, dice[rng(len(dice))])
    return sides[rng(len(sides))]

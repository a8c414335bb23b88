"""Movement and ranking compiled: the same functions, and the same results."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from numba import njit

from camelup.compiled.shared import RACE_FUNCTIONS
from camelup.core import race
from camelup.core.edition import EDITIONS
from tests.randomplay import random_track


@pytest.fixture(scope="module")
def compiled() -> dict[str, Callable[..., Any]]:
    """The functions of race.py compiled as they stand."""
    return {function.__name__: njit()(function) for function in RACE_FUNCTIONS}


def test_compiled_and_interpreted_movement_are_the_same(compiled: dict[str, Callable[..., Any]]) -> None:
    generator = random.Random(0)
    for _ in range(6_000):
        edition = EDITIONS[generator.choice((1, 2))]
        track = random_track(edition, generator)
        camel = generator.randrange(len(edition.camels))
        tiles = generator.getrandbits(17) & ~race.occupied(track) & 0x1FFFC
        cheering = tiles & generator.getrandbits(17)
        arguments = (track, camel, generator.randint(1, 3), cheering, tiles & ~cheering)
        after = race.move(*arguments)
        assert compiled["move"](*arguments) == after
        assert compiled["is_over"](after) == race.is_over(after)
        assert compiled["occupied"](after) == race.occupied(after)
        assert compiled["place_of"](after, camel) == race.place_of(after, camel)
        place = generator.randrange(len(edition.racing))
        assert compiled["camel_in_place"](after, place) == race.camel_in_place(after, place)
        if edition.crazy:
            assert compiled["crazy_to_move"](track, 5) == race.crazy_to_move(track, 5)

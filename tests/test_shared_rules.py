"""The integer rules that compiled code shares with the readable ones: the same answers, compiled or not."""

import random
from itertools import product
from types import FunctionType

import pytest
from numba import njit

from camelup.compiled.shared import SHARED_FUNCTIONS
from camelup.core import payouts, tiles
from camelup.core.edition import SPACES


@pytest.mark.parametrize("module", [payouts, tiles], ids=lambda module: module.__name__)
def test_every_function_of_these_modules_is_known_to_the_compiler(module: object) -> None:
    own = {value for value in vars(module).values() if isinstance(value, FunctionType)}
    assert own
    assert own <= set(SHARED_FUNCTIONS)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (payouts.pay, (range(25), range(-25, 26))),
        (payouts.ticket_reward, (range(6), range(5))),
        (payouts.card_reward, (range(2), range(9))),
    ],
)
def test_payments_are_the_same_compiled(function: FunctionType, arguments: tuple[range, ...]) -> None:
    compiled = njit()(function)
    for case in product(*arguments):
        assert compiled(*case) == function(*case), case


def test_open_spaces_are_the_same_compiled_and_what_the_rule_says() -> None:
    compiled = njit()(tiles.open_spaces)
    generator = random.Random(0)
    for _ in range(5_000):
        occupied, others = generator.getrandbits(18), generator.getrandbits(17) & 0x1FFFC
        own = 1 << generator.randint(2, SPACES) if generator.randrange(2) else 0
        expected = {
            space
            for space in range(2, SPACES + 1)
            if not (occupied | others | own) >> space & 1 and not others & (0b101 << (space - 1))
        }
        spaces = tiles.open_spaces(occupied, others, own)
        assert {space for space in range(64) if spaces >> space & 1} == expected
        assert compiled(occupied, others, own) == spaces

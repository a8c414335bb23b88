"""Rankings of the racing camels, numbered as kernels count them."""

from collections.abc import Sequence
from itertools import permutations
from typing import TypeVar

from camelup.compiled import inlined
from camelup.core.race import EMPTY, FIRST_CRAZY, RACERS, put_on_top, without

_T = TypeVar("_T")
ORDERS = 1 << 12
"""One more than the highest number of a ranking."""


@inlined
def without_crazy(track: int) -> int:
    """Take both crazy camels off the track."""
    return without(without(track, FIRST_CRAZY), FIRST_CRAZY + 1)


@inlined
def order_number(track: int) -> int:
    """Number the order of five racing camels on a bare track by the rear four, three bits each."""
    camels = track & 0x0707070707
    pairs = camels | (camels >> 5)
    return (pairs & 0x3F) | ((pairs >> 10) & 0xFC0)


def all_orders(racing: Sequence[_T]) -> list[tuple[_T, ...]]:
    """List every ranking there can be, first to last."""
    return list(permutations(racing))


def _order_number(order: tuple[int, ...]) -> int:
    track = EMPTY
    for camel in reversed(order):
        track = put_on_top(track, camel, 1)
    return order_number(track)


ORDER_NUMBERS = [_order_number(order) for order in all_orders(range(RACERS))]
"""Where the kernel counts each of `all_orders`."""

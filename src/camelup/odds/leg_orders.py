"""Rankings as the leg kernel counts them."""

from collections.abc import Sequence
from itertools import permutations
from typing import TypeVar

from camelup.odds.leg_kernel import order_number
from camelup.odds.numbering import RACERS
from camelup.race import EMPTY, put_on_top

_T = TypeVar("_T")


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

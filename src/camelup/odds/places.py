"""Where the racing camels are in each of their orders, for kernels that look up values by place."""

import numpy as np

from camelup.core.race import RACERS
from camelup.odds.orders import ORDER_NUMBERS, ORDERS, all_orders

# For each order of the racing camels (as numbered by the leg kernel): the place of each, rear to front, and what the
# set of their dice becomes when it is written by place.
PLACES = np.zeros((ORDERS, RACERS), np.int8)
DICE_BY_PLACE = np.zeros((ORDERS, 1 << RACERS), np.int8)
for _order, _number in zip(all_orders(tuple(range(RACERS))), ORDER_NUMBERS, strict=True):
    for _place, _camel in enumerate(reversed(_order)):
        PLACES[_number, _camel] = _place
    for _dice in range(1 << RACERS):
        DICE_BY_PLACE[_number, _dice] = sum(
            1 << int(PLACES[_number, camel]) for camel in range(RACERS) if _dice >> camel & 1
        )

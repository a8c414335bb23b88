"""What compiled code must know of the editions: arrays made from their data, with a row for each edition's number."""

from collections.abc import Callable

import numpy as np

from camelup.compiled.arrays import IntArray
from camelup.core.edition import EDITIONS, MAX_PLAYERS, Edition

TICKET_DEPTH = max(len(edition.ticket_values) for edition in EDITIONS.values())
"""The most tickets that a colour has in any edition."""
_MOST_DICE = max(len(edition.dice) for edition in EDITIONS.values())


def _by_number(fact: Callable[[Edition], int | list[int]]) -> IntArray:
    """Put a fact of each edition into the row of its number; rows that no edition has are 0."""
    facts = {number: np.array(fact(edition), np.int64) for number, edition in EDITIONS.items()}
    table = np.zeros((max(facts) + 1, *facts[max(facts)].shape), np.int64)
    for number, row in facts.items():
        table[number] = row
    return table


CAMELS = _by_number(lambda edition: len(edition.camels))
CRAZY_CAMELS = _by_number(lambda edition: sum(1 << edition.camels.index(camel) for camel in edition.crazy))
"""The crazy camels as bits."""
ALL_DICE = _by_number(lambda edition: edition.dice_bits(edition.dice))
"""The dice of a new leg as bits."""
DRAWS_LEFT = _by_number(lambda edition: [edition.draws_left(dice) for dice in range(_MOST_DICE + 1)])
"""How many more dice a leg will see, by how many are in the pyramid."""
TICKETS_EACH = _by_number(lambda edition: len(edition.ticket_values))
"""How many tickets a colour has."""
TICKET_VALUES = _by_number(lambda edition: [*edition.ticket_values, *[0] * TICKET_DEPTH][:TICKET_DEPTH])
"""The value of a ticket, by how many of its colour were taken before."""
HAS_PARTNERSHIPS = _by_number(
    lambda edition: [edition.has_partnerships(players) for players in range(MAX_PLAYERS + 1)],
)
"""Whether partnership cards are used, as 1 or 0, by the number of players."""

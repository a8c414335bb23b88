"""Editions with a feature switched, for experiments that ask what one rule changes.

A variant is an `Edition` without a number. It is played in bulk, and has odds and statistics; it is never played at a
table and never written into a record, so that everything that is kept follows official rules.
"""

from camelup.core.edition import EDITIONS, SPACES, Edition, varied
from camelup.core.errors import ArgumentError, quoted

FEWEST_SPACES = 6
"""On a shorter track, racing and crazy camels would start on the same spaces."""
MOST_VALUES, MOST_VALUE = 4, 15
"""How many tickets a colour may have, and what one may be worth, in a variant."""


def vary(
    edition: Edition,
    *,
    crazy_camels: bool = True,
    tiles: bool = True,
    ticket_values: tuple[int, ...] | None = None,
    spaces: int = SPACES,
) -> Edition:
    """Return an official edition with some features switched; the same switches give the same object.

    Ticket values are those of a colour's stack, top first. A shorter track lacks its first spaces: with 12, racing
    camels start on 5, 6 and 7, the finish line is still behind 16, and crazy camels start where they always do.

    >>> from camelup.core.edition import SECOND
    >>> vary(SECOND, crazy_camels=False, spaces=12)
    <Camel Up, second edition (2018), without crazy camels, 12 spaces>
    """
    if not isinstance(edition, Edition) or not edition.is_official:
        raise ArgumentError("variant", f"A variant is made of an official edition, not of {quoted(edition)}.")
    for name, switch in (("crazy_camels", crazy_camels), ("tiles", tiles)):
        if type(switch) is not bool:
            raise ArgumentError("variant", f"{name} must be True or False, not {quoted(switch)}.")
    values = edition.ticket_values if ticket_values is None else ticket_values
    is_tuple = isinstance(values, tuple) and all(type(value) is int and 1 <= value <= MOST_VALUE for value in values)
    if not is_tuple or not 1 <= len(values) <= MOST_VALUES or list(values) != sorted(values, reverse=True):
        raise ArgumentError(
            "variant",
            f"The values of tickets must be 1 to {MOST_VALUES} numbers from 1 to {MOST_VALUE}, the highest first,"
            f" not {quoted(ticket_values)}.",
        )
    if type(spaces) is not int or not FEWEST_SPACES <= spaces <= SPACES:
        raise ArgumentError("variant", f"A track has {FEWEST_SPACES} to {SPACES} spaces, not {quoted(spaces)}.")
    return varied(edition, crazy_camels and bool(edition.crazy), tiles, values, spaces)


def with_same_camels(edition: Edition) -> Edition:
    """Return the official edition that has as many crazy camels, and so the same dice; an official one itself."""
    if edition.is_official:
        return edition
    return next(official for official in EDITIONS.values() if len(official.crazy) == len(edition.crazy))


def check_official(edition: Edition) -> Edition:
    """Refuse a variant where only official rules may be."""
    if not edition.is_official:
        raise ArgumentError(
            "variant", f"{edition.title}: a variant is for experiments, never for tables, matches and records."
        )
    return edition

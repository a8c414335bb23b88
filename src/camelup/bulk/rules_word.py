"""What the rules of an edition or a variant say, in one word that records of variants carry.

An official game has 0 there, and its edition's number says which word it is, so that a record is complete in either
case and compiled code asks one question. From the lowest bit: four values of tickets, 4 bits each, top first; by how
many spaces the track is shorter, 4 bits; whether there are no tiles, 1 bit; from how many players on there are
partnerships, 4 bits, 0 for never; the number of the edition, 2 bits; and how many tickets a colour has, 3 bits.
"""

from functools import cache
from typing import Any

import numpy as np

from camelup.compiled import inlined
from camelup.core.edition import EDITIONS, SPACES, Edition
from camelup.core.errors import ArgumentError, ImpossiblePositionError
from camelup.core.variants import FEWEST_SPACES, MOST_VALUES, vary, with_same_camels

Game = Any
_MOST_SHORTER = SPACES - FEWEST_SPACES
_VALUE_BITS = 4
_VALUE = (1 << _VALUE_BITS) - 1
_SHORTER = MOST_VALUES * _VALUE_BITS
_NO_TILES = _SHORTER + 4
_PARTNERSHIPS = _NO_TILES + 1
_BASE = _PARTNERSHIPS + 4
_TICKETS = _BASE + 2


@cache
def word_of(edition: Edition) -> int:
    """Return the word of an edition or a variant."""
    values = sum(value << (_VALUE_BITS * depth) for depth, value in enumerate(edition.ticket_values))
    return (
        values
        | (edition.first_space - 1) << _SHORTER
        | (not edition.has_tiles) << _NO_TILES
        | (edition.partnerships_from or 0) << _PARTNERSHIPS
        | (edition.base or edition).number << _BASE
        | len(edition.ticket_values) << _TICKETS
    )


@cache
def edition_of_record(number: int, variant: int) -> Edition:
    """Return the edition of a record by its fields `edition` and `variant`; refuse what no record has.

    >>> from camelup.core.edition import SECOND
    >>> short = vary(SECOND, crazy_camels=False, spaces=10)
    >>> edition_of_record(*record_fields(short)) is short
    True
    """
    if not variant:
        return EDITIONS[number]
    try:
        found = vary(
            EDITIONS[variant >> _BASE & 3],
            crazy_camels=bool(EDITIONS[number].crazy),
            tiles=not variant >> _NO_TILES & 1,
            ticket_values=tuple(
                variant >> (_VALUE_BITS * depth) & _VALUE for depth in range(min(variant >> _TICKETS, MOST_VALUES))
            ),
            spaces=SPACES - (variant >> _SHORTER & _VALUE),
        )
    except (LookupError, ArgumentError):
        found = None
    if found is None or record_fields(found) != (number, variant):
        raise ImpossiblePositionError("record", "A record is not a valid position: there is no such variant.")
    return found


def record_fields(edition: Edition) -> tuple[int, int]:
    """Return the fields `edition` and `variant` of the records of an edition or a variant."""
    return with_same_camels(edition).number, 0 if edition.is_official else word_of(edition)


WORDS = np.array([word_of(EDITIONS[number]) if number in EDITIONS else 0 for number in range(max(EDITIONS) + 1)])
"""The words of the editions by their numbers."""


@inlined
def rules_of(game: Game) -> int:
    """Return the word of the rules that a game is played by."""
    variant = int(game.variant)
    return variant or int(WORDS[game.edition])


@inlined
def is_variant(number: int, variant: int) -> bool:
    """Return whether these are the fields `edition` and `variant` of a variant's records."""
    base = (variant >> _BASE) & 3
    count = variant >> _TICKETS
    if not 1 <= base < len(WORDS) or number > base or not 1 <= count <= MOST_VALUES:
        return False
    for depth in range(MOST_VALUES):
        value = (variant >> (_VALUE_BITS * depth)) & _VALUE
        before = _VALUE if depth == 0 else (variant >> (_VALUE_BITS * (depth - 1))) & _VALUE
        if (value > 0) != (depth < count) or value > before:
            return False
    official = int(WORDS[base])
    is_same = variant == official and number == base
    return (
        (variant >> _SHORTER) & _VALUE <= _MOST_SHORTER
        and not is_same
        and ((variant >> _PARTNERSHIPS) & 0x0F == (official >> _PARTNERSHIPS) & 0x0F)
    )


@inlined
def ticket_value(rules: int, depth: int) -> int:
    """Return the value of a ticket, by how many of its colour were taken before."""
    return (rules >> (_VALUE_BITS * depth)) & _VALUE


@inlined
def tickets_each(rules: int) -> int:
    """Return how many tickets a colour has."""
    return rules >> _TICKETS


@inlined
def first_space(rules: int) -> int:
    """Return the first space of the track."""
    return 1 + ((rules >> _SHORTER) & _VALUE)


@inlined
def allowed_tile_spaces(rules: int, spaces: int) -> int:
    """Return those of some spaces, as bits, on which the rules let tiles lie at all."""
    first = first_space(rules)
    return 0 if (rules >> _NO_TILES) & 1 else (spaces >> (first + 1)) << (first + 1)


@inlined
def has_partnerships(rules: int, players: int) -> bool:
    """Return whether partnership cards are used with this many players."""
    fewest = (rules >> _PARTNERSHIPS) & 0x0F
    return 0 < fewest <= players

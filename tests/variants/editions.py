"""Editions with a feature switched, and the same switches in the slow model, which knows them by numbers of its own."""

from camelup.core.edition import FIRST, SECOND, Edition
from camelup.core.variants import vary
from tests import naive

WITHOUT_CRAZY = vary(SECOND, crazy_camels=False)
WITHOUT_TILES = vary(SECOND, tiles=False)
OTHER_TICKETS = vary(FIRST, ticket_values=(7, 4, 4, 1))
SHORT = vary(SECOND, spaces=7)
SHORT_FIRST = vary(FIRST, spaces=10)
ALL_SWITCHED = vary(SECOND, crazy_camels=False, tiles=False, ticket_values=(9,), spaces=12)
VARIANTS = {
    "without crazy camels": WITHOUT_CRAZY,
    "without tiles": WITHOUT_TILES,
    "other tickets": OTHER_TICKETS,
    "short": SHORT,
    "short first": SHORT_FIRST,
    "all switched": ALL_SWITCHED,
}


def number_in_model(edition: Edition) -> int:
    """Let the slow model know a variant."""
    assert edition.base is not None
    number, base = 100 + list(VARIANTS.values()).index(edition), edition.base.number
    naive.RACING[number] = naive.RACING[base]
    naive.CRAZY[number] = naive.CRAZY[base] if edition.crazy else []
    naive.TICKETS[number] = list(edition.ticket_values)
    naive.DICE_LEFT_WHEN_LEG_ENDS[number] = 1 if edition.crazy else 0
    naive.FIRST_SPACE[number] = edition.first_space
    naive.HAS_TILES[number] = edition.has_tiles
    naive.HAS_PARTNERSHIP_CARDS[number] = naive.HAS_PARTNERSHIP_CARDS[base]
    return number

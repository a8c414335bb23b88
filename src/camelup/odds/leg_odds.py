"""The odds of this leg."""

import numpy as np

from camelup.core.situation import Situation, situation_of
from camelup.core.state import Table
from camelup.odds.orders import ORDER_NUMBERS, ORDERS, all_orders
from camelup.odds.packed import pack_situation, walk_packed_leg
from camelup.odds.results import LegOdds


def leg(position: Table | Situation) -> LegOdds:
    """Compute how this leg can end: exactly, for any dice left, tiles and crazy camels.

    >>> from camelup.core.edition import SECOND
    >>> from camelup.odds import parse_situation
    >>> odds = leg(parse_situation(SECOND, "2:ygrbp 14:KW", dice="prb"))
    >>> [str(odds.rank_fractions[camel][0]) for camel in "pbr"]
    ['2/3', '2/9', '1/9']
    """
    situation = situation_of(position)
    orders = np.zeros(ORDERS, np.int64)
    endings, landings = walk_packed_leg(pack_situation(situation), orders)
    racing = situation.edition.racing
    ways = {order: int(orders[number]) for order, number in zip(all_orders(racing), ORDER_NUMBERS, strict=True)}
    return LegOdds(
        situation=situation,
        orders={order: count for order, count in ways.items() if count},
        landings={tile.space: int(landings[tile.space]) for tile in situation.tiles},
        endings=endings,
        total=sum(ways.values()),
    )

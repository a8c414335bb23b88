"""The odds of this leg."""

import numpy as np

from camelup.core.edition import GREY_DIE
from camelup.core.situation import Situation, situation_of
from camelup.core.state import Table
from camelup.odds.leg_kernel import walk_leg
from camelup.odds.nodes import WORKSPACE
from camelup.odds.orders import ORDER_NUMBERS, ORDERS, all_orders, bare
from camelup.odds.results import LegOdds


def leg(position: Table | Situation) -> LegOdds:
    """Reckon how this leg can end: exactly, for any dice left, tiles and crazy camels.

    >>> from camelup.core.edition import SECOND
    >>> from camelup.odds import parse_situation
    >>> odds = leg(parse_situation(SECOND, "2:ygrbp 14:KW", dice="prb"))
    >>> [str(odds.rank_fractions[camel][0]) for camel in "pbr"]
    ['2/3', '2/9', '1/9']
    """
    asked = situation_of(position)
    track = asked.track
    if asked.edition.crazy and GREY_DIE not in asked.dice:
        track = bare(track)
    orders = np.zeros(ORDERS, np.int64)
    landings = np.zeros(18, np.int64)
    endings = walk_leg(
        track,
        asked.dice_bits,
        asked.draws,
        asked.cheering,
        asked.booing,
        WORKSPACE.keys,
        WORKSPACE.weights,
        WORKSPACE.slots,
        orders,
        landings,
    )
    racing = asked.edition.racing
    ways = {order: int(orders[number]) for order, number in zip(all_orders(racing), ORDER_NUMBERS, strict=True)}
    return LegOdds(
        situation=asked,
        orders={order: count for order, count in ways.items() if count},
        landings={tile.space: int(landings[tile.space]) for tile in asked.tiles},
        endings=int(endings),
        total=sum(ways.values()),
    )

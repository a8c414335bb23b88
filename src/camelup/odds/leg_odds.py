"""The odds of this leg."""

import numpy as np

from camelup.core.edition import GREY_DIE
from camelup.core.race import OVER_THE_LINE
from camelup.core.situation import Situation, situation_of
from camelup.core.state import Table
from camelup.odds.leg_kernel import walk_leg
from camelup.odds.nodes import WORKSPACE
from camelup.odds.orders import ORDER_NUMBERS, ORDERS, all_orders, without_crazy
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
    track = situation.track
    if situation.edition.crazy and GREY_DIE not in situation.dice:
        track = without_crazy(track)
    orders = np.zeros(ORDERS, np.int64)
    landings = np.zeros(OVER_THE_LINE + 1, np.int64)
    endings = walk_leg(
        track,
        situation.dice_bits,
        situation.draws,
        situation.cheering,
        situation.booing,
        WORKSPACE.keys,
        WORKSPACE.weights,
        WORKSPACE.slots,
        orders,
        landings,
    )
    racing = situation.edition.racing
    ways = {order: int(orders[number]) for order, number in zip(all_orders(racing), ORDER_NUMBERS, strict=True)}
    return LegOdds(
        situation=situation,
        orders={order: count for order, count in ways.items() if count},
        landings={tile.space: int(landings[tile.space]) for tile in situation.tiles},
        endings=int(endings),
        total=sum(ways.values()),
    )

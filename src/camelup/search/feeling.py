"""How somebody who never counts dice feels the chances: by the places on the track alone, surer near the finish."""

from camelup.bulk.styles import style
from camelup.compiled import inlined
from camelup.compiled.arrays import FloatArray
from camelup.core.edition import SPACES
from camelup.core.race import RACERS, camel_in_place, space_of
from camelup.odds.leg_table import ENDS, LAST, LEG_FIRST, LEG_SECOND, WINS

_FEELS = (0.55, 0.25, 0.12, 0.06, 0.02)
"""How likely it feels that the camel in each place stays in front."""
_SECOND_FEELS = 0.7
_EAGER = 1.4
_END_IS_NEAR = 11
"""From this space of the leader on it feels that the race may end in this leg."""
_LEGS_TO_GO = 6
_CERTAIN = 99.0
"""All cards on a deck are taken to be right: they count, whatever they show."""

FEELING = style(
    noise=0.6, floor=0.34, winner_from=0.3, loser_from=0.6, partner_weight=0.5, tile_weight=0.0, crowd=_CERTAIN
)
"""The style that goes with it: moody, and without a thought of tiles."""


@inlined
def feel(chance: float, sure: float) -> float:
    """Return how likely something feels that is not sure yet."""
    return 1 / RACERS + sure * (chance - 1 / RACERS)


@inlined
def feel_odds(track: int, odds: FloatArray) -> None:
    """Write the odds of leg and race as they feel."""
    front = space_of(track, camel_in_place(track, 0))
    sure = _EAGER * front / SPACES  # the nearer the leader is to the finish, the surer it all feels
    for place in range(RACERS):
        camel = camel_in_place(track, place)
        odds[LEG_FIRST + camel] = _FEELS[place]
        odds[LEG_SECOND + camel] = _FEELS[abs(place - 1)] * _SECOND_FEELS
        odds[WINS + camel] = feel(_FEELS[place], sure)
        odds[LAST + camel] = feel(_FEELS[RACERS - 1 - place], sure)
    odds[ENDS] = max(0.0, (front - _END_IS_NEAR) / _LEGS_TO_GO)

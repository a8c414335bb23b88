"""Exact odds: of this leg, of the whole race, and what every action is worth.

NumPy and Numba are imported when something is first computed.
"""

from typing import TYPE_CHECKING

from camelup.core.situation import Situation
from camelup.formats.notation import parse_situation
from camelup.lazy import lazy_names
from camelup.notebook import show_as_picture
from camelup.odds.results import LegOdds, RaceOdds

if TYPE_CHECKING:
    from camelup.odds.action_values import ActionValue, Values, values
    from camelup.odds.leg_odds import leg
    from camelup.odds.race_odds import race
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "ActionValue": "action_values",
            "Values": "action_values",
            "leg": "leg_odds",
            "race": "race_odds",
            "values": "action_values",
        },
        "Odds",
        "odds",
    )

__all__ = ["ActionValue", "LegOdds", "RaceOdds", "Situation", "Values", "leg", "parse_situation", "race", "values"]

show_as_picture(LegOdds, RaceOdds)

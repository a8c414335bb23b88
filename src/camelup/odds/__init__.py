"""Exact odds: of this leg, of the whole race, and what every action is worth.

Importing this package imports NumPy and Numba.
"""

from camelup.core.situation import Situation
from camelup.formats.notation import parse_situation
from camelup.notebook import show_as_picture
from camelup.odds.action_values import ActionValue, Values, values
from camelup.odds.leg_odds import leg
from camelup.odds.race_odds import race
from camelup.odds.results import LegOdds, RaceOdds

__all__ = ["ActionValue", "LegOdds", "RaceOdds", "Situation", "Values", "leg", "parse_situation", "race", "values"]

show_as_picture(LegOdds, RaceOdds)

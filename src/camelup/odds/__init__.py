"""Exact odds: of this leg, of the whole race, and what every action is worth.

Importing this package imports NumPy and Numba.
"""

from camelup.odds.action_values import ActionValue, Values, values
from camelup.odds.leg_odds import leg
from camelup.odds.race_odds import race
from camelup.odds.results import LegOdds, RaceOdds
from camelup.situation import Situation, situation

__all__ = ["ActionValue", "LegOdds", "RaceOdds", "Situation", "Values", "leg", "race", "situation", "values"]

"""A player that takes what is worth most by the odds.

camelup play --against by_odds:ByOdds
"""

from camelup import odds
from camelup.core.actions import Action
from camelup.core.view import View
from camelup.players import DEFAULT_BUDGET, Budget, Player


class ByOdds(Player):
    """Values every action in pounds, and looks no further."""

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:
        """Choose one of `view.legal`."""
        valued = odds.values(view)  # best first; also valued.leg and valued.race, the odds behind it
        return valued.actions[0].action

"""A player that plays on in its head: a few hundred whole games for each action that looks good.

camelup play --against lookahead:Lookahead
"""

from camelup import odds
from camelup.bulk import Batch
from camelup.chance import RandBelow
from camelup.core.actions import Action
from camelup.core.view import View
from camelup.players import DEFAULT_BUDGET, Budget, Player


class Lookahead(Player):
    """Takes the action after which its seat has won the largest share of simulated games."""

    def __init__(self, rng: RandBelow) -> None:
        """Draw from this source."""
        self.rng = rng

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:
        """Choose one of `view.legal`."""
        candidates = [value.action for value in odds.values(view).actions[:5]]
        playouts = max(1, (budget.playouts or 1000) // len(candidates))
        start = Batch.from_view(view, playouts, seed=self.rng(1 << 53))  # hidden cards are drawn, for each game

        def wins(action: Action) -> float:
            games = start.copy()  # the same cards and dice for every action
            games.apply([action] * len(games))
            games.play_out("sensible")
            return float(games.winners[:, view.turn].mean())

        return max(candidates, key=wins)

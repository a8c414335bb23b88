"""A player as a Python class: it backs the camel in the lead while that pays, and rolls otherwise.

camelup play --against backer:Backer
"""

from camelup.core.actions import Action, Roll, TakeTicket
from camelup.core.view import View
from camelup.players import DEFAULT_BUDGET, Budget, Player


class Backer(Player):
    """Takes tickets of 5 and 3 for the leader."""

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:
        """Choose one of `view.legal`."""
        leader = view.ranking[0]
        if (view.ticket_on_top(leader) or 0) >= 3:
            return TakeTicket(leader)
        return Roll()

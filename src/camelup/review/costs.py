"""What a player's choices cost, by their kind: which bets to think about again."""

from collections.abc import Iterable
from typing import NamedTuple, get_args

from camelup.core.actions import Action, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import Deck
from camelup.core.state import State
from camelup.formats.review_types import Cost, CostKind


class Decision(NamedTuple):
    """The kind of a choice, and the coins that it lost against the best one, with their error."""

    kind: CostKind
    coins: float
    error: float


def kind_of(state: State, action: Action) -> CostKind:
    """Return the kind of an action; an early ticket is the first of its pile."""
    match action:
        case TakeTicket(camel):
            is_first = state.ticket_on_top(camel) == state.edition.ticket_values[0]
            return "early_ticket" if is_first else "late_ticket"
        case PlayCard(deck):
            return "winner" if deck is Deck.WINNER else "loser"
        case PlaceTile():
            return "tile"
        case Roll():
            return "roll"
        case _:
            return "partner"


def sum_costs(decisions: Iterable[Decision]) -> list[Cost]:
    """Add up the costs of each kind that was chosen at all."""
    listed = list(decisions)
    costs = []
    for kind in get_args(CostKind):
        own = [decision for decision in listed if decision.kind == kind]
        if own:
            error = sum(decision.error**2 for decision in own) ** 0.5
            costs.append(Cost(kind, len(own), sum(decision.coins for decision in own), error))
    return costs

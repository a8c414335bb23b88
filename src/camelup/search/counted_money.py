"""Everybody's money, counted along: all payments are announced, even where totals are hidden."""

from collections.abc import Iterable

from camelup.core.edition import STARTING_MONEY, TILE_REWARD
from camelup.core.events import Event, LegScored, TileHit
from camelup.core.payouts import pay
from camelup.core.view import View


class CountedMoney:
    """Counts the money of all seats from what a view shows; what it hides is taken as that of the start."""

    def __init__(self, view: View) -> None:
        self.money = [STARTING_MONEY if amount is None else amount for amount in view.money]

    def follow(self, events: Iterable[Event]) -> None:
        """Hear what happened."""
        for event in events:
            match event:
                case TileHit(seat):
                    self.money[seat] += TILE_REWARD
                case LegScored(_, _, rewards):
                    self.money = [pay(self.money[reward.seat], reward.total) for reward in rewards]
                case _:
                    pass

    def fill_in(self, view: View) -> View:
        """Return the view with the money that it hides."""
        pairs = zip(view.money, self.money, strict=True)
        return view.replace(money=tuple(counted if seen is None else seen for seen, counted in pairs))

"""Has taught itself: a net that has played against itself and past selves, and chooses at a glance."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from camelup.bulk.action_space import TILES, WINNERS
from camelup.bulk.observations.encoder import Encoder
from camelup.bulk.observations.layouts import ODDS, Observation
from camelup.bulk.observations.numbering import legal_mask, numbered_action
from camelup.chance import RandBelow
from camelup.core.actions import Action
from camelup.core.events import Event
from camelup.core.situation import situation_of
from camelup.core.view import View
from camelup.nets.built_in import learned_net
from camelup.nets.policy_net import PolicyNet, load_net
from camelup.odds.packed import pack_situation
from camelup.players.patience import Patience
from camelup.players.player import DEFAULT_BUDGET, Budget, Player, Seating
from camelup.search.counted_money import CountedMoney
from camelup.search.odds_cache import OddsCache


@cache
def net_of(path: Path) -> PolicyNet:
    """Return the net of a file, read once."""
    return load_net(path)


class LearnedPlayer(Player):
    """Takes what its net likes best; it draws nothing, so the same views give the same choices."""

    def __init__(self, rng: RandBelow | None = None, net: PolicyNet | None = None) -> None:  # noqa: ARG002 - as all
        """Play by a net, that of the package if none is given."""
        self._net = net or learned_net()
        self._encoder: Encoder | None = None
        self._money: CountedMoney | None = None
        self._patience = Patience()
        self._odds_cache = OddsCache()

    def start(self, seating: Seating) -> None:
        """Begin to follow the race, and load all that a move needs."""
        self._money, self._patience = CountedMoney(seating.view), Patience()
        self._encoder = Encoder(self._money.fill_in(seating.view), ODDS)
        self._see(self._encoder, self._money.fill_in(seating.view))

    def observe(self, events: Sequence[Event]) -> None:
        """Follow the race."""
        if self._encoder is not None and self._money is not None:
            self._encoder.follow(events)
            self._money.follow(events)
            self._patience.follow(events)

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:  # noqa: ARG002 - a glance is all it takes
        """Choose one of `view.legal`."""
        known = (self._money or CountedMoney(view)).fill_in(view)
        preferences, _ = self._net(self._see(self._encoder or Encoder(known, ODDS), known)[None])
        allowed = legal_mask(view)
        if self._patience.is_over(view.turn):
            allowed[TILES:WINNERS] = False
        return numbered_action(view, int(np.where(allowed, preferences[0], -np.inf).argmax()))

    def _see(self, encoder: Encoder, view: View) -> Observation:
        """Return what the net reads: it learned with estimated odds, and chooses better with exact ones."""
        if view.is_over:
            return encoder.encode(view)
        return encoder.encode(view, odds=self._odds_cache.exact_odds(pack_situation(situation_of(view))))

"""A player that scores every action by a few weights, as the smallest of nets would.

camelup play --against linear:Linear
"""

from collections.abc import Iterable

import numpy as np

from camelup.core.actions import Action
from camelup.core.events import Event
from camelup.core.view import View
from camelup.envs import ODDS, Encoder, legal_mask, numbered_action
from camelup.players import DEFAULT_BUDGET, Budget, Player, Seating

ROLL_BIAS = -0.4  # a roll shows the others the next die
WEIGHT = 1.0  # of what an action is worth in pounds


class Linear(Player):
    """Takes the legal action with the highest score; training would find better weights, and more of them."""

    def start(self, seating: Seating) -> None:
        """Follow the game from here."""
        self.encoder = Encoder(seating.view, "odds")

    def observe(self, events: Iterable[Event]) -> None:
        """Remember what the odds were when cards were played."""
        self.encoder.follow(events)

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:
        """Choose one of `view.legal`."""
        observation = self.encoder.encode(view)  # 521 numbers, the input of a net
        scores = WEIGHT * ODDS.read(observation, "worth")  # a number for each of the 54 actions, its output
        scores[0] += ROLL_BIAS
        best = np.where(legal_mask(view), scores, -np.inf).argmax()
        return numbered_action(view, int(best))

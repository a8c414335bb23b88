"""What a seat may believe about what it cannot see: face-down cards."""

from collections.abc import Iterable

import numpy as np

from camelup.bulk.layout import MOST_CARDS, card_seat
from camelup.compiled.arrays import FloatArray
from camelup.core import race
from camelup.core.edition import Deck, Edition, Side
from camelup.core.events import (
    CamelMoved,
    CardPlayed,
    DieRevealed,
    Event,
    LegStarted,
    TilePlaced,
)
from camelup.core.race import RACERS
from camelup.core.state import Tile
from camelup.core.view import View
from camelup.odds.card_worth import expected_reward
from camelup.odds.packed import PackedSituation
from camelup.search.odds_cache import OddsCache

_DECKS = (Deck.WINNER, Deck.LOSER)
_LEAST = 1e-6
SHARPNESS = 6.0
"""People bet on likely camels more than by their chance: by this power of it."""


class Beliefs:
    """Follows a race by its events, and notes the race's odds at the moment when a card is laid.

    `at_laying` has them by deck, place in it and camel; cards that were there before it began to follow get the odds
    of that moment.
    """

    def __init__(self, view: View, odds_cache: OddsCache) -> None:
        self._odds_cache = odds_cache
        self._edition: Edition = view.edition
        self._track, self._dice = view.track, view.dice
        self._tiles = {seat: tile for seat, tile in enumerate(view.tiles) if tile is not None}
        self.at_laying = np.full((len(_DECKS), MOST_CARDS, RACERS), 1 / RACERS)
        self._laid = [0, 0]
        self.follow(
            CardPlayed(card.seat, deck, None)
            for deck, cards in zip(_DECKS, (view.winner_deck, view.loser_deck), strict=True)
            for card in cards
        )

    def follow(self, events: Iterable[Event]) -> None:
        """Hear what happened."""
        for event in events:
            match event:
                case CardPlayed(_, deck, _):
                    self._note(_DECKS.index(deck))
                case DieRevealed():
                    self._dice = self._dice.replace(event.face.die, "")
                case CamelMoved(unit, _, end, is_under):
                    left, camels, height, _ = race.lift(self._track, self._edition.camels.index(unit[0]))
                    self._track = race.set_down(left, camels, height, end, int(is_under))
                case TilePlaced(seat, space, side, _):
                    self._tiles[seat] = Tile(space, side)
                case LegStarted():
                    self._dice = self._edition.dice
                    self._tiles = {}
                case _:
                    pass

    def _note(self, deck: int) -> None:
        edition = self._edition
        cheering, booing = (
            sum(1 << space for space, up in self._tiles.values() if up is side) for side in (Side.CHEERING, Side.BOOING)
        )
        situation = PackedSituation(edition, self._track, edition.dice_bits(self._dice), cheering, booing)
        chances = self._odds_cache.race(situation)
        self.at_laying[deck, self._laid[deck]] = chances[RACERS * deck : RACERS * (deck + 1)]
        self._laid[deck] += 1


def sharpen(chances: FloatArray, sharpness: float) -> FloatArray:
    """Return the chance of each camel to be on each card, if people bet on likely camels more than by their chance."""
    sharp = (chances + _LEAST) ** sharpness
    return np.asarray(sharp / sharp.sum(axis=-1, keepdims=True))


def expect_rewards(game: np.void, seat: int, shares: FloatArray) -> FloatArray:
    """Return what a right card of each camel would earn on either deck, if others' cards show camels by these shares.

    Nobody has two cards of a colour, so at most one of a seat's cards is right, with the sum of their chances.
    """
    rewards = np.zeros(2 * RACERS)
    for deck, name in enumerate(("winner", "loser")):
        right = np.zeros((int(game["players"]), RACERS))
        for place in range(int(game[f"{name}_cards"])):
            owner = card_seat(int(game[f"{name}_deck"][place]))
            if owner != seat:
                right[owner] += shares[deck, place]
        for camel in range(RACERS):
            rewards[RACERS * deck + camel] = expected_reward(
                min(1.0, float(chance)) for chance in right[:, camel] if chance > 0
            )
    return rewards

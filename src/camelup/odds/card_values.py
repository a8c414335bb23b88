"""What finish cards may be worth, those of others included, of which only owner and place are known.

Nobody can know a face-down card. The cards of one player on a deck are taken to be drawn one after the other without
putting back: the first shows a camel with the probability that this camel has now to win (on the winner deck) or to
come last (on the loser deck), each further one by the same probabilities among the camels that are left. Camels without
a chance come last, when no others are left, all equally likely. Players, and the two decks of a player, are taken to be
independent, and the belief stays the same where a tile changes the odds.
"""

from collections.abc import Sequence

import numpy as np

from camelup.compiled.arrays import FloatArray
from camelup.core.edition import Camel, Deck
from camelup.core.state import Card
from camelup.core.view import View
from camelup.odds.card_worth import WRONG_CARD, Weights, expected_card, expected_reward, inclusion_chances
from camelup.odds.results import RaceOdds


class CardValues:
    """The finish cards of a view, and what a seat believes about those that it cannot see."""

    def __init__(self, view: View, belief: RaceOdds) -> None:
        self._view = view
        self._belief = {Deck.WINNER: tuple(belief.winner.values()), Deck.LOSER: tuple(belief.loser.values())}
        self._race = belief
        self._gains = {deck: self._gains_on(deck) for deck in Deck}

    def of_new_card(self, deck: Deck, camel: Camel) -> float:
        """Return what a card is worth that would now be laid on a deck."""
        cards = self._deck(deck)
        index = self._view.edition.racing.index(camel)
        chance = _chances(self._race, deck)[index]
        return expected_card(chance, self._reward(deck, cards, len(cards), index))

    def of_decks(self, odds: RaceOdds) -> FloatArray:
        """Return what all cards on both decks are worth to each seat, if the race has these odds."""
        worth = np.zeros(self._view.players)
        for deck in Deck:
            worth += self._gains[deck] @ np.array(_chances(odds, deck))
            for card in self._deck(deck):
                worth[card.seat] += WRONG_CARD
        return worth

    def _gains_on(self, deck: Deck) -> FloatArray:
        """Return what each seat may expect from its cards on a deck, more than from wrong ones, if a camel is right."""
        cards = self._deck(deck)
        gains = np.zeros((self._view.players, len(self._view.edition.racing)))
        for place, card in enumerate(cards):
            for index, share in enumerate(self._shares(deck, cards, place)):
                if share:
                    gains[card.seat, index] += share * (self._reward(deck, cards, place, index) - WRONG_CARD)
        return gains

    def _deck(self, deck: Deck) -> tuple[Card, ...]:
        return self._view.winner_deck if deck is Deck.WINNER else self._view.loser_deck

    def _shares(self, deck: Deck, cards: Sequence[Card], place: int) -> Weights:
        """Return the probability that a card shows each camel."""
        racing = self._view.edition.racing
        card = cards[place]
        if card.camel is not None:
            return tuple(float(camel == card.camel) for camel in racing)
        earlier = sum(other.seat == card.seat for other in cards[:place])
        with_it, before = (inclusion_chances(self._belief[deck], count) for count in (earlier + 1, earlier))
        return tuple(after - then for after, then in zip(with_it, before, strict=True))

    def _reward(self, deck: Deck, cards: Sequence[Card], place: int, index: int) -> float:
        """Return what a right card for a camel may expect at its place in a deck: right cards before it earn more."""
        owner = cards[place].seat if place < len(cards) else self._view.seat
        racing = self._view.edition.racing
        right_before = []
        for seat in range(self._view.players):
            before = [card for card in cards[:place] if card.seat == seat]
            if seat == owner or not before:
                continue  # nobody has two cards of a colour
            if all(card.camel is not None for card in before):
                right_before.append(float(any(card.camel == racing[index] for card in before)))
            else:
                right_before.append(inclusion_chances(self._belief[deck], len(before))[index])
        return expected_reward(right_before)


def _chances(odds: RaceOdds, deck: Deck) -> Weights:
    return tuple((odds.winner if deck is Deck.WINNER else odds.loser).values())

"""How likely each seat wins, judged at the start of a leg: rollouts need not go on to the end of the race.

What a seat has is its money and what its cards on the decks may bring by the odds of the race. How that turns into
victories depends on how far the race has come, on the cards still in hand, on the tickets that are left when it is the
seat's turn, and on how well its style plays. Chances are computed for every winner and loser that the race may have and
weighted by its odds: seats that have bet on the same camel rise and fall together. The weights are fitted to simulated
games by tools/fit_leaf_value.py.
"""

import json
from functools import lru_cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from camelup.bulk.edition_arrays import TICKET_VALUES, TICKETS_EACH
from camelup.bulk.kernels import Game
from camelup.bulk.layout import card_camel, card_seat
from camelup.bulk.styles import count_others_cards, expected_ticket
from camelup.compiled import inlined
from camelup.compiled.arrays import FloatArray, IntArray
from camelup.core.edition import SPACES, Edition
from camelup.core.payouts import card_reward
from camelup.core.race import RACERS, camel_in_place, space_of
from camelup.odds.card_worth import crowded_reward, expected_card
from camelup.odds.leg_table import LAST, LEG_FIRST, LEG_SECOND, WINS, LegTable, read_row
from camelup.search.opponents import KINDS

MONEY, HAND, WAIT, TICKET, WINNER_CARD, LOSER_CARD, SURPRISE = range(7)
"""What a seat's score is made of: money with what its cards on the decks may bring; cards in hand; turns until it acts;
the best ticket left then; the best card in hand for either deck; and, once winner and loser are known, how much more
its cards bring than was expected."""
OF_STYLE = SURPRISE + 1
"""Where in the weights begins what each kind of player adds: a better player is ahead with the same money."""
WEIGHTS = OF_STYLE + KINDS
IF_WINS, IF_LAST, FEATURE_COLUMNS = SURPRISE, SURPRISE + RACERS, SURPRISE + 2 * RACERS
"""Where what a seat's cards bring begins in its features: if each camel wins, if each is last; and their number."""
_WORST_TICKET = 0.7
"""A player that finds no better ticket does something else, worth about this much."""
_UNLIKELY = 0.002
_FAR_AHEAD = 30.0
STAGES = SPACES
"""A stage for each space that the leader may be on."""


@lru_cache(maxsize=16)
def leaf_weights(edition: Edition, players: int) -> FloatArray:
    """Return the fitted weights for a table, a row for each stage."""
    fitted = json.loads((files("camelup.search") / "leaf_value.json").read_text(encoding="utf-8"))
    return np.array(fitted[f"{edition.number} {players}"])


@inlined
def pay_deck(
    deck: npt.NDArray[np.int8], cards: int, odds: FloatArray, chances: int, begin: int, features: FloatArray
) -> None:
    """Add what each seat's cards on a deck may bring to its money, and write what each camel changes if it is right."""
    for camel in range(RACERS):
        right = 0
        for place in range(cards):
            card = int(deck[place])
            is_right = card_camel(card) == camel
            reward = card_reward(is_right, right)
            expected = odds[chances + camel] * reward
            features[card_seat(card), MONEY] += expected
            features[card_seat(card), begin + camel] += reward
            for other in range(begin, begin + RACERS):
                features[card_seat(card), other] -= expected
            right += is_right


@inlined
def share_tickets(game: Game, odds: FloatArray, features: FloatArray) -> None:
    """Write what a ticket is worth to each seat at the start of a leg: who acts first has the best, and so on."""
    players = int(game.players)
    edition = int(game.edition)
    for seat in range(players):
        features[seat, TICKET] = _WORST_TICKET
    for camel in range(RACERS):
        for depth in range(TICKETS_EACH[edition]):
            worth = expected_ticket(
                odds[LEG_FIRST + camel], odds[LEG_SECOND + camel], int(TICKET_VALUES[edition, depth])
            )
            for wait in range(players):
                seat = (int(game.turn) + wait) % players
                if worth > features[seat, TICKET]:
                    worth, features[seat, TICKET] = features[seat, TICKET], worth


@inlined
def best_card(deck: npt.NDArray[np.int8], cards: int, seat: int, hand: int, odds: FloatArray, chances: int) -> float:
    """Return what the best card in a seat's hand is worth on a deck, if any is worth something."""
    best = 0.0
    others = count_others_cards(deck, cards, seat)
    for camel in range(RACERS):
        if (hand >> camel) & 1:
            chance = odds[chances + camel]
            best = max(best, expected_card(chance, crowded_reward(chance, others, 1.0)))
    return best


@inlined
def write_features(game: Game, table: LegTable, odds: FloatArray, features: FloatArray) -> int:
    """Write what each seat has at the start of a leg and what its cards may bring; return the stage of the race."""
    track = int(game.track)
    read_row(track, int(game.dice), table, odds)
    players = int(game.players)
    share_tickets(game, odds, features)
    for seat in range(players):
        wait = (seat - int(game.turn) + players) % players
        hand = int(game.hands[seat])
        features[seat, MONEY] = game.money[seat]
        features[seat, HAND] = hand.bit_count()
        features[seat, WAIT] = wait / players
        features[seat, WINNER_CARD] = best_card(game.winner_deck, int(game.winner_cards), seat, hand, odds, WINS)
        features[seat, LOSER_CARD] = best_card(game.loser_deck, int(game.loser_cards), seat, hand, odds, LAST)
        for place in range(IF_WINS, FEATURE_COLUMNS):
            features[seat, place] = 0.0
    pay_deck(game.winner_deck, int(game.winner_cards), odds, WINS, IF_WINS, features)
    pay_deck(game.loser_deck, int(game.loser_cards), odds, LAST, IF_LAST, features)
    return space_of(track, camel_in_place(track, 0)) - 1


@inlined
def winning_chance(
    seat: int, players: int, kinds: IntArray, features: FloatArray, weights: FloatArray, odds: FloatArray
) -> float:
    """Turn features, which it overwrites, into the chance of a seat to win, over all winners and losers of the race.

    `kinds` has the style that each seat plays by from now on.
    """
    own = weights[OF_STYLE + kinds[seat]]
    for feature in range(SURPRISE):
        own += features[seat, feature] * weights[feature]
    for other in range(players):
        lead = weights[OF_STYLE + kinds[other]] - own
        for feature in range(SURPRISE):
            lead += features[other, feature] * weights[feature]
        features[other, MONEY] = np.exp(min(_FAR_AHEAD, lead))
        for place in range(IF_WINS, FEATURE_COLUMNS):
            features[other, place] = np.exp(features[other, place] * weights[SURPRISE])
    share = 0.0
    total = 0.0
    for winner in range(RACERS):
        if odds[WINS + winner] > _UNLIKELY:
            for loser in range(RACERS):
                weight = odds[WINS + winner] * odds[LAST + loser]
                if loser != winner and weight > _UNLIKELY:
                    everybody = 0.0
                    for other in range(players):
                        everybody += (
                            features[other, MONEY]
                            * features[other, IF_WINS + winner]
                            * features[other, IF_LAST + loser]
                        )
                    mine = features[seat, MONEY] * features[seat, IF_WINS + winner] * features[seat, IF_LAST + loser]
                    share += weight * mine / everybody
                    total += weight
    return share / total

"""How likely each seat wins, told at the start of a leg: imagined games need not go on to the end of the race.

What a seat has is its money and what its cards on the decks may bring by the odds of the race. How that turns into
victories depends on how far the race has come, on the cards still in hand, and on who may act first. Chances are told
for every winner and loser that the race may have, and weighed by its odds: seats that have bet on the same camel rise
and fall together. The weights for it were fitted to imagined games; tools/fit_standing.py does it again.
"""

import json
from functools import lru_cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from camelup.bulk.kernels import Game
from camelup.bulk.layout import card_camel, card_seat
from camelup.compiled import inlined
from camelup.core.edition import SPACES
from camelup.core.payouts import card_reward
from camelup.core.race import RACERS, camel_in_place, space_of
from camelup.odds.leg_table import LAST, WINS, LegTable, read_row

FloatArray = npt.NDArray[np.float64]
SURPRISE = 4
"""The last feature: how much more a seat's cards bring than was expected, once winner and loser are known."""
FEATURES = SURPRISE + 1
"""Before it: money with what cards may bring; cards in hand; turns until the seat acts; whether it acts first."""
IF_WINS, IF_LAST, STANDING = SURPRISE, SURPRISE + RACERS, SURPRISE + 2 * RACERS
"""Where in a standing begins what a seat's cards bring if each camel wins, and if each comes last; and its size."""
_UNLIKELY = 0.002
_FAR_AHEAD = 30.0
STAGES = SPACES
"""A stage for each space that the leader may be on."""


@lru_cache(maxsize=16)
def standing_weights(edition: int, players: int) -> FloatArray:
    """Give the fitted weights for a table, a row for each stage."""
    fitted = json.loads((files("camelup.players") / "standing.json").read_text(encoding="utf-8"))
    return np.array(fitted[f"{edition} {players}"])


@inlined
def pay_deck(
    deck: npt.NDArray[np.int8], cards: int, odds: FloatArray, chances: int, begin: int, standing: FloatArray
) -> None:
    """Add what each seat's cards on a deck may bring to its money, and write what each camel changes if it is right."""
    for camel in range(RACERS):
        right = 0
        for place in range(cards):
            card = int(deck[place])
            is_right = card_camel(card) == camel
            reward = card_reward(is_right, right)
            expected = odds[chances + camel] * reward
            standing[card_seat(card), 0] += expected
            standing[card_seat(card), begin + camel] += reward
            for other in range(begin, begin + RACERS):
                standing[card_seat(card), other] -= expected
            right += is_right


@inlined
def describe_standing(game: Game, table: LegTable, odds: FloatArray, standing: FloatArray) -> int:
    """Write what each seat has at the start of a leg and what its cards may bring; give the stage of the race."""
    track = int(game.track)
    read_row(track, int(game.dice), table, odds)
    players = int(game.players)
    for seat in range(players):
        wait = (seat - int(game.turn) + players) % players
        standing[seat, 0] = game.money[seat]
        standing[seat, 1] = int(game.hands[seat]).bit_count()
        standing[seat, 2] = wait / players
        standing[seat, 3] = wait == 0
        for place in range(IF_WINS, STANDING):
            standing[seat, place] = 0.0
    pay_deck(game.winner_deck, int(game.winner_cards), odds, WINS, IF_WINS, standing)
    pay_deck(game.loser_deck, int(game.loser_cards), odds, LAST, IF_LAST, standing)
    return space_of(track, camel_in_place(track, 0)) - 1


@inlined
def winning_chance(seat: int, players: int, standing: FloatArray, weights: FloatArray, odds: FloatArray) -> float:
    """Turn a standing, which it uses up, into the chance of a seat to win, over all winners and losers of the race."""
    own = 0.0
    for feature in range(IF_WINS):
        own += standing[seat, feature] * weights[feature]
    for other in range(players):
        lead = -own
        for feature in range(IF_WINS):
            lead += standing[other, feature] * weights[feature]
        standing[other, 0] = np.exp(min(_FAR_AHEAD, lead))
        for place in range(IF_WINS, STANDING):
            standing[other, place] = np.exp(standing[other, place] * weights[SURPRISE])
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
                            standing[other, 0] * standing[other, IF_WINS + winner] * standing[other, IF_LAST + loser]
                        )
                    mine = standing[seat, 0] * standing[seat, IF_WINS + winner] * standing[seat, IF_LAST + loser]
                    share += weight * mine / everybody
                    total += weight
    return share / total

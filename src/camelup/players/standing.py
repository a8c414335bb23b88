"""How likely each seat wins, told at the start of a leg: imagined games need not go on to the end of the race.

What a seat has is its money and what its cards on the decks may bring by the odds of the race. How that turns into
victories depends on how far the race has come, on the cards still in hand, and on who may act first. The weights for it
were fitted to imagined games; tools/fit_standing.py does it again.
"""

import json
from functools import lru_cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from camelup.bulk.kernels import Game
from camelup.bulk.layout import card_camel, card_seat
from camelup.bulk.styles import expected_card
from camelup.compiled import inlined
from camelup.core.edition import SPACES
from camelup.core.payouts import card_reward
from camelup.core.race import RACERS, camel_in_place, space_of
from camelup.odds.leg_table import LAST, WINS, LegTable, read_row

FloatArray = npt.NDArray[np.float64]
FEATURES = 4
"""Money with what cards may bring; cards in hand; turns until the seat acts; whether it acts first."""
STAGES = SPACES
"""A stage for each space that the leader may be on."""


@lru_cache(maxsize=16)
def standing_weights(edition: int, players: int) -> FloatArray:
    """Give the fitted weights for a table, a row for each stage."""
    fitted = json.loads((files("camelup.players") / "standing.json").read_text(encoding="utf-8"))
    return np.array(fitted[f"{edition} {players}"])


@inlined
def add_deck(deck: npt.NDArray[np.int8], cards: int, odds: FloatArray, begin: int, features: FloatArray) -> None:
    """Add to each seat's money what its cards on a deck may bring."""
    for camel in range(RACERS):
        chance = odds[begin + camel]
        right = 0
        for place in range(cards):
            card = int(deck[place])
            if card_camel(card) == camel:
                features[card_seat(card), 0] += expected_card(chance, card_reward(1, right))
                right += 1


@inlined
def describe_standing(game: Game, table: LegTable, odds: FloatArray, features: FloatArray) -> int:
    """Write the features of each seat at the start of a leg; give the stage of the race."""
    track = int(game.track)
    read_row(track, int(game.dice), table, odds)
    players = int(game.players)
    for seat in range(players):
        wait = (seat - int(game.turn) + players) % players
        features[seat, 0] = game.money[seat]
        features[seat, 1] = int(game.hands[seat]).bit_count()
        features[seat, 2] = wait / players
        features[seat, 3] = wait == 0
    add_deck(game.winner_deck, int(game.winner_cards), odds, WINS, features)
    add_deck(game.loser_deck, int(game.loser_cards), odds, LAST, features)
    return space_of(track, camel_in_place(track, 0)) - 1


@inlined
def winning_chance(seat: int, players: int, features: FloatArray, weights: FloatArray) -> float:
    """Turn features into the chance of a seat to win."""
    own = 0.0
    for feature in range(FEATURES):
        own += features[seat, feature] * weights[feature]
    total = 0.0
    for other in range(players):
        lead = -own
        for feature in range(FEATURES):
            lead += features[other, feature] * weights[feature]
        total += np.exp(min(30.0, lead))
    return 1.0 / total

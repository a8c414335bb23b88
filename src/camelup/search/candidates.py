"""Which actions deserve rollouts: the best of each kind, by what they are worth at one look."""

import numpy as np

from camelup.bulk.action_space import LOSERS, PARTNERS, ROLL, TICKETS, TILES, WINNERS
from camelup.bulk.edition_arrays import TICKET_DEPTH, TICKET_VALUES
from camelup.bulk.kernels import legal_bits
from camelup.bulk.layout import GAMES, Games
from camelup.bulk.styles import EXACT, NO_TABLE, TILE_WORTHS, choose_by_style, expected_ticket
from camelup.compiled import kernel
from camelup.compiled.arrays import FLOATS, INT, FloatArray
from camelup.core.edition import MAX_PLAYERS
from camelup.core.race import RACERS
from camelup.odds.card_worth import expected_card
from camelup.odds.leg_table import LAST, LEG_FIRST, LEG_SECOND, WINS
from camelup.search.beliefs import expect_rewards
from camelup.search.odds_cache import OddsCache, find_stakes, packed_situation_of

_MOST = {"ticket": 4, "winner": 3, "loser": 3, "tile": 3, "partner": 2}
"""How many candidates of each kind are played out."""
_MOST_IN_ALL = 12
_LEAST_CHANCE = 0.15
_LEAST_TILE = 0.2
_ROLL = 0.8
"""What a roll is worth at one look: its EP, less what it shows the others."""


@kernel(INT(GAMES))
def legal_set(games: Games) -> int:
    """Return the legal actions of the first game, as bits."""
    return legal_bits(games[0])


@kernel(INT(GAMES, INT, FLOATS, FLOATS))
def choose_at_once(games: Games, state: int, style: FloatArray, odds: FloatArray) -> int:
    """Choose in the first game by a style with exact odds, tiles and cards' rewards among them."""
    return choose_by_style(games[0], legal_bits(games[0]), state, style, odds, EXACT, NO_TABLE)


def find_candidates(games: Games, shares: FloatArray, odds_cache: OddsCache) -> dict[int, float]:
    """List what deserves to be played out with its worth at one look, in EP, the best first."""
    game = games[0]
    legal = int(legal_set(games))
    seat = int(game["turn"])
    odds = odds_cache.odds(packed_situation_of(game))
    stakes = find_stakes(game)
    stakes[np.arange(len(stakes)) != seat] = 0.0
    odds_cache.add_tile_worths(game, legal, odds, stakes)
    rewards = expect_rewards(game, seat, shares)
    kinds = {
        "ticket": _value_tickets(game, legal, odds),
        "winner": _value_cards(legal, WINNERS, odds[WINS : WINS + RACERS], rewards[:RACERS]),
        "loser": _value_cards(legal, LOSERS, odds[LAST : LAST + RACERS], rewards[RACERS:]),
        "tile": _value_tiles(legal, odds),
        "partner": _value_partners(game, legal, odds),
    }
    found = {ROLL: _ROLL}
    for kind, worths in kinds.items():
        likely = sorted((number for number, worth in worths.items() if worth > 0), key=lambda n: -worths[n])
        found |= {number: worths[number] for number in likely[: _MOST[kind]]}
    best = sorted(found, key=lambda number: -found[number])[:_MOST_IN_ALL]
    return {number: found[number] for number in best}


def _value_tickets(game: np.void, legal: int, odds: FloatArray) -> dict[int, float]:
    values = TICKET_VALUES[int(game["edition"])]
    return {
        TICKETS + camel: expected_ticket(
            odds[LEG_FIRST + camel], odds[LEG_SECOND + camel], int(values[game["taken"][camel]])
        )
        for camel in range(RACERS)
        if legal >> (TICKETS + camel) & 1
    }


def _value_cards(legal: int, begin: int, chances: FloatArray, rewards: FloatArray) -> dict[int, float]:
    return {
        begin + camel: expected_card(chances[camel], rewards[camel])
        for camel in range(RACERS)
        if legal >> (begin + camel) & 1 and chances[camel] > _LEAST_CHANCE
    }


def _value_tiles(legal: int, odds: FloatArray) -> dict[int, float]:
    worths = {number: float(odds[TILE_WORTHS + number - TILES]) for number in range(TILES, WINNERS)}
    return {number: worth for number, worth in worths.items() if legal >> number & 1 and worth > _LEAST_TILE}


def _value_partners(game: np.void, legal: int, odds: FloatArray) -> dict[int, float]:
    values = TICKET_VALUES[int(game["edition"])]
    worths = {PARTNERS + seat: 0.5 for seat in range(MAX_PLAYERS) if legal >> (PARTNERS + seat) & 1}
    for camel in range(RACERS):
        for depth in range(int(game["taken"][camel])):
            number = PARTNERS + int(game["takers"][TICKET_DEPTH * camel + depth])
            if number in worths:
                best = odds[LEG_FIRST + camel] * values[depth] + odds[LEG_SECOND + camel]
                worths[number] = max(worths[number], float(best))
    return worths

"""Plays out whole legs in its head: a search over the best candidates of each kind of action."""

from time import perf_counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import LOSERS, PARTNERS, ROLL, TICKETS, TILES, WINNERS
from camelup.bulk.edition_arrays import TICKET_DEPTH, TICKET_VALUES
from camelup.bulk.layout import Games
from camelup.bulk.styles import STYLES, TILE_WORTHS, expected_card, expected_ticket
from camelup.core.edition import EDITIONS, MAX_PLAYERS
from camelup.core.race import RACERS
from camelup.core.view import View
from camelup.odds.leg_table import LAST, LEG_FIRST, LEG_SECOND, WINS, leg_table
from camelup.players.compiled_player import CompiledPlayer, legal_set
from camelup.players.player import DEFAULT_BUDGET, Budget
from camelup.players.shark import SHARPNESS
from camelup.search.beliefs import expect_rewards, sharpen
from camelup.search.leaf_value import leaf_weights
from camelup.search.odds_cache import find_stakes, packed_situation_of
from camelup.search.rollouts import NEVER, rollout

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

_NAMES = list(STYLES)
STYLE_WEIGHTS = np.array(list(STYLES.values()))
_OFTEN = ("plain", "sly", "keen", "miser")
"""Those that play well are met twice as often as the others."""
MIXTURE = np.array([_NAMES.index(name) for name in [*_NAMES, *_OFTEN]], np.int64)
OWN = _NAMES.index("miser")
"""How it imagines itself to go on."""

_USUAL_SECONDS = 0.3
_HORIZON = 1
"""Imagined games see the end of this leg, or of so many; then leaf_value.py judges."""
_MOST = {"ticket": 4, "winner": 3, "loser": 3, "tile": 3, "partner": 2}
"""How many candidates of each kind are played out."""
_MOST_IN_ALL = 12
_LEAST_CHANCE = 0.15
_LEAST_TILE = 0.2
_ROLL = 0.8
"""What a roll is worth at one look: its EP, less what it tells the others."""
_TRUST = 30.0
"""What an action is worth at one look counts as so many playouts."""
_SHARE_OF_EP = 0.025
"""How much of the victory one EP is, about."""
_ROUND = 64
"""About so many playouts are made between two looks at the clock."""


class Weighed(NamedTuple):
    """An action that was played on: its number, how much of the victory it brought, in how many games, and its EP."""

    number: int
    wins: float
    playouts: int
    worth: float


class ChampionPlayer(CompiledPlayer):
    """Plays on the best candidates of each kind in common games, and halves them until one is left.

    It takes the one that wins the game most often, not the one with most coins.
    """

    def think(self, games: Games, at_laying: FloatArray, seed: int, budget: Budget) -> int:
        """Choose an action's number for the seat in turn of the one game there is."""
        return self.weigh(games, at_laying, seed, budget)[0].number

    def explain(self, view: View, budget: Budget = DEFAULT_BUDGET, seed: int = 0) -> list[Weighed]:
        """Weigh the actions of a view, the one that it would choose first."""
        return self.weigh(*self.read_view(view), seed, budget)

    def weigh(self, games: Games, at_laying: FloatArray, seed: int, budget: Budget) -> list[Weighed]:
        """Weigh the candidates of the one game there is, the best first."""
        begun = perf_counter()
        shares = sharpen(at_laying, SHARPNESS)
        return self._halve(games, self.find_candidates(games, shares), shares, seed, budget, begun)

    def find_candidates(self, games: Games, shares: FloatArray) -> dict[int, float]:
        """List what deserves to be played out with its worth at one look, in EP, the best first."""
        game = games[0]
        legal = int(legal_set(games))
        seat = int(game["turn"])
        odds = self.odds_cache.odds(packed_situation_of(game))
        stakes = find_stakes(game)
        stakes[np.arange(len(stakes)) != seat] = 0.0
        self.odds_cache.add_tile_worths(game, legal, odds, stakes)
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

    def _halve(
        self,
        games: Games,
        worths: dict[int, float],
        shares: FloatArray,
        seed: int,
        budget: Budget,
        begun: float,
    ) -> list[Weighed]:
        """Play on all candidates, keep the better half, and so on until one is left."""
        game = games[0]
        edition, players, seat = int(game["edition"]), int(game["players"]), int(game["turn"])
        table = leg_table(EDITIONS[edition])
        weights = leaf_weights(edition, players)
        until = int(game["leg"]) + _HORIZON
        numbers = np.array(list(worths), np.int64)
        looks = _TRUST * _SHARE_OF_EP * np.array(list(worths.values()))
        wins, counts = np.zeros(len(numbers)), np.zeros(len(numbers), np.int64)
        alive = np.arange(len(numbers))
        dropped: list[int] = []
        rounds = int(np.ceil(np.log2(len(numbers))))
        seconds = budget.seconds or (None if budget.playouts else _USUAL_SECONDS)
        done = 0
        for turn in range(rounds):
            left = max(1, (budget.playouts or NEVER) // (rounds * len(alive)))
            is_first = True
            while left > 0 and (is_first or seconds is None or perf_counter() < begun + seconds * (turn + 1) / rounds):
                is_first = False
                count = left if seconds is None else min(left, max(4, _ROUND // len(alive)))
                results = np.empty((len(alive), count), np.float32)
                rollout(
                    games,
                    seat,
                    numbers[alive],
                    done,
                    seed,
                    shares,
                    MIXTURE,
                    STYLE_WEIGHTS,
                    OWN,
                    table,
                    weights,
                    until,
                    results,
                )
                wins[alive] += results.sum(axis=1)
                counts[alive] += count
                done += count
                left -= count
            order = alive[np.argsort(-(wins + looks)[alive], kind="stable")]
            alive, worse = np.split(order, [(len(order) + 1) // 2])
            dropped = [*worse.tolist(), *dropped]
        return [
            Weighed(int(numbers[at]), float(wins[at] / max(1, counts[at])), int(counts[at]), worths[int(numbers[at])])
            for at in [*alive.tolist(), *dropped]
        ]


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

"""Plays out whole legs in its head: a search over the best candidates of each kind of action."""

from time import perf_counter
from typing import NamedTuple

import numpy as np

from camelup.bulk.layout import Games
from camelup.compiled.arrays import FloatArray
from camelup.core.view import View
from camelup.players.compiled_player import CompiledPlayer
from camelup.players.player import DEFAULT_BUDGET, Budget
from camelup.search.beliefs import SHARPNESS, sharpen
from camelup.search.candidates import find_candidates
from camelup.search.evaluator import Evaluator
from camelup.search.opponents import OWN_STYLE

_USUAL_SECONDS = 0.3
_TRUST = 30.0
"""What an action is worth at one look counts as this many playouts."""
_SHARE_OF_EP = 0.025
"""How much of the victory one EP is, about."""
_ROUND = 64
"""About this many playouts are made between two looks at the clock."""


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
        return self._halve(games, find_candidates(games, shares, self.odds_cache), shares, seed, budget, begun)

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
        seat = int(games[0]["turn"])
        evaluator = Evaluator(seed)
        numbers = np.array(list(worths), np.int64)
        looks = _TRUST * _SHARE_OF_EP * np.array(list(worths.values()))
        wins, counts = np.zeros(len(numbers)), np.zeros(len(numbers), np.int64)
        alive = np.arange(len(numbers))
        dropped: list[int] = []
        rounds = int(np.ceil(np.log2(len(numbers))))
        seconds = budget.seconds or (None if budget.playouts else _USUAL_SECONDS)
        done = 0
        for turn in range(rounds):
            left = max(1, budget.most_playouts // (rounds * len(alive)))
            is_first = True
            while left > 0 and (is_first or seconds is None or perf_counter() < begun + seconds * (turn + 1) / rounds):
                is_first = False
                count = left if seconds is None else min(left, max(4, _ROUND // len(alive)))
                results = evaluator.evaluate_for(games, seat, numbers[alive], done, count, shares, OWN_STYLE)
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

"""Plays out whole legs in its head: a search over what a net likes at a glance and over the best of each kind."""

from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

import numpy as np

from camelup.bulk.action_space import TILES, WINNERS
from camelup.bulk.layout import Games
from camelup.chance import RandBelow
from camelup.compiled.arrays import FloatArray, IntArray
from camelup.core.events import Event
from camelup.core.view import View
from camelup.nets.built_in import learned_net
from camelup.players.compiled_player import CompiledPlayer
from camelup.players.patience import Patience
from camelup.players.player import DEFAULT_BUDGET, Budget, Seating
from camelup.search.beliefs import SHARPNESS, sharpen
from camelup.search.candidates import find_candidates
from camelup.search.first_impression import Impression, first_impressions
from camelup.search.judges import STYLES_FOR_ONE, Judges, make_bench
from camelup.search.opponents import MIXTURE
from camelup.search.rivals import Rivals

_USUAL_SECONDS = 0.3
_TRUST = 60.0
"""The first impression of an action counts as this many playouts."""
_SHARE_OF_LOG = 0.00375
"""How much of the victory a first impression is worth for each unit of the logarithm of its chance."""
_LEAST_LOG = -8.0
_LIKED, _LIKED_LOG = 6, -5.0
"""How many of the net's favourites are candidates beside the best of each kind, and how likely each must be."""
_MOST = 10
"""How many candidates are played out."""
_ROUND = 320
"""About this many playouts by styles are made between two looks at the clock: some four milliseconds."""


class Weighed(NamedTuple):
    """An action that was played on: its number, how much of the victory it brought, in how many games, and its EP."""

    number: int
    wins: float
    playouts: int
    worth: float


class Question(NamedTuple):
    """What a decision is about: the candidates, and what the champion believes of hidden cards and of its rivals."""

    candidates: dict[int, Impression]
    shares: FloatArray
    mixture: IntArray


class ChampionPlayer(CompiledPlayer):
    """Plays on the best candidates in common games, and halves them until one is left.

    Candidates are what a net likes at first sight, and the best of each kind of action by the odds. It takes the one
    that wins the game most often, not the one with most coins.
    """

    def __init__(self, rng: RandBelow) -> None:
        """Draw from this source."""
        super().__init__(rng)
        self._patience = Patience()
        self._rivals: Rivals | None = None

    def start(self, seating: Seating) -> None:
        """Begin to follow the race."""
        self._patience = Patience()
        self._rivals = None
        super().start(seating)
        if not seating.view.is_over:
            games, _ = self.read_view(seating.view)
            self._rivals = Rivals(games, seating.seat)

    def observe(self, events: Sequence[Event]) -> None:
        """Follow the race, and learn how the others play."""
        super().observe(events)
        self._patience.follow(events)
        if self._rivals is not None and self._beliefs is not None:
            self._rivals.follow(events, sharpen(self._beliefs.at_laying, SHARPNESS))

    def think(self, games: Games, at_laying: FloatArray, seed: int, budget: Budget) -> int:
        """Choose an action's number for the seat in turn of the one game there is."""
        return self.weigh(games, at_laying, seed, budget)[0].number

    def explain(self, view: View, budget: Budget = DEFAULT_BUDGET, seed: int = 0) -> list[Weighed]:
        """Weigh the actions of a view, the one that it would choose first."""
        return self.weigh(*self.read_view(view), seed, budget)

    def weigh(self, games: Games, at_laying: FloatArray, seed: int, budget: Budget) -> list[Weighed]:
        """Weigh the candidates of the one game there is, the best first."""
        begun = perf_counter()
        return self._halve(games, self.ask(games, at_laying), seed, budget, begun)

    def ask(self, games: Games, at_laying: FloatArray) -> Question:
        """Find what there is to decide for the seat in turn of the one game there is, before anything is played on."""
        shares = sharpen(at_laying, SHARPNESS)
        if self._rivals is not None:
            shares = self._rivals.doubt(shares)
        looks = first_impressions(learned_net(), games, shares)
        worths = find_candidates(games, shares, self.odds_cache)
        by_liking = sorted(looks, key=lambda action: -looks[action].log)
        liked = [action for action in by_liking[:_LIKED] if looks[action].log > _LIKED_LOG]
        found = {*liked, *worths}
        if self._patience.is_over(int(games[0]["turn"])):
            found -= set(range(TILES, WINNERS))
        candidates = {
            action: looks[action]._replace(worth=worths.get(action, looks[action].worth))
            for action in [action for action in by_liking if action in found][:_MOST]
        }
        return Question(candidates, shares, MIXTURE if self._rivals is None else self._rivals.mixture)

    def _halve(self, games: Games, question: Question, seed: int, budget: Budget, begun: float) -> list[Weighed]:
        """Play on all candidates, keep the better half, and so on until one is left."""
        candidates, shares, mixture = question
        numbers = np.array(list(candidates), np.int64)
        judges = Judges(games, numbers.tolist(), shares, make_bench(learned_net(), seed, mixture))
        impressions = _SHARE_OF_LOG * np.maximum(_LEAST_LOG, [look.log for look in candidates.values()])
        alive = np.arange(len(numbers))
        dropped: list[int] = []
        rounds = int(np.ceil(np.log2(len(numbers))))
        seconds = budget.seconds or (None if budget.playouts else _USUAL_SECONDS)
        for turn in range(rounds):
            left = max(1, budget.most_playouts // (rounds * len(alive)))
            is_first = True
            while left > 0 and (is_first or seconds is None or perf_counter() < begun + seconds * (turn + 1) / rounds):
                is_first = False
                count = left if seconds is None else min(left, max(STYLES_FOR_ONE[-1], _ROUND // len(alive)))
                judges.play(alive, count)
                left -= count
            judged = judges.wins + _TRUST * impressions / (judges.playouts + _TRUST)
            order = alive[np.argsort(-judged[alive], kind="stable")]
            alive, worse = np.split(order, [(len(order) + 1) // 2])
            dropped = [*worse.tolist(), *dropped]
        wins, playouts = judges.wins, judges.playouts
        return [
            Weighed(int(numbers[at]), float(wins[at]), int(playouts[at]), candidates[int(numbers[at])].worth)
            for at in [*alive.tolist(), *dropped]
        ]

"""Fit the weights of search/leaf_value.py to simulated games of the champion's mixture of styles.

Run as a program, it plays 40,000 games for each edition and number of players and writes leaf_value.json; some minutes.
The chance to win is a softmax over seats of weighted features, fitted by Newton's method for each stage of the race and
drawn towards the weights of all stages together where a stage has few games. A seat's style is among the features:
otherwise cards in hand would seem to be worth nothing, since those who keep them are those who play badly.

The weak kinds of player get their weights afterwards, in other games and with all other weights as they are: what a
position is worth among good players must not depend on how weak ones play. With --weak, only those are fitted.
"""

import json
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

from camelup.bulk import Batch
from camelup.compiled.arrays import FloatArray, IntArray
from camelup.core.edition import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, Edition
from camelup.core.race import ranking
from camelup.odds.leg_table import leg_table
from camelup.search.leaf_value import FEATURE_COLUMNS, IF_LAST, IF_WINS, OF_STYLE, STAGES, SURPRISE, WEIGHTS
from camelup.search.opponents import BY_FEEL, CLUELESS, MIXTURE, STYLE_WEIGHTS
from camelup.search.rollouts import describe_legs

GAMES = 40_000
WEAK_GAMES = 10_000
MOST_LEGS = 6
STEPS = 12
FEWEST = 50
"""A stage with fewer legs takes the weights of all."""
STRONG, WEAK = slice(0, OF_STYLE + BY_FEEL), slice(OF_STYLE + BY_FEEL, WEIGHTS)
"""Where the weights of the weak kinds are, and all others."""
PATH = Path(__file__).parent.parent / "src" / "camelup" / "search" / "leaf_value.json"


class Legs(NamedTuple):
    """How legs began: the stage of the race, what the seats had, and their shares of the victory in the end."""

    stages: IntArray
    features: FloatArray
    shares: FloatArray

    def at(self, stage: int) -> "Legs":
        """Those of one stage."""
        chosen = self.stages == stage
        return Legs(self.stages[chosen], self.features[chosen], self.shares[chosen])


def fit(edition: Edition, players: int, games: int = GAMES, seed: int = 9) -> FloatArray:
    """Give a row of weights for each stage, in which those of the weak kinds are 0."""
    legs = _play(edition, players, MIXTURE, games, seed)
    start = np.zeros(WEIGHTS)
    common = _maximise(legs, start, STRONG, ridge=1.0, centre=start)
    return _fit_stages(legs, np.tile(common, (STAGES, 1)), STRONG, ridge=30.0)


def fit_weak(
    edition: Edition, players: int, weights: FloatArray, games: int = WEAK_GAMES, seed: int = 10
) -> FloatArray:
    """Give the weights with those of the weak kinds, which sit on half of the seats."""
    weak = np.repeat([BY_FEEL, CLUELESS], len(MIXTURE) // 2)
    legs = _play(edition, players, np.concatenate([MIXTURE, weak]), games, seed)
    # The mean of what single stages say is drawn towards nothing; then it is what they are drawn towards.
    alone = _fit_stages(legs, weights, WEAK, ridge=1.0)
    counts = np.bincount(legs.stages, minlength=STAGES)
    centres = weights.copy()
    centres[:, WEAK] = np.average(alone[:, WEAK], axis=0, weights=counts)
    return _fit_stages(legs, centres, WEAK, ridge=30.0)


def _play(edition: Edition, players: int, mixture: IntArray, games: int, seed: int) -> Legs:
    """Play games in which each seat has a kind of player out of a mixture."""
    generator = np.random.default_rng(seed)
    batch = Batch.start(games, edition, players, seed=seed)
    records, most = batch.games.copy(), games * MOST_LEGS
    kinds = mixture[generator.integers(0, len(mixture), (games, MAX_PLAYERS))]
    whose, stages = np.zeros(most, np.int64), np.zeros(most, np.int64)
    rows = np.zeros((most, MAX_PLAYERS, FEATURE_COLUMNS))
    table = leg_table(edition)
    count = describe_legs(records, batch.streams.copy(), kinds, STYLE_WEIGHTS, table, whose, stages, rows)
    stages, whose = stages[:count], whose[:count]
    features = _realise(rows[:count, :players], kinds[whose, :players], records["track"][whose])
    money = records["money"][:, :players]
    is_best = money == money.max(axis=1, keepdims=True)
    return Legs(stages, features, (is_best / is_best.sum(axis=1, keepdims=True))[whose])


def _realise(rows: FloatArray, kinds: IntArray, tracks: IntArray) -> FloatArray:
    """Give the features of each leg, with what the cards laid so far brought in the end beyond what was expected."""
    orders = np.array([ranking(int(track)) for track in tracks])
    legs = np.arange(len(rows))
    features = np.zeros((*kinds.shape, WEIGHTS))
    features[:, :, :SURPRISE] = rows[:, :, :SURPRISE]
    features[:, :, SURPRISE] = rows[legs, :, IF_WINS + orders[:, 0]] + rows[legs, :, IF_LAST + orders[:, -1]]
    features[:, :, OF_STYLE:] = np.eye(WEIGHTS - OF_STYLE)[kinds]
    return features


def _fit_stages(legs: Legs, centres: FloatArray, free: slice, *, ridge: float) -> FloatArray:
    """Fit the free weights of every stage that has legs enough."""
    weights = centres.copy()
    for stage in range(STAGES):
        chosen = legs.at(stage)
        if len(chosen.stages) > FEWEST:
            weights[stage] = _maximise(chosen, centres[stage], free, ridge=ridge, centre=centres[stage])
    return weights


def _maximise(legs: Legs, weights: FloatArray, free: slice, *, ridge: float, centre: FloatArray) -> FloatArray:
    """Find the likeliest free weights of a softmax over seats, held to a centre by a ridge."""
    weights = weights.copy()
    features = legs.features[:, :, free]
    for _ in range(STEPS):
        scores = legs.features @ weights
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        slope = np.einsum("nsf,ns->f", features, legs.shares - chances) - ridge * (weights - centre)[free]
        apart = features - np.einsum("nsf,ns->nf", features, chances)[:, None]
        curve = np.einsum("nsf,nsg,ns->fg", apart, apart, chances) + ridge * np.eye(len(slope))
        weights[free] += np.linalg.solve(curve, slope)
    return weights


def main(*, only_weak: bool) -> None:
    """Fit all tables and write the file."""
    fitted = json.loads(PATH.read_text(encoding="utf-8")) if only_weak else {}
    for edition in EDITIONS.values():
        for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
            name = f"{edition.number} {players}"
            weights = np.zeros((STAGES, WEIGHTS))
            weights[:, STRONG] = np.array(fitted[name])[:, STRONG] if only_weak else fit(edition, players)[:, STRONG]
            fitted[name] = fit_weak(edition, players, weights.round(4)).round(4).tolist()
            print(name, file=sys.stderr)
    PATH.write_text(json.dumps(fitted) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(only_weak="--weak" in sys.argv[1:])

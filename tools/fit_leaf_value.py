"""Fit the weights of search/leaf_value.py to simulated games of the champion's mixture of styles.

Run as a program, it plays 40,000 games for each edition and number of players and writes leaf_value.json; some minutes.
The chance to win is a softmax over seats of weighted features, fitted by Newton's method for each stage of the race and
drawn towards the weights of all stages together where a stage has few games. A seat's style is among the features:
otherwise cards in hand would seem to be worth nothing, since those who keep them are those who play badly.
"""

import json
import sys
from pathlib import Path

import numpy as np

from camelup.bulk import Batch
from camelup.compiled.arrays import FloatArray, IntArray
from camelup.core.edition import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, Edition
from camelup.core.race import ranking
from camelup.odds.leg_table import leg_table
from camelup.search.leaf_value import FEATURE_COLUMNS, IF_LAST, IF_WINS, OF_STYLE, STAGES, SURPRISE, WEIGHTS
from camelup.search.opponents import MIXTURE, STYLE_WEIGHTS
from camelup.search.rollouts import describe_legs

GAMES = 40_000
MOST_LEGS = 6
STEPS = 12
FEWEST = 50
"""A stage with fewer legs takes the weights of all."""


def fit(edition: Edition, players: int, games: int = GAMES, seed: int = 9) -> FloatArray:
    """Give a row of weights for each stage."""
    generator = np.random.default_rng(seed)
    batch = Batch.start(games, edition, players, seed=seed)
    records, most = batch.games.copy(), games * MOST_LEGS
    kinds = MIXTURE[generator.integers(0, len(MIXTURE), (games, MAX_PLAYERS))]
    whose, stages = np.zeros(most, np.int64), np.zeros(most, np.int64)
    rows = np.zeros((most, MAX_PLAYERS, FEATURE_COLUMNS))
    table = leg_table(edition)
    count = describe_legs(records, batch.streams.copy(), kinds, STYLE_WEIGHTS, table, whose, stages, rows)
    stages, whose = stages[:count], whose[:count]
    features = _realise(rows[:count, :players], kinds[whose, :players], records["track"][whose])
    money = records["money"][:, :players]
    is_best = money == money.max(axis=1, keepdims=True)
    shares = (is_best / is_best.sum(axis=1, keepdims=True))[whose]
    start = np.zeros(WEIGHTS)
    common = _maximise(features, shares, start, ridge=1.0, centre=start)
    weights = np.tile(common, (STAGES, 1))
    for stage in range(STAGES):
        chosen = stages == stage
        if chosen.sum() > FEWEST:
            weights[stage] = _maximise(features[chosen], shares[chosen], common, ridge=30.0, centre=common)
    return weights


def _realise(rows: FloatArray, kinds: IntArray, tracks: IntArray) -> FloatArray:
    """Give the features of each leg, with what the cards laid so far brought in the end beyond what was expected."""
    orders = np.array([ranking(int(track)) for track in tracks])
    legs = np.arange(len(rows))
    features = np.zeros((*kinds.shape, WEIGHTS))
    features[:, :, :SURPRISE] = rows[:, :, :SURPRISE]
    features[:, :, SURPRISE] = rows[legs, :, IF_WINS + orders[:, 0]] + rows[legs, :, IF_LAST + orders[:, -1]]
    features[:, :, OF_STYLE:] = np.eye(WEIGHTS - OF_STYLE)[kinds]
    return features


def _maximise(
    features: FloatArray, shares: FloatArray, weights: FloatArray, *, ridge: float, centre: FloatArray
) -> FloatArray:
    """Find the likeliest weights of a softmax over seats, held to a centre by a ridge."""
    for _ in range(STEPS):
        scores = features @ weights
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        slope = np.einsum("nsf,ns->f", features, shares - chances) - ridge * (weights - centre)
        apart = features - np.einsum("nsf,ns->nf", features, chances)[:, None]
        curve = np.einsum("nsf,nsg,ns->fg", apart, apart, chances) + ridge * np.eye(WEIGHTS)
        weights = weights + np.linalg.solve(curve, slope)
    return weights


def main() -> None:
    """Fit all tables and write the file."""
    fitted = {}
    for edition in EDITIONS.values():
        for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
            fitted[f"{edition.number} {players}"] = fit(edition, players).round(4).tolist()
            print(edition.number, players, file=sys.stderr)
    path = Path(__file__).parent.parent / "src" / "camelup" / "search" / "leaf_value.json"
    path.write_text(json.dumps(fitted) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Compile what most tests need, and keep it: processes that test at the same time would each compile the same.

Two processes share the work. With everything in the cache it takes some seconds.
"""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

from camelup.bulk import PLAIN, POLICIES, RANDOM, SENSIBLE, Batch, VectorGame
from camelup.bulk.observations import LAYOUTS, Encoder
from camelup.bulk.stats import statistics
from camelup.core.actions import Face
from camelup.core.edition import FIRST, MAX_PLAYERS, Camel, Deck
from camelup.core.events import CardPlayed
from camelup.game import Game
from camelup.odds.leg_table import leg_table
from camelup.odds.table_builder import solve
from camelup.search.evaluator import AS_IT_IS, Evaluator
from camelup.search.leaf_value import FEATURE_COLUMNS
from camelup.search.opponents import STYLE_WEIGHTS
from camelup.search.rollouts import describe_legs
from camelup.server.thinking.job_runner import JobRunner


def compile_thinking() -> None:
    """Compile what players, odds and reviews need."""
    JobRunner().rehearse()
    Evaluator(0).evaluate(Batch.start(1, seed=1).games.copy(), [AS_IT_IS], 0, 1)
    start = Batch.start(1, seed=1)
    seats, legs = np.zeros((1, MAX_PLAYERS), np.int64), np.zeros((2, 8), np.int64)
    rows = np.zeros((8, MAX_PLAYERS, FEATURE_COLUMNS))
    describe_legs(
        start.games.copy(), start.streams.copy(), seats, STYLE_WEIGHTS, leg_table(FIRST), legs[0], legs[1], rows
    )
    solve()


def compile_bulk() -> None:
    """Compile what many games at once need."""
    batch = Batch.start(2, seed=1)
    game = Game(seed=1)
    batch.legal_sets()
    batch.apply([0, 0])
    Batch.start(2, seed=1).apply([0, 0], [Face(Camel.GREEN, 1)] * 2)
    Batch.from_view(game.view(0), 2)
    for policy in POLICIES:
        Batch.start(2, seed=1).play_out(policy)
        statistics(2, policy=policy, seed=1)
    for layout in LAYOUTS:
        Batch.start(2, seed=1).observe(layout)
        encoder = Encoder(game.view(0), layout)
        encoder.follow([CardPlayed(0, Deck.WINNER, None)])
    for others in (RANDOM, PLAIN):
        Batch.start(2, players=2, seed=1).play_out([SENSIBLE, others])
    Batch(batch.games).reset()
    Batch.start(2, seed=1).play_out(record=True)
    Batch.start(2, players=2, seed=1).play_out([SENSIBLE, RANDOM], record=True)
    for seen in (*LAYOUTS, None):
        vector = VectorGame(2, layout=seen)
        vector.reset()
        vector.step(vector.sample())
    VectorGame(2, opponents={1: SENSIBLE}).reset()
    VectorGame(2, opponents={1: RANDOM, 2: SENSIBLE}, layout=None).reset()
    VectorGame(2, opponents={1: RANDOM}).reset()
    Batch.start(2, seed=1).play_out(PLAIN, record=True).to_frame("odds")


if __name__ == "__main__":
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for part in [pool.submit(compile_thinking), pool.submit(compile_bulk)]:
            part.result()

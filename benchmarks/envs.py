"""Steps of a vector game, and ratios to whole random games in the same run: four players, second edition, one core.

Random actions are drawn by `sample`, which is timed apart. What counts is the median of many single steps, since other
programs that interrupt one would be counted otherwise; the fastest ones show what an idle machine would do.
"""

import os
import time
from collections.abc import Callable

import numpy as np

from camelup.bulk import Batch, VectorGame
from camelup.bulk.layout import GAME
from camelup.bulk.observations.odds import NOTES_SHAPE
from camelup.bulk.vector_kernels import SLOT

GAMES = 1024
MANY = 16_384
SECONDS = 3.0
PERCENTILES = (0, 50)


def whole_games() -> float:
    """Give the actions a second of random games played to their end, the best of many short runs."""
    best = 0.0
    for seed in range(400):
        batch = Batch.start(64, seed=seed)  # as short as a step, so that some are not interrupted
        begin = time.perf_counter()
        actions = batch.play_out()
        best = max(best, actions / (time.perf_counter() - begin))
    return best


def measure(vector: VectorGame, *, by_kind: bool) -> tuple[list[float], list[float]]:
    """Give the actions a second by percentile of steps, and the same of steps with their sampling."""
    vector.reset()
    for _ in range(50):
        vector.step(vector.sample(by_kind=by_kind))
    steps, both = [], []
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        before = vector.actions_played
        begin = time.perf_counter()
        actions = vector.sample(by_kind=by_kind)
        middle = time.perf_counter()
        vector.step(actions)
        done = time.perf_counter()
        played = vector.actions_played - before
        steps.append((done - middle) / played)
        both.append((done - begin) / played)
    return [[float(1 / part) for part in np.percentile(times, PERCENTILES)] for times in (steps, both)]  # type: ignore[return-value]


def say(what: str, rates: list[float], whole: float) -> None:
    fast, usual = rates
    print(
        f"{what}: {usual / 1e6:.2f} million actions/s, at best {fast / 1e6:.2f}; "
        f"{usual / whole:.3f} and {fast / whole:.3f} times whole games"
    )


def seconds_of(work: Callable[[], object], times: int) -> float:
    best = float("inf")
    for _ in range(times):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return best


def main() -> None:
    Batch.start(10).play_out()
    whole = whole_games()
    print(f"random whole games: {whole / 1e6:.1f} million actions/s at best")
    for layout in (None, "facts", "odds"):
        for by_kind in (False, True):
            steps, both = measure(VectorGame(GAMES, layout=layout, seed=1), by_kind=by_kind)
            drawn = "by kind" if by_kind else "uniformly"
            say(f"{layout}, {GAMES} games, actions drawn {drawn}", steps, whole)
            say("  with drawing them", both, whole)
    against = VectorGame(GAMES, seed=1, opponents=dict.fromkeys((1, 2, 3), "sensible"))
    say("facts, one seat against three sensible policies, with drawing", measure(against, by_kind=True)[1], whole)
    if (os.cpu_count() or 1) > 1:
        for layout in ("facts", "odds"):
            rates: dict[int, list[tuple[float, float, float]]] = {1: [], 2: []}
            for threads in (1, 2) * 3:
                with VectorGame(MANY, layout=layout, seed=1, threads=threads) as vector:
                    begin = time.process_time()
                    (fast, usual), _ = measure(vector, by_kind=True)
                    rates[threads].append((fast, usual, vector.actions_played / (time.process_time() - begin)))
            one, two = (np.max(rates[threads], axis=0) for threads in (1, 2))
            best, usual, busy = (two / one).tolist()
            print(
                f"{layout}, {MANY} games, two threads against one: {usual:.2f} times, at best {best:.2f}; "
                f"{busy:.2f} times as much in a second of processor time"
            )
    vector = VectorGame(1, layout="odds")
    facts, odds = VectorGame(1).current, vector.current
    shown = sum(getattr(facts, name).nbytes for name in facts.__dataclass_fields__)
    inside = GAME.itemsize + SLOT.itemsize + 3 * 8 + vector.players
    notes = 4 * int(np.prod(NOTES_SHAPE))
    more = odds.observation.nbytes + odds.final_observation.nbytes - 2 * facts.observation.nbytes + notes
    print(f"memory of a game: {inside + shown} bytes with facts, {inside + shown + more} with odds")
    records = Batch.start(GAMES, seed=1).games
    Batch(records)
    print(f"checking {GAMES} records: {1e3 * seconds_of(lambda: Batch(records), 50):.2f} ms")


if __name__ == "__main__":
    main()

"""Whole games in bulk, as ratios to interpreted play in the same run: four players, second edition, one core."""

import os
import subprocess
import sys
import time

from interpreted_games import pure

from camelup.bulk import RANDOM, SENSIBLE, Batch, Policy
from camelup.bulk.layout import GAME

GAMES = 100_000
INTERPRETED = 200


def rate(policy: Policy, threads: int) -> tuple[float, float]:
    """Give games and actions a second, the best of three."""
    best = 0.0, 0.0
    for _ in range(3):
        batch = Batch.start(GAMES, seed=1)
        begin = time.perf_counter()
        actions = batch.play_out(policy, threads=threads)
        seconds = time.perf_counter() - begin
        best = max(best, (GAMES / seconds, actions / seconds))
    return best


def main() -> None:
    Batch.start(10).play_out(RANDOM)
    Batch.start(10).play_out(SENSIBLE)
    begin = time.perf_counter()
    for seed in range(INTERPRETED):
        pure(seed)
    interpreted = INTERPRETED / (time.perf_counter() - begin)
    print(f"interpreted: {interpreted:.0f} games/s; a record has {GAME.itemsize} bytes")
    for policy in (RANDOM, SENSIBLE):
        one, actions = rate(policy, 1)
        print(
            f"{policy.name}: {one:.0f} games/s, {actions / 1e6:.1f} million actions/s, "
            f"{one / interpreted:.0f} times interpreted play"
        )
        if (os.cpu_count() or 1) > 1:
            print(f"{policy.name} on 2 cores: {rate(policy, 2)[0] / one:.2f} times one core")
    command = [sys.executable, "-c", "from camelup.bulk import Batch; Batch.start(1000).play_out()"]
    begin = time.perf_counter()
    subprocess.run(command, check=True)
    print(f"the first thousand games of a new process: {time.perf_counter() - begin:.2f} s, Python and Numba included")


if __name__ == "__main__":
    main()

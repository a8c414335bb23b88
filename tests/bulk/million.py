"""Compare a million games, or so many as are asked for: `python -m tests.bulk.million [games]`."""

import sys
from concurrent.futures import ProcessPoolExecutor

from tests.bulk.twin import play_side_by_side

CHUNK = 1000
PROCESSES = 2


def compare(chunk: int) -> int:
    return play_side_by_side(chunk, CHUNK, seed="million")


def main(games: int = 1_000_000) -> None:
    actions = 0
    with ProcessPoolExecutor(PROCESSES) as pool:
        for done, compared in enumerate(pool.map(compare, range(games // CHUNK)), start=1):
            actions += compared
            sys.stdout.write(f"{done * CHUNK} games, {actions} actions: all the same\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

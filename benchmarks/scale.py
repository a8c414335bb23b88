"""How far matches, statistics and exports scale: the work of a part, and what it costs those who hand parts out.

Times are those of processors, which hardly depend on what else a machine does. What a client and its scheduler spend on
a part cannot be shared, so the work of a part over that is the number of cores at which they are busy all the time.
"""

import statistics as mean_of
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from camelup.arena import Match
from camelup.arena.policies import CHUNK as DEALS
from camelup.bulk import statistics
from camelup.bulk.stats import CHUNK, count_part
from camelup.bulk.threads import in_order
from camelup.cluster import Cluster
from camelup.cluster.matches import _checked, play_policies
from camelup.core.edition import SECOND
from camelup.data import StatisticsGames, export
from camelup.data.parquet import make_tables
from camelup.data.sources import _SLICE

PARTS = 24


def processor_seconds(work: Callable[[], object], times: int = 3) -> float:
    """Give the processor time of this process that a work takes, the best of some."""
    spent = []
    for _ in range(times):
        begin = time.process_time()
        work()
        spent.append(time.process_time() - begin)
    return min(spent)


def nothing(_: int) -> int:
    """Cost nothing but the way there and back."""
    return 0


def threads() -> None:
    """Compare one core with two, taking turns."""
    ratios = []
    for _ in range(3):
        seconds = []
        for count in (1, 2):
            begin = time.perf_counter()
            statistics(8 * CHUNK, policy="sensible", seed=1, spread=in_order(count))
            seconds.append(time.perf_counter() - begin)
        ratios.append(seconds[0] / seconds[1])
    print(f"statistics on 2 threads: {mean_of.median(ratios):.2f} times one ({min(ratios):.2f} to {max(ratios):.2f})")


def workers() -> None:
    """Compare one node with two, taking turns, and find what a part costs the client and the scheduler."""
    match = Match(("policy:sensible", "policy:random"), seed=1)
    counted = partial(count_part, 10**9, SECOND, 4, "sensible", 1)
    source = StatisticsGames(PARTS * _SLICE, SECOND, 4, "sensible", 1)
    parts = [part * CHUNK for part in range(PARTS)]
    games = tuple(range(DEALS * 2))
    count_part(CHUNK, SECOND, 4, "sensible", 1, 0)
    local = {
        "statistics": processor_seconds(lambda: counted(0)),
        "match of policies": processor_seconds(lambda: play_policies(match, games)),
        "export": processor_seconds(lambda: make_tables(source, ("games",), 0)),
    }
    with (
        Cluster("local", workers=1) as one,
        Cluster("local", workers=2) as two,
        tempfile.TemporaryDirectory() as folder,
    ):
        for cluster in (one, two):
            list(cluster.spread(counted, parts[:4]))
        ratios = []
        for _ in range(3):
            seconds = []
            for cluster in (one, two):
                begin = time.perf_counter()
                list(cluster.spread(counted, parts))
                seconds.append(time.perf_counter() - begin)
            ratios.append(seconds[0] / seconds[1])
        print(f"statistics on 2 nodes: {mean_of.median(ratios):.2f} times one ({min(ratios):.2f} to {max(ratios):.2f})")
        empty = processor_seconds(lambda: list(one.spread(nothing, range(200)))) / 200
        print(f"an empty part: {empty * 1e3:.2f} ms of client and scheduler")
        spent = {
            "statistics": processor_seconds(lambda: list(one.spread(counted, parts)), 1) / PARTS,
            "match of policies": empty
            + processor_seconds(lambda: _checked(match, games, play_policies(match, games)))
            - local["match of policies"],
            "export": processor_seconds(lambda: export(source, Path(folder) / "games.parquet", spread=one.spread), 1)
            / PARTS,
        }
    for name, work in local.items():
        print(
            f"{name}: {work * 1e3:.0f} ms of work in a part, {spent[name] * 1e3:.1f} ms of client and scheduler: "
            f"busy at {work / spent[name]:.0f} cores"
        )


if __name__ == "__main__":
    threads()
    workers()
    sys.exit()

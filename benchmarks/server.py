"""The server under load: it has one core, and the players have another.

.venv/bin/python benchmarks/server.py [--tables N] [--seconds N] [--database URL] [PART ...]
Parts: people (paced, then flat out), computers, opening; and two (processes on one PostgreSQL), if it is named.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
import time
import urllib.request
from pathlib import Path

import uvloop
from load import Server, Table, play_paced, quantile, reset_collectors, seat_all
from stored_tables import store_tables


async def play_flat_out(servers: list[Server], tables: list[Table], seconds: float) -> None:
    """As fast as it goes; games that end leave their tables idle, so that a short run is fairest."""
    reset_collectors(tables)
    used, begun = sum(server.cpu_seconds for server in servers), time.perf_counter()
    for table in tables:
        table.is_flat_out = True
        table.act()
    await asyncio.sleep(seconds)
    for table in tables:
        table.is_flat_out = False
    passed = time.perf_counter() - begun
    share = (sum(server.cpu_seconds for server in servers) - used) / passed
    print(f"flat out: {sum(table.accepted for table in tables) / passed:.0f} actions/s, {share:.0%} of a core busy")


def describe(delays: list[float]) -> str:
    return (
        f"{len(delays)} actions, p50 {1000 * quantile(delays, 0.5):.1f} ms, p99 {1000 * quantile(delays, 0.99):.1f} ms"
    )


def describe_all(seconds: list[float]) -> str:
    return " ".join(f"{1000 * value:.1f}" for value in seconds)


async def measure_people(count: int, seconds: float, database: str | None) -> None:
    server = Server(database=database)
    print(f"starts in {server.seconds_to_start:.2f} s")
    try:
        empty = server.memory
        tables = await seat_all([server], count)
        players = sum(table.size for table in tables)
        each = (server.memory - empty) / players
        print(f"{players} players at {count} tables: {each:.1f} kB a connection, tables included")
        used = server.cpu_seconds
        delays = await play_paced(tables, seconds)
        print(f"paced: {describe(delays)}, {(server.cpu_seconds - used) / (seconds + 1):.0%} of a core busy")
        await play_flat_out([server], tables, min(5.0, seconds))
        print(f"after it: {(server.memory - empty) / players:.1f} kB a connection")
        errors = [error for table in tables for error in table.errors]
        print(f"errors: {len(errors)} {errors[:2]}")
    finally:
        print(f"stopped with {server.stop()}")


async def measure_computers(count: int, seconds: float) -> None:
    """People by turns alone and beside tables with computer players, whose workers have the load's core."""
    server = Server("--bot-delay", "1", "--workers", "1")
    try:
        tables = await seat_all([server], count // 2)
        with_computers = [Table(1, 2, ("greedy", "shark", "novice")) for _ in range(count // 10)]
        await asyncio.gather(*(table.join("127.0.0.1", server.port) for table in with_computers))
        for table in with_computers:
            table.start()
            table.is_flat_out = True  # people there act as soon as it is their turn, and computers after them
        while not all(table.computer_moves for table in with_computers):  # noqa: ASYNC110 - a worker starts
            await asyncio.sleep(0.1)
        server.move_workers(core=1)
        alone, beside = [], []
        for _ in range(5):
            for table in with_computers:
                table.is_flat_out = False
            await asyncio.sleep(4)  # computers act until it is a person's turn everywhere
            alone.append(quantile(await play_paced(tables, seconds / 4), 0.99))
            for table in with_computers:
                table.is_flat_out = True
                table.act()
            beside.append(quantile(await play_paced(tables, seconds / 4), 0.99))
        print(f"p99 of people alone: {describe_all(alone)} ms")
        print(f"beside {len(with_computers)} tables with computers: {describe_all(beside)} ms")
        print(f"medians: {statistics.median(beside) / statistics.median(alone):.2f} times as long")
    finally:
        server.stop()


async def measure_opening(idle: int) -> None:
    """Tables that are in the store already: how long one takes to open, and what one costs that nobody plays at."""
    with tempfile.TemporaryDirectory() as folder:
        codes = await store_tables(Path(folder), idle, 75) + await store_tables(Path(folder), 9, 300)
        server = Server(data=folder)
        try:
            times = []
            for code in codes[-9:]:
                begun = time.perf_counter()
                get(server.port, code)
                times.append(time.perf_counter() - begun)
            print(f"a table of 300 events opens in {1000 * statistics.median(times):.1f} ms (median of {len(times)})")
            empty = server.memory
            for code in codes[:idle]:
                get(server.port, code)
            print(f"an idle table costs {(server.memory - empty) / idle:.1f} kB")
        finally:
            server.stop()


def get(port: int, code: str) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables/{code}") as answer:
        answer.read()


async def measure_two(count: int, seconds: float, database: str) -> None:
    """One process, then two, on one PostgreSQL; each has a core, which load and database share with them."""
    for number in (1, 2):
        servers = [Server(core=core, database=database) for core in range(number)]
        try:
            tables = await seat_all(servers, count)
            print(f"{number} process{'es' if number > 1 else ''}: ", end="")
            await play_flat_out(servers, tables, min(5.0, seconds))
        finally:
            for server in servers:
                server.stop()


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--database")
    arguments = parser.parse_args()
    parts = arguments.parts or ["people", "computers", "opening"]
    os.sched_setaffinity(0, {1})
    if "people" in parts:
        await measure_people(arguments.tables, arguments.seconds, arguments.database)
    if "computers" in parts:
        await measure_computers(arguments.tables, arguments.seconds)
    if "opening" in parts:
        await measure_opening(1000)
    if "two" in parts:
        await measure_two(arguments.tables, arguments.seconds, arguments.database or "")


if __name__ == "__main__":
    uvloop.run(main())

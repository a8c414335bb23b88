"""The server under load: it has one core, and whoever plays has another.

.venv/bin/python benchmarks/server.py [TABLES] [SECONDS]
"""

import asyncio
import os
import sys
import time

import uvloop
from load import Server, Table, quantile, reset_collectors, seat_all

TABLES = int(sys.argv[1]) if len(sys.argv) > 1 else 500
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 15.0


async def play_paced(tables: list[Table], seconds: float) -> list[float]:
    """One action a table in a second, spread over the second."""
    reset_collectors(tables)
    begun = time.perf_counter()
    for second in range(int(seconds)):
        for number, table in enumerate(tables):
            wait = begun + second + number / len(tables) - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            table.act()
    await asyncio.sleep(1)
    return [delay for table in tables for delay in table.delays]


async def play_flat_out(tables: list[Table], seconds: float) -> float:
    """As fast as it goes; games that end early leave tables idle, so short runs are fairest."""
    reset_collectors(tables)
    begun = time.perf_counter()
    for table in tables:
        table.is_flat_out = True
        table.act()
    await asyncio.sleep(seconds)
    for table in tables:
        table.is_flat_out = False
    accepted: int = sum(table.accepted for table in tables)
    return accepted / (time.perf_counter() - begun)


async def main() -> None:
    os.sched_setaffinity(0, {1})
    server = Server()
    print(f"starts in {server.seconds_to_start:.2f} s")
    try:
        empty = server.memory
        tables = await seat_all(server, TABLES)
        players = sum(table.size for table in tables)
        print(f"{players} players at {TABLES} tables")
        print(f"memory a connection: {(server.memory - empty) / players:.1f} kB, tables included")
        used = server.cpu_seconds
        delays = await play_paced(tables, SECONDS)
        share = (server.cpu_seconds - used) / (SECONDS + 1)
        print(
            f"paced: {len(delays)} actions, p50 {1000 * quantile(delays, 0.5):.1f} ms, "
            f"p99 {1000 * quantile(delays, 0.99):.1f} ms, server's core {share:.0%} busy"
        )
        used, begun = server.cpu_seconds, time.perf_counter()
        rate = await play_flat_out(tables, min(5.0, SECONDS))
        share = (server.cpu_seconds - used) / (time.perf_counter() - begun)
        print(f"flat out: {rate:.0f} actions/s, server's core {share:.0%} busy")
        print(f"memory a connection after play: {(server.memory - empty) / players:.1f} kB, tables included")
        errors = [error for table in tables for error in table.errors]
        print(f"errors: {len(errors)} {errors[:2]}")
    finally:
        print(f"stopped with {server.stop()}")


uvloop.run(main())

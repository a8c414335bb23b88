"""What a store takes: appends by many tasks, which share a commit, against one after the other, each with its own.

Full durability: every append that counts here is on the disk. The disk is that of the temporary folder (TMPDIR chooses
another). CAMELUP_TEST_DATABASE names a PostgreSQL database to measure as well; its tables are removed again.
"""

import asyncio
import os
import tempfile
import time
from pathlib import Path

from camelup.server.store import make_store
from camelup.server.store.base import Store, Summary
from camelup.server.tables.events import Played, write_event

TABLES = 500
SECONDS = 3.0
TEXT = write_event(Played("A roll r3"))
SUMMARY = Summary("playing", is_open=True, headline="{}")


async def appends(store: Store, tasks: int) -> float:
    """Count the appends a second of a number of tasks, each at its own table."""
    names = [f"bench-{tasks}-{number}" for number in range(tasks)]
    begin = time.perf_counter()

    async def play(name: str) -> int:
        number = 0
        while time.perf_counter() < begin + SECONDS:
            number += 1
            await store.append(name, number, TEXT, SUMMARY if number == 1 else None)
        return number

    stored = sum(await asyncio.gather(*map(play, names)))
    seconds = time.perf_counter() - begin
    await store.delete(names)
    return stored / seconds


async def measure(name: str, store: Store) -> None:
    await store.open()
    try:
        alone = await appends(store, 1)
        together = await appends(store, TABLES)
    finally:
        await store.close()
    each = f"one after the other {alone:,.0f} appends/s, {TABLES} tasks {together:,.0f}"
    print(f"{name}: {each}, ratio {together / alone:.0f}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure("SQLite", make_store(None, Path(folder))))
        if database := os.environ.get("CAMELUP_TEST_DATABASE"):
            asyncio.run(measure("PostgreSQL", make_store(database, Path(folder))))


if __name__ == "__main__":
    main()

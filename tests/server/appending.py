"""A process that adds entries until it is killed, and prints which of them were acknowledged.

Arguments: the address of the database (empty for a file), the data folder, how many tables.
"""

import asyncio
import sys
from pathlib import Path

from camelup.server.store import make_store, postgresql_connector
from camelup.server.store.base import Store, Summary

SUMMARY = Summary("playing", is_open=False, headline="{}")


async def append_for_ever(store: Store, table: str) -> None:
    number = len(await store.read(table))
    while True:
        number += 1
        text = f"{store.process} {number}"
        at = await store.append(table, number, text, SUMMARY if number == 1 else None)
        assert at is not None
        sys.stdout.write(f"{table} {number} {text}\n")
        sys.stdout.flush()


async def main() -> None:
    postgresql_connector.PATIENCE = 60.0  # how busy the machine is must not matter
    address, data, tables = sys.argv[1:]
    store = make_store(address or None, Path(data))
    await store.open()
    await asyncio.gather(*(append_for_ever(store, f"table-{number}") for number in range(int(tables))))


if __name__ == "__main__":
    asyncio.run(main())

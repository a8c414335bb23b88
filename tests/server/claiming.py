"""A process that claims a table, says so, and lives until it is killed, or until whoever started it has ended.

Arguments: the address of the database, the table.
"""

import asyncio
import sys
from pathlib import Path

from camelup.server.store import make_store


async def main() -> None:
    address, table = sys.argv[1:]
    store = make_store(address, Path())
    await store.open()
    sys.stdout.write(f"{store.process} {await store.claim(table)}\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main())

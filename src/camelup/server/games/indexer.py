"""Indexes tables whose log has entries that the index of the store does not know of.

These are tables from before there was an index, those that were imported, and, during an upgrade, those at which a
process of an older version has stored something. One process at a time looks for them, table after table; whatever
interrupts it, the next one goes on with what is left.
"""

import asyncio

import msgspec

from camelup.core.errors import CamelUpError, StoreError
from camelup.server.error_log import report
from camelup.server.games.game_worker import GameWorker
from camelup.server.games.jobs import Index, IndexJob
from camelup.server.metrics import Metrics
from camelup.server.store.base import Store
from camelup.server.store.people import SeatRow
from camelup.server.tables.manager import TableManager

_CLAIM = "*index"
"""Stands for all tables in a claim; no table is called that."""
_EVERY = 60.0
_PAGE = 100
_REST = 0.01
"""Seconds between two tables: those who wait for the game worker go first."""
_MOST_HOPELESS = 10_000
_ATTEMPTS = 5
_OWN = "indexer"
"""Its line in the queue of the game worker, beside those of addresses."""

_read_index = msgspec.json.Decoder(Index).decode


class Indexer:
    """Keeps the index of a store complete; to be used from one event loop."""

    def __init__(self, store: Store, manager: TableManager, worker: GameWorker, metrics: Metrics) -> None:
        self._store = store
        self._manager = manager
        self._worker = worker
        self._metrics = metrics
        self._hopeless: set[str] = set()
        """Tables that cannot be read; `camelup db check` names them."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look for tables now and then."""
        self._task = asyncio.get_running_loop().create_task(self._repeat())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _repeat(self) -> None:
        while True:
            try:
                if await self._store.claim(_CLAIM):
                    await self.index_all()
            except CamelUpError:
                pass  # the database is away, or the game worker is busy: the next time, then
            except Exception as fault:  # noqa: BLE001 - a chore that ended for good would leave all later tables out
                report(fault)
                self._metrics.count("camelup_faults_total")
            await asyncio.sleep(_EVERY)

    async def index_all(self) -> None:
        """Index every table that needs it."""
        after = ""
        while page := await self._store.people.find_unindexed(after, _PAGE):
            for table in page:
                if table not in self._hopeless:
                    await self._index(table)
                    await asyncio.sleep(_REST)
            after = page[-1]

    async def is_complete(self) -> bool:
        """Whether the index knows of everything that can be read."""
        after = ""
        while page := await self._store.people.find_unindexed(after, _PAGE):
            if not self._hopeless.issuperset(page):
                return False
            after = page[-1]
        return True

    async def _index(self, table: str) -> None:
        for _ in range(_ATTEMPTS):
            length = 0

            async def prepare() -> IndexJob:
                nonlocal length
                log = await self._manager.read_log(table)
                length = len(log)
                return IndexJob(table, log)

            try:
                index = _read_index(await self._worker.ask(_OWN, prepare))
            except StoreError:
                raise
            except CamelUpError as error:
                if error.code in {"busy", "too_fast", "closing"}:
                    raise
                self._give_up(table)
                return
            if length == 0:  # it is gone, or has a name that no table can have
                self._give_up(table)
                return
            rows = [SeatRow(*row) for row in index.rows]
            if await self._store.people.index(table, length, rows, index.headline):
                return
            # Somebody has gone on there meanwhile.

    def _give_up(self, table: str) -> None:
        if len(self._hopeless) < _MOST_HOPELESS:
            self._hopeless.add(table)

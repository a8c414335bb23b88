"""Forgetting a person: his names become "Guest", his chat and the hashes of his tokens go, his seats belong to nobody.

What others have stays: actions, seeds, dice and the hashes of cards, so that their games replay and verify. Seats in
games that go on are left first, as if he had left them himself. Every table is changed by itself, completely or not at
all; after an interruption, the same request goes on with the tables that are left.
"""

import asyncio
from typing import NamedTuple

import msgspec

from camelup.core.errors import RequestError
from camelup.protocol.me import Deleted
from camelup.server.games.game_worker import GameWorker
from camelup.server.games.indexer import Indexer
from camelup.server.games.jobs import Erased, EraseJob
from camelup.server.store.base import Store
from camelup.server.store.people import Rewriting
from camelup.server.store.schema import PEOPLE_SINCE
from camelup.server.tables import commands
from camelup.server.tables.events import TableEvent
from camelup.server.tables.manager import TableManager
from camelup.server.tables.session import TableSession
from camelup.server.tables.state import TableState

_ATTEMPTS = 20
_ROUNDS = 5
"""How often all tables are looked for again: meanwhile somebody may have begun a rematch with this person."""

_read_erased = msgspec.json.Decoder(Erased).decode


class _Log(NamedTuple):
    """What was read of a log before it is changed."""

    length: int
    rewrites: int


class Erasure:
    """Forgets people, one after the other; to be used from one event loop."""

    def __init__(self, store: Store, manager: TableManager, worker: GameWorker, indexer: Indexer) -> None:
        self._store = store
        self._manager = manager
        self._worker = worker
        self._indexer = indexer
        self._lock = asyncio.Lock()

    async def forget(self, tokens: tuple[str, ...], address: str) -> Deleted:
        """Forget a person, by the hashes of his tokens."""
        if self._lock.locked():
            raise RequestError("busy", "The server is deleting somebody else's data. Try again in a moment.")
        async with self._lock:
            await self._check_possible()
            tables = left = names = chat = 0
            damaged: set[str] = set()
            for _ in range(_ROUNDS):
                known = set(await self._store.people.find_known(tokens)) - damaged
                for table in sorted(known):
                    try:
                        left += await self._leave(table, tokens)
                        erased = await self._erase(table, tokens, address)
                    except RequestError as error:
                        if error.code != "broken":
                            raise
                        damaged.add(table)  # nobody can read it, and `camelup db check` names it
                        continue
                    tables, names, chat = tables + 1, names + erased.names, chat + erased.chat
                if not known:
                    break
            await self._store.people.scrub()
            return Deleted(tables, left, names, chat, len(damaged))

    async def _check_possible(self) -> None:
        """Refuse while tables could be missed, or an older process could write back what it remembers."""
        if await self._store.oldest_version() < PEOPLE_SINCE:
            raise RequestError("busy", "The server is being upgraded. Try again in a few minutes.")
        if not await self._indexer.is_complete():
            await self._indexer.index_all()
            if not await self._indexer.is_complete():
                raise RequestError("busy", "The server is still sorting its games. Try again in a few minutes.")

    async def _leave(self, code: str, tokens: tuple[str, ...]) -> int:
        """Leave all seats at a table that has not ended; give how many."""
        listed = await self._store.find_table(code)
        if listed is None or listed.summary.status not in {"waiting", "playing"}:
            return 0
        async with self._manager.visit(code) as session:
            seats = [seat for token in tokens for seat in session.table.find_seats(token)]
            for seat in seats:
                await _leave(session, seat, tokens)
        return len(seats)

    async def _erase(self, code: str, tokens: tuple[str, ...], address: str) -> Erased:
        for _ in range(_ATTEMPTS):
            read = _Log(0, 0)

            async def prepare() -> EraseJob:
                nonlocal read
                rewrites = await self._store.people.count_rewrites(code)
                log = await self._manager.read_log(code)
                read = _Log(len(log), rewrites)
                return EraseJob(code, log, tokens)

            erased = _read_erased(await self._worker.ask(address, prepare))
            if read.length == 0:
                return erased  # somebody has removed the table
            if await self._store.people.rewrite(code, Rewriting(*read, erased.texts, erased.headline, tokens)):
                await self._manager.spread_rewriting(code)
                return erased
        raise RequestError("busy", "One of your tables is too busy. Try again in a moment.")


async def _leave(session: TableSession, seat: int, tokens: tuple[str, ...]) -> None:
    def decide(table: TableState) -> TableEvent | None:
        holder = table.seats[seat]
        is_own = holder is not None and holder.token in tokens and not holder.has_left
        return commands.leave(table, seat) if is_own and table.status in {"waiting", "playing"} else None

    await session.change(decide)

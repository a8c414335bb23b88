"""Everything that is shown of whole games: each answer is written once, by the game worker, and kept for a while."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

import msgspec

from camelup.core.errors import CamelUpError
from camelup.server.games.game_worker import GameWorker, PrepareJob
from camelup.server.games.jobs import (
    CheckGameJob,
    CheckRecordJob,
    Page,
    ReplayRecordJob,
    ShowGameJob,
    ShowReviewJob,
    Wanted,
)
from camelup.server.games.page_cache import PageCache
from camelup.server.store.base import Listed
from camelup.server.tables.loading import noting_broken
from camelup.server.tables.manager import TableManager
from camelup.server.tables.secrecy import check_finished
from camelup.server.thinking.reviews import Reviewed

MOST_BYTES: Final = 16_000_000
"""Of pages that are kept; packed, the replay of a long game has 50 kB."""

Allow = Callable[[], None]
"""Called when the worker really has to do something; refuses addresses that have asked for too much."""

_read_page = msgspec.json.Decoder(Page).decode
_read_text = msgspec.json.Decoder(str).decode


class GamePages:
    """Games as they are shown, in the format of gzip; to be used from one event loop."""

    def __init__(self, manager: TableManager, worker: GameWorker) -> None:
        self._manager = manager
        self._worker = worker
        self._cache = PageCache(MOST_BYTES)
        self._written: dict[Hashable, asyncio.Task[bytes]] = {}
        """Those that are being written: requests that come meanwhile wait for the same page."""
        self._forgotten = 0
        """How often pages had to be forgotten: one that was begun before is not kept."""
        manager.on_rewriting.append(self.forget)

    async def replay_record(self, body: bytes, address: str) -> bytes:
        """Replay the record of a request; errors of the request and of its record are CamelUpErrors."""

        async def prepare() -> ReplayRecordJob:
            return ReplayRecordJob(body)

        return _read_page(await self._worker.ask(address, prepare)).packed

    async def check_record(self, body: bytes, address: str) -> str:
        """Give the text of a request's record, if its game can be reviewed."""

        async def prepare() -> CheckRecordJob:
            return CheckRecordJob(body)

        return _read_text(await self._worker.ask(address, prepare))

    async def show_game(self, code: str, wanted: Wanted, address: str, allow: Allow) -> bytes:
        """Show a finished game; RequestError while it is going on, which is known without reading its log."""
        listed = await self._find_finished(code)

        async def prepare() -> ShowGameJob:
            return ShowGameJob(code, await self._manager.read_log(code), wanted)

        # Of what comes after the end of a game, only the rematch is shown, and only in the summary.
        length = listed.length if wanted == "summary" else None
        with noting_broken(code):
            return await self._show((wanted, code, listed.created, length), address, allow, prepare)

    async def check_game(self, code: str, address: str, allow: Allow) -> str:
        """Give the record of a finished game, if it can be reviewed."""
        await self._find_finished(code)

        async def prepare() -> CheckGameJob:
            return CheckGameJob(code, await self._manager.read_log(code))

        allow()
        with noting_broken(code):
            return _read_text(await self._worker.ask(address, prepare))

    async def show_review(self, reviewed: Reviewed, address: str) -> bytes:
        """Show a review of which there is something; its progress may be that of a moment before."""
        packed = reviewed.packed
        assert packed is not None, "there is something to show"  # noqa: S101 - narrows the type
        job = ShowReviewJob(reviewed.key, reviewed.progress, reviewed.is_done, reviewed.playouts, packed)

        async def prepare() -> ShowReviewJob:
            return job

        key = ("review", reviewed.key, reviewed.playouts, reviewed.is_done)
        return await self._show(key, address, lambda: None, prepare)

    def forget(self, code: str | None) -> None:
        """Forget all pages of a table, or of all tables: its log was changed."""
        self._forgotten += 1
        self._written.clear()  # those who wait for one still get it
        self._cache.drop(lambda key: code is None or (isinstance(key, tuple) and code in key))

    async def _find_finished(self, code: str) -> Listed:
        opened = self._manager.find_open(code)
        if opened is not None:
            check_finished(opened.table.status)
        listed = await self._manager.find_listed(code)
        check_finished(listed.summary.status)
        return listed

    async def _show(self, key: Hashable, address: str, allow: Allow, prepare: PrepareJob) -> bytes:
        while (page := self._cache.get(key)) is None:
            if (task := self._written.get(key)) is None:
                allow()
                task = asyncio.get_running_loop().create_task(self._write(key, self._worker.ask(address, prepare)))
                task.add_done_callback(_look_at)
                self._written[key] = task
                return await asyncio.shield(task)
            try:
                return await asyncio.shield(task)
            except CamelUpError as error:
                if error.code not in {"busy", "too_fast"}:
                    raise
                # It had no place in the queue, but that was the other address's: try it with our own.
        return page

    async def _write(self, key: Hashable, asked: Awaitable[bytes]) -> bytes:
        forgotten = self._forgotten
        try:
            page = _read_page(await asked).packed
        finally:
            if self._forgotten == forgotten:
                del self._written[key]
        if self._forgotten == forgotten:
            self._cache.put(key, page)
        return page


def _look_at(task: asyncio.Task[bytes]) -> None:
    """The client may be gone; an error that nobody sees is none of the server's."""
    if not task.cancelled():
        task.exception()

"""A player of docs/players.md at a live table: it thinks in a separate thread, while messages keep coming."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from camelup.client.news import Begun, Played, TableChanged
from camelup.client.seat import Seat
from camelup.core.errors import CamelUpError, RequestError
from camelup.players.asking import ask, failure_of
from camelup.players.player import DEFAULT_BUDGET, Budget, Player, Seating

_T = TypeVar("_T")
_CLOSED = {
    "empty": "The table is closed because nobody was there.",
    "too_long": "The table is closed because the race went on for too many actions.",
}
_WRONG_HASH = "Warning: the server showed everybody a wrong hash of your card."


async def play_game(
    seat: Seat, player: Player, budget: Budget = DEFAULT_BUDGET, tell: Callable[[str], None] = lambda _: None
) -> None:
    """Let a player play at a seat until the game is over; `tell` gets what happens, sentence by sentence."""
    thread = _Thread()
    try:
        await _Playing(seat, player, budget, thread).play(tell)
    finally:
        thread.end()


class _Thread:
    """The thread of a player, always the same one: a player may hold what belongs to it.

    It is a daemon, unlike those of an executor: a player that thinks does not keep Python from ending.
    """

    def __init__(self) -> None:
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        Thread(target=self._work, daemon=True).start()

    async def run(self, call: Callable[..., _T], *arguments: object) -> _T:
        future: Future[_T] = Future()
        self._calls.put((future, partial(call, *arguments)))
        return await asyncio.wrap_future(future)

    def end(self) -> None:
        self._calls.put(None)

    def _work(self) -> None:
        while (waiting := self._calls.get()) is not None:
            future, call = waiting
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(call())
            except BaseException as error:  # noqa: BLE001 - those who wait get the error
                future.set_exception(error)


class _Playing:
    """A player at a seat."""

    def __init__(self, seat: Seat, player: Player, budget: Budget, thread: _Thread) -> None:
        self._seat = seat
        self._player = player
        self._budget = budget
        self._thread = thread
        self._seen = -1
        """The ply that the player knows of; -1 while it has not sat down."""
        self._chosen_at = -1

    async def play(self, tell: Callable[[str], None]) -> None:
        seat = self._seat
        async for news in seat.news():
            match news:
                case Begun(ply, view, sentence):
                    tell(sentence)
                    await self._run(self._player.start, Seating(seat.number, seat.table.names, view))
                    self._seen = ply
                case Played() if self._seen >= 0:
                    for sentence in news.sentences:
                        tell(sentence)
                    if news.is_card_right is False:
                        tell(_WRONG_HASH)
                    await self._run(self._player.observe, news.events)
                    self._seen = news.ply
                case TableChanged(table) if table.is_over:
                    if table.closed is not None:
                        tell(_CLOSED[table.closed])
                    break
                case _:
                    pass
            if seat.is_in_turn and self._seen == seat.ply != self._chosen_at:
                await self._act()
        if self._seen >= 0 and seat.view is not None:
            await self._run(self._player.end, seat.view)

    async def _act(self) -> None:
        seat, view = self._seat, self._seat.view
        assert view is not None, "it is in turn"  # noqa: S101 - narrows the type
        self._chosen_at = seat.ply
        action = await self._run(ask, self._player, view, self._budget)
        try:
            await seat.act(action, self._chosen_at)
        except RequestError as error:
            if error.code != "stale":  # the connection was away for so long that the game is somewhere else
                raise

    async def _run(self, call: Callable[..., _T], *arguments: object) -> _T:
        """Let the player do something in its thread; any failure becomes a PlayerError."""
        try:
            return await self._thread.run(call, *arguments)
        except CamelUpError:
            raise
        except (Exception, SystemExit) as error:
            raise failure_of("The player", error) from error

"""A player of docs/players.md at a live table: it thinks in a thread of its own, while the table is listened to."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from camelup.client.forms import Begun, Played, TableChanged
from camelup.client.seat import Seat
from camelup.core.actions import Action
from camelup.core.errors import CamelUpError, PlayerError
from camelup.core.view import View
from camelup.players.player import AS_IT_LIKES, Budget, Player, Seating

_T = TypeVar("_T")


async def play_game(
    seat: Seat, player: Player, budget: Budget = AS_IT_LIKES, tell: Callable[[str], None] = lambda _: None
) -> None:
    """Let a player play at a seat until the game is over; `tell` gets what happens, sentence by sentence."""
    with ThreadPoolExecutor(max_workers=1) as thread:  # always the same one: a player may hold what belongs to it
        await _Playing(seat, player, budget, thread).play(tell)


class _Playing:
    """A player at a seat."""

    def __init__(self, seat: Seat, player: Player, budget: Budget, thread: ThreadPoolExecutor) -> None:
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
                    await self._run(self._player.observe, news.events)
                    self._seen = news.ply
                case TableChanged(table) if table.is_over:
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
        action = await self._run(self._choose, view)
        if action not in view.legal:
            raise PlayerError("illegal", f"The player chose {str(action)[:60]!r}, which is not allowed.")
        await seat.act(action, self._chosen_at)

    def _choose(self, view: View) -> Action:
        return self._player.choose(view, self._budget)

    async def _run(self, call: Callable[..., _T], *arguments: object) -> _T:
        """Let the player do something in its thread; whatever it fails with is told as an error of a player."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, call, *arguments)
        except CamelUpError:
            raise
        except Exception as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())[:200].removesuffix(".").removesuffix(":")
            raise PlayerError("failed", f"The player failed: {reason}.") from error

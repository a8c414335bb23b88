"""What a server does at a table by itself: computer players, players who are away, clocks, the host's place, odds.

One process does this for a table. It rests while nobody is there, and starts again when the first client comes.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from time import perf_counter
from typing import Any

import msgspec

from camelup.core.actions import Action, Roll
from camelup.core.errors import CamelUpError, RequestError, StoreError
from camelup.protocol.settings import By
from camelup.server.configuration import Configuration
from camelup.server.metrics import Metrics
from camelup.server.store.base import Store
from camelup.server.tables import commands, events
from camelup.server.tables.session import TableSession
from camelup.server.tables.state import TableState
from camelup.server.thinking.workers import Workers

_LATER = 1.0
"""Seconds after which something is tried again that could not be stored."""
_LEAST_WAIT = 0.001


class TableScheduler:
    """Plans what the server does at one table."""

    def __init__(
        self, session: TableSession, store: Store, workers: Workers, metrics: Metrics, configuration: Configuration
    ) -> None:
        self._session = session
        self._store = store
        self._workers = workers
        self._metrics = metrics
        self._configuration = configuration
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinks_about: tuple[int, int, By] | None = None
        self._is_computing = False
        self._is_closing = False
        self._sent_ply = -1
        self.has_claim = False
        session.on_change = self.plan

    def plan(self) -> None:
        """Find out what is to be done next, and when; called after everything that happens."""
        self._stop_timer()
        session, table = self._session, self._session.table
        if session.is_broken:
            return
        if table.is_too_long and not table.is_closed:
            self._close()
        if session.presence.is_empty:
            return
        self._send_odds()  # each process its own clients; the same position has the same odds everywhere
        if not self.has_claim:
            return
        if table.status == "waiting":
            self._plan_host()
        elif table.status == "playing" and table.state is not None:
            seat = table.state.turn
            holder = table.seats[seat]
            if holder is not None and holder.is_computer:
                by: By = "computer" if holder.kind == "computer" else "stand_in"
                level = holder.level or self._configuration.stand_in
                self._plan_action(self._pause(), seat, level, by)
            elif (ends := session.turn_ends) is not None:
                wait = max(ends - self._session.clock.monotonic(), self._pause())
                self._plan_action(wait, seat, self._configuration.stand_in, "stand_in")

    def stop(self) -> None:
        """Leave everything as it is."""
        self._stop_timer()
        for task in self._tasks:
            task.cancel()
        self._thinks_about = None

    # --- Acting -----------------------------------------------------------------------------------------------

    def _pause(self) -> float:
        """Give the rest of the time that a computer player waits; chatting meanwhile does not prolong it."""
        since = max(self._session.turn_began, self._session.presence.occupied_since)
        delay = self._configuration.bot_delay
        return max(min(since + delay - self._session.clock.monotonic(), delay), _LEAST_WAIT)

    def _plan_action(self, wait: float, seat: int, level: str, by: By) -> None:
        ply = len(self._session.table.plies)
        if self._thinks_about != (ply, seat, by):
            self._timer = asyncio.get_running_loop().call_later(wait, self._think, ply, seat, level, by)

    def _think(self, ply: int, seat: int, level: str, by: By) -> None:
        self._thinks_about = (ply, seat, by)
        self._begin(self._act(ply, seat, level, by))

    async def _act(self, ply: int, seat: int, level: str, by: By) -> None:
        table = self._session.table
        if len(table.plies) != ply:
            return
        begun = perf_counter()
        action: Action = Roll()  # always allowed, and what is done if a player fails
        with suppress(CamelUpError):
            action = await self._workers.choose(
                table.code, seat, level, table.record, address=self._session.presence.address
            )
        self._metrics.time("camelup_think_seconds", perf_counter() - begun)
        try:
            await self._session.act(seat, ply, action, by, is_due=lambda: self._is_due(seat))
        except StoreError:
            self._thinks_about = None
            self._timer = asyncio.get_running_loop().call_later(_LATER, self.plan)
        except RequestError:  # somebody was quicker, or the owner is back
            self._thinks_about = None
            self.plan()

    def _is_due(self, seat: int) -> bool:
        """Whether the server still is to act for a seat: its owner may have come back in the meantime."""
        holder = self._session.table.seats[seat]
        ends = self._session.turn_ends
        return (holder is not None and holder.is_computer) or (
            ends is not None and ends <= self._session.clock.monotonic() + _LEAST_WAIT
        )

    # --- Closing ----------------------------------------------------------------------------------------------

    def _close(self) -> None:
        """Store that a game is too long, unless that is under way; the process that played the last ply may be gone."""

        async def close() -> None:
            try:
                await self._session.change(lambda table: commands.close(table, is_empty=False))
            except StoreError:
                self._timer = asyncio.get_running_loop().call_later(_LATER, self.plan)
            except RequestError:  # another process was quicker
                pass
            finally:
                self._is_closing = False

        if not self._is_closing:
            self._is_closing = True
            self._begin(close())

    # --- The host ---------------------------------------------------------------------------------------------

    def _plan_host(self) -> None:
        """Let somebody who is there be host, if the host has been away for long, or the maker who is to be host.

        A maker's claim also ends if only watchers and programs are there: one of them may want to sit down.
        """
        table, presence = self._session.table, self._session.presence
        host = table.host
        people = [
            seat
            for seat, holder in enumerate(table.seats)
            if holder is not None and holder.kind == "person" and seat in presence.present
        ]
        is_claimed = host is None and table.guests.maker is not None
        if not is_claimed and (host is None or not people):
            return
        away = presence.maker_away_since if host is None else presence.away_since(host)
        if away is not None:
            wait = max(away + self._configuration.away_timeout - self._session.clock.monotonic(), _LEAST_WAIT)
            seat = people[0] if people else None
            self._timer = asyncio.get_running_loop().call_later(wait, self._change_host, seat, host)

    def _change_host(self, seat: int | None, instead_of: int | None) -> None:
        """Let a seat's owner be host; without one, only end the claim, so that no seat is kept any more."""

        def decide(table: TableState) -> events.TableEvent:
            if seat is None:
                return commands.lapse_claim(table)
            return commands.change_host(table, seat, instead_of=instead_of)

        async def change() -> None:
            try:
                await self._session.change(decide)
            except StoreError:
                self._timer = asyncio.get_running_loop().call_later(_LATER, self.plan)
            except RequestError:  # the game has begun, there is nobody any more, or there is a host
                pass

        self._begin(change())

    # --- Odds -------------------------------------------------------------------------------------------------

    def _send_odds(self) -> None:
        table = self._session.table
        if table.settings.odds == "off" or table.status != "playing" or self._sent_ply == len(table.plies):
            return
        if not self._is_computing:
            self._is_computing = True
            self._begin(self._compute_odds())

    async def _compute_odds(self) -> None:
        """Compute odds until those of the current position are sent; positions that are already past are left out."""
        table, setting = self._session.table, self._session.table.settings.odds
        try:
            while setting != "off" and table.status == "playing" and self._sent_ply != len(table.plies):
                ply = len(table.plies)
                with suppress(CamelUpError):  # a table can do without
                    odds = await self._workers.compute_odds(
                        table.view(None), setting, address=self._session.presence.address
                    )
                    if ply == len(table.plies):
                        self._session.send_odds(ply, msgspec.Raw(odds))
                self._sent_ply = ply
        finally:
            self._is_computing = False

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

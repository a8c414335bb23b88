"""A live table: a seat that comes back after a lost connection, or a place to watch from."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence

from camelup.client import Begun, ChatLine, Moved, OddsTold, Reacted, Seat, TableChanged, Watcher, sit_down, watch
from camelup.client import Played as ClientPlayed
from camelup.core import race
from camelup.core.actions import Action
from camelup.core.edition import Camel
from camelup.core.errors import ArgumentError, CamelUpError, RequestError
from camelup.core.events import Event
from camelup.core.view import View
from camelup.formats.notation import parse_action
from camelup.formats.sentences import name_action
from camelup.protocol.messages import TableForm
from camelup.protocol.odds import OddsForm
from camelup.tui.desk import Choosing, Desk, News, Played, Told, Worth, add_faces
from camelup.tui.motion import frames

_NO_SEAT = {"full", "started", "finished", "removed", "practice"}
"""Refusals after which one can still watch."""


class LiveTable(Desk):
    """A table at a server."""

    is_live = True

    def __init__(self, link: str, name: str | None, token: str | None) -> None:
        """Take the table of a link; without a name one watches."""
        self.link, self._name, self._token = link, name, token
        self._watcher: Watcher | None = None
        self._failure: CamelUpError | None = None
        self._is_ready = asyncio.Event()
        self._is_leaving = asyncio.Event()
        self._view: View | None = None
        self._faces: dict[str, str] = {}
        self._odds: OddsTold | None = None
        self._odds_came = asyncio.Event()
        self._offered = -1
        self._clock = (0.0, 0.0)
        """What the server's clock showed last, and when that was by the clock here."""
        self.viewer: int | None = None
        self.why_watching = ""

    # --- Connecting ---------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Stay connected until the table is left; `connected` waits until it is known how things stand."""
        try:
            if self._name is not None:
                refusal = await self._sit(self._name)
                if refusal is None:
                    return
                self.why_watching = refusal
            async with watch(self.link) as watcher:
                await self._stay(watcher)
        except CamelUpError as error:
            self._failure = error
            self._is_ready.set()

    async def _sit(self, name: str) -> str | None:
        """Stay at a seat until the table is left; give the refusal if one can only watch."""
        try:
            async with sit_down(self.link, name, self._token, is_program=False, on_waiting=lambda _: None) as seat:
                await self._stay(seat)
        except RequestError as error:
            if error.code not in _NO_SEAT or self._is_ready.is_set():
                raise
            return error.message
        return None

    async def _stay(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self._view = watcher.view
        self._is_ready.set()
        await self._is_leaving.wait()

    async def connected(self) -> None:
        """Wait for the first answer of the server; its refusal is raised."""
        await self._is_ready.wait()
        self.check()

    def check(self) -> None:
        """Raise what has made an end of the connection."""
        if self._failure is not None:
            raise self._failure

    @property
    def watcher(self) -> Watcher:
        """The connection."""
        assert self._watcher is not None, "connected first"  # noqa: S101 - narrows the type
        return self._watcher

    @property
    def seat(self) -> Seat | None:
        """One's own seat, if one does not just watch."""
        watcher = self._watcher
        return watcher if isinstance(watcher, Seat) else None

    @property
    def table(self) -> TableForm:
        """The table without its game."""
        return self.watcher.table

    @property
    def has_begun(self) -> bool:
        """Whether there is a game to show."""
        return self._watcher is not None and self._watcher.view is not None

    async def start(self) -> None:
        """Begin the game, as its host."""
        if self.seat is not None:
            await self.seat.start()

    def close(self) -> None:
        """Let the connection go; the seat stays one's own."""
        self._is_leaving.set()

    # --- What is shown ------------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:  # type: ignore[override]
        """The name of the table and what is played."""
        table, edition = self.table, self.view.edition
        return f"{table.title or f'Table {table.id}'}, {edition.ordinal} edition"

    @property
    def names(self) -> Sequence[str]:
        """Everybody's name."""
        return self.table.names

    @property
    def reader(self) -> int | None:
        """One's own seat."""
        return self.seat.number if self.seat is not None else None

    @property
    def view(self) -> View:
        """The game as far as it has been told."""
        view = self._view or self.watcher.view
        assert view is not None, "it has begun"  # noqa: S101 - narrows the type
        return view

    @property
    def kinds(self) -> Mapping[int, str]:  # type: ignore[override]
        """The seats of computers and programs."""
        seats = [seat for seat in self.table.seats if seat.name is not None]
        return {
            number: seat.level or seat.kind for number, seat in enumerate(seats) if seat.kind in {"computer", "program"}
        }

    @property
    def away(self) -> frozenset[int]:  # type: ignore[override]
        """The seats of people who are not connected."""
        seats = [seat for seat in self.table.seats if seat.name is not None]
        return frozenset(number for number, seat in enumerate(seats) if not seat.is_connected)

    @property
    def can_chat(self) -> bool:  # type: ignore[override]
        """Those who sit can write."""
        return self.seat is not None

    @property
    def seconds_left(self) -> float | None:
        """The time until somebody else plays for the seat in turn."""
        table = self.table
        if table.turn_ends is None or table.is_over:
            return None
        return max(0.0, table.turn_ends - table.now - (time.time() - self._heard_at()))

    def _heard_at(self) -> float:
        """Give when the server's clock was last heard, by the clock here."""
        now = self.table.now
        if now != self._clock[0]:
            self._clock = (now, time.time())
        return self._clock[1]

    @property
    def status(self) -> str:
        """Say that the connection is lost."""
        return "" if self._watcher is None or self._watcher.is_connected else "Connection lost. Reconnecting..."

    @property
    def kept(self) -> str:
        """Say what becomes of the seat."""
        if self.seat is None:
            return "You can watch again with the same link."
        return "Your seat is kept. To take it again, join with the same link."

    def faces(self) -> dict[str, str]:
        """Give what the dice of this leg have shown since one came."""
        return self._faces or {die: die for die in self.view.dice_out}

    # --- What happens -------------------------------------------------------------------------------------------------

    async def news(self) -> AsyncIterator[News]:
        """Tell what the server tells."""
        self.viewer = self.reader
        if self.why_watching:
            yield Told(f"{self.why_watching} You are watching.")
        async for news in self.watcher.news():
            match news:
                case Begun(_, view, sentence):
                    self._view = view
                    self._faces = {die: die for die in view.dice_out}
                    yield Told(sentence)
                case ClientPlayed() if self._view is not None:
                    yield self._take(self._view, news)
                case ChatLine(seat, name, text):
                    yield Told(f"{name}: {text}", seat)
                case Reacted(seat, reaction):
                    yield Told(f"{self.names[seat]} reacted: {reaction}", seat)
                case OddsTold():
                    self._odds = news
                    self._odds_came.set()
                case Moved():
                    yield Told("The others go on at a new table: n follows.")
                case TableChanged(table) if table.closed is not None:
                    yield Told("The table is closed.")
                case _:
                    pass
            offered = self._offer()
            if offered is not None:
                yield offered
        self.check()

    def _take(self, before: View, news: ClientPlayed) -> Played:
        watcher = self.watcher
        latest = watcher.view
        if latest is not None and watcher.ply == news.ply:
            after = latest
        else:  # it is behind: where the camels are follows from what happened, and the rest is shown soon
            after = before.replace(track=_track_after(before, news.events), legal=())
        self._view = after
        self._faces = add_faces(self._faces, news.events)
        note = (
            "" if news.by == "owner" or news.seat in self.kinds else f"A computer played for {self.names[news.seat]}."
        )
        return Played(news.seat, news.events, before, after, note)

    def _offer(self) -> Choosing | None:
        """Say whose turn it is, once for each turn, as soon as all before it has been told."""
        view, watcher = self._view, self.watcher
        if view is None or view.is_over or watcher.ply == self._offered or view is not watcher.view:
            return None
        self._offered = watcher.ply
        seat = self.seat
        return Choosing(view.turn, is_own=seat is not None and seat.is_in_turn)

    async def act(self, action: Action) -> None:
        """Send an action."""
        if self.seat is not None:
            await self.seat.act(action, self._offered)

    async def say(self, text: str) -> None:
        """Write to the table."""
        if self.seat is not None:
            await self.seat.say(text)

    async def rematch(self) -> str:
        """Play again, or go where the others have gone; give the link."""
        if self.table.rematch is None and self.seat is not None:
            return await self.seat.rematch()
        if self.table.rematch is None:
            raise ArgumentError("without_rematch", "Nobody has asked for a rematch yet.")
        return f"{self.link.rpartition('/')[0]}/{self.table.rematch}"

    # --- Odds, as the table has them ----------------------------------------------------------------------------------

    def _check_odds(self) -> None:
        if self.table.settings.odds == "off":
            raise ArgumentError("without_odds", "This table plays without odds.")

    def _odds_now(self) -> OddsForm:
        self._check_odds()
        if self._odds is None or self._odds.ply != self.watcher.ply:
            raise ArgumentError("without_odds", "The server is still computing the odds.")
        return self._odds.odds

    async def leg_shares(self) -> Mapping[Camel, tuple[float, float]]:
        """Give the chances that the server sends a moment after each action."""
        self._check_odds()
        while self._odds is None or self._odds.ply != self.watcher.ply:
            self._odds_came.clear()
            await self._odds_came.wait()
        leg = self._odds.odds.leg
        if leg is None:
            raise ArgumentError("without_odds", "This table shows hints, but no odds.")
        return {Camel(camel): (ranks[0], ranks[1]) for camel, ranks in leg.ranks.items()}

    async def values(self) -> Sequence[Worth]:
        """Give the values that the server has sent."""
        values = self._odds_now().values
        if values is None:
            raise ArgumentError("without_odds", "This table does not show what actions are worth.")
        return [Worth(value.action, value.own, value.parts) for value in values.actions]

    async def hint(self) -> str:
        """Give the best action by the odds that the server has sent."""
        odds = self._odds_now()
        ranked = odds.best or [value.action for value in (odds.values.actions if odds.values else ())]
        edition, legal = self.view.edition, {str(action) for action in self.view.legal}
        best = next((action for action in ranked if action in legal), None)
        if best is None:
            raise ArgumentError("without_odds", "This table does not give hints.")
        return f"By the odds, {name_action(parse_action(edition, best), edition, self.names)} is best."


def _track_after(view: View, events: Sequence[Event]) -> int:
    """Give the track after some moves."""
    stacks = dict(view.stacks)
    for frame in frames(events, stacks):
        stacks = dict(frame.stacks)
    track, camels = race.EMPTY, view.edition.camels
    for space in sorted(stacks):
        for camel in stacks[space]:
            track = race.put_on_top(track, camels.index(camel), space)
    return track

"""A table that somebody is at: its state, the people, and the one place where something happens to it.

Every change goes through `change` or `act`: decided on the state as it stands, stored, and only then applied and sent.
If another process was quicker, its entry is applied first, and the decision made again.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from camelup import __version__
from camelup.core.actions import Action
from camelup.core.errors import RequestError
from camelup.protocol.fields import PROTOCOL
from camelup.protocol.messages import (
    Began,
    CardForm,
    ChatLine,
    DiceForm,
    Moved,
    OddsTold,
    Played,
    Said,
    SeatForm,
    TableChanged,
    TableForm,
    Welcome,
)
from camelup.protocol.settings import By
from camelup.server.clock import SYSTEM_CLOCK, Clock
from camelup.server.metrics import Metrics
from camelup.server.store.base import Entry, Store
from camelup.server.tables import commands, events
from camelup.server.tables.bounds import MAX_PLIES
from camelup.server.tables.connection import Connection, frame
from camelup.server.tables.loading import reading_log
from camelup.server.tables.log_reading import read_log
from camelup.server.tables.missed_turns import Missed, MissedTurns
from camelup.server.tables.pacing import Pacer
from camelup.server.tables.presence import Presence, PresenceTracker
from camelup.server.tables.seat_index import find_change, index_rows
from camelup.server.tables.sentences import describe_event, describe_presence, describe_stand_in
from camelup.server.tables.state import TableState, Turn
from camelup.server.tables.view_serializer import ViewSerializer, view_form
from camelup.server.token_bucket import TokenBucket

_ATTEMPTS = 20
_CHAT_RATE, _CHAT_AT_ONCE = 0.5, 5.0
_NEWS_RATE, _NEWS_AT_ONCE = 1.0, 20.0
"""How often everybody is told who has come or gone: all may come back at once, but nobody can fill others' logs."""
_NEWS_WAIT = 1.0
_encode = msgspec.json.encode

Describe = Callable[[int | None], str | None]
"""Gives a sentence for one seat, or for everybody (None)."""


def _silence(reader: int | None) -> str | None:  # noqa: ARG001 - as Describe
    return None


class TableSession:
    """A table that somebody is at."""

    def __init__(  # noqa: PLR0913 - it is made at one place
        self,
        table: TableState,
        store: Store,
        metrics: Metrics,
        away_timeout: float,
        *,
        missed: MissedTurns,
        spread: Callable[[], None],
        read_again: Callable[[], Awaitable[TableState]],
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        """Open a table; `spread` is called when somebody has come or gone, `read_again` reads its whole log."""
        self.table = table
        self.clock = clock
        self.turn_began = clock.when(table.changed_at)
        """When the current turn began, on the monotonic clock."""
        # Before a rematch, nobody has been here yet. Elsewhere, who has a seat took it here, perhaps before a restart.
        is_rematch = table.before is not None and table.status == "waiting"
        self.presence = PresenceTracker(store.process, clock, is_reloaded=not is_rematch)
        self.odds: tuple[int, msgspec.Raw] | None = None
        """The odds that were sent last, and their ply."""
        self.on_change: Callable[[], None] = lambda: None
        """Called after everything that happens; the scheduler of the table plans its next step then."""
        self._store = store
        self._metrics = metrics
        self._away_timeout = away_timeout
        self._missed = missed
        self._spread = spread
        self._read_again = read_again
        self._lock = asyncio.Lock()
        self._is_doubtful = False
        self.is_broken = False
        """Whether an entry has come that cannot be applied: nothing more can happen here."""
        self._speech: dict[int, TokenBucket] = {}
        self._news_bucket = TokenBucket(_NEWS_RATE, _NEWS_AT_ONCE)
        self._news_timer: asyncio.TimerHandle | None = None

    # --- Changing ---------------------------------------------------------------------------------------------

    async def change(self, decide: Callable[[TableState], events.TableEvent | None]) -> None:
        """Store an event that is decided on the current state, then send it to everybody; None if there is no need."""
        async with self._lock:
            for _ in range(_ATTEMPTS):
                await self._make_sure()
                try:
                    event = decide(self.table)
                except RequestError:
                    if not await self._has_missed():
                        raise
                    continue
                if event is None or await self._append(event, None):
                    return
            raise RequestError("busy", "This table is too busy. Try again.")

    async def act(self, seat: int, ply: int, action: Action, by: By, *, is_due: Callable[[], bool]) -> None:
        """Perform an action that was chosen at a ply; RequestError if the game has gone on since."""
        async with self._lock:
            await self._make_sure()
            if ply > len(self.table.plies):
                await self._has_missed()
            if ply != len(self.table.plies) or not is_due():
                raise RequestError("stale", "The game has moved on since then.")
            turn = commands.play(self.table, seat, action, by)
            if not await self._append(commands.describe_turn(self.table, turn), turn):
                await self._catch_up()
                raise RequestError("stale", "The game has moved on since then.")
            self._metrics.count("camelup_actions_total", "by", by)

    async def catch_up(self) -> None:
        """Take what other processes have added to the log."""
        async with self._lock:
            await self._catch_up()

    async def reload_if_rewritten(self) -> None:
        """Read the whole log again if entries of it were changed, as when somebody has his data deleted."""
        async with self._lock:
            await self._reload_if_rewritten()

    async def catch_up_to(self, ply: int) -> None:
        """Catch up if a client has seen more at another process than was heard of here."""
        if ply > len(self.table.plies) and len(self._store.living) > 1:
            await self.catch_up()

    async def _append(self, event: events.TableEvent, turn: Turn | None) -> bool:
        table = self.table
        number, text = table.number + 1, events.write_event(event)
        summary = seats = None
        shows_in_lists = turn is not None and (turn.ends_leg or turn.number >= MAX_PLIES)
        if shows_in_lists or (turn is None and not isinstance(event, events.Said | events.Muted)):
            summary, rows = table.preview(Entry(number, 0.0, text), event, turn)
            seats = find_change(index_rows(table), rows)
        self._is_doubtful = True  # until it is known what became of it
        at = await self._store.append(table.code, number, text, summary, seats=seats, rewrites=table.rewrites)
        self._is_doubtful = False
        if at is None:
            await self._catch_up()
            if self.table.number < number:
                await self._reload_if_rewritten()
            return False
        self._apply_entry(Entry(number, at, text), event, turn)
        return True

    async def _reload_if_rewritten(self) -> None:
        if await self._store.people.count_rewrites(self.table.code) == self.table.rewrites:
            return
        self.table = await self._read_again()
        self._settle_seats()
        self.send_table(shows_views=True)  # whoever had his data deleted only watches from now on
        self.on_change()

    async def _has_missed(self) -> bool:
        """Look whether another process has added something that was not heard of here yet."""
        number = self.table.number
        if len(self._store.living) > 1:
            await self._catch_up()
        return self.table.number > number

    async def _make_sure(self) -> None:
        """After a failure nobody knows whether the entry was stored: look before going on."""
        if self._is_doubtful:
            await self._catch_up()
            self._is_doubtful = False

    async def _catch_up(self) -> None:
        pacer = Pacer()
        try:
            with reading_log(self.table.code):
                async for entry in read_log(self._store, self.table.code, self.table.number):
                    self._apply_entry(entry)
                    await pacer.rest()
        except RequestError:
            self.is_broken = True
            raise

    def _apply_entry(self, entry: Entry, event: events.TableEvent | None = None, turn: Turn | None = None) -> None:
        """Apply an entry that is stored, and send it to everybody."""
        describe: Describe = _silence
        if turn is None:
            seats, host = list(self.table.seats), self.table.host
            event = self.table.apply_entry(entry, event)
            describe = partial(describe_event, event, seats, host, self.table)
        else:
            event = self.table.apply_entry(entry, event, turn)
        if isinstance(event, events.Played | events.Started):
            self.turn_began = self.clock.monotonic()  # its time of day may be that of another machine
        match event:
            case events.Played():
                self._send_turn(self.table.turns[-1])
                if self.table.status != "playing":
                    self.send_table()  # with the secret of the dice, or with the reason why it is closed
            case events.Started():
                self._settle_seats()
                self.presence.restart()
                described = self.describe()
                for connection in self.presence.connections:
                    sentence = describe(connection.reader) or ""
                    connection.send(Began(described, list(connection.seats), self._views(connection), sentence))
            case events.Said():
                line = ChatLine(*self.table.chat[-1])
                self.send_all(Said(line))
            case events.Rematched(code):
                self.send_all(Moved(code, describe(None) or ""))
            case _:
                self._settle_seats()
                self.send_table(describe, shows_views=isinstance(event, events.SeatLeft))
        self.on_change()

    # --- Coming and going -------------------------------------------------------------------------------------

    async def prepare(self, connection: Connection, since: int | None) -> None:
        """Write what a client has missed, with rests in between, before it joins."""
        connection.seats = self.table.find_seats(connection.token)
        await self._missed.prepare(self.table, connection, since)

    def join(self, connection: Connection, since: int | None) -> None:
        """Let a client in, and send it the whole table."""
        self._recognize(connection)
        self.presence.connections.add(connection)
        self.presence.note()
        connection.send(self._welcome(connection, since))
        self._send_presence(but=connection)
        self._spread()
        self.on_change()

    def part(self, connection: Connection) -> None:
        """Note that a client has gone."""
        self.presence.connections.discard(connection)
        self.presence.note()
        self._send_presence()
        self._spread()
        self.on_change()

    def hear(self, told: Presence) -> None:
        """Hear from another process who is there."""
        self.presence.hear(told, self._store.living)
        self._send_presence()
        self.on_change()

    def forget_dead(self) -> None:
        """Forget who was at processes that are no more."""
        self.presence.forget_dead(self._store.living)
        if self._send_presence():
            self.on_change()

    def may_speak(self, seat: int) -> bool:
        """Whether a seat may write or react now; many connections of it are no louder than one."""
        return self._speech.setdefault(seat, TokenBucket(_CHAT_RATE, _CHAT_AT_ONCE)).take()

    def _recognize(self, connection: Connection) -> None:
        """Find out by its token which seats a client holds, and whether its owner made the table."""
        connection.seats = self.table.find_seats(connection.token)
        connection.is_maker = connection.token is not None and connection.token == self.table.guests.maker
        holders = [self.table.seats[seat] for seat in connection.seats]
        connection.is_program = bool(holders) and all(holder and holder.kind == "program" for holder in holders)

    def _settle_seats(self) -> None:
        """Seats have changed hands or numbers: find out again who holds which."""
        before = self.presence.describe()
        for connection in self.presence.connections:
            self._recognize(connection)
        self.presence.note()
        self.presence.take_news()  # what has happened says it already
        if self.presence.describe() != before:
            self._spread()

    # --- Sending ----------------------------------------------------------------------------------------------

    def send_all(self, message: msgspec.Struct) -> None:
        """Send the same message to everybody."""
        framed = frame(_encode(message))
        for connection in self.presence.connections:
            connection.send_frame(framed)

    def send_table(
        self, describe: Describe = _silence, *, but: Connection | None = None, shows_views: bool = False
    ) -> None:
        """Send everybody the table without its game, and a sentence about what happened."""
        described = self.describe()
        frames: dict[tuple[int, ...], bytes] = {}
        for connection in self.presence.connections:
            if connection.seats not in frames:
                views = self._views(connection) if shows_views and self.table.state is not None else None
                sentence = describe(connection.reader)
                message = TableChanged(described, list(connection.seats), sentence, views)
                frames[connection.seats] = frame(_encode(message))
            if connection is not but:
                connection.send_frame(frames[connection.seats])

    def _send_presence(self, but: Connection | None = None) -> bool:
        """Send everybody who has come or gone; give whether anybody has.

        Somebody who comes and goes all the time is spoken of once in a while, with what has become of him by then.
        """
        if not self.presence.has_news:
            return False
        if self._news_bucket.take():
            news = self.presence.take_news()
            self.send_table(partial(describe_presence, news, self.table.seats), but=but)
        elif self._news_timer is None:
            self._news_timer = asyncio.get_running_loop().call_later(_NEWS_WAIT, self._send_late_presence)
        return True

    def _send_late_presence(self) -> None:
        self._news_timer = None
        self._send_presence()

    def send_odds(self, ply: int, odds: msgspec.Raw) -> None:
        """Send everybody the odds of a position."""
        self.odds = (ply, odds)
        self.send_all(OddsTold(ply, odds))  # type: ignore[arg-type]  # written already

    def _send_turn(self, turn: Turn) -> None:
        serializer = ViewSerializer(self.table, turn)
        message = self._played(turn)
        frames: dict[tuple[int | None, ...], bytes] = {}
        for connection in self.presence.connections:
            viewers = connection.viewers
            framed = frames.get(viewers)
            if framed is None:
                told = self._played_for(connection, message, serializer, turn)
                framed = frames[viewers] = frame(_encode(told))
            connection.send_frame(framed)

    def _played(self, turn: Turn) -> Played:
        """Give the message about a turn, still without what each client sees of it."""
        card = self._describe_card(turn.number, ())
        return Played(turn.number, turn.ply.seat, turn.by, [], *self._turn_times(), None, card)

    def _played_for(self, connection: Connection, message: Played, serializer: ViewSerializer, turn: Turn) -> Played:
        """Complete the message with what one client sees, and with sentences to it."""
        reader = connection.reader
        seen = [serializer.seen_by(seat, reader) for seat in connection.viewers]
        sentence = describe_stand_in(turn.by, turn.ply.seat, self.table, reader)
        if message.card is None:
            return replace(message, seen=seen, sentence=sentence)
        card = self._describe_card(message.ply, connection.seats)
        return replace(message, seen=seen, sentence=sentence, card=card)

    def _describe_card(self, ply: int, seats: tuple[int, ...]) -> CardForm | None:
        """Give what is shown of the card that was played as a ply, with its salt to a client that holds its seat."""
        card = self.table.cards.get(ply)
        if card is None:
            return None
        salt = self.table.find_salt(card) if card.seat in seats else None
        return CardForm(card.ply, card.seat, card.deck.value, card.hash, salt)

    def _welcome(self, connection: Connection, since: int | None) -> Welcome:
        table = self.table
        missed = self._missed.find(table, connection, since)
        return Welcome(
            PROTOCOL,
            __version__,
            self.describe(),
            list(connection.seats),
            self._views(connection),
            self._replay(missed, connection) if missed else [],
            missed.views_before if missed else [],  # type: ignore[arg-type]  # written already
            [ChatLine(*line) for line in table.chat],
            self.odds[1] if self.odds and self.odds[0] == len(table.plies) else None,  # type: ignore[arg-type]
            [card for ply in table.cards if (card := self._describe_card(ply, connection.seats)) is not None],
        )

    def _replay(self, missed: Missed, connection: Connection) -> list[Played]:
        """Give the messages about turns that a client has missed."""
        table, reader, times = self.table, connection.reader, self._turn_times()
        replayed = []
        for ply, seen in zip(missed.plies, missed.seen, strict=True):
            seat, by = table.plies[ply - 1].seat, table.players_of_plies[ply - 1]
            sentence = describe_stand_in(by, seat, table, reader)
            card = self._describe_card(ply, connection.seats)
            replayed.append(Played(ply, seat, by, seen, *times, sentence, card))  # type: ignore[arg-type]
        return replayed

    def _views(self, connection: Connection) -> list[Any]:
        """Give what a client sees now."""
        if self.table.state is None:
            return []
        is_playing = self.table.status == "playing"
        return [view_form(self.table.view(seat), is_playing=is_playing) for seat in connection.viewers]

    def describe(self) -> TableForm:
        """Give the table as everybody may see it."""
        table = self.table
        return TableForm(
            table.code,
            table.status,
            table.settings,
            self._describe_seats(),
            DiceForm(
                table.commitment,
                table.seeds,
                table.revealed_secret,
                None if table.state is None else table.is_first_random,
            ),
            len(table.plies),
            *self._turn_times(),
            table.rematch,
            table.before,
            table.closed_because,
            table.guests.maker is not None,
            table.title,
        )

    def _describe_seats(self) -> list[SeatForm]:
        present = self.presence.present
        return [
            SeatForm("free", is_connected=False, is_closed=seat in self.table.guests.closed)
            if holder is None
            else SeatForm(
                holder.kind,
                holder.name,
                holder.level,
                holder.kind == "computer" or seat in present,
                seat == self.table.host,
                holder.is_muted,
                holder.has_left,
            )
            for seat, holder in enumerate(self.table.seats)
        ]

    def _turn_times(self) -> tuple[float | None, float]:
        """Give when the turn ends and what time it is now, both as times of day."""
        ends, now = self.turn_ends, self.clock.wall()
        return (None if ends is None else now + ends - self.clock.monotonic()), now

    @property
    def turn_ends(self) -> float | None:
        """When somebody else acts for the seat in turn: its clock has run out, or its owner has been away too long.

        It is a time on the monotonic clock.
        """
        table = self.table
        if table.state is None or table.status != "playing" or self.presence.is_empty:
            return None
        seat = table.state.turn
        holder = table.seats[seat]
        if holder is None or holder.is_computer:
            return None
        ends = []
        if table.settings.clock is not None:
            ends.append(max(self.turn_began, self.presence.occupied_since) + table.settings.clock)
        away = self.presence.away_since(seat)
        if away is not None:
            ends.append(max(self.turn_began, away + self._away_timeout))
        return min(ends, default=None)

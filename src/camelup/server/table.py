"""A live table: its room, the people at it, and the one place where something happens to it.

All that changes goes through `change` and `act`: decided on the room as it stands, stored, and only then true and told.
If another process was quicker, its entry is taken first, and the decision made anew.
"""

import asyncio
from collections.abc import Callable
from time import time
from typing import Any

import msgspec

from camelup import __version__
from camelup.core.actions import Action
from camelup.core.errors import RequestError
from camelup.core.state import State
from camelup.server import deciding, log
from camelup.server.connection import Connection
from camelup.server.limits import Allowance
from camelup.server.metrics import Metrics
from camelup.server.presence import Attendance, Presence
from camelup.server.protocol import (
    PROTOCOL,
    Began,
    ChatLine,
    DiceForm,
    Moved,
    OddsTold,
    Said,
    SeatForm,
    TableForm,
    Welcome,
)
from camelup.server.room import Room, Turn
from camelup.server.seeing import Sight, view_form
from camelup.server.sentences import describe_happening, describe_presence, describe_stand_in
from camelup.server.store.base import Entry, Store
from camelup.server.wire import frame

_ATTEMPTS = 20
_CHAT_RATE, _CHAT_AT_ONCE = 0.5, 5.0
_encode = msgspec.json.encode


class LiveTable:
    """A table that somebody is at."""

    def __init__(  # noqa: PLR0913 - it is made at one place
        self,
        room: Room,
        store: Store,
        metrics: Metrics,
        grace: float,
        *,
        changed: Callable[[], None],
        spread: Callable[[], None],
    ) -> None:
        """Open a table.

        `changed` is called when something has happened that others have to act on: computer players, clocks, odds;
        `spread` when somebody has come or gone.
        """
        self.room = room
        self.attendance = Attendance(store.process)
        self.odds: tuple[int, msgspec.Raw] | None = None
        """The odds that were told last, and their ply."""
        self._store = store
        self._metrics = metrics
        self._grace = grace
        self._changed = changed
        self._spread = spread
        self._lock = asyncio.Lock()
        self._is_doubtful = False
        self._speech: dict[int, Allowance] = {}

    # --- Changing ---------------------------------------------------------------------------------------------

    async def change(self, decide: Callable[[Room], log.Happening]) -> None:
        """Let something happen: store what was decided, then tell everybody."""
        async with self._lock:
            for _ in range(_ATTEMPTS):
                await self._make_sure()
                try:
                    happening = decide(self.room)
                except RequestError:
                    if not await self._has_missed():
                        raise
                    continue
                if await self._append(happening, None):
                    return
            raise RequestError("busy", "Too much happens at this table at once; try again.")

    async def act(self, seat: int, ply: int, action: Action, by: log.By, *, is_due: Callable[[], bool]) -> None:
        """Perform an action that was chosen when so many actions had been played."""
        async with self._lock:
            await self._make_sure()
            if ply > len(self.room.plies):
                await self._has_missed()
            if ply != len(self.room.plies) or not is_due():
                raise RequestError("stale", "The game has gone on since then.")
            turn = deciding.play(self.room, seat, action, by)
            if not await self._append(deciding.describe_turn(turn), turn):
                await self._catch_up()
                raise RequestError("stale", "The game has gone on since then.")
            self._metrics.count("camelup_actions_total", "by", by)

    async def catch_up(self) -> None:
        """Take what other processes have added to the log."""
        async with self._lock:
            await self._catch_up()

    async def _append(self, happening: log.Happening, turn: Turn | None) -> bool:
        room = self.room
        number, text = room.number + 1, log.write_happening(happening)
        summary = None
        if turn.after.is_over if turn else not isinstance(happening, log.Said | log.Muted):
            summary = room.foresee(Entry(number, 0.0, text), happening, turn)
        self._is_doubtful = True  # until it is known what became of it
        at = await self._store.append(room.table, number, text, summary)
        self._is_doubtful = False
        if at is None:
            await self._catch_up()
            return False
        self._take(Entry(number, at, text), happening, turn)
        return True

    async def _has_missed(self) -> bool:
        """Look whether another process has added something that was not heard of here yet."""
        number = self.room.number
        if len(self._store.living) > 1:
            await self._catch_up()
        return self.room.number > number

    async def _make_sure(self) -> None:
        """After a failure nobody knows whether the entry was stored: look before going on."""
        if self._is_doubtful:
            await self._catch_up()
            self._is_doubtful = False

    async def _catch_up(self) -> None:
        for entry in await self._store.read(self.room.table, self.room.number):
            self._take(entry)

    def _take(self, entry: Entry, happening: log.Happening | None = None, turn: Turn | None = None) -> None:
        """Let an entry that is stored be true, and tell everybody."""
        if turn is None:
            seats, host = list(self.room.seats), self.room.host
            happening = self.room.take(entry, happening)
            sentence = describe_happening(happening, seats, host, self.room) or ""
        else:
            happening, sentence = self.room.take(entry, happening, turn), ""
        match happening:
            case log.Played():
                self._tell_turn(self.room.turns[-1])
                if self.room.status == "finished":
                    self.tell_table()  # with the secret of the dice
            case log.Started():
                self._settle_seats()
                self.attendance.begin_anew()
                table = self.describe()
                for connection in self.attendance.connections:
                    connection.tell(Began(table, list(connection.seats), self._views(connection), sentence))
            case log.Said():
                line = ChatLine(*self.room.chat[-1])
                self.tell_all(Said(line))
            case log.Rematched(table):
                self.tell_all(Moved(table, sentence))
            case _:
                self._settle_seats()
                self.tell_table(sentence or None, shows_views=isinstance(happening, log.SeatLeft))
        self._changed()

    # --- Coming and going -------------------------------------------------------------------------------------

    def join(self, connection: Connection, since: int | None) -> None:
        """Let a client in, and tell it how everything stands."""
        connection.seats = self.room.find_seats(connection.token)
        self.attendance.connections.add(connection)
        self.attendance.note()
        connection.tell(self._welcome(connection, since))
        self._tell_presence(but=connection)
        self._spread()
        self._changed()

    def part(self, connection: Connection) -> None:
        """Note that a client has gone."""
        self.attendance.connections.discard(connection)
        self.attendance.note()
        self._tell_presence()
        self._spread()
        self._changed()

    def hear(self, told: Presence) -> None:
        """Hear from another process who is there."""
        self.attendance.hear(told, self._store.living)
        self._tell_presence()
        self._changed()

    def forget_dead(self) -> None:
        """Forget who was at processes that are no more."""
        self.attendance.forget_dead(self._store.living)
        if self._tell_presence():
            self._changed()

    def may_speak(self, seat: int) -> bool:
        """Whether a seat may write or react now; many connections of it are no louder than one."""
        return self._speech.setdefault(seat, Allowance(_CHAT_RATE, _CHAT_AT_ONCE)).take()

    def _settle_seats(self) -> None:
        """Seats have changed hands or numbers: find out again who holds which."""
        before = self.attendance.describe()
        for connection in self.attendance.connections:
            connection.seats = self.room.find_seats(connection.token)
        self.attendance.note()
        self.attendance.take_news()  # what has happened says it already
        if self.attendance.describe() != before:
            self._spread()

    # --- Telling ----------------------------------------------------------------------------------------------

    def tell_all(self, message: msgspec.Struct) -> None:
        """Tell everybody at the table the same."""
        framed = frame(_encode(message))
        for connection in self.attendance.connections:
            connection.push(framed)

    def tell_table(
        self, sentence: str | None = None, *, but: Connection | None = None, shows_views: bool = False
    ) -> None:
        """Tell everybody how the table is, as `TableChanged` of protocol.py."""
        message = {"type": "table", "table": self.describe(), "sentence": sentence, "views": None}
        frames: dict[tuple[int, ...], bytes] = {}
        for connection in self.attendance.connections:
            if connection.seats not in frames:
                views = self._views(connection) if shows_views and self.room.state is not None else None
                frames[connection.seats] = frame(_encode({**message, "seats": connection.seats, "views": views}))
            if connection is not but:
                connection.push(frames[connection.seats])

    def _tell_presence(self, but: Connection | None = None) -> bool:
        """Tell everybody who has come or gone; give whether anybody has."""
        news = self.attendance.take_news()
        if news:
            self.tell_table(describe_presence(news, self.room.seats), but=but)
        return bool(news)

    def tell_odds(self, ply: int, odds: msgspec.Raw) -> None:
        """Tell everybody the odds of a position."""
        self.odds = (ply, odds)
        self.tell_all(OddsTold(ply, odds))  # type: ignore[arg-type]  # written already

    def _tell_turn(self, turn: Turn) -> None:
        sight = Sight(self.room, turn)
        frames: dict[tuple[int | None, ...], bytes] = {}
        head = _encode(self._describe_turn(turn))[:-1]
        for connection in self.attendance.connections:
            viewers = connection.viewers
            framed = frames.get(viewers)
            if framed is None:
                seen = b",".join([sight.seen_by(seat) for seat in viewers])
                framed = frames[viewers] = frame(b'%b,"seen":[%b]}' % (head, seen))
            connection.push(framed)

    def _describe_turn(self, turn: Turn) -> dict[str, Any]:
        """Give a turn as `Played` of protocol.py, still without what anybody sees of it."""
        return {
            "type": "played",
            "ply": turn.number,
            "seat": turn.ply.seat,
            "by": turn.by,
            "turn_ends": self.turn_ends,
            "now": time(),
            "sentence": describe_stand_in(turn, self.room),
        }

    def _welcome(self, connection: Connection, since: int | None) -> Welcome:
        room = self.room
        turns = [] if since is None else room.turns_after(since)
        missed: list[Any] = []
        for turn in turns:
            sight = Sight(room, turn)
            seen = [msgspec.Raw(sight.seen_by(seat)) for seat in connection.viewers]
            missed.append({**self._describe_turn(turn), "seen": seen})
        return Welcome(
            PROTOCOL,
            __version__,
            self.describe(),
            list(connection.seats),
            self._views(connection),
            missed,
            self._views(connection, turns[0].before) if turns else [],
            [ChatLine(*line) for line in room.chat],
            self.odds[1] if self.odds and self.odds[0] == len(room.plies) else None,  # type: ignore[arg-type]
        )

    def _views(self, connection: Connection, state: State | None = None) -> list[Any]:
        """Give what a client sees, now or at another state of the game."""
        state = state or self.room.state
        if state is None:
            return []
        return [view_form(self.room.record_head.view(state, seat)) for seat in connection.viewers]

    def describe(self) -> TableForm:
        """Give the table as everybody may see it."""
        room = self.room
        return TableForm(
            room.table,
            room.status,
            room.settings,
            self._describe_seats(),
            DiceForm(room.commitment, room.seeds, room.revealed_secret),
            len(room.plies),
            self.turn_ends,
            time(),
            room.rematch,
            room.before,
        )

    def _describe_seats(self) -> list[SeatForm]:
        present = self.attendance.present
        return [
            SeatForm("free", is_connected=False)
            if holder is None
            else SeatForm(
                holder.kind,
                holder.name,
                holder.level,
                holder.kind == "computer" or seat in present,
                seat == self.room.host,
                holder.is_muted,
                holder.has_left,
            )
            for seat, holder in enumerate(self.room.seats)
        ]

    @property
    def turn_ends(self) -> float | None:
        """When somebody else acts for the seat in turn: its clock has run out, or its owner has been away too long."""
        room = self.room
        if room.state is None or room.status != "playing" or self.attendance.is_empty:
            return None
        seat = room.state.turn
        holder = room.seats[seat]
        if holder is None or holder.is_computer:
            return None
        ends = []
        if room.settings.clock is not None:
            ends.append(max(room.changed_at, self.attendance.occupied_since) + room.settings.clock)
        away = self.attendance.away_since(seat)
        if away is not None:
            ends.append(max(room.changed_at, away + self._grace))
        return min(ends, default=None)

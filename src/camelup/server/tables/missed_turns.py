"""What clients that come back have missed: the latest turns of a game, written once for all who see them alike.

Anybody may come back again and again, so what was written is kept for a while. It has a bound in bytes; what was
asked for least recently is forgotten first.
"""

from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Raw

from camelup.server.tables.connection import Connection
from camelup.server.tables.pacing import Pacer
from camelup.server.tables.state import TableState
from camelup.server.tables.view_serializer import ViewSerializer, view_form, written

MOST_BYTES = 4_000_000
_OVERHEAD = 500
"""Bytes that a piece takes beside its text, about."""


class _Key(NamedTuple):
    table: str
    is_playing: bool
    """Whether the game goes on: at a closed table nothing is legal any more."""
    viewers: tuple[int | None, ...]
    ply: int
    is_view: bool
    """What they see after this ply, instead of the turn that led to it."""


class Missed(NamedTuple):
    """What a client has missed, as it is sent."""

    plies: range
    seen: list[Raw]
    """For each ply a JSON array of what the client's viewers saw of it."""
    views_before: Raw
    """A JSON array of what they saw before the first."""


class MissedTurns:
    """Writes turns for clients that have missed them; one for all tables of a process."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._written: OrderedDict[_Key, Raw] = OrderedDict()

    @property
    def bytes(self) -> int:
        """How much is kept."""
        return self._bytes

    async def prepare(self, table: TableState, connection: Connection, since: int | None) -> None:
        """Write what a client has missed, with rests; `find` then has little left to do."""
        pacer = Pacer()
        for _ in self._write(table, connection, _missed_plies(table, since), {}):
            await pacer.rest()

    def find(self, table: TableState, connection: Connection, since: int | None) -> Missed | None:
        """Give what a client has missed, at most the latest turns; None if that is nothing."""
        plies = _missed_plies(table, since)
        if not plies:
            return None
        pieces: dict[_Key, Raw] = {}
        for _ in self._write(table, connection, plies, pieces):
            pass
        before, *turns = _keys(table, connection, plies)
        return Missed(plies, [pieces[turn] for turn in turns], pieces[before])

    def forget(self, table: str | None) -> None:
        """Forget what was written of a table, or of all: it may name people who do not want it."""
        for key in [key for key in self._written if table in {None, key.table}]:
            self._bytes -= _size(self._written.pop(key))

    def _write(
        self, table: TableState, connection: Connection, plies: range, pieces: dict[_Key, Raw]
    ) -> Iterator[None]:
        """Find or write each piece, turn by turn."""
        if not plies:
            return
        before, *turns = keys = _keys(table, connection, plies)
        for key in keys:
            if key in self._written:
                self._written.move_to_end(key)
                pieces[key] = self._written[key]
        first = next((key.ply for key in turns if key not in pieces), plies.stop)
        if before not in pieces:
            first = plies.start
        for turn in table.turns_after(first - 1) if first < plies.stop else ():
            if turn.number == plies.start and before not in pieces:
                views = [table.record_head.view(turn.before, seat) for seat in connection.viewers]
                pieces[before] = self._keep(before, [view_form(view, is_playing=before.is_playing) for view in views])
            if turn.number < plies.stop and (key := turns[turn.number - plies.start]) not in pieces:
                serializer = ViewSerializer(table, turn)
                seen = [serializer.seen_by(seat, connection.reader) for seat in connection.viewers]
                pieces[key] = self._keep(key, seen)
            yield

    def _keep(self, key: _Key, piece: object) -> Raw:
        text: Raw = written(piece)
        self._written[key] = text
        self._bytes += _size(text)
        while self._bytes > self._most_bytes:
            self._bytes -= _size(self._written.popitem(last=False)[1])
        return text


def _missed_plies(table: TableState, since: int | None) -> range:
    """The plies that are replayed for a client that has seen the game up to a ply."""
    played = len(table.plies)
    return range(1 + (played if since is None else table.find_missed(since)), played + 1)


def _keys(table: TableState, connection: Connection, plies: range) -> list[_Key]:
    """The piece before the first ply, and one for each ply."""
    is_playing, viewers = table.status == "playing", connection.viewers
    before = _Key(table.code, is_playing, viewers, plies.start - 1, is_view=True)
    return [before, *(_Key(table.code, is_playing, viewers, ply, is_view=False) for ply in plies)]


def _size(text: Raw) -> int:
    return memoryview(text).nbytes + _OVERHEAD

"""Checks a table's log: every entry is one that a server would have written after those before it.

Who may do what is asked of commands.py, and every die and the start are computed again from the secret and the seeds.
What is added here is what the server asks beside it: who holds the seat, who is host, what a client can send at all.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from camelup.core.actions import PlayCard, Roll
from camelup.core.edition import MAX_PLAYERS
from camelup.core.errors import CamelUpError, RequestError
from camelup.fair_dice import HASH_PATTERN, SEED_PATTERN
from camelup.formats.notation import Token, parse_position
from camelup.formats.record import Ply, check_name, read_ply
from camelup.formats.sentences import YOU
from camelup.players import ENTRIES, find_player
from camelup.protocol.fields import CHAT_LENGTH
from camelup.protocol.settings import By
from camelup.server.store.base import Entry
from camelup.server.tables import commands
from camelup.server.tables.codes import is_code, rematch_code
from camelup.server.tables.entry_text import BrokenLogError, name_difference, read_entry
from camelup.server.tables.events import (
    LOG_VERSION,
    Claimed,
    ClaimLapsed,
    Closed,
    ComputerSeated,
    Created,
    HostChanged,
    Muted,
    OpenChanged,
    PersonSeated,
    Played,
    Rematched,
    Remembered,
    Said,
    SeatLeft,
    SeatReopened,
    Seeded,
    Started,
    TableEvent,
)
from camelup.server.tables.guests import GUESTS_SINCE
from camelup.server.tables.log_counts import LogCounts
from camelup.server.tables.sanitize import clean_text, clean_title
from camelup.server.tables.seat_index import is_erased
from camelup.server.tables.state import Holder, TableState, Turn

_REMATCH_CODES = 8
"""How many codes of a rematch are tried: that even one of them belonged to another table will hardly ever happen."""


_CAREFUL_VERSION = 2
"""The version of logs from which on they have bounds, and names may not look alike: older programs were lax."""


class CheckedLog(NamedTuple):
    """What a log amounts to, if nothing is wrong with it."""

    table: TableState
    dice: int
    """How many outcomes were computed again; the start is one of them."""
    cards: int
    """How many hashes of cards were."""
    opening: tuple[TableEvent, ...]
    """What happened first, if the table is a rematch: everybody was seated at once."""
    rematches: tuple[tuple[TableEvent, ...], ...]
    """How a rematch of this table could begin: as it was when somebody asked for it."""


def check_log(code: str, entries: Sequence[Entry]) -> CheckedLog:
    """Build a table from its log; BrokenLogError names the first entry that no server would have written."""
    return _LogCheck(code, entries).run()


def rematch_codes(table: TableState) -> frozenset[str]:
    """Give the codes that the rematch of a finished table can have."""
    return frozenset(rematch_code(table, number) for number in range(_REMATCH_CODES))


class _LogCheck:
    def __init__(self, code: str, entries: Sequence[Entry]) -> None:
        self._table = TableState(code)
        self._entries = entries
        self._dice = self._cards = 0
        self._opening: list[TableEvent] = []
        self._rematches: list[tuple[TableEvent, ...]] = []

    def run(self) -> CheckedLog:
        for entry in self._entries:
            try:
                self._take(entry)
            except CamelUpError as error:
                said = "a server would have refused it: " if isinstance(error, RequestError) else ""
                what = "only a newer camelup knows it" if error.code == "newer" else f"{said}{error.message}"
                raise BrokenLogError(f"entry {entry.number}: {what}") from error
            except BrokenLogError as broken:
                raise BrokenLogError(f"entry {entry.number}: {broken}") from broken
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                raise BrokenLogError(f"entry {entry.number} cannot be read: {error}") from error
        if self._table.version < _CAREFUL_VERSION:
            self._forget_bounds()
        return CheckedLog(self._table, self._dice, self._cards, tuple(self._opening), tuple(self._rematches))

    def _take(self, entry: Entry) -> None:
        table, event = self._table, read_entry(entry.text)
        if entry.number != table.number + 1:
            raise BrokenLogError(f"entry {table.number + 1} should come here")
        if table.version < _CAREFUL_VERSION:
            self._forget_bounds()
        turn: Turn | None = None
        if isinstance(event, Created):
            _check_creation(table, event)
            self._opening = [event] if event.before is not None else []
        elif table.number == 0:
            raise BrokenLogError("the log does not begin with the making of the table")
        elif self._is_opening(entry, event):
            self._check_opening(event)
            self._opening.append(event)
        elif isinstance(event, Played):
            turn = self._play(event)
        else:
            expected = self._decide(entry, event)
            if expected is None:
                raise BrokenLogError("it changes nothing, so a server would have written nothing")
            if expected != event:
                raise BrokenLogError(f"a server would have written {name_difference(expected, event)}")
        table.apply_entry(entry, event, turn)
        if table.status == "finished" and table.rematch is None and isinstance(event, Played | Muted):
            self._rematches.append(tuple(commands.rematch(table, bytes(32))))

    def _forget_bounds(self) -> None:
        """Let everything be allowed that an older program did not count."""
        table = self._table
        table.counts = LogCounts()
        if table.status == "closed" and not table.is_closed:
            table.status = "playing"

    # --- What somebody decides --------------------------------------------------------------------------------

    def _decide(self, entry: Entry, event: TableEvent) -> TableEvent | None:  # noqa: PLR0911 - one for each kind
        """Give what a server would have written if somebody had asked for this event."""
        match event:
            case PersonSeated():
                return self._sit(event)
            case ComputerSeated():
                return self._add_computer(entry, event)
            case SeatLeft() | Seeded() | Said():
                return self._decide_as_owner(event)
            case HostChanged() | Muted() | SeatReopened() | OpenChanged():
                return self._decide_as_host(event)
            case Claimed():
                return self._claim(entry, event)
            case ClaimLapsed():
                return commands.lapse_claim(self._table)
            case Started():
                return self._start(event)
            case Rematched(code):
                return self._rematch(code)
            case Closed():
                return commands.close(self._table, is_empty=True)
            case _:
                raise BrokenLogError("nothing of this kind can happen here")

    def _claim(self, entry: Entry, event: Claimed) -> Claimed | None:
        _check_hash(event.token, "the token's hash")
        if self._table.number != 1 or self._table.before is not None or entry.at != self._entries[0].at:
            raise BrokenLogError("only whoever makes a table can claim it, as it is made")
        return commands.claim(self._table, event.token)

    def _sit(self, event: PersonSeated) -> PersonSeated:
        _check_hash(event.token, "the token's hash")
        _check_seed(event.seed)
        self._check_seat(event.seat)
        try:
            expected = commands.sit(
                self._table, event.token, event.name, event.seed, event.seat, is_program=event.is_program
            )
            return event if self._was_allowed(event.name) else expected
        except RequestError as error:
            if error.code in {"name", "name_taken"} and self._was_allowed(event.name):
                return event
            raise

    def _was_allowed(self, name: str) -> bool:
        """Whether a program of the first version, which knew less of names that look alike, has allowed a name."""
        if self._table.version >= _CAREFUL_VERSION or not _is_clean(name):
            return False
        return _fold(name) not in {_fold(YOU), *map(_fold, self._table.names)}

    def _add_computer(self, entry: Entry, event: ComputerSeated) -> ComputerSeated:
        self._check_seat(event.seat)
        if entry.at != self._entries[0].at:  # else whoever made the table has chosen it
            self._check_host()
        expected = commands.add_computer(self._table, event.level, event.seat)
        if any(map(is_erased, self._table.known_tokens)) and self._is_free_title(event):
            return event  # somebody had its name, or one like it, and had his data deleted
        if self._table.version >= _CAREFUL_VERSION:
            return expected
        title, taken = _title(event.level), {_fold(name) for name in self._table.names}
        names = (title, *(f"{title} {number}" for number in range(2, MAX_PLAYERS + 2)))
        return replace(expected, name=next(name for name in names if _fold(name) not in taken))

    def _decide_as_owner(self, event: SeatLeft | Seeded | Said) -> TableEvent | None:
        if isinstance(event, SeatLeft) and event.is_removed:
            return self._decide_as_host(event)
        self._find_owner(event.seat)
        match event:
            case SeatLeft(seat):
                return commands.leave(self._table, seat)
            case Seeded(seat, seed):
                _check_seed(seed)
                return commands.give_seed(self._table, seat, seed)
            case Said(seat, text):
                return Said(seat, _as_said(text, commands.say(self._table, seat, text).text))

    def _decide_as_host(self, event: SeatLeft | HostChanged | Muted | SeatReopened | OpenChanged) -> TableEvent | None:
        """Give what the host decides; that somebody else is host, the server decides while the host is away.

        It does so as well while the maker is away who is to be host.
        """
        table = self._table
        if not isinstance(event, HostChanged) or table.guests.maker is None:
            self._check_host()
        match event:
            case SeatReopened(seat, lets_back):
                self._check_seat(seat)
                return commands.reopen(table, seat, lets_back=lets_back)
            case OpenChanged(is_open):
                return commands.set_open(table, is_open=is_open)
            case _:
                holder = self._find_holder(event.seat)
        match event:
            case SeatLeft(seat):
                return commands.remove(self._table, seat)
            case Muted(seat, is_muted):
                return commands.mute(self._table, seat, is_muted=is_muted)
            case HostChanged(seat):
                if holder.kind != "person":
                    raise BrokenLogError("only a person can be host")
                return commands.change_host(table, seat, instead_of=table.host)

    def _start(self, event: Started) -> Started:
        table = self._table
        is_of_computers = all(holder is not None and holder.kind == "computer" for holder in table.seats)
        if table.host is None and (not is_of_computers or table.guests.maker is not None):
            raise BrokenLogError("nobody is host, so nobody can have started the game")
        expected = commands.start(table)
        self._dice += 1
        if parse_position(event.start) != parse_position(expected.start):
            raise BrokenLogError("the game's secret and seeds give another starting position")
        if event.is_first_random != expected.is_first_random:
            drawn = "drawn" if expected.is_first_random else "settled before"
            raise BrokenLogError(f"the starting seat was {drawn}, the entry says something else")
        return event

    def _rematch(self, code: str) -> Rematched:
        table = self._table
        commands.rematch(table, bytes(32))  # refuses what is too early, and a second one
        if not any(holder is not None and _has_owner(holder) for holder in table.seats):
            raise BrokenLogError("nobody was left who could ask for a rematch")
        if code not in rematch_codes(table):
            raise BrokenLogError("the code of the rematch does not follow from this game")
        return Rematched(code)

    # --- What is played ---------------------------------------------------------------------------------------

    def _play(self, event: Played) -> Turn:
        table = self._table
        if table.state is None:
            raise BrokenLogError("something is played before the game begins")
        ply = _read_ply(table, event.ply)
        if not table.state.is_over and ply.seat != table.state.turn:
            raise BrokenLogError("it is another seat's turn")
        if isinstance(ply.action, PlayCard) and ply.action.camel is None:
            raise BrokenLogError("the card that was laid has no colour")
        self._check_by(ply.seat, event.by)
        turn = commands.play(table, ply.seat, ply.action, event.by)
        if isinstance(ply.action, Roll):
            self._dice += 1
        if turn.ply.outcome != ply.outcome:
            raise BrokenLogError(
                f"the die shows {ply.outcome}, but the game's secret and seeds give {turn.ply.outcome}"
            )
        if event.card != commands.describe_turn(table, turn).card:
            raise BrokenLogError("the hash of the card does not follow from the card and the game's secret")
        self._cards += bool(event.card)
        return turn

    def _check_by(self, seat: int, by: By) -> None:
        holder = self._find_holder(seat)
        if holder.kind == "computer":
            allowed: tuple[By, ...] = ("computer",)
        else:
            allowed = ("stand_in",) if holder.has_left else ("owner", "stand_in")
        if by not in allowed:
            raise BrokenLogError(f"{by} cannot have acted for this seat, only {' or '.join(allowed)}")

    # --- The beginning of a rematch ---------------------------------------------------------------------------

    def _is_opening(self, entry: Entry, event: TableEvent) -> bool:
        """Whether this entry was stored together with the table, as all who stay are seated by the server."""
        if not self._opening or self._table.number != len(self._opening) or entry.at != self._entries[0].at:
            return False
        if isinstance(event, PersonSeated):
            return not event.seed  # seeds are given when the new secret has been drawn
        return isinstance(event, Remembered | ComputerSeated | Muted | HostChanged)

    def _check_opening(self, event: TableEvent) -> None:
        """Check by itself what pairs.py compares with the table before, if that is still there."""
        table = self._table
        match event:
            case Remembered(removed, muted):
                for token in (*removed, *muted):
                    _check_hash(token, "the token's hash")
                if table.number != 1 or table.version < GUESTS_SINCE or not (removed or muted):
                    raise BrokenLogError("nobody can be remembered here")
            case PersonSeated(seat, name, token):
                _check_hash(token, "the token's hash")
                self._check_free(seat)
                if not _is_clean(name) or name in table.names:
                    raise BrokenLogError("the name is none, or another player has it")
            case ComputerSeated(seat, _, level):
                self._check_free(seat)
                if not self._is_free_title(event):
                    raise BrokenLogError(f"a computer player of level {level} is not called that")
            case Muted(seat, is_muted):
                self._find_owner(seat)
                if not is_muted:
                    raise BrokenLogError("nobody can have let this player speak again")
            case HostChanged(seat):
                if self._find_holder(seat).kind != "person":
                    raise BrokenLogError("only a person can be host")
            case _:
                pass

    def _is_free_title(self, event: ComputerSeated) -> bool:
        pattern = rf"{re.escape(_title(event.level))}( [2-9])?"
        return re.fullmatch(pattern, event.name) is not None and event.name not in self._table.names

    # --- Seats ------------------------------------------------------------------------------------------------

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self._table.seats):
            raise BrokenLogError(f"this table has no seat {seat}")

    def _check_free(self, seat: int) -> None:
        self._check_seat(seat)
        if self._table.seats[seat] is not None:
            raise BrokenLogError(f"seat {seat} is taken")

    def _find_holder(self, seat: int) -> Holder:
        self._check_seat(seat)
        holder = self._table.seats[seat]
        if holder is None:
            raise BrokenLogError(f"nobody sits at seat {seat}")
        return holder

    def _find_owner(self, seat: int) -> Holder:
        holder = self._find_holder(seat)
        if not _has_owner(holder):
            raise BrokenLogError(f"seat {seat} belongs to nobody who could have asked for it")
        return holder

    def _check_host(self) -> None:
        if self._table.host is None:
            raise BrokenLogError("there is no host who could have decided it")


def _has_owner(holder: Holder) -> bool:
    return holder.token is not None and not holder.has_left


def _check_creation(table: TableState, event: Created) -> None:
    if table.number:
        raise BrokenLogError("the table is made a second time")
    if not 1 <= event.version <= LOG_VERSION:
        raise BrokenLogError(f"the log has version {event.version}, and this camelup knows {LOG_VERSION}")
    commands.check_settings(event.settings)
    _check_hash(event.secret, "the secret of the dice")
    if event.before is not None and (not is_code(event.before) or event.before == table.code):
        raise BrokenLogError("no table can have the code of the one before it")
    if event.title is not msgspec.UNSET and not event.title == clean_title(event.title) != "":
        raise BrokenLogError("no table can have this name")


def _check_hash(text: str, what: str) -> None:
    if not re.fullmatch(HASH_PATTERN, text):
        raise BrokenLogError(f"{what} is not 64 hexadecimal digits")


def _check_seed(seed: str) -> None:
    if not re.fullmatch(SEED_PATTERN, seed):
        raise BrokenLogError("the seed is none that a player can give")


def _as_said(text: str, cleaned: str) -> str:
    """Give the text of a message as it was cleaned when it was said: one that is cut may end with a blank."""
    return text if len(text) == CHAT_LENGTH and text == f"{cleaned} " else cleaned


def _is_clean(name: str) -> bool:
    try:
        return check_name(clean_text(name)) == name
    except CamelUpError:
        return False


def _fold(name: str) -> str:
    """Give what programs of the first version compared of two names; later ones compare more."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _title(level: str) -> str:
    if level not in ENTRIES:
        raise BrokenLogError("there is no such level of computer players")
    return find_player(level).title


_plies: dict[tuple[int, str], Ply] = {}
"""By edition and players, and by text: there are only some thousands."""
_MOST_PLIES = 100_000


def _read_ply(table: TableState, text: str) -> Ply:
    assert table.start is not None  # noqa: S101 - narrows the type
    key = (table.settings.edition * 10 + table.start.players, text)
    ply = _plies.get(key)
    if ply is None:
        ply = read_ply(table.start, Token.of(text))
        if len(_plies) < _MOST_PLIES:
            _plies[key] = ply
    return ply

"""Who may do what at a table: each function gives the event that follows, or refuses. Nothing is changed here."""

import hashlib
from itertools import count

from msgspec import UNSET
from msgspec.structs import replace

from camelup.core import rules
from camelup.core.actions import Action
from camelup.core.edition import MAX_PLAYERS, MIN_PLAYERS
from camelup.core.errors import RequestError, quoted
from camelup.formats.notation import position_text
from camelup.formats.record import Ply
from camelup.formats.sentences import YOU
from camelup.players import ENTRIES, find_player
from camelup.protocol.settings import LONGEST_CLOCK, SHORTEST_CLOCK, By, Settings
from camelup.server.tables.bounds import MAX_PLIES
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
    Remembered,
    Said,
    SeatLeft,
    SeatReopened,
    Seeded,
    Started,
    TableEvent,
)
from camelup.server.tables.guests import GUESTS_SINCE
from camelup.server.tables.lookalikes import fold, skeletons
from camelup.server.tables.sanitize import clean_chat, clean_name, clean_title
from camelup.server.tables.seat_index import is_erased
from camelup.server.tables.state import Holder, TableState, Turn

_SAYS_TOO_LONG = 2
"""The version of logs from which on a table can be closed as too long."""


def hash_token(token: str) -> str:
    """Give what is stored of a token. It is random and long, so that no slow hash is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def check_settings(settings: Settings) -> None:
    """Refuse a table that cannot be."""
    if not MIN_PLAYERS <= settings.seats <= MAX_PLAYERS:
        raise RequestError(
            "settings", f"A table has {MIN_PLAYERS} to {MAX_PLAYERS} seats, not {quoted(settings.seats)}."
        )
    if settings.first is not None and not 0 <= settings.first < settings.seats:
        raise RequestError("settings", "The starting seat is not at this table.")
    if settings.clock is not None and not SHORTEST_CLOCK <= settings.clock <= LONGEST_CLOCK:
        raise RequestError(
            "settings",
            f"A turn can last {SHORTEST_CLOCK} to {LONGEST_CLOCK} seconds, not {quoted(settings.clock)}.",
        )


def create(
    settings: Settings,
    secret: bytes,
    before: str | None = None,
    *,
    title: str | None = None,
    version: int = LOG_VERSION,
) -> Created:
    """Make a table, in a version that every process can read."""
    check_settings(settings)
    return Created(settings, secret.hex(), version, before, clean_title(title or "") or UNSET)


def claim(table: TableState, token: str) -> Claimed | None:
    """Give the claim of a maker, by the hash of his token; None if there can be none."""
    return Claimed(token) if table.remembers_guests and None in table.seats else None


def sit(  # noqa: PLR0913 - all that a seat is taken with
    table: TableState, token: str, name: str, seed: str, seat: int | None, *, is_program: bool
) -> PersonSeated:
    """Take a free seat for a token, given as its hash."""
    _check_waiting(table)
    if token in table.guests.removed:
        raise RequestError("removed", "The host removed you from this table. You can watch.")
    table.counts.check_seating()
    seat = _choose_seat(table, token, seat)
    name = clean_name(name)
    _check_name(table, name)
    if (
        table.settings.odds == "full"
        and not is_program
        and any(_is_another_person(holder, token) for holder in table.seats)
    ):
        raise RequestError(
            "practice",
            "This table shows the value of every action, so only one person can practise here. You can watch.",
        )
    return PersonSeated(seat, name, token, seed, is_program=is_program)


def add_computer(table: TableState, level: str, seat: int | None) -> ComputerSeated:
    """Give a seat to a computer player, who is called by its title, with a number if there are several."""
    _check_waiting(table)
    table.counts.check_computer()
    if level not in ENTRIES:
        raise RequestError("level", f"There is no such computer player: choose {', '.join(ENTRIES)}.")
    seat = _choose_free_seat(table, seat)
    title = find_player(level).title
    taken = _all_looks(table)
    names = (title if number == 1 else f"{title} {number}" for number in count(1))
    return ComputerSeated(seat, next(name for name in names if not _looks(table, name) & taken), level)


def remove(table: TableState, seat: int) -> SeatLeft:
    """Remove the player of a seat; a host who removes himself has left."""
    _check_waiting(table)
    holder = _find_holder(table, seat)
    host = None if table.host is None else table.seats[table.host]
    is_own = table.remembers_guests and host is not None and holder.token == host.token
    return SeatLeft(seat, is_removed=not is_own)


def reopen(table: TableState, seat: int, *, lets_back: bool) -> SeatReopened | None:
    """Open a seat again from which somebody was removed; None if it is open."""
    _check_waiting(table)
    if seat >= len(table.seats):
        raise RequestError("no_such_seat", "This table has no such seat.")
    return SeatReopened(seat, lets_back) if seat in table.guests.closed else None


def set_open(table: TableState, *, is_open: bool) -> OpenChanged | None:
    """List a table for everybody, or for nobody any more; None if it is so already."""
    if table.status not in {"waiting", "playing"}:
        raise RequestError("game_over", "The game is over.")
    if not table.remembers_guests:
        raise RequestError("older_table", "This table was created before an upgrade of the server, which brought that.")
    if is_open == table.settings.is_open:
        return None
    if is_open:
        table.counts.check_opening()
    return OpenChanged(is_open)


def leave(table: TableState, seat: int) -> SeatLeft:
    """Leave one's seat."""
    holder = _find_holder(table, seat)
    if holder.has_left:
        raise RequestError("game_over", "You have already left.")
    if table.status not in {"waiting", "playing"}:
        raise RequestError("game_over", "The game has ended, so there is nothing to leave.")
    return SeatLeft(seat)


def give_seed(table: TableState, seat: int, seed: str) -> Seeded:
    """Give one's own part of the dice, where one sits already."""
    _check_waiting(table)
    _find_holder(table, seat)
    table.counts.check_seed(seat)
    return Seeded(seat, seed)


def start(table: TableState) -> Started:
    """Begin the game: the camels' places come from the dice, as all that follows."""
    _check_waiting(table)
    if len(table.names) < MIN_PLAYERS:
        raise RequestError("too_few", f"A game needs {MIN_PLAYERS} players.")
    first = find_first(table)
    return Started(position_text(table.dice.start(table.edition, first)), is_first_random=first is None)


def find_first(table: TableState) -> int | None:
    """The seat that is to begin, free ones not counted; None if it is drawn."""
    first = table.settings.first
    if first is None or table.seats[first] is None:
        return None
    return first - table.seats[:first].count(None)


def play(table: TableState, seat: int, action: Action, by: By) -> Turn:
    """Play an action, with what the die shows."""
    state = table.state
    if state is None:
        raise RequestError("not_started", "The game has not started.")
    if state.is_over:
        raise RequestError("game_over", "The game is over.")
    if table.status == "closed":
        raise RequestError("closed", _why_closed(table))
    rules.check(state, action, seat)
    number = len(table.plies) + 1
    outcome = table.dice.outcome(state, action, number)
    after, events = rules.apply_unchecked(state, action, outcome)
    return Turn(Ply(seat, action, outcome), by, state, after, events, number)


def describe_turn(table: TableState, turn: Turn) -> Played:
    """Give a turn as what is stored of it."""
    card = table.commit_card(turn)
    return Played(str(turn.ply), turn.by) if card is None else Played(str(turn.ply), turn.by, card.hash)


def say(table: TableState, seat: int, text: str) -> Said:
    """Write something."""
    check_unmuted(table, seat)
    table.counts.check_chat()
    return Said(seat, clean_chat(text))


def check_unmuted(table: TableState, seat: int) -> None:
    """Refuse to let somebody speak, in words or otherwise."""
    if _find_holder(table, seat).is_muted:
        raise RequestError("muted", "The host muted you.")
    if table.status == "closed":
        raise RequestError("closed", _why_closed(table))


def mute(table: TableState, seat: int, *, is_muted: bool) -> Muted:
    """Mute somebody, or let him speak again."""
    holder = _find_holder(table, seat)
    if holder.is_muted or not is_muted:  # a host can always silence somebody: that needs no bound of its own
        table.counts.check_mute()
    return Muted(seat, is_muted)


def change_host(table: TableState, seat: int, *, instead_of: int | None) -> HostChanged:
    """Make a person host, before the start, instead of a host or of a maker (None) who has been away for long."""
    _check_waiting(table)
    if _find_holder(table, seat).kind != "person":
        raise RequestError("not_host", "Only people can be the host.")
    if table.host != instead_of:
        raise RequestError("not_host", "Somebody else has become the host.")
    table.counts.check_host_change()
    return HostChanged(seat)


def lapse_claim(table: TableState) -> ClaimLapsed:
    """End the claim of a maker who has been away for long, where no person is who could be host instead."""
    _check_waiting(table)
    if table.guests.maker is None:
        raise RequestError("not_host", "The creator of this table has come, or somebody else is the host.")
    return ClaimLapsed()


def close(table: TableState, *, is_empty: bool) -> Closed:
    """End a table whose game is too long, or that nobody has been at for long.

    Somebody may have come, or the table may have ended, at the last moment.
    """
    if table.is_closed or table.status == "finished":
        raise RequestError("closed", "This table is already closed.")
    if table.is_too_long:  # in the words of its log, which an older process may have to read; anybody can count
        return Closed("too_long" if table.version >= _SAYS_TOO_LONG else "empty")
    if not is_empty:
        raise RequestError("not_empty", "Somebody is still at this table.")
    return Closed("empty")


def rematch(table: TableState, secret: bytes, *, version: int = LOG_VERSION) -> list[TableEvent]:
    """Set up another table with the same people and levels, each one seat further; tokens and host stay.

    Seeds do not: they must not be known when the new secret is drawn. Whoever had his data deleted stays away.
    """
    if table.status != "finished":
        raise RequestError("not_finished", "A rematch is only possible after the game.")
    if table.rematch is not None:
        raise RequestError("rematched", "There is already a rematch.")
    holders = [holder for holder in table.seats if holder is not None]
    rotated = [holders[-1], *holders[:-1]]
    settings = replace(table.settings, seats=len(rotated), first=None)  # whatever else was chosen stays
    made: list[TableEvent] = [create(settings, secret, table.code, title=table.title, version=version)]
    guests = table.guests
    if version >= GUESTS_SINCE and (guests.removed or guests.muted):
        made.append(Remembered(guests.removed, guests.muted))
    for seat, holder in enumerate(rotated):
        if holder.kind == "computer" and holder.level is not None:
            made.append(ComputerSeated(seat, holder.name, holder.level))
        elif not holder.has_left and holder.token is not None and not is_erased(holder.token):
            made.append(PersonSeated(seat, holder.name, holder.token, "", is_program=holder.kind == "program"))
            if holder.is_muted:
                made.append(Muted(seat, is_muted=True))
    host = table.host
    if host is not None and is_erased(holders[host].token):
        host = next((seat for seat, holder in enumerate(holders) if _can_be_host(holder)), None)
    if host is not None:
        made.append(HostChanged((host + 1) % len(rotated)))
    return made


def _can_be_host(holder: Holder) -> bool:
    return holder.kind == "person" and not holder.has_left and not is_erased(holder.token)


def _check_waiting(table: TableState) -> None:
    match table.status:
        case "playing":
            raise RequestError("started", "The game has already started. You can watch.")
        case "finished":
            raise RequestError("finished", "This game is over.")
        case "closed":
            raise RequestError("closed", _why_closed(table))
        case _:
            pass


def _why_closed(table: TableState) -> str:
    if table.is_too_long:
        return f"This table is closed: its race was still not over after {MAX_PLIES:,} actions."
    return "This table is closed."


def _choose_seat(table: TableState, token: str, seat: int | None) -> int:
    """Choose a seat that somebody can take; the first of them is kept for the maker, as long as he has a claim."""
    seats = table.open_seats
    is_kept = table.guests.maker not in {None, token}
    if is_kept:
        seats = seats[1:]
    if seat is None and seats:
        return seats[0]
    if seat is not None and seat in table.guests.closed:
        raise RequestError("seat_closed", "The host has closed this seat.")
    if not seats and is_kept:
        raise RequestError("full", "The last seat is kept for whoever created this table. Try again in a moment.")
    if not seats:
        raise RequestError("full", "All seats are taken. You can watch.")
    seat = _choose_free_seat(table, seat)
    if seat not in seats:
        raise RequestError("seat_taken", "This seat is kept for whoever created this table.")
    return seat


def _choose_free_seat(table: TableState, seat: int | None) -> int:
    """Choose a seat where nobody sits, closed ones last."""
    if None not in table.seats:
        raise RequestError("full", "All seats are taken. You can watch.")
    if seat is None:
        return next(iter(table.open_seats), table.seats.index(None))
    if seat >= len(table.seats):
        raise RequestError("no_such_seat", "This table has no such seat.")
    if table.seats[seat] is not None:
        raise RequestError("seat_taken", "Somebody just took this seat.")
    return seat


def _is_another_person(holder: Holder | None, token: str) -> bool:
    """Whether somebody sits there who has a device of his own."""
    return holder is not None and holder.kind == "person" and holder.token != token


def _check_name(table: TableState, name: str) -> None:
    looks = _looks(table, name)
    if table.knows_lookalikes and looks & _RESERVED:
        raise RequestError("name", "That looks like a word the game itself uses: choose another name.")
    if looks & _all_looks(table):
        raise RequestError("name_taken", "Somebody at this table already has that name, or one that looks like it.")


def _looks(table: TableState, name: str) -> frozenset[str]:
    """Give what a name is compared by; tables of the first version know only capitals and wide letters."""
    return skeletons(name) if table.knows_lookalikes else frozenset({fold(name)})


def _all_looks(table: TableState) -> frozenset[str]:
    return frozenset().union(*(_looks(table, name) for name in table.names))


_RESERVED = skeletons(YOU) | skeletons("The host")
"""How sentences name somebody: nobody may be called so."""


def _find_holder(table: TableState, seat: int) -> Holder:
    holder = table.seats[seat] if seat < len(table.seats) else None
    if holder is None:
        raise RequestError("no_such_seat", "Nobody sits there.")
    return holder

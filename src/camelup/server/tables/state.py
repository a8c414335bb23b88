"""The state of a table: who sits where, and how the game stands. It changes only by applying entries of the log.

Every process that reads the same log gets the same state, to the last detail.
"""

import hmac
from collections import deque
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import msgspec

from camelup.card_commitments import CardHash, card_salt, commit_card
from camelup.core.actions import PlayCard
from camelup.core.edition import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, Edition
from camelup.core.events import Event
from camelup.core.rules import apply, apply_unchecked
from camelup.core.state import State
from camelup.core.view import View
from camelup.fair_dice import FairDice, commitment
from camelup.formats.notation import Token, parse_position
from camelup.formats.record import Ply, Record, read_ply
from camelup.protocol.http import ListedPlayer, ListedTable
from camelup.protocol.settings import By, Settings
from camelup.server.store.base import Entry, Status, Summary
from camelup.server.store.people import SeatRow
from camelup.server.tables.bounds import MAX_PLIES, MAX_TURNS_REPLAYED
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
    Reason,
    Rematched,
    Remembered,
    Said,
    SeatLeft,
    SeatReopened,
    Seeded,
    Started,
    TableEvent,
    check_version,
    read_event,
)
from camelup.server.tables.guests import GUESTS_SINCE, Guests
from camelup.server.tables.log_counts import LogCounts
from camelup.server.tables.seat_index import index_rows, is_erased

CHAT_KEPT = 50
_TURNS_KEPT = 4
_LOOKALIKES_SINCE = 2
"""The version of a log since which names are compared by how they look."""
_COMMITS_CARDS = 2
"""The first version of tables at which everybody is shown a hash of each card."""
_known_plies: dict[tuple[int, str], Ply] = {}
"""By edition and text: a server writes fewer than 1,500, so the logs of thousands of tables are read into these."""
_MOST_KNOWN_PLIES = 4096
"""A log that somebody has imported may write plies in other ways, with more blanks for example."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a seat."""

    kind: Literal["person", "program", "computer"]
    name: str
    level: str | None = None
    token: str | None = None
    """The hash of the token that a person's seat belongs to."""
    seed: str = ""
    is_muted: bool = False
    has_left: bool = False

    @property
    def is_computer(self) -> bool:
        """Whether the server always plays for this seat."""
        return self.kind == "computer" or self.has_left


class Line(NamedTuple):
    """What somebody wrote."""

    seat: int | None
    """None if he has no seat any more."""
    name: str
    text: str
    at: float


class Turn(NamedTuple):
    """One action of the game, and what it did."""

    ply: Ply
    by: By
    before: State
    after: State
    events: tuple[Event, ...]
    number: int
    """How many actions there are with it."""

    @property
    def ends_leg(self) -> bool:
        """Whether a leg ended with it, or the whole game."""
        return self.after.is_over or self.after.leg != self.before.leg


class Preview(NamedTuple):
    """What is stored beside an entry."""

    summary: Summary
    rows: frozenset[SeatRow]
    """Of its index."""


class TableState:
    """A table, made of the entries of its log."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.number = 0
        self.changed_at = 0.0
        """The time of day when something last happened that a turn's time is counted from."""
        self.status: Status = "waiting"
        """How far the table is."""
        self.version = LOG_VERSION
        """What its log may contain; see `Created`."""
        self.settings = Settings()
        self.seats: list[Holder | None] = []
        self.host: int | None = None
        self.guests = Guests()
        self.title: str | None = None
        self.known_tokens: frozenset[str] = frozenset()
        """The hashes of all tokens that stand in the log, also of people who have left."""
        self.rewrites = 0
        """How often the log had been changed when it was read: see store/people.py."""
        self.before: str | None = None
        self.rematch: str | None = None
        self.is_closed = False
        self.counts = LogCounts()
        self.chat: deque[Line] = deque(maxlen=CHAT_KEPT)
        self.is_first_random = True
        self.start: State | None = None
        self.state: State | None = None
        self.plies: list[Ply] = []
        self.players_of_plies: list[By] = []
        self.leg_money: tuple[int, ...] = ()
        """Everybody's when the leg began, and at the end of the game: lists show it, and are not renewed every turn."""
        self.cards: dict[int, CardHash] = {}
        """The hashes of the cards that were played, by ply."""
        self.left_out: tuple[int, ...] = ()
        """The seats that were free at the start, as they were numbered before it."""
        self.turns: deque[Turn] = deque(maxlen=_TURNS_KEPT)
        """The latest ones, for clients that have missed only these."""
        self._milestones: list[State] = []
        """The position after every so many plies, so that the latest turns can be replayed without all before them."""
        self._secret = ""
        self._dice: FairDice | None = None

    # --- Asking -----------------------------------------------------------------------------------------------

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        return EDITIONS[self.settings.edition]

    @property
    def remembers_guests(self) -> bool:
        """Whether makers have a claim, removed players stay away, and muted ones silent, after they come back."""
        return self.version >= GUESTS_SINCE

    @property
    def knows_lookalikes(self) -> bool:
        """Whether names that look alike count as equal, in whatever letters they are written."""
        return self.version >= _LOOKALIKES_SINCE

    @property
    def open_seats(self) -> list[int]:
        """The free seats that people can take."""
        return [seat for seat, holder in enumerate(self.seats) if holder is None and seat not in self.guests.closed]

    def _find_status(self) -> Status:
        if self.state is not None and self.state.is_over:
            return "finished"
        if self.is_closed or self.is_too_long:
            return "closed"
        return "waiting" if self.state is None else "playing"

    @property
    def is_too_long(self) -> bool:
        """Whether the game has reached the bound of plies without being over: then the table is to be closed."""
        return len(self.plies) >= MAX_PLIES and self.state is not None and not self.state.is_over

    @property
    def closed_because(self) -> Reason | None:
        """Why nothing more happens here, if the game did not come to its end."""
        if self.status != "closed":
            return None
        return "too_long" if self.is_too_long else "empty"

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat, once the game has begun."""
        return tuple(holder.name for holder in self.seats if holder is not None)

    @property
    def seeds(self) -> list[str]:
        """The players' own parts of the dice, by seat."""
        return ["" if holder is None else holder.seed for holder in self.seats]

    @property
    def dice(self) -> FairDice:
        """The dice of this game. Nobody else may have them before it is over."""
        if self._dice is not None:
            return self._dice
        seeds = [holder.seed for holder in self.seats if holder is not None]
        return FairDice(bytes.fromhex(self._secret), seeds)

    @property
    def commitment(self) -> str:
        """What everybody sees of the secret of the dice before they sit down."""
        return commitment(bytes.fromhex(self._secret))

    @property
    def revealed_secret(self) -> str | None:
        """The secret of the dice, once nothing can be foretold by it."""
        return self._secret if self.status == "finished" else None

    @property
    def commits_cards(self) -> bool:
        """Whether everybody is shown a hash of each card that is played."""
        return self.version >= _COMMITS_CARDS

    def commit_card(self, turn: Turn) -> CardHash | None:
        """Give the hash of the card that a turn plays; None if it plays none, or the table commits to none."""
        action = turn.ply.action
        if not isinstance(action, PlayCard) or not self.commits_cards:
            return None
        return commit_card(bytes.fromhex(self._secret), self.code, turn.number, turn.ply.seat, action)

    def find_salt(self, card: CardHash) -> str:
        """Give the salt of a card's hash. Nobody but the owner of the card may have it before the game is over."""
        return card_salt(bytes.fromhex(self._secret), self.code, card.ply, card.seat)

    @property
    def record(self) -> Record:
        """The game so far, secrets included."""
        assert self.start is not None, "the game has begun"  # noqa: S101 - narrows the type
        assert self.state is not None, "the game has begun"  # noqa: S101
        result = self.state.money if self.state.is_over else None
        return Record(self.names, self.start, tuple(self.plies), result, self.settings.hides_money)

    def view(self, seat: int | None) -> View:
        """The game as a seat sees it."""
        assert self.state is not None, "the game has begun"  # noqa: S101
        return self.record_head.view(self.state, seat)

    @property
    def record_head(self) -> Record:
        """The record without what was played: it knows what is hidden at this table."""
        assert self.start is not None, "the game has begun"  # noqa: S101
        return Record(self.names, self.start, hides_money=self.settings.hides_money)

    def find_seats(self, token: str | None) -> tuple[int, ...]:
        """The seats that belong to a token, given as its hash; those that its owner has left are no more his."""
        if token is None:
            return ()
        return tuple(
            seat
            for seat, holder in enumerate(self.seats)
            if holder is not None
            and holder.token is not None
            and not holder.has_left
            and hmac.compare_digest(holder.token, token)
        )

    def find_missed(self, since: int) -> int:
        """Give the ply after which turns are replayed for a client that has seen the game up to a ply."""
        return min(max(since, len(self.plies) - MAX_TURNS_REPLAYED), len(self.plies))

    def turns_after(self, ply: int) -> Iterator[Turn]:
        """Give the turns after a ply; those that are not at hand are replayed one by one."""
        missing = len(self.plies) - ply
        if missing <= len(self.turns):
            return iter(list(self.turns)[-missing:] if missing > 0 else [])
        return self._replay_turns(ply)

    def _replay_turns(self, ply: int) -> Iterator[Turn]:
        known = min(ply, len(self._milestones) * MAX_TURNS_REPLAYED) // MAX_TURNS_REPLAYED
        state = self._milestones[known - 1] if known else self.start
        assert state is not None, "the game has begun"  # noqa: S101 - narrows the type
        for number in range(known * MAX_TURNS_REPLAYED + 1, len(self.plies) + 1):
            played = self.plies[number - 1]
            after, events = apply_unchecked(state, played.action, played.outcome)
            if number > ply:
                yield Turn(played, self.players_of_plies[number - 1], state, after, events, number)
            state = after

    def summarize(self) -> Summary:
        """Summarize the table for lists."""
        chosen = msgspec.structs.asdict(self.settings)
        headline = {name: value for name, value in chosen.items() if name in ListedTable.__struct_fields__}
        # Fewer seats than were chosen are left once the game has begun.
        headline |= {"seats": len(self.seats), "free": len(self.open_seats), "names": self.names}
        players = [
            ListedPlayer(seat, holder.kind, holder.level)
            for seat, holder in enumerate(self.seats)
            if holder is not None
        ]
        shows_money = self.state is not None and (self.status == "finished" or not self.settings.hides_money)
        headline |= {
            "title": self.title,
            "players": players,
            "leg": None if self.state is None else self.state.leg,
            "money": self.leg_money if shows_money else None,
        }
        return Summary(self.status, self.settings.is_open, msgspec.json.encode(headline).decode())

    def summary_after(self, entry: Entry, event: TableEvent, turn: Turn | None) -> Summary:
        """Give the summary that the table will have after this entry."""
        return self.preview(entry, event, turn).summary

    def preview(self, entry: Entry, event: TableEvent, turn: Turn | None) -> "Preview":
        """Give what is stored beside this entry: the summary and the index that the table will have after it."""
        table = copy(self)
        table.seats, table.plies = list(self.seats), list(self.plies)
        table.cards = dict(self.cards)
        table.players_of_plies, table.chat, table.turns = list(self.players_of_plies), deque(), deque()
        table._milestones = []  # noqa: SLF001 - of a copy
        table.apply_entry(entry, event, turn)
        return Preview(table.summarize(), index_rows(table))

    # --- What happens to it -----------------------------------------------------------------------------------

    def apply_entry(self, entry: Entry, event: TableEvent | None = None, turn: Turn | None = None) -> TableEvent:
        """Apply the next entry of the log; the process that made it passes its event and its turn along."""
        if entry.number != self.number + 1:
            raise AssertionError(f"entry {entry.number} cannot follow entry {self.number}")
        event = event or read_event(entry.text)
        match event:
            case Played(text, by, card):
                self._play(turn or self._read_turn(text, by), entry.at)
                if card:
                    self._note_card(card)
            case Created():
                self._create(event)
            case PersonSeated() | ComputerSeated() | SeatLeft() | SeatReopened() | Seeded() | HostChanged() | Muted():
                self._change_seats(event)
            case Claimed() | ClaimLapsed() | Remembered() | OpenChanged():
                self._change_access(event)
            case Started(start, is_first_random):
                position = parse_position(start)
                self._leave_out_free_seats()
                self._dice = self.dice  # from now on no seed can change
                self.is_first_random = is_first_random
                self.start = self.state = position
                self.leg_money = position.money
                self.changed_at = entry.at
            case Said(seat, text):
                self._hear(seat, text, entry.at)
            case Rematched(code):
                self.rematch = code
            case Closed():
                self.is_closed = True
        if not isinstance(event, Played):
            self.counts = self.counts.add(event)
        self.number = entry.number
        self.status = self._find_status()
        return event

    def _create(self, event: Created) -> None:
        check_version(event.version)
        self.version = event.version
        if not MIN_PLAYERS <= event.settings.seats <= MAX_PLAYERS:
            raise AssertionError(f"no table has {event.settings.seats} seats")
        self.settings = event.settings
        self.seats = [None] * event.settings.seats
        self.title = event.title or None
        self.before = event.before
        self._secret = event.secret

    def _change_access(self, event: Claimed | ClaimLapsed | Remembered | OpenChanged) -> None:
        match event:
            case Claimed(token):
                self.guests = replace(self.guests, maker=token)
                self.known_tokens |= {token}
            case ClaimLapsed():
                self.guests = self.guests.settle_claim()
                self.host = self._next_host(None)  # somebody who sits here, but is away
            case Remembered(removed, muted):
                self.guests = replace(self.guests, removed=removed, muted=muted)
                self.known_tokens |= {*removed, *muted}
            case OpenChanged(is_open):
                self.settings = msgspec.structs.replace(self.settings, is_open=is_open)

    def _change_seats(
        self, event: PersonSeated | ComputerSeated | SeatLeft | SeatReopened | Seeded | HostChanged | Muted
    ) -> None:
        seat = event.seat
        holder = self.seats[seat]
        match event:
            case PersonSeated():
                self._seat_person(event)
            case ComputerSeated():
                self.seats[seat] = Holder("computer", event.name, level=event.level)
                self.guests = self.guests.reopen(seat)
            case SeatLeft():
                left = None if holder is None or self.state is None else replace(holder, has_left=True)
                self.seats[seat] = left
                if left is None:
                    self._renumber_chat({number: number for number in range(len(self.seats)) if number != seat})
                if self.host == seat:
                    self.host = self._next_host(seat)
                if event.is_removed and self.remembers_guests and holder is not None and holder.token is not None:
                    self.guests = self.guests.remove(seat, holder.token)
            case SeatReopened():
                self.guests = self.guests.reopen(seat, lets_back=event.lets_back)
            case Seeded():
                self.seats[seat] = holder and replace(holder, seed=event.seed)
            case HostChanged():
                self.host = seat
                self.guests = self.guests.settle_claim()
            case Muted():
                self._mute(seat, is_muted=event.is_muted)

    def _seat_person(self, event: PersonSeated) -> None:
        self.known_tokens |= {event.token}
        kind: Literal["person", "program"] = "program" if event.is_program else "person"
        is_muted = event.token in self.guests.muted
        self.seats[event.seat] = Holder(kind, event.name, token=event.token, seed=event.seed, is_muted=is_muted)
        if event.token == self.guests.maker:
            self.guests = self.guests.settle_claim()
            self.host = self._next_host(None) if event.is_program else event.seat  # a program leaves it to people
        elif self.host is None and self.guests.maker is None and not event.is_program:
            self.host = event.seat

    def _mute(self, seat: int, *, is_muted: bool) -> None:
        """Mute somebody, where guests are remembered with all the seats that he has."""
        muted = self.seats[seat]
        if muted is None:
            return
        if self.remembers_guests and muted.token is not None:
            self.guests = self.guests.mute(muted.token, is_muted=is_muted)
            for other, holder in enumerate(self.seats):
                if holder is not None and holder.token == muted.token:
                    self.seats[other] = replace(holder, is_muted=is_muted)
        self.seats[seat] = replace(muted, is_muted=is_muted)

    def _leave_out_free_seats(self) -> None:
        self.guests = self.guests.start()
        if self.host is not None:
            self.host -= self.seats[: self.host].count(None)
        self.left_out = tuple(seat for seat, holder in enumerate(self.seats) if holder is None)
        taken = [seat for seat, holder in enumerate(self.seats) if holder is not None]
        self._renumber_chat({old: new for new, old in enumerate(taken)})
        self.seats = [self.seats[seat] for seat in taken]

    def _hear(self, seat: int, text: str, at: float) -> None:
        """Take a line of chat; of somebody who had his data deleted nothing is left of it."""
        holder = self.seats[seat]
        if holder is None or not is_erased(holder.token):
            self.chat.append(Line(seat, holder.name if holder else "", text, at))

    def _renumber_chat(self, numbers: dict[int, int]) -> None:
        """Let lines of chat keep the seats of their authors."""
        lines = (line if line.seat is None else line._replace(seat=numbers.get(line.seat)) for line in self.chat)
        self.chat = deque(lines, maxlen=CHAT_KEPT)

    def _next_host(self, left: int | None) -> int | None:
        """The first person who is still there."""
        people = [
            seat
            for seat, holder in enumerate(self.seats)
            if holder is not None and holder.kind == "person" and not holder.has_left and seat != left
        ]
        return people[0] if people else None

    def _read_turn(self, text: str, by: By) -> Turn:
        assert self.state is not None, "a game is begun before it is played"  # noqa: S101
        key = (self.settings.edition, text)
        ply = _known_plies.get(key)
        if ply is None:
            ply = read_ply(self.state, Token(text))
            if len(_known_plies) < _MOST_KNOWN_PLIES:
                _known_plies[key] = ply
        after, events = apply(self.state, ply.action, ply.outcome)
        return Turn(ply, by, self.state, after, events, len(self.plies) + 1)

    def _note_card(self, digits: str) -> None:
        number, ply = len(self.plies), self.plies[-1]
        if isinstance(ply.action, PlayCard):
            self.cards[number] = CardHash(number, ply.seat, ply.action.deck, digits)

    def _play(self, turn: Turn, at: float) -> None:
        self.plies.append(turn.ply)
        self.players_of_plies.append(turn.by)
        self.turns.append(turn)
        if len(self.plies) % MAX_TURNS_REPLAYED == 0:
            self._milestones.append(turn.after)
        self.state = turn.after
        if turn.ends_leg:
            self.leg_money = turn.after.money
        self.changed_at = at

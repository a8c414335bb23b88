"""A whole game as text: where it began, and one line for each action with its outcome."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import StringIO
from typing import NamedTuple

from camelup.core.actions import SEATS, Action, Face, PlayCard, Roll
from camelup.core.edition import DICE_PER_LEG
from camelup.core.errors import ActionError, CamelUpError, NotationError, quoted
from camelup.core.events import Event
from camelup.core.rules import apply
from camelup.core.state import State
from camelup.core.validity import check_seat
from camelup.core.view import View, action_for, events_for, view_of
from camelup.formats.notation import Token, position_text, read_action, read_face, read_number, read_position, read_seat
from camelup.notebook import html_table, shorten

TITLE = "camelup record 1"
NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Ply:
    """One action as it was played: who, what, and what the die showed.

    >>> from camelup.core.edition import Camel
    >>> str(Ply(0, Roll(), Face(Camel.RED, 3)))
    'A roll r3'
    """

    seat: int
    action: Action
    outcome: Face | None

    def __repr__(self) -> str:
        """Return the line of the record."""
        return f"<Ply {self}>"

    def __str__(self) -> str:
        """Return the line of the record."""
        words = [SEATS[self.seat], str(self.action)]
        if self.outcome is not None:
            words.append(str(self.outcome))
        return " ".join(words)


@dataclass(frozen=True)
class Record:
    """A game from its start to where it stands: never a seed, so that it replays under any later version."""

    names: tuple[str, ...]
    start: State | View
    plies: tuple[Ply, ...] = ()
    result: tuple[int, ...] | None = None
    """Everybody's money at the end; None while the game goes on."""
    hides_money: bool = False
    """Whether this table hides from everybody how much the others have until the game is over."""

    def view(self, state: State, seat: int | None) -> View:
        """Show a state of this game to a seat; None is a spectator."""
        return view_of(state, seat, hide_money=self.hides_money)

    def events_for(self, events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
        """Show what happened in this game to a seat."""
        return events_for(events, seat, hide_money=self.hides_money)

    def for_seat(self, seat: int | None) -> "Record":
        """Show the record to a seat: what it may not know is hidden until the game is over."""
        if self.result is not None:
            return self
        if isinstance(self.start, View):
            raise NotationError("hidden", "This record is already one seat's view.")
        plies = tuple(Ply(ply.seat, action_for(ply.action, ply.seat, seat), ply.outcome) for ply in self.plies)
        return Record(self.names, self.view(self.start, seat), plies, hides_money=self.hides_money)

    def __str__(self) -> str:
        """Write the record; `parse_record` reads it back."""
        lines = [TITLE, f"players {' | '.join(self.names)}"]
        if self.hides_money:
            lines.append("money hidden")
        lines += [f"start {position_text(self.start)}", ""]
        leg, rolls_left = self.start.leg, self.start.pyramid_tickets_left
        lines.append(f"# leg {leg}")
        for number, ply in enumerate(self.plies, 1):
            lines.append(str(ply))
            rolls_left -= isinstance(ply.action, Roll)
            if rolls_left == 0 and number < len(self.plies):
                leg, rolls_left = leg + 1, DICE_PER_LEG
                lines.append(f"# leg {leg}")
        if self.result is not None:
            lines.append(f"result {_amounts(self.result)}")
        return "\n".join(lines) + "\n"

    def __repr__(self) -> str:
        """Return who played, how much, and the result; the text of a record has the rest."""
        names = shorten(", ".join(self.names))
        result = "" if self.result is None else f", result {_amounts(self.result)}"
        return f"<Record of {len(self.plies)} actions by {names}{result}>"

    def _repr_html_(self) -> str:
        _, *legs = str(self).split("\n# leg ")
        rows = [(number, ", ".join(plies)) for number, *plies in map(str.splitlines, legs)]
        return html_table(", ".join(self.names), ["leg", "actions"], rows)


def _amounts(money: tuple[int, ...]) -> str:
    return " ".join(map(str, money))


class Step(NamedTuple):
    """One step of a game played again: what was played, the state after it, and what happened on the way.

    The first step is the start, to which no ply led.
    """

    ply: Ply | None
    state: State
    events: tuple[Event, ...]

    def __repr__(self) -> str:
        """Return what was played, and the state after it."""
        return f"<Step {self.ply or 'start'}: {len(self.events)} events, {self.state!r}>"


def check_is_record(record: object) -> None:
    """Refuse what is no record, such as its text."""
    if not isinstance(record, Record):
        raise NotationError(
            "record", f"A Record is needed, such as `game.record` or `parse_record(text)`, not {quoted(record)}."
        )


def replay(record: Record) -> Iterator[Step]:
    """Play a record again, step by step, from its start to where it stands.

    >>> record = parse_record('''camelup record 1
    ... players Ann | Bo
    ... start edition 1 | track 12:yo 13:bgw | money 9 4
    ... A ticket w
    ... B roll y1''')
    >>> for ply, state, events in replay(record):
    ...     print(ply, state.track_text, len(events))
    None 12:yo 13:bgw 0
    A ticket w 12:yo 13:bgw 1
    B roll y1 13:bgwyo 2
    """
    check_is_record(record)
    if isinstance(record.start, View):
        raise NotationError("hidden", "This record shows what one seat saw. Only a whole record can be replayed.")
    return _steps(record, record.start)


def _steps(record: Record, state: State) -> Iterator[Step]:
    yield Step(None, state, ())
    for number, ply in enumerate(record.plies, 1):
        try:
            state, events = _played(state, ply)
        except (ActionError, NotationError) as error:
            raise NotationError("record", f"Action {number} of the record, '{ply}': {error}") from error
        yield Step(ply, state, events)
    if record.result is None and state.is_over:
        raise NotationError("record", "The record's game is over, but it has no result.")
    if record.result is not None and not state.is_over:
        raise NotationError("record", "The record has a result, but its game is not over.")
    if record.result is not None and record.result != state.money:
        raise NotationError(
            "record", f"The record's result is {_amounts(record.result)}, but its actions give {_amounts(state.money)}."
        )


def _played(state: State, ply: Ply) -> tuple[State, tuple[Event, ...]]:
    if not state.is_over and ply.seat != state.turn:
        raise NotationError("record", f"It is the turn of seat {SEATS[state.turn]}.")
    if isinstance(ply.action, PlayCard) and ply.action.camel is None:
        raise NotationError("hidden", "The colour of this card is hidden.")
    return apply(state, ply.action, ply.outcome)


def check_name(name: str) -> str:
    """Refuse a player's name that a record could not hold; return it without blanks around it."""
    if not isinstance(name, str):
        raise NotationError("name", f"A name must be a string, not {quoted(name)}.")
    name = name.strip()
    if not name or len(name) > NAME_LENGTH or "|" in name or not name.isprintable():
        raise NotationError(
            "name", f"A name needs 1 to {NAME_LENGTH} printable characters without '|', unlike {name[:50]!r}."
        )
    return name


def parse_record(text: str) -> Record:
    """Read a record. It is not played yet: `replay` and `Game.load` do that, and find what the rules forbid."""
    is_titled = False
    names: tuple[str, ...] | None = None
    hides_money = False
    start: State | View | None = None
    plies: list[Ply] = []
    known: dict[Ply, Ply] = {}  # a long record says the same few things over and over
    result: tuple[int, ...] | None = None
    if not isinstance(text, str):
        raise NotationError("record", f"A record must be a string, not {quoted(text)}.")
    for number, line in enumerate(StringIO(text), 1):
        try:
            whole = Token.of(line.removesuffix("\n"))
            word, rest = whole.first()
            if not word.text or word.text.startswith("#"):
                continue
            if not is_titled:
                is_titled = _is_title(word, rest)
            elif names is None:
                names = _names(word, rest)
            elif start is None and word.text == "money" and not hides_money:
                hides_money = _hides_money(rest)
            elif start is None:
                start = _start(word, rest, len(names))
            elif result is not None:
                raise word.refuse("nothing after the result")
            elif word.text == "result":
                result = tuple(read_number(word, "an amount of money") for word in rest.entries(start.players))
            else:
                ply = read_ply(start, whole)
                plies.append(known.setdefault(ply, ply))
        except CamelUpError as error:
            raise type(error)(error.code, f"Line {number}: {error.message}") from error
    if names is None or start is None:
        raise NotationError("record", f"A record starts with the lines '{TITLE}', 'players' and 'start'.")
    return Record(names, start, tuple(plies), result, hides_money)


def _is_title(word: Token, rest: Token) -> bool:
    line = Token(f"{word.text}{rest.text.rstrip()}", word.at)
    if line.text != TITLE:
        raise line.refuse(f"'{TITLE}'")
    return True


def _names(word: Token, rest: Token) -> tuple[str, ...]:
    if word.text != "players":
        raise word.refuse("'players' and their names")
    return tuple(check_name(name) for name in rest.text.split("|"))


def _hides_money(rest: Token) -> bool:
    word = rest.only("'hidden'")
    if word.text != "hidden":
        raise word.refuse("'hidden'")
    return True


def _start(word: Token, rest: Token, players: int) -> State | View:
    if word.text != "start":
        raise word.refuse("'start' and a position")
    start = read_position(rest)
    if start.players != players:
        raise NotationError("record", f"The position has {start.players} seats, but there are {players} names.")
    return start


def read_ply(start: State | View, token: Token) -> Ply:
    """Read a line of a record that goes on from this start."""
    word, rest = token.first()
    seat = read_seat(word)
    check_seat(seat, start.players)
    action, rest = read_action(start.edition, rest)
    outcome = None
    if isinstance(action, Roll):
        face, rest = rest.first()
        outcome = read_face(start.edition, face)
    rest.finish("nothing more on this line")
    return Ply(seat, action, outcome)

"""A whole game as text: where it began, and one line for each action with its outcome."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from camelup.actions import HIDDEN, SEATS, Action, Face, PlayCard, Roll
from camelup.edition import DICE_PER_LEG
from camelup.errors import ActionError, NotationError
from camelup.notation import Token, action_of, face_of, position_of, position_text
from camelup.rules import apply, check
from camelup.state import State
from camelup.view import View, action_for, view_of

TITLE = "camelup record 1"
NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Ply:
    """One action as it was played: who, what, and what the die showed.

    >>> str(Ply(0, Roll(), None))
    'A roll ?'
    """

    seat: int
    action: Action
    outcome: Face | None

    def __str__(self) -> str:
        """Give the line of the record."""
        words = [SEATS[self.seat], str(self.action)]
        if isinstance(self.action, Roll):
            words.append(str(self.outcome or HIDDEN))
        return " ".join(words)


@dataclass(frozen=True)
class Record:
    """A game from its start to where it stands: never a seed, so that it replays under any later version."""

    names: tuple[str, ...]
    start: State | View
    plies: tuple[Ply, ...] = ()
    result: tuple[int, ...] | None = None
    """Everybody's money at the end; None while the game goes on."""

    def for_seat(self, seat: int | None, *, hide_money: bool = False) -> "Record":
        """Show the record to a seat: cards laid face down are hidden until the game is over."""
        if self.result is not None:
            return self
        if isinstance(self.start, View):
            raise NotationError("hidden", "This record already is what one seat sees.")
        start = view_of(self.start, seat, hide_money=hide_money)
        plies = tuple(Ply(ply.seat, action_for(ply.action, ply.seat, seat), ply.outcome) for ply in self.plies)
        return Record(self.names, start, plies)

    def __str__(self) -> str:
        """Write the record; `parse_record` reads it back."""
        lines = [TITLE, f"players {' | '.join(self.names)}", f"start {position_text(self.start)}", ""]
        leg, rolls_left = self.start.leg, self.start.pyramid_tickets_left
        lines.append(f"# leg {leg}")
        for number, ply in enumerate(self.plies, 1):
            lines.append(str(ply))
            rolls_left -= isinstance(ply.action, Roll)
            if rolls_left == 0 and number < len(self.plies):
                leg, rolls_left = leg + 1, DICE_PER_LEG
                lines.append(f"# leg {leg}")
        if self.result is not None:
            lines.append(f"result {' '.join(map(str, self.result))}")
        return "\n".join(lines) + "\n"


def replay(record: Record) -> Iterator[State]:
    """Play a record again; give the state at its start and after each action."""
    state = record.start
    if isinstance(state, View):
        raise NotationError("hidden", "This record shows what one seat saw; only the whole record can be played again.")
    yield state
    for number, ply in enumerate(record.plies, 1):
        try:
            if isinstance(ply.action, PlayCard) and ply.action.camel is None:
                raise NotationError("hidden", "the colour of this card is hidden.")  # noqa: TRY301 - same report as below
            check(state, ply.action, ply.seat)
            state, _ = apply(state, ply.action, ply.outcome)
        except (ActionError, NotationError) as error:
            raise NotationError("record", f"Action {number} of the record, '{ply}': {error}") from error
        yield state
    if record.result is not None and (not state.is_over or record.result != state.money):
        played = " ".join(map(str, state.money)) if state.is_over else "a game that is not over"
        raise NotationError(
            "record", f"The record's result is {' '.join(map(str, record.result))}, but its actions give {played}."
        )
    if record.result is None and state.is_over:
        raise NotationError("record", "The record's game is over, but it has no result.")


def check_name(name: str) -> str:
    """Refuse a player's name that a record could not hold; give it without blanks around it."""
    name = name.strip()
    if not name or len(name) > NAME_LENGTH or "|" in name or not name.isprintable():
        raise NotationError(
            "name", f"A name has 1 to {NAME_LENGTH} printable characters and no '|', unlike {name[:50]!r}."
        )
    return name


def parse_record(text: str) -> Record:
    """Read a record. It is not played yet: `replay` and `Game.load` do that, and find what the rules forbid."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if not _is_blank(line)]
    if not lines or lines[0][1].strip() != TITLE:
        raise NotationError("record", f"Line 1: expected '{TITLE}'.")
    names: tuple[str, ...] | None = None
    start: State | View | None = None
    plies: list[Ply] = []
    result: tuple[int, ...] | None = None
    for number, line in lines[1:]:
        try:
            word, rest = _first_word(line)
            if result is not None:
                raise word.refuse("nothing after the result")
            if names is None:
                names = _names(word, rest)
            elif start is None:
                start = _start(word, rest, len(names))
            elif word.text == "result":
                result = tuple(int(piece.match(r"\d{1,9}", "an amount of money").group()) for piece in rest.words())
                if len(result) != start.players:
                    raise rest.refuse(f"{start.players} amounts of money")
            else:
                plies.append(_ply(start, word, rest))
        except NotationError as error:
            raise NotationError(error.code, f"Line {number}: {error.message[0].lower()}{error.message[1:]}") from error
    if names is None or start is None:
        raise NotationError("record", "A record needs the lines 'players' and 'start'.")
    return Record(names, start, tuple(plies), result)


def _is_blank(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _first_word(line: str) -> tuple[Token, Token]:
    found = re.match(r"\s*(\S+)", line)
    assert found is not None, "blank lines are passed over"  # noqa: S101 - narrows the type
    return Token(found.group(1), found.start(1)), Token(line[found.end() :], found.end())


def _names(word: Token, rest: Token) -> tuple[str, ...]:
    if word.text != "players":
        raise word.refuse("'players' and their names")
    return tuple(check_name(name) for name in rest.text.split("|"))


def _start(word: Token, rest: Token, players: int) -> State | View:
    if word.text != "start":
        raise word.refuse("'start' and a position")
    start = position_of(rest)
    if start.players != players:
        raise word.refuse(f"a position with {players} seats, one for each name")
    return start


def _ply(start: State | View, word: Token, rest: Token) -> Ply:
    seat = SEATS.find(word.text) if len(word.text) == 1 else -1
    if not 0 <= seat < start.players:
        raise word.refuse(f"a seat from A to {SEATS[start.players - 1]}, or 'result'")
    end = Token("", rest.at + len(rest.text))
    action, left = action_of(start.edition, rest.words(), end)
    outcome = None
    if isinstance(action, Roll):
        outcome = face_of(start.edition, left[0] if left else end)
        left = left[1:]
    if left:
        raise left[0].refuse("nothing more on this line")
    return Ply(seat, action, outcome)

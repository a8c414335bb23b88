"""Positions as text, both ways; docs/notation.md describes it. Records of whole games are in record.py.

>>> from camelup.core.edition import SECOND
>>> hex(parse_track(SECOND, "1:gy 2:rb 3:p 14:K 16:W"))
'0x86751a10130c09'
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from camelup.core import race
from camelup.core.actions import HIDDEN, SEATS, Action, Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import EDITIONS, SPACES, Camel, Deck, Edition, Side
from camelup.core.errors import NotationError, quoted
from camelup.core.rules import NUMBERS
from camelup.core.situation import Situation, situation_of
from camelup.core.state import Card, State, Ticket, Tile, sort_hand, sort_tickets
from camelup.core.validity import (
    DIGITS,
    check_camels,
    check_dice,
    check_is_position,
    check_players,
    check_position,
    check_seat,
    check_tiles,
    find_edition,
    hands_left,
    tents_left,
)
from camelup.core.variants import check_official
from camelup.core.view import View, check_view, with_legal

NOTHING = "-"
_SECTIONS = (
    "edition",
    "track",
    "dice",
    "tiles",
    "money",
    "tickets",
    "pyramid",
    "winner",
    "loser",
    "hands",
    "partners",
    "turn",
    "leg",
    "seat",
)
_TRACK = "track 1:gy 2:rb 3:p 14:K 16:W"
EXAMPLE_POSITION = f"edition 2 | {_TRACK} | money 3 3"
"""A whole position for an error to show: the sections without which there is none."""
_NEEDED = {"edition": "edition 2", "track": _TRACK, "money": "money 3 3"}
"""The sections that cannot be left out, with an example of each."""
_NEEDED_OF_A_VIEW = {**_NEEDED, "hands": "hands bgpry ?????"}
_NUMBER = rf"0|[1-9][0-9]{{0,{DIGITS - 1}}}"
_SPACE = r"0|[1-9][0-9]?"
_QUOTED = 40
"""How much of a text an error quotes."""
LONGEST = 10_000
"""How long a text may be, or a line of a record: a position needs less than a tenth of it."""


class Token(NamedTuple):
    """A piece of a text and where it begins, so that an error can name the place."""

    text: str
    at: int = 0

    @classmethod
    def of(cls, text: object) -> "Token":
        """Begin with a whole text, or a line of a record; refuse what is no text, or too long to be looked at."""
        if not isinstance(text, str):
            raise NotationError("notation", f"Expected a string, not {quoted(text)}.")
        if len(text) > LONGEST:
            raise NotationError(
                "notation", f"The text is too long: {len(text):,} characters, and at most {LONGEST:,} are allowed."
            )
        return cls(text)

    @property
    def end(self) -> "Token":
        """The empty piece behind this one."""
        return Token("", self.at + len(self.text))

    def refuse(self, expected: str) -> NotationError:
        """Make the error for this piece."""
        found = f"found {self.text[:_QUOTED]!r}" if self.text else "found nothing"
        return NotationError("notation", f"At character {self.at + 1}: expected {expected}, {found}.")

    def match(self, pattern: str, expected: str) -> re.Match[str]:
        """Match the whole piece, or refuse it."""
        found = re.fullmatch(pattern, self.text)
        if found is None:
            raise self.refuse(expected)
        return found

    def part(self, begin: int, end: int | None = None) -> "Token":
        """Cut a piece out of this one."""
        return Token(self.text[begin:end], self.at + begin)

    def letters(self) -> Iterator["Token"]:
        """Return each character as a separate piece."""
        return (Token(letter, self.at + index) for index, letter in enumerate(self.text))

    def words(self) -> list["Token"]:
        """Split at blanks, tabs and line ends."""
        return [self.part(*found.span()) for found in re.finditer(r"[^ \t\r\n]+", self.text)]

    def items(self) -> list["Token"]:
        """Split as `words` does; the mark for nothing gives no pieces."""
        words = self.words()
        return [] if [word.text for word in words] == [NOTHING] else words

    def first(self) -> tuple["Token", "Token"]:
        """Return the first word, empty if there is none, and the rest behind it."""
        word = next(iter(self.words()), self.end)
        return word, self.part(word.end.at - self.at)

    def only(self, expected: str) -> "Token":
        """Return the one word there is, or refuse the piece."""
        word, rest = self.first()
        if not word.text:
            raise word.refuse(expected)
        rest.finish(f"only {expected} here")
        return word

    def entries(self, players: int) -> list["Token"]:
        """Return the words, one for each seat, or refuse the piece."""
        words = self.words()
        if len(words) != players:
            place = words[0] if words else self.end
            raise place.refuse(f"{players} entries, one for each seat, not {len(words)}")
        return words

    def finish(self, expected: str) -> None:
        """Refuse what is left over."""
        word, _ = self.first()
        if word.text:
            raise word.refuse(expected)


# --- Writing --------------------------------------------------------------------------------------------------


def position_text(position: State | View) -> str:
    """Write a whole position in one line; what a view does not know is written `?`."""
    check_is_position(position)
    tiles = [(seat, tile) for seat, tile in enumerate(position.tiles) if tile]
    partners = [(seat, partner) for seat, partner in enumerate(position.partners) if partner is not None]
    sections = {
        "edition": str(check_official(position.edition).number),
        "track": position.track_text,
        "dice": position.dice or NOTHING,
        "tiles": _join(f"{tile.space}{tile.side}{SEATS[seat]}" for seat, tile in tiles),
        "money": _join(HIDDEN if money is None else str(money) for money in position.money),
        "tickets": _join("".join(f"{camel}{value}" for camel, value in held) or NOTHING for held in position.tickets),
        "pyramid": _join(map(str, position.pyramid_tickets)),
        "winner": _join(f"{SEATS[seat]}{camel or HIDDEN}" for seat, camel in position.winner_deck),
        "loser": _join(f"{SEATS[seat]}{camel or HIDDEN}" for seat, camel in position.loser_deck),
        "hands": _join("".join(camel or HIDDEN for camel in hand) or NOTHING for hand in position.hands),
        "partners": _join(SEATS[seat] + SEATS[partner] for seat, partner in partners if seat < partner),
        "turn": SEATS[position.turn],
        "leg": str(position.leg),
    }
    if isinstance(position, View):
        sections["seat"] = NOTHING if position.seat is None else SEATS[position.seat]
    return " | ".join(f"{label} {text}" for label, text in sections.items())


def _join(words: Iterable[str]) -> str:
    return " ".join(words) or NOTHING


# --- Reading parts --------------------------------------------------------------------------------------------


def parse_track(edition: Edition | int, text: str) -> int:
    """Read a track such as `1:gy 2:rb 3:p 14:K 16:W`; return it packed."""
    return _track(find_edition(edition, allow_variant=True), Token.of(text))


def parse_dice(edition: Edition | int, text: str) -> str:
    """Read the letters of the dice in the pyramid, in any order; return them in the edition's order."""
    return _dice(find_edition(edition, allow_variant=True), Token.of(text))


def parse_tiles(edition: Edition | int, track: int, text: str) -> tuple[tuple[Tile, int | None], ...]:
    """Read tiles such as `5+ 8-` or, with the seats that own them, `5+A 8-C`."""
    return _tiles(find_edition(edition, allow_variant=True), track, Token.of(text))


def parse_situation(edition: Edition | int, track: str, dice: str | None = None, tiles: str = "") -> Situation:
    """Read a situation from its parts; without dice named, all are in the pyramid.

    >>> parse_situation(2, "1:gy 2:rb 3:p 14:K 16:W", tiles="5+ 8-").draws
    5
    """
    edition = find_edition(edition, allow_variant=True)
    packed = parse_track(edition, track)
    left = edition.dice if dice is None else parse_dice(edition, dice)
    placed = tuple(tile for tile, _ in parse_tiles(edition, packed, tiles))
    return situation_of(Situation(edition, packed, left, placed))


def parse_face(edition: Edition | int, text: str) -> Face:
    """Read what a die shows, such as `r3`, or `K2` for a black 2 on the grey die."""
    return read_face(find_edition(edition), Token.of(text).only("a face such as r3"))


def parse_action(edition: Edition | int, text: str) -> Action:
    """Read an action as its text gives it.

    >>> parse_action(1, "winner o")
    PlayCard(deck=<Deck.WINNER: 'winner'>, camel=<Camel.ORANGE: 'o'>)
    """
    action, rest = read_action(find_edition(edition), Token.of(text))
    rest.finish("nothing more after the action")
    return action


def read_action(edition: Edition, token: Token) -> tuple[Action, Token]:
    """Read an action from the beginning of a piece; return it with the rest."""
    verb, rest = token.first()
    if verb.text == "roll":
        return Roll(), rest
    argument, rest = rest.first()
    match verb.text:
        case "ticket":
            action: Action = TakeTicket(_camel(edition.racing, argument))
        case "tile":
            expected = f"a space from 1 to {SPACES} and a side, such as 5+"
            space, side = argument.match(f"({_SPACE})([+-])", expected).groups()
            if not 1 <= int(space) <= SPACES:
                raise argument.refuse(expected)
            action = PlaceTile(int(space), Side(side))
        case "winner" | "loser":
            action = PlayCard(Deck(verb.text), _card(edition, argument, is_view=True))
        case "partner":
            action = JoinPartner(read_seat(argument))
        case _:
            raise verb.refuse("roll, ticket, tile, winner, loser or partner")
    return action, rest


def read_face(edition: Edition, token: Token) -> Face:
    """Read a face from a piece of a longer text."""
    camel = _camel(edition.camels, token.part(0, 1))
    number = token.part(1)
    if number.text not in map(str, NUMBERS):
        raise number.refuse(f"a number from {NUMBERS[0]} to {NUMBERS[-1]}")
    return Face(camel, int(number.text))


def read_seat(token: Token) -> int:
    """Read the letter of a seat."""
    if len(token.text) != 1 or token.text not in SEATS:
        raise token.refuse(f"a seat from {SEATS[0]} to {SEATS[-1]}")
    return SEATS.index(token.text)


def read_number(token: Token, expected: str = "a number") -> int:
    """Read a number that is not negative."""
    return int(token.match(_NUMBER, expected).group())


def _camel(camels: tuple[Camel, ...], token: Token) -> Camel:
    if token.text not in tuple(camels):
        raise token.refuse(f"one of the camels {' '.join(camels)}")
    return Camel(token.text)


def _card(edition: Edition, token: Token, *, is_view: bool) -> Camel | None:
    return None if is_view and token.text == HIDDEN else _camel(edition.racing, token)


def _track(edition: Edition, token: Token) -> int:
    expected = "a space and its camels, such as 3:gy"
    stacks = [(word, word.match(rf"({_SPACE}):(\w+)", expected)) for word in token.items()]
    for (_, before), (word, found) in pairwise(stacks):
        if int(before[1]) >= int(found[1]):
            raise word.refuse("the spaces in ascending order, each once")
    return pack_track(
        edition,
        [
            (int(found[1]), _camel(edition.camels, letter))
            for word, found in stacks
            for letter in word.part(found.start(2)).letters()
        ],
    )


def pack_track(edition: Edition, places: Sequence[tuple[int, Camel]]) -> int:
    """Pack a track from the space of each camel, in running order and stacks from bottom to top."""
    check_camels(edition, places)
    track = race.EMPTY
    for space, camel in places:
        track = race.put_on_top(track, edition.camels.index(camel), space)
    return track


def _dice(edition: Edition, token: Token, *, is_over: bool = False) -> str:
    word = token.only("letters of dice, or -")
    letters = "" if word.text == NOTHING else word.text
    check_dice(edition, letters, is_over=is_over)
    return "".join(die for die in edition.dice if die in letters)


def _tiles(edition: Edition, track: int, token: Token) -> tuple[tuple[Tile, int | None], ...]:
    tiles: list[tuple[Tile, int | None]] = []
    for word in token.items():
        found = word.match(f"({_SPACE})([+-])([{SEATS}]?)", "a tile such as 5+ or, with its seat, 5+A")
        owner = SEATS.index(found[3]) if found[3] else None
        if owner is not None and owner in [seat for _, seat in tiles]:
            raise word.refuse("one tile for each seat")
        tiles.append((Tile(int(found[1]), Side(found[2])), owner))
    check_tiles(edition, track, [tile for tile, _ in tiles])
    return tuple(tiles)


# --- Reading whole positions ----------------------------------------------------------------------------------


def parse_position(text: str) -> State:
    """Read a whole position. Sections may be left out: they then stand as at the start of a game."""
    position = read_position(Token.of(text))
    if isinstance(position, View):
        raise NotationError("notation", "This is one seat's view, not a whole position: it has a section 'seat'.")
    return position


def parse_view(text: str) -> View:
    """Read what one seat sees of a position."""
    position = read_position(Token.of(text))
    if isinstance(position, State):
        raise NotationError("notation", "This is a whole position, not one seat's view: it has no section 'seat'.")
    return position


def read_position(token: Token) -> State | View:
    """Read a position or a view from a piece of a longer text."""
    sections = _sections(token)
    number = sections["edition"].only("an edition, 1 or 2")
    if number.text not in map(str, EDITIONS):
        raise number.refuse("an edition, 1 or 2")
    edition = EDITIONS[int(number.text)]
    track = _track(edition, sections["track"])
    is_view = "seat" in sections
    money = tuple(
        None if is_view and word.text == HIDDEN else read_number(word, "an amount of money")
        for word in sections["money"].words()
    )
    players = len(money)
    check_players(players)
    sections = {**_defaults(edition, players), **sections}
    tickets = tuple(_tickets(edition, word) for word in sections["tickets"].entries(players))
    winner_deck = _deck(edition, sections["winner"], is_view=is_view)
    loser_deck = _deck(edition, sections["loser"], is_view=is_view)
    fields: dict[str, Any] = {
        "edition": edition,
        "track": track,
        "dice": _dice(edition, sections["dice"], is_over=race.is_over(track)),
        "tents": tents_left(edition, tickets),
        "tickets": tickets,
        "pyramid_tickets": tuple(read_number(word) for word in sections["pyramid"].entries(players)),
        "tiles": _tiles_by_seat(edition, track, sections["tiles"], players),
        "partners": _partners(sections["partners"], players),
        "turn": read_seat(sections["turn"].only("the seat in turn")),
        "leg": read_number(sections["leg"].only("the number of the leg")),
        "winner_deck": winner_deck,
        "loser_deck": loser_deck,
        "money": money,
        "hands": tuple(_hand(edition, word, is_view=is_view) for word in sections["hands"].entries(players))
        if "hands" in sections
        else hands_left(edition, players, winner_deck + loser_deck),
    }
    if not is_view:
        state = State(**fields)
        check_position(state)
        return state
    seat = sections["seat"].only("a seat, or - for a spectator")
    view = View(**fields, seat=None if seat.text == NOTHING else read_seat(seat), legal=())
    check_view(view)
    return with_legal(view)


def _sections(token: Token) -> dict[str, Token]:
    sections: dict[str, Token] = {}
    for found in re.finditer(r"(?:^|\|)([^|]*)", token.text):
        name, rest = token.part(*found.span(1)).first()
        if name.text not in _SECTIONS:
            raise NotationError("notation", f"{name.refuse('a section name').message} {_advice(name.text)}")
        if name.text in sections:
            raise name.refuse(f"each section once, not '{name.text}' again")
        sections[name.text] = rest
    what, needed = ("view", _NEEDED_OF_A_VIEW) if "seat" in sections else ("position", _NEEDED)
    for label, example in needed.items():
        if label not in sections:
            raise NotationError("notation", f"A {what} needs a section '{label}', such as '{example}'.")
    return sections


def _advice(found: str) -> str:
    """Say how sections are written, to somebody who wrote something else where one begins."""
    forgotten = "Write 'track' before the camels. " if re.match(r"[0-9]+:", found) else ""
    return (
        f"{forgotten}Sections are separated by '|' and begin with their names: '{EXAMPLE_POSITION}'. "
        f"The names are {', '.join(_SECTIONS)}."
    )


def _defaults(edition: Edition, players: int) -> dict[str, Token]:
    """Return what stands for sections left out: the table as it is at the start of a game."""
    texts = {
        "dice": edition.dice,
        "tiles": NOTHING,
        "tickets": _join([NOTHING] * players),
        "pyramid": _join(["0"] * players),
        "winner": NOTHING,
        "loser": NOTHING,
        "partners": NOTHING,
        "turn": SEATS[0],
        "leg": "1",
    }
    return {label: Token(text) for label, text in texts.items()}


def _tickets(edition: Edition, token: Token) -> tuple[Ticket, ...]:
    if token.text == NOTHING:
        return ()
    token.match(r"(\w[1-9])+", "tickets such as g5r3")
    pairs = [token.part(at, at + 2) for at in range(0, len(token.text), 2)]
    return sort_tickets(edition, [Ticket(_camel(edition.racing, pair.part(0, 1)), int(pair.text[1])) for pair in pairs])


def _deck(edition: Edition, token: Token, *, is_view: bool) -> tuple[Card, ...]:
    return tuple(
        Card(read_seat(word.part(0, 1)), _card(edition, word.part(1), is_view=is_view)) for word in token.items()
    )


def _hand(edition: Edition, token: Token, *, is_view: bool) -> tuple[Camel | None, ...]:
    if token.text == NOTHING:
        return ()
    return sort_hand(edition, [_card(edition, letter, is_view=is_view) for letter in token.letters()])


def _tiles_by_seat(edition: Edition, track: int, token: Token, players: int) -> tuple[Tile | None, ...]:
    tiles: list[Tile | None] = [None] * players
    for index, (tile, seat) in enumerate(_tiles(edition, track, token)):
        if seat is None:
            raise token.items()[index].refuse("a tile with the seat that owns it, such as 5+A")
        check_seat(seat, players)
        tiles[seat] = tile
    return tuple(tiles)


def _partners(token: Token, players: int) -> tuple[int | None, ...]:
    partners: list[int | None] = [None] * players
    for word in token.items():
        word.match(f"[{SEATS}]{{2}}", "a pair of seats such as AB")
        pair = [read_seat(letter) for letter in word.letters()]
        for seat, partner in (pair, reversed(pair)):
            check_seat(seat, players)
            if partners[seat] is not None:
                raise word.refuse("two different seats without another partner")
            partners[seat] = partner
    return tuple(partners)

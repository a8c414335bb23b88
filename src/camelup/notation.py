"""Positions as text, both ways; docs/notation.md describes it. Records of whole games are in record.py.

>>> from camelup.edition import SECOND
>>> hex(parse_track(SECOND, "1:gy 2:rb 3:p 14:K 16:W"))
'0x86751a10130c09'
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from camelup import race
from camelup.actions import HIDDEN, SEATS, Action, Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.edition import EDITIONS, Camel, Deck, Edition, Side
from camelup.errors import NotationError
from camelup.possible import (
    check_camels,
    check_cards,
    check_dice,
    check_players,
    check_seat,
    check_table,
    check_tiles,
    hands_left,
    tents_left,
)
from camelup.rules import NUMBERS
from camelup.state import Card, State, Ticket, Tile
from camelup.view import View, with_legal

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


class Token(NamedTuple):
    """A piece of a text and where it begins, so that an error can name the place."""

    text: str
    at: int

    def refuse(self, expected: str) -> NotationError:
        """Make the error for this piece."""
        found = f"found {self.text!r}" if self.text else "found nothing"
        return NotationError("notation", f"At character {self.at + 1}: expected {expected}, {found}.")

    def match(self, pattern: str, expected: str) -> re.Match[str]:
        """Match the whole piece, or refuse it."""
        found = re.fullmatch(pattern, self.text, re.ASCII)
        if found is None:
            raise self.refuse(expected)
        return found

    def letters(self) -> Iterator["Token"]:
        """Give each character as a piece of its own."""
        return (Token(letter, self.at + index) for index, letter in enumerate(self.text))

    def words(self) -> list["Token"]:
        """Split at blanks; the mark for nothing gives no pieces."""
        pieces = [Token(found.group(), self.at + found.start()) for found in re.finditer(r"\S+", self.text)]
        return [] if [piece.text for piece in pieces] == [NOTHING] else pieces


# --- Writing --------------------------------------------------------------------------------------------------


def position_text(position: State | View) -> str:
    """Write a whole position in one line; what a view does not know is written `?`."""
    players = range(position.players)
    sections = {
        "edition": str(position.edition.number),
        "track": position.track_text,
        "dice": position.dice,
        "tiles": _join(
            f"{tile.space}{tile.side}{SEATS[seat]}" for seat, tile in enumerate(position.tiles) if tile is not None
        ),
        "money": _join(HIDDEN if money is None else str(money) for money in position.money),
        "tickets": " ".join(
            "".join(f"{camel}{value}" for camel, value in held) or NOTHING for held in position.tickets
        ),
        "pyramid": _join(map(str, position.pyramid_tickets)),
        "winner": _join(f"{SEATS[seat]}{camel or HIDDEN}" for seat, camel in position.winner_deck),
        "loser": _join(f"{SEATS[seat]}{camel or HIDDEN}" for seat, camel in position.loser_deck),
        "hands": " ".join("".join(camel or HIDDEN for camel in hand) or NOTHING for hand in position.hands),
        "partners": _join(
            SEATS[seat] + SEATS[partner]
            for seat, partner in zip(players, position.partners, strict=True)
            if partner is not None and seat < partner
        ),
        "turn": SEATS[position.turn],
        "leg": str(position.leg),
    }
    if isinstance(position, View):
        sections["seat"] = NOTHING if position.seat is None else SEATS[position.seat]
    return " | ".join(f"{label} {text or NOTHING}" for label, text in sections.items())


def _join(words: Iterable[str]) -> str:
    return " ".join(words) or NOTHING


# --- Reading parts --------------------------------------------------------------------------------------------


def parse_track(edition: Edition, text: str) -> int:
    """Read a track such as `1:gy 2:rb 3:p 14:K 16:W`; give it packed."""
    return _track(edition, Token(text, 0))


def parse_dice(edition: Edition, text: str) -> str:
    """Read the letters of the dice in the pyramid, in any order; give them in the edition's order."""
    return _dice(edition, Token(text, 0), is_over=False)


def parse_tiles(edition: Edition, track: int, text: str) -> tuple[tuple[Tile, int | None], ...]:
    """Read tiles such as `5+ 8-` or, with the seats that own them, `5+A 8-C`."""
    return _tiles(edition, track, Token(text, 0))


def parse_face(edition: Edition, text: str) -> Face:
    """Read what a die shows, such as `r3`, or `K2` for a black 2 on the grey die."""
    return face_of(edition, Token(text, 0))


def parse_action(edition: Edition, text: str) -> Action:
    """Read an action as its text gives it.

    >>> from camelup.edition import FIRST
    >>> parse_action(FIRST, "winner o")
    PlayCard(deck=<Deck.WINNER: 'winner'>, camel=<Camel.ORANGE: 'o'>)
    """
    words = Token(text, 0).words()
    action, rest = action_of(edition, words, Token("", len(text)))
    if rest:
        raise rest[0].refuse("nothing more after the action")
    return action


def action_of(edition: Edition, words: list[Token], end: Token) -> tuple[Action, list[Token]]:
    """Read an action from the first words; give it with the words left over."""
    verb = words[0] if words else end
    if verb.text == "roll":
        return Roll(), words[1:]
    argument = words[1] if len(words) > 1 else end
    match verb.text:
        case "ticket":
            action: Action = TakeTicket(_camel(edition.racing, argument))
        case "tile":
            space, side = argument.match(r"(\d+)([+-])", "a space and a side, such as 5+").groups()
            action = PlaceTile(int(space), Side(side))
        case "winner" | "loser":
            hidden = argument.text == HIDDEN
            action = PlayCard(Deck(verb.text), None if hidden else _camel(edition.racing, argument))
        case "partner":
            action = JoinPartner(_seat(argument))
        case _:
            raise verb.refuse("roll, ticket, tile, winner, loser or partner")
    return action, words[2:]


def _camel(camels: tuple[Camel, ...], token: Token) -> Camel:
    if token.text not in tuple(camels):
        raise token.refuse(f"one of the camels {' '.join(camels)}")
    return Camel(token.text)


def _seat(token: Token) -> int:
    if len(token.text) != 1 or token.text not in SEATS:
        raise token.refuse(f"a seat from {SEATS[0]} to {SEATS[-1]}")
    return SEATS.index(token.text)


def _number(token: Token) -> int:
    return int(token.match(r"\d{1,9}", "a number").group())


def face_of(edition: Edition, token: Token) -> Face:
    """Read a face from a piece of a longer text."""
    camel = _camel(edition.camels, Token(token.text[:1], token.at))
    number = Token(token.text[1:], token.at + 1)
    if number.text not in map(str, NUMBERS):
        raise number.refuse("a number from 1 to 3")
    return Face(camel, int(number.text))


def _track(edition: Edition, token: Token) -> int:
    places = []
    for word in token.words():
        found = word.match(r"(\d{1,2}):(\w+)", "a space and its camels, such as 3:gy")
        stack = Token(found.group(2), word.at + found.start(2))
        places += [(int(found.group(1)), _camel(edition.camels, letter)) for letter in stack.letters()]
    spaces = [space for space, _ in places]
    if spaces != sorted(spaces):
        raise token.refuse("spaces in ascending order")
    check_camels(edition, places)
    track = race.EMPTY
    for space, camel in places:
        track = race.put_on_top(track, edition.camels.index(camel), space)
    return track


def _dice(edition: Edition, token: Token, *, is_over: bool) -> str:
    letters = "" if token.text.strip() == NOTHING else token.match(r"\s*(\w*)\s*", "letters of dice").group(1)
    check_dice(edition, letters, is_over=is_over)
    return "".join(die for die in edition.dice if die in letters)


def _tiles(edition: Edition, track: int, token: Token) -> tuple[tuple[Tile, int | None], ...]:
    tiles = []
    for word in token.words():
        found = word.match(r"(\d{1,2})([+-])([A-H]?)", "a tile such as 5+ or, with its seat, 5+A")
        space, side, seat = found.groups()
        tiles.append((Tile(int(space), Side(side)), SEATS.index(seat) if seat else None))
    check_tiles(edition, track, [tile for tile, _ in tiles])
    return tuple(tiles)


# --- Reading whole positions ----------------------------------------------------------------------------------


def parse_position(text: str) -> State:
    """Read a whole position. Sections may be left out: they then stand as at the start of a leg."""
    position = position_of(Token(text, 0))
    if isinstance(position, View):
        raise NotationError("notation", "This is what one seat sees, not a whole position: it has a section 'seat'.")
    return position


def parse_view(text: str) -> View:
    """Read what one seat sees of a position."""
    position = position_of(Token(text, 0))
    if isinstance(position, State):
        raise NotationError("notation", "This is a whole position, not what one seat sees: it has no section 'seat'.")
    return position


def _sections(token: Token) -> dict[str, Token]:
    sections: dict[str, Token] = {}
    for found in re.finditer(r"[^|]+", token.text):
        piece = Token(found.group(), token.at + found.start())
        label = re.match(r"\s*(\S*)", piece.text)
        assert label is not None, "the pattern matches anything"  # noqa: S101 - narrows the type
        name = Token(label.group(1), piece.at + label.start(1))
        if name.text not in _SECTIONS:
            raise name.refuse(f"a section: {', '.join(_SECTIONS)}")
        if name.text in sections:
            raise name.refuse(f"'{name.text}' once only")
        sections[name.text] = Token(piece.text[label.end() :], piece.at + label.end())
    return sections


def position_of(token: Token) -> State | View:
    """Read a position or a view from a piece of a longer text."""
    sections = _sections(token)
    for name in ("edition", "track", "money"):
        if name not in sections:
            raise NotationError("notation", f"A position needs a section '{name}'.")
    number = _one(sections["edition"], "an edition, 1 or 2")
    if number.text not in map(str, EDITIONS):
        raise number.refuse("an edition, 1 or 2")
    edition = EDITIONS[int(number.text)]
    is_view = "seat" in sections
    money = tuple(None if is_view and word.text == HIDDEN else _number(word) for word in sections["money"].words())
    players = len(money)
    check_players(players)
    track = _track(edition, sections["track"])
    decks = [_deck(edition, sections.get(name), is_view=is_view) for name in ("winner", "loser")]
    tickets = tuple(_tickets(edition, word) for word in _per_seat(sections, "tickets", players, NOTHING))
    turn = sections.get("turn")
    fields: dict[str, Any] = {
        "edition": edition,
        "track": track,
        "dice": _dice(edition, sections.get("dice", Token(edition.dice, 0)), is_over=race.is_over(track)),
        "tents": tents_left(edition, tickets),
        "tickets": tickets,
        "pyramid_tickets": tuple(_number(word) for word in _per_seat(sections, "pyramid", players, "0")),
        "tiles": _tiles_by_seat(edition, track, sections.get("tiles"), players),
        "partners": _partners(sections.get("partners"), players),
        "turn": _seat(_one(turn, "the seat in turn")) if turn else 0,
        "leg": _number(_one(sections["leg"], "a number")) if "leg" in sections else 1,
        "winner_deck": decks[0],
        "loser_deck": decks[1],
        "money": money,
    }
    cards = decks[0] + decks[1]
    if "hands" in sections:
        words = _per_seat(sections, "hands", players, NOTHING)
        fields["hands"] = tuple(_hand(edition, word, is_view=is_view) for word in words)
    elif is_view:
        raise NotationError("notation", "What one seat sees needs a section 'hands'.")
    else:
        fields["hands"] = hands_left(edition, players, cards)
    position: State | View
    if is_view:
        seat = _one(sections["seat"], "a seat, or -")
        position = View(**fields, seat=None if seat.text == NOTHING else _seat(seat), legal=())
        check_seat(position.seat or 0, players)
    else:
        position = State(**fields)
    check_table(position)
    check_cards(edition, position.hands, cards)
    return with_legal(position) if isinstance(position, View) else position


def _one(token: Token, expected: str) -> Token:
    words = Token(token.text, token.at).words() or [Token(token.text.strip(), token.at)]
    if len(words) != 1:
        raise words[1].refuse(f"only {expected} here")
    if not words[0].text:
        raise words[0].refuse(expected)
    return words[0]


def _per_seat(sections: dict[str, Token], name: str, players: int, default: str) -> list[Token]:
    if name not in sections:
        return [Token(default, 0)] * players
    token = sections[name]
    words = [Token(found.group(), token.at + found.start()) for found in re.finditer(r"\S+", token.text)]
    if len(words) != players:
        raise Token(token.text.strip(), token.at).refuse(f"{players} entries for '{name}', one for each seat")
    return words


def _tickets(edition: Edition, token: Token) -> tuple[Ticket, ...]:
    if token.text == NOTHING:
        return ()
    if len(token.text) % 2:
        raise token.refuse("tickets such as g5r3")
    letters = list(token.letters())
    return tuple(
        Ticket(_camel(edition.racing, camel), _number(value))
        for camel, value in zip(letters[::2], letters[1::2], strict=True)
    )


def _deck(edition: Edition, token: Token | None, *, is_view: bool) -> tuple[Card, ...]:
    cards = []
    for word in token.words() if token else ():
        seat = _seat(Token(word.text[:1], word.at))
        colour = Token(word.text[1:], word.at + 1)
        hidden = is_view and colour.text == HIDDEN
        cards.append(Card(seat, None if hidden else _camel(edition.racing, colour)))
    return tuple(cards)


def _hand(edition: Edition, token: Token, *, is_view: bool) -> tuple[Camel | None, ...]:
    if token.text == NOTHING:
        return ()
    if is_view and set(token.text) == {HIDDEN}:
        return (None,) * len(token.text)
    held = {_camel(edition.racing, letter) for letter in token.letters()}
    if len(held) != len(token.text):
        raise token.refuse("each card of a hand once")
    return tuple(camel for camel in edition.racing if camel in held)


def _tiles_by_seat(edition: Edition, track: int, token: Token | None, players: int) -> tuple[Tile | None, ...]:
    tiles: list[Tile | None] = [None] * players
    if token is not None:
        words = token.words()
        for (tile, seat), word in zip(_tiles(edition, track, token), words, strict=True):
            if seat is None or seat >= players:
                raise word.refuse("a tile with the seat that owns it, such as 5+A")
            if tiles[seat] is not None:
                raise word.refuse("one tile for each seat")
            tiles[seat] = tile
    return tuple(tiles)


def _partners(token: Token | None, players: int) -> tuple[int | None, ...]:
    partners: list[int | None] = [None] * players
    for word in token.words() if token else ():
        word.match(r"[A-H]{2}", "a pair of seats such as AB")
        first, second = (_seat(letter) for letter in word.letters())
        if (
            first == second
            or max(first, second) >= players
            or partners[first] is not None
            or partners[second] is not None
        ):
            raise word.refuse("two seats of this table without another partner")
        partners[first], partners[second] = second, first
    return tuple(partners)

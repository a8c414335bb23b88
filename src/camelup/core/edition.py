"""The two editions as data: what is in the box and what things are called.

Code asks an edition what it has (`edition.crazy`, `edition.partnerships_from`), never which one it is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

SPACES = 16
"""The track's spaces are numbered 1 to 16; the finish line lies between 16 and 1."""

DICE_PER_LEG = 5
"""There are five pyramid tickets, so a leg ends when five dice are out."""

STARTING_MONEY = 3
FINISH_REWARDS = (8, 5, 3, 2)
"""What the first, second, third and fourth right finish card of a deck earn."""
LATER_FINISH_REWARD = 1
SECOND_PLACE_REWARD = 1
WRONG_BET = -1
PYRAMID_TICKET_REWARD = 1
TILE_REWARD = 1
MIN_PLAYERS = 2
MAX_PLAYERS = 8
GREY_DIE = "x"


class Camel(StrEnum):
    """A camel by its letter in the notation: small letters race, capitals are crazy.

    >>> Camel("g").colour, Camel("K").colour
    ('green', 'black')
    """

    BLUE = "b"
    GREEN = "g"
    ORANGE = "o"
    PURPLE = "p"
    RED = "r"
    WHITE = "w"
    YELLOW = "y"
    CRAZY_BLACK = "K"
    CRAZY_WHITE = "W"

    @property
    def colour(self) -> str:
        """The colour as a word, the same for a racing and a crazy camel."""
        return self.name.removeprefix("CRAZY_").lower()

    @property
    def is_crazy(self) -> bool:
        """Whether this camel runs against the race."""
        return self.isupper()


class Side(StrEnum):
    """The side of a tile that lies face up: a step forward, or a step back."""

    CHEERING = "+"
    BOOING = "-"


class Deck(StrEnum):
    """The two betting spaces for finish cards."""

    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Words:
    """What an edition's rulebook calls the things that both editions have."""

    ticket: str
    pyramid_ticket: str
    tile: str
    cheering: str
    booing: str
    cheer: str
    boo: str
    """What one does with either side, as on a button."""
    card: str

    def side(self, side: Side) -> str:
        """The name of a tile's side."""
        return self.cheering if side is Side.CHEERING else self.booing


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """Everything in which the editions differ. There is one object for each, so they compare by identity."""

    number: int
    """1 or 2; 0 for a variant, which is never called by a number."""
    ordinal: str
    """"first" or "second": what people call it."""
    title: str
    racing: tuple[Camel, ...]
    crazy: tuple[Camel, ...]
    ticket_values: tuple[int, ...]
    """The values of a colour's stack of betting tickets, top first."""
    partnerships_from: int | None
    """From how many players on there are partnership cards; None if the box has none."""
    words: Words
    has_tiles: bool = True
    first_space: int = 1
    """The track's first space; the finish line is always behind the sixteenth."""
    base: "Edition | None" = None
    """The official edition that a variant is made of (`camelup.core.variants`); None for an official one."""

    @property
    def is_official(self) -> bool:
        """Whether this is an edition that one can buy, and not a variant of one."""
        return self.base is None

    @property
    def tile_spaces(self) -> int:
        """The spaces on which a tile may ever lie, as bits (bit 5 for space 5): none, or all behind the first."""
        return (1 << (SPACES + 1)) - (1 << (self.first_space + 1)) if self.has_tiles else 0

    @property
    def camels(self) -> tuple[Camel, ...]:
        """All camels; a camel's place in this tuple is its number in a packed track."""
        return self.racing + self.crazy

    @property
    def dice(self) -> str:
        """The letters of all dice, the grey one last.

        >>> FIRST.dice, SECOND.dice
        ('bgowy', 'bgpryx')
        """
        return "".join(self.racing) + (GREY_DIE if self.crazy else "")

    def dice_bits(self, dice: str) -> int:
        """Some dice as bits: bit 2 for the die of the third camel, bit 5 for the grey one."""
        return sum(1 << number for number, die in enumerate(self.dice) if die in dice)

    def draws_left(self, dice: int) -> int:
        """How many more dice a leg will see when this many are in the pyramid.

        >>> FIRST.draws_left(5), SECOND.draws_left(6), SECOND.draws_left(1)
        (5, 5, 0)
        """
        return DICE_PER_LEG - (len(self.dice) - dice)

    def has_partnerships(self, players: int) -> bool:
        """Whether partnership cards are used with this many players."""
        return self.partnerships_from is not None and players >= self.partnerships_from

    def __reduce__(self) -> tuple[Callable[..., "Edition"], tuple[object, ...]]:
        """Stay the one object there is when copied or sent to another process."""
        if self.base is None:
            return edition_of, (self.number,)
        spaces = SPACES + 1 - self.first_space
        return varied, (self.base, bool(self.crazy), self.has_tiles, self.ticket_values, spaces)

    def __repr__(self) -> str:
        """The edition's title; its data would drown every other repr."""
        return f"<{self.title}>"


FIRST = Edition(
    number=1,
    ordinal="first",
    title="Camel Up, first edition (2014)",
    racing=(Camel.BLUE, Camel.GREEN, Camel.ORANGE, Camel.WHITE, Camel.YELLOW),
    crazy=(),
    ticket_values=(5, 3, 2),
    partnerships_from=None,
    words=Words(
        ticket="leg betting tile",
        pyramid_ticket="pyramid tile",
        tile="desert tile",
        cheering="oasis",
        booing="mirage",
        cheer="oasis",
        boo="mirage",
        card="race betting card",
    ),
)
"""The first edition, of 2014."""

SECOND = Edition(
    number=2,
    ordinal="second",
    title="Camel Up, second edition (2018)",
    racing=(Camel.BLUE, Camel.GREEN, Camel.PURPLE, Camel.RED, Camel.YELLOW),
    crazy=(Camel.CRAZY_BLACK, Camel.CRAZY_WHITE),
    ticket_values=(5, 3, 2, 2),
    partnerships_from=6,
    words=Words(
        ticket="betting ticket",
        pyramid_ticket="pyramid ticket",
        tile="spectator tile",
        cheering="cheering",
        booing="booing",
        cheer="cheer",
        boo="boo",
        card="finish card",
    ),
)
"""The second edition, of 2018 and 2024, with two crazy camels."""

EDITIONS = {edition.number: edition for edition in (FIRST, SECOND)}


def edition_of(number: int) -> Edition:
    """Return the edition with a number.

    >>> edition_of(2).dice
    'bgpryx'
    """
    return EDITIONS[number]


@cache
def varied(edition: Edition, crazy_camels: bool, tiles: bool, values: tuple[int, ...], spaces: int) -> Edition:  # noqa: FBT001 - a key of the cache
    """Return the one object of these switches, which have been checked."""
    changes = [
        *(["without crazy camels"] if edition.crazy and not crazy_camels else []),
        *(["without tiles"] if not tiles else []),
        *([f"tickets {' '.join(map(str, values))}"] if values != edition.ticket_values else []),
        *([f"{spaces} spaces"] if spaces != SPACES else []),
    ]
    if not changes:
        return edition
    return Edition(
        number=0,
        ordinal=edition.ordinal,
        title=", ".join([edition.title, *changes]),
        racing=edition.racing,
        crazy=edition.crazy if crazy_camels else (),
        ticket_values=values,
        partnerships_from=edition.partnerships_from,
        words=edition.words,
        has_tiles=tiles,
        first_space=SPACES + 1 - spaces,
        base=edition,
    )

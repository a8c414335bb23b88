"""The table: everything that lies on it, and who may act."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self, TypeVar

from camelup.core import race
from camelup.core.edition import DICE_PER_LEG, Camel, Edition, Side

_T = TypeVar("_T")


class Ticket(NamedTuple):
    """A betting ticket in front of a player."""

    camel: Camel
    value: int


class Tile(NamedTuple):
    """A player's tile on the track."""

    space: int
    side: Side


class Card(NamedTuple):
    """A finish card on a deck: whose it is, and which camel it shows, None where that is not known."""

    seat: int
    camel: Camel | None


def tile_bits(tiles: Iterable[Tile | None]) -> tuple[int, int]:
    """Return the spaces of the cheering tiles and those of the booing ones, as bits (bit 5 for space 5)."""
    cheering = booing = 0
    for tile in tiles:
        if tile is not None:
            if tile.side is Side.CHEERING:
                cheering |= 1 << tile.space
            else:
                booing |= 1 << tile.space
    return cheering, booing


def replace_at(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    """Return a tuple with one entry replaced, such as that of a seat.

    >>> replace_at((3, 3, 3), 1, 8)
    (3, 8, 3)
    """
    return (*values[:index], value, *values[index + 1 :])


def stacks_of(edition: Edition, track: int) -> dict[int, tuple[Camel, ...]]:
    """Read a packed track: the camels by space, rear to front, each stack from bottom to top."""
    stacks: dict[int, tuple[Camel, ...]] = {}
    for space, camel in race.running_order(track):
        stacks[space] = (*stacks.get(space, ()), edition.camels[camel])
    return stacks


def sort_tickets(edition: Edition, tickets: Iterable[Ticket]) -> tuple[Ticket, ...]:
    """Put a seat's tickets in their one order: by colour as the edition lists them, the highest value first.

    When they were taken makes no difference to the game, so it makes none to a position.
    """
    order = edition.racing.index
    return tuple(sorted(tickets, key=lambda ticket: (order(ticket.camel), -ticket.value)))


def sort_hand(edition: Edition, hand: Iterable[Camel | None]) -> tuple[Camel | None, ...]:
    """Put a seat's finish cards in the edition's order, hidden ones last."""
    return tuple(sorted(hand, key=[*edition.racing, None].index))


@dataclass(frozen=True, repr=False)
class Table:
    """Everything on the table, as far as it is known. Tuples with an entry for each seat are indexed by seat."""

    edition: Edition
    track: int
    """Where the camels are, packed as race.py describes; `stacks` reads it."""
    dice: str
    """The letters of the dice still in the pyramid, in the edition's order."""
    tents: tuple[tuple[int, ...], ...]
    """For each racing camel, the values of the betting tickets that are left, top first."""
    tickets: tuple[tuple[Ticket, ...], ...]
    """For each seat, the betting tickets taken in this leg, as `sort_tickets` orders them."""
    pyramid_tickets: tuple[int, ...]
    tiles: tuple[Tile | None, ...]
    partners: tuple[int | None, ...]
    turn: int
    """The seat to act; after the end of the game, the seat that would have been next."""
    leg: int
    winner_deck: tuple[Card, ...]
    """Oldest card first."""
    loser_deck: tuple[Card, ...]
    money: tuple[int | None, ...]
    """None where it is hidden."""
    hands: tuple[tuple[Camel | None, ...], ...]
    """For each seat, the finish cards not yet played; None for each that is hidden."""

    @property
    def open_seats(self) -> range:
        """The seats whose cards and money are known."""
        return range(self.players)

    @property
    def victors(self) -> tuple[int, ...]:
        """The seats that won, once the game is over: those with the most money share the victory."""
        return richest(self.money) if self.is_over else ()

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.tickets)

    @property
    def stacks(self) -> dict[int, tuple[Camel, ...]]:
        """The camels by space, rear to front, each stack from bottom to top."""
        return stacks_of(self.edition, self.track)

    @property
    def track_text(self) -> str:
        """The track in notation, such as `1:gy 2:rb 3:p 14:K 16:W`."""
        return " ".join(f"{space}:{''.join(stack)}" for space, stack in self.stacks.items())

    @property
    def ranking(self) -> tuple[Camel, ...]:
        """The racing camels from first to last."""
        return tuple(self.edition.racing[camel] for camel in race.ranking(self.track))

    @property
    def dice_out(self) -> str:
        """The letters of the dice already revealed in this leg."""
        return "".join(die for die in self.edition.dice if die not in self.dice)

    @property
    def pyramid_tickets_left(self) -> int:
        """How many more dice this leg will see."""
        return DICE_PER_LEG - sum(self.pyramid_tickets)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; its money has then been counted."""
        return race.is_over(self.track)

    def ticket_on_top(self, camel: Camel) -> int | None:
        """The value of the next betting ticket of a colour, None if all are taken."""
        tent = self.tents[self.edition.racing.index(camel)]
        return tent[0] if tent else None

    def __repr__(self) -> str:
        """Return what a reader needs to distinguish two tables; the notation has the rest."""
        tiles = " ".join(f"{tile.space}{tile.side}" for tile in self.tiles if tile)
        what = f"leg {self.leg} turn {self.turn} track {self.track_text} dice {self.dice} tiles {tiles or '-'}"
        return f"<{type(self).__name__} {what}>"

    def replace(self, **changes: Any) -> Self:  # noqa: ANN401 - checked by type at the fields, like dataclasses.replace
        """Return a copy with some fields changed.

        It does what dataclasses.replace does, in a fifth of the time: half of an interpreted game is spent here.
        """
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        if len(new.__dict__) != len(self.__dict__):
            raise TypeError(f"no such field: {', '.join(changes.keys() - self.__dict__.keys())}")
        return new


@dataclass(frozen=True, repr=False)
class State(Table):
    """The whole truth about a game, secrets included. Players and clients get a `View` of it instead."""

    money: tuple[int, ...]
    hands: tuple[tuple[Camel, ...], ...]
    """For each seat, the finish cards not yet played, in the edition's order."""


def richest(money: Sequence[int | None]) -> tuple[int, ...]:
    """Return the seats with the most money."""
    most = max(amount for amount in money if amount is not None)
    return tuple(seat for seat, amount in enumerate(money) if amount == most)

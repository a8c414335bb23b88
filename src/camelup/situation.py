"""A race without its players: camels, dice still to come, and tiles. It is all that the odds depend on."""

from dataclasses import dataclass

from camelup import race
from camelup.edition import DICE_PER_LEG, Camel, Edition, Side
from camelup.errors import ImpossiblePositionError
from camelup.notation import parse_dice, parse_tiles, parse_track
from camelup.possible import check_dice
from camelup.state import Table, Tile, stacks_of


@dataclass(frozen=True)
class Situation:
    """A race in the middle of a leg, without the players."""

    edition: Edition
    track: int
    dice: str
    tiles: tuple[Tile, ...] = ()

    @property
    def draws(self) -> int:
        """How many more dice this leg will see."""
        return DICE_PER_LEG - (len(self.edition.dice) - len(self.dice))

    @property
    def dice_bits(self) -> int:
        """The dice as bits: bit 2 for the die of the edition's third camel, bit 5 for the grey one."""
        return sum(1 << self.edition.dice.index(die) for die in self.dice)

    @property
    def cheering(self) -> int:
        """The spaces of cheering tiles as bits."""
        return sum(1 << tile.space for tile in self.tiles if tile.side is Side.CHEERING)

    @property
    def booing(self) -> int:
        """The spaces of booing tiles as bits."""
        return sum(1 << tile.space for tile in self.tiles if tile.side is Side.BOOING)

    @property
    def stacks(self) -> dict[int, tuple[Camel, ...]]:
        """The camels by space, rear to front, each stack from bottom to top."""
        return stacks_of(self.edition, self.track)


def situation(edition: Edition, track: str, dice: str | None = None, tiles: str = "") -> Situation:
    """Read a situation from its parts in notation; without dice named, all are in the pyramid.

    >>> from camelup.edition import SECOND
    >>> situation(SECOND, "1:gy 2:rb 3:p 14:K 16:W", tiles="5+ 8-").draws
    5
    """
    packed = parse_track(edition, track)
    left = edition.dice if dice is None else parse_dice(edition, dice)
    placed = tuple(tile for tile, _ in parse_tiles(edition, packed, tiles))
    return _going_on(Situation(edition, packed, left, placed))


def situation_of(position: Table | Situation) -> Situation:
    """Leave the players of a position aside."""
    if isinstance(position, Situation):
        return _going_on(position)
    tiles = tuple(tile for tile in position.tiles if tile is not None)
    return _going_on(Situation(position.edition, position.track, position.dice, tiles))


def _going_on(asked: Situation) -> Situation:
    if race.is_over(asked.track):
        raise ImpossiblePositionError("game_over", "The race is over: there are no odds to reckon.")
    check_dice(asked.edition, asked.dice)
    return asked

"""A race without its players: camels, dice still to come, and tiles. It is all that the odds depend on."""

from dataclasses import dataclass

from camelup.core import race
from camelup.core.edition import Camel, Edition
from camelup.core.errors import ImpossiblePositionError, quoted
from camelup.core.state import Table, Tile, stacks_of, tile_bits
from camelup.core.validity import check_dice


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
        return self.edition.draws_left(len(self.dice))

    @property
    def dice_bits(self) -> int:
        """The dice as bits, as the edition numbers them."""
        return self.edition.dice_bits(self.dice)

    @property
    def cheering(self) -> int:
        """The spaces of cheering tiles as bits."""
        return tile_bits(self.tiles)[0]

    @property
    def booing(self) -> int:
        """The spaces of booing tiles as bits."""
        return tile_bits(self.tiles)[1]

    @property
    def stacks(self) -> dict[int, tuple[Camel, ...]]:
        """The camels by space, rear to front, each stack from bottom to top."""
        return stacks_of(self.edition, self.track)

    def __repr__(self) -> str:
        """Return all of it in notation."""
        track = " ".join(f"{space}:{''.join(stack)}" for space, stack in self.stacks.items())
        tiles = " ".join(f"{tile.space}{tile.side}" for tile in self.tiles)
        edition = self.edition.number or self.edition.title
        return f"<Situation edition {edition} track {track} dice {self.dice} tiles {tiles or '-'}>"


def situation_of(position: Table | Situation) -> Situation:
    """Leave the players of a position aside; a race that is over has no odds, and is refused."""
    if isinstance(position, Situation):
        situation = position
    elif not isinstance(position, Table):
        raise ImpossiblePositionError(
            "view", f"A State, a View or a Situation is needed, such as `game.position`, not {quoted(position)}."
        )
    else:
        tiles = tuple(tile for tile in position.tiles if tile is not None)
        situation = Situation(position.edition, position.track, position.dice, tiles)
    if race.is_over(situation.track):
        raise ImpossiblePositionError("game_over", "The race is over: there are no odds to compute.")
    check_dice(situation.edition, situation.dice)
    return situation

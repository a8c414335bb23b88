"""What is to be drawn: a table or the race alone, read in the same way, and described in words."""

from typing import NamedTuple

from camelup.core import race
from camelup.core.actions import SEATS
from camelup.core.edition import GREY_DIE, Camel, Side
from camelup.core.situation import Situation
from camelup.core.state import Table

Position = Table | Situation
Stacks = dict[int, tuple[Camel, ...]]


class Placed(NamedTuple):
    """A tile on the track, and the letter of its owner, empty where there are no players."""

    space: int
    side: Side
    owner: str


def tiles_of(position: Position) -> list[Placed]:
    """List the tiles in the order of spaces."""
    if isinstance(position, Table):
        return sorted(Placed(*tile, SEATS[seat]) for seat, tile in enumerate(position.tiles) if tile is not None)
    return sorted(Placed(*tile, "") for tile in position.tiles)


def rolls_left(position: Position) -> int:
    """Return how many more dice this leg will see."""
    return position.pyramid_tickets_left if isinstance(position, Table) else position.draws


def describe_position(position: Position) -> str:
    """Describe where everything is, for those who cannot see it."""
    stacks = "; ".join(
        f"{_place(space)} {', '.join(_name(camel) for camel in stack)}" for space, stack in position.stacks.items()
    )
    words = position.edition.words
    tiles = ", ".join(f"space {tile.space} {words.side(tile.side)}" for tile in tiles_of(position))
    dice = ", ".join("grey" if die == GREY_DIE else Camel(die).colour for die in position.dice)
    return (
        f"Camels from the rear, each stack from bottom to top: {stacks}. "
        f"{words.tile.capitalize()}s: {tiles or 'none'}. Dice in the pyramid: {dice or 'none'}."
    )


def _place(space: int) -> str:
    if space == race.OVER_THE_LINE:
        return "over the finish line"
    return "carried back over the finish line" if space == race.BEHIND_THE_LINE else f"space {space}"


def _name(camel: Camel) -> str:
    return f"crazy {camel.colour}" if camel.is_crazy else camel.colour

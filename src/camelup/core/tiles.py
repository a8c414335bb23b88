"""Where a tile may lie, with sets of spaces as bits (bit 5 for space 5), so that compiled code shares it."""

from camelup.core.edition import SPACES

FIRST_TILE_SPACE = 2
"""No tile ever lies on space 1."""
_TILE_SPACES = (1 << (SPACES + 1)) - (1 << FIRST_TILE_SPACE)


def open_spaces(occupied: int, others: int, own: int) -> int:
    """Return the spaces open to a tile: without camel or tile, and not next to another player's tile.

    `occupied` are the camels' spaces, `others` those of the other players' tiles, `own` that of the tile itself. It is
    lifted before it is moved, so its old space does not block its neighbours; but it must go to a different one.

    >>> [space for space in range(17) if open_spaces(0b11110, 1 << 10, 1 << 8) >> space & 1]
    [5, 6, 7, 12, 13, 14, 15, 16]
    """
    return _TILE_SPACES & ~(occupied | others | others << 1 | others >> 1 | own)

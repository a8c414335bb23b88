"""The pieces of the game in cells: camels, dice, tickets, tiles and seats. Letters and signs carry the meaning."""

from collections.abc import Iterable

from camelup.core.actions import SEATS
from camelup.core.edition import Camel, Side
from camelup.core.state import Tile
from camelup.tui.grid import Grid
from camelup.tui.palette import CREAM, SEAT_GROUNDS

SIGNS = {Side.CHEERING: "+", Side.BOOING: "\N{MINUS SIGN}"}
SMALL_CAMEL, LARGE_CAMEL = 6, 9
"""The columns of a camel that is one row high, and of one that is two rows high."""


def draw_patch(grid: Grid, x: int, y: int, letter: str, number: object = "") -> int:
    """Draw a die, a ticket or a colour as a patch with its letter, and its number if it has one."""
    ground, letters = grid.palette.patch(letter)
    return grid.put(x, y, f" {letter}{number} ", letters, ground, bold=True)


def draw_patches(grid: Grid, x: int, y: int, letters: Iterable[str]) -> int:
    """Draw a row of patches, with the empty column behind them."""
    for letter in letters:
        x = draw_patch(grid, x, y, letter) + 1
    return x


def draw_seat(grid: Grid, x: int, y: int, seat: int, *, is_computer: bool) -> int:
    """Draw the letter of a seat: people in round brackets, computers in square ones."""
    left, right = "[]" if is_computer else "()"
    return grid.put(x, y, f"{left}{SEATS[seat]}{right}", CREAM, SEAT_GROUNDS[seat], bold=True)


def draw_small_camel(grid: Grid, x: int, y: int, camel: Camel, *, faces_right: bool) -> None:
    """Draw a camel in one row: a cloth with a head. Crazy camels look the other way."""
    ground, letters = grid.palette.patch(camel)
    body = grid.palette.body(camel)
    if faces_right:
        grid.put(x, y, "▟", body)
        grid.put(x + 1, y, f" {camel} ", letters, ground, bold=True)
        grid.put(x + 4, y, "▙▘", body)
    else:
        grid.put(x, y, "▝▟", body)
        grid.put(x + 2, y, f" {camel} ", letters, ground, bold=True)
        grid.put(x + 5, y, "▙", body)


def draw_large_camel(grid: Grid, x: int, y: int, camel: Camel, *, faces_right: bool) -> None:
    """Draw a camel in two rows, of which `y` is the lower: hump and head, and a body with the letter on a field."""
    palette = grid.palette
    body = palette.body(camel)
    field, ink = palette.patch(camel) if camel is Camel.CRAZY_BLACK else (palette.cream, palette.ink)
    if faces_right:
        grid.put(x + 1, y - 1, "▗▟██▙▖▟▙", body)
        grid.put(x, y, "▐█", body)
        grid.put(x + 2, y, f" {camel} ", ink, field, bold=True)
        grid.put(x + 5, y, "██▛", body)
    else:
        grid.put(x, y - 1, "▟▙▗▟██▙▖", body)
        grid.put(x + 1, y, "▜██", body)
        grid.put(x + 4, y, f" {camel} ", ink, field, bold=True)
        grid.put(x + 7, y, "█▌", body)


def draw_tile(grid: Grid, x: int, y: int, tile: Tile, owner: int, *, is_large: bool) -> None:
    """Draw a tile with its sign and the letter of its owner."""
    ground, letters = tile_colours(grid, tile.side)
    size = 7 if is_large else 4
    if is_large:
        grid.put(x, y - 1, "▄" * size, ground)
        grid.put(x, y + 1, "▀" * size, ground)
    grid.put(x, y, f"{SIGNS[tile.side]:^{size}}" if is_large else f"  {SIGNS[tile.side]} ", letters, ground, bold=True)
    grid.put(x + size, y, SEATS[owner], CREAM, SEAT_GROUNDS[owner], bold=True)


def tile_colours(grid: Grid, side: Side) -> tuple[str, str]:
    """Give the ground and the letters of a tile's side."""
    palette = grid.palette
    return (palette.cream, palette.ink) if side is Side.CHEERING else (palette.booing, CREAM)

"""A scene on a grid of whatever size the terminal has."""

from camelup.tui import large_table, small_table
from camelup.tui.grid import Grid
from camelup.tui.palette import Palette
from camelup.tui.scene import Scene


def draw_scene(scene: Scene, columns: int, rows: int, palette: Palette) -> Grid:
    """Draw a scene: the large table where there is room for it, otherwise the small one."""
    grid = Grid(columns, rows, palette)
    if columns >= large_table.COLUMNS and rows >= large_table.ROWS:
        large_table.draw_large_table(grid, scene)
    elif is_large_enough(columns, rows):
        small_table.draw_small_table(grid, scene)
    else:
        draw_too_small(grid)
    return grid


def is_large_enough(columns: int, rows: int) -> bool:
    """Whether a table can be drawn at all."""
    return columns >= small_table.COLUMNS and rows >= small_table.ROWS


def draw_too_small(grid: Grid) -> None:
    """Say what is missing."""
    grid.put(0, 0, f"The table needs {small_table.COLUMNS}x{small_table.ROWS}.")
    grid.put(0, 1, f"This window: {grid.columns}x{grid.rows}.")
    grid.put(0, 2, "Make it larger; q leaves.")

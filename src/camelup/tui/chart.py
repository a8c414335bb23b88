"""Everybody's chances to win, action by action, as a chart of letters."""

from collections.abc import Sequence

from camelup.core.actions import SEATS
from camelup.tui.grid import Grid
from camelup.tui.palette import CREAM, SEAT_GROUNDS
from camelup.tui.ring import Box

_AXIS = 5


def draw_chart(
    grid: Grid, box: Box, curves: Sequence[Sequence[float]], legs: Sequence[int], points: Sequence[int], at: int
) -> None:
    """Draw a letter for each seat at its chance; legs are bands, turning points numbers above, `at` a bright column.

    `curves` has the chances of all seats at each step, `legs` the leg of each, `points` the steps that are numbered.
    """
    palette = grid.palette
    x, width, height = box.x + _AXIS, box.columns - _AXIS, box.rows - 1
    top = box.y + 1
    last = len(curves) - 1
    for percent in (100, 50, 0):
        grid.put(box.x, _row(percent / 100, top, height), f"{percent:>3}%", palette.dim)
    grid.fill(x, box.y, width, 1, palette.ground)
    for column in range(width):
        step = step_of(column, width, last)
        is_cursor = column == column_of(at, width, last)
        band = palette.space if legs[step] % 2 else palette.other_space
        grid.fill(x + column, top, 1, height, palette.own if is_cursor else band)
        for seat in sorted(range(len(curves[step])), key=lambda seat, step=step: curves[step][seat]):  # type: ignore[misc]
            y = _row(curves[step][seat], top, height)
            grid.put(x + column, y, SEATS[seat], CREAM, SEAT_GROUNDS[seat], bold=is_cursor)
        grid.spot(x + column, top, 1, height, f"step {step}")
    for number, point in enumerate(points, 1):
        column = column_of(point, width, last)
        grid.put(x + column, box.y, str(number), palette.on_sun, palette.sun, bold=True)
        grid.spot(x + column, box.y, 1, 1, f"step {point}")


def step_of(column: int, width: int, last: int) -> int:
    """Give the step that a column shows."""
    return round(column * last / max(1, width - 1))


def column_of(step: int, width: int, last: int) -> int:
    """Give the column of a step."""
    return round(step * (width - 1) / max(1, last))


def _row(share: float, top: int, height: int) -> int:
    return top + round((1 - min(max(share, 0.0), 1.0)) * (height - 1))

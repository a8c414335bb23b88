"""The board as a ring of spaces around a court, with camels, tiles, and where a tile may go."""

from typing import NamedTuple

from camelup.core import race
from camelup.core.edition import SPACES, Camel
from camelup.tui.grid import Grid
from camelup.tui.pieces import LARGE_CAMEL, SIGNS, SMALL_CAMEL, draw_large_camel, draw_small_camel, draw_tile
from camelup.tui.scene import Scene, Stacks

TOP_ROW, BOTTOM_ROW = range(1, 8), range(10, 17)


class Box(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    columns: int
    rows: int


class Ring:
    """Where the spaces of the board are on the screen."""

    def __init__(self, x: int, y: int, *, is_large: bool) -> None:
        """Put the ring at a place; above it there must be some rows of sky."""
        self.is_large = is_large
        self.columns, self.rows = (11, 5) if is_large else (7, 3)
        self.middle = 10 if is_large else 4
        self.sky = 4 if is_large else 2
        self.x, self.y = x, y

    @property
    def width(self) -> int:
        """The columns of the whole ring."""
        return 7 * self.columns

    @property
    def bottom(self) -> int:
        """The row of the board's edge."""
        return self.y + 2 * self.rows + self.middle

    @property
    def court(self) -> Box:
        """The area inside."""
        return Box(self.x + self.columns, self.y + self.rows, 5 * self.columns, self.middle)

    @property
    def straight(self) -> Box:
        """The area left of the court, with the finish line."""
        return Box(self.x, self.y + self.rows, self.columns, self.middle)

    def box(self, space: int) -> Box:
        """Give the area of a space; what is over the line, either way, stands on the finish straight."""
        if space in TOP_ROW:
            return Box(self.x + (space - 1) * self.columns, self.y, self.columns, self.rows)
        if space in BOTTOM_ROW:
            return Box(self.x + (SPACES - space) * self.columns, self.bottom - self.rows, self.columns, self.rows)
        half = self.middle // 2
        if space in {race.BEHIND_THE_LINE, race.OVER_THE_LINE}:
            top = self.y + self.rows + (half if space == race.BEHIND_THE_LINE else 0)
            return Box(self.x, top, self.columns, half)
        return Box(self.x + 6 * self.columns, self.y + self.rows + (space - 8) * half, self.columns, half)


def draw_ring(grid: Grid, ring: Ring, scene: Scene) -> None:
    """Draw the board with all that stands and lies on it."""
    has_finished = any(scene.shown_stacks.get(space) for space in (race.BEHIND_THE_LINE, race.OVER_THE_LINE))
    _draw_ground(grid, ring, has_finished=has_finished)
    _draw_places(grid, ring, scene)
    for owner, tile in enumerate(scene.table.tiles):
        if tile is not None:
            box = ring.box(tile.space)
            x = box.x + (box.columns - 8) // 2 if ring.is_large else box.x + 1
            y = box.y + (box.rows // 2 if ring.is_large else box.rows - 1)
            draw_tile(grid, x, y, tile, owner, is_large=ring.is_large)
    for space, stack in scene.shown_stacks.items():
        if stack:
            _draw_stack(grid, ring, scene, space, stack)
    if scene.looked_at is not None:
        _draw_reach(grid, ring, scene, scene.looked_at)


def _draw_ground(grid: Grid, ring: Ring, *, has_finished: bool) -> None:
    palette = grid.palette
    straight, court = ring.straight, ring.court
    grid.fill(*straight, palette.straight)
    grid.fill(*court, palette.court)
    for space in range(1, SPACES + 1):
        box = ring.box(space)
        grid.fill(*box, palette.space if space % 2 else palette.other_space)
        grid.put(box.x + 1, box.y, str(space), palette.dim)
        grid.spot(*box, f"space {space}")
    line = straight.y + straight.rows // 2
    for column in range(straight.columns):
        grid.put(straight.x + column, line, "▀" if column % 2 else "▄", palette.text)
    if not has_finished:  # camels would cover half of it
        grid.put(straight.x + (straight.columns - 6) // 2, line - 1, "finish", bold=True)
    grid.put(ring.x, ring.bottom, "▀" * ring.width, palette.edge)


def _draw_places(grid: Grid, ring: Ring, scene: Scene) -> None:
    """Show where the tile may go, and which space is chosen."""
    turn, palette = scene.turn, grid.palette
    if turn is None:
        return
    for space, sides in turn.tiles.items():
        box = ring.box(space)
        signs = "".join(SIGNS[side] for side in SIGNS if side in sides)
        x, y = box.x + box.columns // 2 - 2, box.y + box.rows // 2
        if turn.is_tile and space == turn.cursor:
            shown = SIGNS[turn.side] if turn.side else signs
            grid.put(x - 1, y, f" ▸{shown}◂ ", palette.on_sun, palette.sun, bold=True)
        else:
            grid.put(x, y, f"╌{signs}╌", palette.text if turn.is_tile else palette.may, bold=turn.is_tile)


def _is_clockwise(space: int) -> bool:
    """Whether clockwise is to the right where a space is."""
    return space in TOP_ROW or space in {race.OVER_THE_LINE, race.BEHIND_THE_LINE}


def _draw_stack(grid: Grid, ring: Ring, scene: Scene, space: int, stack: tuple[Camel, ...]) -> None:
    """Draw a stack upright, as large as there is room, or lying down with the lowest camel on the left."""
    box = ring.box(space)
    room = box.rows + (ring.sky if space in TOP_ROW else 0)
    ranking = scene.table.ranking if scene.stacks is None else ()
    bottom = box.y + box.rows - 1
    is_right = _is_clockwise(space)
    if ring.is_large and 2 * len(stack) <= room:
        for level, camel in enumerate(stack):
            y, faces_right = bottom - 2 * level, is_right != camel.is_crazy
            draw_large_camel(grid, box.x + 1, y, camel, faces_right=faces_right)
            _mark(grid, box.x, y, camel, scene)
            if camel in ranking and camel not in scene.moving:
                rank = str(ranking.index(camel) + 1)
                grid.put(box.x if faces_right else box.x + LARGE_CAMEL + 1, y, rank, bold=True)
            grid.spot(box.x + 1, y - 1, LARGE_CAMEL, 2, f"camel {camel}")
    elif len(stack) <= room:
        for level, camel in enumerate(stack):
            x = box.x + (0 if is_right else 1)
            draw_small_camel(grid, x, bottom - level, camel, faces_right=is_right != camel.is_crazy)
            _mark(grid, box.x, bottom - level, camel, scene)
            grid.spot(x, bottom - level, SMALL_CAMEL, 1, f"camel {camel}")
    else:
        for place, camel in enumerate(stack):
            ground, letters = grid.palette.patch(camel)
            grid.put(box.x + place, bottom, camel, letters, ground, bold=True)
            grid.spot(box.x + place, bottom, 1, 1, f"camel {camel}")
        if any(camel in scene.moving or camel in _carried(scene) for camel in stack):
            grid.put(box.x, bottom - 1, "▌", grid.palette.sun)


def _mark(grid: Grid, x: int, y: int, camel: Camel, scene: Scene) -> None:
    """Mark a camel that moves, or that the camel looked at would carry, with a bar at its left."""
    if camel in scene.moving or camel in _carried(scene):
        grid.put(x, y, "▌", grid.palette.sun, bold=True)


def _carried(scene: Scene) -> tuple[Camel, ...]:
    return unit_of(scene.shown_stacks, scene.looked_at) if scene.looked_at is not None else ()


def unit_of(stacks: Stacks, camel: Camel) -> tuple[Camel, ...]:
    """Give a camel and all on its back."""
    for stack in stacks.values():
        if camel in stack:
            return stack[stack.index(camel) :]
    return ()


def _draw_reach(grid: Grid, ring: Ring, scene: Scene, camel: Camel) -> None:
    """Show where a roll of 1, 2 or 3 takes a camel with its load."""
    start = next((space for space, stack in scene.shown_stacks.items() if camel in stack), None)
    if start is None:
        return
    step = -1 if camel.is_crazy else 1
    for number in (1, 2, 3):
        end = min(max(start + step * number, race.BEHIND_THE_LINE), race.OVER_THE_LINE)
        box = ring.box(end)
        grid.put(box.x + box.columns - 3, box.y, f"▸{number}", grid.palette.on_sun, grid.palette.sun, bold=True)

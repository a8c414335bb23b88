"""A screen as cells: each has a character, its colours, and whether it is bold; and what a click on it means."""

from dataclasses import dataclass
from functools import cache, lru_cache

from camelup.formats.ansi import width
from camelup.tui.palette import Palette

Cell = tuple[str, str, str, bool]
"""A character, the colours of letters and ground, whether it is bold; no character is the second half of a wide one.

Plain tuples, since a frame has thousands of them.
"""


@dataclass(frozen=True)
class Spot:
    """An area that can be clicked, and the key that a click stands for."""

    x: int
    y: int
    columns: int
    rows: int
    key: str


class Grid:
    """A canvas of cells. What lies outside is cut off."""

    def __init__(self, columns: int, rows: int, palette: Palette) -> None:
        self.columns, self.rows, self.palette = columns, rows, palette
        blank: Cell = (" ", palette.text, palette.ground, False)
        self.lines: list[list[Cell]] = [[blank] * columns for _ in range(rows)]
        self.spots: list[Spot] = []

    def put(
        self, x: int, y: int, text: str, letters: str | None = None, ground: str | None = None, *, bold: bool = False
    ) -> int:
        """Write a text; without a ground that of the cell stays. Gives the column behind it."""
        letters = letters or self.palette.text
        end = x + len(text)
        if x >= 0 and end <= self.columns and 0 <= y < self.rows and _is_narrow(text):  # nearly always
            line = self.lines[y]
            if ground is None:
                line[x:end] = [(new, letters, old[2], bold) for new, old in zip(text, line[x:end], strict=True)]
            else:
                line[x:end] = [(new, letters, ground, bold) for new in text]
            return end
        for character in text:
            columns = _columns(character)
            if columns and x >= 0 and x + columns <= self.columns and 0 <= y < self.rows:
                line = self.lines[y]
                behind = ground or line[x][2]
                line[x] = (character, letters, behind, bold)
                if columns > 1:
                    line[x + 1] = ("", letters, behind, bold)
            x += columns
        return x

    def fill(self, x: int, y: int, columns: int, rows: int, ground: str) -> None:
        """Clear an area, with this ground."""
        blank: Cell = (" ", self.palette.text, ground, False)
        left, right = max(0, x), min(self.columns, x + columns)
        for row in range(max(0, y), min(self.rows, y + rows)):
            self.lines[row][left:right] = [blank] * max(0, right - left)

    def spot(self, x: int, y: int, columns: int, rows: int, key: str) -> None:
        """Let a click on an area stand for a key; later ones lie above earlier ones."""
        self.spots.append(Spot(x, y, columns, rows, key))

    def key_at(self, x: int, y: int) -> str | None:
        """Give the key that a click stands for."""
        for spot in reversed(self.spots):
            if spot.x <= x < spot.x + spot.columns and spot.y <= y < spot.y + spot.rows:
                return spot.key
        return None

    def dashes(self, x: int, y: int, columns: int) -> None:
        """Draw a stitched line."""
        self.put(x, y, "╌" * columns, self.palette.line)

    @property
    def text(self) -> str:
        """The characters alone, a line for each row."""
        return "".join("".join(character for character, *_ in line).rstrip() + "\n" for line in self.lines)


@cache
def _columns(character: str) -> int:
    """Count the columns of a character; one that would move the cursor has none, and is left out."""
    return width(character) if character.isprintable() else 0


@lru_cache(4096)
def _is_narrow(text: str) -> bool:
    return all(_columns(character) == 1 for character in text)

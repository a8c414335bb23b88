"""A screen of Textual that shows a grid, and hands over keys and clicks as the names of keys."""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, cast

from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.events import Click, Key, Resize
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from camelup.tui.grid import Grid
from camelup.tui.host import Host
from camelup.tui.palette import Palette

_ALIASES = {"ctrl+m": "enter", "space": " ", "shift+tab": "tab"}


@lru_cache(4096)
def _style(letters: str, ground: str, is_bold: bool) -> Style:  # noqa: FBT001 - positional for the cache
    return Style(color=letters, bgcolor=ground, bold=is_bold)


class GridView(Widget):
    """Shows a grid."""

    DEFAULT_CSS = "GridView { width: 100%; height: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self.grid: Grid | None = None

    def show(self, grid: Grid) -> None:
        """Draw a grid in place of the one before; only rows that differ are sent to the terminal."""
        old, self.grid = self.grid, grid
        if old is None or (old.columns, old.rows) != (grid.columns, grid.rows):
            self.refresh()
            return
        for y, (before, after) in enumerate(zip(old.lines, grid.lines, strict=True)):
            if before != after:
                self.refresh(Region(0, y, grid.columns, 1))

    def render_line(self, y: int) -> Strip:
        """Give a row as Textual wants it: runs of cells that look the same."""
        if self.grid is None or y >= self.grid.rows:
            return Strip.blank(self.size.width)
        segments: list[Segment] = []
        run, look = "", None
        for character, *colours in self.grid.lines[y]:
            if colours != look:
                if look is not None:
                    segments.append(Segment(run, _style(*look)))
                run, look = "", colours
            run += character
        if look is not None:
            segments.append(Segment(run, _style(*look)))
        return Strip(segments, self.grid.columns)


Draw = Callable[[Grid], object]


class Panel(NamedTuple):
    """Something to read over the screen: how it is drawn, which keys close it, and what happens then."""

    draw: Draw
    keys: frozenset[str]
    then: Callable[[str], object]
    lets_through: bool = False
    """Whether any other key closes it, too, and then does what it does without the panel."""


class GridScreen(Screen[object]):
    """A screen that draws itself on a grid, with panels over it.

    Panels are part of the grid: a screen of Textual for each would take longer to appear than a key may.
    """

    def __init__(self) -> None:
        super().__init__()
        self._view = GridView()
        self.panels: list[Panel] = []

    def compose(self) -> ComposeResult:
        """There is one widget, as large as the screen."""
        yield self._view

    @property
    def host(self) -> Host:
        """The program that shows it."""
        return cast("Host", self.app)

    @property
    def palette(self) -> Palette:
        """The colours to draw with."""
        return self.host.palette

    def draw(self, columns: int, rows: int) -> Grid:
        """Draw what is to be seen now."""
        raise NotImplementedError

    def press(self, key: str) -> None:
        """Take a key, or what a click stands for."""

    def redraw(self) -> None:
        """Show how things are now."""
        size = self.app.size
        if size.width and size.height and self.is_attached:
            grid = self.draw(size.width, size.height)
            for panel in self.panels:
                panel.draw(grid)
            self._view.show(grid)

    @property
    def grid(self) -> Grid:
        """What is shown now."""
        if self._view.grid is None:
            return self.draw(self.app.size.width, self.app.size.height)
        return self._view.grid

    # --- Panels -------------------------------------------------------------------------------------------------------

    def open_panel(
        self,
        draw: Draw,
        keys: str = "",
        then: Callable[[str], object] = lambda _: None,
        *,
        lets_through: bool = False,
    ) -> Panel:
        """Draw a panel until Enter, Esc, the space bar or one of these keys closes it; `then` gets that key.

        A panel that lets keys through is read and left: any other key closes it and goes to the screen.
        """
        panel = Panel(draw, frozenset({"enter", "escape", " ", *keys}), then, lets_through)
        self.panels.append(panel)
        self.redraw()
        return panel

    async def show_panel(self, draw: Draw, keys: str = "", seconds: float | None = None) -> str:
        """Show a panel, for some seconds at most; give the key that closed it."""
        closed: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        panel = self.open_panel(draw, keys, lambda key: None if closed.done() else closed.set_result(key))
        if seconds is not None:
            self.set_timer(seconds, lambda: self._close_panel(panel, "enter"))
        return await closed

    def _close_panel(self, panel: Panel, key: str) -> None:
        if panel in self.panels:
            self.panels.remove(panel)
            panel.then(key)
            self.redraw()

    def _take(self, key: str) -> None:
        """Hand a key to the topmost panel, or to the screen."""
        if not self.panels:
            self.press(key)
            return
        panel = self.panels[-1]
        if key in panel.keys:
            self._close_panel(panel, key)
        elif panel.lets_through:
            self._close_panel(panel, key)
            self._take(key)

    # --- Events of Textual --------------------------------------------------------------------------------------------

    def on_resize(self, _: Resize) -> None:
        """Draw for the new size."""
        self.redraw()

    def on_key(self, event: Key) -> None:
        """Hand over a key by its character, or by its name if it has none."""
        name = event.key
        key = event.character if event.is_printable and event.character else _ALIASES.get(name, name)
        event.stop()
        self._take(key.lower() if len(key) == 1 else key)

    def on_click(self, event: Click) -> None:
        """Hand over what lies there."""
        key = self.grid.key_at(event.screen_x, event.screen_y)
        event.stop()
        if key is not None:
            self._take(key)

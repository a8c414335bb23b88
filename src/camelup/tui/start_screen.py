"""The start screen: who plays, by which rules, or a game to continue."""

from collections.abc import Callable
from dataclasses import replace

from camelup.formats.ansi import fit
from camelup.players.registry import ENTRIES
from camelup.tui.ask_screen import AskScreen
from camelup.tui.frame import draw_dunes, draw_keys
from camelup.tui.grid import Grid
from camelup.tui.grid_screen import GridScreen
from camelup.tui.picture import draw_too_small, is_large_enough
from camelup.tui.pieces import draw_large_camel, draw_seat
from camelup.tui.setup import PERSON, Setup, usual_kinds

_KEYS = (
    ("↑↓", "choose"),
    ("←→", "change"),
    ("e", "name"),
    ("Enter", "start"),
    ("c", "continue"),
    ("d", "theme"),
    ("q", "leave"),
)
_LABEL = 18
_WIDTH = 66


class StartScreen(GridScreen):
    """Choose, then start."""

    def __init__(
        self,
        start: Callable[[Setup], None],
        resume: Callable[[], None] | None = None,
        resumed: str = "",
        setup: Setup | None = None,
    ) -> None:
        """Call `start` with what was chosen, or `resume` to continue the game that `resumed` describes."""
        super().__init__()
        self.setup = setup or Setup(kinds=usual_kinds(4))
        self._start, self._resume, self._resumed = start, resume, resumed
        self._at = 0

    @property
    def _rows(self) -> list[str]:
        seats = [f"seat {seat}" for seat in range(self.setup.players)]
        return [*(["resume"] if self._resume else []), "edition", "players", *seats, "odds", "money", "start"]

    def on_mount(self) -> None:
        """Show it."""
        self.redraw()

    # --- Drawing ------------------------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> Grid:
        """Draw a line for each choice."""
        grid = Grid(columns, rows, self.palette)
        if not is_large_enough(columns, rows):
            draw_too_small(grid)
            return grid
        palette = grid.palette
        grid.fill(0, 0, columns, 1, palette.brand)
        grid.put(1, 0, "camelup", palette.on_brand, bold=True)
        grid.put(10, 0, "The board game Camel Up, both editions", palette.on_brand)
        draw_dunes(grid, 0, 4, columns, is_large=True)
        for number, camel in enumerate(self.setup.edition.racing):
            draw_large_camel(grid, columns // 2 - 27 + 11 * number, 4, camel, faces_right=True)
        x, y = (columns - _WIDTH) // 2, 6 if rows < 30 else 8
        for place, row in enumerate(self._rows):
            self._draw_row(grid, x, y + place, row, is_chosen=place == self._at)
        draw_keys(grid, [key for key in _KEYS if key[0] != "c" or self._resume])
        return grid

    def _draw_row(self, grid: Grid, x: int, y: int, row: str, *, is_chosen: bool) -> None:
        palette = grid.palette
        grid.fill(x, y, _WIDTH, 1, palette.own if is_chosen else palette.panel)
        grid.spot(x, y, _WIDTH, 1, f"row {row}")
        if is_chosen:
            grid.put(x, y, "▶", palette.key, bold=True)
        label, value = self._describe(row)
        if row.startswith("seat"):
            seat = int(row.removeprefix("seat "))
            draw_seat(grid, x + 2, y, seat, is_computer=self.setup.kinds[seat] != PERSON)
            grid.put(x + 6, y, fit(label, _LABEL - 6), bold=True)
        else:
            grid.put(x + 2, y, label, bold=True)
        if row in {"start", "resume"}:
            grid.put(x + 2 + _LABEL, y, fit(value, _WIDTH - _LABEL - 4), palette.dim)
            return
        grid.put(x + _LABEL, y, "◂", palette.key, bold=True)
        grid.spot(x + _LABEL, y, 2, 1, f"less {row}")
        end = grid.put(x + _LABEL + 2, y, fit(value, _WIDTH - _LABEL - 5).rstrip())
        grid.put(end + 1, y, "▸", palette.key, bold=True)
        grid.spot(end, y, 3, 1, f"more {row}")

    def _describe(self, row: str) -> tuple[str, str]:  # noqa: PLR0911 - one for each kind of row
        setup = self.setup
        match row.split(maxsplit=1)[0]:
            case "resume":
                return "Continue", self._resumed
            case "edition":
                crazy = "with crazy camels" if setup.edition.crazy else "without crazy camels"
                return "Edition", f"{setup.edition.ordinal}, {crazy}"
            case "players":
                return "Players", str(setup.players)
            case "seat":
                seat = int(row.removeprefix("seat "))
                kind = setup.kinds[seat]
                what = "person at this keyboard" if kind == PERSON else f"{kind}: {ENTRIES[kind].summary.lower()}"
                return setup.names[seat], what
            case "odds":
                return "Odds and hints", "allowed" if setup.has_odds else "off"
            case "money":
                return "Money", "hidden from the others" if setup.hides_money else "open"
            case _:
                return "Start", "Enter"

    # --- Keys ---------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Take a key or a click."""
        word, _, row = key.partition(" ")
        if word in {"row", "less", "more"} and row in self._rows:
            was, self._at = self._at, self._rows.index(row)
            if word != "row":
                self._change(row, 1 if word == "more" else -1)
            elif row in {"start", "resume"} or was == self._at:
                self._enter(row)
        elif key in {"up", "down", "j", "k", "tab"}:
            self._at = (self._at + (-1 if key in {"up", "k"} else 1)) % len(self._rows)
        elif key in {"left", "right", "-", "+", " "}:
            self._change(self._rows[self._at], -1 if key in {"left", "-"} else 1)
        elif key in {"enter", "label Enter"}:
            self._enter(self._rows[self._at])
        else:
            self._press_letter(key.removeprefix("label "))
        self.redraw()

    def _press_letter(self, key: str) -> None:
        if key in {"q", "escape"}:
            self.host.leave()
        elif key == "d":
            self.host.toggle_theme()
        elif key == "s":
            self._start(self.setup)
        elif key == "c" and self._resume is not None:
            self._resume()
        elif key == "e":
            self.run_worker(self._rename())

    def _enter(self, row: str) -> None:
        if row == "resume" and self._resume is not None:
            self._resume()
        else:
            self._start(self.setup)

    def _change(self, row: str, step: int) -> None:
        setup = self.setup
        match row.split(maxsplit=1)[0]:
            case "edition":
                self.setup = setup.with_other_edition()
            case "players":
                self.setup = setup.with_players(setup.players + step)
                self._at = self._rows.index("players")
            case "seat":
                self.setup = setup.with_kind(int(row.removeprefix("seat ")), step)
            case "odds":
                self.setup = replace(setup, has_odds=not setup.has_odds)
            case "money":
                self.setup = replace(setup, hides_money=not setup.hides_money)

    async def _rename(self) -> None:
        row = self._rows[self._at]
        seat = int(row.removeprefix("seat ")) if row.startswith("seat") else 0
        if self.setup.kinds[seat] != PERSON:
            return
        name = await self.app.push_screen_wait(AskScreen("Your name", self.setup.names[seat], 40))
        if name:
            self.setup = self.setup.with_name(seat, name)
            self.redraw()

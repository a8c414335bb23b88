"""A review, full-screen: the curve, the turning points, and every action on the way."""

from collections.abc import Sequence
from textwrap import wrap

from camelup.core.errors import CamelUpError
from camelup.formats.ansi import fit
from camelup.formats.record import Record, Step
from camelup.formats.review_types import TurningPoint
from camelup.formats.sentences import name_action
from camelup.review.results import Review, Worths
from camelup.review.turning import turning_points
from camelup.review.wording import write_accuracy
from camelup.tui.chart import draw_chart
from camelup.tui.frame import draw_keys
from camelup.tui.grid import Grid
from camelup.tui.grid_screen import GridScreen
from camelup.tui.lines import Line, draw_log, tell
from camelup.tui.local_game import Asked
from camelup.tui.picture import draw_too_small, is_large_enough
from camelup.tui.pieces import draw_seat
from camelup.tui.ring import Box
from camelup.tui.watch_screen import WatchScreen

_BAR = (
    ("←→", "step"),
    ("↑↓", "turning point"),
    ("Enter", "show the board"),
    ("d", "theme"),
    ("q", "leave"),
)
_PLAYERS = 37


class ReviewScreen(GridScreen):
    """A finished game, and what a review says of it so far."""

    def __init__(
        self,
        record: Record,
        steps: Sequence[Step],
        thinking: Asked,
        *,
        playouts: int | None,
        seconds: float | None,
        seed: int = 0,
        has_motion: bool = True,
    ) -> None:
        """Review a game with an effort."""
        super().__init__()
        self.record, self.steps = record, steps
        self.review: Review | None = None
        self.share = 0.0
        self.at = 0
        self._points: tuple[TurningPoint, ...] = ()
        self._thinking, self._effort, self._has_motion = thinking, (playouts, seconds, seed), has_motion

    def on_mount(self) -> None:
        """Begin to review."""
        self.redraw()
        self.run_worker(self._compute())

    def on_unmount(self) -> None:
        """Stop reviewing."""
        self._thinking.close()

    async def _compute(self) -> None:
        try:
            await self._thinking.ask("start_review", str(self.record), *self._effort)
            while (piece := await self._thinking.ask("next_piece")) is not None:
                self.share, review = piece
                if review is not None:
                    self.review, self._points = review, turning_points(review)
                self.redraw()
            self.share = 1.0
            self.redraw()
        except CamelUpError as error:
            self.host.leave(error)

    # --- Drawing ------------------------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> Grid:
        """Draw the chart, then players and turning points, then the action."""
        grid = Grid(columns, rows, self.palette)
        if not is_large_enough(columns, rows):
            draw_too_small(grid)
            return grid
        self._draw_head(grid)
        if self.review is not None:
            height = max(8, rows * 2 // 5)
            legs = [step.state.leg for step in self.steps]
            curves = [[worth.wins for worth in worths] for worths in self._curves(self.review)]
            draw_chart(
                grid, Box(1, 2, columns - 2, height), curves, legs, [point.ply for point in self._points], self.at
            )
            y = 3 + height
            self._draw_action(grid, y, self.review)
            self._draw_players(grid, columns - _PLAYERS - 1, y + 3, self.review)
            self._draw_points(grid, y + 3, columns - _PLAYERS - 4)
        draw_keys(grid, _BAR)
        return grid

    @staticmethod
    def _curves(review: Review) -> list[Worths]:
        return [review.start, *(ply.after for ply in review.plies)]

    def _draw_head(self, grid: Grid) -> None:
        palette = grid.palette
        grid.fill(0, 0, grid.columns, 1, palette.brand)
        grid.put(1, 0, "camelup", palette.on_brand, bold=True)
        grid.put(10, 0, "Review: chances to win", palette.on_brand)
        told = "Getting ready..." if self.review is None else "" if self.share >= 1 else f"Refining... {self.share:.0%}"
        grid.put(grid.columns - len(told) - 1, 0, told, palette.sun, bold=True)

    def _draw_action(self, grid: Grid, y: int, review: Review) -> None:
        """Say what was played at the cursor, and what would have been best."""
        palette = grid.palette
        grid.fill(0, y, grid.columns, 2, palette.panel)
        if self.at == 0:
            grid.put(1, y, "The start", bold=True)
            return
        lines = self._lines()
        draw_log(grid, 1, y, grid.columns - 20, 1, lines[:1], ())
        grid.put(grid.columns - 17, y, f"leg {review.plies[self.at - 1].leg}, action {self.at}", palette.dim)
        ply = review.plies[self.at - 1]
        seat = review.played(self.at).seat
        edition, names = self.steps[0].state.edition, review.names
        chance = f"{names[seat]}: {ply.before[seat].wins:.0%} to {ply.after[seat].wins:.0%}."
        if ply.lost.wins > 0:
            told = f"Cost {100 * ply.lost.wins:.0f} points. Best: {name_action(ply.best, edition, names)}."
        else:
            told = "Nothing was clearly better."
        luck = ply.luck[seat].wins
        dice = f" Dice luck {100 * luck:+.0f}." if abs(luck) >= 0.005 else ""
        grid.put(5, y + 1, fit(f"{chance} {told}{dice}", grid.columns - 6), palette.dim)

    def _lines(self) -> list[Line]:
        before, step = self.steps[self.at - 1].state, self.steps[self.at]
        return tell(step.events, before, self.record.names, None)  # type: ignore[arg-type]

    def _draw_players(self, grid: Grid, x: int, y: int, review: Review) -> None:
        palette = grid.palette
        grid.put(x, y, f"{'accuracy':>24} {'dice':>6} {'lost':>5}", palette.dim)
        for row, player in enumerate(sorted(review.players, key=lambda player: player.place), 1):
            draw_seat(grid, x, y + row, player.seat, is_computer=False)
            grid.put(x + 4, y + row, fit(player.name, 10), bold=player.place == 1)
            accuracy = write_accuracy(player.accuracy)
            grid.put(x + 24 - len(accuracy), y + row, accuracy)
            grid.put(x + 25, y + row, f"{player.luck.coins:>+6.1f} {player.lost.coins:>5.1f}")

    def _draw_points(self, grid: Grid, y: int, columns: int) -> None:
        palette, bottom = grid.palette, grid.rows - 2
        grid.put(1, y, "Turning points", bold=True)
        y += 1
        if not self._points and self.share >= 1:
            grid.put(1, y, "Nothing stands out in this race.", palette.dim)
        listed = [(number, point, wrap(point.text, columns - 4)) for number, point in enumerate(self._points, 1)]
        while listed and sum(len(lines) for *_, lines in listed) > bottom - y + 1 and listed[0][1].ply < self.at:
            del listed[0]  # so that the one at the cursor is to be seen
        for number, point, lines in listed:
            if y > bottom:
                return
            grid.put(1, y, str(number), palette.on_sun, palette.sun, bold=True)
            grid.spot(1, y, columns, len(lines), f"step {point.ply}")
            for line in lines[: bottom - y + 1]:
                grid.put(3, y, line, bold=point.ply == self.at)
                y += 1

    # --- Keys ---------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Take a key or a click."""
        key = {"label ←→": "right", "label ↑↓": "down", "label Enter": "enter"}.get(key, key.removeprefix("label "))
        last = len(self.steps) - 1
        marks = [point.ply for point in self._points]
        if key.startswith("step "):
            self.at = int(key.removeprefix("step "))
        elif key in {"left", "right"}:
            self.at = min(max(0, self.at + (1 if key == "right" else -1)), last)
        elif key == "down":
            self.at = next((mark for mark in marks if mark > self.at), self.at)
        elif key == "up":
            self.at = next((mark for mark in reversed(marks) if mark < self.at), self.at)
        elif key in {"home", "end"}:
            self.at = 0 if key == "home" else last
        elif key == "enter":
            self._show_board()
        elif key == "d":
            self.host.toggle_theme()
        elif key in {"q", "escape"}:
            self.host.leave()
        self.redraw()

    def _show_board(self) -> None:
        def come_back(at: object) -> None:
            if isinstance(at, int):
                self.at = at
            self.redraw()

        watching = WatchScreen(self.record, self.steps, at=self.at, has_motion=self._has_motion, is_inner=True)
        self.app.push_screen(watching, come_back)

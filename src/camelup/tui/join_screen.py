"""Before a live game: who is there, who is missing, and the link to share."""

from collections.abc import Callable
from textwrap import wrap

from camelup.client import watch
from camelup.client.waiting import describe_waiting
from camelup.core.errors import CamelUpError, RequestError
from camelup.formats.ansi import fit
from camelup.tui.ask_screen import AskScreen
from camelup.tui.frame import draw_dunes, draw_keys
from camelup.tui.grid import Grid
from camelup.tui.grid_screen import GridScreen
from camelup.tui.kept_seats import find_seat, keep_seat, new_token
from camelup.tui.live_table import LiveTable
from camelup.tui.pace import NORMAL, Pace
from camelup.tui.picture import draw_too_small, is_large_enough
from camelup.tui.pieces import draw_seat
from camelup.tui.table_screen import TableScreen

_WIDTH = 66
_WATCHING = "You are watching. Waiting for the game to start."

_NOWHERE = {"no_table", "unreachable"}
"""Refusals of a link, whoever comes with it."""


class JoinScreen(GridScreen):
    """Connects, waits for the game, and then shows its table."""

    def __init__(
        self,
        link: str,
        name: str | None,
        *,
        is_watching: bool = False,
        pace: Pace = NORMAL,
        has_motion: bool = True,
        hold: float | None = None,
    ) -> None:
        """Join the table of a link, under a name if one is given; otherwise it is asked for."""
        super().__init__()
        self._link, self._name, self._is_watching = link, name, is_watching
        self._pace, self._has_motion, self._hold = pace, has_motion, hold
        self.desk: LiveTable | None = None
        self._message = "Connecting..."

    def on_mount(self) -> None:
        """Connect."""
        self.redraw()
        self.run_worker(self._join())
        self.set_interval(0.5, self._tick)

    async def _join(self) -> None:
        try:
            desk = LiveTable(self._link, *(await self._identity()))
            # The connection belongs to the program, not to this screen: the table's own screen goes on with it.
            self.host.run_worker(desk.run(), group="live")
            await desk.connected()
            if desk.seat is not None:
                self._name = desk.seat.name
                keep_seat(self._link, desk.seat.token, desk.seat.name)
            self.desk, self._message = desk, desk.why_watching
            self.redraw()
            await desk.watcher.until(lambda: desk.has_begun or desk.table.is_over)
            if not desk.has_begun:
                self.host.leave()
                return
            self._show_table(desk)
        except CamelUpError as error:
            self.host.leave(error)

    async def _identity(self) -> tuple[str | None, str | None]:
        """Give the name and the secret to sit down with, those of one's seat if one has been here before."""
        if self._is_watching:
            return None, None
        token, name = find_seat(self._link) or (new_token(), None)
        if self._name is None and name is None:
            await self._find_table()
        self._message = ""
        self.redraw()
        name = self._name or name or await self.app.push_screen_wait(AskScreen("Your name at the table", most=40))
        if not name:
            return None, None
        keep_seat(self._link, token, name)
        self._message = "Connecting..."
        return name, token

    async def _find_table(self) -> None:
        """Refuse a link that leads nowhere before anybody is asked for a name."""
        try:
            async with watch(self._link):
                pass
        except RequestError as error:
            if error.code in _NOWHERE:
                raise

    def _show_table(self, desk: LiveTable) -> None:
        settings = {} if self._hold is None else {"hold": self._hold}
        go_to: Callable[[str], GridScreen] = lambda link: JoinScreen(  # noqa: E731 - handed on
            link,
            self._name,
            is_watching=desk.seat is None,
            pace=self._pace,
            has_motion=self._has_motion,
            hold=self._hold,
        )
        self.app.switch_screen(TableScreen(desk, self._pace, has_motion=self._has_motion, go_to=go_to, **settings))

    def _tick(self) -> None:
        self.redraw()

    def draw(self, columns: int, rows: int) -> Grid:
        """Draw the seats."""
        grid = Grid(columns, rows, self.palette)
        if not is_large_enough(columns, rows):
            draw_too_small(grid)
            return grid
        palette = grid.palette
        grid.fill(0, 0, columns, 1, palette.brand)
        grid.put(1, 0, "camelup", palette.on_brand, bold=True)
        grid.put(10, 0, fit(self._link, columns - 12), palette.on_brand)
        draw_dunes(grid, 0, 3, columns, is_large=True)
        x, y = (columns - _WIDTH) // 2, 5
        message = self._message
        if self.desk is not None:
            table, seat = self.desk.table, self.desk.seat
            for number, one in enumerate(table.seats):
                grid.fill(x, y + number, _WIDTH, 1, palette.panel)
                is_computer = one.kind in {"computer", "program"}
                draw_seat(grid, x + 1, y + number, number, is_computer=is_computer)
                told = one.name or ("closed seat" if one.is_closed else "open seat")
                grid.put(x + 6, y + number, fit(told, 30), None if one.name else palette.dim, bold=bool(one.name))
                is_away = one.name is not None and not one.is_connected
                role = "host" if one.is_host else one.level or ("away" if is_away else "")
                grid.put(x + 40, y + number, role, palette.dim)
            y += len(table.seats) + 1
            waiting = describe_waiting(table, seat.number, self._link) if seat is not None else _WATCHING
            message = self.desk.status or message or waiting or ""
        for row, line in enumerate(wrap(message, _WIDTH)):
            grid.put(x, y + row, line)
        draw_keys(grid, self._keys())
        return grid

    def _keys(self) -> list[tuple[str, str]]:
        """Give the keys that do something for who sits here."""
        keys = [("d", "theme"), ("q", "leave")]
        seat = self.desk.seat if self.desk is not None else None
        if self.desk is not None and seat is not None:
            is_host = self.desk.table.seats[seat.number].is_host
            keys = [*([("Enter", "start the game")] if is_host else []), ("Tab", "chat"), *keys]
        return keys

    def press(self, key: str) -> None:
        """Take a key or a click."""
        key = key.removeprefix("label ").lower()
        if key in {"q", "escape"}:
            if self.desk is not None:
                self.desk.close()
            self.host.leave()
        elif key == "d":
            self.host.toggle_theme()
        elif key == "enter" and self.desk is not None:
            self.run_worker(self._start(self.desk))
        elif key == "tab" and self.desk is not None and self.desk.seat is not None:
            self.run_worker(self._chat(self.desk))
        self.redraw()

    async def _start(self, desk: LiveTable) -> None:
        try:
            await desk.start()
        except CamelUpError as error:
            self._message = error.message
        self.redraw()

    async def _chat(self, desk: LiveTable) -> None:
        text = await self.app.push_screen_wait(AskScreen("Say something"))
        try:
            if text:
                await desk.say(text)
        except CamelUpError as error:
            self._message = error.message

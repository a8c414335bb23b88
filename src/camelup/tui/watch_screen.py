"""A game shown step by step: forwards and back, as a seat saw it or with open cards."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import cast

from camelup.core.edition import Camel
from camelup.core.errors import CamelUpError
from camelup.core.state import Table
from camelup.core.view import View
from camelup.formats.record import Record, Step
from camelup.tui.ask_screen import AskScreen
from camelup.tui.desk import add_faces
from camelup.tui.grid import Grid
from camelup.tui.grid_screen import GridScreen
from camelup.tui.lines import Line, tell
from camelup.tui.local_game import Asked
from camelup.tui.motion import frames
from camelup.tui.pace import NORMAL
from camelup.tui.panels import draw_key_list
from camelup.tui.picture import draw_scene
from camelup.tui.scene import Scene, Shares

KEYS = (
    ("→, Enter", "next step"),
    ("←, b", "back"),
    ("l", "next leg"),
    ("k", "the leg before"),
    ("Home, End", "the start, the end"),
    ("g", "go to a step"),
    ("space", "play, or stop"),
    ("o", "odds of the leg"),
    ("d", "dark or light"),
    ("q", "leave"),
)
_BAR = (("←→", "step"), ("l/k", "leg"), ("g", "go to"), ("space", "play"), ("o", "odds"), ("?", "help"), ("q", "leave"))


class WatchScreen(GridScreen):
    """A record, and the step that is shown."""

    def __init__(
        self,
        record: Record,
        steps: Sequence[Step],
        *,
        seat: int | None = None,
        at: int = 0,
        has_motion: bool = True,
        thinking: Asked | None = None,
        is_inner: bool = False,
    ) -> None:
        """Show a game as a seat saw it, or with open cards; an inner screen goes back to the one below it."""
        super().__init__()
        self.record, self.steps = record, steps
        self.at = min(max(0, at), len(steps) - 1)
        self._seat, self._has_motion, self._thinking, self._is_inner = seat, has_motion, thinking, is_inner
        self._stacks: Mapping[int, tuple[Camel, ...]] | None = None
        self._moving: frozenset[Camel] = frozenset()
        self._is_playing = False
        self._has_odds = False
        self._shares: dict[int, Shares] = {}
        self._message = ""
        self._lines: list[list[Line]] = [[]]
        self._faces: list[dict[str, str]] = [{die: die for die in steps[0].state.dice_out}]
        for before, step in pairwise(steps):
            events = step.events if seat is None else record.events_for(step.events, seat)
            looked = cast("View", self._look(before))
            self._lines.append(tell(events, looked, record.names, seat))
            self._faces.append(add_faces(self._faces[-1], step.events))

    def _look(self, step: Step) -> Table:
        return step.state if self._seat is None else self.record.view(step.state, self._seat)

    def on_mount(self) -> None:
        """Show the first step."""
        self.redraw()

    def on_unmount(self) -> None:
        """End what computes the odds."""
        if self._thinking is not None and not self._is_inner:
            self._thinking.close()

    def draw(self, columns: int, rows: int) -> Grid:
        """Draw the step."""
        last = len(self.steps) - 1
        told = self._lines[self.at]
        heading = told[0].text.split(" :")[0].removesuffix(" .") if told else "The start"
        scene = Scene(
            table=self._look(self.steps[self.at]),
            names=self.record.names,
            title="Replay",
            own_seat=self._seat,
            faces=self._faces[self.at],
            stacks=self._stacks,
            moving=self._moving,
            log=[line for lines in self._lines[: self.at + 1] for line in lines],
            heading=heading,
            message=self._message,
            note=f"step {self.at} of {last}",
            shares=self._shares.get(self.at) if self._has_odds else None,
            keys=_BAR,
        )
        return draw_scene(scene, columns, rows, self.palette)

    # --- Keys ---------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Take a key or a click."""
        key = {"label ←→": "right", "label l/k": "l", "label space": " "}.get(key, key.removeprefix("label "))
        if key != " ":
            self._is_playing = False
        commands: dict[str, Callable[[], object]] = {
            "q": self._leave,
            "escape": self._leave,
            "?": self._help,
            "d": self.host.toggle_theme,
            "o": self._toggle_odds,
            " ": self._toggle_play,
            "g": lambda: self.run_worker(self._ask_step()),
            "right": self._next,
            "enter": self._next,
            "n": self._next,
        }
        if key in commands:
            commands[key]()
        elif key in {"left", "b", "l", "k", "home", "end"}:
            self.go_to(self._target(key))
        self.redraw()

    def _target(self, key: str) -> int:
        steps, last = self.steps, len(self.steps) - 1
        starts = [0, *(n for n in range(1, last) if steps[n].state.leg != steps[n - 1].state.leg), last]
        match key:
            case "l":
                return next((start for start in starts if start > self.at), last)
            case "k":
                return next((start for start in reversed(starts) if start < self.at), 0)
            case "home" | "end":
                return 0 if key == "home" else last
            case _:
                return self.at - 1

    def go_to(self, step: int) -> None:
        """Show a step at once."""
        self.at = min(max(0, step), len(self.steps) - 1)
        self._stacks, self._moving, self._message = None, frozenset(), ""
        self._ask_odds()

    def _next(self) -> None:
        if self.at < len(self.steps) - 1:
            self.run_worker(self._move_on, group="move", exclusive=True)  # type: ignore[arg-type]

    async def _move_on(self) -> None:
        """Show the next step, with its move."""
        before, step = self.steps[self.at], self.steps[self.at + 1]
        self.go_to(self.at + 1)
        if self._has_motion:
            for frame in frames(step.events, before.state.stacks):
                self._stacks, self._moving = frame
                self.redraw()
                await asyncio.sleep(NORMAL.step / 2)
        self._stacks, self._moving = None, frozenset()
        self.redraw()

    def _toggle_play(self) -> None:
        self._is_playing = not self._is_playing
        if self._is_playing:
            self.run_worker(self._play, group="play", exclusive=True)  # type: ignore[arg-type]

    async def _play(self) -> None:
        while self._is_playing and self.at < len(self.steps) - 1:
            await self._move_on()
            await asyncio.sleep(NORMAL.pause)
        self._is_playing = False

    async def _ask_step(self) -> None:
        text = await self.app.push_screen_wait(AskScreen(f"Go to which step? 0 to {len(self.steps) - 1}", most=6))
        if text and text.isdecimal():
            self.go_to(int(text))
        self.redraw()

    def _leave(self) -> None:
        if self._is_inner:
            self.dismiss(self.at)
        else:
            self.host.leave()

    def _help(self) -> None:
        self.open_panel(lambda grid: draw_key_list(grid, KEYS, "Keys", "Enter  continue"))

    # --- Odds ---------------------------------------------------------------------------------------------------------

    def _toggle_odds(self) -> None:
        self._has_odds = not self._has_odds
        self._ask_odds()

    def _ask_odds(self) -> None:
        if self._has_odds and self._thinking is not None and self.at not in self._shares:
            self.run_worker(partial(self._load_odds, self._thinking, self.at), group="odds", exclusive=True)  # type: ignore[arg-type]

    async def _load_odds(self, thinking: Asked, at: int) -> None:
        state = self.steps[at].state
        if state.is_over:
            return
        try:
            self._shares[at] = Shares(await thinking.ask("leg_shares", state))
        except CamelUpError as error:
            self._has_odds, self._message = False, error.message
        self.redraw()

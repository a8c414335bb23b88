"""The screen of a table: it shows what happens, and lets people act by key and mouse."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

from textual.timer import Timer

from camelup.core.actions import Action
from camelup.core.edition import Camel
from camelup.core.errors import CamelUpError
from camelup.core.events import CardScored, DieRevealed, GameEnded, LegScored
from camelup.core.view import View
from camelup.tui.ask_screen import AskScreen
from camelup.tui.desk import Choosing, Desk, Played, Told, add_faces
from camelup.tui.frame import keep_keys
from camelup.tui.grid import Grid
from camelup.tui.grid_screen import GridScreen
from camelup.tui.lines import Line, plain, tell
from camelup.tui.motion import frames
from camelup.tui.pace import NORMAL, Pace, next_pace, without_motion
from camelup.tui.panels import draw_key_list, draw_leg_scoring, draw_result, draw_text_panel, draw_values
from camelup.tui.picture import draw_scene
from camelup.tui.ring import unit_of
from camelup.tui.scene import Scene, Shares
from camelup.tui.turn import HELD, HOLD, Turn, under_way

_T = TypeVar("_T")
KEYS = (
    ("r", "roll"),
    ("1-5", "take the top ticket of a colour"),
    ("w, l", "bet on the winner or loser; then 1 to 5 for the card"),
    ("t", "your tile: arrow keys to a space, then + or -"),
    ("p", "choose a partner, by letter (six or more players)"),
    ("again", "the same key again: do it now instead of in a moment"),
    ("Esc", "cancel"),
    ("c", "what each camel carries, and how far it gets"),
    ("o", "odds of this leg"),
    ("v", "what each action is worth, in pounds"),
    ("h", "a hint by the champion, by chances to win"),
    ("a", "show again what the others did"),
    ("space", "skip what is being shown"),
    ("f", "pace: normal, fast, instant"),
    ("d", "dark or light"),
    ("s", "save the game in a file"),
    ("Tab", "write to the others"),
    ("q", "leave; Ctrl-Z suspends, Ctrl-C leaves at once"),
)
_BAR = (
    ("r", "roll"),
    ("1-5", "ticket"),
    ("w/l", "card"),
    ("t", "tile"),
    ("p", "partner"),
    ("c", "carry"),
    ("o", "odds"),
    ("v", "values"),
    ("h", "hint"),
    ("f", "pace"),
    ("s", "save"),
    ("Tab", "chat"),
    ("?", "help"),
    ("q", "leave"),
)
_SPARE = "cvsfho"
"""Keys that the bar leaves out where there is no room for all, these first; the list of keys has them."""
_OVER_BAR = (("n", "rematch"), ("s", "save"), ("Tab", "chat"), ("d", "theme"), ("q", "leave"))
_ACTING = {"r", "1-5", "w/l", "w, l", "t", "p", "again", "Esc", "v", "h", "a"}
"""Keys for who has a seat."""
_LABELS = {"1-5": "1", "w/l": "w", "Tab": "tab"}
_EARLY = 0.7
"""Seconds before the clock runs out at which what is held is sent."""
_READING = 8.0
"""Seconds for the scoring of a leg at a live table."""
LONG = 5.0
"""Seconds after which people begin to wonder what a computer is doing."""
FIRST_TIME = "The first time can take a minute."
_READ = "Enter  close, or press the key of your action"
_LIVE_VALUES = "Pounds you can expect, by the odds."
_VALUES = "Pounds you can expect. The hint (h) counts wins and may differ."
_HINT = "The hint counts wins. Values (v) count pounds and may differ."


class TableScreen(GridScreen):
    """A table, as the people at this keyboard see it."""

    def __init__(
        self,
        desk: Desk,
        pace: Pace = NORMAL,
        *,
        has_motion: bool = True,
        hold: float = HOLD,
        go_to: Callable[[str], GridScreen] | None = None,
    ) -> None:
        """Sit at a table; `hold` is how long an action can be cancelled, `go_to` shows the table of a link."""
        super().__init__()
        self.desk = desk
        self.pace = pace
        self.turn: Turn | None = None
        self.race_log: list[Line] = []
        self._has_motion = has_motion
        self._go_to = go_to
        self._hold = hold
        self._timer: Timer | None = None
        self._shown: View | None = None
        self._faces: dict[str, str] = {}
        self._since: list[tuple[Played, Line]] = []
        self._heading, self._message = "Getting ready", ""
        self._stacks: dict[int, tuple[Camel, ...]] | None = None
        self._moving: frozenset[Camel] = frozenset()
        self._looked_at: Camel | None = None
        self._has_odds = False
        self._shares: Shares | None = None
        self._computer_since: float | None = None
        """Since when a computer has been choosing."""
        self._skip = asyncio.Event()
        self._is_showing = False
        self.is_over = False

    def on_mount(self) -> None:
        """Show the table, then let the game begin."""
        self._faces = self.desk.faces()
        self.redraw()
        self.run_worker(self._follow(), name="game")
        self.set_interval(1.0, self._tick)

    def on_unmount(self) -> None:
        """Leave the table."""
        self.desk.close()

    def _tick(self) -> None:
        if self.desk.clock or self.desk.is_live or self._computer_since is not None:
            self.redraw()

    # --- Drawing ------------------------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> Grid:
        """Draw the table as it is shown now."""
        return draw_scene(self._scene(columns), columns, rows, self.palette)

    def _scene(self, columns: int) -> Scene:
        desk = self.desk
        view = self._shown or desk.view
        heading, message = self._ribbon()
        return Scene(
            table=view,
            names=desk.shown_names,
            title=desk.title,
            kinds=desk.kinds,
            own_seat=desk.viewer,
            faces=self._faces,
            stacks=self._stacks,
            moving=self._moving,
            looked_at=self._looked_at,
            log=self.race_log,
            since=[line for _, line in self._since if line.brief],
            heading=heading,
            message=message,
            note=self._note(view),
            is_own_turn=self.turn is not None,
            turn=self.turn,
            shares=self._shares if self._has_odds else None,
            clock=desk.clock,
            keys=keep_keys(self._useful(_OVER_BAR if self.is_over else _BAR), columns, _SPARE),
            can_chat=desk.can_chat,
            away=desk.away,
        )

    def _useful(self, keys: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """Leave out the keys that do nothing at this table."""
        desk, view = self.desk, self.desk.view
        useless = set() if view.edition.has_partnerships(view.players) else {"p"}
        if not desk.can_chat:
            useless.add("Tab")
        if desk.is_live:
            useless.add("s")  # the server does
            if desk.reader is None:
                useless |= _ACTING
        return [key for key in keys if key[0] not in useless]

    def _note(self, view: View) -> str:
        if self._has_odds and self.turn is not None:
            return "computing the odds..." if self._shares is None else "1st and 2nd in this leg"
        own = self.desk.reader
        if own is not None and not view.is_over and view.turn != own:
            turns = (own - view.turn) % view.players
            return "you are next" if turns == 1 else f"{turns} turns until yours"
        return ""

    def _ribbon(self) -> tuple[str, str]:  # noqa: PLR0911 - one for each state of a turn
        """Say what is happening."""
        turn = self.turn
        if self.desk.status:
            return self.desk.status, ""
        if self._looked_at is not None:
            return self._carry_text(self._looked_at)
        if turn is None:
            is_long = self._computer_since is not None and time.monotonic() - self._computer_since >= LONG
            return self._heading, self._message or (FIRST_TIME if is_long else "")
        heading = "Your turn" if self.desk.reader is not None else f"{self.desk.names[turn.view.turn]}'s turn"
        if turn.held is not None:
            return under_way(turn.held, turn.view, self.desk.names), HELD
        if turn.refusal or self._message:
            return heading, turn.refusal or self._message
        if turn.deck is not None:
            return heading, f"Bet on the {turn.deck}: choose a card, 1 to 5."
        if turn.is_partner:
            letters = " ".join("ABCDEFGH"[seat] for seat in turn.partners)
            return heading, f"Choose a partner for this leg: {letters}."
        if turn.is_tile:
            return heading, f"Your tile on {turn.cursor}: arrow keys move it, + or - places it."
        return heading, "Choose one action."

    def _carry_text(self, camel: Camel) -> tuple[str, str]:
        unit = unit_of((self._shown or self.desk.view).stacks, camel)
        load = " and ".join(", ".join(other.colour for other in unit[1:]).rsplit(", ", 1))
        return f"{camel.colour.capitalize()} carries {load or 'nobody'}.", ""

    # --- What happens -------------------------------------------------------------------------------------------------

    async def _follow(self) -> None:
        """Show the news, one after the other."""
        try:
            async for news in self.desk.news():
                self._computer_since = None
                match news:
                    case Played():
                        await self._show(news)
                    case Choosing(seat, is_own, is_handed_over):
                        await self._offer(seat, is_own=is_own, is_handed_over=is_handed_over)
                    case Told(text, seat):
                        self.race_log.append(plain(text, seat))
                        self._shown = None
                self.redraw()
            self.is_over = True
            self.redraw()
        except CamelUpError as error:
            self.host.leave(error)

    async def _offer(self, seat: int, *, is_own: bool, is_handed_over: bool) -> None:
        """Let somebody choose."""
        desk = self.desk
        self._shown = None
        if not is_own:
            self._heading, self._message = f"{desk.names[seat]} is choosing", ""
            if seat in desk.kinds:
                self._computer_since = time.monotonic()
            return
        if is_handed_over:
            name = desk.names[seat]
            paragraphs = [
                f"Pass the keyboard to {name}. Everyone else, look away: the cards are secret.",
                f"Press Enter to show {name}'s cards.",
            ]
            await self.show_panel(
                lambda grid: draw_text_panel(grid, f"{name}'s turn", paragraphs, f"Enter  I am {name}")
            )
            desk.uncover(seat)
        self._message = ""
        self.turn = Turn(desk.view)
        self._ask_odds()

    async def _show(self, played: Played) -> None:
        """Show an action: the die, the move, what is paid."""
        lines = tell(played.events, played.before, self.desk.names, self.desk.reader)
        if played.note:
            lines.append(plain(played.note))
        self.turn = None
        is_own = played.seat == self.desk.reader
        if is_own:
            self._since.clear()
        elif lines and self.desk.reader is not None:
            self._since.append((played, lines[0]))
        await self._show_moves(played, lines[0] if lines else None)
        self._faces = add_faces(self._faces, played.events)
        self.race_log += lines
        self._shown = played.after
        self._shares = None
        self.redraw()
        self._ask_odds()
        if not is_own:
            await self._pause(self.pace.pause)
        await self._show_scoring(played)

    async def _show_moves(self, played: Played, line: Line | None) -> None:
        self._is_showing = True
        self._skip.clear()
        pace = self.pace if self._has_motion else without_motion(self.pace)
        self._shown = played.before
        self._heading, self._message = (line.text.split(": ")[0].removesuffix(" .") if line else ""), ""
        die = next((event for event in played.events if isinstance(event, DieRevealed)), None)
        if die is not None:
            self._faces = add_faces(self._faces, [die])
            self.redraw()
            await self._pause(pace.pause / 2)
        if pace.step:
            for frame in frames(played.events, played.before.stacks):
                self._stacks, self._moving = dict(frame.stacks), frame.moving
                self.redraw()
                await self._pause(pace.step)
        self._stacks, self._moving = None, frozenset()
        self._is_showing = False

    async def _pause(self, seconds: float) -> None:
        """Wait, unless the person has seen enough."""
        if seconds and not self._skip.is_set():
            try:
                await asyncio.wait_for(self._skip.wait(), seconds)
            except TimeoutError:
                return

    async def _show_scoring(self, played: Played) -> None:
        names, computers = self.desk.shown_names, frozenset(self.desk.kinds)
        ended = next((event for event in played.events if isinstance(event, GameEnded)), None)
        scored = next((event for event in played.events if isinstance(event, LegScored)), None)
        if scored is not None:
            self._heading = f"Leg {scored.leg} is over"
            seconds = _READING if self.desk.is_live else None  # the others, and the clock, do not wait
            await self.show_panel(lambda grid: draw_leg_scoring(grid, scored, names, computers), seconds=seconds)
        if ended is not None:
            cards = [event for event in played.events if isinstance(event, CardScored)]
            self.is_over = True
            self._heading, self._message = "The race is over", "n plays again, q leaves."
            await self._show_result(ended, cards)

    async def _show_result(self, ended: GameEnded, cards: Sequence[CardScored]) -> None:
        save = "" if self.desk.is_live else "s  save   "
        foot = f"n  rematch   {save}q  leave   Enter  look at the table"
        reader, names, computers = self.desk.reader, self.desk.shown_names, frozenset(self.desk.kinds)
        key = await self.show_panel(
            lambda grid: draw_result(grid, ended, cards, names, reader, computers, foot), keys="nsq"
        )
        if key in "nsq":
            self.press(key)

    # --- Keys ---------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Take a key or a click."""
        if key.startswith("label "):
            label = key.removeprefix("label ")
            key = _LABELS.get(label, label)
        if self._press_everywhere(key):
            self.redraw()
            return
        turn = self.turn
        if turn is None or self.desk.viewer != turn.view.seat:
            if key in {" ", "enter"}:
                self._skip.set()
            return
        self._message = ""
        self._stop_timer()
        action = self._press_turn(turn, key)
        if action is not None:
            self._send(action)
        elif turn.held is not None:
            self._timer = self.set_timer(self._hold_seconds(), self._send_held)
        self.redraw()

    def _press_turn(self, turn: Turn, key: str) -> Action | None:
        word, _, what = key.partition(" ")
        if word == "space" and what:
            return turn.press_space(int(what))
        if word == "seat" and turn.is_partner:
            return turn.press(str(int(what) + 1))
        if word == "card" and what:
            number = turn.view.edition.racing.index(Camel(what)) + 1
            if turn.deck is None:
                turn.refusal = "First choose what you bet on: W or L."
                return None
            return turn.press(str(number))
        return turn.press(key)

    def _press_everywhere(self, key: str) -> bool:
        """Take a key that does the same at any time."""
        is_partner = self.turn is not None and self.turn.is_partner
        if key != "c" and not key.startswith("camel"):
            was_looking, self._looked_at = self._looked_at is not None, None
            if was_looking and key == "escape":
                return True
        if is_partner and key in "acdfh":
            return False
        if key.startswith("camel "):
            self._look_at(Camel(key.removeprefix("camel ")))
            return True
        commands: dict[str, Callable[[], object]] = {
            "q": self._ask_to_leave,
            "?": self._help,
            "o": self._toggle_odds,
            "v": lambda: self.run_worker(self._show_values()),
            "h": lambda: self.run_worker(self._show_hint()),
            "a": lambda: self.run_worker(self._show_again()),
            "c": self._look_at_next,
            "f": self._change_pace,
            "d": self.host.toggle_theme,
            "s": lambda: self.run_worker(self._save()),
            "n": self._rematch,
            "tab": lambda: self.run_worker(self._chat()),
        }
        if key not in commands:
            return False
        commands[key]()
        return True

    def _send(self, action: Action) -> None:
        turn, self.turn = self.turn, None
        self._stop_timer()
        self._heading = under_way(action, self.desk.view, self.desk.names)
        self.run_worker(self._act(action, turn))

    async def _act(self, action: Action, turn: Turn | None) -> None:
        try:
            await self.desk.act(action)
        except CamelUpError as error:
            self.turn = turn
            if turn is not None:
                turn.cancel()
                turn.refusal = error.message
            self.redraw()

    def _hold_seconds(self) -> float:
        """Give how long an action is held: not until the clock runs out."""
        left = self.desk.seconds_left
        return self._hold if left is None else max(0.01, min(self._hold, left - _EARLY))

    def _send_held(self) -> None:
        if self.turn is not None and self.turn.held is not None:
            self._send(self.turn.held)
            self.redraw()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _change_pace(self) -> None:
        self.pace = next_pace(self.pace)
        self._message = f"Pace: {self.pace.name}."

    def _look_at(self, camel: Camel) -> None:
        self._looked_at = None if self._looked_at is camel else camel

    def _look_at_next(self) -> None:
        """Look at the next camel, from the first to the last, then the crazy ones, then none."""
        view = self.desk.view
        order: list[Camel | None] = [*view.ranking, *view.edition.crazy, None]
        self._looked_at = order[0] if self._looked_at is None else order[order.index(self._looked_at) + 1]

    def _help(self) -> None:
        keys = self._useful(KEYS)
        foot = "Enter  close, or press a key to use it"
        self.open_panel(lambda grid: draw_key_list(grid, keys, "Keys", foot), "?", lets_through=True)

    # --- Odds ---------------------------------------------------------------------------------------------------------

    def _toggle_odds(self) -> None:
        self._has_odds = not self._has_odds
        self._ask_odds()

    def _ask_odds(self) -> None:
        view = self._shown or self.desk.view
        if self._has_odds and not view.is_over:
            # A method, which Textual runs though its types do not say so: a coroutine that is replaced before it starts
            # would never be awaited.
            self.run_worker(self._load_odds, group="odds", exclusive=True)  # type: ignore[arg-type]

    async def _load_odds(self) -> None:
        try:
            self._shares = Shares(await self.desk.leg_shares())
        except CamelUpError as error:
            self._has_odds = False
            self._message = error.message
        self.redraw()

    async def _wait(self, message: str, answer: Awaitable[_T]) -> _T:
        """Wait for an answer, with a message that says so; another one if it takes long."""
        turn = self.turn

        def say(text: str) -> None:
            if self.turn is turn:  # somebody may play without waiting for the answer
                self._message = text
                self.redraw()

        say(message)
        timer = self.set_timer(LONG, lambda: say(f"{message} {FIRST_TIME}"))
        try:
            return await answer
        finally:
            timer.stop()
            say("")

    async def _show_values(self) -> None:
        turn = self.turn
        if turn is None:
            self._message = "Values are shown on your turn."
            self.redraw()
            return
        try:
            values = await self._wait("Computing values...", self.desk.values())
        except CamelUpError as error:
            self._message = error.message
        else:
            if self.turn is turn:  # it may have been played meanwhile
                edition, names = turn.view.edition, self.desk.names
                note = _LIVE_VALUES if self.desk.is_live else _VALUES  # a server's hint goes by the same odds
                self.open_panel(
                    lambda grid: draw_values(grid, values, edition, names, note, _READ), "v", lets_through=True
                )
        self.redraw()

    async def _show_hint(self) -> None:
        turn = self.turn
        if turn is None:
            self._message = "Hints are given on your turn."
            self.redraw()
            return
        try:
            hint = await self._wait("Asking the champion...", self.desk.hint())
        except CamelUpError as error:
            self._message = error.message
        else:
            if self.turn is turn:
                paragraphs = [hint] if self.desk.is_live else [hint, "", _HINT]
                self.open_panel(lambda grid: draw_text_panel(grid, "Hint", paragraphs, _READ), "h", lets_through=True)
        self.redraw()

    async def _show_again(self) -> None:
        """Show once more what the others did since one's last turn."""
        if self._is_showing or self.turn is None:
            return
        turn, self.turn = self.turn, None
        faces = self._faces
        for played, line in self._since:
            await self._show_moves(played, line)
            await self._pause(self.pace.pause)
        self._faces, self._shown, self.turn = faces, None, turn
        self._heading = self._message = ""
        self.redraw()

    # --- Saving, leaving, playing again -------------------------------------------------------------------------------

    async def _save(self) -> None:
        autosave = getattr(self.desk, "autosave", None)
        if autosave is None:
            self._message = "The server keeps this game."
            self.redraw()
            return
        question = "Save to which file? The game is saved there after every turn."
        name = await self.app.push_screen_wait(AskScreen(question))
        if name:
            try:
                autosave.save_as(_file_of(name))
                self._message = f"Saved to {autosave.file}."
            except CamelUpError as error:
                self._message = error.message
        self.redraw()

    async def _chat(self) -> None:
        if not self.desk.can_chat:
            return
        text = await self.app.push_screen_wait(AskScreen("Say something"))
        if text:
            try:
                await self.desk.say(text)
            except CamelUpError as error:
                self._message = error.message
        self.redraw()

    def _rematch(self) -> None:
        if self.is_over:
            self.run_worker(self._play_again())

    async def _play_again(self) -> None:
        try:
            if self._go_to is not None:
                self.app.switch_screen(self._go_to(await self.desk.rematch()))
                return
            desk = await self.desk.again()
        except CamelUpError as error:
            self._message = error.message
            self.redraw()
            return
        self.app.switch_screen(TableScreen(desk, self.pace, has_motion=self._has_motion, hold=self._hold))

    def _ask_to_leave(self) -> None:
        if self.is_over:
            self.host.leave()
            return
        kept = self.desk.kept

        def answer(key: str) -> None:
            if key in {"enter", "q"}:
                self.host.leave()

        foot = "Enter  leave   Esc  stay"
        self.open_panel(lambda grid: draw_text_panel(grid, "Leave?", [kept], foot), "q", answer)


def _file_of(name: str) -> Path:
    return Path(name).expanduser()

"""The puzzle of a day: find the best action."""

from datetime import date, timedelta

from camelup.core.actions import SEATS, Action
from camelup.core.edition import Camel
from camelup.core.errors import CamelUpError
from camelup.formats.notation import parse_action
from camelup.formats.sentences import name_action
from camelup.puzzles import FIRST_DAY, puzzle_of
from camelup.puzzles.bank import Puzzle
from camelup.terminal.puzzle import verdict
from camelup.tui.answers import Answer, keep_answer, read_answers, streak
from camelup.tui.desk import Worth
from camelup.tui.grid import Grid
from camelup.tui.grid_screen import GridScreen
from camelup.tui.lines import plain
from camelup.tui.panels import draw_values
from camelup.tui.picture import draw_scene
from camelup.tui.scene import Scene
from camelup.tui.turn import HELD, Turn, under_way

_BAR = (
    ("r", "roll"),
    ("1-5", "ticket"),
    ("w/l", "card"),
    ("t", "tile"),
    ("p", "partner"),
    ("v", "values"),
    ("< >", "days"),
    ("q", "leave"),
)


class PuzzleScreen(GridScreen):
    """A puzzle, and the answer to it."""

    def __init__(self, day: date, today: date) -> None:
        super().__init__()
        self._today = today
        self._show_day(day)

    def _show_day(self, day: date) -> None:
        self.day = day
        self.puzzle: Puzzle = puzzle_of(day)
        self.turn = Turn(self.puzzle.view)
        self.answers = read_answers()
        self._message = ""

    @property
    def answer(self) -> Answer | None:
        """The answer that counts, once there is one."""
        return self.answers.get(self.day)

    def on_mount(self) -> None:
        """Show the puzzle."""
        self.redraw()

    def draw(self, columns: int, rows: int) -> Grid:
        """Draw the position, and the verdict once there is one."""
        view, turn, answer = self.puzzle.view, self.turn, self.answer
        names = tuple("You" if seat == view.seat else SEATS[seat] for seat in range(view.players))
        days = streak(self.answers, self._today)
        log = [plain("Which action is worth most? The odds decide; everybody has this puzzle today.")]
        if answer is not None:
            title, text = verdict(self.puzzle, answer.action)
            log = [plain(text), plain("v shows what each action is worth.")]
            chosen = name_action(parse_action(view.edition, answer.action), view.edition, names)
            heading, message = title, f"You chose: {chosen}."
        elif turn.held is not None:
            heading, message = under_way(turn.held, view, names), HELD
        else:
            heading, message = "Your turn", turn.refusal or self._message or "Choose the best action."
        scene = Scene(
            table=view,
            names=names,
            title=f"Puzzle of {self.day.day} {self.day:%B %Y}",
            own_seat=view.seat,
            faces={die: die for die in view.dice_out},
            log=log,
            heading=heading,
            message=message,
            note=f"streak: {days} day{'' if days == 1 else 's'}" if days else "",
            is_own_turn=answer is None,
            turn=turn if answer is None else None,
            keys=[key for key in _BAR if key[0] != "p" or view.edition.has_partnerships(view.players)],
        )
        return draw_scene(scene, columns, rows, self.palette)

    def press(self, key: str) -> None:
        """Take a key or a click."""
        key = {"label 1-5": "1", "label w/l": "w", "label < >": "<"}.get(key, key.removeprefix("label "))
        if key == "q":
            self.host.leave()
        elif key == "d":
            self.host.toggle_theme()
        elif key in {"<", ",", ">", "."}:
            self._other_day(-1 if key in {"<", ","} else 1)
        elif key == "v":
            self._show_values()
        elif self.answer is None:
            self._choose(key)
        self.redraw()

    def _choose(self, key: str) -> None:
        turn = self.turn
        word, _, what = key.partition(" ")
        action: Action | None
        if word == "space" and what:
            action = turn.press_space(int(what))
        elif word == "card" and what:
            action = turn.press(str(turn.view.edition.racing.index(Camel(what)) + 1)) if turn.deck else None
        elif word == "seat" and turn.is_partner:
            action = turn.press(str(int(what) + 1))
        else:
            action = turn.press(key)
        if action is not None:
            self._give(action)

    def _give(self, action: Action) -> None:
        answer = Answer(str(action), str(action) == self.puzzle.best, self.day == self._today)
        try:
            self.answers = keep_answer(self.day, answer)
        except CamelUpError as error:
            self.answers = {self.day: answer, **self.answers}
            self._message = error.message

    def _other_day(self, step: int) -> None:
        day = self.day + timedelta(days=step)
        if FIRST_DAY <= day <= self._today:
            self._show_day(day)

    def _show_values(self) -> None:
        if self.answer is None:
            self._message = "First choose an action."
            return
        view = self.puzzle.view
        values = [
            Worth(
                str(parse_action(view.edition, action)),
                sum(parts.values()) / 100,
                {n: p / 100 for n, p in parts.items()},
            )
            for action, parts in self.puzzle.worth.items()
        ]
        values.sort(key=lambda value: -value.own)
        self.open_panel(lambda grid: draw_values(grid, values, view.edition, SEATS), "v")

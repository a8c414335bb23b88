"""One person at the table, with plain lines: print and input, nothing else."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from functools import partial
from importlib import import_module
from pathlib import Path

from camelup.core.actions import Action
from camelup.core.errors import CamelUpError, FileError, NotationError, PlayerError
from camelup.core.events import CamelMoved, CardScored, Event, GameEnded, LegScored, RaceEnded, TileHit
from camelup.core.view import View
from camelup.formats.ansi import ansi_for
from camelup.formats.sentences import YOU, describe_events, describe_result
from camelup.formats.text_board import draw_board, draw_track
from camelup.game import Game
from camelup.players import Player, Seating
from camelup.players.asking import ask, naming
from camelup.terminal.autosave import Autosave
from camelup.terminal.guide import guide
from camelup.terminal.hint import find_hint
from camelup.terminal.menu import draw_menu
from camelup.terminal.screen import TABLE_COLUMNS, Window, is_interactive, screen
from camelup.terminal.seating import PERSON
from camelup.terminal.text import one_line, printable
from camelup.terminal.typed import parse_input


class Leaving(Exception):  # noqa: N818 - nothing went wrong
    """The person wants to leave the game."""


class TerminalGame:
    """A game in progress between a person at the terminal and other players.

    Everything shown comes from the person's view of the game and from the events as that seat may see them.
    """

    def __init__(
        self, game: Game, others: dict[int, Player], autosave: Autosave, kinds: Mapping[int, str] | None = None
    ) -> None:
        """Start or continue a game that is saved after every turn; `kinds` names the kind of player on other seats."""
        self._game = game
        self._names = [YOU if seat == PERSON else name for seat, name in enumerate(game.names)]
        """How the players are shown; the record has the person's own name."""
        self._kinds = kinds or {}
        self._others = others
        self._autosave = autosave
        self._ink = ansi_for(sys.stdout)
        self._news: list[str] = []
        """Lines about what happened since the person's last action."""
        self._is_numbered = False
        """Whether the person has seen the numbered list in this turn."""
        self._has_played = False
        self._is_warned = False
        self._has_hinted = False

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        _edit_lines()
        try:
            self._greet()
            if is_interactive():
                print("Loading players...", end="", flush=True)  # strong ones compile and load tables
            for seat, player in self._others.items():
                with self._calling(seat):
                    player.start(Seating(seat, self._game.names, self._game.view(seat)))
            if is_interactive():
                print("\r" + " " * 18 + "\r", end="", flush=True)
            while not self._game.is_over:
                self._turn()
            self._show([*self._news, *self._keep()])
        except (Leaving, EOFError, KeyboardInterrupt) as leaving:
            lines = [] if isinstance(leaving, Leaving) else [""]
            print("\n".join([*lines, *self._keep(), f"Goodbye. {self._autosave}"]))
            if isinstance(leaving, KeyboardInterrupt):
                raise  # so that the exit code is that of an interrupted program
        except PlayerError:
            self._show(self._keep())  # the game can continue against other players
            raise
        finally:
            for seat, player in self._others.items():
                self._dismiss(seat, player)

    # --- Turns ------------------------------------------------------------------------------------------------

    def _turn(self) -> None:
        view = self._view
        seat = view.turn
        if seat == PERSON:
            self._news += self._keep()
            events = self._ask()
            self._has_played = True
            self._news = []
        else:
            events = self._play_for(seat)
        for other, player in self._others.items():
            with self._calling(other):
                player.observe(self._game.events_for(events, other))
        self._tell(self._game.events_for(events, PERSON), view)

    def _play_for(self, seat: int) -> tuple[Event, ...]:
        """Let another player choose; its choice may be illegal."""
        with self._calling(seat):
            action = ask(self._others[seat], self._game.view(seat))
        return self._game.play(action, seat=seat)

    @contextmanager
    def _calling(self, seat: int) -> Iterator[None]:
        """Call a player: what it prints is no part of the game, and its failure is told with its name."""
        name, kind = self._game.names[seat], self._kinds.get(seat)
        with redirect_stdout(sys.stderr), naming(name if kind is None else f"{name} ({kind})"):
            yield

    def _dismiss(self, seat: int, player: Player) -> None:
        """Let a player go; if that fails, the game is over or broken off all the same."""
        for leave in (partial(player.end, self._game.view(seat)), player.close):
            try:
                with self._calling(seat):
                    leave()
            except PlayerError as error:
                print(f"camelup: {one_line(error)}", file=sys.stderr)

    def _ask(self) -> tuple[Event, ...]:
        """Show the table and ask until the answer is a legal action."""
        self._show_turn()
        while True:
            line = self._read("> ")
            try:
                if not self._command(line):
                    return self._game.play(self._action(line))
            except CamelUpError as error:
                print(one_line(error))

    def _read(self, prompt: str) -> str:
        line = input(prompt).strip()
        if not sys.stdin.isatty():
            print(printable(line))
        return line

    def _action(self, line: str) -> Action:
        if line.isdecimal() and not self._is_numbered:
            # The list is not on the screen, so the number may be meant as a space.
            raise NotationError("menu", "Numbers belong to the numbered list: m shows it.")
        return parse_input(line, self._view, self._names)

    def _command(self, line: str) -> bool:
        """Run a command other than an action; return whether the line was one."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                self._show_turn()
            case "m" | "menu":
                print("\n".join(draw_menu(self._view, self._names, self._ink, Window.now().text_width)))
                self._is_numbered = True
            case "?" | "help":
                self._show(guide(self._view.edition, self._view.players, Window.now().text_width))
            case "h" | "hint":
                self._hint()
            case "v" | "values" | "o" | "odds":
                print("Odds and values need the full screen, without --plain. Here, h gives a hint.")
            case "q" | "quit" | "exit":
                self._leave()
            case "save":
                self._save(rest)
                print(f"Saved in {self._autosave.file}. The game is saved there after every turn.")
            case _:
                return False
        return True

    def _hint(self) -> None:
        """Ask the champion; code that has to be compiled first takes long."""
        if not self._has_hinted:
            self._has_hinted = True
            print("Thinking. The first time can take a minute.", flush=True)
        self._show(Window.now().wrapped([find_hint(self._game, PERSON)]))

    def _leave(self) -> None:
        """Leave; if that would lose the game, ask first."""
        failure = self._keep()
        if self._has_played and is_interactive() and (failure or self._autosave.file is None):
            self._show(failure)
            word, _, rest = self._read("Leave without saving? (y/n, or save FILE) ").partition(" ")
            if word.lower() == "save":
                self._save(rest)
            elif word.lower() not in {"y", "yes"}:
                return
        raise Leaving

    # --- What is shown ----------------------------------------------------------------------------------------

    @property
    def _view(self) -> View:
        return self._game.view(PERSON)

    def _greet(self) -> None:
        view = self._view
        names = self._names
        starter = names[view.turn]
        turn = "your turn" if view.turn == PERSON else f"{starter}'s turn"
        lines = [f"{view.edition.title}: {', '.join(names)}."]
        if view.is_over:
            lines += ["", *draw_board(view, names, self._ink), "", *describe_result(view, names, PERSON)]
        elif played := len(self._game.record.plies):
            plural = "" if played == 1 else "s"
            lines.append(f"The game continues in leg {view.leg} after {played} action{plural}: {turn}.")
        else:
            lines.append(f"{starter} {'start' if view.turn == PERSON else 'starts'}.")
        if self._kinds and not view.is_over:
            kinds = [f"{names[seat]} ({kind})" for seat, kind in self._kinds.items()]
            lines.append(f"Opponents: {', '.join(kinds)}.")
        if self._autosave.file is not None and not view.is_over:
            lines.append(f"The game is saved in {self._autosave.file} after every turn.")
        self._news = lines if view.is_over else Window.now().wrapped(lines)

    def _show_turn(self) -> None:
        """Show the table, the latest events and the legal actions."""
        window = Window.now()
        news = self._news
        if window.columns < TABLE_COLUMNS and not self._is_warned:
            self._is_warned = True
            needed = f"The table needs {TABLE_COLUMNS} columns; this window has {window.columns}."
            news = [*window.wrapped([needed]), *news]
        layout = screen(self._view, self._names, news, self._ink, window)
        if layout.first:
            self._show(["", *layout.first])
            self._pause()
        self._is_numbered = layout.is_numbered
        print("\n".join(layout.lines))

    def _show(self, lines: Sequence[str]) -> None:
        """Print lines; where not all can be seen at once, wait for the person in between."""
        for number, page in enumerate(Window.now().pages(lines)):
            if number:
                self._pause()
            print("\n".join(page))

    def _pause(self) -> None:
        if is_interactive():
            input("Press Enter to continue ")

    def _tell(self, events: Sequence[Event], before: View) -> None:
        """Add what happened to the news: a move in one paragraph with its die, scoring as a list."""
        window = Window.now()
        described = describe_events(
            events, before.edition, self._names, PERSON, money_before=before.money, stacks=before.stacks
        )
        paragraphs: list[str] = []
        for event, last, sentences in zip(events, (None, *events), described, strict=False):
            if _opens_part(event, last):
                paragraphs.append("")
            if isinstance(event, CamelMoved | TileHit):
                paragraphs[-1] += f" {sentences[0]}"
            else:
                paragraphs += [sentences[0], *(f"  {sentence}" for sentence in sentences[1:])]
            if isinstance(event, RaceEnded):
                self._news += [*window.wrapped(paragraphs), "", *draw_track(self._view, self._ink)]
                paragraphs = []
        self._news += window.wrapped(paragraphs)

    # --- Keeping ----------------------------------------------------------------------------------------------

    def _keep(self) -> list[str]:
        """Save the game if there is a file for it; if that fails, the game continues and these lines say why."""
        try:
            self._autosave.save()
        except CamelUpError as error:
            return Window.now().wrapped([one_line(error)])
        return []

    def _save(self, name: str) -> None:
        if not name.strip():
            raise FileError("file", "Name a file: save FILE.")
        self._autosave.save_as(Path(name.strip()).expanduser())


def _opens_part(event: Event, last: Event | None) -> bool:
    """Whether a new part starts, set off by a blank line: scoring, a deck, the result."""
    if isinstance(event, CardScored):
        return not isinstance(last, CardScored) or last.deck != event.deck
    return isinstance(event, LegScored | GameEnded)


def _edit_lines() -> None:
    """Let the arrow keys work at the prompt, where Python has the means."""
    if is_interactive():
        with suppress(ImportError):
            # Pasted lines are played one by one, as if they were typed.
            import_module("readline").parse_and_bind("set enable-bracketed-paste off")

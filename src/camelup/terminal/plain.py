"""One person at the table, with plain lines: print and input, nothing else."""

import sys
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from shutil import get_terminal_size

from camelup.chance import seeded, unpredictable
from camelup.edition import Edition
from camelup.errors import CamelUpError
from camelup.events import CamelMoved, CardScored, Event, GameEnded, LegScored, RaceEnded, TileHit
from camelup.game import Game
from camelup.players import Player
from camelup.players.random_player import RandomPlayer
from camelup.sentences import YOU, describe, tell
from camelup.terminal.board import WIDTH, draw, draw_track
from camelup.terminal.guide import guide
from camelup.terminal.ink import ink_for
from camelup.terminal.menu import draw_menu, read_action
from camelup.terminal.saving import load, save
from camelup.view import events_for

PERSON = 0
"""The seat of the person; all others are played by the computer."""

_PROMPT_LINES = 3
"""The lines of a turn besides board and menu, when there is room for blank ones between them."""
_NAMES = (
    ("Ada", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo"),
    ("Alma", "Bea", "Carl", "Dora", "Emil", "Fay", "Gus", "Hope"),
)
"""Names that begin with the letter of their seat; the second ones serve when the person has the first."""


def new_game(edition: Edition, players: int, name: str, seed: int | None) -> Game:
    """Set up a game of a person with others, who are called after their seats; a random seat begins."""
    others = [first if first.lower() != name.lower() else second for first, second in zip(*_NAMES, strict=True)]
    return Game(players, edition, seed=seed, first=None, names=[name, *others[1:players]])


def load_game(path: Path, seed: int | None) -> Game:
    """Go on with a saved game."""
    return Game.load(load(path), below=None if seed is None else seeded(seed))


def opponents(game: Game, seed: int | None) -> dict[int, Player]:
    """Give every seat but the person's a player; each draws from its own source, so that no dice depend on them."""
    seats = [seat for seat in range(len(game.names)) if seat != PERSON]
    return {seat: RandomPlayer(unpredictable() if seed is None else seeded((seed << 8) + seat)) for seat in seats}


class Leaving(Exception):  # noqa: N818 - nothing went wrong
    """The person has had enough."""


class PlainGame:
    """A game in progress between a person at the terminal and other players.

    Everything shown comes from the person's view of the game and from the events as that seat may see them.
    """

    def __init__(self, game: Game, others: dict[int, Player], file: Path | None = None) -> None:
        """Sit down at a game; it is kept in the file, if there is one, as it goes on."""
        self._game = game
        self._others = others
        self._file = file
        self._ink = ink_for(sys.stdout)
        self._saved: Path | None = None

    def run(self) -> None:
        """Play until the game is over or the person leaves; a file that cannot be written is refused at once."""
        if self._file is not None:
            self._save(self._file)
        try:
            self._greet()
            while not self._game.is_over:
                self._turn()
            self._keep()
        except (Leaving, EOFError, KeyboardInterrupt) as leaving:
            if not isinstance(leaving, Leaving):
                print()
            self._keep()
            kept = f"The game is saved in {self._saved}." if self._saved else "The game is not saved."
            print(f"Goodbye. {kept}")

    # --- Turns ------------------------------------------------------------------------------------------------

    def _turn(self) -> None:
        view = self._game.view(PERSON)
        seat = view.turn
        if seat == PERSON:
            self._keep()
            events = self._ask()
        else:
            events = self._game.play(self._others[seat].choose(self._game.view(seat)), seat=seat)
        self._saved = None
        self._tell(events_for(events, PERSON), view.money)

    def _ask(self) -> tuple[Event, ...]:
        """Show the table and ask until something is done that the rules allow."""
        self._show_table()
        while True:
            line = input("> ")
            if not sys.stdin.isatty():
                print(line)
            try:
                if not self._command(line.strip()):
                    return self._game.play(read_action(line.strip(), self._game.view(PERSON), self._game.names))
            except (CamelUpError, OSError) as error:
                print(one_line(error))

    def _command(self, line: str) -> bool:
        """Do what a line asks for besides playing; tell whether it did."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                self._show_table()
            case "?" | "help":
                print("\n".join(guide(self._game.view(PERSON).edition, len(self._game.names))))
            case "q" | "quit" | "exit":
                raise Leaving
            case "save":
                if not rest.strip():
                    print("Save where? Give a file: save FILE.")
                    return True
                self._save(Path(rest.strip()).expanduser())
                print(f"Saved in {self._saved}.")
            case _:
                return False
        return True

    def _greet(self) -> None:
        view = self._game.view(PERSON)
        print(f"{view.edition.title}: {', '.join(self._game.names)}.")
        if view.is_over:
            self._show_result()

    # --- What is shown ----------------------------------------------------------------------------------------

    def _show_table(self) -> None:
        view = self._game.view(PERSON)
        name = self._game.names[PERSON]
        whose = "Your turn" if name == YOU else f"{name}, your turn"
        hint = f"{whose}: a number, or words such as ticket {view.edition.racing[0]} (? helps, q leaves)."
        menu = [self._ink.bold(hint), *draw_menu(view, self._game.names, self._ink)]
        board = draw(view, self._game.names, self._ink)
        if len(board) + len(menu) + _PROMPT_LINES > get_terminal_size(fallback=(WIDTH, 0)).lines > 0:
            lines = ["", *draw(view, self._game.names, self._ink, is_airy=False), *menu]
        else:
            lines = ["", *board, "", *menu]
        print("\n".join(lines))

    def _tell(self, events: Sequence[Event], money: Sequence[int | None]) -> None:
        """Say what happened: a move in one paragraph with its die, a scoring as a list."""
        told = tell(events, self._game.view(PERSON).edition, self._game.names, money)
        paragraphs: list[str] = []
        for event, before, sentences in zip(events, (None, *events), told, strict=False):
            if _opens_part(event, before):
                paragraphs.append("")
            if isinstance(event, CamelMoved | TileHit):
                paragraphs[-1] += f" {sentences[0]}"
            else:
                paragraphs += [sentences[0], *(f"  {sentence}" for sentence in sentences[1:])]
            if isinstance(event, RaceEnded):
                _print(paragraphs)
                print("\n".join(["", *draw_track(self._game.view(PERSON), self._ink)]))
                paragraphs = []
        _print(paragraphs)

    def _show_result(self) -> None:
        """Show a game that was over when it was loaded."""
        view = self._game.view(PERSON)
        money = tuple(amount or 0 for amount in view.money)
        ended = GameEnded(view.ranking[0], view.ranking[-1], money, view.victors)
        print("\n".join(draw(view, self._game.names, self._ink)))
        _print(["", *describe(ended, view.edition, self._game.names)])

    # --- Keeping ----------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Save the game if that was asked for; if it fails now, the game goes on all the same."""
        if self._file is not None:
            try:
                self._save(self._file)
            except (CamelUpError, OSError) as error:
                print(one_line(error))

    def _save(self, file: Path) -> None:
        save(file, str(self._game.record))
        self._saved = file


def _opens_part(event: Event, before: Event | None) -> bool:
    """Tell whether something new begins, which a blank line sets off: a scoring, a deck, the result."""
    if isinstance(event, CardScored):
        return not isinstance(before, CardScored) or before.deck != event.deck
    return isinstance(event, LegScored | GameEnded)


def _print(paragraphs: Iterable[str]) -> None:
    for paragraph in paragraphs:
        print(textwrap.fill(paragraph, WIDTH, subsequent_indent="    "))


def one_line(error: Exception) -> str:
    """Give an error's message without line breaks; one of the system's names the file first."""
    if isinstance(error, OSError) and error.strerror:
        return " ".join(f"{error.filename}: {error.strerror}.".split())
    return " ".join(str(error).split())

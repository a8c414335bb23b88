"""`camelup play`, full-screen: from its arguments to a table."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from camelup.core.errors import CamelUpError
from camelup.files import user_data
from camelup.game import Game
from camelup.players.registry import ENTRIES
from camelup.terminal.autosave import Autosave
from camelup.terminal.seating import load_game
from camelup.tui.host import Host
from camelup.tui.local_game import Asked, LocalGame, read_kinds
from camelup.tui.pace import NORMAL, Pace
from camelup.tui.palette import DARK, Palette
from camelup.tui.running_games import is_running
from camelup.tui.setup import Setup
from camelup.tui.start_screen import StartScreen
from camelup.tui.table_screen import TableScreen
from camelup.tui.thinking import Thinking

_FOLDER = "terminal"


def slot_of(process: int) -> Path:
    """Give the file that keeps the game of a process until it is over."""
    return user_data() / _FOLDER / f"{process}.txt"


def find_kept() -> list[Path]:
    """Find the games that somebody left before their end, the latest first; not those that are being played."""
    found: list[tuple[float, Path]] = []
    with suppress(OSError):
        for file in (user_data() / _FOLDER).glob("*.txt"):
            with suppress(OSError):  # another process may have finished it meanwhile
                found.append((file.stat().st_mtime, file))
    return [file for _, file in sorted(found, reverse=True) if not is_running(file)]


class Playing:
    """Makes tables and screens for one run of the command."""

    def __init__(
        self,
        *,
        palette: Palette = DARK,
        pace: Pace = NORMAL,
        has_motion: bool = True,
        seed: int | None = None,
        make_thinking: Callable[[], Asked] = Thinking,
    ) -> None:
        self._palette, self._pace, self._has_motion = palette, pace, has_motion
        self._seed, self._make_thinking = seed, make_thinking
        self.host: Host | None = None

    def with_start_screen(self) -> Host:
        """Let people choose what to play."""
        for kept in find_kept():
            found = self._read_kept(kept)
            if found is not None:
                return self._with_kept(kept, *found)
        return self._make_host(lambda: StartScreen(self._start))

    def _with_kept(self, kept: Path, game: Game, kinds: dict[int, str]) -> Host:
        resumed = f"leg {game.position.leg}, {', '.join(game.names)}"
        return self._make_host(lambda: StartScreen(self._start, lambda: self._resume(kept, game, kinds), resumed))

    def with_game(self, game: Game, kinds: dict[int, str], autosave: Autosave | None = None) -> Host:
        """Go to a table at once."""
        desk = self._sit(game, kinds, autosave)
        return self._make_host(lambda: self._table(desk))

    def _make_host(self, first: Callable[[], StartScreen | TableScreen]) -> Host:
        self.host = Host(first, self._palette)
        return self.host

    def _sit(
        self, game: Game, kinds: dict[int, str], autosave: Autosave | None = None, *, has_odds: bool = True
    ) -> LocalGame:
        return LocalGame(
            game,
            kinds,
            self._make_thinking,
            autosave=autosave,
            slot=slot_of(os.getpid()),
            seed=self._seed,
            has_odds=has_odds,
        )

    def _table(self, desk: LocalGame) -> TableScreen:
        return TableScreen(desk, self._pace, has_motion=self._has_motion)

    def _start(self, setup: Setup) -> None:
        desk = self._sit(setup.make_game(self._seed), setup.computers, has_odds=setup.has_odds)
        self._show(desk)

    def _resume(self, kept: Path, game: Game, kinds: dict[int, str]) -> None:
        with suppress(OSError):  # then it stays where it is, and playing on says that it cannot be saved
            kept.replace(slot_of(os.getpid()))
        self._show(self._sit(game, kinds))

    def _show(self, desk: LocalGame) -> None:
        assert self.host is not None, "made first"  # noqa: S101 - narrows the type
        self.host.switch_screen(self._table(desk))

    def _read_kept(self, file: Path) -> tuple[Game, dict[int, str]] | None:
        try:
            game, kinds = load_game(file, self._seed), read_kinds(file.read_text(encoding="utf-8"))
        except (CamelUpError, OSError, ValueError, AttributeError):
            return None  # whatever it is, it is no game to continue
        seats = range(len(game.names))
        # A player of one's own is not loaded yet: the first frame would wait for it.
        is_known = all(seat in seats and (kind in ENTRIES or ":" in kind) for seat, kind in kinds.items())
        return (game, kinds) if is_known and not game.is_over else None

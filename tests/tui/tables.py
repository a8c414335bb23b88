"""Tables for tests of the full-screen game: positions, and players that think in this process."""

import asyncio
from collections.abc import Sequence
from typing import Any

from camelup import Game
from camelup.core.edition import EDITIONS, Camel
from camelup.core.view import View
from camelup.tui.desk import Worth
from camelup.tui.host import Host
from camelup.tui.local_game import LocalGame
from camelup.tui.pace import INSTANT
from camelup.tui.palette import DARK, Palette
from camelup.tui.table_screen import TableScreen
from camelup.tui.thinking import Mind

SIZES = ((80, 24), (120, 40))
NAMES = ("You", "Fin", "Chick", "Amira", "Bob", "Eve", "Zed", "Kim")


class QuickMind(Mind):
    """Knows odds that need no computing."""

    def leg_shares(self, view: View) -> dict[Camel, tuple[float, float]]:
        return dict.fromkeys(view.edition.racing, (0.2, 0.3))

    def values(self, view: View) -> list[Worth]:
        return [Worth(str(action), 1.0, {"ticket": 1.5, "held tickets": -0.5}) for action in view.legal]

    def hint(self, record: str, seat: int) -> str:
        return f"Roll, {Game.load(record).names[seat]}."


class QuickThinking:
    """Answers in this process, at the next turn of the event loop."""

    def __init__(self) -> None:
        self._mind = QuickMind()
        self.is_closed = False

    async def ask(self, what: str, *arguments: object) -> Any:  # noqa: ANN401 - depends on the question
        await asyncio.sleep(0)
        return getattr(self._mind, what)(*arguments)

    def close(self) -> None:
        self.is_closed = True


def make_desk(
    players: int = 4,
    edition: int = 2,
    seed: int = 7,
    people: Sequence[int] = (0,),
    game: Game | None = None,
    **settings: Any,  # noqa: ANN401 - those of LocalGame
) -> LocalGame:
    """Sit people on some seats, and the random player on all others."""
    game = game or Game(players, EDITIONS[edition], seed=seed, names=NAMES[:players])
    kinds = {seat: "random" for seat in range(len(game.names)) if seat not in people}
    return LocalGame(game, kinds, QuickThinking, seed=seed, **settings)


def make_host(desk: LocalGame, palette: Palette = DARK, hold: float = 0.0) -> Host:
    """Show a table without waiting for anything."""
    return Host(lambda: TableScreen(desk, INSTANT, hold=hold), palette)

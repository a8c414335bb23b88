"""How long players take for a decision, as a median over whole games; the champion with 4,000 playouts.

.venv/bin/python benchmarks/decisions.py
"""

import statistics
import time

from camelup import Game
from camelup.chance import seeded
from camelup.core.edition import EDITIONS
from camelup.players import Budget, Seating, find_player

_GAMES = 3
_PLAYOUTS = 4000


def decisions(name: str) -> list[float]:
    """Play games of four with a player at every seat; return how long each decision took."""
    found = []
    for number in range(_GAMES):
        game = Game(players=4, edition=EDITIONS[1 + number % 2], seed=number)
        players = [find_player(name).create(seeded(seat)) for seat in range(4)]
        for seat, player in enumerate(players):
            player.start(Seating(seat, game.names, game.view(seat)))
        while not game.is_over:
            seat = game.position.turn
            view = game.view(seat)
            begun = time.perf_counter()
            action = players[seat].choose(view, Budget(playouts=_PLAYOUTS))
            found.append(time.perf_counter() - begun)
            events = game.play(action)
            for other, player in enumerate(players):
                player.observe(game.events_for(events, other))
    return found


for name in ("novice", "greedy", "shark", "learned", "champion"):
    taken = decisions(name)
    print(f"{name:9} {1000 * statistics.median(taken):7.2f} ms a decision, {1000 * min(taken):.2f} at best")

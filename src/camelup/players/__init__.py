"""Computer players: whatever can choose an action from what one seat sees.

>>> from camelup import Game
>>> from camelup.chance import seeded
>>> game, player = Game(players=3, seed=7), find_player("random").create(seeded(1))
>>> str(player.choose(game.view(0)))
'ticket g'
"""

from typing import TYPE_CHECKING

from camelup.deprecation import old_names
from camelup.players.player import DEFAULT_BUDGET, Budget, Player, Seating
from camelup.players.registry import ENTRIES, Entry, find_player, split_players

__all__ = ["DEFAULT_BUDGET", "ENTRIES", "Budget", "Entry", "Player", "Seating", "find_player", "split_players"]

if not TYPE_CHECKING:  # as in camelup itself
    __getattr__ = old_names(__name__, {"AS_IT_LIKES": "DEFAULT_BUDGET"})

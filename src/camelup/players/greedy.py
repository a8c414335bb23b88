"""Takes what pays most right now, by exact odds."""

import numpy as np

from camelup.bulk.layout import Games
from camelup.bulk.styles import CARD_REWARDS, OTHERS, STYLES
from camelup.compiled.arrays import FloatArray
from camelup.core.race import RACERS
from camelup.odds.leg_table import ENDS, WINS
from camelup.players.compiled_player import CompiledPlayer
from camelup.players.player import Budget
from camelup.search.beliefs import expect_rewards
from camelup.search.candidates import choose_at_once, legal_set
from camelup.search.odds_cache import find_stakes, packed_situation_of


class GreedyPlayer(CompiledPlayer):
    """Weighs every action in EP by exact odds of leg and race, and takes the best; a roll is worth 1.

    It takes others' face-down cards to be by the odds of now, and thinks only of its own money.
    """

    style = STYLES["plain"]

    def think(self, games: Games, at_laying: FloatArray, seed: int, budget: Budget) -> int:  # noqa: ARG002 - one step
        """Choose an action's number for the seat in turn of the one game there is."""
        game = games[0]
        seat = int(game["turn"])
        odds = self.odds_cache.odds(packed_situation_of(game))
        stakes = find_stakes(game)
        weights = np.full(len(stakes), -self.style[OTHERS])
        weights[seat] = 1.0
        self.odds_cache.add_tile_worths(game, int(legal_set(games)), odds, stakes * weights[:, None])
        if game["hands"][seat]:
            shares = self.share_out(odds, at_laying)
            odds[CARD_REWARDS : CARD_REWARDS + 2 * RACERS] = expect_rewards(game, seat, shares)
        return int(choose_at_once(games, seed, self.style, odds))

    def share_out(self, odds: FloatArray, at_laying: FloatArray) -> FloatArray:
        """Return the chance of each camel to be on each face-down card: here by the odds of now."""
        now = odds[WINS:ENDS].reshape(2, 1, RACERS)
        return np.broadcast_to(now, at_laying.shape)

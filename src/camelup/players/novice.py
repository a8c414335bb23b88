"""Knows the rules, follows the crowd: plays sensibly, with a person's mistakes."""

import numpy as np

from camelup.bulk.layout import Games
from camelup.bulk.styles import CARD_REWARDS, ODDS, TILE_WORTHS
from camelup.compiled.arrays import FloatArray
from camelup.core.payouts import card_reward
from camelup.core.race import RACERS
from camelup.players.compiled_player import CompiledPlayer
from camelup.players.player import Budget
from camelup.search.candidates import choose_at_once
from camelup.search.feeling import FEELING, feel_odds

_NEVER = -9.0


class NovicePlayer(CompiledPlayer):
    """Goes by places on the track, not by dice: likes the leader, forgets tiles, bets on the race by feeling."""

    def think(self, games: Games, at_laying: FloatArray, seed: int, budget: Budget) -> int:  # noqa: ARG002 - it feels
        """Choose an action's number for the seat in turn of the one game there is."""
        game = games[0]
        odds = np.zeros(ODDS)
        feel_odds(int(game["track"]), odds)
        odds[TILE_WORTHS:CARD_REWARDS] = _NEVER
        odds[CARD_REWARDS : CARD_REWARDS + RACERS] = card_reward(1, int(game["winner_cards"]))
        odds[CARD_REWARDS + RACERS :] = card_reward(1, int(game["loser_cards"]))
        return int(choose_at_once(games, seed, FEELING, odds))

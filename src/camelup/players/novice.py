"""Knows the rules, follows the crowd: plays sensibly, with a person's mistakes."""

import numpy as np

from camelup.bulk.layout import Games
from camelup.bulk.styles import CARD_REWARDS, ODDS, TILE_WORTHS, style
from camelup.compiled.arrays import FloatArray
from camelup.core.edition import SPACES
from camelup.core.payouts import card_reward
from camelup.core.race import RACERS, ranking, space_of
from camelup.odds.leg_table import ENDS, LAST, LEG_FIRST, LEG_SECOND, WINS
from camelup.players.compiled_player import CompiledPlayer
from camelup.players.player import Budget
from camelup.search.candidates import choose_at_once

_FEELS = (0.55, 0.25, 0.12, 0.06, 0.02)
"""How likely it feels that the camel in each place stays in front."""
_SECOND_FEELS = 0.7
_EAGER = 1.4
_END_IS_NEAR = 11
"""From this space of the leader on it feels that the race may end in this leg."""
_LEGS_TO_GO = 6
_NEVER = -9.0
_STYLE = style(noise=0.6, floor=0.34, winner_from=0.3, loser_from=0.6, partner_weight=0.5, tile_weight=0.0)


class NovicePlayer(CompiledPlayer):
    """Goes by places on the track, not by dice: likes the leader, forgets tiles, bets on the race by feeling."""

    def think(self, games: Games, at_laying: FloatArray, seed: int, budget: Budget) -> int:  # noqa: ARG002 - it feels
        """Choose an action's number for the seat in turn of the one game there is."""
        game = games[0]
        track = int(game["track"])
        order = ranking(track)
        front = space_of(track, order[0])
        sure = _EAGER * front / SPACES  # the nearer the leader is to the finish, the surer it all feels
        odds = np.zeros(ODDS)
        for place, camel in enumerate(order):
            odds[LEG_FIRST + camel] = _FEELS[place]
            odds[LEG_SECOND + camel] = _FEELS[abs(place - 1)] * _SECOND_FEELS
            odds[WINS + camel] = _feel(_FEELS[place], sure)
            odds[LAST + camel] = _feel(_FEELS[RACERS - 1 - place], sure)
        odds[ENDS] = max(0.0, (front - _END_IS_NEAR) / _LEGS_TO_GO)
        odds[TILE_WORTHS:CARD_REWARDS] = _NEVER
        odds[CARD_REWARDS : CARD_REWARDS + RACERS] = card_reward(1, int(game["winner_cards"]))
        odds[CARD_REWARDS + RACERS :] = card_reward(1, int(game["loser_cards"]))
        return int(choose_at_once(games, seed, _STYLE, odds))


def _feel(chance: float, sure: float) -> float:
    return 1 / RACERS + sure * (chance - 1 / RACERS)

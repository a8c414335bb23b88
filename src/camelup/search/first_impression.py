"""What a net thinks of each action at a glance, for the one game that a search is about."""

from typing import NamedTuple

import numpy as np

from camelup.bulk.layout import Games
from camelup.bulk.observations.layouts import ODDS
from camelup.bulk.observations.numbering import rank_number
from camelup.bulk.observations.observe_games import observe
from camelup.compiled.arrays import FloatArray
from camelup.nets.policy_net import PolicyNet
from camelup.search.candidates import legal_set


class Impression(NamedTuple):
    """How an action looks: the logarithm of the chance that the net takes it, and its worth by the odds in pounds."""

    log: float
    worth: float


def first_impressions(net: PolicyNet, games: Games, shares: FloatArray) -> dict[int, Impression]:
    """Return how each legal action looks to the seat in turn, if others' cards show camels by these shares."""
    game = games[0]
    seen = observe(games, ODDS, notes=shares.astype(np.float32)[None])
    preferences, worths = net(seen)[0][0], ODDS.read(seen, "worth")[0]
    legal = int(legal_set(games))
    actions = [action for action in range(legal.bit_length()) if legal >> action & 1]
    track, turn, players = (int(game[name]) for name in ("track", "turn", "players"))
    ranks = [rank_number(track, turn, players, action) for action in actions]
    logs = preferences[ranks].astype(np.float64)
    logs -= logs.max()
    logs -= np.log(np.exp(logs).sum())
    found = map(Impression, logs.tolist(), worths[ranks].tolist())
    return dict(zip(actions, found, strict=True))

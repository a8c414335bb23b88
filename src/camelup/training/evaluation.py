"""How well a learner plays: against fixed policies in bulk, and in matches of the arena with the luck taken out."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from camelup.arena.luck import take_out_luck
from camelup.arena.match import Match
from camelup.arena.play import Elsewhere, play_match
from camelup.bulk.estimates import Z_95
from camelup.bulk.learning_kernels import draw_by_preference
from camelup.bulk.vector_game import Odds, VectorGame
from camelup.core.edition import EDITIONS
from camelup.core.errors import ArgumentError, quoted
from camelup.players.custom import NET
from camelup.training.learning_net import LearningNet
from camelup.training.tables import ACTIONS_A_SEAT, OPPONENTS

POLICIES = ("plain", "miser")
_KNOWN = {policy.name.removeprefix("style "): number for number, policy in enumerate(OPPONENTS)}
"""Whom a net can be tried against in bulk: the league's own opponents, for whom a loop is compiled anyway."""
PLAYERS = ("greedy", "shark")
_SEATS = 4
_SEED = 777
"""All evaluations are on the same deals, which training never sees."""


@dataclass(frozen=True)
class Share:
    """How much of the victories somebody has, and how far off that may be, in 95 of 100 cases at most."""

    value: float
    error: float


def share_against(  # noqa: PLR0913 - what a match is
    net: LearningNet, edition: int, policy: str, games: int, seats: int = _SEATS, *, odds: Odds = "exact"
) -> Share:
    """Play games in bulk against policies at all other seats, from every seat equally often."""
    rows = np.arange(games)
    own = rows % seats
    if policy not in _KNOWN:
        raise ArgumentError("plan", f"A net is tried against {', '.join(_KNOWN)}, not {quoted(policy)}.")
    seating = np.full((games, seats), _KNOWN[policy])
    seating[rows, own] = -1
    vector = VectorGame(
        games,
        EDITIONS[edition],
        seats,
        seed=_SEED,
        opponents=OPPONENTS,
        seats=seating,
        layout="odds",
        odds=odds,
        max_actions=ACTIONS_A_SEAT * seats,
    )
    step = vector.reset()
    shares, is_over = np.zeros(games), np.zeros(games, np.bool_)
    actions, logs, best = np.zeros(games, np.int64), np.zeros(games, np.float32), np.full(games, -1, np.float32)
    with torch.no_grad():
        while not is_over.all():
            draw_by_preference(net(torch.from_numpy(step.observation))[0].numpy(), step.mask, best, actions, logs)
            step = vector.step(actions)
            ended = (step.terminated | step.truncated) & ~is_over
            shares[ended] = step.rewards[rows, own][ended]
            is_over |= ended
    return Share(float(shares.mean()), Z_95 * float(shares.std(ddof=1)) / games**0.5)


def match_against(net: Path, edition: int, player: str, games: int, elsewhere: Elsewhere | None = None) -> Share:
    """Play a match of one net against players at the three other seats, and take the luck out.

    The games may be played elsewhere, where the net must be in the same place.
    """
    name = f"{NET}{net}"
    match = Match((name, *(player,) * (_SEATS - 1)), EDITIONS[edition], _SEED)
    found = take_out_luck(match, play_match(match, games, elsewhere=elsewhere))[name]
    return Share(found.value, found.error or 1.0)

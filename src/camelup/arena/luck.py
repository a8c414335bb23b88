"""The win shares of a match with the luck of the dice taken out: the same in the mean, and known from fewer games.

For every roll of a saved game, all faces that might have come are played on to the end of the leg by simulated players,
and judged as the champion judges. How much better for a seat the face was that came than the mean of all is its luck.
By fair dice luck is 0 in the mean, whatever the judgement is worth, so shares less luck mean the same as shares, and
their intervals are about half as wide: a fourth of the games will do.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from os import cpu_count
from typing import NamedTuple

import numpy as np

from camelup.arena.match import Match
from camelup.arena.standings import whole_deals
from camelup.arena.table import Result
from camelup.bulk.action_space import ROLL
from camelup.bulk.estimates import Z_95
from camelup.bulk.layout import pack
from camelup.compiled.arrays import FloatArray
from camelup.core.actions import Face, Roll
from camelup.core.errors import ArgumentError
from camelup.core.rules import chances
from camelup.core.state import State
from camelup.formats.record import parse_record, replay
from camelup.search.evaluator import Candidate, Evaluator
from camelup.search.opponents import OWN_STYLE

PLAYOUTS = 30


class ShareWithoutLuck(NamedTuple):
    """A player's win share, and how far off it may be, in 95 of 100 cases at most; None where there is one deal."""

    value: float
    error: float | None


def take_out_luck(
    match: Match, results: Sequence[Result], on_game: Callable[[Result], None] | None = None
) -> dict[str, ShareWithoutLuck]:
    """Return each player's win share without luck, from the whole deals of a match; report every finished game."""
    deals = whole_deals(match, results)
    games = [result for deal in deals for result in deal]
    if any(result.record is None for result in games):
        raise ArgumentError("match", "The luck of games played in bulk is unknown: their records are not kept.")
    luck = luck_of_games(games, on_game)
    by_deal: defaultdict[str, list[float]] = defaultdict(list)
    for deal in deals:
        shares = defaultdict(list)
        for result in deal:
            for name, share in zip(result.players, result.shares - luck[result.game], strict=True):
                shares[name].append(share)
        for name, won in shares.items():
            by_deal[name].append(float(np.mean(won)))
    return {name: _share(shares) for name, shares in by_deal.items()}


def luck_of_games(games: Sequence[Result], on_game: Callable[[Result], None] | None = None) -> dict[int, FloatArray]:
    """Return the luck of each seat in kept games, by their numbers; report every finished game."""
    luck = {}
    with ThreadPoolExecutor(cpu_count()) as threads:
        for result, found in zip(games, threads.map(lambda game: luck_of_game(game.record or ""), games), strict=True):
            luck[result.game] = found
            if on_game is not None:
                on_game(result)
    return luck


def _share(shares: list[float]) -> ShareWithoutLuck:
    value = float(np.mean(shares))
    if len(shares) == 1:
        return ShareWithoutLuck(value, None)
    return ShareWithoutLuck(value, Z_95 * float(np.std(shares, ddof=1)) / len(shares) ** 0.5)


def luck_of_game(record: str) -> FloatArray:
    """Add up the luck of each seat in a kept game."""
    steps = list(replay(parse_record(record)))
    luck = np.zeros(steps[0].state.players)
    for number, (before, after) in enumerate(pairwise(steps)):
        if after.ply is not None and after.ply.outcome is not None:
            luck += luck_of_roll(before.state, after.ply.outcome, number)
    return luck


def luck_of_roll(state: State, face: Face, seed: int, playouts: int = PLAYOUTS) -> FloatArray:
    """Return how lucky it was for each seat that a roll showed this face."""
    faces = chances(state, Roll())
    camels = state.edition.camels
    candidates = [Candidate(ROLL, camels.index(face.camel), face.number) for face, _ in faces if face]
    evaluator = Evaluator(seed, np.array([OWN_STYLE]))
    values = evaluator.evaluate(pack([state]), candidates, 0, playouts)[0].mean(axis=1, dtype=np.float64)
    likely = np.array([float(chance) for _, chance in faces])
    came = [known for known, _ in faces].index(face)
    return np.asarray(values[came] - likely @ values)

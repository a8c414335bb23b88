"""Tell the win shares of an arena's results with the luck of the dice taken out.

    .venv/bin/python tools/take_out_luck.py RESULTS.jsonl ...

For every roll of a kept game, all faces that might have come are played on to the end of the leg by imagined players,
and judged as the champion judges. How much better for a seat the face was that came than the mean of all is its luck.
By fair dice luck is 0 in the mean, whatever the judgement is worth, so shares less luck tell the same as shares, and
their intervals are about half as wide: a fourth of the games will do.
"""

import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
from numba import types

from camelup import parse_record
from camelup.arena.match import Match
from camelup.arena.results import read_results
from camelup.arena.standings import whole_deals
from camelup.arena.table import Result
from camelup.bulk.action_space import ROLL
from camelup.bulk.kernels import apply_action
from camelup.bulk.layout import Games, pack
from camelup.bulk.styles import ODDS
from camelup.compiled import kernel
from camelup.compiled.random_stream import split, start_stream
from camelup.core.actions import Face, Roll
from camelup.core.edition import MAX_PLAYERS
from camelup.core.rules import chances
from camelup.core.state import State
from camelup.formats.record import replay
from camelup.odds.leg_table import LegTable, leg_table
from camelup.players.champion import OWN, STYLE_WEIGHTS
from camelup.players.imagining import GAMES, GRID, INT, INTS, TABLE, play_on, victory_share
from camelup.players.standing import STANDING, describe_standing, standing_weights, winning_chance

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
PLAYOUTS = 30
SURE = 1.96
"""An interval of 95% has so many standard errors on either side."""


@kernel(types.void(GAMES, INTS, INTS, INT, INT, GRID, INT, TABLE, GRID, GRID), is_cached=False)
def judge_faces(  # noqa: PLR0913, PLR0917 - a kernel takes all that it needs
    root: Games,
    shown: IntArray,
    numbers: IntArray,
    playouts: int,
    seed: int,
    styles: FloatArray,
    own: int,
    table: LegTable,
    weights: FloatArray,
    judged: FloatArray,
) -> None:
    """Write the chance of each seat to win after each face of a roll; all faces meet the same dice afterwards."""
    scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
    odds = np.zeros(ODDS, np.float64)
    kinds = np.full(MAX_PLAYERS, own, np.int64)
    standing = np.zeros((MAX_PLAYERS, STANDING), np.float64)
    work = np.empty_like(root)
    for face in range(len(shown)):
        for playout in range(playouts):
            stream = start_stream(seed, playout)
            work[0] = root[0]
            game = work[0]
            until = game.leg + 1
            apply_action(game, ROLL, shown[face], numbers[face], scratch)
            play_on(game, until, stream, split(split(stream)), kinds, styles, table, odds, scratch)
            for seat in range(game.players):
                if game.over:
                    chance = victory_share(game, seat)
                else:
                    stage = describe_standing(game, table, odds, standing)
                    chance = winning_chance(seat, int(game.players), standing, weights[stage], odds)
                judged[face, seat] += chance / playouts


def luck_of_roll(state: State, face: Face, seed: int, playouts: int = PLAYOUTS) -> FloatArray:
    """Tell how lucky each seat was in that a roll showed this face."""
    edition = state.edition
    faces = chances(state, Roll())
    shown = np.array([edition.camels.index(face.camel) for face, _ in faces if face])
    numbers = np.array([face.number for face, _ in faces if face])
    weights = standing_weights(edition.number, state.players)
    judged = np.zeros((len(faces), MAX_PLAYERS))
    judge_faces(pack([state]), shown, numbers, playouts, seed, STYLE_WEIGHTS, OWN, leg_table(edition), weights, judged)
    likely = np.array([float(chance) for _, chance in faces])
    came = [known for known, _ in faces].index(face)
    return np.asarray(judged[came] - likely @ judged)[: state.players]


def luck_of_game(record: str) -> FloatArray:
    """Add up the luck of each seat in a kept game."""
    steps = list(replay(parse_record(record)))
    luck = np.zeros(steps[0].state.players)
    for number, (before, after) in enumerate(pairwise(steps)):
        if after.ply is not None and after.ply.outcome is not None:
            luck += luck_of_roll(before.state, after.ply.outcome, number)
    return luck


def shares_without_luck(match: Match, results: list[Result]) -> dict[str, tuple[float, float]]:
    """Give the win share of each player, with how far off it may be."""
    by_deal: defaultdict[str, list[float]] = defaultdict(list)
    for deal in whole_deals(match, results):
        shares = defaultdict(list)
        for result in deal:
            for name, share in zip(result.players, result.shares - luck_of_game(result.record or ""), strict=True):
                shares[name].append(share)
        for name, found in shares.items():
            by_deal[name].append(float(np.mean(found)))
    return {
        name: (float(np.mean(shares)), SURE * float(np.std(shares, ddof=1)) / len(shares) ** 0.5)
        for name, shares in by_deal.items()
    }


def main() -> None:
    """Print a line for each player of each file."""
    for path in map(Path, sys.argv[1:]):
        kept = read_results(path)
        for name, (share, off) in shares_without_luck(kept.match, kept.results).items():
            print(f"{path.stem}  {name:10} {share:6.1%} +- {off:.1%}", flush=True)


if __name__ == "__main__":
    main()

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

from camelup import parse_record
from camelup.arena.match import Match
from camelup.arena.results import read_results
from camelup.arena.standings import whole_deals
from camelup.arena.table import Result
from camelup.bulk.action_space import ROLL
from camelup.bulk.layout import pack
from camelup.core.actions import Face, Roll
from camelup.core.rules import chances
from camelup.core.state import State
from camelup.formats.record import replay
from camelup.players.champion import OWN, STYLE_WEIGHTS
from camelup.players.judging import Judge

FloatArray = npt.NDArray[np.float64]
PLAYOUTS = 30
SURE = 1.96
"""An interval of 95% has so many standard errors on either side."""


def luck_of_roll(state: State, face: Face, seed: int, playouts: int = PLAYOUTS) -> FloatArray:
    """Tell how lucky each seat was in that a roll showed this face."""
    faces = chances(state, Roll())
    camels = state.edition.camels
    steps = [(ROLL, camels.index(face.camel), face.number) for face, _ in faces if face]
    judge = Judge(STYLE_WEIGHTS, np.array([OWN]), seed)
    judged = judge.expect(pack([state]), steps, 0, playouts)[0].mean(axis=1, dtype=np.float64)
    likely = np.array([float(chance) for _, chance in faces])
    came = [known for known, _ in faces].index(face)
    return np.asarray(judged[came] - likely @ judged)


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

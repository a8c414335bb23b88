"""Some figures from every kernel, as JSON: run with and without compilation they must be the same."""

import json
import sys

import numpy as np

from camelup.core.edition import FIRST, SECOND
from camelup.formats.notation import parse_situation
from camelup.odds.leg_odds import leg
from camelup.odds.numbering import all_tracks
from camelup.odds.race_odds import race, sampled
from camelup.odds.rounding import round_together
from camelup.odds.solver import LayeredSolver, OneSweepSolver, Solver

SITUATIONS = (
    parse_situation(FIRST, "1:bg 2:ow 3:y", dice="bgo"),
    parse_situation(FIRST, "11:bg 12:ow 13:y", dice="gwy", tiles="14+ 16-"),
    parse_situation(SECOND, "1:gy 2:rb 3:p 14:K 16:W", dice="gyx"),
    parse_situation(SECOND, "1:Kgy 2:Wrb 3:p", dice="gyrx", tiles="4+ 6-"),
    parse_situation(SECOND, "14:ygrbp 15:KW", dice="yx"),
)


def figures() -> dict[str, object]:
    """The figures."""
    legs = [leg(asked) for asked in SITUATIONS]
    races = [race(asked) for asked in SITUATIONS if asked.edition is FIRST] + [race(parse_situation(FIRST, "1:bgowy"))]
    samples = [sampled(asked, 40, seed=5) for asked in SITUATIONS]
    solvers: list[Solver] = [LayeredSolver(16), OneSweepSolver(14)]
    for solver in solvers:
        list(solver.sweep())
    shares = np.random.default_rng(1).dirichlet([0.5] * 5, 40).astype(np.float32)[:, :4].reshape(-1, 8)
    rounded = np.zeros(shares.shape, np.uint16)
    round_together(np.ascontiguousarray(shares), rounded)
    return {
        "legs": [[sorted(odds.orders.values()), list(odds.landings.values()), odds.endings] for odds in legs],
        "races": [[*odds.winner.values(), *odds.loser.values()] for odds in races],
        "samples": [[*odds.winner.values(), *odds.loser.values()] for odds in samples],
        "sweeps": [solver.values.tolist() for solver in solvers],
        "tracks": [all_tracks(7, 16).tolist(), all_tracks(5, 15).tolist()],
        "rounded": rounded.tolist(),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(figures()))

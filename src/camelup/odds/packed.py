"""A situation as kernels take it, and calls of the kernels: one place for their many arguments."""

from typing import NamedTuple

import numpy as np

from camelup.compiled.arrays import FloatArray, IntArray
from camelup.core.edition import Edition
from camelup.core.race import GREY, OVER_THE_LINE, RACERS
from camelup.core.situation import Situation
from camelup.odds.leg_kernel import walk_leg
from camelup.odds.nodes import WORKSPACE
from camelup.odds.orders import without_crazy
from camelup.odds.race_kernel import look_up, walk_race
from camelup.odds.sampling import sample_races
from camelup.odds.table import RaceTable

_SEED_BITS = (1 << 62) - 1
_NOISE = 1e-14
"""What is smaller than this, or below 0, is what rounding left of nothing: real chances are a hundred times larger."""


class PackedSituation(NamedTuple):
    """The edition, the camels, and dice and tiles as bits; it can be a key of a dictionary."""

    edition: Edition
    track: int
    dice: int
    cheering: int
    booing: int

    @property
    def draws(self) -> int:
        """How many more dice this leg will see."""
        return self.edition.draws_left(self.dice.bit_count())

    @property
    def all_dice(self) -> int:
        """The dice of a new leg, as bits."""
        return self.edition.dice_bits(self.edition.dice)


def pack_situation(situation: Situation) -> PackedSituation:
    """Pack a situation."""
    return PackedSituation(
        situation.edition, situation.track, situation.dice_bits, situation.cheering, situation.booing
    )


def walk_packed_leg(situation: PackedSituation, orders: IntArray) -> tuple[int, IntArray]:
    """Add the ways to each order of the racing camels; return the ways that end the race, and landings by space."""
    edition, track, dice, cheering, booing = situation
    if edition.crazy and not dice >> GREY:
        track = without_crazy(track)  # they cannot move any more in this leg
    landings = np.zeros(OVER_THE_LINE + 1, np.int64)
    endings = walk_leg(
        track,
        dice,
        situation.draws,
        cheering,
        booing,
        edition.first_space,
        WORKSPACE.keys,
        WORKSPACE.weights,
        WORKSPACE.slots,
        orders,
        landings,
    )
    return int(endings), landings


def solve_packed_race(situation: PackedSituation, table: RaceTable) -> tuple[FloatArray, FloatArray]:
    """Return each racing camel's chance to win the race, and to come last in it, by the solved table."""
    edition, track, dice, cheering, booing = situation
    winner, loser = np.zeros(RACERS), np.zeros(RACERS)
    camels = len(edition.camels)
    if dice == situation.all_dice and not cheering | booing:
        look_up(track, camels, 1, table.values, table.unit, winner, loser)
    else:
        walk_race(
            track,
            dice,
            situation.draws,
            cheering,
            booing,
            camels,
            table.values,
            table.unit,
            WORKSPACE.keys,
            WORKSPACE.weights,
            WORKSPACE.slots,
            winner,
            loser,
        )
    for odds in (winner, loser):
        odds[odds < _NOISE] = 0.0
    return winner, loser


def sample_packed_race(situation: PackedSituation, samples: int, seed: int) -> tuple[FloatArray, FloatArray]:
    """Return the share of sampled races that each racing camel wins, and in which it comes last."""
    _, track, dice, cheering, booing = situation
    winners, losers = np.zeros(RACERS, np.int64), np.zeros(RACERS, np.int64)
    sample_races(
        track,
        dice,
        situation.draws,
        cheering,
        booing,
        situation.all_dice,
        situation.edition.first_space,
        samples,
        seed & _SEED_BITS,
        winners,
        losers,
    )
    return winners / samples, losers / samples

"""One roll back: the values at some moments of a leg, from the values one roll later.

A moment is a position together with the set of dice that are out. Its values are the chances of the racing camels in
running order, rear to front: four of the five chances to win the race, or, on the other side, to come last in it. The
two sides have nothing to do with each other, so they are computed one after the other, in the same memory.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from camelup.compiled import kernel
from camelup.compiled.arrays import IntArray
from camelup.core.edition import SPACES
from camelup.core.race import BEHIND_THE_LINE, FIRST_CRAZY, RACERS, crazy_to_move, landing, lift, set_down
from camelup.core.rules import FACES, NUMBERS
from camelup.odds.numbering import STORED, WITH_CRAZY, all_tracks, position_number
from camelup.odds.orders import order_number, without_crazy
from camelup.odds.places import DICE_BY_PLACE, PLACES

Floats = npt.NDArray[Any]
SIDES = 2
"""The chances to win the race, and those to come last."""

SETS = [np.array([dice for dice in range(1 << RACERS) if dice.bit_count() == size], np.int64) for size in range(RACERS)]
"""The sets of this many racing dice, each die a bit at the place of its camel."""
_ENTRIES = np.zeros(1 << RACERS, np.int64)
for _sets in SETS:
    _ENTRIES[_sets] = np.arange(len(_sets))

_ROLL_BACK = (
    "void(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64[::1], {kind}[:, :, ::1], int64[::1], "
    "{kind}[:, :, ::1], int64[::1], int8[:, ::1], int8[:, ::1], {kind}[:, :, ::1])"
)


@dataclass(frozen=True)
class Moments:
    """The values of all positions at some sets of dice that are out, by position, entry and place."""

    values: Floats
    entries: IntArray
    """The entry that a set of racing dice has."""

    def replace(self, positions: slice | IntArray, racing_out: int, values: Floats) -> None:
        """Replace the values of some positions with this many racing dice out."""
        self.values[positions, self._entries_of(racing_out)] = values

    def change(self, positions: slice | IntArray, values: Floats) -> float:
        """Return by how much values would change the start of a leg at most."""
        return float(np.abs(self.values[positions, self._entries_of(0)] - values).max())

    def _entries_of(self, racing_out: int) -> slice:
        sets = SETS[racing_out]
        begin = int(self.entries[sets[0]])
        return slice(begin, begin + len(sets))


def leg_starts(values: Floats, side: int) -> Moments:
    """Return one side of the values at the start of a leg, in rows that have both sides."""
    return Moments(values.reshape(len(values), SIDES, STORED), np.full(1 << RACERS, side, np.int64))


def moments(values: Floats) -> Moments:
    """Return moments that all have the same number of racing dice out."""
    return Moments(values, _ENTRIES)


@kernel(_ROLL_BACK.format(kind="float32"), _ROLL_BACK.format(kind="float64"))
def _roll_back(
    tracks: IntArray,
    positions: IntArray,
    camels: int,
    first: int,
    side: int,
    dice_left: int,
    is_grey_in: int,
    sets: IntArray,
    after_racing: Floats,
    racing_entries: IntArray,
    after_grey: Floats,
    grey_entries: IntArray,
    all_places: npt.NDArray[np.int8],
    by_place: npt.NDArray[np.int8],
    result: Floats,
) -> None:
    """Compute the values of some positions at some sets of racing dice out."""
    goal = 0 if side else RACERS - 1
    sums = np.empty((len(sets), STORED), np.float64)
    row = np.empty(RACERS, np.float64)
    for at in range(len(positions)):
        track = int(tracks[positions[at]])
        sums[:] = 0.0
        black = FIRST_CRAZY
        white = FIRST_CRAZY + 1
        if is_grey_in:
            black, white = crazy_to_move(track, FIRST_CRAZY), crazy_to_move(track, FIRST_CRAZY + 1)
        for camel in range(camels if is_grey_in else RACERS):
            if camel < FIRST_CRAZY:
                faces = 2
                die = 1 << camel
                later, entries = after_racing, racing_entries
            else:
                faces = (black == camel) + (white == camel)
                die = 0
                later, entries = after_grey, grey_entries
            if faces == 0:
                continue
            share = faces / (FACES * dice_left)
            stays, unit, height, start = lift(track, camel)
            for number in NUMBERS:
                target = landing(start, camel, number)
                is_ending = target > SPACES or target < first
                if target < first:
                    target = BEHIND_THE_LINE
                after = set_down(stays, unit, height, target, 0)
                order = order_number(without_crazy(after) if camels == WITH_CRAZY else after)
                places = all_places[order]
                if is_ending:
                    for each in range(len(sets)):
                        if not sets[each] & die:
                            for camel_place in range(STORED):
                                sums[each, camel_place] += share * (places[camel_place] == goal)
                    continue
                moments = later[position_number(after, camels, first)]
                for each in range(len(sets)):
                    out = sets[each]
                    if out & die:
                        continue
                    values = moments[entries[by_place[order, out | die]]]
                    last = 1.0
                    for place in range(STORED):
                        row[place] = values[place]
                        last -= row[place]
                    row[RACERS - 1] = last
                    for camel_place in range(STORED):
                        sums[each, camel_place] += share * row[places[camel_place]]
        for each in range(len(sets)):
            for place in range(STORED):
                result[at, each, place] = sums[each, place]


class Race:
    """All positions of a race with this many camels on the spaces from `first` to 16, and the values before a roll."""

    def __init__(self, camels: int, first: int) -> None:
        self.camels, self.first = camels, first
        self.tracks = all_tracks(camels, first)

    def __len__(self) -> int:
        return len(self.tracks)

    def roll_back(
        self,
        positions: IntArray,
        side: int,
        racing_out: int,
        after_racing: Moments,
        after_grey: Moments | None = None,
    ) -> Floats:
        """Compute the values of positions with this many racing dice out; without `after_grey` the grey die is out.

        `after_racing` has the moments to which a racing die leads, `after_grey` those to which the grey die leads.
        """
        later = after_racing if after_grey is None else after_grey
        kind = after_racing.values.dtype
        result = np.empty((len(positions), len(SETS[racing_out]), STORED), kind)
        _roll_back(
            self.tracks,
            positions,
            self.camels,
            self.first,
            side,
            RACERS - racing_out + (after_grey is not None),
            int(after_grey is not None),
            SETS[racing_out],
            after_racing.values,
            after_racing.entries,
            later.values,
            later.entries,
            PLACES,
            DICE_BY_PLACE,
            result,
        )
        return result

"""A small solved table for quick players: what a position and the dice left say about the leg and the race.

A row belongs to the racing camels' places on a track without tiles and crazy camels (15,504 positions) and the set of
dice left, written by place (32 sets, twice as many where there is a grey die, which here moves nobody). It has, in
steps of 1/255 and from the rear to the front: to lead at the leg's end, to be second then, to win the race, to come
last in it; and how likely the race ends in this leg. One sweep from the finish backwards solves it, in a second or two.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from camelup.compiled import inlined, kernel
from camelup.compiled.arrays import FloatArray
from camelup.compiled.disk_cache import disk_cached
from camelup.core.edition import SPACES, Edition
from camelup.core.race import RACERS, lift, set_down
from camelup.core.variants import with_same_camels
from camelup.odds.leg_kernel import RACING_DICE
from camelup.odds.numbering import BINOMIALS, all_tracks, position_count, position_number
from camelup.odds.orders import order_number
from camelup.odds.places import DICE_BY_PLACE, PLACES
from camelup.odds.solver import order_positions

LegTable = npt.NDArray[np.uint8]

LEG_FIRST, LEG_SECOND, WINS, LAST, ENDS = 0, RACERS, 2 * RACERS, 3 * RACERS, 4 * RACERS
"""Where the chances begin in a row, and in the odds that `read_row` writes: one for each camel, and one to end."""
ODDS = ENDS + 1
_ROW = 24
"""Bytes of a row; the last three are spare, so that a row never begins in the middle of a word."""
UNIT = 1 / 255
_GREY_IN = 1 << RACERS


@kernel("void(int64[::1], int64[::1], int64, float32[:, :, ::1], int8[:, ::1], int8[:, ::1])")
def solve_legs(
    tracks: npt.NDArray[np.int64],
    sequence: npt.NDArray[np.int64],
    has_grey: int,
    rows: npt.NDArray[np.float32],
    all_places: npt.NDArray[np.int8],
    by_place: npt.NDArray[np.int8],
) -> None:
    """Fill all rows; positions come from the finish backwards, so that those one roll further are known."""
    full = RACING_DICE | (_GREY_IN if has_grey else 0)
    sets = np.empty(2 * _GREY_IN, np.int64)  # by the number of dice left, those without the grey die first
    count = 0
    for grey in range(has_grey + 1):
        for size in range(RACERS + 1):
            for dice in range(1 << RACERS):
                if dice.bit_count() == size:
                    sets[count] = dice | (grey * _GREY_IN)
                    count += 1
    for position in sequence:
        track = int(tracks[position])
        # A leg that is over refers to the full set of the same position, so all others are computed before.
        for is_second_look in range(2):
            for at in range(count):
                dice = int(sets[at])
                grey = dice >> RACERS
                racing = dice & RACING_DICE
                left = racing.bit_count()
                row = rows[position, dice]
                if left <= (1 if has_grey and not grey else 0):  # the leg is over
                    if is_second_look:
                        row[:] = 0.0
                        row[LEG_FIRST + RACERS - 1] = 1.0
                        row[LEG_SECOND + RACERS - 2] = 1.0
                        for place in range(RACERS):
                            row[WINS + place] = rows[position, full, WINS + place]
                            row[LAST + place] = rows[position, full, LAST + place]
                    continue
                row[:] = 0.0
                share = 1.0 / (left + grey)
                if grey:
                    other = rows[position, racing]
                    for value in range(ENDS + 1):
                        row[value] += share * other[value]
                for camel in range(RACERS):
                    if not (racing >> camel) & 1:
                        continue
                    stays, unit, height, start = lift(track, camel)
                    for number in range(1, 4):
                        target = start + number
                        after = set_down(stays, unit, height, target, 0)
                        order = order_number(after)
                        places = all_places[order]
                        weight = share / 3.0
                        if target > SPACES:
                            row[ENDS] += weight
                            for place in range(RACERS):
                                row[LEG_FIRST + place] += weight * (places[place] == RACERS - 1)
                                row[LEG_SECOND + place] += weight * (places[place] == RACERS - 2)
                                row[WINS + place] += weight * (places[place] == RACERS - 1)
                                row[LAST + place] += weight * (places[place] == 0)
                            continue
                        now = by_place[order, racing ^ (1 << camel)] | (grey * _GREY_IN)
                        child = rows[position_number(after, RACERS, 1), now]
                        row[ENDS] += weight * child[ENDS]
                        for place in range(RACERS):
                            then = places[place]
                            row[LEG_FIRST + place] += weight * child[LEG_FIRST + then]
                            row[LEG_SECOND + place] += weight * child[LEG_SECOND + then]
                            row[WINS + place] += weight * child[WINS + then]
                            row[LAST + place] += weight * child[LAST + then]


@lru_cache(maxsize=2)
def leg_table(edition: Edition) -> LegTable:
    """Return the table of an edition, computed on first use and cached on disk for the next process."""
    edition = with_same_camels(edition)
    has_grey = int(bool(edition.crazy))
    shape = (position_count(RACERS), _GREY_IN << has_grey, _ROW)

    def make() -> LegTable:
        tracks = all_tracks(RACERS, 1)
        sequence, _ = order_positions(tracks)
        rows = np.zeros(shape, np.float32)
        solve_legs(tracks, sequence, has_grey, rows, PLACES, DICE_BY_PLACE)
        return np.round(rows / UNIT).astype(np.uint8)

    return disk_cached(f"legs-{edition.number}", shape, make)


@inlined
def find_row(track: int, dice: int) -> tuple[int, int, int]:
    """Return where the row of a position is (its number, and the dice by place), and its camels, four bits a place."""
    number = 0
    place = 0
    sets = (dice >> RACERS) << RACERS
    camels = 0
    for shift in range(0, 56, 8):
        byte = (track >> shift) & 0xFF
        camel = byte & 0x07
        if camel < RACERS:
            number += int(BINOMIALS[(byte >> 3) - 1 + place, place + 1])
            sets |= ((dice >> camel) & 1) << place
            camels |= camel << (4 * place)
            place += 1
    return number, sets, camels


@inlined
def read_row(track: int, dice: int, table: LegTable, odds: FloatArray) -> None:
    """Write the odds of each camel, by its number, from the row of a position."""
    number, sets, camels = find_row(track, dice)
    row = table[number, sets]
    for place in range(RACERS):
        camel = (camels >> (4 * place)) & 0x07
        odds[LEG_FIRST + camel] = row[LEG_FIRST + place] * UNIT
        odds[LEG_SECOND + camel] = row[LEG_SECOND + place] * UNIT
        odds[WINS + camel] = row[WINS + place] * UNIT
        odds[LAST + camel] = row[LAST + place] * UNIT
    odds[ENDS] = row[ENDS] * UNIT


@kernel("void(int64, int64, uint8[:, :, ::1], float64[::1])")
def look_up_leg(track: int, dice: int, table: LegTable, odds: FloatArray) -> None:
    """Read the odds of one position, from Python."""
    read_row(track, dice, table, odds)

"""The whole race, solved: for every position at the start of a leg, who will win the race and who will come last.

A row for each position holds the values at every moment of a leg: one entry for each set of dice that may be out (none
to four of them; the fifth ends the leg). An entry has the probabilities of the racing camels in running order, rear to
front, to win and to come last, four of the five each. The entry of a set of dice out follows from the entries of the
positions one roll further, and after the fifth die from entry "none out" again: that circle is what is solved.

Positions are gone through from the finish backwards, by the sum of the racing camels' spaces: every racing die goes to
a higher sum, so its values are new already. Only a crazy camel that carries racing camels leads back to a lower sum,
where the values of the sweep before stand. Without crazy camels one sweep is the exact solution; with them a few
sweeps converge.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from camelup.compiled import inlined, kernel
from camelup.core.edition import DICE_PER_LEG, SPACES
from camelup.core.race import BEHIND_THE_LINE, FIRST_CRAZY, RACERS, crazy_to_move, die_of, landing, lift, set_down
from camelup.core.rules import FACES, NUMBERS
from camelup.odds.leg_kernel import RACING_DICE
from camelup.odds.numbering import STORED, WITH_CRAZY, all_tracks, position_count, position_number
from camelup.odds.orders import ORDER_NUMBERS, ORDERS, all_orders, order_number, without_crazy

Floats = npt.NDArray[Any]
WIDTH = 2 * STORED
_WORTH_SHARING = 100
"""A part with fewer positions is done before a second thread has begun."""

# For each order of the racing camels (as numbered by the leg kernel): the place of each, rear to front, and what the
# set of their dice becomes when it is written by place.
PLACES = np.zeros((ORDERS, RACERS), np.int8)
DICE_BY_PLACE = np.zeros((ORDERS, 1 << RACERS), np.int8)
for _order, _number in zip(all_orders(tuple(range(RACERS))), ORDER_NUMBERS, strict=True):
    for _place, _camel in enumerate(reversed(_order)):
        PLACES[_number, _camel] = _place
    for _dice in range(1 << RACERS):
        DICE_BY_PLACE[_number, _dice] = sum(
            1 << int(PLACES[_number, camel]) for camel in range(RACERS) if _dice >> camel & 1
        )


@inlined
def count_dice(camels: int) -> int:
    """Return the number of dice for this many camels."""
    return die_of(camels - 1) + 1


def entries_of(dice_count: int) -> npt.NDArray[np.int64]:
    """Number the sets of dice that may be out during a leg, none first; -1 for sets that end it."""
    entries = np.full(1 << 6, -1, np.int64)
    during = [dice for dice in range(1 << dice_count) if dice.bit_count() < DICE_PER_LEG]
    entries[during] = np.arange(len(during))
    return entries


_SWEEP = (
    "float64(int64[::1], int64[::1], int64, int64, {kind}[:, :, ::1], int64, int64, int64, "
    "int64[::1], int8[:, ::1], int8[:, ::1])"
)


@kernel(_SWEEP.format(kind="float32"), _SWEEP.format(kind="float64"))
def sweep(
    tracks: npt.NDArray[np.int64],
    sequence: npt.NDArray[np.int64],
    begin: int,
    end: int,
    rows: Floats,
    camels: int,
    first: int,
    only: int,
    entries: npt.NDArray[np.int64],
    all_places: npt.NDArray[np.int8],
    by_place: npt.NDArray[np.int8],
) -> float:
    """Compute the rows of some positions again; return the largest change of an entry "none out".

    `only` restricts it to sets with this many dice out; -1 takes all.
    """
    dice_count = count_dice(camels)
    sums = np.empty((64, WIDTH), np.float64)
    row = np.empty(2 * RACERS, np.float64)
    change = 0.0
    for at in range(begin, end):
        position = sequence[at]
        track = int(tracks[position])
        sums[:] = 0.0
        black = FIRST_CRAZY
        white = FIRST_CRAZY + 1
        if camels == WITH_CRAZY:
            black, white = crazy_to_move(track, FIRST_CRAZY), crazy_to_move(track, FIRST_CRAZY + 1)
        for camel in range(camels):
            die = die_of(camel)
            faces = 2 if camel < FIRST_CRAZY else (black == camel) + (white == camel)
            if faces == 0:
                continue
            stays, unit, height, start = lift(track, camel)
            for number in NUMBERS:
                target = landing(start, camel, number)
                is_ending = target > SPACES or target < first
                if target < first:
                    target = BEHIND_THE_LINE
                after = set_down(stays, unit, height, target, 0)
                order = order_number(without_crazy(after) if camels == WITH_CRAZY else after)
                places = all_places[order]
                child = 0 if is_ending else position_number(after, camels, first)
                for out in range(1 << dice_count):
                    count = out.bit_count()
                    if (out >> die) & 1 or count >= DICE_PER_LEG or (only >= 0 and count != only):
                        continue
                    share = faces / (FACES * (dice_count - count))
                    if is_ending:
                        for camel_place in range(STORED):
                            sums[out, camel_place] += share * (places[camel_place] == RACERS - 1)
                            sums[out, STORED + camel_place] += share * (places[camel_place] == 0)
                        continue
                    entry = 0
                    if count < DICE_PER_LEG - 1:
                        now = out | (1 << die)
                        entry = int(entries[by_place[order, now & RACING_DICE] | (now & ~RACING_DICE)])
                    last_winner = 1.0
                    last_loser = 1.0
                    for place in range(STORED):
                        row[place] = rows[child, entry, place]
                        row[RACERS + place] = rows[child, entry, STORED + place]
                        last_winner -= row[place]
                        last_loser -= row[RACERS + place]
                    row[RACERS - 1] = last_winner
                    row[2 * RACERS - 1] = last_loser
                    for camel_place in range(STORED):
                        sums[out, camel_place] += share * row[places[camel_place]]
                        sums[out, STORED + camel_place] += share * row[RACERS + places[camel_place]]
        if only <= 0:
            for value in range(WIDTH):
                change = max(change, abs(sums[0, value] - rows[position, 0, value]))
        for out in range(1 << dice_count):
            entry = int(entries[out])
            if entry >= 0 and (only < 0 or out.bit_count() == only):
                for value in range(WIDTH):
                    rows[position, entry, value] = sums[out, value]
    return change


@dataclass(frozen=True)
class Progress:
    """How far a solution has come: the sweep, the part of it done, and the largest change of the last whole sweep."""

    sweep: int
    done: float
    change: float


class Solver:
    """Sweeps over all positions of a race with this many camels, on the spaces from `first` to 16."""

    def __init__(self, camels: int, first: int = 1, threads: int = 1) -> None:
        self.camels, self.first, self.threads = camels, first, threads
        self._tracks = all_tracks(camels, first)
        self._sequence, self._bounds = order_positions(self._tracks, camels)
        self._entries = entries_of(count_dice(camels))
        # Crazy camels make 6.5 GB of rows; a race without them is small enough for full precision.
        kind = np.float32 if camels == WITH_CRAZY else np.float64
        shape = (position_count(camels, first), int(self._entries.max()) + 1, WIDTH)
        self._rows = np.full(shape, 1 / RACERS, kind)
        self.sweeps_done = 0
        self.change = 1.0

    @property
    def values(self) -> Floats:
        """The entries at the start of a leg, by position."""
        return self._rows[:, 0, :]

    def resume(self, values: Floats, sweeps_done: int) -> Iterator[Progress]:
        """Go on from values of an earlier run: everything within a leg follows from them, layer by layer."""
        self._rows[:, 0, :] = values
        self.sweeps_done = sweeps_done
        everything = [0, len(self._sequence)]
        for only in range(DICE_PER_LEG - 1, 0, -1):
            self._run(everything, only)
            yield Progress(sweeps_done, 1 - only / DICE_PER_LEG, self.change)

    def sweep(self) -> Iterator[Progress]:
        """Go through all positions once."""
        change = 0.0
        for number, bounds in enumerate(zip(self._bounds, self._bounds[1:], strict=False)):
            change = max(change, self._run(bounds, -1))
            if number % 20 == 0:
                yield Progress(self.sweeps_done + 1, bounds[1] / len(self._sequence), self.change)
        self.sweeps_done += 1
        self.change = change
        yield Progress(self.sweeps_done, 1.0, change)

    def _run(self, bounds: Sequence[int], only: int) -> float:
        """Sweep over a part whose positions do not need each other, on all threads."""
        begin, end = bounds
        threads = self.threads if end - begin > _WORTH_SHARING else 1
        cuts = [begin + (end - begin) * part // threads for part in range(threads + 1)]

        def run(part: int) -> float:
            return float(
                sweep(
                    self._tracks,
                    self._sequence,
                    cuts[part],
                    cuts[part + 1],
                    self._rows,
                    self.camels,
                    self.first,
                    only,
                    self._entries,
                    PLACES,
                    DICE_BY_PLACE,
                )
            )

        if threads == 1:
            return run(0)
        with ThreadPoolExecutor(threads) as pool:
            return max(pool.map(run, range(threads)))


def order_positions(tracks: npt.NDArray[np.int64], camels: int) -> tuple[npt.NDArray[np.int64], list[int]]:
    """Order the positions from the finish backwards; return the order and the bounds of parts that may run at once.

    A part has one sum of the racing camels' spaces and one of the crazy camels': a racing die leads to a higher first
    sum, a crazy camel alone to a lower second one.
    """
    racing = np.zeros(len(tracks), np.int64)
    crazy = np.zeros(len(tracks), np.int64)
    for place in range(camels):
        byte = (tracks >> (8 * place)) & 0xFF
        is_crazy = (byte & 0x07) >= FIRST_CRAZY
        racing += np.where(is_crazy, 0, byte >> 3)
        crazy += np.where(is_crazy, byte >> 3, 0)
    key = crazy - racing * 64
    sequence = np.argsort(key, kind="stable")
    cuts = np.flatnonzero(np.diff(key[sequence])) + 1
    return sequence, [0, *(int(cut) for cut in cuts), len(tracks)]

"""The whole race, solved: for every position at the start of a leg, who will win the race and who will come last.

The values at a moment of a leg follow from those one roll later, and after the fifth die from those at the start of a
leg again: that circle is what is solved, one roll back at a time (`roll_back.py`).

Without crazy camels every roll leads to a position with a higher sum of spaces. Going from the finish backwards by
that sum, one sweep is the exact solution.

A crazy camel that carries racing camels leads back, so there the values have to converge. A sweep takes the values at
the start of a leg as they are and goes back through a whole leg; a dozen sweeps are enough, because hardly any race has
more legs. All 57 sets of dice that may be out would take 3.3 GB for one side of 3,581,424 positions. But a sweep goes
back layer by layer. A layer has all sets with the same number of racing dice out, at most ten with the grey die in the
pyramid and ten with it out, in two blocks of 0.6 GB, and each layer takes the place of the one before:

- A racing die leads to the next layer of the same block, and always to a position with a higher number (numbering.py).
  So if positions are gone through from the lowest number up, nobody needs the values that are overwritten.
- The grey die leads to any position, but always from the first block to the same set of racing dice in the second.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from camelup.core.edition import DICE_PER_LEG
from camelup.core.race import RACERS
from camelup.odds.numbering import STORED, WITH_CRAZY
from camelup.odds.roll_back import SETS, SIDES, Floats, Moments, Race, leg_starts, moments

AT_ONCE = 1 << 14
"""How many positions each thread computes before they take the place of what was there."""


@dataclass(frozen=True)
class Progress:
    """How far a solution has come: the sweep, the part of it done, and the largest change of the last whole sweep."""

    sweep: int
    done: float
    change: float


class Solver(ABC):
    """Sweeps over all positions of a race with this many camels, on the spaces from `first` to 16."""

    def __init__(self, camels: int, first: int, kind: type[np.floating[Any]]) -> None:
        self.first = first
        self.race = Race(camels, first)
        self.values: Floats = np.full((len(self.race), SIDES * STORED), 1 / RACERS, kind)
        self.sweeps_done = 0
        self.change = 1.0

    def resume(self, values: Floats, sweeps_done: int) -> None:
        """Go on from the values of an earlier run."""
        self.values[:] = values
        self.sweeps_done = sweeps_done

    def sweep(self) -> Iterator[Progress]:
        """Compute all values once more."""
        largest = 0.0
        for done, change in self._sweep():
            largest = max(largest, change)
            if done < 1.0:
                yield Progress(self.sweeps_done + 1, done, self.change)
        self.sweeps_done += 1
        self.change = largest
        yield Progress(self.sweeps_done, 1.0, largest)

    @abstractmethod
    def _sweep(self) -> Iterator[tuple[float, float]]:
        """Compute all values once more; yield the part that is done, and the largest change since the last yield."""


class OneSweepSolver(Solver):
    """Solves a race without crazy camels exactly, in one sweep from the finish backwards."""

    def __init__(self, first: int = 1) -> None:
        super().__init__(RACERS, first, np.float64)
        self._sequence, self._bounds = order_positions(self.race.tracks)

    def _sweep(self) -> Iterator[tuple[float, float]]:
        during = [moments(np.empty((len(self.race), len(sets), STORED))) for sets in SETS[1:]]
        for side in range(SIDES):
            start = leg_starts(self.values, side)
            layers = [start, *during, start]
            for begin, end in pairwise(self._bounds):
                positions = self._sequence[begin:end]
                change = 0.0
                for out in reversed(range(RACERS)):
                    values = self.race.roll_back(positions, side, out, layers[out + 1])
                    if out == 0:
                        change = start.change(positions, values)
                    layers[out].replace(positions, out, values)
                yield (side + end / len(self.race)) / SIDES, change


def order_positions(tracks: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], list[int]]:
    """Order positions without crazy camels from the finish backwards, by the sum of the camels' spaces.

    Return the order and its bounds: between two of them the positions do not need each other.
    """
    sums = np.zeros(len(tracks), np.int64)
    for place in range(RACERS):
        sums += (tracks >> (8 * place + 3)) & 0x1F
    sequence = np.argsort(-sums, kind="stable")
    cuts = np.flatnonzero(np.diff(sums[sequence])) + 1
    return sequence, [0, *(int(cut) for cut in cuts), len(tracks)]


@dataclass(frozen=True)
class _Layer:
    """What to compute, where to put it, and what it follows from."""

    racing_out: int
    target: Moments
    after_racing: Moments
    after_grey: Moments | None = None
    """None if the grey die is out."""


class LayeredSolver(Solver):
    """Solves a race with crazy camels, layer by layer in little memory."""

    def __init__(self, first: int = 1, threads: int = 1) -> None:
        super().__init__(WITH_CRAZY, first, np.float32)
        self._threads = threads

    def _sweep(self) -> Iterator[tuple[float, float]]:
        shape = (len(self.race), max(map(len, SETS)), STORED)
        blocks = [moments(np.empty(shape, np.float32)) for _ in range(2)]
        layers = [(side, layer) for side in range(SIDES) for layer in self._layers(side, *blocks)]
        with ThreadPoolExecutor(self._threads) as pool:
            for number, (side, layer) in enumerate(layers):
                for done, change in self._compute(side, layer, pool):
                    yield (number + done) / len(layers), change

    def _layers(self, side: int, grey_in: Moments, grey_out: Moments) -> Iterator[_Layer]:
        """List the layers of a leg from its end to its start."""
        start = leg_starts(self.values, side)
        last = DICE_PER_LEG - 1  # the next die ends the leg
        yield _Layer(last, grey_in, start, start)
        yield _Layer(last - 1, grey_out, start)
        yield _Layer(last - 1, grey_in, grey_in, grey_out)
        for out in reversed(range(last - 1)):
            yield _Layer(out, grey_out, grey_out)
            yield _Layer(out, grey_in if out else start, grey_in, grey_out)

    def _compute(self, side: int, layer: _Layer, pool: ThreadPoolExecutor) -> Iterator[tuple[float, float]]:
        """Compute a layer for all positions; yield the part that is done, and the change of values at leg starts."""
        out, target = layer.racing_out, layer.target
        is_start = out == 0 and layer.after_grey is not None

        def compute(part: slice) -> Floats:
            positions = np.arange(part.start, part.stop)
            return self.race.roll_back(positions, side, out, layer.after_racing, layer.after_grey)

        def replace(part: slice, values: Floats) -> float:
            change = target.change(part, values) if is_start else 0.0
            target.replace(part, out, values)
            return change

        cuts = [*range(0, len(self.race), AT_ONCE), len(self.race)]
        parts = [slice(begin, end) for begin, end in pairwise(cuts)]
        for at in range(0, len(parts), self._threads):
            together = parts[at : at + self._threads]
            # No thread may replace what another one still reads, so all compute first.
            values = list(pool.map(compute, together))
            change = max(pool.map(replace, together, values))
            yield together[-1].stop / len(self.race), change

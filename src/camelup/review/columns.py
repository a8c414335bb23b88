"""What simulated games brought, game by game: what is compared has met the same dice, players and hidden cards."""

import numpy as np
import numpy.typing as npt

from camelup.compiled.arrays import FloatArray

WINS, COINS = range(2)
Values = npt.NDArray[np.float32]
"""By game, seat, and wins or coins."""


def values_of(wins: npt.NDArray[np.floating], coins: npt.NDArray[np.floating]) -> Values:
    """Put wins and coins of some games together.

    Coins are counted from the mean of the table: what all gain helps nobody, and simulated games end with their leg.
    """
    return np.stack([wins, coins - coins.mean(axis=-1, keepdims=True)], axis=-1).astype(np.float32)


class Columns:
    """Values of games that are numbered alike everywhere, and of which there are more and more."""

    def __init__(self) -> None:
        self._blocks: list[Values] = []

    def add(self, values: Values) -> None:
        """Add games."""
        self._blocks.append(values)

    @property
    def games(self) -> Values:
        """All games."""
        if len(self._blocks) > 1:
            self._blocks = [np.concatenate(self._blocks)]
        return self._blocks[0]

    def __len__(self) -> int:
        """Count the games."""
        return sum(len(block) for block in self._blocks)

    def mean(self) -> FloatArray:
        """Return the mean of all games."""
        return np.asarray(self.games.mean(axis=0, dtype=np.float64))

    def error(self) -> FloatArray:
        """Return the standard errors of the mean."""
        return standard_error(self.games)


def standard_error(games: npt.NDArray[np.floating]) -> FloatArray:
    """Return the standard error of the mean over games, which come first in the array."""
    count = len(games)
    if count < 2:  # noqa: PLR2004 - one game says nothing about how far games lie apart
        return np.full(games.shape[1:], np.inf)
    return np.asarray(games.std(axis=0, dtype=np.float64) / (count - 1) ** 0.5)


class Running:
    """The mean of games and its standard error, where the games themselves need not be kept."""

    def __init__(self) -> None:
        self._count = 0
        self._sum: FloatArray | float = 0.0
        self._squares: FloatArray | float = 0.0

    def add(self, values: Values) -> None:
        """Add games."""
        self._count += len(values)
        self._sum = self._sum + values.sum(axis=0, dtype=np.float64)
        self._squares = self._squares + np.square(values, dtype=np.float64).sum(axis=0)

    def mean(self) -> FloatArray:
        """Return the mean of all games."""
        return np.asarray(self._sum / max(1, self._count))

    def error(self) -> FloatArray:
        """Return the standard errors of the mean."""
        variance = np.maximum(0.0, self._squares / max(1, self._count) - self.mean() ** 2)
        return np.asarray((variance / max(1, self._count - 1)) ** 0.5)

"""What was counted, and how far the truth may be from it."""

from dataclasses import dataclass
from math import sqrt

Z_95 = 1.959963984540054
"""So many standard errors either way hold 95%."""


@dataclass(frozen=True)
class Share:
    """How often something was so, with Wilson's interval of 95%."""

    hits: float
    of: int

    @property
    def value(self) -> float:
        """The share seen."""
        return self.hits / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share is, with a certainty of 95%.

        >>> [round(end, 4) for end in Share(0, 10).interval]
        [0.0, 0.2775]
        """
        square = Z_95**2
        middle = (self.hits + square / 2) / (self.of + square)
        reach = Z_95 / (self.of + square) * sqrt(self.hits * (self.of - self.hits) / self.of + square / 4)
        return max(0.0, middle - reach) if self.hits else 0.0, min(1.0, middle + reach) if self.hits < self.of else 1.0

    @property
    def error(self) -> float:
        """How far the interval reaches from the share seen, at most."""
        low, high = self.interval
        return max(self.value - low, high - self.value)

    def as_json(self) -> dict[str, float]:
        """Give all of it as plain values."""
        low, high = self.interval
        return {"value": self.value, "low": low, "high": high, "hits": self.hits, "of": self.of}


@dataclass(frozen=True)
class Mean:
    """An average, and how far the interval of 95% reaches either way."""

    value: float
    error: float

    @classmethod
    def of(cls, total: float, squares: float, count: int, unit: float = 1) -> "Mean":
        """Take the average of so many numbers from their sum and the sum of their squares."""
        spread = max(0.0, squares / count - (total / count) ** 2)
        return cls(total / count / unit, Z_95 * sqrt(spread / (count - 1)) / unit)

    def as_json(self) -> dict[str, float]:
        """Give all of it as plain values."""
        return {"value": self.value, "low": self.value - self.error, "high": self.value + self.error}

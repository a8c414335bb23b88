"""What was counted, and how far the truth may be from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt

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
    def low(self) -> float:
        """The lower end of the interval."""
        return self.interval[0]

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.interval[1]

    @property
    def error(self) -> float:
        """How far the interval reaches from the share seen, at most."""
        return max(self.value - self.low, self.high - self.value)

    def as_json(self) -> dict[str, float]:
        """Return all of it as plain values."""
        return {"value": self.value, "low": self.low, "high": self.high, "hits": self.hits, "of": self.of}

    def __repr__(self) -> str:
        """Return the share with its interval, and what was counted."""
        return f"<Share {_with_interval(self)}, {self.hits:,.10g} of {self.of:,}>"


@dataclass(frozen=True)
class Mean:
    """An average, and how far the interval of 95% reaches either way."""

    value: float
    error: float

    @classmethod
    def of(cls, total: float, squares: float, count: int, unit: float = 1) -> "Mean":
        """Take the average of this many numbers from their sum and the sum of their squares."""
        spread = max(0.0, squares / count - (total / count) ** 2)
        return cls(total / count / unit, Z_95 * sqrt(spread / (count - 1)) / unit)

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.value - self.error

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.value + self.error

    def as_json(self) -> dict[str, float]:
        """Return all of it as plain values."""
        return {"value": self.value, "low": self.low, "high": self.high}

    def __repr__(self) -> str:
        """Return the average with the reach of its interval."""
        return f"<Mean {self}>"

    def __str__(self) -> str:
        """Return the average with the reach of its interval."""
        return f"{self.value:,.2f} +- {self.error:.2g}"


_PRIOR = 0.25
"""How much is added to what was seen of groups whose things are all alike, so that a few that agree prove little."""


@dataclass(frozen=True)
class GroupedShare:
    """A share of things that come in groups, such as games with the same dice, with an interval of 95%.

    Groups are independent of each other, the things in a group need not be: how far groups differ makes the interval.
    It is Wilson's for as many independent things as would differ so much.
    """

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, shares: Sequence[float]) -> "GroupedShare":
        """Take the share from those of the groups, which are of equal size.

        >>> share = GroupedShare.of([0.25] * 50 + [0.5] * 50)
        >>> share.value, round(share.low, 3), round(share.high, 3)
        (0.375, 0.349, 0.402)
        """
        groups = len(shares)
        value = min(1.0, max(0.0, fsum(shares) / groups))
        variance = value * (1 - value)
        spread = fsum((share - value) ** 2 for share in shares)
        # As many things as vary in all, over how much more a group varies than one thing does.
        things = max(1, groups - 1) * (groups * variance + _PRIOR) / (spread + _PRIOR)
        reaches = student_95(max(2, groups - 1))
        square = reaches**2
        middle = (value * things + square / 2) / (things + square)
        reach = reaches / (things + square) * sqrt(things * variance + square / 4)
        low = max(0.0, middle - reach) if value > 0 else 0.0
        return cls(value, low, min(1.0, middle + reach) if value < 1 else 1.0)

    def __repr__(self) -> str:
        """Return the share with its interval."""
        return f"<GroupedShare {_with_interval(self)}>"


def _with_interval(share: Share | GroupedShare) -> str:
    """Write a share with its interval."""
    return f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})"


def student_95(freedom: int) -> float:
    """Return how many standard errors hold 95% where the error comes from this many differences (Cornish and Fisher).

    >>> [round(student_95(freedom), 2) for freedom in (3, 10, 1000)]
    [3.16, 2.23, 1.96]
    """
    z = Z_95
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))

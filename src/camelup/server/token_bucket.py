"""How often something may be done: steadily in the long run, and some at once."""

from collections.abc import Hashable
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

_K = TypeVar("_K", bound=Hashable)
_REMEMBERED = 10_000


class Rate(NamedTuple):
    """How often something may be done."""

    a_second: float
    """In the long run."""
    at_once: float

    def times(self, factor: float) -> "Rate":
        """Give a rate that allows this much more, and at least one at once."""
        return Rate(self.a_second * factor, max(self.at_once * factor, 1.0))


class TokenBucket:
    """Allows a steady rate in the long run, and a few at once."""

    __slots__ = ("_left", "_most", "_rate", "_seen")

    def __init__(self, rate: float, at_once: float) -> None:
        self._rate, self._most = rate, at_once
        self._left, self._seen = at_once, monotonic()

    def take(self) -> bool:
        """Take one, if there is one."""
        self._fill()
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True

    def reserve(self, longest: float) -> float | None:
        """Take one, be it one that is not there yet; give the seconds until it is, None if that takes too long."""
        self._fill()
        seconds = max(0.0, (1.0 - self._left) / self._rate)
        if seconds > longest:
            return None
        self._left -= 1.0
        return seconds

    def _fill(self) -> None:
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._seen) * self._rate)
        self._seen = now


class TokenBuckets(Generic[_K]):
    """A bucket for each of many; of very many, those that were asked for longest ago are forgotten."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._by_key: dict[_K, TokenBucket] = {}

    def take(self, key: _K) -> bool:
        """Take one from somebody's bucket, if there is one."""
        return self.find(key).take()

    def find(self, key: _K, rate: Rate | None = None) -> TokenBucket:
        """Give somebody's bucket, a new one if there is none, with another rate than the usual if it is named."""
        bucket = self._by_key.pop(key, None) or TokenBucket(*(rate or self._rate))
        self._by_key[key] = bucket  # now the last
        if len(self._by_key) > _REMEMBERED:
            self._by_key.pop(next(iter(self._by_key)))
        return bucket

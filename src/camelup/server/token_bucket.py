"""How often something may be done: steadily in the long run, and some at once."""

from time import monotonic


class TokenBucket:
    """Allows a steady rate in the long run, and a few at once."""

    __slots__ = ("_left", "_most", "_rate", "_seen")

    def __init__(self, rate: float, at_once: float) -> None:
        self._rate, self._most = rate, at_once
        self._left, self._seen = at_once, monotonic()

    def take(self) -> bool:
        """Take one, if there is one."""
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._seen) * self._rate)
        self._seen = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True

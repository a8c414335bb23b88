"""Two kinds of time: the time of day, which may be set back or forward, and the time that has passed, which may not.

Deadlines within a process count the time that has passed. What is stored or sent is a time of day.
"""

import time
from collections import deque


class Clock:
    """The clock of this machine; a test may bring another."""

    def wall(self) -> float:
        """Give the time of day, in seconds since 1970: to store and to send, never to measure with."""
        return time.time()

    def monotonic(self) -> float:
        """Give the seconds since some moment: to measure with, within this process."""
        return time.monotonic()

    def when(self, stored: float) -> float:
        """Give a stored time of day on the monotonic clock: now, if it lies in the future."""
        return self.monotonic() - max(0.0, self.wall() - stored)


SYSTEM_CLOCK = Clock()


class PastTimes:
    """Knows which stored times are surely older than a duration, even if the time of day was set meanwhile.

    It remembers how the two kinds of time have differed during that duration. What was stored meanwhile bears at least
    the time of day that the smallest difference gives.
    """

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds
        self._began = clock.monotonic()
        self._differences: deque[tuple[float, float]] = deque()

    def before(self) -> float | None:
        """Give a time of day before which everything is old enough, None if that cannot be known yet.

        Call it more often than the duration, for what is not seen here is not known.
        """
        now = self._clock.monotonic()
        self._differences.append((now, self._clock.wall() - now))
        # The last one from before the duration held until the next: it stays.
        while len(self._differences) > 1 and self._differences[1][0] <= now - self._seconds:
            self._differences.popleft()
        if now - self._began < self._seconds:
            return None
        return now - self._seconds + min(difference for _, difference in self._differences)

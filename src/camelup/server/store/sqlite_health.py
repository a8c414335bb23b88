"""Whether a database can be written. The operator gets a line when it cannot, and another when it can again.

Requests that are refused meanwhile write no lines of their own, however many they are.
"""

from camelup.core.errors import StoreError
from camelup.server import error_log
from camelup.server.clock import Clock
from camelup.server.token_bucket import TokenBucket

_LINES_A_SECOND, _LINES_AT_ONCE = 0.05, 4.0
"""For a disk that is full and free again all the time."""


class DatabaseHealth:
    """Notes what becomes of writes; used by the one thread that writes, and read by all."""

    def __init__(self, place: str, clock: Clock) -> None:
        self._place = place
        self._clock = clock
        self._lines = TokenBucket(_LINES_A_SECOND, _LINES_AT_ONCE)
        self._since = 0.0
        self._is_told = False
        self._has_failed = False
        self.failures = 0
        """How many have, each for all that waited at that moment."""
        self.loss: str | None = None
        """What has become of the file, if it is no longer where it was."""

    @property
    def is_failing(self) -> int:
        """Whether nothing can be written: 1 if the last write failed or the file is gone, else 0."""
        return int(self._has_failed or self.loss is not None)

    def check(self) -> None:
        """StoreError if the file is no longer where it was."""
        if self.loss is not None:
            raise StoreError("unavailable", f"Cannot write to the database: {self.loss}.")

    def note_loss(self, loss: str | None) -> None:
        """Note what has become of the file, or that it is where it was."""
        if (loss is None) == (self.loss is None):
            return
        self.loss = loss
        if loss is not None:
            self.failures += 1
            error_log.warn(f"Cannot write to the database {self._place}: {loss}. Everything is refused from now on.")
        else:
            error_log.warn(f"The database {self._place} is where it was, and can be written again.")

    def note_failure(self, reason: str) -> None:
        """Note a write that failed."""
        self.failures += 1
        if not self._has_failed:
            self._has_failed, self._since = True, self._clock.monotonic()
            self._is_told = self._lines.take()
            if self._is_told:
                error_log.warn(
                    f"Cannot write to the database {self._place}: {reason}. Actions are refused until it can."
                )

    def note_success(self) -> None:
        """Note a write that was stored."""
        if self._has_failed:
            self._has_failed = False
            if self._is_told:
                seconds = self._clock.monotonic() - self._since
                error_log.warn(f"The database {self._place} can be written again, after {seconds:.1f} seconds.")

"""How long a player waits for others: moving a tile to and fro is a free pass, and two who wait would play for ever."""

from collections.abc import Iterable

from camelup.core.events import Event, LegStarted, TilePlaced

_MOST = 3
"""After laying its tile so often in a leg, a player that counts leaves it where it is."""


class Patience:
    """Counts how often each seat has laid its tile in this leg."""

    def __init__(self) -> None:
        self._laid: dict[int, int] = {}

    def follow(self, events: Iterable[Event]) -> None:
        """Hear what happened."""
        for event in events:
            if isinstance(event, TilePlaced):
                self._laid[event.seat] = self._laid.get(event.seat, 0) + 1
            elif isinstance(event, LegStarted):
                self._laid = {}

    def is_over(self, seat: int) -> bool:
        """Return whether a seat should do something else than move its tile."""
        return self._laid.get(seat, 0) >= _MOST

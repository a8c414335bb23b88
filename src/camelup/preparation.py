"""Compiling and loading: a clock that watches a player does not count them as thinking.

What is compiled once is there for all later calls, and how long that takes says nothing about the player that happened
to come first. A clock also must not break it off: half of a compilation is worth nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Clock(Protocol):
    """Measures how long a player thinks; pauses may be nested, and may come from any thread."""

    def pause(self) -> None:
        """Stop counting."""

    def resume(self) -> None:
        """Count on, once for each pause."""


_RUNNING: list[Clock] = []


def start_clock(clock: Clock) -> None:
    """Let a clock be paused by whatever is prepared from now on."""
    _RUNNING.append(clock)


def stop_clock(clock: Clock) -> None:
    """Leave a clock alone from now on, if it was started."""
    if clock in _RUNNING:
        _RUNNING.remove(clock)


@contextmanager
def preparing() -> Iterator[None]:
    """Pause all clocks that run while something is compiled or loaded.

    >>> with preparing():
    ...     pass
    """
    paused: list[Clock] = []
    try:
        for clock in tuple(_RUNNING):
            clock.pause()
            paused.append(clock)
        yield
    finally:
        for clock in paused:
            clock.resume()

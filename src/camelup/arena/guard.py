"""Calls of players that may fail or never come back."""

import signal
import threading
import time
from collections.abc import Callable, Iterator, MutableSequence
from contextlib import contextmanager
from typing import Generic, NamedTuple, TypeVar

_T = TypeVar("_T")
_REASON = 160
"""The most characters that are reported of why a player failed."""
_AGAIN = 1.0
"""An alarm that a player has swallowed is repeated after this many seconds."""

NOBODY = -1
DEADLINE, SEAT, CALL = range(3)
"""What a watch shows of the call under way: when it should be over, whose it is, and its number."""
Watch = MutableSequence[float]


class TimeIsUp(BaseException):
    """Breaks off a player; not an Exception, so that few players catch it."""


class Answer(NamedTuple, Generic[_T]):
    """What came of a call."""

    value: _T | None
    failure: str | None
    """Why there is no value."""
    seconds: float


class Guard:
    """Calls players under a limit of time; whatever goes wrong is reported, never raised.

    Python code is broken off by an alarm. What no alarm reaches, such as compiled code, can only be stopped from
    outside, by ending the process.
    """

    def __init__(self, limit: float, watch: Watch | None = None) -> None:
        self._limit = limit
        self._watch = [0.0, NOBODY, 0.0] if watch is None else watch
        self._is_armed = False
        self._has_alarm = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        if self._has_alarm:
            signal.signal(signal.SIGALRM, self._ring)

    @contextmanager
    def patient(self, limit: float) -> Iterator[None]:
        """Allow another limit for a while."""
        usual, self._limit = self._limit, limit
        try:
            yield
        finally:
            self._limit = usual

    def call(self, seat: int, number: int, work: Callable[[], _T]) -> Answer[_T]:
        """Do some work for a seat, its n-th call."""
        began = time.perf_counter()
        value, failure = None, None
        try:
            try:
                self._begin(seat, number)
                value = work()
            finally:
                self._finish()
        except TimeIsUp:
            self._finish()
            failure = f"no answer within {self._limit:g} s"
        except BaseException as error:  # noqa: BLE001 - also one that wants to end the program: it is only a player
            failure = describe(error)
        return Answer(value, failure, time.perf_counter() - began)

    def _begin(self, seat: int, number: int) -> None:
        self._watch[SEAT], self._watch[CALL] = seat, number
        self._watch[DEADLINE] = time.monotonic() + 2 * self._limit + _AGAIN
        if self._has_alarm:
            self._is_armed = True
            signal.setitimer(signal.ITIMER_REAL, self._limit, _AGAIN)

    def _finish(self) -> None:
        self._is_armed = False  # first of all: an alarm from here on is too late to matter
        if self._has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self._watch[DEADLINE], self._watch[SEAT] = 0.0, NOBODY

    def _ring(self, *_: object) -> None:
        if self._is_armed:
            raise TimeIsUp


def describe(error: BaseException) -> str:
    """Describe an error in one line.

    >>> describe(ValueError("no" + chr(10) + "camel"))
    'ValueError: no camel'
    """
    try:
        text = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    except Exception:  # noqa: BLE001 - an error whose text fails too
        text = type(error).__name__
    text = "".join(character for character in text if character.isprintable())
    return text if len(text) <= _REASON else f"{text[:_REASON]}..."

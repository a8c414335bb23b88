"""Calls of players that may fail or never come back."""

import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, MutableSequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from camelup.preparation import start_clock, stop_clock

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_T = TypeVar("_T")
_REASON = 160
"""The most characters that are reported of why a player failed."""
_AGAIN = 1.0
"""An alarm that a player has swallowed is repeated after this many seconds."""
_LONGEST_PAUSE = 900.0
"""A process that prepares a call for longer than this many seconds hangs."""

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
    outside, by ending the process. Time in which camelup compiles or loads something does not count: that pauses the
    clock (`camelup.preparation`).
    """

    def __init__(self, limit: float, watch: Watch | None = None, *, debug: bool = False) -> None:
        self._limit, self._debug = limit, debug
        self._watch = [0.0, NOBODY, 0.0] if watch is None else watch
        self._is_armed = False
        self._lock = threading.Lock()
        self._pauses = 0
        self._paused_at = self._uncounted = self._left = 0.0
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
        except TimeIsUp as alarm:
            self._finish()
            failure = f"no answer within {self._limit:g} s"
            self._show(alarm)
        except BaseException as error:  # noqa: BLE001 - also one that wants to end the program: it is only a player
            failure = describe(error)
            self._show(error)
        return Answer(value, failure, max(time.perf_counter() - began - self._uncounted, 1e-9))

    def _show(self, error: BaseException) -> None:
        """Show the author of a player where it failed."""
        if self._debug:
            traceback.print_exception(error)

    def _begin(self, seat: int, number: int) -> None:
        start_clock(self)
        with self._lock:  # a thread that an earlier call has left behind may still be compiling
            self._uncounted, self._paused_at, self._left = 0.0, time.perf_counter(), self._limit
            self._watch[SEAT], self._watch[CALL] = seat, number
            extra = _LONGEST_PAUSE if self._pauses else 0.0
            self._watch[DEADLINE] = time.monotonic() + longest_call(self._limit) + extra
            self._is_armed = self._has_alarm
            if self._has_alarm and not self._pauses:
                signal.setitimer(signal.ITIMER_REAL, self._limit, _AGAIN)

    def _finish(self) -> None:
        self._is_armed = False  # first of all: an alarm from here on is too late to matter
        stop_clock(self)
        if self._has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self._watch[DEADLINE], self._watch[SEAT] = 0.0, NOBODY

    def _ring(self, *_: object) -> None:
        if self._is_armed and not self._pauses:
            raise TimeIsUp

    def pause(self) -> None:
        """Stop the clock of the call under way: something is compiled or loaded for it."""
        with self._lock:
            self._pauses += 1  # from here on no alarm breaks in
            if self._pauses == 1:
                self._paused_at = time.perf_counter()
                self._watch[DEADLINE] += _LONGEST_PAUSE
                if self._has_alarm:
                    self._left = signal.getitimer(signal.ITIMER_REAL)[0]
                    signal.setitimer(signal.ITIMER_REAL, 0)

    def resume(self) -> None:
        """Go on counting where the clock stopped, unless that call is over."""
        with self._lock:
            if self._pauses == 1 and self._watch[SEAT] != NOBODY:
                paused = time.perf_counter() - self._paused_at
                self._uncounted += paused
                self._watch[DEADLINE] += paused - _LONGEST_PAUSE
                if self._is_armed:
                    signal.setitimer(signal.ITIMER_REAL, self._left or _AGAIN, _AGAIN)
            self._pauses -= 1


def longest_call(limit: float) -> float:
    """Return after how many seconds a process whose player no alarm reaches is ended."""
    return 2 * limit + _AGAIN


def ignore_lost_alarms() -> None:
    """Print nothing about an alarm that rings where Python cannot raise it, as in a `__del__`: it will be repeated."""
    others = sys.unraisablehook

    def report(unraisable: "UnraisableHookArgs") -> None:
        if unraisable.exc_type is not TimeIsUp:
            others(unraisable)

    sys.unraisablehook = report


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

"""A player that keeps a match waiting is reported: by what the parent sees of its processes, and by no real clock."""
# ruff: noqa: SLF001 - a worker without its process is made of its parts

from types import SimpleNamespace

import pytest

from camelup.arena import Match, play_match, workers
from camelup.arena.guard import NOBODY, longest_call
from camelup.arena.workers import Slow, _Worker
from camelup.players import Budget


class Clock:
    """Seconds that pass when a test says so."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(workers, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


def worker_of(match: Match, *, is_ready: bool = True) -> _Worker:
    """A worker as the parent sees it, without its process."""
    worker = object.__new__(_Worker)
    worker._match, worker._is_ready, worker._watch = match, is_ready, [0.0, NOBODY, 0.0]
    worker._seen, worker._seen_since = (NOBODY, 0.0), 0.0
    worker.job = (1, {}) if is_ready else None
    return worker


def call(worker: _Worker, clock: Clock, seat: int, number: int, paused: float = 0.0) -> None:
    """Let it call a player; what is compiled for that postpones the end of the call."""
    worker._watch[:] = [clock.now + longest_call(10.0) + paused, seat, number]


def test_a_long_call_is_seen_with_the_name_of_its_player(clock: Clock) -> None:
    worker = worker_of(Match(("a", "b")))
    call(worker, clock, 0, 7)
    assert worker.slow() is None
    clock.now += 4.9
    assert worker.slow() is None
    clock.now += 0.2
    slow = worker.slow()
    assert slow is not None
    assert (slow.name, slow.limit, slow.is_warming_up) == ("b", 10.0, False), "in game 1, b has the first seat"
    assert slow.seconds == pytest.approx(5.1)


def test_many_short_calls_and_no_call_are_not_slow(clock: Clock) -> None:
    worker = worker_of(Match(("a", "b")))
    for number in range(10):
        call(worker, clock, 0, number)
        assert worker.slow() is None
        clock.now += 4
    worker._watch[:] = [0.0, NOBODY, 9]
    for _ in range(3):
        assert worker.slow() is None
        clock.now += 10


def test_compiling_is_not_slow(clock: Clock) -> None:
    worker = worker_of(Match(("a", "b")))
    call(worker, clock, 0, 7, paused=900.0)
    for _ in range(3):
        assert worker.slow() is None
        clock.now += 10


def test_whoever_may_think_for_long_is_not_slow(clock: Clock) -> None:
    worker = worker_of(Match(("a", "b"), budget=Budget(seconds=4.0)))
    call(worker, clock, 0, 7)
    assert worker.slow() is None
    clock.now += 7.9
    assert worker.slow() is None
    clock.now += 0.2
    assert worker.slow() is not None


def test_before_the_first_game_there_is_more_time(clock: Clock) -> None:
    worker = worker_of(Match(("a", "b")), is_ready=False)
    worker._watch[:] = [clock.now + longest_call(200.0), 0, 0]
    assert worker.slow() is None
    clock.now += 6
    slow = worker.slow()
    assert slow is not None
    assert (slow.name, slow.limit, slow.is_warming_up) == ("a", 200.0, True)


def test_a_match_reports_each_slow_player_once(monkeypatch: pytest.MonkeyPatch) -> None:
    always = Slow("random", 6.0, 10.0, is_warming_up=False)
    monkeypatch.setattr(_Worker, "slow", lambda _: always)
    reported: list[Slow] = []
    results = play_match(Match(("random", "random")), 4, processes=1, on_slow=reported.append)
    assert (len(results), reported) == (4, [always])

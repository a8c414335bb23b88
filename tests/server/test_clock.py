"""The time of day is set back and forward while people play: no turn becomes longer or shorter, no table ends early."""

import random
import re
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from camelup import server
from camelup.protocol.http import NewTable
from camelup.protocol.requests import Start
from camelup.protocol.settings import Settings
from camelup.server.clock import Clock, PastTimes
from camelup.server.store.sqlite import SqliteStore
from tests.server.live import LiveClient, LiveServer, Message, seat_people, start_game, turn_into
from tests.server.test_table_manager import opened, sit, visiting

_HOUR = 3600.0
_CLOCK = 300


class SetClock(Clock):
    """A clock that a test turns: real time passes unless it stands still, and the time of day can be set."""

    def __init__(self, *, is_still: bool = False) -> None:
        self._is_still = is_still
        self.passed = 0.0
        self.set_by = 0.0

    def wall(self) -> float:
        base = 1e9 if self._is_still else super().wall()
        return base + self.passed + self.set_by

    def monotonic(self) -> float:
        base = 500.0 if self._is_still else super().monotonic()
        return base + self.passed


STEPS = st.lists(
    st.tuples(st.sampled_from(["pass", "set", "store", "look"]), st.floats(0, 30), st.floats(-7200, 7200)), max_size=60
)


@given(STEPS)
def test_no_stored_time_counts_as_old_too_early(steps: list[tuple[str, float, float]]) -> None:
    clock = SetClock(is_still=True)
    past = PastTimes(clock, 60.0)
    stored: list[tuple[float, float]] = []
    for what, seconds, set_by in steps:
        match what:
            case "pass":
                clock.passed += seconds
            case "set":
                past.before()  # what was stored before is known by now, as in a sweep every few seconds
                clock.set_by = set_by
                past.before()
            case "store":
                stored.append((clock.monotonic(), clock.wall()))
            case _:
                before = past.before()
                for since, at in stored:
                    assert before is None or at >= before or clock.monotonic() - since >= 60.0


def test_old_times_are_found_where_nobody_sets_the_clock() -> None:
    clock = SetClock(is_still=True)
    past, at = PastTimes(clock, 60.0), clock.wall()
    for _ in range(20):
        before = past.before()
        assert (before is not None) == (clock.passed >= 60.0)
        assert before is None or (before > at) == (clock.passed > 60.0)
        clock.passed += 4.0
    clock.set_by = _HOUR
    newer = clock.wall()
    for _ in range(20):
        past.before()
        clock.passed += 4.0
    assert newer < (past.before() or 0.0)  # also those stored after the clock was set


async def test_a_turn_lasts_as_long_as_its_clock_says_however_the_time_of_day_is_set(tmp_path: Path) -> None:
    rng, clock = random.Random(12), SetClock(is_still=True)
    settings = Settings(seats=2, clock=_CLOCK)
    async with opened(SqliteStore(tmp_path / "db", clock=clock), clock=clock, unload_delay=0.0) as manager:
        code = await manager.make(NewTable(settings))
        for _ in range(5):  # each time the table is loaded again, as after a restart
            async with visiting(manager, code, "Ann") as ann, visiting(manager, code, "Bo") as bo:
                if ann.session.table.status == "waiting":
                    await ann.ask(sit("Ann"))
                    await bo.ask(sit("Bo"))
                    await ann.ask(Start())
                began = clock.monotonic()
                for _ in range(9):
                    match rng.randrange(3):
                        case 0:
                            clock.passed += rng.random() * 5
                        case 1:
                            clock.set_by = rng.uniform(-2, 2) * _HOUR
                        case _:
                            table = ann.session.table
                            assert table.state is not None
                            seat, ply = table.state.turn, len(table.plies)
                            action = table.view(seat).legal[-1]  # no roll, so that the race lasts
                            await ann.session.act(seat, ply, action, "owner", is_due=lambda: True)
                            began = clock.monotonic()
                    told = ann.session.describe()
                    assert told.now == clock.wall()
                    assert told.turn_ends is not None
                    assert abs(told.turn_ends - told.now - (_CLOCK - (clock.monotonic() - began))) < 1e-3
            clock.set_by = rng.uniform(-2, 2) * _HOUR
            await manager._put_away(code)  # noqa: SLF001 - the heartbeat would, a second later
            assert manager.sessions == []


async def test_who_is_away_is_played_for_though_the_clock_is_set_back(tmp_path: Path) -> None:
    clock = SetClock()
    async with opened(SqliteStore(tmp_path / "db", clock=clock), clock=clock, away_timeout=0.1) as manager:
        code = await manager.make(NewTable(Settings(seats=2, first=1)))
        async with visiting(manager, code, "Ann") as ann:
            await ann.ask(sit("Ann"))
            async with visiting(manager, code, "Bo") as bo:
                await bo.ask(sit("Bo"))
                await ann.ask(Start())
            clock.set_by = -_HOUR
            await ann.until(lambda guest: bool(guest.heard("played")))
            assert ann.heard("played")[0]["by"] == "stand_in"


async def test_no_table_ends_early_because_the_clock_is_set_forward(tmp_path: Path) -> None:
    clock = SetClock(is_still=True)
    async with opened(SqliteStore(tmp_path / "db", clock=clock), clock=clock, empty=1000.0) as manager:
        old = await manager.make(NewTable(Settings(seats=2)))
        clock.passed = 900.0
        await manager._sweep()  # noqa: SLF001 - its own timer goes by another clock
        young = await manager.make(NewTable(Settings(seats=2)))
        clock.passed, clock.set_by = 1100.0, _HOUR
        await manager._sweep()  # noqa: SLF001
        assert [(await manager.read_table(code)).status for code in (old, young)] == ["closed", "waiting"]
        for clock.passed in (1500.0, 2000.0, 2500.0):
            await manager._sweep()  # noqa: SLF001
        assert (await manager.read_table(young)).status == "closed"


# --- A whole server, whose time of day is set while it runs ------------------------------------------------------

_COMMAND = """
import os, sys, time
real, shift = time.time, sys.argv.pop(1)
time.time = lambda: real() + os.stat(shift).st_size * (-1.0 if os.path.exists(shift + ".back") else 1.0)
from camelup.cli import main
sys.exit(main())
"""


class _Machine:
    """A machine whose time of day is set by the size of a file: a look at it costs the server next to nothing."""

    def __init__(self, folder: Path) -> None:
        self._file, self._back = folder / "shift", folder / "shift.back"
        self._file.touch()
        self.camelup = (sys.executable, "-c", _COMMAND, str(self._file))

    def set(self, by: float) -> None:
        """Set the time of day, by so many seconds from the true one."""
        self._file.write_bytes(b"")
        self._back.unlink(missing_ok=True)
        if by < 0:
            self._back.touch()
        self._file.write_bytes(bytes(int(abs(by))))


def _left(told: Message) -> float:
    """Give the time that the turn has left, as a page shows it."""
    left: float = told["turn_ends"] - told["now"]
    return left


async def _look(server: LiveServer, code: str) -> float:
    watcher = LiveClient(server, code)
    return _left((await watcher.connect(is_watcher=True))["table"])


async def test_a_server_whose_clock_is_set_back_or_forward(tmp_path: Path) -> None:
    machine = _Machine(tmp_path)
    async with LiveServer(tmp_path / "data", "--empty", "1000", camelup=machine.camelup) as server:
        code = server.make_table(seats=2, clock=_CLOCK)
        people = await seat_people(server, code, ["Ann", "Bo"])
        await start_game(people)
        for by in (-_HOUR, _HOUR, 0.0):
            machine.set(by)
            assert 0 < await _look(server, code) <= _CLOCK
            actor = next(person for person in people if person.views[person.seats[0]]["legal"])
            await turn_into(people, (await actor.act())["ply"])
            for person in people:
                played = [message for message in person.messages if message["type"] == "played"]
                assert 0 < _left(played[-1]) <= _CLOCK
            assert (await people[0].ask("say", text="What time is it?"))["type"] == "done"


def test_nothing_else_in_the_server_looks_at_the_time_of_day() -> None:
    sources = (Path(server.__file__).parent).rglob("*.py")
    pattern = re.compile(r"\btime\.time\b|from time import [^\n]*\btime\b|datetime")
    assert [path.name for path in sources if pattern.search(path.read_text())] == ["clock.py"]

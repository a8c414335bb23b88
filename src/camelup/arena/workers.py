"""The processes that play a match.

They are started afresh ("spawn"), never forked: the fork of a process with threads, such as Numba's or NumPy's, may
lock up, and compiled code is read from its cache in any case. Each has a pipe of its own to the parent, so that one
that is killed leaves no lock behind; one whose player hangs where no alarm reaches it is ended and replaced.
"""

import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, NamedTuple

from camelup.arena.guard import CALL, DEADLINE, NOBODY, SEAT, Guard, Watch, ignore_lost_alarms, longest_call
from camelup.arena.match import Match, record_name
from camelup.arena.table import Loss, Programs, Result, play_game
from camelup.chance import seeded
from camelup.core.errors import CamelUpError, PlayerError, quoted
from camelup.game import Game
from camelup.one_thread import computing_with_one_thread
from camelup.players import Budget, Entry, Player, Seating
from camelup.players.process import Process
from camelup.players.program import ProgramPlayer

_SPAWN = multiprocessing.get_context("spawn")
_LOOK_EVERY = 0.2
"""Seconds between two looks at the watches."""
_PATIENCE, _LEAST_PATIENCE = 20, 60.0
"""Before a match, a choice may take this many times the limit, and this many seconds: what it needs is loaded."""
_GLANCE = 0.05
"""How many seconds a player may think about a choice that only shows what it loads."""
_MOST_DEATHS = 3
_SLOW = 5.0
"""A call that takes longer than this many seconds, and than twice the time to think, is reported."""
_FAREWELL = 1.0

Job = tuple[int, dict[int, Loss]]
"""The number of a game, and the players that are lost for it."""


class Slow(NamedTuple):
    """A player that does not come back for long, and how many seconds it may take: more before the first game."""

    name: str
    seconds: float
    limit: float
    is_warming_up: bool


OnSlow = Callable[[Slow], None]
"""Hears of each slow player once, and once more if it is still slow in a game."""


def play_games(  # noqa: PLR0913 - each is a choice of its own
    match: Match,
    entries: Mapping[str, Entry],
    games: Iterable[int],
    processes: int,
    on_ready: Callable[[], None] = lambda: None,
    *,
    debug: bool = False,
    on_slow: OnSlow = lambda _: None,
) -> Generator[Result]:
    """Play games of a match on this many processes; results come as they are finished.

    `on_ready` is called once when every player has been made in every process; one that cannot be is refused before.
    """
    games = list(games)
    crew = Crew(match, entries, min(processes, len(games)), debug=debug, on_slow=on_slow)
    crew.add(games)
    try:
        while crew.is_busy:
            yield from crew.look(on_ready)
    finally:
        crew.stop()


class Crew:
    """The workers of a match and what they still have to do."""

    def __init__(
        self,
        match: Match,
        entries: Mapping[str, Entry],
        processes: int,
        *,
        debug: bool,
        on_slow: OnSlow = lambda _: None,
    ) -> None:
        self._match, self._entries, self._debug = match, dict(entries), debug
        self._on_slow = on_slow
        self._reported: set[tuple[str, bool]] = set()
        self._jobs: deque[Job] = deque()
        self._deaths = 0
        self._workers = [self._start() for _ in range(processes)]
        self._unready = len(self._workers)

    def add(self, games: Iterable[int]) -> None:
        """Let the crew play more games."""
        self._jobs.extend((game, {}) for game in games)

    @property
    def is_busy(self) -> bool:
        """Whether there are games to play, or being played."""
        return bool(self._jobs) or any(worker.job is not None for worker in self._workers)

    def look(self, on_ready: Callable[[], None]) -> Iterator[Result]:
        """Wait a little for reports, give results, and hand out what is to be done next."""
        for worker in self._reporting():
            report = worker.receive()
            if isinstance(report, CamelUpError):
                raise report
            if report is None:
                self._replace(worker)
            elif isinstance(report, str):
                raise RuntimeError(report)  # an error of ours: no player can cause it
            elif isinstance(report, Result):
                yield report
            elif self._unready:
                self._unready -= 1
                if not self._unready:
                    on_ready()
        for worker in self._workers:
            slow = worker.slow()
            if slow is not None and (slow.name, slow.is_warming_up) not in self._reported:
                self._reported.add((slow.name, slow.is_warming_up))
                self._on_slow(slow)
            if self._jobs and worker.is_idle and not self._unready:
                worker.send(self._jobs.popleft())

    def stop(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.stop()

    def _reporting(self) -> "list[_Worker]":
        """Return the workers that have a report, have died, or were overdue and have been ended for it."""
        by_pipe: dict[object, _Worker] = {worker.pipe: worker for worker in self._workers}
        ready = [by_pipe[pipe] for pipe in wait([worker.pipe for worker in self._workers], _LOOK_EVERY)]
        return ready + [worker for worker in self._workers if worker not in ready and worker.end_if_overdue()]

    def _start(self) -> "_Worker":
        return _Worker(self._match, self._entries, debug=self._debug)

    def _replace(self, worker: "_Worker") -> None:
        """Put a new process in place of a dead one, which has lost the player that it was calling."""
        seat, loss = worker.loss()
        if worker.job is not None:
            game, losses = worker.job
            self._jobs.appendleft((game, losses if seat == NOBODY else {**losses, seat: loss}))
        elif seat != NOBODY:
            name = self._match.players[seat]
            raise PlayerError("process", f"The player {quoted(name)} cannot be started: {loss.reason}.")
        if seat == NOBODY:
            self._deaths += 1
            if self._deaths >= _MOST_DEATHS:
                raise PlayerError("process", "The worker processes die, and no player seems to be the cause.")
        worker.stop()
        self._workers[self._workers.index(worker)] = self._start()


class _Worker:
    """A process that plays one game at a time, as the parent sees it."""

    def __init__(self, match: Match, entries: Mapping[str, Entry], *, debug: bool) -> None:
        self.pipe, theirs = _SPAWN.Pipe()
        self._watch: Watch = _SPAWN.RawArray("d", [0.0, NOBODY, 0.0])
        self._process = _SPAWN.Process(target=work, args=(match, entries, theirs, self._watch, debug), daemon=True)
        with _uninterruptible(), computing_with_one_thread():
            self._process.start()
        theirs.close()
        self._match = match
        self._was_ended = False
        self._seen = (float(NOBODY), 0.0)
        """The call that was under way at the last look, and since when."""
        self._seen_since = 0.0
        self._is_ready = False
        self.job: Job | None = None
        self.is_idle = False

    def send(self, job: Job) -> None:
        """Let it play a game."""
        self.job, self.is_idle = job, False
        with suppress(OSError):  # it has died meanwhile: that is its next report
            self.pipe.send(job)

    def receive(self) -> object:
        """Return its report: a result, an error, a traceback, True when it is ready, or None when it is dead."""
        try:
            report: object = self.pipe.recv()
        except (EOFError, OSError):
            return None
        self.job, self.is_idle, self._is_ready = None, True, True
        return report

    def slow(self) -> Slow | None:
        """Return whose call has been under way for long; while something is compiled for it, its time stands still."""
        match, now = self._match, time.monotonic()
        limit = match.limit if self._is_ready else patience_before(match)
        call = (self._watch[SEAT], self._watch[CALL])
        is_paused = self._watch[DEADLINE] > now + longest_call(limit)
        if call[0] == NOBODY or call != self._seen or is_paused:
            self._seen, self._seen_since = call, now
            return None
        seconds = now - self._seen_since
        if seconds < max(_SLOW, 2 * (match.budget.seconds or 0)):
            return None
        seat = int(call[0])
        name = match.players[seat] if self.job is None else match.seating(self.job[0])[seat]
        return Slow(name, seconds, limit, not self._is_ready)

    def end_if_overdue(self) -> bool:
        """End the process if a player has not come back in time."""
        self._was_ended = 0 < self._watch[DEADLINE] < time.monotonic()
        if self._was_ended:
            self._process.kill()
        return self._was_ended

    def loss(self) -> tuple[int, Loss]:
        """Return the seat that a dead process was calling, NOBODY if none, and the loss."""
        reason = "it did not come back, and its process was ended" if self._was_ended else "its process died"
        return int(self._watch[SEAT]), Loss(int(self._watch[CALL]), reason)

    def stop(self) -> None:
        """End the process: at once if it plays, and otherwise by hanging up."""
        self.pipe.close()
        self._process.join(_FAREWELL if self.is_idle else 0)
        self._process.kill()
        self._process.join()


@contextmanager
def _uninterruptible() -> Iterator[None]:
    """Let processes that are started here never see an interrupt from the keyboard: it is the parent's."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- In the worker --------------------------------------------------------------------------------------------


def work(
    match: Match,
    entries: Mapping[str, Entry],
    pipe: "Connection[Any, Any]",
    watch: Watch,
    debug: bool,  # noqa: FBT001 - of a process, which takes no names
) -> None:
    """Play the games that the parent names until it hangs up."""
    # Players may print, but the standings alone belong on the standard output.
    sys.stdout = sys.stderr if debug else Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open to the end
    Process.is_shown = debug
    try:
        guard = Guard(match.limit, watch, debug=debug)
        ignore_lost_alarms()
        _rehearse(match, entries, guard)
        programs: Programs = {}
        pipe.send(True)  # noqa: FBT003 - ready
        while True:
            game, losses = pipe.recv()
            pipe.send(play_game(match, entries, game, guard, losses=losses, programs=programs))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the parent is gone
    except CamelUpError as error:
        pipe.send(error)
    except BaseException:  # noqa: BLE001 - reported to the parent, whatever it is
        pipe.send(traceback.format_exc())


def _rehearse(match: Match, entries: Mapping[str, Entry], guard: Guard) -> None:
    """Let every player choose at the start of a game and in the middle of one: no game pays for what is loaded first.

    What camelup compiles for a player in this process is not counted in any case. What a program compiles, or a player
    by itself, should happen here. A player that cannot be made is refused; whatever else it does wrong, it will do
    again in a game.
    """
    patience = patience_before(match)
    names = tuple(record_name(name) for name in match.seating(0))
    game = Game(match.seats, match.edition, rng=match.dice(0), names=names)
    failed = set()
    with guard.patient(patience):
        for budget in (match.budget, _glance(match.budget)):
            for number, name in enumerate(match.players):
                if name in failed:  # a player that hangs need not do so twice
                    continue

                def make(name: str = name) -> Player | CamelUpError:
                    try:
                        return entries[name].create(seeded(0))
                    except CamelUpError as error:
                        return error

                player = guard.call(number, 0, make).value
                if isinstance(player, CamelUpError):
                    raise player
                if player is None or guard.call(number, 0, partial(_try_out, player, game, budget, patience)).failure:
                    failed.add(name)
            _play_on(game)


def patience_before(match: Match) -> float:
    """Return how many seconds a choice may take before the first game."""
    return max(_PATIENCE * match.limit, _LEAST_PATIENCE)


def _glance(budget: Budget) -> Budget:
    """Return a budget of the same kind for hardly any thought."""
    return Budget(
        None if budget.playouts is None else 1, None if budget.seconds is None else min(budget.seconds, _GLANCE)
    )


def _play_on(game: Game) -> None:
    """Play on to a position with cards, tiles, tickets and rolled dice, which make players compute more."""
    for kind in ("card", "tile", "ticket", "card", "roll", "tile", "card", "roll") * 2:
        actions = [action for action in game.view(game.position.turn).legal if action.kind == kind]
        if actions and game.position.pyramid_tickets_left > 1:
            game.play(actions[len(actions) // 2])


def _try_out(player: Player, game: Game, budget: Budget, patience: float) -> None:
    seat = game.position.turn
    view = game.view(seat)
    try:
        if isinstance(player, ProgramPlayer):
            player.patience = player.grace = patience
        player.start(Seating(seat, game.names, view))
        player.choose(view, budget)
        player.end(view)
    finally:
        if isinstance(player, ProgramPlayer):
            player.close()

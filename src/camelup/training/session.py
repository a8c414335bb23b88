"""A training and its folder: checkpoints, the net and the curve are written there, and found again."""

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from camelup.arena.play import Elsewhere
from camelup.core.errors import ArgumentError, FileError, quoted
from camelup.files import write_atomic
from camelup.nets.policy_net import load_net, save_net
from camelup.training.curve import Board, Point, add_point, read_curve
from camelup.training.curve_picture import curve_svg
from camelup.training.evaluation import PLAYERS, POLICIES, Share, match_against, share_against
from camelup.training.plan import Plan
from camelup.training.training import LESSONS_A_CHECKPOINT, Lesson, Training, describe

CHECKPOINT, NET_FILE, CURVE, PICTURE = "checkpoint.pt", "net.npz", "curve.jsonl", "curve.svg"


Report = Callable[[str], None]
SETTING_UP = "Setting up the tables. The first time, code is compiled for a minute or two."
_MINUTE, _HOUR = 60, 3600


def make_folder(folder: Path) -> None:
    """Make the folder of a training."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError("file", f"Cannot make the folder {folder}: {error.strerror}.") from error


def _ignore(_: str) -> None:
    pass


def _progress(lesson: Lesson, decisions: int, timed: tuple[float, int]) -> str:
    """Say how far a training is, and how long it will take; it is timed from the end of its first lesson."""
    done = f"Lesson {lesson.number}: {lesson.seen:,} of {decisions:,} decisions"
    begun, seen = timed
    if lesson.seen == seen or lesson.seen >= decisions:
        return f"{done}."
    seconds = max(0, decisions - lesson.seen) * (time.monotonic() - begun) / (lesson.seen - seen)
    if seconds < 2 * _MINUTE:
        return f"{done}, {seconds:.0f} s left."
    minutes = seconds < 2 * _HOUR
    return f"{done}, {seconds / _MINUTE:.0f} min left." if minutes else f"{done}, {seconds / _HOUR:.1f} h left."


class Session:
    """Trains in a folder, from its checkpoint if there is one.

    It tells `on_step` what begins, and `on_progress` how far that is, for people who wait.
    """

    def __init__(
        self, folder: Path, training: Training, games: int, on_step: Report = _ignore, on_progress: Report = _ignore
    ) -> None:
        self._folder, self._training, self._games = folder, training, games
        self._on_step, self._on_progress = on_step, on_progress
        self._kept = training.seen
        points = read_curve(folder / CURVE)
        self._cpu_before = points[-1].cpu_seconds if points else 0.0

    @classmethod
    def open(  # noqa: PLR0913 - what a command is told
        cls,
        folder: Path,
        asked: Mapping[str, Any],
        start: Path | None,
        games: int,
        *,
        on_step: Report = _ignore,
        on_progress: Report = _ignore,
    ) -> "Session":
        """Begin in a folder, or go on; what is asked for must not differ from what was begun."""
        if games < 2:  # noqa: PLR2004 - an interval needs two
            raise ArgumentError("plan", f"An evaluation needs 2 games or more, not {games}.")
        if (folder / CHECKPOINT).exists():
            on_step(SETTING_UP)
            training = Training.load(folder / CHECKPOINT)
            begun = training.plan.as_json()
            for name, value in asked.items():
                if begun[name] != (list(value) if isinstance(value, tuple) else value):
                    raise ArgumentError(
                        "plan",
                        f"The training in {quoted(str(folder))} was begun with {name} {begun[name]}; name another "
                        "folder for another training.",
                    )
            return cls(folder, training, games, on_step, on_progress)
        net = None if start is None else load_net(start)
        plan = Plan(**(asked if net is None else {"hidden": net.first.shape[1], **asked}))
        make_folder(folder)
        on_step(SETTING_UP)
        return cls(folder, Training(plan, net), games, on_step, on_progress)

    def run(self) -> Iterator[str]:
        """Train to the end; say what was measured on the way, a line for each checkpoint."""
        training = self._training
        board = Board(self._folder)
        begun, spent_evaluating = time.process_time(), 0.0
        if not training.lessons:
            yield f"Begins: {training.plan.decisions:,} decisions, seed {training.plan.seed}."
        elif not training.is_over:
            yield f"Goes on after {training.seen:,} of {training.plan.decisions:,} decisions."
        if not training.is_over:
            self._on_step("Playing for the first lesson, which also compiles code the first time.")
        timed: tuple[float, int] | None = None
        for lesson in training.run():
            timed = timed or (time.monotonic(), lesson.seen)
            self._on_progress(_progress(lesson, training.plan.decisions, timed))
            if lesson.number % LESSONS_A_CHECKPOINT and not training.is_over:
                continue
            training.save(self._folder / CHECKPOINT)
            self._kept = training.seen
            save_net(training.to_policy_net(), self._folder / NET_FILE)
            trained = self._cpu_before + time.process_time() - begun - spent_evaluating
            before = time.process_time()
            self._on_progress(f"Lesson {lesson.number}: measuring the net in games against {' and '.join(POLICIES)}...")
            point = Point(training.seen, trained, describe(lesson), self._evaluate())
            spent_evaluating += time.process_time() - before
            add_point(self._folder / CURVE, point)
            write_atomic(self._folder / PICTURE, curve_svg(read_curve(self._folder / CURVE)).encode())
            board.add(point)
            yield str(point)
        board.close()

    def play_matches(self, games: int, elsewhere: Elsewhere | None = None) -> Iterator[str]:
        """Play the net against players of the arena, here or elsewhere; say how well it did, a line for each match."""
        net = (self._folder / NET_FILE).absolute()
        for edition in self._training.plan.editions:
            for player in PLAYERS:
                self._on_step(
                    f"Playing {games:,} games against three {player}, edition {edition}, and taking out the luck."
                )
                share = match_against(net, edition, player, games, elsewhere=elsewhere)
                yield f"edition {edition}, three {player}, luck out: {share.value:.1%} +- {share.error:.1%}"

    def describe_net(self) -> str:
        """Say where the net is, and how to play against it."""
        net = self._folder / NET_FILE
        return f"The net is in {net}: camelup arena net:{net} shark shark shark"

    def describe_stop(self) -> str:
        """Say where the same command goes on, for somebody who has interrupted the run."""
        if not self._kept:
            return f"Stopped before the first checkpoint, after {LESSONS_A_CHECKPOINT} lessons, so nothing is kept."
        return f"Stopped. The same command goes on after {self._kept:,} decisions."

    def _evaluate(self) -> dict[str, Share]:
        net = self._training.net
        return {
            f"edition {edition}, three {policy}": share_against(
                net, edition, policy, self._games, odds=self._training.plan.odds
            )
            for edition in self._training.plan.editions
            for policy in POLICIES
        }

"""A run of training: lessons one after the other, with a checkpoint from which it goes on just as if never stopped.

Everything that is random belongs to the number of a lesson, and all games begin anew after a checkpoint. So a run that
was interrupted gives the same net as one that was not, and a checkpoint need not hold any games.
"""

import copy
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch

from camelup.core.errors import ArgumentError, quoted
from camelup.nets.policy_net import PolicyNet
from camelup.training.experience import Experience
from camelup.training.learning_net import LearningNet
from camelup.training.lesson import Report, teach
from camelup.training.plan import Plan
from camelup.training.tables import PARTS_OF_GAMES, set_tables

_VERSION = 1
_LESSONS_A_SELF = 10
"""After as many lessons, what it is now becomes one of its past selves."""
_PAST_SELVES = 10
_RECENT, _OFTEN_RECENT = 4, 0.5
"""How many selves are recent, and how often one of them plays."""
LESSONS_A_CHECKPOINT = 40
_SLOWEST, _LEAST_ENTROPY = 0.05, 0.1
"""How much of the first rate, and of the first entropy, is left in the end."""


@dataclass(frozen=True)
class Lesson:
    """What happened in a lesson."""

    number: int
    seen: int
    """Decisions learned from, in all lessons so far."""
    report: Report
    games: int
    length: float
    """The mean number of actions in its games."""
    given_up: int
    """How many games were given up because they would not end."""


class Training:
    """Learns by a plan, lesson by lesson."""

    def __init__(self, plan: Plan, start: PolicyNet | None = None) -> None:
        self.plan = plan
        torch.manual_seed(plan.seed)
        if start is None:
            self.net = LearningNet(plan.hidden, bfloat16=plan.bfloat16)
        elif plan.hidden < start.first.shape[1]:
            raise ArgumentError(
                "plan", f"The net to begin with has {start.first.shape[1]} hidden units; name no fewer."
            )
        else:
            self.net = LearningNet.from_policy_net(start, plan.hidden, bfloat16=plan.bfloat16)
        self._optimiser = torch.optim.Adam(self.net.parameters(), lr=plan.rate, eps=1e-5)
        self._past = [_half(self.net)]
        self.lessons = self.seen = 0
        self._begin_games()

    def _begin_games(self) -> None:
        """Set all tables anew, as after a checkpoint."""
        plan = self.plan
        seed = int(np.random.default_rng((plan.seed, self.lessons, 1)).integers(1 << 53))
        parts = {seats: PARTS_OF_GAMES[seats] for seats in plan.seats}
        tables = set_tables(
            plan.games, seed, parts=parts, editions=plan.editions, odds=plan.odds, has_styles=plan.has_styles
        )
        self._lived = Experience(tables, plan.steps)

    @property
    def is_over(self) -> bool:
        """Whether it has seen all that was planned."""
        return self.seen >= self.plan.decisions

    def run(self) -> Iterator[Lesson]:
        """Learn to the end; the caller may stop after any lesson."""
        while not self.is_over:
            yield self.learn()

    def learn(self) -> Lesson:
        """Play on, and learn from it."""
        plan, left = self.plan, 1 - self.seen / self.plan.decisions
        for group in self._optimiser.param_groups:
            group["lr"] = plan.rate * max(_SLOWEST, left)
        generator = np.random.default_rng((plan.seed, self.lessons))
        torch.manual_seed(int(generator.integers(1 << 53)))
        self._lived.collect(self.net.to_play(), self._draw_past(generator), generator, plan.trace, plan.cost)
        report = teach(
            self.net,
            self._optimiser,
            self._lived,
            epochs=plan.epochs,
            batch=plan.batch,
            entropy_weight=plan.entropy * max(_LEAST_ENTROPY, left),
        )
        self.lessons += 1
        self.seen += report.decisions
        if self.lessons % _LESSONS_A_SELF == 0:
            self._past = [self._past[0], *self._past[1:][1 - _PAST_SELVES :], _half(self.net)]
        lived = self._lived
        length = lived.actions_of_games / max(1, lived.games)
        return Lesson(self.lessons, self.seen, report, lived.games, length, lived.truncated)

    def _draw_past(self, generator: np.random.Generator) -> LearningNet:
        """Draw a past self, one of the last half of the time."""
        recent = min(_RECENT, len(self._past)) if generator.random() < _OFTEN_RECENT else len(self._past)
        past = copy.deepcopy(self.net)
        past.load_state_dict(self._past[len(self._past) - 1 - int(generator.integers(recent))])
        return past.to_play()

    def save(self, path: Path) -> None:
        """Write a checkpoint, wholly or not at all, and go on with new games as somebody who reads it would."""
        unfinished = path.with_suffix(".unfinished")
        torch.save({"version": _VERSION, "plan": self.plan.as_json(), **self._state()}, unfinished)
        unfinished.replace(path)
        self._begin_games()

    def _state(self) -> dict[str, Any]:
        return {
            "net": self.net.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "past": self._past,
            "lessons": self.lessons,
            "seen": self.seen,
        }

    def _restore(self, state: dict[str, Any]) -> None:
        self.net.load_state_dict(state["net"])
        self._optimiser.load_state_dict(state["optimiser"])
        self._past, self.lessons, self.seen = state["past"], state["lessons"], state["seen"]
        self._begin_games()

    @classmethod
    def load(cls, path: Path) -> "Training":
        """Go on from a checkpoint."""
        try:
            state: dict[str, Any] = torch.load(path, weights_only=True)
            if state["version"] != _VERSION:
                raise ArgumentError("checkpoint", f"{quoted(str(path))} was written by another version.")
            training = cls(Plan.from_json(state["plan"]))
            training._restore(state)
        except (OSError, RuntimeError, KeyError, TypeError, ValueError, EOFError, UnpicklingError) as error:
            raise ArgumentError("checkpoint", f"{quoted(str(path))} is no checkpoint of a training.") from error
        return training

    def to_policy_net(self) -> PolicyNet:
        """Return what it has learned so far, with how."""
        return self.net.to_policy_net({"plan": self.plan.as_json(), "seen": self.seen, "lessons": self.lessons})


def _half(net: LearningNet) -> dict[str, torch.Tensor]:
    """Return the weights in half precision: past selves need no more, and a checkpoint has many of them."""
    return {name: value.detach().half() for name, value in net.state_dict().items()}


def describe(lesson: Lesson) -> dict[str, float]:
    """Return the figures of a lesson by name, as curves have them."""
    figures = {name: value for name, value in asdict(lesson.report).items() if name != "decisions"}
    return {**figures, "length": lesson.length, "given_up": lesson.given_up / max(1, lesson.games)}

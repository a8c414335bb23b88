"""What the tests of bulk play share."""

import math
import os
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from camelup.bulk import RANDOM, SENSIBLE, Batch
from camelup.bulk.layout import GAME
from camelup.core.edition import FIRST, SECOND
from camelup.core.state import State
from tests import children

BOTH = pytest.mark.parametrize("edition", [FIRST, SECOND], ids=["first", "second"])
POLICIES = pytest.mark.parametrize("policy", [RANDOM, SENSIBLE], ids=lambda policy: policy.name)
START = {FIRST: "1:bg 2:ow 3:y", SECOND: "1:gy 2:rb 3:p 14:K 16:W"}
IS_COMPILED = os.environ.get("NUMBA_DISABLE_JIT") != "1"


def likely_below(freedom: int, deviations: float = 4.5) -> float:
    """A chi-square that chance exceeds about three times in a million (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + deviations * math.sqrt(part)) ** 3


def assert_distributed(found: Counter[Any], expected: dict[Any, float]) -> None:
    """Counts that agree with probabilities; nothing occurs that has none."""
    games = found.total()
    assert found.keys() <= expected.keys()
    assert sum(expected.values()) == pytest.approx(1)
    assert min(expected.values()) * games >= 5, "too few for a chi-square"
    statistic = sum((found[what] - games * share) ** 2 / (games * share) for what, share in expected.items())
    assert statistic <= (likely_below(len(expected) - 1) if len(expected) > 1 else 0)


def uniform(values: Iterable[Any]) -> dict[Any, float]:
    values = list(values)
    return dict.fromkeys(values, 1 / len(values))


def copies(state: State, games: int, seed: int) -> Batch:
    return Batch.from_positions([state]).take([0] * games, seed=seed)


def image(batch: Batch) -> list[object]:
    """All that a batch holds; not its bytes, since a copy leaves out those between fields."""
    return [batch.streams.tolist(), *(batch.games[name].tolist() for name in GAME.names or ())]


def run(script: str, *arguments: str, folder: Path | None = None, **settings: str) -> str:
    command = [sys.executable, "-c", script, *arguments]
    environment = {**os.environ, **settings}
    done = children.run(*command, env=environment, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout

"""The curve of a training: what was measured on the way, as lines of JSON, as text and for TensorBoard."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from camelup.core.errors import ArgumentError, quoted
from camelup.training.evaluation import Share


@dataclass(frozen=True)
class Point:
    """What was measured after some decisions."""

    decisions: int
    cpu_seconds: float
    """Processor time since the start, evaluations left out."""
    lesson: Mapping[str, float]
    """The figures of the last lesson."""
    shares: Mapping[str, Share] = field(default_factory=dict)
    """The learner's share of the victories by what it played against, as `edition 2, three miser`."""

    def __str__(self) -> str:
        """Return it as a line for people."""
        shares = "  ".join(f"{name} {share.value:.1%} +- {share.error:.1%}" for name, share in self.shares.items())
        return f"{self.decisions / 1e6:7.2f} million decisions, {self.cpu_seconds / 60:6.1f} CPU min  {shares}"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "decisions": self.decisions,
            "cpu_seconds": round(self.cpu_seconds, 1),
            "lesson": {name: round(value, 5) for name, value in self.lesson.items()},
            "shares": {name: [round(share.value, 4), round(share.error, 4)] for name, share in self.shares.items()},
        }

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> "Point":
        """Read what `as_json` gives."""
        shares = {name: Share(*pair) for name, pair in form["shares"].items()}
        return cls(form["decisions"], form["cpu_seconds"], form["lesson"], shares)


def read_curve(path: Path) -> list[Point]:
    """Read all points of a file; none if there is no file."""
    if not path.exists():
        return []
    try:
        return [Point.from_json(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ArgumentError("curve", f"{quoted(str(path))} is no curve of a training.") from error


def add_point(path: Path, point: Point) -> None:
    """Write a point at the end of a file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(point.as_json()) + "\n")


class Board:
    """Writes points for TensorBoard, if its package is installed; otherwise nothing."""

    def __init__(self, folder: Path) -> None:
        try:
            from torch.utils.tensorboard import SummaryWriter  # noqa: PLC0415 - not everybody has it
        except ModuleNotFoundError:
            self._writer: Any = None
        else:
            self._writer = SummaryWriter(str(folder))

    def add(self, point: Point) -> None:
        """Write a point."""
        if self._writer is None:
            return
        for name, value in point.lesson.items():
            self._writer.add_scalar(f"lesson/{name}", value, point.decisions)
        for name, share in point.shares.items():
            self._writer.add_scalar(f"share/{name}", share.value, point.decisions)
        self._writer.flush()

    def close(self) -> None:
        """Write what is left."""
        if self._writer is not None:
            self._writer.close()

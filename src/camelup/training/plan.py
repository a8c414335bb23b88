"""What a run of training is asked for: all that, with the machine, decides which net comes out."""

from dataclasses import asdict, dataclass, fields
from typing import Any, get_args

from camelup.bulk.vector_game import Odds
from camelup.core.edition import EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from camelup.core.errors import ArgumentError, quoted
from camelup.training.tables import PARTS_OF_GAMES

_MOST_GAMES = 1 << 16
_MOST_HIDDEN = 4096


@dataclass(frozen=True)
class Plan:
    """How long to learn, at which tables, and how."""

    decisions: int = 100_000_000
    """How many of its own decisions the learner learns from."""
    games: int = 1024
    """How many it plays at once."""
    steps: int = 96
    """Decisions in each of them between two lessons."""
    hidden: int = 256
    seed: int = 1
    editions: tuple[int, ...] = tuple(EDITIONS)
    seats: tuple[int, ...] = tuple(PARTS_OF_GAMES)
    odds: Odds = "exact"
    """What everybody goes by: exact odds, or quick estimates of them, with which it plays half as fast again."""
    bfloat16: bool = False
    """Whether hidden layers are multiplied in bfloat16, which is quick where the processor has instructions for it."""
    has_styles: bool = True
    """Whether computer players of many styles are met, too; otherwise it meets itself and past selves."""
    rate: float = 6e-4
    """How fast it learns at first; it gets slower in equal steps to the end."""
    entropy: float = 0.006
    """How much it likes to try things at first."""
    trace: float = 0.85
    """How much of a decision's outcome is what came of it in the end (lambda)."""
    cost: float = 0.001
    """What every decision costs, in shares of the victory: whoever moves a tile to and fro plays for ever otherwise."""
    epochs: int = 2
    batch: int = 4096

    def __post_init__(self) -> None:
        """Refuse a plan that cannot be carried out."""
        for name, most in (("decisions", None), ("games", _MOST_GAMES), ("steps", 4096)):
            _check_whole(name, getattr(self, name), most)
        _check_whole("hidden units", self.hidden, _MOST_HIDDEN)
        _check_whole("epochs", self.epochs, 100)
        _check_whole("batch", self.batch, None)
        if type(self.seed) is not int or not 0 <= self.seed < 1 << 53:
            raise ArgumentError("plan", f"The seed must be a whole number from 0 on, not {quoted(self.seed)}.")
        if not self.editions or not set(self.editions) <= set(EDITIONS):
            raise ArgumentError("plan", f"The editions are {' and '.join(map(str, EDITIONS))}.")
        if not self.seats or not set(self.seats) <= set(PARTS_OF_GAMES):
            raise ArgumentError("plan", f"Tables have {MIN_PLAYERS} to {MAX_PLAYERS} seats.")
        if self.odds not in get_args(Odds):
            raise ArgumentError("plan", f"The odds are {' or '.join(get_args(Odds))}, not {quoted(self.odds)}.")
        for name in ("rate", "entropy", "trace", "cost"):
            value = getattr(self, name)
            if not isinstance(value, int | float) or not 0 <= value <= 1:
                raise ArgumentError("plan", f"The {name} must be a number from 0 to 1, not {quoted(value)}.")

    def as_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, form: dict[str, Any]) -> "Plan":
        """Read what `as_json` gives."""
        if form.keys() != {field.name for field in fields(cls)}:
            raise ArgumentError("plan", "This plan was made by another version.")
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in form.items()
        }
        return cls(**values)


def _check_whole(name: str, value: object, most: int | None) -> None:
    if type(value) is not int or value < 1 or (most is not None and value > most):
        up_to = "or more" if most is None else f"to {most:,}"
        raise ArgumentError("plan", f"The number of {name} must be 1 {up_to}, not {quoted(value)}.")

"""How fast moves are shown."""

from typing import NamedTuple


class Pace(NamedTuple):
    """Seconds for each space that a camel runs, and between the actions of others; 0 shows the result at once."""

    name: str
    step: float
    pause: float


NORMAL = Pace("normal", 0.12, 0.8)
FAST = Pace("fast", 0.05, 0.25)
INSTANT = Pace("instant", 0.0, 0.0)
PACES = (NORMAL, FAST, INSTANT)


def next_pace(pace: Pace) -> Pace:
    """Give the pace after this one; after the last comes the first."""
    names = [known.name for known in PACES]
    return PACES[(names.index(pace.name) + 1) % len(PACES)]


def without_motion(pace: Pace) -> Pace:
    """Give a pace at which camels jump, for reduced motion and slow lines."""
    return pace._replace(step=0.0)

"""The odds that a server sends, by the setting of the table."""

from typing import Literal

import msgspec

Hint = Literal["best", "up", "level", "down"]
"""What an action is worth compared with a roll: as in camelup.odds.hints, which a server does not load."""


class LegForm(msgspec.Struct, frozen=True):
    """The odds of the leg: exact."""

    ranks: dict[str, list[float]]
    """For each colour the chance of each place, first to last."""
    tile_hits: dict[str, float]
    """Landings to expect on each space."""
    race_ends: float


class RaceForm(msgspec.Struct, frozen=True):
    """The odds of the race."""

    winner: dict[str, float]
    loser: dict[str, float]
    exact: bool
    """Otherwise whole races were played out by chance."""
    error: float


class ValueForm(msgspec.Struct, frozen=True):
    """What an action is worth, in EP."""

    action: str
    """In notation, such as `ticket b`."""
    own: float
    """To the seat itself: the sum of the parts."""
    parts: dict[str, float]
    others: dict[str, float]
    """By seat."""


class ValuesForm(msgspec.Struct, frozen=True):
    """What every action of the seat in turn is worth, the best first."""

    seat: int
    actions: list[ValueForm]


class OddsForm(msgspec.Struct, frozen=True):
    """Odds, by the table's setting: what it leaves out is null."""

    edition: int
    hints: dict[str, Hint] | None
    """For actions of the seat in turn, in notation."""
    leg: LegForm | None
    race: RaceForm | None
    values: ValuesForm | None
    best: list[str] | None = None
    """With hints: the best actions, the best first, up to one that is no card, since the seat may have played those."""

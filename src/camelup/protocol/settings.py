"""The settings of a table: every one is a field here, and nowhere else."""

from typing import Annotated, Literal

import msgspec

from camelup.core.edition import MAX_PLAYERS, MIN_PLAYERS

Odds = Literal["off", "hints", "leg", "full"]
By = Literal["owner", "computer", "stand_in"]
"""Who has acted for a seat: its owner, a computer player whose seat it is, or one for somebody who is away."""

SHORTEST_CLOCK, LONGEST_CLOCK = 5, 86_400
"""Seconds that a turn may have."""


def _range(least: int, most: int) -> msgspec.Meta:
    """Describe the range of a number in the schema. The server itself refuses the rest, with a code and a sentence."""
    return msgspec.Meta(extra_json_schema={"minimum": least, "maximum": most})


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is made with."""

    edition: Literal[1, 2] = 2
    seats: Annotated[int, _range(MIN_PLAYERS, MAX_PLAYERS)] = 4
    is_open: bool = False
    """Whether it is listed for everybody; otherwise one needs the link."""
    odds: Odds = "off"
    hides_money: bool = False
    clock: Annotated[int, _range(SHORTEST_CLOCK, LONGEST_CLOCK)] | None = None
    """Seconds for a turn, None for no clock."""
    first: Annotated[int, _range(0, MAX_PLAYERS - 1)] | None = None
    """The starting seat, None for a random one."""

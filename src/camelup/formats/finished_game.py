"""A finished game as it may be downloaded, and what somebody noted while it was played."""

from dataclasses import dataclass

from camelup.card_commitments import CardHash
from camelup.fair_dice import Proof
from camelup.formats.record import Record


@dataclass(frozen=True)
class Published:
    """What the server showed everybody at the table, beside the game itself, before anything was revealed."""

    table: str
    """The code of the table."""
    first: int | None
    """The seat that the table's settings let go first, as numbered before the start; None for a random one."""
    left_out: tuple[int, ...]
    """The seats that were free at the start, as numbered before it; the others moved up."""
    cards: tuple[CardHash, ...]
    """In the order in which they were played."""

    @property
    def first_seat(self) -> int | None:
        """The seat that had to go first, as numbered in the game; None if the dice had to choose it."""
        if self.first is None or self.first in self.left_out:
            return None
        return self.first - sum(seat < self.first for seat in self.left_out)


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over, with the proof of its dice and cards; json_codec writes and reads it."""

    record: Record
    dice: Proof
    published: Published | None = None
    """None for a game of a version that did not commit to cards; it has no such field in JSON."""

    def __repr__(self) -> str:
        """Return the game; the proof is for programs."""
        return f"<FinishedGame {self.record!r}>"

    def _repr_html_(self) -> str:
        return self.record._repr_html_()


@dataclass(frozen=True)
class NotedGame:
    """What somebody at a table noted while the game was played. Nobody else can change it afterwards."""

    table: str
    commitment: str
    seeds: tuple[str, ...]
    """By seat, as shown when the game began; none if that was not seen."""
    first: int | None
    """The seat that the table's settings let go first, as numbered before the start; None for a random one."""
    is_first_random: bool | None
    """Whether the dice chose the starting seat, as shown when the game began; None if that was not seen."""
    cards: tuple[CardHash, ...]
    """Those that were seen."""

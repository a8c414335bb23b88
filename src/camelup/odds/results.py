"""What the odds answer: exact, or with their error."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from camelup.core.edition import Camel
from camelup.core.payouts import ticket_reward
from camelup.core.situation import Situation
from camelup.frames import frame

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class LegOdds:
    """How this leg can end. All of it is exact: whole numbers of equally likely ways, out of `total`."""

    situation: Situation
    orders: dict[tuple[Camel, ...], int]
    """The ways to each ranking of the racing camels, first to last."""
    landings: dict[int, int]
    """The landings on each tile, added up over all ways."""
    endings: int
    """The ways in which the race ends in this leg."""
    total: int

    @cached_property
    def rank_ways(self) -> dict[Camel, tuple[int, ...]]:
        """The ways to each place of each camel, first to last."""
        racing = self.situation.edition.racing
        ways = {camel: [0] * len(racing) for camel in racing}
        for order, count in self.orders.items():
            for place, camel in enumerate(order):
                ways[camel][place] += count
        return {camel: tuple(counts) for camel, counts in ways.items()}

    @property
    def ranks(self) -> dict[Camel, tuple[float, ...]]:
        """The probability of each place of each camel, first to last."""
        return {camel: tuple(count / self.total for count in ways) for camel, ways in self.rank_ways.items()}

    @property
    def rank_fractions(self) -> dict[Camel, tuple[Fraction, ...]]:
        """The same as fractions."""
        return {camel: tuple(Fraction(count, self.total) for count in ways) for camel, ways in self.rank_ways.items()}

    @property
    def tile_hits(self) -> dict[int, float]:
        """How many units are to be expected on each tile."""
        return {space: count / self.total for space, count in self.landings.items()}

    def ticket_worth(self, camel: Camel, value: int) -> float:
        """What a ticket of this value for a camel may be expected to bring."""
        return sum(ways * ticket_reward(value, place) for place, ways in enumerate(self.rank_ways[camel])) / self.total

    @property
    def race_ends(self) -> float:
        """The probability that the race ends in this leg."""
        return self.endings / self.total

    def to_frame(self) -> "pa.Table":
        """Return a row for each camel and place, with the probability and the ways out of `total`."""
        return frame(
            ("camel", "place", "probability", "ways", "total"),
            [
                (str(camel), place, count / self.total, count, self.total)
                for camel, ways in self.rank_ways.items()
                for place, count in enumerate(ways, 1)
            ],
        )

    def __repr__(self) -> str:
        """Return how likely each camel leads at the end of the leg; a picture shows the rest."""
        firsts = {camel: ways[0] / self.total for camel, ways in self.rank_ways.items()}
        return f"<LegOdds: first {_percentages(firsts)}; exact>"


@dataclass(frozen=True)
class RaceOdds:
    """Who wins the whole race, and who comes last in it, when no tiles are placed in later legs."""

    situation: Situation
    winner: dict[Camel, float]
    loser: dict[Camel, float]
    exact: bool
    """Whether the figures were solved; otherwise they were sampled."""
    error: float
    """Solved: how far rounding may have moved a figure. Sampled: the largest standard error."""

    def to_frame(self) -> "pa.Table":
        """Return a row for each camel: how likely it wins, and how likely it comes last."""
        return frame(
            ("camel", "wins", "comes_last"),
            [(str(camel), self.winner[camel], self.loser[camel]) for camel in self.winner],
        )

    def __repr__(self) -> str:
        """Return how likely each camel wins and comes last, and how that is known."""
        how = "exact" if self.exact else f"sampled, standard error {self.error:.2%}"
        return f"<RaceOdds: winner {_percentages(self.winner)}; loser {_percentages(self.loser)}; {how}>"


def _percentages(chances: dict[Camel, float]) -> str:
    """List camels with their chances, the likeliest first."""
    likeliest = sorted(chances.items(), key=lambda entry: -entry[1])
    return ", ".join(f"{camel} {chance:.1%}" for camel, chance in likeliest)

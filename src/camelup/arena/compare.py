"""Two matches on the same deals, compared deal by deal: which of two versions of a player is stronger, and by how much.

The matches have the same seed, edition and number of seats, so the n-th deal has the same track and the same dice in
both. What the deal was worth cancels out in the difference of the two; the luck of the dice that remains, because the
games go different ways, is taken out of each match as `camelup.arena.luck` does.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from camelup.arena.luck import luck_of_games
from camelup.arena.match import Match
from camelup.arena.results import Kept
from camelup.arena.standings import whole_deals
from camelup.arena.table import Result
from camelup.bulk.estimates import student_95
from camelup.compiled.arrays import FloatArray
from camelup.core.errors import ArgumentError
from camelup.frames import frame
from camelup.notebook import html_table, shorten

if TYPE_CHECKING:
    import pyarrow as pa

_SAME = {"edition": "edition", "seed": "seed", "seats": "number of seats"}
_COLUMNS = ("before", "after", "seats", "share_before", "share_after", "difference", "error", "fair", "fair_error")
"""The fields of a difference, which are the columns of its table too."""


@dataclass(frozen=True)
class Difference:
    """How much more of the victories a player has in the second match than the one in its seats has in the first."""

    before: str
    after: str
    seats: int
    """In how many seats of the table they are."""
    share_before: float
    share_after: float
    difference: float
    error: float | None
    """How far the difference may be off, in 95 of 100 cases at most; None where there is one deal."""
    fair: float | None
    """The difference without the luck of the dice; None where games have no records."""
    fair_error: float | None

    def __repr__(self) -> str:
        """Return the difference, without luck if that is known."""
        value, error = (self.difference, self.error) if self.fair is None else (self.fair, self.fair_error)
        reach = "" if error is None else f" +- {error:.1%}"
        return f"<Difference {shorten(self.before, 30)} to {shorten(self.after, 30)}: {value:+.1%}{reach}>"

    def as_json(self) -> dict[str, Any]:
        """Return all of it as plain values."""
        return {name: getattr(self, name) for name in _COLUMNS}


@dataclass(frozen=True)
class Comparison:
    """What the deals that both matches have played show."""

    deals: int
    seats: int
    differences: tuple[Difference, ...]

    def __repr__(self) -> str:
        """Return the differences."""
        return f"<Comparison of {self.deals:,} deals: {', '.join(map(repr, self.differences))}>"

    def _repr_html_(self) -> str:
        return html_table(
            f"{self.deals:,} deals", _COLUMNS, [tuple(each.as_json().values()) for each in self.differences]
        )

    def as_json(self) -> dict[str, Any]:
        """Return all of it as plain values."""
        return {"deals": self.deals, "seats": self.seats, "players": [each.as_json() for each in self.differences]}

    def to_frame(self) -> "pa.Table":
        """Return a row for each difference."""
        return frame(_COLUMNS, [tuple(each.as_json().values()) for each in self.differences])


def compare(before: Kept, after: Kept, on_game: Callable[[Result], None] | None = None) -> Comparison:
    """Compare two kept matches on the deals that both have; report every game whose luck is known."""
    first, second = before.match, after.match
    games = shared_games(before, after)
    has_records = all(result.record is not None for part in games for result in part)
    luck = [luck_of_games(part, on_game) for part in games] if has_records else None
    pairs: dict[tuple[str, str], list[int]] = {}
    for place, names in enumerate(zip(first.names, second.names, strict=True)):
        pairs.setdefault(names, []).append(place)
    differences = []
    for names, places in pairs.items():
        shares = [_by_deal(first, part, places) for part in games]
        fair = None
        if luck is not None:
            fair = [_by_deal(first, part, places, known) for part, known in zip(games, luck, strict=True)]
        differences.append(_difference(names, places, shares, fair))
    return Comparison(len(games[0]) // first.seats, first.seats, tuple(differences))


def shared_games(before: Kept, after: Kept) -> list[list[Result]]:
    """Return the games of both matches in the deals that both have; refuse matches that cannot be compared."""
    first, second = before.match, after.match
    for field, name in _SAME.items():
        if getattr(first, field) != getattr(second, field):
            raise ArgumentError("match", f"The matches differ in their {name}, so their deals are not the same.")
    if first.pool_seats is not None or second.pool_seats is not None:
        raise ArgumentError("match", "Matches of a pool cannot be compared: their tables differ.")
    deals = [
        {match.deal_of(deal[0].game): deal for deal in whole_deals(match, kept.results)}
        for match, kept in ((first, before), (second, after))
    ]
    shared = sorted(deals[0].keys() & deals[1].keys())
    if not shared:
        raise ArgumentError("match", "The matches have no complete deal in common.")
    return [[result for deal in shared for result in played[deal]] for played in deals]


def _by_deal(
    match: Match, games: Sequence[Result], places: Sequence[int], luck: Mapping[int, FloatArray] | None = None
) -> list[float]:
    """Return the mean share of those who were named in these places, for each deal."""
    shares: dict[int, list[float]] = {}
    for result in games:
        deal, rotation = divmod(result.game, match.seats)
        for place in places:
            seat = (place - rotation) % match.seats
            taken_out = 0.0 if luck is None else float(luck[result.game][seat])
            shares.setdefault(deal, []).append(result.shares[seat] - taken_out)
    return [fmean(shares[deal]) for deal in sorted(shares)]


def _difference(
    names: tuple[str, str], places: Sequence[int], shares: list[list[float]], fair: list[list[float]] | None
) -> Difference:
    value, error = _mean_difference(*shares)
    known = (None, None) if fair is None else _mean_difference(*fair)
    return Difference(*names, len(places), fmean(shares[0]), fmean(shares[1]), value, error, *known)


def _mean_difference(before: list[float], after: list[float]) -> tuple[float, float | None]:
    """Return the mean difference of the deals, and how far it may be off."""
    differences = [new - old for old, new in zip(before, after, strict=True)]
    count = len(differences)
    if count == 1:
        return differences[0], None
    return fmean(differences), student_95(max(2, count - 1)) * stdev(differences) / count**0.5

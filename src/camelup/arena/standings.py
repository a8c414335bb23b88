"""What a match shows: who wins how often, and how sure that is."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from camelup.arena.match import Match
from camelup.arena.ratings import Rating, rate
from camelup.arena.table import Result
from camelup.bulk.estimates import GroupedShare
from camelup.core.errors import ArgumentError
from camelup.frames import frame
from camelup.notebook import html_table, shorten

if TYPE_CHECKING:
    import pyarrow as pa

_PLACES = 6
"""Decimals in JSON: beyond them it is noise."""
_COLUMNS = ("player", "seats", "wins", "95%", "coins", "ms", "forfeits", "rating")


@dataclass(frozen=True)
class Standing:
    """How a player did; shares are those of one of its seats."""

    name: str
    seats: int
    win_share: GroupedShare
    coins: float
    median_ms: float
    """What half of its moves take at most."""
    mean_ms: float
    forfeits: int
    moves: int
    """How many moves it had, those that it forfeited included; games in bulk do not count."""
    reason: str | None
    """Why it forfeited its first move, and in which game."""
    rating: Rating

    @property
    def forfeits_all(self) -> bool:
        """Whether it has not chosen a single move by itself, so that its figures say nothing about it."""
        return 0 < self.moves <= self.forfeits

    def __repr__(self) -> str:
        """Return how often it wins, its money and its rating."""
        share = f"wins {self.win_share.value:.1%} ({self.win_share.low:.1%} to {self.win_share.high:.1%})"
        return f"<Standing of {shorten(self.name)}: {share}, {self.coins:.1f} coins, rating {self.rating}>"

    def _repr_html_(self) -> str:
        return html_table("Standing", _COLUMNS, [_cells(self)])

    def as_json(self) -> dict[str, Any]:
        """Return all of it as plain values."""
        return {
            "name": self.name,
            "seats": self.seats,
            "win_share": round(self.win_share.value, _PLACES),
            "low": round(self.win_share.low, _PLACES),
            "high": round(self.win_share.high, _PLACES),
            "coins": round(self.coins, _PLACES),
            "ms_per_move": round(self.median_ms, _PLACES),
            "forfeits": self.forfeits,
            "rating": round(self.rating.value, _PLACES),
            "rating_error": round(self.rating.error, _PLACES),
        }


@dataclass(frozen=True)
class Standings:
    """What the whole deals of a match show."""

    match: Match
    games: int
    players: tuple[Standing, ...]
    """In the order in which they were named."""
    turn_order: tuple[GroupedShare, ...]
    """How often the starting player wins, the next one, and so on."""

    def __repr__(self) -> str:
        """Return how often each player wins, the best first."""
        best = sorted(self.players, key=lambda player: -player.win_share.value)
        shares = ", ".join(f"{shorten(player.name, 30)} {player.win_share.value:.1%}" for player in best)
        return f"<Standings after {self.games:,} games: {shorten(shares, 300)}>"

    def _repr_html_(self) -> str:
        best = sorted(self.players, key=lambda player: -player.win_share.value)
        return html_table(f"{self.match.edition.title}: {self.games:,} games", _COLUMNS, map(_cells, best))

    def as_json(self) -> dict[str, Any]:
        """Return all of it as plain values."""
        return {
            "edition": self.match.edition.number,
            "seats": self.match.seats,
            "games": self.games,
            "players": [player.as_json() for player in self.players],
        }

    def to_frame(self) -> "pa.Table":
        """Return a row for each player, with the keys of the JSON as columns."""
        rows = [player.as_json() for player in self.players]
        return frame(tuple(rows[0]), [tuple(row.values()) for row in rows])


def _cells(player: Standing) -> tuple[object, ...]:
    share = player.win_share
    return (
        player.name,
        player.seats,
        f"{share.value:.1%}",
        f"{share.low:.1%} to {share.high:.1%}",
        f"{player.coins:.1f}",
        f"{player.median_ms:.3g}",
        player.forfeits,
        player.rating,
    )


def compute_standings(match: Match, results: Iterable[Result]) -> Standings:
    """Sum up the results of a match, as far as its deals are whole: rotations make seats equal only together."""
    deals = whole_deals(match, results)
    if not deals:
        raise ArgumentError("match", f"No deal is complete yet: each takes {match.seats} games.")
    games = [result for deal in deals for result in deal]
    ratings = rate(match.players, games)
    return Standings(
        match,
        len(games),
        tuple(_standing(match, name, deals, ratings[name]) for name in match.players),
        tuple(
            GroupedShare.of([fmean(result.shares[seat] for result in deal) for deal in deals])
            for seat in range(match.seats)
        ),
    )


def whole_deals(match: Match, results: Iterable[Result]) -> list[list[Result]]:
    """Return the deals of which every game was played, in their order."""
    ordered = sorted(results, key=lambda result: result.game)
    deals = (list(deal) for _, deal in groupby(ordered, key=lambda result: match.deal_of(result.game)))
    return [deal for deal in deals if len(deal) == match.seats]


def _standing(match: Match, name: str, deals: Sequence[Sequence[Result]], rating: Rating) -> Standing:
    shares, coins = [], []
    times: list[int] = []
    forfeits, moves, reason = 0, 0, None
    for deal in deals:
        won = []
        for result in deal:
            for seat, player in enumerate(result.players):
                if player != name:
                    continue
                won.append(result.shares[seat])
                coins.append(result.money[seat])
                forfeits += result.forfeits[seat]
                moves += result.moves_of(seat)
                if result.times:
                    times += result.times[seat]
                if reason is None and result.reasons and result.reasons[seat] is not None:
                    reason = f"game {result.game}: {result.reasons[seat]}"
        if won:
            shares.append(fmean(won))
    return Standing(
        name,
        match.names.count(name),
        _share(match, shares),
        fmean(coins) if coins else 0.0,
        median(times) / 1000 if times else 0.0,
        fmean(times) / 1000 if times else 0.0,
        forfeits,
        moves,
        reason,
        rating,
    )


def _share(match: Match, shares: Sequence[float]) -> GroupedShare:
    if len(match.players) == 1:
        return GroupedShare(1 / match.seats, 1 / match.seats, 1 / match.seats)  # all seats have the same player
    if not shares:
        return GroupedShare(0.0, 0.0, 1.0)  # never drawn from the pool
    return GroupedShare.of(shares)


class Running:
    """Win shares as results come in, for people who wait."""

    def __init__(self, match: Match) -> None:
        self._players = match.players
        self._won: defaultdict[str, float] = defaultdict(float)
        self._played: defaultdict[str, int] = defaultdict(int)

    def add(self, result: Result) -> None:
        """Count a result."""
        for player, share in zip(result.players, result.shares, strict=True):
            self._won[player] += share
            self._played[player] += 1

    @property
    def shares(self) -> list[tuple[str, float]]:
        """The players that have played, the best first."""
        shares = [(name, self._won[name] / self._played[name]) for name in self._players if self._played[name]]
        return sorted(shares, key=lambda entry: -entry[1])

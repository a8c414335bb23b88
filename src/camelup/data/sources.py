"""Where exported games come from: those of statistics, of a match of policies, or of results with records.

A source is cut into parts. Each part can be made anywhere, by any process, and gives the same tables.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from camelup.arena.match import Match, check_match
from camelup.arena.policies import chunks_of, policy_of, rotations
from camelup.arena.table import Result
from camelup.bulk.arguments import as_seed, check_number
from camelup.bulk.history import recorded_games
from camelup.bulk.registry import find_policy
from camelup.bulk.stats import start_part
from camelup.bulk.tables import tables_of
from camelup.core.edition import Edition
from camelup.core.errors import ArgumentError, quoted
from camelup.core.validity import check_players, find_edition
from camelup.formats.record import parse_record

if TYPE_CHECKING:
    import pyarrow as pa

_SLICE = 4096
"""How many games are made into tables at once: their positions take some 100 MB. CHUNK of statistics is a multiple."""


@runtime_checkable
class Source(Protocol):
    """Games that can be exported."""

    @property
    def games(self) -> int:
        """How many there are."""

    @property
    def parts(self) -> Sequence[int]:
        """The numbers of the parts."""

    def about(self) -> dict[str, Any]:
        """Return what the games are, as plain values."""

    def tables(self, part: int, names: Sequence[str]) -> "Iterator[dict[str, pa.Table]]":
        """Make the tables of a part, some games at a time."""


@dataclass(frozen=True)
class StatisticsGames:
    """The games that `camelup.bulk.statistics` counts with the same arguments."""

    games: int
    edition: Edition
    players: int
    policy: str
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse games that cannot be played."""
        object.__setattr__(self, "edition", find_edition(self.edition))
        check_players(self.players)
        check_number("games", "games for an export", self.games, least=1)
        find_policy(self.policy)
        as_seed(self.seed)

    @property
    def parts(self) -> range:
        """The numbers of the games with which parts begin."""
        return range(0, self.games, _SLICE)

    def about(self) -> dict[str, Any]:
        """Return what the games are, as plain values."""
        return {"games": self.games, "players": self.players, "policy": self.policy, "seed": self.seed}

    def tables(self, part: int, names: Sequence[str]) -> "Iterator[dict[str, pa.Table]]":
        """Make the tables of a part, some games at a time."""
        batch = start_part(part, min(part + _SLICE, self.games), self.edition, self.players, self.seed)
        played = batch.play_out(self.policy, record=True)
        numbers = part + np.arange(len(played))
        table = (self.policy,) * self.players
        yield tables_of(played, [table] * len(played), tables=names, numbers=numbers, deals=numbers)


@dataclass(frozen=True)
class MatchGames:
    """The games of a match of policies, which are played again as fast as they were."""

    match: Match
    games: int

    def __post_init__(self) -> None:
        """Refuse games that are not of a match."""
        check_match(self.match)
        check_number("games", "games for an export", self.games, least=1)

    @property
    def parts(self) -> list[int]:
        """The deals with which parts begin."""
        return chunks_of(self.match, range(self.games))

    def about(self) -> dict[str, Any]:
        """Return what the games are, as plain values."""
        return {"games": self.games, "match": self.match.as_json()}

    def tables(self, part: int, names: Sequence[str]) -> "Iterator[dict[str, pa.Table]]":
        """Make the tables of a part, some games at a time: one rotation of the seats after the other."""
        policies = [policy_of(name) for name in self.match.players]
        for rotation in rotations(self.match, range(self.games), part):
            played = rotation.batch.play_out(policies, seats=rotation.seats, record=True)
            count = sum(game < self.games for game in rotation.games)
            numbers = np.array(rotation.games[:count])
            yield tables_of(
                played.part(0, count),
                rotation.tables[:count],
                tables=names,
                numbers=numbers,
                deals=numbers // self.match.seats,
            )


@dataclass(frozen=True)
class ResultGames:
    """The games of results that have records, as all matches have but those of policies alone."""

    match: Match
    results: Sequence[Result]

    def __post_init__(self) -> None:
        """Refuse results without records."""
        check_match(self.match)
        if not isinstance(self.results, Sequence) or not all(isinstance(result, Result) for result in self.results):
            raise ArgumentError(
                "export", f"Results are needed, such as `play_match` returns, not {quoted(self.results)}."
            )
        if any(result.record is None for result in self.results):
            raise ArgumentError("export", "Some results have no record: play a match of policies again to export it.")

    @property
    def games(self) -> int:
        """How many there are."""
        return len(self.results)

    @property
    def parts(self) -> range:
        """The places of the results with which parts begin."""
        return range(0, len(self.results), _SLICE)

    def about(self) -> dict[str, Any]:
        """Return what the games are, as plain values."""
        return {"games": self.games, "match": self.match.as_json()}

    def tables(self, part: int, names: Sequence[str]) -> "Iterator[dict[str, pa.Table]]":
        """Make the tables of a part."""
        results = self.results[part : part + _SLICE]
        played = recorded_games([parse_record(result.record or "") for result in results])
        numbers = np.array([result.game for result in results])
        players = [result.players for result in results]
        yield tables_of(played, players, tables=names, numbers=numbers, deals=numbers // self.match.seats)

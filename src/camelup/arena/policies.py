"""Compiled policies in a match: among themselves at the speed of bulk play, with others as players of a seat."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from camelup.arena.match import POLICY, Match
from camelup.arena.table import Result
from camelup.bulk import Batch, Policy, decode_action, encode_action
from camelup.bulk.arguments import as_seed
from camelup.bulk.registry import find_policy
from camelup.bulk.styles import ODDS
from camelup.bulk.with_odds import table_for, with_odds
from camelup.chance import RandBelow
from camelup.compiled.random_stream import RANDOM_BITS, start_stream
from camelup.core.actions import Action
from camelup.core.errors import PlayerError, PolicyError, quoted
from camelup.core.view import View
from camelup.hidden_cards import sample_state
from camelup.players import DEFAULT_BUDGET, Budget, Entry, Player

CHUNK = 2048
"""How many deals are played between two reports; they begin at multiples of it, whatever was played before."""


@dataclass(frozen=True)
class Rotation:
    """The same deals in one rotation of the seats, ready to be played in bulk."""

    games: list[int]
    tables: list[tuple[str, ...]]
    """Who sits where, by game."""
    batch: Batch
    seats: npt.NDArray[np.int64]
    """The numbers of policies, by game and seat."""


def policy_of(name: str) -> Policy:
    """Return the policy of a name."""
    try:
        return find_policy(name.removeprefix(POLICY))
    except PolicyError as error:
        raise PlayerError("no_such_player", f"There is no player {quoted(name)}. {error.message}") from error


def rotations(match: Match, wanted: Collection[int], begin: int) -> Iterator[Rotation]:
    """Set up CHUNK deals of a match of policies from this one on, in every rotation that has a wanted game."""
    numbers = {name: number for number, name in enumerate(match.players)}
    seed = start_stream(as_seed(match.seed), begin)
    deals = Batch.start(CHUNK, match.edition, match.seats, seed=seed, first=0)
    for rotation in range(match.seats):
        games = [(begin + deal) * match.seats + rotation for deal in range(CHUNK)]
        if any(game in wanted for game in games):
            tables = [match.seating(game) for game in games]
            seats = np.array([[numbers[name] for name in table] for table in tables])
            yield Rotation(games, tables, deals.copy(), seats)  # a copy: with the same dice to come


def chunks_of(match: Match, games: Collection[int]) -> list[int]:
    """Return the deals with which the chunks of some games begin."""
    return sorted({match.deal_of(game) // CHUNK * CHUNK for game in games})


def play_in_bulk(match: Match, games: Collection[int], threads: int) -> Iterator[list[Result]]:
    """Play games of a match of policies; results come many at a time, without records."""
    wanted = set(games)
    for begin in chunks_of(match, wanted):
        yield from play_chunk(match, wanted, begin, threads)


def play_chunk(match: Match, wanted: Collection[int], begin: int, threads: int = 1) -> Iterator[list[Result]]:
    """Play the wanted games of one chunk."""
    policies = [policy_of(name) for name in match.players]
    nothing = (0,) * match.seats
    for part in rotations(match, wanted, begin):
        part.batch.play_out(policies, seats=part.seats, threads=threads)
        yield [
            Result(game, table, tuple(money), nothing)
            for game, table, money in zip(part.games, part.tables, part.batch.money.tolist(), strict=True)
            if game in wanted
        ]


@dataclass(frozen=True)
class PolicyEntry(Entry):
    """A policy to be made a player."""

    def create(self, rng: RandBelow) -> Player:
        """Make a player of the policy."""
        return PolicyPlayer(policy_of(self.name), rng)


class PolicyPlayer(Player):
    """Plays by a policy, uncompiled; what the seat cannot see is filled in, and a fair policy looks away from it.

    >>> from camelup import Game
    >>> from camelup.chance import seeded
    >>> player = PolicyPlayer(policy_of("policy:sensible"), seeded(7))
    >>> str(player.choose(Game(seed=7).view(0)))
    'ticket p'
    """

    def __init__(self, policy: Policy, rng: RandBelow) -> None:
        """Draw from this source."""
        self._policy, self._choose, self._rng = policy, with_odds(policy), rng
        self._odds = np.zeros(ODDS)

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:  # noqa: ARG002 - it does not think
        """Choose one of `view.legal`."""
        game = Batch.from_positions([sample_state(view, self._rng)]).games[0]
        legal = sum(1 << encode_action(view.edition, action) for action in view.legal)
        state = self._rng(1 << RANDOM_BITS) << RANDOM_BITS | self._rng(1 << RANDOM_BITS)
        table = table_for([self._policy], view.edition)
        return decode_action(view.edition, self._choose(game, legal, state, table, self._odds))

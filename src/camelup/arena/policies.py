"""Compiled policies in a match: among themselves at the speed of bulk play, with others as players of a seat."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

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

_CHUNK = 2048
"""So many deals are played between two reports; they begin at multiples of it, whatever was played before."""


def policy_of(name: str) -> Policy:
    """Return the policy of a name."""
    try:
        return find_policy(name.removeprefix(POLICY))
    except PolicyError as error:
        raise PlayerError("no_such_player", f"There is no player {quoted(name)}. {error.message}") from error


def play_in_bulk(match: Match, games: Collection[int], threads: int) -> Iterator[list[Result]]:
    """Play games of a match of policies; results come many at a time, without records."""
    wanted = set(games)
    different = list(match.players)
    policies = [policy_of(name) for name in different]
    numbers = {name: number for number, name in enumerate(different)}
    for begin in sorted({match.deal_of(game) // _CHUNK * _CHUNK for game in wanted}):
        seed = start_stream(as_seed(match.seed), begin)
        deals = Batch.start(_CHUNK, match.edition, match.seats, seed=seed, first=0)
        for rotation in range(match.seats):
            played = [(begin + deal) * match.seats + rotation for deal in range(_CHUNK)]
            if wanted.isdisjoint(played):
                continue
            tables = [match.seating(game) for game in played]
            batch = deals.copy()  # with the same dice to come
            seats = np.array([[numbers[name] for name in table] for table in tables])
            batch.play_out(policies, seats=seats, threads=threads)
            nothing = (0,) * match.seats
            yield [
                Result(game, table, tuple(money), nothing)
                for game, table, money in zip(played, tables, batch.money.tolist(), strict=True)
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

"""Many games at once."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from numba.core.errors import NumbaError

from camelup.actions import Action, Face
from camelup.bulk.playing import (
    ILLEGAL,
    MOST_ACTIONS,
    act_all,
    begin_streams,
    legal_sets,
    perform_all,
    player_of,
    set_up,
)
from camelup.bulk.policies import RANDOM, Policy, policy_of
from camelup.bulk.records import GAME, Games, packed, unpacked
from camelup.bulk.space import ACTIONS, ROLL, number_of
from camelup.bulk.threads import on_threads
from camelup.edition import EDITIONS, SECOND, Edition
from camelup.errors import CamelUpError, IllegalActionError, InvalidActionError
from camelup.possible import check_players, check_seat
from camelup.rules import is_face
from camelup.state import State

Words = npt.NDArray[np.int64]
SEED_BITS = (1 << 62) - 1


class Batch:
    """Games as an array of records, played by compiled code; the same seed gives the same games on any threads.

    >>> batch = Batch.start(1000, players=4, seed=7)
    >>> actions = batch.play_out()
    >>> bool(batch.is_over.all()), batch.money.shape
    (True, (1000, 4))
    """

    def __init__(self, games: Games, seed: int = 0) -> None:
        """Take games as they stand; they must be of one edition and for as many players."""
        if games.dtype != GAME or games.ndim != 1 or len(games) == 0:
            raise CamelUpError("shape", "A batch is a one-dimensional array of at least one game record.")
        for name in ("edition", "players"):
            if (games[name] != games[name][0]).any():
                raise CamelUpError("shape", f"All games of a batch have the same {name}.")
        if int(games["edition"][0]) not in EDITIONS:
            raise CamelUpError("edition", f"There is no edition {games['edition'][0]}.")
        players = int(games["players"][0])
        check_players(players)
        partners = games["partners"]
        if not ((games["turn"] >= 0) & (games["turn"] < players)).all() or not (partners < players).all():
            raise CamelUpError("seat", f"A game of the batch names a seat that a table of {players} has not.")
        # A record array reads fields as attributes, as compiled code does: so the kernels also run uncompiled.
        self.games = np.require(games, requirements=["C", "W"]).view(np.recarray)
        self.streams = np.empty(len(games), np.int64)
        begin_streams(self.streams, seed & SEED_BITS)

    @classmethod
    def start(
        cls, count: int, edition: Edition = SECOND, players: int = 4, *, seed: int = 0, first: int | None = None
    ) -> "Batch":
        """Set up so many games; without a `first` seat the starting player is drawn."""
        check_players(players)
        if first is not None:
            check_seat(first, players)
        if count < 1:
            raise CamelUpError("shape", f"A batch has at least one game, not {count}.")
        games = np.zeros(count, GAME).view(np.recarray)
        states = np.empty(count, np.int64)
        set_up(games, states, edition.number, players, -1 if first is None else first, seed & SEED_BITS)
        batch = cls(games, seed)
        batch.streams = states
        return batch

    @classmethod
    def from_positions(cls, positions: Sequence[State], *, seed: int = 0) -> "Batch":
        """Go on from positions; a view's face-down cards must have been filled in (`guess`)."""
        return cls(packed(list(positions)), seed=seed)

    def __len__(self) -> int:
        """Count the games."""
        return len(self.games)

    @property
    def edition(self) -> Edition:
        """The edition that all games are of."""
        return EDITIONS[int(self.games["edition"][0])]

    @property
    def players(self) -> int:
        """How many play in each game."""
        return int(self.games["players"][0])

    @property
    def is_over(self) -> npt.NDArray[np.bool_]:
        """Which games have ended."""
        return np.asarray(self.games["over"] != 0)

    @property
    def money(self) -> npt.NDArray[np.int32]:
        """What everybody has, by game and seat."""
        return np.array(self.games["money"][:, : self.players])

    @property
    def winners(self) -> npt.NDArray[np.bool_]:
        """Who has won, by game and seat: all with the most money; nobody before the end."""
        money = self.money
        return np.asarray((money == money.max(axis=1, keepdims=True)) & self.is_over[:, None])

    def state(self, number: int) -> State:
        """Give one game as a state."""
        return unpacked(self.games[number])

    def legal_sets(self) -> Words:
        """Give what may be done in each game, as bits."""
        sets = np.empty(len(self), np.int64)
        legal_sets(self.games, sets)
        return sets

    def legal(self) -> npt.NDArray[np.bool_]:
        """Give what may be done in each game, as a mask over the action space."""
        return np.asarray((self.legal_sets()[:, None] >> np.arange(ACTIONS)) & 1 != 0)

    def apply(self, actions: Sequence[Action] | npt.ArrayLike, outcomes: Sequence[Face | None] | None = None) -> None:
        """Perform one action in each game that is not over; dice are drawn unless what they showed is given.

        Everything is checked first: a wrong shape, an unknown or an illegal action changes no game.
        """
        numbers = self._numbers(actions)
        illegal = ~self.is_over & (self.legal_sets() >> numbers & 1 == 0)
        if illegal.any():
            at = int(illegal.argmax())
            raise IllegalActionError("illegal", f"Action {numbers[at]} is not legal in game {at}.")
        if outcomes is None:
            act_all(self.games, numbers, self.streams)
        else:
            perform_all(self.games, numbers, *self._shown(numbers, outcomes))

    def _numbers(self, actions: Sequence[Action] | npt.ArrayLike) -> Words:
        if isinstance(actions, Sequence) and actions and not isinstance(actions[0], int | np.integer):
            actions = [number_of(self.edition, action) for action in actions]  # type: ignore[arg-type]
        try:
            numbers = np.asarray(actions)
        except ValueError:
            numbers = np.empty(0)
        if numbers.shape != (len(self),) or not np.issubdtype(numbers.dtype, np.integer):
            raise InvalidActionError("shape", f"There must be one action for each of the {len(self)} games.")
        if ((numbers < 0) | (numbers >= ACTIONS)).any():
            raise InvalidActionError("no_such_action", f"Actions are numbered from 0 to {ACTIONS - 1}.")
        return numbers.astype(np.int64)

    def _shown(self, numbers: Words, outcomes: Sequence[Face | None]) -> tuple[Words, Words]:
        """Check what the dice are said to have shown."""
        if len(outcomes) != len(self):
            raise InvalidActionError("shape", f"There must be one outcome for each of the {len(self)} games.")
        camels = self.edition.camels
        shown, values = np.zeros(len(self), np.int64), np.zeros(len(self), np.int64)
        for at in np.flatnonzero(~self.is_over).tolist():
            face = outcomes[at]
            if numbers[at] != ROLL:
                if face is not None:
                    raise InvalidActionError("needless_outcome", f"Only a roll has an outcome, unlike game {at}.")
                continue
            if face is None or not is_face(self.edition, face):
                raise InvalidActionError("no_such_face", f"No die of game {at} shows {face!s}.")
            if not int(self.games["dice"][at]) >> self.edition.dice.index(face.die) & 1:
                raise InvalidActionError("die_is_out", f"The die with {face!s} is not in the pyramid of game {at}.")
            shown[at], values[at] = camels.index(face.camel), face.number
        return shown, values

    def play_out(self, policy: Policy | str = RANDOM, *, threads: int = 1) -> int:
        """Play all games to their end by a policy; give the number of actions."""
        policy = policy_of(policy)
        play = player_of(policy.choose)
        cuts = [len(self) * part // threads for part in range(threads + 1)] if threads > 0 else []

        def run(part: tuple[int, int]) -> int:
            return int(play(self.games, self.streams, *part))

        with self.played_by(policy):
            counts = on_threads(threads, run, pairwise(cuts))
            for count in counts:
                check_fault(policy, count)
        return sum(counts)

    @contextmanager
    def played_by(self, policy: Policy) -> Iterator[None]:
        """Put everything back as it was if the policy fails, and say why."""
        games, streams = self.games.copy(), self.streams.copy()
        try:
            yield
        except BaseException as error:
            self.games[:], self.streams[:] = games, streams
            if isinstance(error, NumbaError):
                raise CamelUpError("policy", f"The policy {policy.name} cannot be compiled: {error}") from error
            raise


def check_fault(policy: Policy, result: int) -> None:
    """Refuse what a policy at fault has played."""
    if result == ILLEGAL:
        raise IllegalActionError("illegal", f"The policy {policy.name} chose an action that is not legal.")
    if result < 0:
        raise CamelUpError("endless", f"The policy {policy.name} does not end a game in {MOST_ACTIONS:,} actions.")

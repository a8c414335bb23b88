"""Many games at once."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import ACTIONS, ROLL, encode_action
from camelup.bulk.arguments import as_int, as_seed, check_number
from camelup.bulk.layout import GAME, Games, pack, repack, unpack
from camelup.bulk.observations.layouts import Layout, Observation, find_layout
from camelup.bulk.observations.observe_games import observe
from camelup.bulk.playout import (
    ILLEGAL,
    MOST_ACTIONS,
    apply_all,
    apply_all_drawn,
    begin_streams,
    compile_playout,
    compile_seated_playout,
    deal,
    legal_sets,
    set_up,
)
from camelup.bulk.policies import RANDOM, Policy, check_result, describe_failure
from camelup.bulk.registry import find_policy
from camelup.bulk.threads import on_threads
from camelup.bulk.with_odds import table_for
from camelup.compiled.arrays import IntArray
from camelup.core.actions import Action, Face
from camelup.core.edition import EDITIONS, SECOND, Edition
from camelup.core.errors import (
    ArgumentError,
    CamelUpError,
    IllegalActionError,
    ImpossiblePositionError,
    InvalidActionError,
    PolicyError,
    quoted,
)
from camelup.core.rules import is_face
from camelup.core.state import State
from camelup.core.validity import check_edition, check_players, check_position, check_seat
from camelup.core.view import View
from camelup.hidden_cards import sample_state

_LOCK = Lock()
_CHUNK = 4096
"""So many games are played between two looks at an interrupt: some hundredths of a second."""


class Batch:
    """Games as an array of records, played by compiled code; the same seed gives the same games on any threads.

    >>> batch = Batch.start(1000, players=4, seed=7)
    >>> actions = batch.play_out()
    >>> bool(batch.is_over.all()), batch.money.shape
    (True, (1000, 4))
    """

    def __init__(self, records: Games, *, seed: int = 0) -> None:
        """Go on from records, such as `games` gives them and a file keeps them; each is checked to be a position."""
        if not isinstance(records, np.ndarray) or records.dtype != GAME or records.ndim != 1:
            raise ArgumentError("shape", "A batch is made of a one-dimensional array of game records.")
        self._hold(repack(np.ascontiguousarray(records)), seed)

    def _hold(self, games: Games, seed: int, streams: IntArray | None = None) -> None:
        """Take games that are known to be positions, of one table, with streams that are new unless they are given."""
        if len(games) == 0:
            raise ArgumentError("shape", "A batch needs at least one game.")
        for name in ("edition", "players"):
            if (games[name] != games[name][0]).any():
                raise ArgumentError("shape", f"All games of a batch must have the same {name}.")
        # A record array reads fields as attributes, as compiled code does: so the kernels also run uncompiled.
        self._games = games.view(np.recarray)
        self._streams = np.empty(len(games), np.int64) if streams is None else streams
        self._is_busy = False
        if streams is None:
            begin_streams(self._games, self._streams, as_seed(seed))

    @classmethod
    def _of(cls, games: Games, seed: int = 0, streams: IntArray | None = None) -> "Batch":
        batch = cls.__new__(cls)
        batch._hold(games, seed, streams)  # noqa: SLF001 - a method of the class
        return batch

    @classmethod
    def start(
        cls, count: int, edition: Edition = SECOND, players: int = 4, *, seed: int = 0, first: int | None = None
    ) -> "Batch":
        """Set up this many games; without a `first` seat the starting player is drawn."""
        check_edition(edition)
        players, first = as_int(players), as_int(first)
        check_players(players)
        check_number("games", "games", count, least=1)
        if first is not None:
            check_seat(first, players)
        games, streams = np.zeros(count, GAME).view(np.recarray), np.empty(count, np.int64)
        set_up(games, streams, edition.number, players, -1 if first is None else first, as_seed(seed))
        return cls._of(games, streams=streams)

    @classmethod
    def from_positions(cls, positions: Iterable[State], *, seed: int = 0) -> "Batch":
        """Go on from positions; a view's face-down cards must have been filled in (`sample_state`)."""
        return cls._of(pack(list(positions)), seed)

    @classmethod
    def from_view(cls, view: View, count: int, *, seed: int = 0) -> "Batch":
        """Go on from what a seat sees, in this many games; in each, the cards that it cannot see are drawn at random.

        >>> from camelup import Game
        >>> game = Game(players=3, seed=7)
        >>> events = game.play("winner b")
        >>> batch = Batch.from_view(game.view(1), 1000)
        >>> len({batch.state(number).winner_deck for number in range(1000)})
        5
        """
        if not isinstance(view, View):
            raise ImpossiblePositionError(
                "view", f"Only the hidden cards of a View can be filled in, not {quoted(view)}."
            )
        check_position(view)
        check_number("games", "games", count, least=1)
        batch = cls.from_positions([sample_state(view, lambda _: 0)]).take(np.zeros(count, np.int64), seed=seed)
        hidden = {card.seat for card in view.winner_deck + view.loser_deck if card.camel is None}
        deal(batch._games, batch._streams, np.array(sorted(hidden), np.int64))  # noqa: SLF001 - a method of the class
        return batch

    def take(self, numbers: npt.ArrayLike, *, seed: int = 0) -> "Batch":
        """Return some of the games as a new batch, in this order, each as often as it is named; or by a mask.

        >>> batch = Batch.start(3, seed=7)
        >>> again = batch.take([1] * 1000, seed=8)
        >>> again.state(999) == batch.state(1)
        True
        """
        index = np.asarray(numbers)
        if index.dtype == np.bool_ and index.shape == (len(self),):
            index = np.flatnonzero(index)
        if index.ndim != 1 or not np.issubdtype(index.dtype, np.integer):
            raise ArgumentError("shape", "Select games with a list of their numbers.")
        if ((index < 0) | (index >= len(self))).any():
            raise ArgumentError("games", f"Games are numbered from 0 to {len(self) - 1}.")
        return self._of(self._games[index], seed)

    def copy(self) -> "Batch":
        """Return the same games again, with the same dice to come."""
        return self._of(_bytes(self._games).copy().view(GAME), streams=self._streams.copy())

    def __repr__(self) -> str:
        """Return a summary: how many games, and of what."""
        return f"<Batch: {len(self):,} games of {self.players} players, {self.edition.title}>"

    def __len__(self) -> int:
        """Count the games."""
        return len(self._games)

    @property
    def games(self) -> Games:
        """The records, to look at."""
        return _read_only(self._games)

    @property
    def streams(self) -> IntArray:
        """Where the random stream of each game stands, to look at."""
        return _read_only(self._streams)

    @property
    def edition(self) -> Edition:
        """The edition that all games are of."""
        return EDITIONS[int(self._games["edition"][0])]

    @property
    def players(self) -> int:
        """How many play in each game."""
        return int(self._games["players"][0])

    @property
    def is_over(self) -> npt.NDArray[np.bool_]:
        """Which games have ended."""
        return np.asarray(self._games["over"] != 0)

    @property
    def money(self) -> npt.NDArray[np.int32]:
        """What everybody has, by game and seat."""
        return np.array(self._games["money"][:, : self.players])

    @property
    def winners(self) -> npt.NDArray[np.bool_]:
        """Who has won, by game and seat: all with the most money; nobody before the end."""
        money = self.money
        return np.asarray((money == money.max(axis=1, keepdims=True)) & self.is_over[:, None])

    def state(self, number: int) -> State:
        """Return one game as a state."""
        return unpack(self._games[number])

    def legal_sets(self) -> IntArray:
        """Return the legal actions of each game, as bits."""
        sets = np.empty(len(self), np.int64)
        legal_sets(self._games, sets)
        return sets

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions of each game, as a mask over the action space."""
        return np.asarray((self.legal_sets()[:, None] >> np.arange(ACTIONS)) & 1 != 0)

    def observe(
        self,
        layout: str | Layout = "facts",
        *,
        seats: npt.ArrayLike | None = None,
        hide_money: bool = False,
        out: Observation | None = None,
    ) -> Observation:
        """Return what the seat in turn of each game knows, as numbers; or what another seat knows.

        A batch does not remember how its games came about, so the layout `odds` takes those of now for the odds when
        cards were laid.

        >>> Batch.start(1000, seed=7).observe("facts").shape
        (1000, 304)
        """
        return observe(self._games, find_layout(layout), seats=seats, hide_money=hide_money, out=out)

    def apply(self, actions: Sequence[Action] | npt.ArrayLike, outcomes: Sequence[Face | None] | None = None) -> None:
        """Perform one action in each game that is not over; dice are drawn unless what they showed is given.

        Everything is checked first: a wrong shape, an unknown or an illegal action changes no game.
        """
        numbers = self._numbers(actions)
        with self._exclusive() as (games, streams):  # from the check on: nobody else may change what has been checked
            illegal = ~self.is_over & (self.legal_sets() >> numbers & 1 == 0)
            if illegal.any():
                at = int(illegal.argmax())
                raise IllegalActionError("illegal", f"Action {numbers[at]} is not legal in game {at}.")
            if outcomes is None:
                apply_all_drawn(games, numbers, streams)
            else:
                apply_all(games, numbers, *self._shown(numbers, outcomes))

    def _numbers(self, actions: Sequence[Action] | npt.ArrayLike) -> IntArray:
        if isinstance(actions, list | tuple) and actions and not isinstance(actions[0], int | np.integer):
            actions = [encode_action(self.edition, action) for action in actions]
        try:
            numbers = np.asarray(actions)
        except ValueError:
            numbers = np.empty(0)
        if numbers.shape != (len(self),):
            raise InvalidActionError("shape", f"There must be one action for each of the {len(self)} games.")
        is_whole = np.issubdtype(numbers.dtype, np.integer)
        if not is_whole or ((numbers < 0) | (numbers >= ACTIONS)).any():
            raise InvalidActionError(
                "no_such_action",
                f"Actions must be all numbers from 0 to {ACTIONS - 1}, or all from camelup.core.actions.",
            )
        return numbers.astype(np.int64)

    def _shown(self, numbers: IntArray, outcomes: Sequence[Face | None]) -> tuple[IntArray, IntArray]:
        """Check what the dice are said to have shown."""
        if len(outcomes) != len(self):
            raise InvalidActionError("shape", f"There must be one outcome for each of the {len(self)} games.")
        camels = self.edition.camels
        shown, values = np.zeros(len(self), np.int64), np.zeros(len(self), np.int64)
        for at in np.flatnonzero(~self.is_over).tolist():
            face = outcomes[at]
            if numbers[at] != ROLL:
                if face is not None:
                    raise InvalidActionError(
                        "needless_outcome", f"Only a roll has an outcome, but game {at} has another action."
                    )
                continue
            if not isinstance(face, Face):
                raise InvalidActionError("no_such_face", f"The roll of game {at} needs a Face, not {quoted(face)}.")
            if not is_face(self.edition, face):
                raise InvalidActionError("no_such_face", f"No die of game {at} shows {face!s}.")
            if not int(self._games["dice"][at]) >> self.edition.dice.index(face.die) & 1:
                raise InvalidActionError("die_is_out", f"The die with {face!s} is not in the pyramid of game {at}.")
            shown[at], values[at] = camels.index(face.camel), face.number
        return shown, values

    def play_out(
        self,
        policy: Policy | str | Sequence[Policy | str] = RANDOM,
        *,
        seats: npt.ArrayLike | None = None,
        threads: int = 1,
    ) -> int:
        """Play all games to their end by a policy, or by one for each seat; return the number of actions.

        With `seats`, each game has a row with the number of a policy for each of its seats: its place in the sequence.
        Policies by seat see dice by the number of the roll: a `copy` played by others has the same.

        >>> batch = Batch.start(100, players=3, seed=7)
        >>> actions = batch.play_out(["sensible", "random", "random"])
        """
        if isinstance(policy, Sequence) and not isinstance(policy, str):
            return self._play_out_by_seat(policy, seats, threads)
        if seats is not None:
            raise ArgumentError("shape", "Seats need a sequence of policies, not a single one.")
        policy = find_policy(policy)
        play, table = compile_playout(policy), table_for([policy], self.edition)
        with self.restoring_on_failure(policy) as (games, streams):
            play(games[:0], streams[:0], table, np.zeros(2, np.int64))  # compiled once, not by every thread

            def run(begin: int) -> int:
                part = slice(begin, begin + _CHUNK)
                where = np.zeros(2, np.int64)
                actions = int(play(games[part], streams[part], table, where))
                raise_fault(policy, actions, begin + int(where[0]), int(where[1]))
                return actions

            return sum(on_threads(threads, run, range(0, len(self), _CHUNK)))

    def _play_out_by_seat(self, named: Sequence[Policy | str], seats: npt.ArrayLike | None, threads: int) -> int:
        policies = [find_policy(policy) for policy in named]
        different = sorted(set(policies), key=lambda policy: policy.name)  # any other order would be compiled again
        numbers = np.array([different.index(policy) for policy in policies], np.int8)
        if seats is None and len(policies) != self.players:
            raise ArgumentError("shape", f"There must be a policy for each of the {self.players} seats.")
        places = self._seats(numbers, np.tile(np.arange(self.players), (len(self), 1)) if seats is None else seats)
        play, table = compile_seated_playout(tuple(different)), table_for(different, self.edition)
        with self.restoring_on_failure(*different) as (games, streams):
            play(games[:0], streams[:0], places[:0], table, np.zeros(3, np.int64))  # compiled once, not by every thread

            def run(begin: int) -> int:
                part = slice(begin, begin + _CHUNK)
                where = np.zeros(3, np.int64)
                actions = int(play(games[part], streams[part], places[part], table, where))
                raise_fault(different[int(where[2])], actions, begin + int(where[0]), int(where[1]))
                return actions

            return sum(on_threads(threads, run, range(0, len(self), _CHUNK)))

    def _seats(self, numbers: npt.NDArray[np.int8], seats: npt.ArrayLike) -> npt.NDArray[np.int8]:
        """Return the number of a policy for each game and seat; compiled code does not check what it looks up."""
        table = np.asarray(seats)
        if table.shape != (len(self), self.players) or not np.issubdtype(table.dtype, np.integer):
            raise ArgumentError("shape", f"Seats must be whole numbers, {self.players} for each game.")
        if ((table < 0) | (table >= len(numbers))).any():
            raise ArgumentError(
                "shape", f"Each seat must be the number of one of {len(numbers)} policies, counted from 0."
            )
        return np.ascontiguousarray(numbers[table])

    @contextmanager
    def restoring_on_failure(self, *policies: Policy) -> Iterator[tuple[Games, IntArray]]:
        """Hand records and streams to a loop of this package that plays them by policies; name them if they fail.

        Everything is then put back as it was.
        """
        with self._exclusive() as games_and_streams:
            before = _bytes(self._games).copy(), self._streams.copy()
            try:
                for policy in policies:
                    check_result(policy)
                yield games_and_streams
            except BaseException as error:
                _bytes(self._games)[:], self._streams[:] = before
                if isinstance(error, CamelUpError | MemoryError) or not isinstance(error, Exception):
                    raise
                names = " or ".join(policy.name for policy in policies)
                raise PolicyError("policy", f"The policy {names} failed: {describe_failure(error)}") from error

    @contextmanager
    def _exclusive(self) -> Iterator[tuple[Games, IntArray]]:
        """Let one at a time change the games: compiled code does not wait for others."""
        with _LOCK:
            if self._is_busy:
                raise ArgumentError("busy", "Another thread is playing these games: copy them.")
            self._is_busy = True
        try:
            yield self._games, self._streams
        finally:
            self._is_busy = False


def _bytes(games: Games) -> npt.NDArray[np.uint8]:
    """Show records as bytes, which are copied five times as fast as field by field."""
    return games.view(np.uint8)


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Show an array that nobody can make writable again."""
    return np.frombuffer(array.view(np.uint8).data.toreadonly(), array.dtype).view(type(array))


def raise_fault(policy: Policy, result: int, game: int, action: int) -> None:
    """Refuse what a policy has chosen against the rules."""
    if result == ILLEGAL:
        raise PolicyError("illegal", f"The policy {policy.name} chose {action} in game {game}, which is not legal.")
    if result < 0:
        raise PolicyError(
            "endless", f"The policy {policy.name} did not end game {game} within {MOST_ACTIONS:,} actions."
        )

"""Many games at once."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import ACTIONS
from camelup.bulk.arguments import (
    as_array,
    as_int,
    as_mask,
    as_seed,
    check_flag,
    check_game,
    check_number,
    check_out,
    making_room,
)
from camelup.bulk.given_actions import action_numbers, shown_faces
from camelup.bulk.layout import GAME, OLD_GAME, Games, as_bytes, edition_of, from_old, pack, read_only, repack, unpack
from camelup.bulk.masks import legal_masks
from camelup.bulk.observations.layouts import Layout, Observation, find_layout
from camelup.bulk.observations.observe_games import observe
from camelup.bulk.playout import (
    apply_all,
    apply_all_drawn,
    begin_streams,
    compile_playout,
    compile_seated_playout,
    deal,
    find_illegal,
    legal_sets,
    raise_fault,
    reset_chosen,
    set_up,
    write_standings,
)
from camelup.bulk.policies import RANDOM, Policy, check_result, naming_failures
from camelup.bulk.record_check import find_impossible
from camelup.bulk.recording import RecordedGames, Seating, play_recorded
from camelup.bulk.registry import find_policy
from camelup.bulk.rules_word import record_fields
from camelup.bulk.threads import on_threads
from camelup.bulk.with_odds import in_order, table_for
from camelup.compiled.arrays import IntArray
from camelup.core.actions import SEATS, Action, Face
from camelup.core.edition import SECOND, Edition
from camelup.core.errors import (
    ArgumentError,
    IllegalActionError,
    ImpossiblePositionError,
    quoted,
)
from camelup.core.state import State, Table
from camelup.core.validity import check_players, check_position, check_seat_number, find_edition
from camelup.core.view import View, check_is_view
from camelup.hidden_cards import sample_state
from camelup.notebook import html_table

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
        if isinstance(records, np.ndarray) and records.dtype == OLD_GAME and records.ndim == 1:
            records = from_old(records)
        if not isinstance(records, np.ndarray) or records.dtype != GAME or records.ndim != 1:
            raise ArgumentError("shape", "A batch is made of a one-dimensional array of game records.")
        games = as_bytes(np.ascontiguousarray(records)).copy().view(GAME).view(np.recarray)
        wrong = find_impossible(games)
        if wrong >= 0:
            repack(records[wrong : wrong + 1])  # says what is wrong
            raise ImpossiblePositionError("record", f"Record {wrong} is not a valid position.")
        self._hold(games, seed)

    def _hold(self, games: Games, seed: int, streams: IntArray | None = None) -> None:
        """Take games that are known to be positions, of one table, with streams that are new unless they are given."""
        if len(games) == 0:
            raise ArgumentError("shape", "A batch needs at least one game.")
        for name in ("edition", "variant", "players"):
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
        cls,
        count: int,
        edition: Edition | int = SECOND,
        players: int = 4,
        *,
        seed: int = 0,
        first: int | None = None,
        begin: int = 0,
    ) -> "Batch":
        """Set up this many games; without a `first` seat the starting player is drawn.

        They are those that the seed gives from the number `begin` on: some of many can be played elsewhere.
        """
        edition = find_edition(as_int(edition), allow_variant=True)
        players, first = as_int(players), as_int(first)
        check_players(players)
        check_number("games", "games", count, least=1)
        check_number("games", "games before these", begin, least=0)
        if first is not None:
            check_seat_number(first, players)
        with making_room(count):
            games, streams = np.zeros(count, GAME).view(np.recarray), np.empty(count, np.int64)
        fields, seat = record_fields(edition), -1 if first is None else first
        set_up(games, streams, *fields, players, seat, as_seed(seed), begin)
        return cls._of(games, streams=streams)

    @classmethod
    def from_positions(cls, positions: Iterable[State], *, seed: int = 0) -> "Batch":
        """Go on from positions; a view's face-down cards must have been filled in (`sample_state`)."""
        if isinstance(positions, Table) or not isinstance(positions, Iterable):
            raise ImpossiblePositionError("position", f"A list of positions is needed, not {quoted(positions)}.")
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
        check_is_view(view)
        check_position(view)
        check_number("games", "games", count, least=1)
        one = cls.from_positions([sample_state(view, lambda _: 0)])
        with making_room(count):
            batch = one.take(np.zeros(count, np.int64), seed=seed)
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
        index = as_array(numbers)
        if index.dtype == np.bool_ and index.shape == (len(self),):
            index = np.flatnonzero(index)
        if index.ndim != 1 or not np.issubdtype(index.dtype, np.integer):
            raise ArgumentError("shape", "Select games with a list of their numbers.")
        if ((index < 0) | (index >= len(self))).any():
            raise ArgumentError("games", f"Games are numbered from 0 to {len(self) - 1}.")
        return self._of(self._games[index], seed)

    def copy(self) -> "Batch":
        """Return the same games again, with the same dice to come."""
        return self._of(as_bytes(self._games).copy().view(GAME), streams=self._streams.copy())

    @classmethod
    def concatenate(cls, batches: Iterable["Batch"]) -> "Batch":
        """Return the games of several batches as one, with the same dice to come as each has there.

        >>> both = Batch.concatenate([Batch.start(1000, seed=7), Batch.start(500, seed=8)])
        >>> len(both)
        1500
        """
        parts = list(batches) if isinstance(batches, Iterable) else []
        if not parts or not all(isinstance(part, Batch) for part in parts):
            raise ArgumentError("shape", "Only batches can be concatenated, and at least one.")
        games = np.concatenate([as_bytes(part._games) for part in parts])  # noqa: SLF001 - a method of the class
        streams = np.concatenate([part._streams for part in parts])  # noqa: SLF001
        return cls._of(games.view(GAME), streams=streams)

    def __repr__(self) -> str:
        """Return a summary: how many games, and of what."""
        return f"<Batch: {len(self):,} games of {self.players} players, {self.edition.title}>"

    def _repr_html_(self) -> str:
        over = f"{np.count_nonzero(self.is_over):,} of {len(self):,} games are over"
        means = zip(SEATS, self.money.mean(axis=0), self.winners.mean(axis=0), strict=False)
        rows = [(seat, f"{money:.2f}", f"{wins:.1%}") for seat, money, wins in means]
        return html_table(f"{self.edition.title}: {over}", ["seat", "mean money", "has won"], rows)

    def __len__(self) -> int:
        """Count the games."""
        return len(self._games)

    @property
    def games(self) -> Games:
        """The records, to look at."""
        return read_only(self._games)

    @property
    def streams(self) -> IntArray:
        """Where the random stream of each game stands, to look at."""
        return read_only(self._streams)

    @property
    def edition(self) -> Edition:
        """The edition, or the variant, that all games are of."""
        return edition_of(self._games[0])

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
        check_game(number, len(self))
        return unpack(self._games[number])

    @property
    def spaces(self) -> npt.NDArray[np.int8]:
        """The space of each camel, by game and camel in the order of `edition.camels`; 0 and 17 are over the line."""
        spaces, _ = self._standings()
        return spaces

    @property
    def places(self) -> npt.NDArray[np.int8]:
        """How many racing camels are ahead of each of them, by game and camel in the order of `edition.racing`."""
        _, places = self._standings()
        return places

    def _standings(self) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
        spaces = np.empty((len(self), len(self.edition.camels)), np.int8)
        places = np.empty((len(self), len(self.edition.racing)), np.int8)
        write_standings(self._games, spaces, places)
        return spaces, places

    def legal_sets(self, *, out: IntArray | None = None) -> IntArray:
        """Return the legal actions of each game, as bits; in an array of yours, if you give one."""
        sets = check_out(out, (len(self),), np.int64)
        legal_sets(self._games, sets)
        return sets

    def legal_mask(self, *, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """Return the legal actions of each game, as a mask over the action space; in an array of yours, if given."""
        mask = check_out(out, (len(self), ACTIONS), np.bool_)
        legal_masks(self._games, mask.view(np.uint8))
        return mask

    def reset(self, mask: npt.ArrayLike | None = None, *, seed: int | None = None, first: int | None = None) -> None:
        """Set up new games in place of all, or of those that a mask chooses; the others stay as they are.

        The dice of a new game follow from those of the game that it replaces, or from a seed as in `start`.

        >>> batch = Batch.start(1000, seed=7)
        >>> actions = batch.play_out()
        >>> rich = batch.money[:, 0] > 10
        >>> batch.reset(rich)
        >>> bool((batch.is_over == ~rich).all())
        True
        """
        chosen = as_mask(mask, len(self))
        first = as_int(first)
        if first is not None:
            check_seat_number(first, self.players)
        number = -1 if seed is None else as_seed(seed)
        with self._exclusive() as (games, streams):
            reset_chosen(games, streams, chosen.view(np.uint8), -1 if first is None else first, number)

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
        check_flag("hide_money", hide_money)
        return observe(self._games, find_layout(layout), seats=seats, hide_money=hide_money, out=out)

    def apply(self, actions: Sequence[Action] | npt.ArrayLike, outcomes: Sequence[Face | None] | None = None) -> None:
        """Perform one action in each game that is not over; dice are drawn unless what they showed is given.

        Everything is checked first: a wrong shape, an unknown or an illegal action changes no game.
        """
        numbers = action_numbers(actions, self.edition, len(self))
        with self._exclusive() as (games, streams):  # from the check on: nobody else may change what has been checked
            at = find_illegal(games, numbers) if outcomes is not None else apply_all_drawn(games, numbers, streams)
            if at >= 0:
                raise IllegalActionError("illegal", f"Action {numbers[at]} is not legal in game {at}.")
            if outcomes is not None:
                apply_all(games, numbers, *shown_faces(outcomes, games, numbers, self.edition))

    @overload
    def play_out(
        self,
        policy: Policy | str | Sequence[Policy | str] = RANDOM,
        *,
        seats: npt.ArrayLike | None = None,
        threads: int = 1,
        record: Literal[False] = False,
    ) -> int: ...

    @overload
    def play_out(
        self,
        policy: Policy | str | Sequence[Policy | str] = RANDOM,
        *,
        seats: npt.ArrayLike | None = None,
        threads: int = 1,
        record: Literal[True],
    ) -> RecordedGames: ...

    def play_out(
        self,
        policy: Policy | str | Sequence[Policy | str] = RANDOM,
        *,
        seats: npt.ArrayLike | None = None,
        threads: int = 1,
        record: bool = False,
    ) -> int | RecordedGames:
        """Play all games to their end by a policy, or by one for each seat; return the number of actions.

        With `seats`, each game has a row with the number of a policy for each of its seats: its place in the sequence.
        Policies by seat see dice by the number of the roll: a `copy` played by others has the same. With `record`,
        return all actions and dice instead.

        >>> batch = Batch.start(100, players=3, seed=7)
        >>> actions = batch.play_out(["sensible", "random", "random"])
        """
        seating = self._seating(policy, seats)
        table = table_for(seating.policies, self.edition)
        with self.restoring_on_failure(*seating.policies) as (games, streams):
            if record:
                return play_recorded(games, streams, seating, table, threads)
            if seating.is_by_seat:
                play: Callable[..., int] = compile_seated_playout(seating.policies)
                whole: tuple[npt.NDArray[Any], ...] = games, streams, seating.seats
            else:
                play, whole = compile_playout(seating.policies[0]), (games, streams)
            play(*(array[:0] for array in whole), table, np.zeros(3, np.int64))  # compiled once, not by every thread

            def run(begin: int) -> int:
                where = np.zeros(3, np.int64)
                actions = int(play(*(array[begin : begin + _CHUNK] for array in whole), table, where))
                raise_fault(seating.policies[int(where[2])], actions, begin + int(where[0]), int(where[1]))
                return actions

            return sum(on_threads(threads, run, range(0, len(self), _CHUNK)))

    def _seating(self, policy: Policy | str | Sequence[Policy | str], seats: npt.ArrayLike | None) -> Seating:
        """Return who plays in which seat of which game."""
        if isinstance(policy, str) or not isinstance(policy, Sequence):
            if seats is not None:
                raise ArgumentError("shape", "Seats need a sequence of policies, not a single one.")
            return Seating((find_policy(policy),), np.zeros((len(self), self.players), np.int8), is_by_seat=False)
        policies = [find_policy(each) for each in policy]
        different = in_order(set(policies))
        numbers = np.array([different.index(policy) for policy in policies], np.int8)
        if seats is None and len(policies) != self.players:
            raise ArgumentError("shape", f"There must be a policy for each of the {self.players} seats.")
        places = self._seats(numbers, np.tile(np.arange(self.players), (len(self), 1)) if seats is None else seats)
        return Seating(tuple(different), places, is_by_seat=True)

    def _seats(self, numbers: npt.NDArray[np.int8], seats: npt.ArrayLike) -> npt.NDArray[np.int8]:
        """Return the number of a policy for each game and seat; compiled code does not check what it looks up."""
        table = as_array(seats)
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
            before = as_bytes(self._games).copy(), self._streams.copy()
            try:
                with naming_failures(policies):
                    for policy in policies:
                        check_result(policy)
                    yield games_and_streams
            except BaseException:
                as_bytes(self._games)[:], self._streams[:] = before
                raise

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

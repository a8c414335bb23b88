"""Many games for learning: an action for each, then what the next seat sees, may do and has earned."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, fields
from itertools import pairwise
from threading import Lock
from typing import Any, Literal, Self, get_args

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
from camelup.bulk.exact_odds import KEYS
from camelup.bulk.given_actions import whole_numbers
from camelup.bulk.layout import GAME, Games, as_bytes, read_only, unpack
from camelup.bulk.observations.layouts import ODDS, Layout, find_layout
from camelup.bulk.observations.numbering import Numbering, check_numbering
from camelup.bulk.observations.odds import NOTES_SHAPE
from camelup.bulk.playout import raise_fault
from camelup.bulk.policies import Policy, check_result, is_built_in, naming_failures
from camelup.bulk.registry import find_policy
from camelup.bulk.threads import Workers
from camelup.bulk.vector_kernels import (
    EDITION,
    HIDES_MONEY,
    IS_BY_RANK,
    IS_MONEY,
    KEEP,
    MOST_ACTIONS,
    PLAYERS,
    RESET,
    SETTINGS,
    SHOW,
    SLOT,
    begin_slots,
    compile_step,
    draw_actions,
    find_illegal,
)
from camelup.bulk.with_odds import in_order, table_for
from camelup.compiled.arrays import IntArray
from camelup.core.edition import SECOND, Edition
from camelup.core.errors import (
    ArgumentError,
    IllegalActionError,
    InvalidActionError,
    quoted,
)
from camelup.core.state import State
from camelup.core.validity import check_players, check_seat_number, find_edition
from camelup.odds.leg_table import ODDS as TABLE_ODDS
from camelup.odds.leg_table import leg_table
from camelup.odds.nodes import WORKSPACE

Reward = Literal["win", "money"]
Odds = Literal["quick", "exact"]
Opponents = Mapping[int, Policy | str] | Sequence[Policy | str]

_LONGEST = 2_000
"""Actions at a table that chooses any of the legal ones, all alike, until the race is over: about 800."""
_PART = 512
"""Fewer games are not worth another thread."""
_PARTS_EACH = 4
"""How many parts there are for each thread, so that one that is held up leaves more of them to the others."""
_LOCK = Lock()
_OWN = -1
"""The number of the caller among the policies."""


@dataclass(frozen=True, slots=True, repr=False)
class VectorStep:
    """What the last step has led to, with a row for each game; the next step overwrites it.

    Where a game has ended, `observation`, `mask` and `seat` are already those of the next one.
    """

    observation: npt.NDArray[Any]
    """What the seat in turn knows, as the layout has it."""
    mask: npt.NDArray[np.bool_]
    """Which of the 54 actions are legal."""
    seat: npt.NDArray[np.int8]
    """The seat in turn, always one of the caller's."""
    rewards: npt.NDArray[np.float32]
    """What the step has brought to each seat, those of policies too."""
    terminated: npt.NDArray[np.bool_]
    """Whether a game has ended in this step."""
    truncated: npt.NDArray[np.bool_]
    """Whether it was given up because it had `max_actions`."""
    final_observation: npt.NDArray[Any]
    """For each game that has ended or was given up: what the seat that acted in this step saw in the end."""
    final_money: npt.NDArray[np.int32]
    """For each of those: everybody's money."""
    final_actions: npt.NDArray[np.int32]
    """For each of those: how many actions it had, of all seats."""

    def __repr__(self) -> str:
        """Return how many games there are, and how many have just ended."""
        ended = int((self.terminated | self.truncated).sum())
        return f"<VectorStep: {len(self.seat):,} games, {ended:,} ended>"

    def copy(self) -> "VectorStep":
        """Return the same in arrays that the next step does not overwrite."""
        return VectorStep(*(getattr(self, field.name).copy() for field in fields(self)))


class VectorGame:
    """Many games at once, each of which starts again as soon as it is over.

    >>> vector = VectorGame(1000, players=4, seed=7)
    >>> step = vector.reset()
    >>> step = vector.step(vector.sample())
    >>> step.mask.shape, step.rewards.shape
    ((1000, 54), (1000, 4))

    `reset` and `step` return the same `VectorStep` each time, whose arrays they overwrite. The same seed and actions
    give the same games on any number of threads, and what is done in one game does not change another.
    """

    def __init__(
        self,
        num_games: int,
        edition: Edition | int = SECOND,
        players: int = 4,
        *,
        seed: int = 0,
        reward: Reward = "win",
        max_actions: int = _LONGEST,
        opponents: Opponents | None = None,
        seats: npt.ArrayLike | None = None,
        layout: str | Layout | None = "facts",
        odds: Odds = "quick",
        numbering: Numbering = "rank",
        hide_money: bool = False,
        threads: int = 1,
    ) -> None:
        """Make room for games; `reset` begins them.

        - `reward`: "win" gives a seat 1 when it wins, divided among those who share the victory; "money" what the
          seat's money has changed since the last step.
        - `max_actions`: a game is given up when it has as many, of all seats. Tiles can be moved for ever.
        - `opponents`: the policies of some seats, `{1: "sensible", 2: "plain"}`; the other seats are the caller's. Or
          a list of policies with `seats`, a row for each game: the number of a policy for each seat, -1 for the
          caller's.
        - `layout`: how observations are written, None for no observations.
        - `odds`: what the layout `odds` and policies go by: "quick" estimates, or "exact" odds of the leg, which take
          several times as long.
        - `numbering`: how actions are numbered, by "rank" or by "colour".
        - `hide_money`: whether observations hide how much the others have.
        """
        check_number("games", "games", num_games, least=1)
        edition = find_edition(edition)
        players = as_int(players)
        check_players(players)
        check_number("max_actions", "actions", max_actions, least=1)
        if reward not in get_args(Reward):
            raise ArgumentError("reward", f"A reward is win or money, not {quoted(reward)}.")
        if odds not in get_args(Odds):
            raise ArgumentError("odds", f"Odds are quick or exact, not {quoted(odds)}.")
        check_numbering(numbering)
        check_flag("hide_money", hide_money)
        self._workers = Workers(threads)
        self._edition, self._players, self._reward, self._numbering = edition, players, reward, numbering
        self._layout = None if layout is None else find_layout(layout)
        self._odds = odds
        is_informed = self._layout is ODDS
        with making_room(num_games):
            self._policies, self._seats = self._seating(int(num_games), opponents, seats)
            self._make_arrays(is_informed=is_informed)
        self._table = leg_table(edition) if is_informed or odds == "exact" else table_for(self._policies, edition)
        self._settings = np.zeros(SETTINGS, np.int64)
        self._settings[[EDITION, PLAYERS, MOST_ACTIONS]] = edition.number, players, min(int(max_actions), 2**31 - 1)
        self._settings[[IS_MONEY, IS_BY_RANK, HIDES_MONEY]] = reward == "money", numbering == "rank", bool(hide_money)
        self._played = 0
        self._is_begun = self._is_busy = False
        self._prepare()
        begin_slots(self._slots, np.ones((len(self), 1), np.uint8), as_seed(seed))

    def _make_arrays(self, *, is_informed: bool) -> None:
        """Make room for games, for what is remembered of them, and for what a step shows."""
        games, players = self._seats.shape
        self._games = np.zeros(games, GAME).view(np.recarray)
        self._slots = np.zeros(games, SLOT).view(np.recarray)
        self._legal = np.zeros(games, np.int64)
        self._actions = np.zeros(games, np.int64)
        self._sampled = np.zeros(games, np.int64)
        self._notes = np.zeros((games, *(NOTES_SHAPE if is_informed else (0, 0, 0))), np.float32)
        self._known_for = np.zeros((games, KEYS), np.int64)
        self._known = np.zeros((games, TABLE_ODDS if self._odds == "exact" else 0), np.float64)
        size, dtype = (0, np.dtype(np.int8)) if self._layout is None else (self._layout.size, self._layout.dtype)
        self._step = VectorStep(
            observation=np.zeros((games, size), dtype),
            mask=np.zeros((games, ACTIONS), np.bool_),
            seat=np.zeros(games, np.int8),
            rewards=np.zeros((games, players), np.float32),
            terminated=np.zeros(games, np.bool_),
            truncated=np.zeros(games, np.bool_),
            final_observation=np.zeros((games, size), dtype),
            final_money=np.zeros((games, players), np.int32),
            final_actions=np.zeros(games, np.int32),
        )

    def _seating(
        self, games: int, opponents: Opponents | None, seats: npt.ArrayLike | None
    ) -> tuple[tuple[Policy, ...], npt.NDArray[np.int8]]:
        """Return the different policies, and the number of one for each game and seat."""
        if opponents is None or isinstance(opponents, Mapping):
            if seats is not None:
                raise ArgumentError("opponents", "Seats need a list of policies.")
            by_seat = {as_int(seat): find_policy(policy) for seat, policy in (opponents or {}).items()}
            for seat in by_seat:
                check_seat_number(seat, self._players)
            named = list(by_seat.values())
            row = [list(by_seat).index(seat) if seat in by_seat else _OWN for seat in range(self._players)]
            table = np.tile(np.array(row, np.int64), (games, 1))
        elif isinstance(opponents, str) or not isinstance(opponents, Sequence) or seats is None:
            raise ArgumentError("opponents", "Opponents are policies by seat, or a list of policies with `seats`.")
        else:
            named = [find_policy(policy) for policy in opponents]
            table = self._checked_seats(seats, games, len(named))
        different = in_order(set(named))
        self._numbers = np.array([*(different.index(policy) for policy in named), _OWN], np.int8)
        if not (table == _OWN).any(axis=1).all():
            raise ArgumentError("opponents", "At least one seat of each game must be the caller's.")
        return tuple(different), self._numbers[table]

    def _checked_seats(self, seats: npt.ArrayLike, games: int, policies: int) -> npt.NDArray[Any]:
        """Refuse seats that are no policies: compiled code does not check what it looks up."""
        table = as_array(seats)
        if table.shape != (games, self._players) or not np.issubdtype(table.dtype, np.integer):
            raise ArgumentError("shape", f"Seats must be whole numbers, {self._players} for each game.")
        if ((table < _OWN) | (table >= policies)).any():
            raise ArgumentError(
                "opponents", f"Each seat must be the number of one of {policies} policies, or -1 for the caller's."
            )
        return table

    def _prepare(self) -> None:
        """Cut everything into the parts that threads take."""
        games = len(self._games)
        threads = self._workers.threads
        count = 1 if threads == 1 else max(1, min(games // _PART, _PARTS_EACH * threads))
        ends = [games * part // count for part in range(count + 1)]
        whole = (
            self._games,
            self._slots,
            self._actions,
            self._seats,
            self._legal,
            self._notes,
            self._known_for,
            self._known,
            self._step.observation,
            self._step.mask.view(np.uint8),
            *(getattr(self._step, field.name) for field in fields(VectorStep)[2:]),
        )
        self._parts = []
        for begin, end in pairwise(ends):
            games, slots, actions, seats, legal, *shown = (array[begin:end] for array in whole)
            before = games, slots, actions, seats, legal, self._settings, self._table
            self._parts.append((begin, (*before, *shown, np.zeros(3, np.int64))))
        self._kernel = compile_step(self._policies, self._layout, is_exact=self._odds == "exact")

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is made of the rest."""
        return {name: value for name, value in self.__dict__.items() if name not in {"_parts", "_kernel"}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Come back with arrays that the parts share."""
        self.__dict__.update(state)
        self._prepare()

    def __copy__(self) -> Self:
        """Return games that go on by themselves: what shared its arrays with others would change with them."""
        return deepcopy(self)

    def __repr__(self) -> str:
        """Return a summary: how many games, and of what."""
        return f"<VectorGame: {len(self):,} games of {self.players} players, {self.edition.title}>"

    def __len__(self) -> int:
        """Count the games."""
        return len(self._games)

    @property
    def num_games(self) -> int:
        """How many games there are."""
        return len(self)

    @property
    def edition(self) -> Edition:
        """The edition that all games are of."""
        return self._edition

    @property
    def players(self) -> int:
        """How many play in each game."""
        return self._players

    @property
    def layout(self) -> Layout | None:
        """How observations are written; None if there are none."""
        return self._layout

    @property
    def numbering(self) -> Numbering:
        """How actions are numbered."""
        return self._numbering

    @property
    def reward(self) -> Reward:
        """What is rewarded."""
        return self._reward

    @property
    def games(self) -> Games:
        """The records, to look at; `Batch(vector.games)` goes on from them elsewhere."""
        return read_only(self._games)

    @property
    def notes(self) -> npt.NDArray[np.float32]:
        """By game, deck and place, the camels that a card is believed to show; empty unless the layout is `odds`."""
        shown = self._notes.view()
        shown.flags.writeable = False
        return shown

    @property
    def actions_played(self) -> int:
        """How many actions have been played so far, those of the policies included."""
        return self._played

    @property
    def current(self) -> VectorStep:
        """What `reset` and `step` return."""
        return self._step

    def state(self, number: int) -> State:
        """Return one game as a state."""
        self._check_begun()
        check_game(number, len(self))
        return unpack(self._games[number])

    def reset(
        self, mask: npt.ArrayLike | None = None, *, seed: int | None = None, seats: npt.ArrayLike | None = None
    ) -> VectorStep:
        """Begin new games: all of them, or those that a mask chooses; the others stay as they are.

        Each follows from the seed that the vector game has had, unless there is a new one. With `seats`, the policies
        of the chosen games change: there is a row for every game, as for the constructor.
        """
        chosen = as_mask(mask, len(self))
        with self._exclusive():
            if mask is not None and not self._is_begun and not chosen.all():
                raise ArgumentError("games", "The first reset must be one of all games.")
            if seats is not None:
                table = self._checked_seats(seats, len(self), len(self._numbers) - 1)
                if not (table == _OWN).any(axis=1).all():
                    raise ArgumentError("opponents", "At least one seat of each game must be the caller's.")
                self._seats[chosen] = self._numbers[table][chosen]
            if seed is not None:
                begin_slots(self._slots, chosen.view(np.uint8)[:, None], as_seed(seed))
            self._actions[:] = np.where(chosen, RESET, KEEP)
            self._advance()
            self._is_begun = True
        return self._step

    def step(self, actions: npt.ArrayLike) -> VectorStep:
        """Perform an action in each game, and let policies play until one of the caller's seats is in turn.

        Everything is checked first: if one action is illegal or none at all, no game changes.
        """
        with self._exclusive():
            self._check_begun()
            # Unsigned numbers that do not fit become negative, and are refused.
            np.copyto(self._actions, whole_numbers(actions, len(self)), casting="unsafe")
            at = find_illegal(self._legal, self._actions)
            if at >= 0:
                self._refuse(int(at))
            self._advance()
        return self._step

    def sample(self, *, by_kind: bool = False, out: IntArray | None = None) -> IntArray:
        """Draw a legal action for each game: any of them, or by kind as the policy `random` does.

        Without `out`, the next call overwrites what this one returns.
        """
        check_flag("by_kind", by_kind)
        actions: IntArray = self._sampled if out is None else check_out(out, (len(self),), np.int64)
        with self._exclusive():
            self._check_begun()
            draw_actions(self._slots, self._legal, actions, int(by_kind))
        return actions

    def close(self) -> None:
        """End the threads; there will be new ones if it goes on."""
        self._workers.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_begun(self) -> None:
        if not self._is_begun:
            raise ArgumentError("games", "The games have not begun: call `reset` first.")

    def _refuse(self, at: int) -> None:
        action = int(self._actions[at])
        if not 0 <= action < ACTIONS:
            raise InvalidActionError(
                "no_such_action", f"Actions are numbered from 0 to {ACTIONS - 1}, not {action} as for game {at}."
            )
        raise IllegalActionError("illegal", f"Action {action} is not legal in game {at}.")

    def _advance(self) -> None:
        """Run the kernel; where a policy fails, everything is put back as it was, without rewards."""
        if all(is_built_in(policy.choose) for policy in self._policies):
            self._run()
            return
        kept: list[npt.NDArray[Any]] = [as_bytes(self._games), as_bytes(self._slots), self._legal, self._notes]
        before = [array.copy() for array in kept]
        try:
            with naming_failures(self._policies):
                for policy in self._policies:
                    check_result(policy)
                self._run()
        except BaseException:
            for array, copied in zip(kept, before, strict=True):
                array[:] = copied
            if self._is_begun:
                self._actions[:] = SHOW
                self._run()
            raise

    def _run(self) -> None:
        played = self._workers.run(self._run_part, self._parts)
        for actions, (begin, arguments) in zip(played, self._parts, strict=True):
            if actions < 0:
                number, action, policy = arguments[-1].tolist()
                raise_fault(self._policies[policy], actions, begin + number, action)
        self._played += sum(played)

    def _run_part(self, part: tuple[int, tuple[Any, ...]]) -> int:
        return self._kernel(*part[1], WORKSPACE.keys, WORKSPACE.weights, WORKSPACE.slots)

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        """Let one at a time change the games: compiled code does not wait for others."""
        with _LOCK:
            if self._is_busy:
                raise ArgumentError("busy", "Another thread is playing these games.")
            self._is_busy = True
        try:
            yield
        finally:
            self._is_busy = False

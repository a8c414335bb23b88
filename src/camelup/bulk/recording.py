"""Whole games as arrays: every action, who performed it and what the die showed, while a batch is played out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from numba import types

from camelup.bulk.action_space import ROLL, decode_action
from camelup.bulk.kernels import apply_action, legal_bits
from camelup.bulk.layout import GAME, GAMES, NOBODY, Games, as_bytes, edition_of, unpack
from camelup.bulk.playout import Seats, find_fault, raise_fault
from camelup.bulk.policies import Policy, is_built_in
from camelup.bulk.styles import ODDS
from camelup.bulk.threads import on_threads
from camelup.bulk.with_odds import choose_by_number
from camelup.compiled import kernel
from camelup.compiled.arrays import BYTES_3D, INT, INTS, IntArray
from camelup.compiled.random_stream import draw_die, next_state, split
from camelup.core.actions import SEATS, Face
from camelup.core.edition import MAX_PLAYERS
from camelup.core.variants import check_official
from camelup.formats.record import Ply, Record
from camelup.odds.leg_table import LegTable

if TYPE_CHECKING:
    import pyarrow as pa

ACTION, SEAT, CAMEL, NUMBER = range(4)
"""The columns of a log, of which each action has a row."""
COLUMNS = 4
Log = npt.NDArray[np.int8]
_LOG = types.int8[:, ::1]
_CHUNK = 4096
_ROWS = 128
"""Room for this many actions in a game, on average; if it is not enough, there is more."""
FULL = -3
"""What a loop returns when it needs a longer log: `where` has the game."""


@lru_cache(maxsize=64)
def compile_recorded_playout(
    policies: tuple[Policy, ...],
) -> Callable[[Games, IntArray, Seats, int, LegTable, Log, IntArray, IntArray], int]:
    """Compile the loop that plays games to their end and writes a log of them.

    It does what `compile_playout` does, or with `is_seated` what `compile_seated_playout` does. `ends` gets the number
    of rows after each game. The game in which the log was full has been played in part, and must be put back.
    """
    choose = choose_by_number(policies)

    @kernel(
        INT(GAMES, INTS, types.int8[:, ::1], INT, BYTES_3D, _LOG, INTS, INTS),
        is_cached=all(is_built_in(policy.choose) for policy in policies),
    )
    def play(
        games: Games,
        states: IntArray,
        seats: Seats,
        is_seated: int,
        table: LegTable,
        log: Log,
        ends: IntArray,
        where: IntArray,
    ) -> int:
        scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
        odds = np.zeros(ODDS, np.float64)
        rows = 0
        for number in range(len(games)):
            game = games[number]
            rolling = int(states[number])
            choosing = split(split(rolling)) if is_seated else rolling
            before = rows
            while not game.over:
                legal = legal_bits(game)
                policy = int(seats[number, game.turn])
                action = choose(policy, game, legal, split(choosing), table, odds)
                fault = find_fault(legal, action, rows - before, number, where)
                if fault == 0 and rows == len(log):
                    where[0] = number
                    fault = FULL
                if fault:
                    where[2] = policy
                    return fault
                shown = NOBODY
                value = 0
                if action == ROLL:
                    shown, value = draw_die(int(game.dice), rolling)
                log[rows, ACTION] = action
                log[rows, SEAT] = game.turn
                log[rows, CAMEL] = shown
                log[rows, NUMBER] = value
                rows += 1
                apply_action(game, action, shown, value, scratch)
                choosing = next_state(choosing)
                if not is_seated:
                    rolling = choosing
                elif action == ROLL:
                    rolling = next_state(rolling)
            states[number] = rolling
            ends[number] = rows
        return rows

    return play


@dataclass(frozen=True)
class Seating:
    """Who plays: policies, and the number of one for each game and seat."""

    policies: tuple[Policy, ...]
    seats: Seats
    is_by_seat: bool
    """Whether dice belong to the number of the roll, as where each seat has a policy, or to that of the turn."""


def play_recorded(games: Games, streams: IntArray, seating: Seating, table: LegTable, threads: int) -> "RecordedGames":
    """Play games to their end and return all that was done."""
    play = compile_recorded_playout(seating.policies)
    start, first_streams = as_bytes(games).copy().view(GAME), streams.copy()
    ends = np.zeros(len(games), np.int64)

    def run(begin: int) -> tuple[list[Log], list[IntArray]]:
        at, end = begin, min(begin + _CHUNK, len(games))
        log = np.empty((_ROWS * (end - begin), COLUMNS), np.int8)
        logs, lengths = [], []
        while at < end:
            where = np.zeros(3, np.int64)
            part = slice(at, end)
            rows = int(
                play(games[part], streams[part], seating.seats[part], seating.is_by_seat, table, log, ends[part], where)
            )
            stuck = end
            if rows == FULL:
                stuck = at + int(where[0])
                as_bytes(games[stuck : stuck + 1])[:] = as_bytes(start[stuck : stuck + 1])
                streams[stuck] = first_streams[stuck]
                rows = int(ends[stuck - 1]) if stuck > at else 0
            else:
                raise_fault(seating.policies[int(where[2])], rows, at + int(where[0]), int(where[1]))
            logs.append(log[:rows].copy())
            lengths.append(np.diff(ends[at:stuck], prepend=0))
            if rows == 0 and stuck < end:
                log = np.empty((2 * len(log), COLUMNS), np.int8)
            at = stuck
        return logs, lengths

    parts = on_threads(threads, run, range(0, len(games), _CHUNK))
    lengths = np.concatenate([length for _, lengths in parts for length in lengths])
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    log = np.concatenate([log for logs, _ in parts for log in logs])
    money = np.array(games["money"][:, : seating.seats.shape[1]])
    return RecordedGames(start, log, offsets, money, np.array(games["track"]))


class RecordedGames:
    """Games that were played out, as arrays with an entry for each action; game n has those of `slice_of(n)`.

    >>> from camelup.bulk import Batch
    >>> played = Batch.start(1000, players=3, seed=7).play_out(record=True)
    >>> len(played), len(played.actions) == int(played.offsets[-1])
    (1000, True)
    >>> print(played[4].plies[0])
    B ticket b
    """

    def __init__(
        self, start: Games, log: Log, offsets: IntArray, money: npt.NDArray[np.int32], tracks: IntArray
    ) -> None:
        self.start = start
        """The records with which the games began."""
        self.offsets = offsets
        """Where the entries of each game begin, and at last the number of all entries."""
        self.money = money
        """Everybody's money at the end, by game and seat."""
        self.tracks = tracks
        """The track at the end, as `camelup.core.race` packs it."""
        self.actions = np.ascontiguousarray(log[:, ACTION])
        """The numbers of the actions, by colour."""
        self.seats = np.ascontiguousarray(log[:, SEAT])
        """Who performed each of them."""
        self.camels = np.ascontiguousarray(log[:, CAMEL])
        """The camel that the die showed, in the order of `edition.camels`; -1 without a roll."""
        self.numbers = np.ascontiguousarray(log[:, NUMBER])
        """The number that it showed; 0 without a roll."""

    def part(self, begin: int, end: int) -> "RecordedGames":
        """Return the games from one number to another, which is left out."""
        rows = slice(int(self.offsets[begin]), int(self.offsets[end]))
        log = np.stack([self.actions[rows], self.seats[rows], self.camels[rows], self.numbers[rows]], axis=1)
        games = slice(begin, end)
        offsets = self.offsets[begin : end + 1] - rows.start
        return RecordedGames(self.start[games], log, offsets, self.money[games], self.tracks[games])

    def to_frame(self, table: str = "games") -> "pa.Table":
        """Return the games as a table, or their `plies`, `positions` or `odds`; docs/data.md explains the columns.

        >>> from camelup.bulk import Batch
        >>> Batch.start(1000, seed=7).play_out(record=True).to_frame().num_rows
        1000
        """
        from camelup.bulk.tables import tables_of  # noqa: PLC0415 - it is made of this

        return tables_of(self, tables=[table])[table]

    def __len__(self) -> int:
        """Count the games."""
        return len(self.start)

    def __repr__(self) -> str:
        """Return a summary."""
        return f"<RecordedGames: {len(self):,} games with {len(self.actions):,} actions>"

    def slice_of(self, game: int) -> slice:
        """Return where the entries of a game are."""
        at = range(len(self))[game]
        return slice(int(self.offsets[at]), int(self.offsets[at + 1]))

    def __getitem__(self, game: int) -> Record:
        """Return one game as a record, which can be written, replayed and reviewed."""
        at = range(len(self))[game]
        edition = check_official(edition_of(self.start[at]))
        part = self.slice_of(at)
        plies = []
        for entry in range(part.start, part.stop):
            camel = int(self.camels[entry])
            face = None if camel == NOBODY else Face(edition.camels[camel], int(self.numbers[entry]))
            plies.append(Ply(int(self.seats[entry]), decode_action(edition, int(self.actions[entry])), face))
        state = unpack(self.start[at])
        return Record(tuple(SEATS[: state.players]), state, tuple(plies), tuple(self.money[at].tolist()))

    def __iter__(self) -> Iterator[Record]:
        """Go through the games as records."""
        return (self[game] for game in range(len(self)))

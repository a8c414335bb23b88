"""Recorded games played again in compiled code: the position before each action, and quick odds of it."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from numba import types

from camelup.bulk.action_space import ACTIONS, ROLL, encode_action
from camelup.bulk.edition_arrays import CAMELS
from camelup.bulk.kernels import apply_action, legal_bits
from camelup.bulk.layout import GAME, GAMES, NOBODY, Games, as_bytes, pack
from camelup.bulk.recording import COLUMNS, RecordedGames
from camelup.bulk.styles import ODDS
from camelup.bulk.tile_effects import see_tiles
from camelup.compiled import kernel
from camelup.compiled.arrays import BYTES_3D, INT, INTS, IntArray
from camelup.core.edition import MAX_PLAYERS
from camelup.core.errors import ArgumentError
from camelup.core.race import die_of
from camelup.core.rules import NUMBERS
from camelup.core.state import State
from camelup.formats.record import Record
from camelup.odds.leg_table import ENDS, LegTable, read_row

QUICK_ODDS = ENDS + 1
"""How many figures the quick odds of a position have; they are in the order of `camelup.odds.leg_table`."""
_WORDS = types.int64[:, ::1]
_SMALL = types.int8[::1]
_FIRST_NUMBER, _LAST_NUMBER = min(NUMBERS), max(NUMBERS)


@kernel(INT(GAMES, _WORDS, INTS, _SMALL, _SMALL, _SMALL, _SMALL, _WORDS))
def write_history(
    games: Games,
    words: npt.NDArray[np.int64],
    offsets: IntArray,
    actions: npt.NDArray[np.int8],
    seats: npt.NDArray[np.int8],
    camels: npt.NDArray[np.int8],
    numbers: npt.NDArray[np.int8],
    history: npt.NDArray[np.int64],
) -> int:
    """Play games again and write the record before each action, and after the last; `words` are the same games.

    Return the number of the first game with an action or a die that the rules forbid, -1 if there is none.
    """
    scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
    row = 0
    for number in range(len(games)):
        game = games[number]
        for at in range(offsets[number], offsets[number + 1]):
            action = int(actions[at])
            shown = int(camels[at])
            if not 0 <= action < ACTIONS or not (legal_bits(game) >> action) & 1 or seats[at] != game.turn:
                return number
            if action == ROLL:
                if not 0 <= shown < CAMELS[game.edition] or not (int(game.dice) >> die_of(shown)) & 1:
                    return number
                if not _FIRST_NUMBER <= numbers[at] <= _LAST_NUMBER:
                    return number
            history[row] = words[number]
            row += 1
            apply_action(game, action, shown, int(numbers[at]), scratch)
        history[row] = words[number]
        row += 1
    return -1


def history_of(played: RecordedGames) -> Games:
    """Return the record of each position of recorded games: before each action, and after the last of each game."""
    games = as_bytes(played.start).copy().view(GAME)
    history = np.zeros(len(played.actions) + len(played), GAME)
    wrong = write_history(
        games,
        _words(games),
        played.offsets.astype(np.int64),
        played.actions,
        played.seats,
        played.camels,
        played.numbers,
        _words(history),
    )
    if wrong >= 0:
        raise ArgumentError("games", f"The record of game {wrong} has an action that the rules do not allow.")
    return history


def recorded_games(records: Sequence[Record]) -> RecordedGames:
    """Return finished games of one table as arrays; what the rules forbid is refused.

    >>> from camelup.bulk import Batch
    >>> played = Batch.start(3, players=3, seed=7).play_out(record=True)
    >>> again = recorded_games(list(played))
    >>> bool((again.actions == played.actions).all() and (again.tracks == played.tracks).all())
    True
    """
    rows: list[tuple[int, ...]] = []
    lengths, starts, results = [0], list[State](), []
    for number, record in enumerate(records):
        edition, start = record.start.edition, record.start
        if not isinstance(start, State) or record.result is None:
            raise ArgumentError("games", f"Only finished games can be exported, but game {number} is not over.")
        if starts and (edition, start.players) != (starts[0].edition, starts[0].players):
            raise ArgumentError("games", "All games must have the same edition and the same number of players.")
        for ply in record.plies:
            face = ply.outcome
            shown = (NOBODY, 0) if face is None else (edition.camels.index(face.camel), face.number)
            rows.append((encode_action(edition, ply.action), ply.seat, *shown))
        lengths.append(len(record.plies))
        starts.append(start)
        results.append(record.result)
    log, offsets = np.array(rows, np.int8).reshape(len(rows), COLUMNS), np.cumsum(lengths)
    played = RecordedGames(pack(starts), log, offsets, np.array(results, np.int32), np.zeros(len(records), np.int64))
    ends = history_of(played)[offsets[1:] + np.arange(len(records))]
    wrong = (ends["over"] == 0) | (ends["money"][:, : played.money.shape[1]] != played.money).any(axis=1)
    if wrong.any():
        raise ArgumentError("games", f"The record of game {int(wrong.argmax())} does not end with its result.")
    played.tracks[:] = ends["track"]
    return played


def _words(games: Games) -> npt.NDArray[np.int64]:
    return as_bytes(games).view(np.int64).reshape(len(games), GAME.itemsize // 8)


@kernel(types.void(GAMES, BYTES_3D, types.float32[:, ::1]))
def write_odds(games: Games, table: LegTable, figures: npt.NDArray[np.float32]) -> None:
    """Write the quick odds of each position: those of the small table, corrected for tiles and crazy camels."""
    odds = np.zeros(ODDS, np.float64)
    for number in range(len(games)):
        game = games[number]
        read_row(int(game.track), int(game.dice), table, odds)
        see_tiles(game, table, odds)
        for figure in range(QUICK_ODDS):
            figures[number, figure] = odds[figure]


def quick_odds(games: Games, table: LegTable) -> npt.NDArray[np.float32]:
    """Return the quick odds of positions in which the race goes on, by position and figure."""
    figures = np.empty((len(games), QUICK_ODDS), np.float32)
    write_odds(games, table, figures)
    return figures

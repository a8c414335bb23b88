"""Observations of many games at once, from any seat: the kernels behind `Batch.observe` and the encoder."""

import numpy as np
import numpy.typing as npt
from numba import types

from camelup.bulk.arguments import as_array
from camelup.bulk.layout import GAMES, Games, edition_of
from camelup.bulk.observations.facts import write_facts
from camelup.bulk.observations.layouts import FACTS, Layout, Observation
from camelup.bulk.observations.odds import (
    NOTES_SHAPE,
    WORK,
    Notes,
    note_all_cards,
    note_card,
    read_odds,
    write_by_odds,
    write_odds,
)
from camelup.compiled import kernel
from camelup.compiled.arrays import BYTES_3D, FLOATS, INT, INTS, FloatArray, IntArray
from camelup.core.edition import EDITIONS
from camelup.core.errors import ArgumentError, quoted
from camelup.core.variants import check_official
from camelup.odds.leg_table import LegTable, leg_table

NOTES = types.float32[:, :, :, ::1]
"""The notes of many games, in the signature of a kernel."""


@kernel(types.void(GAMES, INTS, INT, types.int8[:, ::1]))
def observe_facts(games: Games, seats: IntArray, is_money_hidden: int, out: npt.NDArray[np.int8]) -> None:
    """Write what a seat of each game sees."""
    for number in range(len(games)):
        write_facts(games[number], int(seats[number]), is_money_hidden, out[number])


@kernel(types.void(GAMES, INTS, INT, NOTES, INT, BYTES_3D, types.float32[:, ::1]))
def observe_odds(
    games: Games,
    seats: IntArray,
    is_money_hidden: int,
    notes: npt.NDArray[np.float32],
    is_followed: int,
    table: LegTable,
    out: npt.NDArray[np.float32],
) -> None:
    """Write what a seat of each game sees and can expect; games that nobody has followed need notes for one game."""
    work = np.zeros(WORK, np.float64)
    for number in range(len(games)):
        game = games[number]
        noted = notes[number if is_followed else 0]
        if not is_followed:
            note_all_cards(game, noted, table, work)
        write_odds(game, int(seats[number]), is_money_hidden, noted, table, work, out[number])


@kernel(types.void(GAMES, INT, INT, NOTES, FLOATS, BYTES_3D, types.float32[:, ::1]))
def observe_by_odds(
    games: Games,
    seat: int,
    is_money_hidden: int,
    notes: npt.NDArray[np.float32],
    known: FloatArray,
    table: LegTable,
    out: npt.NDArray[np.float32],
) -> None:
    """Write what a seat of the first game sees, and what it can expect by odds it knows; NaN where it knows none."""
    work = np.zeros(WORK, np.float64)
    read_odds(games[0], table, work)
    for place in range(len(known)):
        if known[place] == known[place]:
            work[place] = known[place]
    write_by_odds(games[0], seat, is_money_hidden, notes[0], table, work, out[0])


@kernel(types.void(GAMES, INTS, NOTES, BYTES_3D))
def note_cards(games: Games, actions: IntArray, notes: npt.NDArray[np.float32], table: LegTable) -> None:
    """Note the odds in each game where the action, which is about to be performed, lays a card."""
    work = np.zeros(WORK, np.float64)
    for number in range(len(games)):
        note_card(games[number], int(actions[number]), notes[number], table, work)


def empty_notes(games: int) -> Notes:
    """Make room for the notes of some games."""
    return np.zeros((games, *NOTES_SHAPE), np.float32)


def observe(
    games: Games,
    layout: Layout,
    *,
    seats: npt.ArrayLike | None = None,
    hide_money: bool = False,
    notes: Notes | None = None,
    out: Observation | None = None,
) -> Observation:
    """Write the observations of records that are known to be positions of one table."""
    if games["variant"].any():
        check_official(edition_of(games[0]))
    chosen = _seats(games, seats)
    if out is None:
        out = layout.empty(len(games))
    elif (
        not isinstance(out, np.ndarray)
        or out.shape != (len(games), layout.size)
        or out.dtype != layout.dtype
        or not out.flags.c_contiguous
        or not out.flags.writeable
    ):
        raise ArgumentError(
            "shape", f"`out` must be a contiguous array of {layout.dtype}, {len(games)} x {layout.size}, to write to."
        )
    if layout is FACTS:
        observe_facts(games, chosen, int(hide_money), out)
    else:
        table = leg_table(EDITIONS[int(games["edition"][0])])
        is_followed = notes is not None
        observe_odds(
            games, chosen, int(hide_money), empty_notes(1) if notes is None else notes, is_followed, table, out
        )
    return out


def _seats(games: Games, seats: npt.ArrayLike | None) -> IntArray:
    """Return who observes in each game; compiled code does not check what it looks up."""
    if seats is None:
        return np.array(games["turn"], np.int64)
    players = int(games["players"][0])
    chosen = as_array(seats)
    if chosen.shape not in {(), (len(games),)} or not np.issubdtype(chosen.dtype, np.integer):
        raise ArgumentError("shape", f"Seats must be one for all games, or one for each, not {quoted(seats)}.")
    if ((chosen < 0) | (chosen >= players)).any():
        raise ArgumentError("shape", f"Seats are numbered from 0 to {players - 1}.")
    return np.array(np.broadcast_to(chosen, len(games)), np.int64)

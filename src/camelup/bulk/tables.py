"""Recorded games as Arrow tables: games, plies, positions and odds. docs/data.md describes every column.

SCHEMA is the version of all of them. It changes when a column is removed or gets another meaning, not when one is
added.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import (
    ACTIONS,
    LOSERS,
    PARTNERS,
    ROLL,
    TICKETS,
    TILES,
    WINNERS,
    is_booing,
    tile_space,
)
from camelup.bulk.history import history_of, quick_odds
from camelup.bulk.layout import GAME, Games, edition_of
from camelup.bulk.recording import RecordedGames
from camelup.compiled.arrays import IntArray
from camelup.core.actions import SEATS
from camelup.core.edition import DICE_PER_LEG, Edition, Side
from camelup.core.errors import ArgumentError, FileError, quoted
from camelup.core.race import RACERS
from camelup.core.variants import check_official
from camelup.frames import load_arrow
from camelup.odds.leg_table import ENDS, LAST, LEG_FIRST, LEG_SECOND, WINS, leg_table

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMA = 1
"""The version of all tables. It changes when a column is removed or gets another meaning."""
TABLES = ("games", "plies", "positions", "odds")
"""The tables that an export can have."""
GAME_NUMBER, PLY = "game", "ply"
"""The columns that join the tables."""

KINDS = ("roll", "ticket", "tile", "winner", "loser", "partner")
_STARTS = (ROLL, TICKETS, TILES, WINNERS, LOSERS, PARTNERS, ACTIONS)
_NUMBERS = np.arange(ACTIONS, dtype=np.int8)
_KIND = np.repeat(np.arange(len(KINDS), dtype=np.int8), np.diff(_STARTS))
_IS_TILE = (_NUMBERS >= TILES) & (_NUMBERS < WINNERS)
_HAS_CAMEL = (_NUMBERS >= TICKETS) & ~_IS_TILE & (_NUMBERS < PARTNERS)
_CAMEL = np.where(_HAS_CAMEL, (_NUMBERS - np.where(_NUMBERS < TILES, TICKETS, WINNERS)) % RACERS, -1)
_SPACE = np.where(_IS_TILE, [tile_space(number) for number in range(ACTIONS)], -1)
_SIDE = np.where(_IS_TILE, [is_booing(number) for number in range(ACTIONS)], -1)
_PARTNER = np.where(_NUMBERS >= PARTNERS, _NUMBERS - PARTNERS, -1)
"""What each action is about; -1 where that means nothing."""

_LANES = np.arange(0, 56, 8)
_SCALARS = ("leg", "turn", "over", "track", "dice")
_BY_SEAT = ("pyramid_tickets", "tiles", "partners", "hands", "money")
_DECKS = ("winner", "loser")
_CHANCES = {"leg_first": LEG_FIRST, "leg_second": LEG_SECOND, "wins": WINS, "comes_last": LAST}

Column = Any
"""An Arrow array: Arrow has no types."""


def check_tables(names: Sequence[str]) -> None:
    """Refuse names of tables that there are not."""
    if not isinstance(names, Iterable):
        raise ArgumentError("export", f"Name the tables in a list, such as ['games'], not as {quoted(names)}.")
    for name in names:
        if name not in TABLES:
            raise ArgumentError("export", f"There is no table {quoted(name)}, only {', '.join(TABLES)}.")


def tables_of(
    played: RecordedGames,
    players: Sequence[Sequence[str]] | None = None,
    *,
    tables: Sequence[str] = TABLES,
    numbers: IntArray | None = None,
    deals: IntArray | None = None,
) -> "dict[str, pa.Table]":
    """Return tables of recorded games; games and deals are numbered from 0 unless their numbers are given."""
    if not isinstance(played, RecordedGames):
        raise ArgumentError(
            "export", f"Tables are made of games that were recorded: `play_out(record=True)`, not {quoted(played)}."
        )
    check_tables(tables)
    games = np.arange(len(played)) if numbers is None else numbers
    made = {}
    if "games" in tables:
        made["games"] = _games(played, games, games if deals is None else deals, players)
    if "plies" in tables:
        made["plies"] = _plies(played, games)
    if {"positions", "odds"} & set(tables):
        history = history_of(played)
        lengths = np.diff(played.offsets) + 1
        keys = {GAME_NUMBER: np.repeat(games, lengths), PLY: _within(lengths)}
        if "positions" in tables:
            made["positions"] = _positions(history, keys, played.money.shape[1])
        if "odds" in tables:
            made["odds"] = _odds(history, keys)
    return {name: made[name] for name in tables}


def _within(lengths: IntArray) -> npt.NDArray[np.int32]:
    """Count from 0 within each of some groups."""
    begins = np.repeat(np.cumsum(lengths) - lengths, lengths)
    return (np.arange(len(begins)) - begins).astype(np.int32)


def _edition_of(games: Games) -> Edition:
    return check_official(edition_of(games[0]))


def _table(name: str, edition: Edition, columns: dict[str, Column]) -> "pa.Table":
    about = {
        "camelup_schema": str(SCHEMA),
        "camelup_table": name,
        "edition": str(edition.number),
        "camels": "".join(edition.camels),
    }
    return load_arrow().table(columns).replace_schema_metadata(about)


def _named(numbers: npt.NDArray[Any], names: Sequence[str]) -> Column:
    """Write names by their numbers; a number below 0 is a missing value."""
    arrow = load_arrow()
    return arrow.DictionaryArray.from_arrays(arrow.array(numbers.astype(np.int8), mask=numbers < 0), list(names))


def _or_missing(values: npt.NDArray[Any], missing: int = -1) -> Column:
    return load_arrow().array(values.astype(np.int8), mask=values == missing)


def _fixed(values: npt.NDArray[Any]) -> Column:
    """Write a row of equally many values into each cell."""
    arrow = load_arrow()
    return arrow.FixedSizeListArray.from_arrays(arrow.array(np.ascontiguousarray(values).ravel()), values.shape[1])


def _games(
    played: RecordedGames, numbers: IntArray, deals: IntArray, players: Sequence[Sequence[str]] | None
) -> "pa.Table":
    edition, money, count = _edition_of(played.start), played.money, len(played)
    seats = money.shape[1]
    rolls_before = _rolls_before(played)
    rolls = rolls_before[played.offsets[1:]] - rolls_before[played.offsets[:-1]]
    camels = played.tracks[:, None] >> _LANES & 0x07
    is_racing = camels < RACERS
    first, last = len(_LANES) - 1 - is_racing[:, ::-1].argmax(axis=1), is_racing.argmax(axis=1)
    won = money == money.max(axis=1, keepdims=True)
    return _table(
        "games",
        edition,
        {
            GAME_NUMBER: numbers,
            "deal": deals,
            "edition": np.full(count, edition.number, np.int8),
            "seats": np.full(count, seats, np.int8),
            "first": played.start["turn"].copy(),
            "plies": np.diff(played.offsets).astype(np.int32),
            "rolls": rolls.astype(np.int32),
            "legs": _legs(played, np.arange(count), rolls - 1),
            "winner": _named(camels[np.arange(count), first], edition.camels),
            "loser": _named(camels[np.arange(count), last], edition.camels),
            "players": load_arrow().array(
                [list(SEATS[:seats])] * count if players is None else list(map(list, players))
            ),
            "money": _fixed(money),
            "shares": _fixed((won / won.sum(axis=1, keepdims=True)).astype(np.float32)),
        },
    )


def _rolls_before(played: RecordedGames) -> IntArray:
    """Count the rolls of all games before each action, and in the end all."""
    return np.concatenate([[0], np.cumsum(played.actions == ROLL)])


def _legs(played: RecordedGames, games: IntArray, rolls: IntArray) -> npt.NDArray[np.int32]:
    """Return the leg of games after this many rolls; one roll more may be the first of the next leg."""
    before = played.start["pyramid_tickets"].sum(axis=1, dtype=np.int64)[games]
    return np.asarray(played.start["leg"][games] + np.maximum(before + rolls, 0) // DICE_PER_LEG, np.int32)


def _plies(played: RecordedGames, numbers: IntArray) -> "pa.Table":
    edition = _edition_of(played.start)
    lengths = np.diff(played.offsets)
    game_of = np.repeat(np.arange(len(played)), lengths)
    rolls_before = _rolls_before(played)
    actions = played.actions
    return _table(
        "plies",
        edition,
        {
            GAME_NUMBER: numbers[game_of],
            PLY: _within(lengths),
            "leg": _legs(played, game_of, rolls_before[:-1] - rolls_before[played.offsets[:-1]][game_of]),
            "seat": played.seats,
            "action": actions,
            "kind": _named(_KIND[actions], KINDS),
            "camel": _named(_CAMEL[actions], edition.camels),
            "space": _or_missing(_SPACE[actions]),
            "side": _named(_SIDE[actions], [str(side) for side in Side]),
            "partner": _or_missing(_PARTNER[actions]),
            "die": _named(played.camels, edition.camels),
            "number": _or_missing(played.numbers, 0),
        },
    )


def _positions(history: Games, keys: dict[str, Column], seats: int) -> "pa.Table":
    edition = _edition_of(history)
    tracks = history["track"]
    lanes = np.ascontiguousarray(tracks)[:, None] >> _LANES[: len(edition.camels)] & 0xFF
    spaces, heights = np.empty(lanes.shape, np.int8), np.empty(lanes.shape, np.int8)
    height = np.zeros(len(lanes), np.int8)
    rows = np.arange(len(lanes))
    for lane in range(lanes.shape[1]):
        space, camel = lanes[:, lane] >> 3, lanes[:, lane] & 0x07
        if lane:
            height = np.where(space == lanes[:, lane - 1] >> 3, height + 1, 0).astype(np.int8)
        spaces[rows, camel], heights[rows, camel] = space, height
    columns = {
        **keys,
        **{name: np.ascontiguousarray(history[name]) for name in _SCALARS},
        "spaces": _fixed(spaces),
        "heights": _fixed(heights),
        "taken": _fixed(history["taken"]),
        "takers": _fixed(history["takers"]),
        **{name: _fixed(history[name][:, :seats]) for name in _BY_SEAT},
        **{f"{name}_deck": _deck(history, name) for name in _DECKS},
    }
    return _table("positions", edition, columns)


def _deck(history: Games, name: str) -> Column:
    arrow = load_arrow()
    cards, deck = history[f"{name}_cards"].astype(np.int32), history[f"{name}_deck"]
    offsets = np.concatenate([[0], np.cumsum(cards)]).astype(np.int32)
    return arrow.ListArray.from_arrays(offsets, deck[np.arange(deck.shape[1]) < cards[:, None]])


def _odds(history: Games, keys: dict[str, Column]) -> "pa.Table":
    edition = _edition_of(history)
    goes_on = np.flatnonzero(history["over"] == 0)
    figures = quick_odds(history[goes_on], leg_table(edition))
    columns = {name: values[goes_on] for name, values in keys.items()}
    chances = {name: _fixed(figures[:, begin : begin + RACERS]) for name, begin in _CHANCES.items()}
    return _table("odds", edition, {**columns, **chances, "race_ends": np.ascontiguousarray(figures[:, ENDS])})


def records_of(positions: "pa.Table") -> Games:
    """Return the positions of a table as records, for `Batch` and `Batch.state`.

    >>> from camelup.bulk import Batch
    >>> played = Batch.start(2, players=3, seed=7).play_out(record=True)
    >>> games = Batch(records_of(played.to_frame("positions")))
    >>> games.state(0).track_text
    '1:b 2:gp 3:yr 16:KW'
    """
    if not isinstance(positions, load_arrow().Table):
        raise FileError(
            "export", f"A table of positions is needed, such as `pq.read_table` returns, not {quoted(positions)}."
        )
    about = positions.schema.metadata or {}
    if about.get(b"camelup_table") != b"positions":
        raise FileError("export", "This is not a table of positions.")
    if about.get(b"camelup_schema") != str(SCHEMA).encode():
        raise FileError("export", f"This table has another version of the schema: this program reads {SCHEMA}.")
    games = np.zeros(positions.num_rows, GAME)
    games["edition"] = int(about[b"edition"])
    for name in _SCALARS:
        games[name] = positions[name].to_numpy()
    games["partners"] = -1
    for name in ("taken", "takers", *_BY_SEAT):
        values = positions[name].combine_chunks().flatten().to_numpy().reshape(len(games), -1)
        games[name][:, : values.shape[1]] = values
    games["players"] = positions.schema.field("money").type.list_size
    for name in _DECKS:
        deck = positions[f"{name}_deck"].combine_chunks()
        cards = deck.value_lengths().to_numpy()
        games[f"{name}_cards"] = cards
        games[f"{name}_deck"][np.arange(games[f"{name}_deck"].shape[1]) < cards[:, None]] = deck.flatten().to_numpy()
    return games

"""Rollouts by a net: everybody plays on as it would, to the next turn of the seat that asks, and the net judges that.

Rollouts by styles ask what would come of an action among players of fixed styles. Here all seats choose by the net,
which is stronger than any style, and a look at what it thinks of the own next turn stands for the rest of the race: it
has seen millions of races end. Games of all actions go on side by side, so that the net reads hundreds of positions at
once; they share dice, by the number of the roll, and hidden cards.
"""

import numpy as np
import numpy.typing as npt
from numba import types

from camelup.bulk.action_space import ACTIONS, PARTNERS, ROLL, WINNERS
from camelup.bulk.exact_odds import KEYS, know_odds
from camelup.bulk.kernels import legal_bits
from camelup.bulk.layout import GAMES, Games
from camelup.bulk.observations.layouts import ODDS
from camelup.bulk.observations.numbering import colour_number, rank_bits
from camelup.bulk.observations.observe_games import NOTES
from camelup.bulk.observations.odds import WORK, Notes, note_by_odds, write_by_odds
from camelup.compiled import inlined, kernel
from camelup.compiled.arrays import BYTES_3D, FLOATS_2D, FLOATS_3D, INT, INTS, FloatArray, IntArray
from camelup.compiled.random_stream import draw_fraction, split, start_stream
from camelup.core.edition import EDITIONS, MAX_PLAYERS
from camelup.nets.policy_net import PolicyNet
from camelup.odds.leg_table import ODDS as TABLE_ODDS
from camelup.odds.leg_table import LegTable, leg_table
from camelup.odds.nodes import WORKSPACE, Slots
from camelup.search.rollouts import Results, act, deal_hidden, victory_share

_INTS_2D = types.int64[:, ::1]
_FLAGS = types.boolean[::1]
_ROWS = types.float32[:, ::1]
Nodes = npt.NDArray[np.int64]
Rows = npt.NDArray[np.float32]
Values = npt.NDArray[np.float32]
_MOST_GAMES = 1024
"""More games at once would only take more memory, some four kilobytes each."""


@kernel(
    types.void(
        GAMES,
        INT,
        FLOATS_3D,
        INTS,
        INT,
        INT,
        BYTES_3D,
        GAMES,
        NOTES,
        INTS,
        _INTS_2D,
        FLOATS_2D,
        _INTS_2D,
        _INTS_2D,
        types.int32[::1],
    )
)
def begin_playouts(
    root: Games,
    seat: int,
    beliefs: FloatArray,
    actions: IntArray,
    begin: int,
    seed: int,
    table: LegTable,
    games: Games,
    notes: Notes,
    streams: IntArray,
    known_for: Nodes,
    known: FloatArray,
    all_keys: Nodes,
    all_weights: Nodes,
    slots: Slots,
) -> None:
    """Set up a game for each action and column, with the action played: all columns of the first action come first."""
    scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
    work = np.zeros(WORK, np.float64)
    columns = len(games) // len(actions)
    know_odds(root[0], table, all_keys, all_weights, slots, work, known_for[0], known[0])
    for number in range(len(games)):
        stream = start_stream(seed, begin + number % columns)
        games[number] = root[0]
        game = games[number]
        deal_hidden(game, seat, beliefs, split(stream))
        known_for[number, :] = known_for[0]
        known[number, :] = known[0]
        action = int(actions[number // columns])
        if WINNERS <= action < PARTNERS:
            note_by_odds(game, action, notes[number], known[0])
        streams[number] = act(game, action, stream, scratch)


@kernel(INT(GAMES, BYTES_3D, NOTES, INTS, _ROWS, INTS, _INTS_2D, FLOATS_2D, _INTS_2D, _INTS_2D, types.int32[::1]))
def see_playouts(
    games: Games,
    table: LegTable,
    notes: Notes,
    going: IntArray,
    observations: Rows,
    legal: IntArray,
    known_for: Nodes,
    known: FloatArray,
    all_keys: Nodes,
    all_weights: Nodes,
    slots: Slots,
) -> int:
    """Write what the seat in turn sees in each game that goes on, and what it may do, by rank."""
    work = np.zeros(WORK, np.float64)
    for row in range(len(going)):
        number = going[row]
        game = games[number]
        know_odds(game, table, all_keys, all_weights, slots, work, known_for[number], known[number])
        for place in range(TABLE_ODDS):
            work[place] = known[number, place]
        write_by_odds(game, int(game.turn), 0, notes[number], table, work, observations[row])
        legal[row] = rank_bits(game, legal_bits(game))
    return len(going)


@kernel(INT(GAMES, INT, INTS, types.float32[::1]))
def drop_ended(games: Games, seat: int, going: IntArray, found: Values) -> int:
    """Write what the seat has of games that are over; keep the others, and count them."""
    kept = 0
    for number in range(len(games)):
        game = games[number]
        if game.over:
            found[number] = victory_share(game, seat)
        else:
            going[kept] = number
            kept += 1
    return kept


@inlined
def own_share(values: Values) -> float:
    """Return the share of the first of the seats, from values as logits."""
    most = values[0]
    for seat in range(1, MAX_PLAYERS):
        most = max(most, values[seat])
    total = 0.0
    for seat in range(MAX_PLAYERS):
        total += np.exp(values[seat] - most)
    return float(np.exp(values[0] - most) / total)


@inlined
def choose_liked(likes: Values, legal: int) -> int:
    """Return the legal action with the highest preference."""
    chosen = ROLL
    for action in range(ACTIONS):
        if (legal >> action) & 1 and likes[action] > likes[chosen]:
            chosen = action
    return chosen


@inlined
def draw_liked(likes: Values, legal: int, state: int) -> int:
    """Draw a legal action by preferences, given as logits."""
    chosen = choose_liked(likes, legal)
    most = likes[chosen]
    total = 0.0
    for action in range(ACTIONS):
        if (legal >> action) & 1:
            total += np.exp(likes[action] - most)
    left = draw_fraction(state) * total
    for action in range(ACTIONS):
        if (legal >> action) & 1:
            chosen = action
            left -= np.exp(likes[action] - most)
            if left <= 0.0:
                break
    return chosen


@kernel(INT(GAMES, INT, NOTES, INTS, _ROWS, _ROWS, INTS, INTS, FLOATS_2D, INT, INTS, types.float32[::1]))
def go_on(
    games: Games,
    seat: int,
    notes: Notes,
    going: IntArray,
    likes: Rows,
    values: Rows,
    legal: IntArray,
    streams: IntArray,
    known: FloatArray,
    turn: int,
    turns_left: IntArray,
    found: Values,
) -> int:
    """Play an action in each game, or write what it is worth to the seat; keep those that go on, and count them.

    The seat does what it likes best; what others do is drawn.
    """
    scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
    kept = 0
    for row in range(len(going)):
        number = int(going[row])
        game = games[number]
        if game.turn == seat:
            turns_left[number] -= 1
            if turns_left[number] == 0:
                found[number] = own_share(values[row])
                continue
            chosen = choose_liked(likes[row], int(legal[row]))
        else:
            state = split(split(start_stream(int(streams[number]), turn)))
            chosen = draw_liked(likes[row], int(legal[row]), state)
        action = colour_number(int(game.track), int(game.turn), int(game.players), chosen)
        if WINNERS <= action < PARTNERS:
            note_by_odds(game, action, notes[number], known[number])
        streams[number] = act(game, action, int(streams[number]), scratch)
        if game.over:
            found[number] = victory_share(game, seat)
        else:
            going[kept] = number
            kept += 1
    return kept


class NetRollouts:
    """Plays on by a net, and asks it what a position is worth; equal positions are evaluated equally."""

    def __init__(self, net: PolicyNet, seed: int, turns: int = 1) -> None:
        """Judge by this net, after as many own turns."""
        self._net, self._seed, self._turns = net, seed, turns

    def evaluate_for(
        self, root: Games, seat: int, actions: IntArray, begin: int, columns: int, beliefs: FloatArray
    ) -> Results:
        """Return a seat's own share of the victory, by action and column."""
        most = max(1, _MOST_GAMES // len(actions))
        parts = [
            self._play(root, seat, actions, begin + done, min(most, columns - done), beliefs)
            for done in range(0, columns, most)
        ]
        return np.concatenate(parts, axis=1)

    def _play(
        self, root: Games, seat: int, actions: IntArray, begin: int, columns: int, beliefs: FloatArray
    ) -> Results:
        table = leg_table(EDITIONS[int(root[0]["edition"])])
        count = len(actions) * columns
        games = np.zeros(count, root.dtype).view(np.recarray)
        notes = np.tile(beliefs.astype(np.float32), (count, 1, 1, 1))
        streams, turns_left = np.zeros(count, np.int64), np.full(count, self._turns, np.int64)
        known_for, known = np.zeros((count, KEYS), np.int64), np.zeros((count, TABLE_ODDS))
        walk = known_for, known, WORKSPACE.keys, WORKSPACE.weights, WORKSPACE.slots
        found, legal = np.zeros(count, np.float32), np.zeros(count, np.int64)
        observations = np.zeros((count, ODDS.size), np.float32)
        going = np.arange(count)
        begin_playouts(root, seat, beliefs, actions, begin, self._seed, table, games, notes, streams, *walk)
        left = drop_ended(games, seat, going, found)
        turn = 0
        while left:
            rows = going[:left]
            see_playouts(games, table, notes, rows, observations[:left], legal[:left], *walk)
            likes, values = self._net(observations[:left])
            left = go_on(games, seat, notes, rows, likes, values, legal, streams, known, turn, turns_left, found)
            turn += 1
        return found.reshape(len(actions), columns)

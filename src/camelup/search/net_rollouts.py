"""Rollouts by a net: the seat that asks plays on as it would, to an own turn soon, and the net judges that.

Rollouts by styles ask what would come of an action among players of fixed styles. Here the net chooses, which is
stronger than any style, and a look at what it thinks of an own turn stands for the rest of the race: it has seen
millions of races end. The others choose by the net, too, or as the kinds of players do that they are thought to be.
Games of all actions go on side by side, so that the net reads hundreds of positions at once; they share dice, by the
number of the roll, and hidden cards.
"""

import numpy as np
import numpy.typing as npt
from numba import types

from camelup.bulk.action_space import ACTIONS, PARTNERS, ROLL, TILES, WINNERS
from camelup.bulk.exact_odds import KEYS, know_odds
from camelup.bulk.kernels import legal_bits
from camelup.bulk.layout import GAMES, Games
from camelup.bulk.observations.layouts import ODDS
from camelup.bulk.observations.numbering import colour_number, rank_bits
from camelup.bulk.observations.observe_games import NOTES
from camelup.bulk.observations.odds import WORK, Notes, note_by_odds, write_by_odds
from camelup.bulk.styles import ODDS as STYLE_ODDS
from camelup.bulk.tile_effects import see_tiles
from camelup.compiled import inlined, kernel
from camelup.compiled.arrays import BYTES_3D, FLOATS_2D, FLOATS_3D, INT, INTS, FloatArray, IntArray
from camelup.compiled.random_stream import draw_fraction, next_state, split, start_stream
from camelup.core.edition import EDITIONS, MAX_PLAYERS
from camelup.nets.policy_net import PolicyNet
from camelup.odds.leg_table import ODDS as TABLE_ODDS
from camelup.odds.leg_table import LegTable, leg_table, read_row
from camelup.odds.nodes import WORKSPACE, Slots
from camelup.search.opponents import BY_FEEL, STYLE_WEIGHTS, by_seat
from camelup.search.rollouts import Results, act, choose_by_kind, deal_hidden, draw_styles, victory_share

_INTS_2D = types.int64[:, ::1]
_FLAGS = types.boolean[::1]
_ROWS = types.float32[:, ::1]
Nodes = npt.NDArray[np.int64]
Rows = npt.NDArray[np.float32]
Values = npt.NDArray[np.float32]
_MOST_GAMES = 1024
"""More games at once would only take more memory, some four kilobytes each."""
_MOST_ACTIONS = 2000


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


@kernel(
    INT(
        GAMES,
        INT,
        NOTES,
        INTS,
        INTS,
        INT,
        INT,
        INT,
        INT,
        _INTS_2D,
        FLOATS_2D,
        BYTES_3D,
        types.float32[::1],
    )
)
def let_rivals_act(
    games: Games,
    seat: int,
    notes: Notes,
    going: IntArray,
    streams: IntArray,
    columns: int,
    begin: int,
    seed: int,
    turn: int,
    mixture: IntArray,
    styles: FloatArray,
    table: LegTable,
    found: Values,
) -> int:
    """Play each game that goes on to the seat's turn, the others as their kinds do, or write what came of it.

    Keep those that go on, and count them. The kinds belong to the column.
    """
    scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
    odds = np.zeros(STYLE_ODDS, np.float64)
    kinds = np.zeros(MAX_PLAYERS, np.int64)
    kept = 0
    for row in range(len(going)):
        number = int(going[row])
        game = games[number]
        draw_styles(mixture, split(split(start_stream(seed, begin + number % columns))), kinds)
        dice_state = int(streams[number])
        choice_state = split(split(start_stream(dice_state, turn)))
        seen = 0
        seen_dice = 0
        for _ in range(_MOST_ACTIONS):
            if game.over or game.turn == seat:
                break
            if seen != game.track or seen_dice != game.dice:  # most actions leave the odds as they were
                seen = int(game.track)
                seen_dice = int(game.dice)
                read_row(seen, seen_dice, table, odds)
                see_tiles(game, table, odds)
            choice_state = next_state(choice_state)
            kind = int(kinds[game.turn])
            action = choose_by_kind(game, kind, choice_state, styles, table, odds)
            if WINNERS <= action < PARTNERS:
                note_by_odds(game, action, notes[number], odds)
            if TILES <= action < WINNERS or kind == BY_FEEL:
                seen = 0  # a tile changes the odds, too, and who feels them overwrites them
            dice_state = act(game, action, dice_state, scratch)
        streams[number] = dice_state
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
    """Plays on by a net, and asks it what a position is worth; equal positions are evaluated equally.

    The others play by the net, too, or by a mixture of kinds: one for all seats, or a row for each.
    """

    def __init__(self, net: PolicyNet, seed: int, turns: int = 1, mixture: IntArray | None = None) -> None:
        """Judge by this net, after as many own turns."""
        self._net, self._seed, self._turns = net, seed, turns
        self._mixture = None if mixture is None else by_seat(mixture)

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
            if self._mixture is not None:
                kinds = columns, begin, self._seed, turn, self._mixture, STYLE_WEIGHTS, table
                left = let_rivals_act(games, seat, notes, going[:left], streams, *kinds, found)
            rows = going[:left]
            see_playouts(games, table, notes, rows, observations[:left], legal[:left], *walk)
            likes, values = self._net(observations[:left])
            left = go_on(games, seat, notes, rows, likes, values, legal, streams, known, turn, turns_left, found)
            turn += 1
        return found.reshape(len(actions), columns)

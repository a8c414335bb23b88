"""Rollouts to the own next turn, which a net judges: what comes of an action if the others go on as they have so far.

Rollouts by styles play on to the end of the leg and judge it by fitted weights. These stop as soon as the seat that
asks is in turn again. Until then its rivals play as their kinds do; then the net, which has seen millions of races end,
says how likely the seat wins. All actions meet the same dice, by the number of the roll, the same hidden cards and the
same rivals.
"""

import numpy as np
import numpy.typing as npt
from numba import types

from camelup.bulk.action_space import PARTNERS, TILES, WINNERS
from camelup.bulk.exact_odds import KEYS, know_odds
from camelup.bulk.layout import GAMES, Games
from camelup.bulk.observations.layouts import ODDS
from camelup.bulk.observations.odds import WORK, note_by_odds, write_by_odds
from camelup.bulk.styles import ODDS as STYLE_ODDS
from camelup.bulk.tile_effects import see_tiles
from camelup.compiled import kernel
from camelup.compiled.arrays import BYTES_3D, FLOATS_2D, FLOATS_3D, INT, INTS, FloatArray, IntArray
from camelup.compiled.random_stream import next_state, split, start_stream
from camelup.core.edition import EDITIONS, MAX_PLAYERS
from camelup.nets.policy_net import PolicyNet
from camelup.odds.leg_table import ODDS as TABLE_ODDS
from camelup.odds.leg_table import LegTable, leg_table, read_row
from camelup.odds.nodes import WORKSPACE, Slots
from camelup.search.opponents import BY_FEEL, MIXTURE, STYLE_WEIGHTS
from camelup.search.rollouts import Results, act, choose_by_kind, deal_hidden, draw_styles, victory_share

_INTS_2D = types.int64[:, ::1]
Nodes = npt.NDArray[np.int64]
Rows = npt.NDArray[np.float32]
_MOST_PLAYOUTS = 1024
"""More playouts at once would only take more memory, some two kilobytes each."""
_MOST_ACTIONS = 2000


@kernel(
    INT(
        GAMES,
        INT,
        FLOATS_3D,
        INTS,
        INT,
        INT,
        _INTS_2D,
        FLOATS_2D,
        BYTES_3D,
        types.float32[:, ::1],
        types.float32[:, ::1],
        INTS,
        _INTS_2D,
        _INTS_2D,
        types.int32[::1],
    )
)
def play_to_own_turn(
    root: Games,
    seat: int,
    beliefs: FloatArray,
    actions: IntArray,
    begin: int,
    seed: int,
    mixture: IntArray,
    styles: FloatArray,
    table: LegTable,
    found: Rows,
    observations: Rows,
    where: IntArray,
    all_keys: Nodes,
    all_weights: Nodes,
    slots: Slots,
) -> int:
    """Play on each action once for every column of what is found, until the seat is in turn again.

    Write the share of the victory where the race ends before that, and elsewhere what the seat sees then, and of which
    place in `found` it is. Return how many those are.
    """
    scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
    odds = np.zeros(STYLE_ODDS, np.float64)
    work = np.zeros(WORK, np.float64)
    kinds = np.zeros(MAX_PLAYERS, np.int64)
    known_for = np.zeros(KEYS, np.int64)
    root_odds = np.zeros(TABLE_ODDS, np.float64)
    known = np.zeros(TABLE_ODDS, np.float64)
    notes = np.zeros(beliefs.shape, np.float32)
    dealt = root.copy()
    games = root.copy()
    know_odds(root[0], table, all_keys, all_weights, slots, work, known_for, root_odds)
    known_for[:] = 0
    count = 0
    for column in range(found.shape[1]):
        stream = start_stream(seed, begin + column)
        state = draw_styles(mixture, split(stream), kinds)
        deal_hidden(dealt[0], seat, beliefs, state)
        for number in range(len(actions)):
            games[0] = dealt[0]
            game = games[0]
            notes[:] = beliefs
            action = int(actions[number])
            if WINNERS <= action < PARTNERS:
                note_by_odds(game, action, notes, root_odds)
            dice_state = act(game, action, stream, scratch)
            choice_state = split(split(stream))
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
                    note_by_odds(game, action, notes, odds)
                if TILES <= action < WINNERS or kind == BY_FEEL:
                    seen = 0  # a tile changes the odds, too, and who feels them overwrites them
                dice_state = act(game, action, dice_state, scratch)
            if game.over:
                found[number, column] = victory_share(game, seat)
            else:
                know_odds(game, table, all_keys, all_weights, slots, work, known_for, known)
                for place in range(TABLE_ODDS):
                    work[place] = known[place]
                write_by_odds(game, seat, 0, notes, table, work, observations[count])
                where[count] = number * found.shape[1] + column
                count += 1
    return count


class NetRollouts:
    """Plays on to the own next turn, and asks a net what that is worth; equal positions are evaluated equally.

    The mixture says which kinds of players rivals are: one for all seats, or a row for each.
    """

    def __init__(self, net: PolicyNet, seed: int, mixture: IntArray = MIXTURE) -> None:
        self._net, self._seed = net, seed
        self._mixture = np.tile(mixture, (MAX_PLAYERS, 1)) if mixture.ndim == 1 else mixture

    def evaluate_for(
        self, root: Games, seat: int, actions: IntArray, begin: int, columns: int, beliefs: FloatArray
    ) -> Results:
        """Return a seat's own share of the victory, by action and column."""
        most = max(1, _MOST_PLAYOUTS // len(actions))
        parts = [
            self._play(root, seat, actions, begin + done, min(most, columns - done), beliefs)
            for done in range(0, columns, most)
        ]
        return np.concatenate(parts, axis=1)

    def _play(
        self, root: Games, seat: int, actions: IntArray, begin: int, columns: int, beliefs: FloatArray
    ) -> Results:
        table = leg_table(EDITIONS[int(root[0]["edition"])])
        found = np.zeros((len(actions), columns), np.float32)
        observations = np.zeros((found.size, ODDS.size), np.float32)
        where = np.zeros(found.size, np.int64)
        walk = WORKSPACE.keys, WORKSPACE.weights, WORKSPACE.slots
        given = actions, begin, self._seed, self._mixture, STYLE_WEIGHTS, table
        count = play_to_own_turn(root, seat, beliefs, *given, found, observations, where, *walk)
        if count:
            _, values = self._net(observations[:count])
            chances = np.exp(values - values.max(axis=1, keepdims=True))
            found.ravel()[where[:count]] = chances[:, 0] / chances.sum(axis=1)
        return found

"""Rollouts: games played on from a position by simulated players, and what comes of them for each seat.

The styles of the players are drawn for each rollout, and dice belong to the number of the roll. So all actions are
compared on the same hidden cards, opponents and dice: the first roll after the decision shows the same die for every
roller, and so does each later one.
"""

import numpy as np
import numpy.typing as npt
from numba import types

from camelup.bulk.action_space import ROLL, TILES, WINNERS
from camelup.bulk.kernels import Game, Scratch, apply_action, legal_bits
from camelup.bulk.layout import GAMES, Games, card_seat, pack_card
from camelup.bulk.policies import choose_at_random
from camelup.bulk.styles import LOOKED, ODDS, choose_by_style
from camelup.bulk.tile_effects import see_tiles
from camelup.compiled import inlined, kernel
from camelup.compiled.arrays import BYTES_3D, FLOATS_2D, FLOATS_3D, INT, INTS, FloatArray, IntArray
from camelup.compiled.random_stream import draw_die, draw_fraction, next_state, split, start_stream
from camelup.core.edition import MAX_PLAYERS
from camelup.core.race import RACERS
from camelup.odds.leg_table import LegTable, read_row
from camelup.search.feeling import feel_odds
from camelup.search.leaf_value import FEATURE_COLUMNS, MONEY, winning_chance, write_features
from camelup.search.opponents import BY_FEEL, CLUELESS

Results = npt.NDArray[np.float32]

_RESULTS = types.float32[:, :, ::1]
_SEATS = types.int64[:, ::1]
_MOST_ACTIONS = 2000
EVERYBODY = -1
"""Instead of a seat: all cards lie open."""
NO_ACTION = -1
"""Instead of an action: the position is played on as it is."""
DRAWN = -1
"""Instead of the camel that a die shows: the die is drawn."""
NO_STYLE = -1
"""Instead of a style of one's own: the seat plays by its mixture, as all do."""
_ALL_CARDS = (1 << RACERS) - 1
_LEAST = 1e-9
"""Nothing is quite impossible to somebody who cannot see the card."""


@inlined
def act(game: Game, action: int, dice_state: int, scratch: Scratch) -> int:
    """Apply an action; return the state that the dice go on from, which only a roll moves."""
    shown = 0
    number = 0
    if action == ROLL:
        dice_state = next_state(dice_state)
        shown, number = draw_die(int(game.dice), dice_state)
    apply_action(game, action, shown, number, scratch)
    return dice_state


@inlined
def choose_by_kind(game: Game, kind: int, state: int, styles: FloatArray, table: LegTable, odds: FloatArray) -> int:
    """Choose as a kind of player does by the odds; one that goes by feel overwrites them with its own."""
    legal = legal_bits(game)
    if kind == CLUELESS:
        return choose_at_random(game, legal, state)
    if kind == BY_FEEL:
        feel_odds(int(game.track), odds)
    return choose_by_style(game, legal, state, styles[kind], odds, LOOKED, table)


@inlined
def play_on(
    game: Game,
    until: int,
    dice_state: int,
    choice_state: int,
    kinds: IntArray,
    styles: FloatArray,
    table: LegTable,
    odds: FloatArray,
    scratch: Scratch,
) -> None:
    """Play a game on until a leg begins, or to its end, each seat as its kind does."""
    seen = 0
    seen_dice = 0
    for _ in range(_MOST_ACTIONS):
        if game.over or game.leg >= until:
            break
        if seen != game.track or seen_dice != game.dice:  # most actions leave the odds as they were
            seen = int(game.track)
            seen_dice = int(game.dice)
            read_row(seen, seen_dice, table, odds)
            see_tiles(game, table, odds)
        choice_state = next_state(choice_state)
        kind = int(kinds[game.turn])
        action = choose_by_kind(game, kind, choice_state, styles, table, odds)
        if TILES <= action < WINNERS or kind == BY_FEEL:
            seen = 0  # a tile changes the odds, too, and who feels them overwrites them
        dice_state = act(game, action, dice_state, scratch)


@inlined
def draw_camel(weights: FloatArray, left: int, state: int) -> int:
    """Draw one of the camels left, given as bits, by weights."""
    total = 0.0
    for camel in range(RACERS):
        if (left >> camel) & 1:
            total += weights[camel] + _LEAST
    rest = draw_fraction(state) * total
    chosen = -1
    for camel in range(RACERS):
        if (left >> camel) & 1:
            if chosen < 0 or rest > 0.0:
                chosen = camel
            rest -= weights[camel] + _LEAST
    return chosen


@inlined
def deal_believed(
    deck: npt.NDArray[np.int8], cards: int, seat: int, left: int, beliefs: FloatArray, state: int
) -> tuple[int, int]:
    """Give a seat's cards on a deck colours by beliefs, out of those left; return what is left, and the state."""
    for place in range(cards):
        if card_seat(int(deck[place])) == seat:
            state = next_state(state)
            camel = draw_camel(beliefs[place], left, state)
            left ^= 1 << camel
            deck[place] = pack_card(seat, camel)
    return left, state


@inlined
def deal_hidden(game: Game, seat: int, beliefs: FloatArray, state: int) -> None:
    """Give all face-down cards that a seat cannot see colours by its beliefs."""
    for other in range(game.players):
        if other != seat:
            left = _ALL_CARDS
            left, state = deal_believed(game.winner_deck, int(game.winner_cards), other, left, beliefs[0], state)
            left, state = deal_believed(game.loser_deck, int(game.loser_cards), other, left, beliefs[1], state)
            game.hands[other] = left


@inlined
def victory_share(game: Game, seat: int) -> float:
    """Return a seat's share of the victory in a game that is over: equal money shares it."""
    most = 0
    for other in range(game.players):
        most = max(most, int(game.money[other]))
    if game.money[seat] < most:
        return 0.0
    winners = 0
    for other in range(game.players):
        winners += game.money[other] == most
    return 1.0 / winners


@inlined
def draw_styles(mixture: IntArray, state: int, kinds: IntArray) -> int:
    """Draw the kind of player on each seat out of the row of the mixture for it; return the state after it."""
    for seat in range(MAX_PLAYERS):
        state = next_state(state)
        kinds[seat] = mixture[seat, int(draw_fraction(state) * mixture.shape[1])]
    return state


@kernel(
    types.void(
        GAMES,
        INT,
        FLOATS_3D,
        INTS,
        INTS,
        INTS,
        INT,
        INT,
        _SEATS,
        FLOATS_2D,
        INT,
        BYTES_3D,
        FLOATS_2D,
        INT,
        INT,
        _RESULTS,
        _RESULTS,
    )
)
def rollout(
    root: Games,
    seat: int,
    beliefs: FloatArray,
    actions: IntArray,
    shown: IntArray,
    numbers: IntArray,
    begin: int,
    seed: int,
    mixture: IntArray,
    styles: FloatArray,
    own: int,
    table: LegTable,
    weights: FloatArray,
    until: int,
    first_valued: int,
    wins: Results,
    coins: Results,
) -> None:
    """Play on each action once for every column of the results: what it brings to the seats from `first_valued` on.

    Games stop when the leg `until` begins; then leaf_value.py says what they are worth. Coins are money with what cards
    may bring. With a `seat`, others' cards are drawn by its beliefs, and it goes on by the style `own` if that is one.
    """
    scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
    odds = np.zeros(ODDS, np.float64)
    kinds = np.zeros(MAX_PLAYERS, np.int64)
    features = np.zeros((MAX_PLAYERS, FEATURE_COLUMNS), np.float64)
    work = np.empty_like(root)
    dealt = root.copy()
    players = int(root[0].players)
    for column in range(wins.shape[1]):
        stream = start_stream(seed, begin + column)
        state = draw_styles(mixture, split(stream), kinds)
        if seat >= 0:
            deal_hidden(dealt[0], seat, beliefs, state)
            if own >= 0:
                kinds[seat] = own
        for number in range(len(actions)):
            work[0] = dealt[0]
            game = work[0]
            dice_state = stream
            if actions[number] == ROLL and shown[number] < 0:
                dice_state = act(game, ROLL, stream, scratch)
            elif actions[number] != NO_ACTION:
                apply_action(game, int(actions[number]), int(shown[number]), int(numbers[number]), scratch)
            play_on(game, until, dice_state, split(split(stream)), kinds, styles, table, odds, scratch)
            for valued in range(wins.shape[2]):
                whose = first_valued + valued
                if game.over:
                    wins[number, column, valued] = victory_share(game, whose)
                    coins[number, column, valued] = game.money[whose]
                else:
                    stage = write_features(game, table, odds, features)
                    coins[number, column, valued] = features[whose, MONEY]
                    wins[number, column, valued] = winning_chance(whose, players, kinds, features, weights[stage], odds)


@kernel(INT(GAMES, INTS, _SEATS, FLOATS_2D, BYTES_3D, INTS, INTS, FLOATS_3D))
def describe_legs(
    games: Games,
    streams: IntArray,
    kinds: IntArray,
    styles: FloatArray,
    table: LegTable,
    whose: IntArray,
    stages: IntArray,
    rows: FloatArray,
) -> int:
    """Play games to their end and write down how every leg began: the game, the stage and the features; count them."""
    scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
    odds = np.zeros(ODDS, np.float64)
    count = 0
    for number in range(len(games)):
        game = games[number]
        dice = split(int(streams[number]))
        leg = 2
        while not game.over and count < len(whose):
            dice = split(dice)
            play_on(game, leg, dice, split(split(dice)), kinds[number], styles, table, odds, scratch)
            leg += 1
            if not game.over:
                stages[count] = write_features(game, table, odds, rows[count])
                whose[count] = number
                count += 1
    return count

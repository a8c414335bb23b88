"""Compiled loops over many games: setting up, legal sets, actions, and play to the end by a policy."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from numba import types

from camelup.bulk.action_space import ACTIONS, ROLL
from camelup.bulk.edition_arrays import ALL_DICE, CRAZY_CAMELS
from camelup.bulk.kernels import Game, Scratch, apply_action, legal_bits
from camelup.bulk.layout import GAMES, NOBODY, Games, card_seat, pack_card
from camelup.bulk.policies import Policy, is_built_in
from camelup.bulk.rules_word import first_space
from camelup.bulk.styles import ODDS
from camelup.bulk.with_odds import choose_by_number, with_odds
from camelup.compiled import inlined, kernel
from camelup.compiled.arrays import BYTES_3D, INT, INTS, IntArray
from camelup.compiled.random_stream import draw_below, draw_bit, draw_die, next_state, split, start_stream
from camelup.core.edition import MAX_PLAYERS, STARTING_MONEY
from camelup.core.errors import PolicyError
from camelup.core.race import EMPTY, RACERS, place_of, put_on_top, space_of
from camelup.core.rules import CRAZY_STARTING_SPACES, STARTING_SPACES
from camelup.odds.leg_table import LegTable

Seats = npt.NDArray[np.int8]
"""The number of a policy for each game and seat."""
_SEATS = types.int8[:, ::1]
_RACING_CAMELS = (1 << RACERS) - 1
MOST_ACTIONS = 100_000
"""No game is so long (random ones have some 90 actions); but tiles can be moved forever."""
ILLEGAL, ENDLESS = -1, -2


@inlined
def apply_drawn(game: Game, action: int, state: int, scratch: Scratch) -> None:
    """Perform an action, with a die drawn from a state of the game's stream, each of which is for one turn."""
    shown = 0
    number = 0
    if action == ROLL:
        shown, number = draw_die(int(game.dice), state)
    apply_action(game, action, shown, number, scratch)


@inlined
def find_fault(legal: int, action: int, actions: int, number: int, where: IntArray) -> int:
    """Return ILLEGAL or ENDLESS if a policy breaks the rules with this action, otherwise 0; `actions` came before it.

    The number of the game and the action are then noted in `where`.
    """
    fault = 0
    if not 0 <= action < ACTIONS or not (legal >> action) & 1:
        fault = ILLEGAL
    elif actions >= MOST_ACTIONS:
        fault = ENDLESS
    if fault:
        where[0] = number
        where[1] = action
    return fault


def raise_fault(policy: Policy, result: int, game: int, action: int) -> None:
    """Refuse what a policy has chosen against the rules."""
    if result == ILLEGAL:
        raise PolicyError("illegal", f"The policy {policy.name} chose {action} in game {game}, which is not legal.")
    if result < 0:
        raise PolicyError(
            "endless", f"The policy {policy.name} did not end game {game} within {MOST_ACTIONS:,} actions."
        )


@inlined
def place_camels(track: int, camels: int, spaces: tuple[int, ...], further: int, state: int) -> tuple[int, int]:
    """Put camels, given as bits, in any order on spaces that their dice show, or further on.

    Return the track and the next state.
    """
    while camels:
        state = next_state(state)
        camel = draw_bit(camels, state)
        camels ^= 1 << camel
        state = next_state(state)
        track = put_on_top(track, camel, spaces[draw_below(state, len(spaces))] + further)
    return track, state


@inlined
def set_up_game(game: Game, stream: int, edition: int, variant: int, players: int, first: int) -> None:
    """Set up a game, whatever was played before, with the dice of its stream; a negative `first` draws the seat."""
    state = split(split(stream))  # split once, it is for the choice in the first turn
    track = EMPTY
    further = first_space(variant) - 1
    track, state = place_camels(track, _RACING_CAMELS, STARTING_SPACES, further, state)
    track, state = place_camels(track, int(CRAZY_CAMELS[edition]), CRAZY_STARTING_SPACES, 0, state)
    state = next_state(state)
    game.track = track
    game.edition = edition
    game.variant = variant
    game.players = players
    game.turn = draw_below(state, players) if first < 0 else first
    game.dice = ALL_DICE[edition]
    game.leg = 1
    game.over = 0
    game.winner_cards = 0
    game.loser_cards = 0
    game.taken[:] = 0
    game.takers[:] = NOBODY
    game.pyramid_tickets[:] = 0
    game.tiles[:] = 0
    game.partners[:] = NOBODY
    game.winner_deck[:] = 0
    game.loser_deck[:] = 0
    for seat in range(MAX_PLAYERS):
        is_there = int(seat < players)
        game.money[seat] = is_there * STARTING_MONEY
        game.hands[seat] = is_there * _RACING_CAMELS


@kernel(types.void(GAMES, INTS, INT, INT, INT, INT, INT, INT))
def set_up(
    games: Games, states: IntArray, edition: int, variant: int, players: int, first: int, seed: int, begin: int
) -> None:
    """Set up games with camels placed by the dice; a negative `first` draws the starting seat.

    They are those that a seed has from the number `begin` on.
    """
    for number in range(len(games)):
        states[number] = start_stream(seed, begin + number)
        set_up_game(games[number], int(states[number]), edition, variant, players, first)


@kernel(types.void(GAMES, INTS, types.uint8[::1], INT, INT))
def reset_chosen(games: Games, states: IntArray, chosen: npt.NDArray[np.uint8], first: int, seed: int) -> None:
    """Set up some games again; without a seed, which is negative then, their streams follow from those before."""
    for number in range(len(games)):
        if chosen[number]:
            game = games[number]
            states[number] = start_stream(int(states[number]), 0) if seed < 0 else start_stream(seed, number)
            edition, variant = int(game.edition), int(game.variant)
            set_up_game(game, int(states[number]), edition, variant, int(game.players), first)


@kernel(types.void(GAMES, types.int8[:, ::1], types.int8[:, ::1]))
def write_standings(games: Games, spaces: npt.NDArray[np.int8], places: npt.NDArray[np.int8]) -> None:
    """Write the space of every camel and the place of every racing one."""
    for number in range(len(games)):
        track = int(games[number].track)
        for camel in range(spaces.shape[1]):
            spaces[number, camel] = space_of(track, camel)
        for camel in range(RACERS):
            places[number, camel] = place_of(track, camel)


@kernel(types.void(GAMES, INTS, INT))
def begin_streams(games: Games, states: IntArray, seed: int) -> None:
    """Give every game that goes on a random stream, other than the one that has led there by the same seed."""
    for number in range(len(games)):
        game = games[number]
        states[number] = start_stream(start_stream(seed, number), int(game.track) ^ (int(game.dice) << 56))


@inlined
def deal_deck(deck: IntArray, cards: int, seat: int, left: int, state: int) -> tuple[int, int]:
    """Give a seat's cards on a deck other colours, out of those left; return what is left, and the next state."""
    for place in range(cards):
        if card_seat(int(deck[place])) == seat:
            state = next_state(state)
            camel = draw_bit(left, state)
            left ^= 1 << camel
            deck[place] = pack_card(seat, camel)
    return left, state


@kernel(types.void(GAMES, INTS, INTS))
def deal(games: Games, states: IntArray, seats: IntArray) -> None:
    """Deal the finish cards of these seats again: any of them may lie face down where theirs do."""
    for number in range(len(games)):
        game = games[number]
        state = split(split(int(states[number])))
        for seat in seats:
            left = _RACING_CAMELS
            left, state = deal_deck(game.winner_deck, int(game.winner_cards), seat, left, state)
            left, state = deal_deck(game.loser_deck, int(game.loser_cards), seat, left, state)
            game.hands[seat] = left


@kernel(types.void(GAMES, INTS))
def legal_sets(games: Games, sets: IntArray) -> None:
    """Write what may be done in each game."""
    for number in range(len(games)):
        sets[number] = legal_bits(games[number])


@kernel(types.void(GAMES, INTS, INTS, INTS))
def apply_all(games: Games, actions: IntArray, shown: IntArray, numbers: IntArray) -> None:
    """Perform an action in each game that is not over, with what the dice show; all have been checked before."""
    scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
    for number in range(len(games)):
        if not games[number].over:
            apply_action(games[number], int(actions[number]), int(shown[number]), int(numbers[number]), scratch)


@inlined
def first_illegal(games: Games, actions: IntArray) -> int:
    """Return the number of the first game that is not over and whose action is not legal, -1 if there is none."""
    for number in range(len(games)):
        if not games[number].over and not (legal_bits(games[number]) >> int(actions[number])) & 1:
            return number
    return -1


@kernel(INT(GAMES, INTS))
def find_illegal(games: Games, actions: IntArray) -> int:
    """Find the first action that is not legal."""
    return first_illegal(games, actions)


@kernel(INT(GAMES, INTS, INTS))
def apply_all_drawn(games: Games, actions: IntArray, states: IntArray) -> int:
    """Perform an action in each game that is not over, with dice drawn from its stream.

    If one is not legal, nothing is done, and the number of its game is returned; otherwise -1.
    """
    illegal = first_illegal(games, actions)
    if illegal >= 0:
        return illegal
    scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
    for number in range(len(games)):
        if not games[number].over:
            state = int(states[number])
            apply_drawn(games[number], int(actions[number]), state, scratch)
            states[number] = next_state(state)
    return -1


@lru_cache(maxsize=64)
def compile_playout(policy: Policy) -> Callable[[Games, IntArray, LegTable, IntArray], int]:
    """Compile the loop that plays games to their end by a policy.

    It gives the number of actions, or ILLEGAL or ENDLESS if the policy breaks the rules: `where` has game and action.
    """
    choose = with_odds(policy)

    @kernel(INT(GAMES, INTS, BYTES_3D, INTS), is_cached=is_built_in(policy.choose))
    def play(games: Games, states: IntArray, table: LegTable, where: IntArray) -> int:
        scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
        odds = np.zeros(ODDS, np.float64)
        actions = 0
        for number in range(len(games)):
            game = games[number]
            state = int(states[number])
            before = actions
            while not game.over:
                legal = legal_bits(game)
                action = choose(game, legal, split(state), table, odds)
                fault = find_fault(legal, action, actions - before, number, where)
                if fault:
                    return fault
                apply_drawn(game, action, state, scratch)
                state = next_state(state)
                actions += 1
            states[number] = state
        return actions

    return play


@lru_cache(maxsize=64)
def compile_seated_playout(
    policies: tuple[Policy, ...],
) -> Callable[[Games, IntArray, Seats, LegTable, IntArray], int]:
    """Compile the loop that plays games to their end by policies of which each seat has one, by its number.

    Who has which is data, so that other seats need no other loop. Dice belong to the number of the roll: games that
    begin alike, with the same stream, see the same dice with any players.
    It gives the number of actions, or ILLEGAL or ENDLESS if a policy breaks the rules: `where` then has game, action
    and policy.
    """
    choose = choose_by_number(policies)

    @kernel(INT(GAMES, INTS, _SEATS, BYTES_3D, INTS), is_cached=all(is_built_in(policy.choose) for policy in policies))
    def play(games: Games, states: IntArray, seats: Seats, table: LegTable, where: IntArray) -> int:
        scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
        odds = np.zeros(ODDS, np.float64)
        actions = 0
        for number in range(len(games)):
            game = games[number]
            rolling = int(states[number])
            choosing = split(split(rolling))  # and once more for each choice: nothing that set the game up
            before = actions
            while not game.over:
                legal = legal_bits(game)
                policy = int(seats[number, game.turn])
                action = choose(policy, game, legal, split(choosing), table, odds)
                fault = find_fault(legal, action, actions - before, number, where)
                if fault:
                    where[2] = policy
                    return fault
                apply_drawn(game, action, rolling, scratch)
                if action == ROLL:
                    rolling = next_state(rolling)
                choosing = next_state(choosing)
                actions += 1
            states[number] = rolling
        return actions

    return play

"""Games played to their end and counted on the way, compiled: how they went, and what each kind of action paid."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import from_dtype

from camelup.bulk.action_space import ACTIONS, LOSERS, PARTNERS, ROLL, TICKETS, TILES, WINNERS
from camelup.bulk.edition_arrays import CAMELS
from camelup.bulk.kernels import Game, apply_action, legal_bits, tile_owner
from camelup.bulk.layout import GAMES, NOBODY, Games, card_camel
from camelup.bulk.playout import find_fault
from camelup.bulk.policies import Policy, is_built_in
from camelup.bulk.styles import ODDS
from camelup.bulk.with_odds import with_odds
from camelup.compiled import inlined, kernel
from camelup.compiled.arrays import BYTES_3D, INT, INTS, IntArray
from camelup.compiled.random_stream import draw_die, next_state, split
from camelup.core.edition import DICE_PER_LEG, MAX_PLAYERS, PYRAMID_TICKET_REWARD, TILE_REWARD
from camelup.core.payouts import card_reward
from camelup.core.race import (
    BEHIND_THE_LINE,
    FIRST_CRAZY,
    OVER_THE_LINE,
    RACERS,
    camel_in_place,
    camel_to_move,
    landing,
    place_of,
    space_of,
)
from camelup.odds.leg_table import LegTable

KINDS = ("ticket", "roll", "tile", "winner_card", "loser_card", "partnership")
ENDINGS = ("clockwise", "clockwise_with_crazy", "backwards_with_racing", "backwards_crazy_alone")
"""Clockwise a racing camel moves, maybe with a crazy one on its back; backwards it is always a crazy one that moves."""
_TICKET, _ROLL, _TILE, _WINNER, _LOSER, PARTNERSHIP = range(len(KINDS))
_STARTS = (ROLL, TICKETS, TILES, WINNERS, LOSERS, PARTNERS, ACTIONS)
_KIND = np.repeat(np.array([_ROLL, _TICKET, _TILE, _WINNER, _LOSER, PARTNERSHIP], np.int64), np.diff(_STARTS))
VICTORY = 840
"""A victory, in parts that two to eight winners can share equally."""
_MOST_LEGS = 64
_MOST_ROLLS = DICE_PER_LEG * _MOST_LEGS
"""Longer races, which hardly happen, are counted as being so long."""

TALLY = np.dtype(
    [
        ("games", np.int64),
        ("legs", np.int64, _MOST_LEGS + 1),
        ("rolls", np.int64, _MOST_ROLLS + 1),
        ("led", np.int64, _MOST_LEGS + 1),  # the races that went on after each leg
        ("led_won", np.int64, _MOST_LEGS + 1),
        ("last_last", np.int64, _MOST_LEGS + 1),
        ("start_won", np.int64, RACERS),
        ("start_last", np.int64, RACERS),
        ("endings", np.int64, len(ENDINGS)),
        ("done", np.int64, len(KINDS)),
        ("paid", np.int64, len(KINDS)),
        ("done_done", np.int64, len(KINDS)),  # sums of products over games
        ("done_paid", np.int64, len(KINDS)),
        ("paid_paid", np.int64, len(KINDS)),
        ("money", np.int64),  # of all at the table, and of the richest
        ("money_money", np.int64),
        ("most", np.int64),
        ("most_most", np.int64),
        ("shared", np.int64),
        ("won", np.int64, MAX_PLAYERS),
    ]
)
Tally = Any
_TALLIES = from_dtype(TALLY)[::1]


@inlined
def tiles_met(game: Game, shown: int, number: int) -> int:
    """Return 1 if a roll ends on a tile, otherwise 0."""
    track = int(game.track)
    camel = camel_to_move(track, shown)
    return int(tile_owner(game, landing(space_of(track, camel), camel, number)) != NOBODY)


@inlined
def ending_of(track: int, edition: int) -> int:
    """Return how a race has ended, as a place in ENDINGS."""
    if (track >> 3) & 0x1F == BEHIND_THE_LINE:
        for camel in range(RACERS):
            if space_of(track, camel) == BEHIND_THE_LINE:
                return 2
        return 3
    for crazy in range(FIRST_CRAZY, CAMELS[edition]):
        if space_of(track, crazy) == OVER_THE_LINE:
            return 1
    return 0


@inlined
def count_end(game: Game, first_seat: int, tally: Tally) -> None:
    """Count the money and the victories of a game that is over."""
    total = 0
    most = 0
    for seat in range(game.players):
        total += game.money[seat]
        most = max(most, int(game.money[seat]))
    winners = 0
    for seat in range(game.players):
        winners += game.money[seat] == most
    for place in range(game.players):
        if game.money[(first_seat + place) % game.players] == most:
            tally.won[place] += VICTORY // winners
    tally.money += total
    tally.money_money += total * total
    tally.most += most
    tally.most_most += most * most
    tally.shared += winners > 1


@inlined
def deck_paid(deck: IntArray, cards: int, right_camel: int) -> int:
    """Return the total that a deck pays."""
    paid = 0
    right = 0
    for place in range(cards):
        is_right = card_camel(int(deck[place])) == right_camel
        paid += card_reward(is_right, right)
        right += is_right
    return paid


@lru_cache(maxsize=64)
def compile_tally(policy: Policy) -> Callable[[Games, IntArray, npt.NDArray[np.void], LegTable, IntArray], int]:
    """Compile the loop that plays games to their end by a policy, and counts.

    It gives 0, or ILLEGAL or ENDLESS if the policy breaks the rules: `where` then has game and action.
    """
    choose = with_odds(policy)

    @kernel(INT(GAMES, INTS, _TALLIES, BYTES_3D, INTS), is_cached=is_built_in(policy.choose))
    def tally_games(
        games: Games, states: IntArray, tallies: npt.NDArray[np.void], table: LegTable, where: IntArray
    ) -> int:
        tally: Tally = tallies[0]
        odds = np.zeros(ODDS, np.float64)
        scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
        partners = np.zeros(MAX_PLAYERS, np.int64)
        done = np.zeros(len(KINDS), np.int64)
        paid = np.zeros(len(KINDS), np.int64)
        leaders = np.zeros(_MOST_LEGS + 1, np.int64)
        lasts = np.zeros(_MOST_LEGS + 1, np.int64)
        for at in range(len(games)):
            game: Game = games[at]
            state = int(states[at])
            start = int(game.track)
            first_seat = int(game.turn)
            done[:] = 0
            paid[:] = 0
            legs = 0
            rolls_before = 0
            actions = 0
            while not game.over:
                legal = legal_bits(game)
                action = choose(game, legal, split(state), table, odds)
                fault = find_fault(legal, action, actions, at, where)
                if fault:
                    return fault
                actions += 1
                done[_KIND[action]] += 1
                leg = int(game.leg)
                shown = 0
                number = 0
                if action == ROLL:
                    shown, number = draw_die(int(game.dice), state)
                    paid[_TILE] += TILE_REWARD * tiles_met(game, shown, number)
                    for seat in range(game.players):
                        partners[seat] = game.partners[seat]
                apply_action(game, action, shown, number, scratch)
                state = next_state(state)
                if not game.over and leg == game.leg:
                    continue
                # A leg has been scored: `scratch` holds what tickets and rolls paid, and the best of each seat.
                pyramid = (done[_ROLL] - rolls_before) * PYRAMID_TICKET_REWARD
                rolls_before = done[_ROLL]
                paid[_ROLL] += pyramid
                paid[_TICKET] -= pyramid
                for seat in range(game.players):
                    paid[_TICKET] += scratch[seat]
                    if partners[seat] != NOBODY:
                        paid[PARTNERSHIP] += scratch[MAX_PLAYERS + partners[seat]]
                legs = min(legs + 1, _MOST_LEGS)
                leaders[legs] = camel_in_place(int(game.track), 0)
                lasts[legs] = camel_in_place(int(game.track), RACERS - 1)
            states[at] = state
            winner = leaders[legs]
            loser = lasts[legs]
            paid[_WINNER] = deck_paid(game.winner_deck, int(game.winner_cards), winner)
            paid[_LOSER] = deck_paid(game.loser_deck, int(game.loser_cards), loser)
            tally.games += 1
            tally.legs[legs] += 1
            tally.rolls[min(done[_ROLL], _MOST_ROLLS)] += 1
            for leg in range(1, legs):
                tally.led[leg] += 1
                tally.led_won[leg] += leaders[leg] == winner
                tally.last_last[leg] += lasts[leg] == loser
            tally.start_won[RACERS - 1 - place_of(start, winner)] += 1
            tally.start_last[RACERS - 1 - place_of(start, loser)] += 1
            tally.endings[ending_of(int(game.track), int(game.edition))] += 1
            for kind in range(len(KINDS)):
                tally.done[kind] += done[kind]
                tally.paid[kind] += paid[kind]
                tally.done_done[kind] += done[kind] * done[kind]
                tally.done_paid[kind] += done[kind] * paid[kind]
                tally.paid_paid[kind] += paid[kind] * paid[kind]
            count_end(game, first_seat, tally)
        return 0

    return tally_games

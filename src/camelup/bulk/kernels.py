"""The table's rules compiled: a twin of rules.py and scoring.py on records, held to them by differential tests.

Movement, the ranking, what bets pay and where tiles may lie are the functions of the core themselves; what is repeated
here is who holds what. A seat's totals and best tickets are added up in `scratch`, sixteen numbers that a caller lends.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import LOSERS, PARTNERS, ROLL, TICKETS, TILES, WINNERS, is_booing, tile_space
from camelup.bulk.edition_arrays import (
    ALL_DICE,
    DRAWS_LEFT,
    TICKET_DEPTH,
)
from camelup.bulk.layout import NOBODY, card_camel, card_seat, pack_card
from camelup.bulk.rules_word import (
    allowed_tile_spaces,
    first_space,
    has_partnerships,
    rules_of,
    ticket_value,
    tickets_each,
)
from camelup.compiled import inlined
from camelup.core.edition import MAX_PLAYERS, PYRAMID_TICKET_REWARD, TILE_REWARD
from camelup.core.payouts import card_reward, pay, ticket_reward
from camelup.core.race import (
    BEHIND_THE_LINE,
    RACERS,
    camel_in_place,
    camel_to_move,
    die_of,
    is_beyond,
    is_pushed_back,
    landing,
    lift,
    occupied,
    place_of,
    set_down,
    tile_step,
)
from camelup.core.tiles import FIRST_TILE_SPACE, open_spaces

Game = Any
"""A record of layout.GAME; compiled code knows its fields."""
Scratch = npt.NDArray[np.int64]


@inlined
def double_bits(bits: int) -> int:
    """Put a gap after each of the lowest 16 bits, and fill it with a copy."""
    bits = (bits | (bits << 8)) & 0x00FF00FF
    bits = (bits | (bits << 4)) & 0x0F0F0F0F
    bits = (bits | (bits << 2)) & 0x33333333
    bits = (bits | (bits << 1)) & 0x55555555
    return bits | (bits << 1)


@inlined
def legal_bits(game: Game) -> int:
    """Return the legal actions of the seat in turn, as a set of action numbers."""
    if game.over:
        return 0
    rules = rules_of(game)
    seat = int(game.turn)
    bits = 1 << ROLL
    for camel in range(RACERS):
        bits |= int(game.taken[camel] < tickets_each(rules)) << (TICKETS + camel)
    others = 0
    own = 0
    for owner in range(game.players):
        place = 1 << abs(int(game.tiles[owner]))  # bit 0 where there is none: space 1 beside it is never open
        if owner == seat:
            own = place
        else:
            others |= place
    spaces = allowed_tile_spaces(rules, open_spaces(occupied(int(game.track)), others, own))
    bits |= double_bits(spaces >> FIRST_TILE_SPACE) << TILES
    hand = int(game.hands[seat])
    bits |= (hand << WINNERS) | (hand << LOSERS)
    if has_partnerships(rules, int(game.players)) and game.partners[seat] == NOBODY:
        for other in range(game.players):
            bits |= int(other != seat and game.partners[other] == NOBODY) << (PARTNERS + other)
    return bits


@inlined
def apply_action(game: Game, action: int, shown: int, number: int, scratch: Scratch) -> None:
    """Let the seat in turn perform a legal action; a roll needs the camel and the number that the die shows."""
    seat = int(game.turn)
    game.turn = 0 if seat + 1 == game.players else seat + 1
    if action == ROLL:
        roll(game, seat, shown, number, scratch)
    elif action < TILES:
        take_ticket(game, seat, action - TICKETS)
    elif action < WINNERS:
        game.tiles[seat] = -tile_space(action) if is_booing(action) else tile_space(action)
    elif action < LOSERS:
        lay_card(game, seat, action - WINNERS, game.winner_deck, game.winner_cards)
        game.winner_cards += 1
    elif action < PARTNERS:
        lay_card(game, seat, action - LOSERS, game.loser_deck, game.loser_cards)
        game.loser_cards += 1
    else:
        other = action - PARTNERS
        game.partners[seat] = other
        game.partners[other] = seat


@inlined
def lay_card(game: Game, seat: int, camel: int, deck: npt.NDArray[np.int8], cards: int) -> None:
    """Take a card out of a hand and lay it on a deck that has this many."""
    game.hands[seat] ^= 1 << camel
    deck[cards] = pack_card(seat, camel)


@inlined
def tile_owner(game: Game, space: int) -> int:
    """Return the owner of the tile on a space, NOBODY if there is none."""
    for owner in range(game.players):
        if game.tiles[owner] != 0 and abs(int(game.tiles[owner])) == space:
            return int(owner)
    return NOBODY


@inlined
def take_ticket(game: Game, seat: int, camel: int) -> None:
    """Take the top ticket of a colour; holders of equal ones stand in the order of seats, so that none came first."""
    rules = rules_of(game)
    depth = int(game.taken[camel])
    place = TICKET_DEPTH * camel + depth
    value = ticket_value(rules, depth)
    while depth > 0 and ticket_value(rules, depth - 1) == value and game.takers[place - 1] > seat:
        game.takers[place] = game.takers[place - 1]
        depth -= 1
        place -= 1
    game.takers[place] = seat
    game.taken[camel] += 1


@inlined
def roll(game: Game, seat: int, shown: int, number: int, scratch: Scratch) -> None:
    """Take a pyramid ticket and move, then score if that ended the leg or the race."""
    game.pyramid_tickets[seat] += 1
    track = int(game.track)
    camel = camel_to_move(track, shown)
    game.dice ^= 1 << die_of(shown)
    stays, unit, height, start = lift(track, camel)
    target = landing(start, camel, number)
    is_under = 0
    owner = tile_owner(game, target)
    if owner != NOBODY:
        game.money[owner] += TILE_REWARD
        is_cheering = int(game.tiles[owner] > 0)
        step = tile_step(target, camel, is_cheering << target, (1 - is_cheering) << target)
        target += step
        is_under = is_pushed_back(step, camel)
    rules = rules_of(game)
    target = target if target >= first_space(rules) else BEHIND_THE_LINE
    track = set_down(stays, unit, height, target, is_under)
    game.track = track
    edition = int(game.edition)
    if is_beyond(target):
        score_leg(game, track, rules, scratch)
        score_decks(game, track)
        game.over = 1
    elif DRAWS_LEFT[edition, int(game.dice).bit_count()] == 0:
        score_leg(game, track, rules, scratch)
        clear(game, edition)


@inlined
def score_leg(game: Game, track: int, rules: int, scratch: Scratch) -> None:
    """Pay the tickets of a leg: everything is added up, and settled once."""
    scratch[:] = 0
    for camel in range(RACERS):
        place = place_of(track, camel)
        for depth in range(game.taken[camel]):
            seat = int(game.takers[TICKET_DEPTH * camel + depth])
            reward = ticket_reward(ticket_value(rules, depth), place)
            scratch[seat] += reward
            scratch[MAX_PLAYERS + seat] = max(scratch[MAX_PLAYERS + seat], reward)
    for seat in range(game.players):
        rolled = int(game.pyramid_tickets[seat])
        scratch[seat] += rolled * PYRAMID_TICKET_REWARD
        if rolled:
            scratch[MAX_PLAYERS + seat] = max(scratch[MAX_PLAYERS + seat], PYRAMID_TICKET_REWARD)
    for seat in range(game.players):
        total = scratch[seat]
        if game.partners[seat] != NOBODY:
            total += scratch[MAX_PLAYERS + game.partners[seat]]
        game.money[seat] = pay(int(game.money[seat]), total)


@inlined
def score_deck(game: Game, deck: npt.NDArray[np.int8], count: int, answer: int) -> None:
    """Pay one deck."""
    right = 0
    for place in range(count):
        card = int(deck[place])
        is_right = card_camel(card) == answer
        seat = card_seat(card)
        game.money[seat] = pay(int(game.money[seat]), card_reward(is_right, right))
        right += is_right


@inlined
def score_decks(game: Game, track: int) -> None:
    """Pay both decks, oldest card first, each payment stopping at 0."""
    score_deck(game, game.winner_deck, game.winner_cards, camel_in_place(track, 0))
    score_deck(game, game.loser_deck, game.loser_cards, camel_in_place(track, RACERS - 1))


@inlined
def clear(game: Game, edition: int) -> None:
    """Return tickets, tiles, partnership cards and dice for the next leg."""
    for camel in range(RACERS):
        game.taken[camel] = 0
    for place in range(TICKET_DEPTH * RACERS):
        game.takers[place] = NOBODY
    for seat in range(game.players):
        game.pyramid_tickets[seat] = 0
        game.tiles[seat] = 0
        game.partners[seat] = NOBODY
    game.dice = ALL_DICE[edition]
    game.leg += 1

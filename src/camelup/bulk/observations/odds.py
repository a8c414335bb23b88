"""The layout `odds`, written by compiled code: chances, the worth of every action, and what everybody can expect.

The chances are estimates: a look into the small solved table (odds/leg_table.py), corrected at a glance for tiles and
crazy camels (bulk/tile_effects.py). A player with more time can have exact ones written in their place.

What others have laid is guessed from the chances at that moment, which `note_card` keeps: `notes` has, by deck, place
in the deck and camel, how likely the card there shows the camel. Only notes of cards that lie there are ever read, so
they need not be cleared for a new game.
"""

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import ACTIONS, LOSERS, PARTNERS, ROLL, TICKETS, TILES, WINNERS, tile_space
from camelup.bulk.edition_arrays import (
    CRAZY_CAMELS,
    DRAWS_LEFT,
    HAS_PARTNERSHIPS,
    TICKET_DEPTH,
    TICKET_VALUES,
    TICKETS_EACH,
)
from camelup.bulk.kernels import Game
from camelup.bulk.layout import MOST_CARDS, NOBODY, card_camel, card_seat
from camelup.bulk.observations.facts import seats_after
from camelup.bulk.observations.layouts import CRAZY, MOST, ODDS, ZONES
from camelup.bulk.styles import best_to_copy, expected_ticket
from camelup.bulk.tile_effects import see_tiles, weigh_tiles
from camelup.compiled import inlined
from camelup.compiled.arrays import FloatArray
from camelup.core.edition import (
    FINISH_REWARDS,
    LATER_FINISH_REWARD,
    MAX_PLAYERS,
    MIN_PLAYERS,
    PYRAMID_TICKET_REWARD,
    SPACES,
)
from camelup.core.payouts import card_reward
from camelup.core.race import FIRST_CRAZY, GREY, OVER_THE_LINE, RACERS, camel_in_place, occupied
from camelup.core.tiles import FIRST_TILE_SPACE, open_spaces
from camelup.odds.card_worth import expected_card
from camelup.odds.leg_table import ENDS, LAST, LEG_FIRST, LEG_SECOND, WINS, LegTable, read_row
from camelup.odds.leg_table import ODDS as TABLE_ODDS

OddsRow = npt.NDArray[np.float32]
Notes = npt.NDArray[np.float32]
NOTES_SHAPE = (2, MOST_CARDS, RACERS)
"""Of the notes of one game."""

# What a caller lends: odds by camel, the worth of tiles, and what is added up by deck, seat and rank.
_TILE_WORTHS = TABLE_ODDS
_STAKES = _TILE_WORTHS + WINNERS - TILES
_RIGHT = _STAKES + 2 * RACERS
_RESULT = _RIGHT + 2 * MAX_PLAYERS * RACERS
_ALL_RIGHT = _RESULT + 2 * MAX_PLAYERS * RACERS
_STANDING = _ALL_RIGHT + 2 * RACERS
WORK = _STANDING + MAX_PLAYERS
"""How many numbers a caller must lend."""

NOT_ALLOWED = -1.0
"""The worth of an action that the seat cannot choose."""
# How actions are weighed, as the style `miser` does; they belong to the layout, so they stay when that style changes.
_ROLL_WORTH = 0.75
_LAST_ROLL = -0.6  # added to a roll that ends the leg: the next player has the first choice of a new one
_CARD_WAITS = 0.2  # taken off a card while the end of the race is far
_URGENCY = 0.8  # how much of that goes away as the end gets sure
_TILE_WEIGHT = 0.9
_OTHERS_TICKETS = 0.3  # how much what a tile does to the tickets of others counts
_OWN_TO_GIVE = 0.3  # how much of the own best ticket, which a partner copies, counts against a partnership
_LEAST_CHANCE = 1e-6
_RIGHT_REWARDS = np.array([card_reward(1, before) for before in range(MAX_PLAYERS + 2)], np.float64)
_FARTHEST_ROLL = 3
_MOST_LEGS = 12
_NOBODYS = -1e9

_WORTH = ODDS["worth"].begin
_LEG_FIRST = ODDS["leg_first"].begin
_LEG_SECOND = ODDS["leg_second"].begin
_WINS = ODDS["wins"].begin
_LOSES = ODDS["loses"].begin
_RACE_ENDS = ODDS["race_ends"].begin
_CAMEL_SPACE = ODDS["camel_space"].begin
_CAMEL_BEHIND = ODDS["camel_behind"].begin
_CAMEL_DIE = ODDS["camel_die"].begin
_CAMEL_UNDER_NEXT = ODDS["camel_under_next"].begin
_CAMEL_ON_CRAZY = ODDS["camel_on_crazy"].begin
_CAMEL_UNDER_CRAZY = ODDS["camel_under_crazy"].begin
_CAMEL_CAN_FINISH = ODDS["camel_can_finish"].begin
_CRAZY_SPACE = ODDS["crazy_space"].begin
_CRAZY_CARRIES = ODDS["crazy_carries"].begin
_CRAZY_PLACE = ODDS["crazy_place"].begin
_GREY_DIE = ODDS["grey_die"].begin
_TICKET_VALUE = ODDS["ticket_value"].begin
_TICKETS_TAKEN = ODDS["tickets_taken"].begin
_TICKET_VALUES = ODDS["ticket_values"].begin
_TILE_BOARD = ODDS["tile_board"].begin
_HAND = ODDS["hand"].begin
_CARD_RIGHT = ODDS["card_right"].begin
_CARD_RESULT = ODDS["card_result"].begin
_CARD_REWARD = ODDS["card_reward"].begin
_CARD_RIVALS = ODDS["card_rivals"].begin
_SEAT_TAKEN = ODDS["seat_taken"].begin
_IN_TURN = ODDS["in_turn"].begin
_MONEY = ODDS["money"].begin
_MONEY_KNOWN = ODDS["money_known"].begin
_CARDS_IN_HAND = ODDS["cards_in_hand"].begin
_PYRAMID_TICKETS = ODDS["pyramid_tickets"].begin
_LEG_INCOME = ODDS["leg_income"].begin
_CARD_INCOME = ODDS["card_income"].begin
_STANDING_OUT = ODDS["standing"].begin
_STANDING_LEAD = ODDS["standing_lead"].begin
_STANDING_MARGIN = ODDS["standing_margin"].begin
_HAS_TILE = ODDS["has_tile"].begin
_OWN_PARTNER = ODDS["own_partner"].begin
_HAS_PARTNER = ODDS["has_partner"].begin
_WINNER_CARDS = ODDS["winner_cards"].begin
_LOSER_CARDS = ODDS["loser_cards"].begin
_DRAWS_LEFT = ODDS["draws_left"].begin
_DICE_LEFT = ODDS["dice_left"].begin
_LEADER_ZONE = ODDS["leader_zone"].begin
_LEG = ODDS["leg"].begin
_PLAYERS = ODDS["players"].begin
_HAS_CRAZY = ODDS["has_crazy"].begin
_HAS_PARTNERSHIPS = ODDS["has_partnerships"].begin
_IS_OVER = ODDS["is_over"].begin


@inlined
def clip(value: float, low: float, high: float) -> float:
    """Keep a number within its range."""
    return min(high, max(low, value))


@inlined
def read_odds(game: Game, table: LegTable, work: FloatArray) -> None:
    """Write the odds of leg and race by camel; once the race is over they are certain."""
    track = int(game.track)
    if game.over:
        for place in range(TABLE_ODDS):
            work[place] = 0.0
        first = camel_in_place(track, 0)
        work[LEG_FIRST + first] = 1.0
        work[LEG_SECOND + camel_in_place(track, 1)] = 1.0
        work[WINS + first] = 1.0
        work[LAST + camel_in_place(track, RACERS - 1)] = 1.0
        work[ENDS] = 1.0
    else:
        read_row(track, int(game.dice), table, work)
        see_tiles(game, table, work)


@inlined
def keep_shares(work: FloatArray, deck: int, place: int, notes: Notes) -> None:
    """Note how likely a card that is laid with these odds shows each camel: people bet on likely camels far more."""
    begin = LAST if deck else WINS
    total = 0.0
    for camel in range(RACERS):
        square = (work[begin + camel] + _LEAST_CHANCE) ** 2
        total += square * square * square
    for camel in range(RACERS):
        square = (work[begin + camel] + _LEAST_CHANCE) ** 2
        notes[deck, place, camel] = square * square * square / total


@inlined
def note_by_odds(game: Game, action: int, notes: Notes, odds: FloatArray) -> None:
    """Note these odds for a card that is about to be laid."""
    if action < LOSERS:
        keep_shares(odds, 0, int(game.winner_cards), notes)
    else:
        keep_shares(odds, 1, int(game.loser_cards), notes)


@inlined
def note_card(game: Game, action: int, notes: Notes, table: LegTable, work: FloatArray) -> None:
    """Note the odds of the moment before a card is laid; any other action leaves the notes as they are."""
    if WINNERS <= action < PARTNERS:
        read_odds(game, table, work)
        note_by_odds(game, action, notes, work)


@inlined
def note_all_cards(game: Game, notes: Notes, table: LegTable, work: FloatArray) -> None:
    """Note the odds of now for all cards that lie there: what is left to do where nobody has followed the game."""
    read_odds(game, table, work)
    for place in range(game.winner_cards):
        keep_shares(work, 0, place, notes)
    for place in range(game.loser_cards):
        keep_shares(work, 1, place, notes)


@inlined
def reward_after(right: float) -> float:
    """Return what a right card earns after this many right ones, which need not be whole."""
    whole = int(right)
    part = right - whole
    return float(_RIGHT_REWARDS[whole] * (1.0 - part) + _RIGHT_REWARDS[whole + 1] * part)


@inlined
def expect_cards(game: Game, seat: int, notes: Notes, camels: int, work: FloatArray) -> None:
    """Add up, by deck, seat and rank, how likely a seat has the camel's card, and what its cards bring if it is right.

    Nobody has two cards of a camel. `camels` are those of the ranks, four bits each.
    """
    players = int(game.players)
    for place in range(_RIGHT, _STANDING):
        work[place] = 0.0
    for deck in range(2):
        cards = int(game.loser_cards) if deck else int(game.winner_cards)
        for place in range(cards):
            card = int(game.loser_deck[place]) if deck else int(game.winner_deck[place])
            owner = seats_after(seat, card_seat(card), players)
            for rank in range(RACERS):
                camel = (camels >> (4 * rank)) & 0x07
                at = (deck * MAX_PLAYERS + owner) * RACERS + rank
                before = work[_RIGHT + at]
                if owner == 0:
                    share = 1.0 if card_camel(card) == camel else 0.0
                else:
                    share = max(0.0, min(float(notes[deck, place, camel]), 1.0 - before))
                of_all = _ALL_RIGHT + deck * RACERS + rank
                reward = reward_after(max(0.0, work[of_all] - before))
                work[_RESULT + at] += expected_card(share, reward)
                work[_RIGHT + at] = before + share
                work[of_all] += share


@inlined
def write_race(game: Game, out: OddsRow) -> int:
    """Write where the camels are and which dice are left; return the camels of the ranks, four bits each."""
    track = int(game.track)
    dice = int(game.dice)
    rank = RACERS
    camels = 0
    crazy = CRAZY
    space = -1
    racers_below = 0
    crazy_below = 0  # as bits
    for shift in range(0, 56, 8):  # from the rearmost to the foremost, each stack from bottom to top
        byte = (track >> shift) & 0xFF
        camel = byte & 0x07
        if byte >> 3 != space:
            space = byte >> 3
            racers_below = 0
            crazy_below = 0
        if camel < RACERS:
            rank -= 1
            camels |= camel << (4 * rank)
            out[_CAMEL_SPACE + rank] = space / SPACES
            out[_CAMEL_DIE + rank] = (dice >> camel) & 1
            out[_CAMEL_CAN_FINISH + rank] = space + _FARTHEST_ROLL >= OVER_THE_LINE
            if racers_below:
                out[_CAMEL_UNDER_NEXT + rank + 1] = 1.0
            racers_below += 1
            if crazy_below:
                out[_CAMEL_ON_CRAZY + rank] = 1.0
                out[_CRAZY_CARRIES] += (crazy_below & 1) / RACERS
                out[_CRAZY_CARRIES + 1] += (crazy_below >> 1) / RACERS
        elif camel < FIRST_CRAZY + CRAZY:
            crazy -= 1
            crazy_below |= 1 << crazy
            out[_CRAZY_SPACE + crazy] = space / SPACES
            out[_CRAZY_PLACE + crazy] = rank / RACERS
            for below in range(racers_below):
                out[_CAMEL_UNDER_CRAZY + rank + below] = 1.0
    lead = out[_CAMEL_SPACE]
    for place in range(RACERS):
        out[_CAMEL_BEHIND + place] = (lead - out[_CAMEL_SPACE + place]) * (SPACES / 6.0)
    zone = (int(lead * SPACES) - 1) // 3
    out[_LEADER_ZONE + min(ZONES - 1, max(0, zone))] = 1.0
    inside = dice.bit_count()
    out[_GREY_DIE] = dice >> GREY
    out[_DRAWS_LEFT + DRAWS_LEFT[int(game.edition), inside]] = 1.0
    out[_DICE_LEFT] = inside / 6.0
    return camels


@inlined
def write_tickets(game: Game, seat: int, camels: int, work: FloatArray, out: OddsRow) -> None:
    """Write the odds of each camel, its tickets and who holds them, and add up what these are expected to bring."""
    edition = int(game.edition)
    players = int(game.players)
    for rank in range(RACERS):
        camel = (camels >> (4 * rank)) & 0x07
        first = work[LEG_FIRST + camel]
        second = work[LEG_SECOND + camel]
        out[_LEG_FIRST + rank] = first
        out[_LEG_SECOND + rank] = second
        out[_WINS + rank] = work[WINS + camel]
        out[_LOSES + rank] = work[LAST + camel]
        taken = int(game.taken[camel])
        out[_TICKETS_TAKEN + rank] = taken / 4.0
        if taken < TICKETS_EACH[edition]:
            value = int(TICKET_VALUES[edition, taken])
            out[_TICKET_VALUE + rank] = value / 5.0
            if not game.over:
                out[_WORTH + TICKETS + rank] = clip(expected_ticket(first, second, value), -4.0, 8.0)
        for depth in range(taken):
            owner = seats_after(seat, int(game.takers[TICKET_DEPTH * camel + depth]), players)
            value = int(TICKET_VALUES[edition, depth])
            out[_TICKET_VALUES + RACERS * owner + rank] += value / 5.0
            out[_LEG_INCOME + owner] += expected_ticket(first, second, value)


@inlined
def reward_now(players: int, at: int, work: FloatArray) -> tuple[float, float]:
    """Return what a right card would earn if it were laid now, and how many right ones of others to expect.

    `at` is where the chances of the seats begin, each of which has such a card or not.
    """
    none, one, two, three, more, rivals = 1.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for owner in range(1, players):
        right = work[at + RACERS * owner]
        if right > 0.0:
            wrong = 1.0 - right
            more += three * right
            three = three * wrong + two * right
            two = two * wrong + one * right
            one = one * wrong + none * right
            none *= wrong
            rivals += right
    reward = none * FINISH_REWARDS[0] + one * FINISH_REWARDS[1] + two * FINISH_REWARDS[2] + three * FINISH_REWARDS[3]
    return reward + more * LATER_FINISH_REWARD, rivals


@inlined
def write_cards(game: Game, seat: int, camels: int, work: FloatArray, out: OddsRow) -> None:
    """Write what is known and guessed of the cards, and add up what these are expected to bring."""
    players = int(game.players)
    hand = int(game.hands[seat])
    waits = _CARD_WAITS * (1.0 - _URGENCY * work[ENDS])
    for rank in range(RACERS):
        camel = (camels >> (4 * rank)) & 0x07
        out[_HAND + rank] = (hand >> camel) & 1
        for deck in range(2):
            chance = work[(LAST if deck else WINS) + camel]
            begin = deck * MAX_PLAYERS * RACERS + rank
            for owner in range(players):
                at = begin + RACERS * owner
                out[_CARD_RIGHT + at] = work[_RIGHT + at]
                out[_CARD_RESULT + at] = work[_RESULT + at] / 8.0
                out[_CARD_INCOME + owner] += chance * work[_RESULT + at]
            reward, rivals = reward_now(players, _RIGHT + begin, work)
            out[_CARD_REWARD + RACERS * deck + rank] = reward / 8.0
            out[_CARD_RIVALS + RACERS * deck + rank] = rivals / 2.0
            if (hand >> camel) & 1 and not game.over:
                out[_WORTH + (LOSERS if deck else WINNERS) + rank] = expected_card(chance, reward) - waits
    out[_WINNER_CARDS] = int(game.winner_cards) / 8.0
    out[_LOSER_CARDS] = int(game.loser_cards) / 8.0


@inlined
def write_seats(game: Game, seat: int, is_money_hidden: int, work: FloatArray, out: OddsRow) -> None:
    """Write what each seat has and can expect, after tickets and cards have been added up."""
    players = int(game.players)
    is_all_known = (not is_money_hidden) or game.over != 0
    best_of_others = _NOBODYS
    for after in range(players):
        owner = seat + after if seat + after < players else seat + after - players
        out[_SEAT_TAKEN + after] = 1.0
        out[_CARDS_IN_HAND + after] = int(game.hands[owner]).bit_count() / 5.0
        rolled = int(game.pyramid_tickets[owner])
        out[_PYRAMID_TICKETS + after] = rolled / 5.0
        tile = int(game.tiles[owner])
        if tile:
            out[_HAS_TILE + after] = 1.0
            out[_TILE_BOARD + SPACES * (after > 0) + abs(tile) - 1] = 1.0 if tile > 0 else -1.0
        leg_income = float(out[_LEG_INCOME + after]) + rolled * PYRAMID_TICKET_REWARD
        card_income = float(out[_CARD_INCOME + after])
        if game.partners[owner] != NOBODY:
            partner = int(game.partners[owner])
            out[_HAS_PARTNER + after] = 1.0
            if after == 0:
                out[_OWN_PARTNER + seats_after(seat, partner, players)] = 1.0
            leg_income += best_to_copy(game, partner, work)
        if game.over:  # all has been paid
            leg_income = 0.0
            card_income = 0.0
        out[_LEG_INCOME + after] = clip(leg_income / 5.0, -4.0, 6.0)
        out[_CARD_INCOME + after] = clip(card_income / 8.0, -1.25, 2.0)
        if is_all_known or after == 0:
            money = min(MOST, int(game.money[owner]))
            standing = money + leg_income + card_income
            out[_MONEY + after] = money / 20.0
            out[_MONEY_KNOWN + after] = 1.0
            out[_STANDING_OUT + after] = clip(standing / 20.0, -2.0, 8.0)
            work[_STANDING + after] = standing
            if after:
                best_of_others = max(best_of_others, standing)
    if is_all_known:
        for after in range(players):
            standing = work[_STANDING + after]
            out[_STANDING_LEAD + after] = clip((standing - work[_STANDING]) / 10.0, -10.0, 10.0)
            out[_STANDING_MARGIN + after] = clip((standing - best_of_others) / 10.0, -10.0, 10.0)
    out[_IN_TURN + seats_after(seat, int(game.turn), players)] = 1.0


@inlined
def write_other_worths(game: Game, seat: int, table: LegTable, work: FloatArray, out: OddsRow) -> None:
    """Write what a roll, tiles and partners are worth."""
    edition = int(game.edition)
    players = int(game.players)
    is_last = DRAWS_LEFT[edition, int(game.dice).bit_count()] == 1
    out[_WORTH + ROLL] = _ROLL_WORTH + (_LAST_ROLL if is_last else 0.0)
    others = 0
    for owner in range(players):
        if owner != seat:
            others |= 1 << abs(int(game.tiles[owner]))  # bit 0 where there is none: space 1 beside it is never open
    tile = int(game.tiles[seat])
    own = 1 << abs(tile)
    spaces = open_spaces(occupied(int(game.track)), others, own)
    weigh_tiles(game, seat, _OTHERS_TICKETS, spaces | own, table, work, _TILE_WORTHS, _STAKES)
    gives_up = 0.0
    if tile:
        gives_up = work[_TILE_WORTHS + 2 * (abs(tile) - FIRST_TILE_SPACE) + (tile < 0)]
    for action in range(TILES, WINNERS):
        if (spaces >> tile_space(action)) & 1:
            worth = (work[_TILE_WORTHS + action - TILES] - gives_up) * _TILE_WEIGHT
            out[_WORTH + action] = clip(worth, -4.0, 8.0)
    if HAS_PARTNERSHIPS[edition, players] and game.partners[seat] == NOBODY:
        given = _OWN_TO_GIVE * best_to_copy(game, seat, work)
        for after in range(1, players):
            other = seat + after if seat + after < players else seat + after - players
            if game.partners[other] == NOBODY:
                out[_WORTH + PARTNERS + after] = best_to_copy(game, other, work) - given


@inlined
def write_odds(
    game: Game, seat: int, is_money_hidden: int, notes: Notes, table: LegTable, work: FloatArray, out: OddsRow
) -> None:
    """Write what a seat sees and can expect in the layout `odds`; hidden money is that of others until the end."""
    read_odds(game, table, work)
    write_by_odds(game, seat, is_money_hidden, notes, table, work, out)


@inlined
def write_by_odds(
    game: Game, seat: int, is_money_hidden: int, notes: Notes, table: LegTable, work: FloatArray, out: OddsRow
) -> None:
    """Write the same by the odds of leg and race that `work` begins with, wherever they come from."""
    for place in range(len(out)):
        out[place] = 0.0
    for action in range(ACTIONS):
        out[_WORTH + action] = NOT_ALLOWED
    camels = write_race(game, out)
    out[_RACE_ENDS] = work[ENDS]
    expect_cards(game, seat, notes, camels, work)
    write_tickets(game, seat, camels, work, out)
    write_cards(game, seat, camels, work, out)
    write_seats(game, seat, is_money_hidden, work, out)
    if not game.over:
        write_other_worths(game, seat, table, work, out)
    edition = int(game.edition)
    players = int(game.players)
    out[_LEG] = min(_MOST_LEGS, int(game.leg)) / 6.0
    out[_PLAYERS + players - MIN_PLAYERS] = 1.0
    out[_HAS_CRAZY] = CRAZY_CAMELS[edition] > 0
    out[_HAS_PARTNERSHIPS] = HAS_PARTNERSHIPS[edition, players]
    out[_IS_OVER] = game.over

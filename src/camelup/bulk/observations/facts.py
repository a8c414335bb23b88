"""The layout `facts`, written by compiled code: what a seat sees, and nothing that would have to be computed first."""

import numpy as np
import numpy.typing as npt

from camelup.bulk.edition_arrays import DRAWS_LEFT, HAS_PARTNERSHIPS, TICKET_DEPTH, TICKET_VALUES, TICKETS_EACH
from camelup.bulk.kernels import Game
from camelup.bulk.layout import NOBODY, card_camel, card_seat
from camelup.bulk.observations.layouts import CRAZY, FACTS, MOST
from camelup.compiled import inlined
from camelup.core.edition import SPACES
from camelup.core.race import _CAMELS, _ONES, _TOPS, FIRST_CRAZY, GREY, RACERS, _on, _racing

FactsRow = npt.NDArray[np.int8]

_CAMEL_SPACE = FACTS["camel_space"].begin
_CAMEL_HEIGHT = FACTS["camel_height"].begin
_CAMEL_DIE = FACTS["camel_die"].begin
_CAMEL_ON_CRAZY = FACTS["camel_on_crazy"].begin
_CAMEL_UNDER_CRAZY = FACTS["camel_under_crazy"].begin
_CRAZY_SPACE = FACTS["crazy_space"].begin
_CRAZY_HEIGHT = FACTS["crazy_height"].begin
_CRAZY_CARRIES = FACTS["crazy_carries"].begin
_GREY_DIE = FACTS["grey_die"].begin
_DICE_LEFT = FACTS["dice_left"].begin
_DRAWS_LEFT = FACTS["draws_left"].begin
_TICKET_VALUE = FACTS["ticket_value"].begin
_TICKETS_LEFT = FACTS["tickets_left"].begin
_TICKET_VALUES = FACTS["ticket_values"].begin
_TICKET_COUNTS = FACTS["ticket_counts"].begin
_TILE_BOARD = FACTS["tile_board"].begin
_TILE_SPACE = FACTS["tile_space"].begin
_HAND = FACTS["hand"].begin
_CARDS_IN_HAND = FACTS["cards_in_hand"].begin
_OWN_WINNER_CARD = FACTS["own_winner_card"].begin
_OWN_LOSER_CARD = FACTS["own_loser_card"].begin
_CARD_PLACES = FACTS["card_places"].begin
_WINNER_CARDS = FACTS["winner_cards"].begin
_LOSER_CARDS = FACTS["loser_cards"].begin
_PYRAMID_TICKETS = FACTS["pyramid_tickets"].begin
_MONEY = FACTS["money"].begin
_MONEY_KNOWN = FACTS["money_known"].begin
_PARTNER = FACTS["partner"].begin
_OWN_PARTNER = FACTS["own_partner"].begin
_SEAT_TAKEN = FACTS["seat_taken"].begin
_IN_TURN = FACTS["in_turn"].begin
_PLAYERS = FACTS["players"].begin
_LEG = FACTS["leg"].begin
_EDITION = FACTS["edition"].begin
_HAS_PARTNERSHIPS = FACTS["has_partnerships"].begin
_IS_OVER = FACTS["is_over"].begin

_SIZE = FACTS.size
_NEXT_VALUES = np.pad(TICKET_VALUES, ((0, 0), (0, 1)))
"""What a colour's next ticket is worth, by how many are taken; 0 if there is none."""


@inlined
def seats_after(seat: int, other: int, players: int) -> int:
    """Return how many seats after one another one is: its number as that one sees it."""
    return other - seat + players * int(other < seat)


@inlined
def crazy_flags(track: int) -> int:
    """Flag the crazy camels, as core/race.py flags the racing ones."""
    return ((0x80 + FIRST_CRAZY + CRAZY - 1) * _ONES - (track & _CAMELS)) & _TOPS & ~_racing(track)


@inlined
def write_facts(game: Game, seat: int, is_money_hidden: int, out: FactsRow) -> None:
    """Write what a seat sees in the layout `facts`; with hidden money, that of others until the game is over."""
    for place in range(_SIZE):
        out[place] = 0
    track = int(game.track)
    dice = int(game.dice)
    edition = int(game.edition)
    players = int(game.players)
    hand = int(game.hands[seat])

    # Nothing branches on where camels are or whose a card is: nobody can predict that, the processor neither.
    racers = _racing(track)
    crazy = crazy_flags(track)
    ranks = 0  # of each camel, four bits each
    left = racers
    for rank in range(RACERS):
        top = left.bit_length()
        flag = 1 << (top - 1)
        left ^= flag
        camel = (track >> (top - 8)) & 0x07
        space = (track >> (top - 5)) & 0x1F
        stack = _on(track, space)
        ranks |= rank << (4 * camel)
        out[_CAMEL_SPACE + rank] = space
        out[_CAMEL_HEIGHT + rank] = (stack & (flag - 1)).bit_count()
        out[_CAMEL_DIE + rank] = (dice >> camel) & 1
        out[_CAMEL_ON_CRAZY + rank] = (crazy & stack & (flag - 1)) != 0
        out[_CAMEL_UNDER_CRAZY + rank] = (crazy & stack & ~(flag - 1)) != 0
        out[_HAND + rank] = (hand >> camel) & 1
        taken = int(game.taken[camel])
        out[_TICKETS_LEFT + rank] = TICKETS_EACH[edition] - taken
        out[_TICKET_VALUE + rank] = _NEXT_VALUES[edition, taken]
        values = 0  # of each seat, eight bits each
        counts = 0
        for depth in range(TICKET_DEPTH):
            owner = 8 * (seats_after(seat, int(game.takers[TICKET_DEPTH * camel + depth]), players) & 0x07)
            is_taken = int(depth < taken)
            values += (is_taken * int(TICKET_VALUES[edition, depth])) << owner
            counts += is_taken << owner
        for after in range(players):
            out[_TICKET_VALUES + RACERS * after + rank] = (values >> (8 * after)) & 0xFF
            out[_TICKET_COUNTS + RACERS * after + rank] = (counts >> (8 * after)) & 0xFF
    number = 0
    while crazy:
        top = crazy.bit_length()
        flag = 1 << (top - 1)
        crazy ^= flag
        space = (track >> (top - 5)) & 0x1F
        stack = _on(track, space)
        out[_CRAZY_SPACE + number] = space
        out[_CRAZY_HEIGHT + number] = (stack & (flag - 1)).bit_count()
        out[_CRAZY_CARRIES + number] = (racers & stack & ~(flag - 1)).bit_count()
        number += 1
    out[_GREY_DIE] = dice >> GREY
    inside = dice.bit_count()
    out[_DICE_LEFT] = inside
    out[_DRAWS_LEFT] = DRAWS_LEFT[edition, inside]

    winner_cards = 0  # of each seat, eight bits each
    for place in range(game.winner_cards):
        card = int(game.winner_deck[place])
        owner = seats_after(seat, card_seat(card), players) & 0x07
        at = _CARD_PLACES + RACERS * owner + ((winner_cards >> (8 * owner)) & 0x07)
        out[at] = place + 1
        own = _OWN_WINNER_CARD + ((ranks >> (4 * card_camel(card))) & 0x07)
        out[at ^ ((at ^ own) & -int(owner == 0))] = place + 1
        winner_cards += 1 << (8 * owner)
    loser_cards = 0
    for place in range(game.loser_cards):
        card = int(game.loser_deck[place])
        owner = seats_after(seat, card_seat(card), players) & 0x07
        at = _CARD_PLACES + RACERS * owner + RACERS - 1 - ((loser_cards >> (8 * owner)) & 0x07)
        own = _OWN_LOSER_CARD + ((ranks >> (4 * card_camel(card))) & 0x07)
        out[at ^ ((at ^ own) & -int(owner == 0))] = place + 1
        out[at] = -place - 1
        loser_cards += 1 << (8 * owner)

    is_all_known = (not is_money_hidden) or game.over != 0
    for after in range(players):
        owner = seat + after if seat + after < players else seat + after - players
        out[_SEAT_TAKEN + after] = 1
        out[_CARDS_IN_HAND + after] = int(game.hands[owner]).bit_count()
        out[_WINNER_CARDS + after] = (winner_cards >> (8 * after)) & 0x07
        out[_LOSER_CARDS + after] = (loser_cards >> (8 * after)) & 0x07
        out[_PYRAMID_TICKETS + after] = game.pyramid_tickets[owner]
        if is_all_known or after == 0:
            out[_MONEY + after] = min(MOST, int(game.money[owner]))
            out[_MONEY_KNOWN + after] = 1
        tile = int(game.tiles[owner])
        at = _TILE_SPACE + after
        board = _TILE_BOARD + SPACES * int(after > 0) + abs(tile) - 1
        out[at ^ ((at ^ board) & -int(tile != 0))] = int(tile > 0) - int(tile < 0)
        out[_TILE_SPACE + after] = tile
        if game.partners[owner] != NOBODY:
            partner = seats_after(seat, int(game.partners[owner]), players)
            out[_PARTNER + after] = partner + 1
            if after == 0:
                out[_OWN_PARTNER + partner] = 1
    out[_IN_TURN + seats_after(seat, int(game.turn), players)] = 1
    out[_PLAYERS] = players
    out[_LEG] = min(MOST, int(game.leg))
    out[_EDITION] = edition
    out[_HAS_PARTNERSHIPS] = HAS_PARTNERSHIPS[edition, players]
    out[_IS_OVER] = game.over

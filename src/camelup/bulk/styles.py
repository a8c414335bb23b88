"""Styles of play: one compiled way to decide, with weights that make different players of it.

A decision weighs what each action brings in EP by the odds it is given, adds what the style thinks of it, and takes the
best; rolling is the measure of all. The odds come from the small solved table in bulk play and in rollouts, and
from exact walks where greedy and shark decide.
"""

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import (
    LOSERS,
    PARTNER_BITS,
    PARTNERS,
    ROLL,
    TICKETS,
    TILE_BITS,
    TILES,
    WINNERS,
)
from camelup.bulk.edition_arrays import DRAWS_LEFT, TICKET_DEPTH
from camelup.bulk.kernels import Game
from camelup.bulk.layout import card_seat
from camelup.bulk.policies import Policy
from camelup.bulk.rules_word import rules_of, ticket_value, tickets_each
from camelup.bulk.tile_effects import ALL_SPACES, weigh_tiles
from camelup.compiled import inlined
from camelup.compiled.arrays import FloatArray
from camelup.compiled.random_stream import draw_fraction, next_state
from camelup.core.edition import SPACES
from camelup.core.payouts import card_reward, ticket_reward
from camelup.core.race import RACERS, space_of
from camelup.core.tiles import FIRST_TILE_SPACE
from camelup.odds.card_worth import crowded_reward, expected_card
from camelup.odds.leg_table import ENDS, LAST, LEG_FIRST, LEG_SECOND, WINS, LegTable
from camelup.odds.leg_table import ODDS as TABLE_ODDS

TILE_WORTHS = TABLE_ODDS
"""Where in the odds the worth of each tile begins: space 2 cheering, space 2 booing, and on."""
CARD_REWARDS = TILE_WORTHS + WINNERS - TILES
"""Where begins what a right card would earn on the winner deck, five, and on the loser deck, five."""
_STAKES = CARD_REWARDS + 2 * RACERS
"""Room for what leading, five, and being second, five, are worth to the seat that weighs a tile."""
ODDS = _STAKES + 2 * RACERS

# The weights of a style.
ROLL_WORTH = 0  # what a roll is thought to be worth
TICKET_EXTRA = 1  # added to a ticket: others cannot have it then
WINNER_FROM = 2  # how much more than a roll a card must be worth while the end is far
LOSER_FROM = 3
URGENCY = 4  # how much of that goes away as the end of the race in this leg gets sure
FLOOR = 5  # cards of camels with a smaller chance are never played
CROWD = 6  # how much of a camel's chance is taken as that of a card before being for it
TILE_WEIGHT = 7  # what a landing on the own tile is thought to be worth
TILE_FROM = 8  # what a tile must be worth
PARTNER_WEIGHT = 9
NOISE = 10  # how far the worth of a roll is off, either way
LAST_ROLL = 11  # added to the worth of a roll that ends the leg: the next player has the first choice of a new one
SLOPE = 12  # added to the worth of a roll for each die to come beyond three
HURRY = 13  # added to it for the richest player, taken away from it for others, as the end gets sure
OTHERS = 14  # how much what others' tickets gain or lose by a tile counts, against the own gain
_PLAIN = {
    "roll_worth": 1.0,
    "ticket_extra": 0.0,
    "winner_from": 0.0,
    "loser_from": 0.0,
    "urgency": 0.8,
    "floor": 0.0,
    "crowd": 1.0,
    "tile_weight": 1.0,
    "tile_from": 0.0,
    "partner_weight": 1.0,
    "noise": 0.0,
    "last_roll": 0.0,
    "slope": 0.0,
    "hurry": 0.0,
    "others": 0.0,
}
"""A one-step player, by the order of the weights above."""

GUESSED, LOOKED, EXACT = 0, 1, 2
"""How a style sees tiles: by a guess, by a look at the small table for each landing, or by worths among the odds."""
NO_TABLE = np.zeros((1, 1, 1), np.uint8)
"""For those who do not look."""

# A guess at how much a landing moves the fortune of a ticket, for simulated players.
_PUSH, _OTHERS_HOLD, _HOPE = 0.25, 0.35, 0.2
_PYRAMID_TICKET_TO_COPY, _OWN_TO_GIVE = 0.6, 0.3
_ENOUGH = 0.5
"""A player that has found something worth this much more than a roll does not think of tiles."""


def style(**weights: float) -> FloatArray:
    """Return the weights of a style; those not named are those of a plain one-step player."""
    if unknown := weights.keys() - _PLAIN.keys():
        raise TypeError(f"no such weight: {', '.join(sorted(unknown))}")
    return np.array(list((_PLAIN | weights).values()))


STYLES = {
    "plain": style(),
    "patient": style(winner_from=1.0, loser_from=1.0, floor=0.3),
    "eager": style(floor=0.2, winner_from=-0.3, loser_from=-0.3),
    "late": style(winner_from=2.5, loser_from=2.5, floor=0.4),
    "no tiles": style(tile_weight=0.0, winner_from=0.8, loser_from=0.8, floor=0.3),
    "tickets": style(ticket_extra=0.5, winner_from=1.0, loser_from=1.0, floor=0.3),
    "roller": style(roll_worth=1.5, winner_from=1.0, loser_from=1.0, floor=0.3),
    # The next two are the best answers that a search over weights found to mixtures of those before.
    "sly": style(
        roll_worth=0.37,
        ticket_extra=-0.36,
        winner_from=-0.5,
        loser_from=0.45,
        urgency=1.0,
        floor=0.33,
        crowd=1.66,
        tile_weight=0.43,
        tile_from=0.56,
        last_roll=-0.24,
    ),
    "keen": style(
        ticket_extra=0.11,
        winner_from=0.04,
        loser_from=-0.12,
        urgency=0.77,
        floor=0.22,
        crowd=0.83,
        tile_from=0.31,
        hurry=0.22,
    ),
    "miser": style(
        roll_worth=0.75,
        floor=0.25,
        winner_from=0.2,
        loser_from=0.2,
        tile_weight=0.9,
        hurry=0.3,
        last_roll=-0.6,
        others=0.3,
    ),
}


@inlined
def expected_ticket(first: float, second: float, value: int) -> float:
    """Return the expected value of a ticket, by its camel's chances to lead and to be second."""
    wrong = 1.0 - first - second
    return first * ticket_reward(value, 0) + second * ticket_reward(value, 1) + wrong * ticket_reward(value, RACERS - 1)


@inlined
def count_others_cards(deck: npt.NDArray[np.int8], cards: int, seat: int) -> int:
    """Count the cards that others have laid on a deck."""
    count = 0
    for place in range(cards):
        count += card_seat(int(deck[place])) != seat
    return count


@inlined
def guess_tiles(game: Game, seat: int, odds: FloatArray) -> None:
    """Guess what each tile brings: who can land there with one roll, and whether that is good for own tickets."""
    track = int(game.track)
    dice = int(game.dice)
    inside = dice.bit_count()
    share = DRAWS_LEFT[int(game.edition), inside] / (3.0 * inside)
    for place in range(TILE_WORTHS, CARD_REWARDS):
        odds[place] = 0.0
    for camel in range(RACERS):
        if (dice >> camel) & 1:
            space = space_of(track, camel)
            held = 0.0
            for depth in range(game.taken[camel]):
                held += game.takers[TICKET_DEPTH * camel + depth] == seat
            push = (held - _OTHERS_HOLD) * _PUSH * (odds[LEG_FIRST + camel] + _HOPE)
            for number in range(1, 4):
                target = space + number
                if FIRST_TILE_SPACE <= target <= SPACES:
                    at = TILE_WORTHS + 2 * (target - FIRST_TILE_SPACE)
                    odds[at] += share * (1.0 + push)
                    odds[at + 1] += share * (1.0 - push)


@inlined
def best_to_copy(game: Game, seat: int, odds: FloatArray) -> float:
    """Return what the best single ticket of a seat may bring; what a wrong one loses is not copied."""
    rules = rules_of(game)
    best = _PYRAMID_TICKET_TO_COPY if game.pyramid_tickets[seat] > 0 else 0.0
    for camel in range(RACERS):
        for depth in range(game.taken[camel]):
            if game.takers[TICKET_DEPTH * camel + depth] == seat:
                value = ticket_value(rules, depth)
                best = max(best, odds[LEG_FIRST + camel] * value + odds[LEG_SECOND + camel])
    return best


@inlined
def roll_worth(game: Game, state: int, style: FloatArray, odds: FloatArray) -> float:
    """Return what a roll is worth now in the eyes of a style."""
    seat = int(game.turn)
    to_come = DRAWS_LEFT[int(game.edition), int(game.dice).bit_count()]
    worth = style[ROLL_WORTH] + style[SLOPE] * (to_come - 3)
    if to_come == 1:
        worth += style[LAST_ROLL]
    if style[HURRY] != 0.0 and odds[ENDS] > 0.0:
        leads = 1
        for other in range(game.players):
            if game.money[other] > game.money[seat]:
                leads = -1
        worth += style[HURRY] * leads * odds[ENDS]
    if style[NOISE] > 0.0:
        worth += style[NOISE] * (2.0 * draw_fraction(next_state(state)) - 1.0)
    return float(worth)


@inlined
def choose_by_style(
    game: Game, legal: int, state: int, style: FloatArray, odds: FloatArray, sight: int, table: LegTable
) -> int:
    """Choose by a style with these odds; if its sight is exact, tiles and cards' rewards are among them."""
    seat = int(game.turn)
    rules = rules_of(game)
    is_exact = sight == EXACT
    roll = roll_worth(game, state, style, odds)
    best = ROLL
    most = roll
    for camel in range(RACERS):
        taken = int(game.taken[camel])
        if taken < tickets_each(rules):
            worth = expected_ticket(odds[LEG_FIRST + camel], odds[LEG_SECOND + camel], ticket_value(rules, taken))
            if worth > 0.0:
                worth += style[TICKET_EXTRA]
            if worth > most:
                most = worth
                best = TICKETS + camel
    hand = int(game.hands[seat])
    if hand:
        far = 1.0 - style[URGENCY] * odds[ENDS]
        for side in range(2):
            wait = (style[LOSER_FROM] if side else style[WINNER_FROM]) * far
            begin = LAST if side else WINS
            cards = -1
            for camel in range(RACERS):
                chance = odds[begin + camel]
                # The first look leaves out the cards before it, which can only make it less.
                if (
                    (hand >> camel) & 1
                    and chance >= style[FLOOR]
                    and expected_card(chance, card_reward(1, 0)) - wait > most
                ):
                    if is_exact:
                        reward = odds[CARD_REWARDS + RACERS * side + camel]
                    else:
                        if cards < 0:
                            deck = game.loser_deck if side else game.winner_deck
                            cards = count_others_cards(deck, game.loser_cards if side else game.winner_cards, seat)
                        reward = crowded_reward(chance, cards, style[CROWD])
                    worth = expected_card(chance, reward) - wait
                    if worth > most:
                        most = worth
                        best = (LOSERS if side else WINNERS) + camel
    if style[TILE_WEIGHT] > 0.0 and (is_exact or (game.tiles[seat] == 0 and most <= roll + _ENOUGH)):
        if sight == LOOKED:
            weigh_tiles(game, seat, style[OTHERS], ALL_SPACES, table, odds, TILE_WORTHS, _STAKES)
        elif sight == GUESSED:
            guess_tiles(game, seat, odds)
        tiles = (legal & TILE_BITS) >> TILES
        while tiles:
            tile = (tiles & -tiles).bit_length() - 1
            tiles &= tiles - 1
            worth = odds[TILE_WORTHS + tile] * style[TILE_WEIGHT]
            if worth > most and worth > style[TILE_FROM]:
                most = worth
                best = TILES + tile
    if style[PARTNER_WEIGHT] > 0.0 and legal & PARTNER_BITS:
        given = _OWN_TO_GIVE * best_to_copy(game, seat, odds)
        for other in range(game.players):
            if (legal >> (PARTNERS + other)) & 1:
                worth = (best_to_copy(game, other, odds) - given) * style[PARTNER_WEIGHT]
                if worth > most:
                    most = worth
                    best = PARTNERS + other
    return best


def style_policy(name: str, about: str) -> Policy:
    """Make a policy for bulk play of a style."""
    weights = STYLES[name]

    @inlined
    def choose(game: Game, legal: int, state: int, odds: FloatArray) -> int:
        return choose_by_style(game, legal, state, weights, odds, GUESSED, NO_TABLE)

    return Policy(name, choose, about, is_informed=True)


PLAIN = style_policy(
    "plain",
    "weighs bets, tiles and partners by the odds of leg and race, and takes what is worth most; a roll is 1 EP.",
)
"""The policy that takes what is worth most by the odds."""
MISER = style_policy(
    "miser", "as the plain one, but thinks less of a roll, leaves unlikely camels alone, and hurries when it leads."
)
"""The same, but it thinks less of rolls and of unlikely camels."""

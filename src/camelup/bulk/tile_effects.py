"""What tiles and crazy camels do to the odds, at a glance: each landing counts as if it were the next move.

The small solved table knows neither. Here the odds of a position are corrected by what every landing on a tile, and
every step of a crazy camel under racing ones, would change if its die came out now, times the chance that it comes out
in this leg at all. A tile that might be placed is weighed in the same way, by what its landings do to the tickets held.
"""

import numpy as np

from camelup.bulk.edition_arrays import DRAWS_LEFT, TICKET_DEPTH
from camelup.bulk.kernels import Game
from camelup.bulk.rules_word import rules_of, ticket_value
from camelup.compiled import inlined
from camelup.compiled.arrays import FloatArray
from camelup.core.edition import SPACES
from camelup.core.payouts import ticket_reward
from camelup.core.race import (
    FIRST_CRAZY,
    GREY,
    RACERS,
    camel_in_place,
    carries_racer,
    crazy_to_move,
    is_beyond,
    is_pushed_back,
    landing,
    lift,
    set_down,
    space_of,
    tile_step,
)
from camelup.core.tiles import FIRST_TILE_SPACE
from camelup.odds.leg_table import ENDS, LAST, LEG_FIRST, LEG_SECOND, UNIT, WINS, LegTable, find_row

_LASTS = np.array([1.0, 1.0, 0.69, 0.57, 0.48, 0.38])
"""How much of what a landing changes is left when the leg ends, by the dice to come: other moves blur it."""
_LANDS = np.array([1.0, 1.0, 1.0, 0.9, 0.8, 0.8])
"""How much of a landing that a die may bring is left, by the dice to come: its camel may have moved before."""
ALL_SPACES = (1 << (SPACES + 1)) - 1


@inlined
def add_odds(track: int, target: int, dice: int, table: LegTable, weight: float, odds: FloatArray) -> None:
    """Add the odds of a position that a unit has reached, with a weight."""
    if is_beyond(target):
        first, last = camel_in_place(track, 0), camel_in_place(track, RACERS - 1)
        odds[LEG_FIRST + first] += weight
        odds[LEG_SECOND + camel_in_place(track, 1)] += weight
        odds[WINS + first] += weight
        odds[LAST + last] += weight
        odds[ENDS] += weight
    else:
        number, sets, camels = find_row(track, dice)
        row = table[number, sets]
        weight *= UNIT
        for place in range(RACERS):
            camel = (camels >> (4 * place)) & 0x07
            odds[LEG_FIRST + camel] += row[LEG_FIRST + place] * weight
            odds[LEG_SECOND + camel] += row[LEG_SECOND + place] * weight
            odds[WINS + camel] += row[WINS + place] * weight
            odds[LAST + camel] += row[LAST + place] * weight
        odds[ENDS] += row[ENDS] * weight


@inlined
def worth_of_tickets(track: int, target: int, dice: int, table: LegTable, odds: FloatArray, stakes: int) -> float:
    """Return what stakes on leading and on being second are worth in a position that a unit has reached."""
    if is_beyond(target):
        return float(odds[stakes + camel_in_place(track, 0)] + odds[stakes + RACERS + camel_in_place(track, 1)])
    number, sets, camels = find_row(track, dice)
    row = table[number, sets]
    worth = 0.0
    for place in range(RACERS):
        camel = (camels >> (4 * place)) & 0x07
        worth += row[LEG_FIRST + place] * odds[stakes + camel] + row[LEG_SECOND + place] * odds[stakes + RACERS + camel]
    return worth * UNIT


@inlined
def tiles_of(game: Game) -> tuple[int, int]:
    """Return the spaces of cheering and of booing tiles, as bits."""
    cheering = 0
    booing = 0
    for seat in range(game.players):
        tile = int(game.tiles[seat])
        if tile > 0:
            cheering |= 1 << tile
        elif tile < 0:
            booing |= 1 << -tile
    return cheering, booing


@inlined
def see_tiles(game: Game, table: LegTable, odds: FloatArray) -> None:
    """Correct odds of the small table for the tiles and the crazy camels of a game."""
    cheering, booing = tiles_of(game)
    dice = int(game.dice)
    to_come = int(DRAWS_LEFT[int(game.edition), dice.bit_count()])
    see_landings(int(game.track), dice, to_come, cheering, booing, table, odds)


@inlined
def see_landings(
    track: int, dice: int, to_come: int, cheering: int, booing: int, table: LegTable, odds: FloatArray
) -> None:
    """Correct odds of the small table for tiles, as bits, and for crazy camels."""
    inside = dice.bit_count()
    share = _LASTS[to_come] * to_come / (3.0 * inside)
    is_changed = 0
    if cheering | booing:
        for camel in range(RACERS):
            if (dice >> camel) & 1 and ((cheering | booing) >> (space_of(track, camel) + 1)) & 0x07:
                stays, unit, height, start = lift(track, camel)
                for number in range(1, 4):
                    step = tile_step(start + number, camel, cheering, booing)
                    if step != 0:
                        is_changed = 1
                        target = start + number + step
                        left = dice ^ (1 << camel)
                        after = set_down(stays, unit, height, target, is_pushed_back(step, camel))
                        add_odds(after, target, left, table, share, odds)
                        after = set_down(stays, unit, height, start + number, 0)
                        add_odds(after, start + number, left, table, -share, odds)
    if dice >> GREY:
        left = dice ^ (1 << GREY)
        for shown in range(FIRST_CRAZY, FIRST_CRAZY + 2):
            camel = crazy_to_move(track, shown)
            if carries_racer(track, camel):
                is_changed = 1
                stays, unit, height, start = lift(track, camel)
                for number in range(1, 4):
                    landed = landing(start, camel, number)
                    step = tile_step(landed, camel, cheering, booing)
                    after = set_down(stays, unit, height, landed + step, is_pushed_back(step, camel))
                    add_odds(after, landed + step, left, table, share / 2.0, odds)
                add_odds(track, start, left, table, -1.5 * share, odds)
    if is_changed:
        for place in range(ENDS + 1):
            odds[place] = min(1.0, max(0.0, odds[place]))


@inlined
def add_stakes(game: Game, seat: int, others: float, odds: FloatArray, stakes: int) -> bool:
    """Write what leading and being second are worth to a seat for each camel, what others hold counting against it."""
    for place in range(stakes, stakes + 2 * RACERS):
        odds[place] = 0.0
    is_any = False
    rules = rules_of(game)
    wrong = ticket_reward(0, RACERS - 1)
    for camel in range(RACERS):
        for depth in range(game.taken[camel]):
            weight = 1.0 if game.takers[TICKET_DEPTH * camel + depth] == seat else -others
            value = ticket_value(rules, depth)
            odds[stakes + camel] += weight * (ticket_reward(value, 0) - wrong)
            odds[stakes + RACERS + camel] += weight * (ticket_reward(value, 1) - wrong)
            is_any = is_any or weight != 0.0
    return is_any


@inlined
def weigh_tiles(
    game: Game, seat: int, others: float, spaces: int, table: LegTable, odds: FloatArray, begin: int, stakes: int
) -> None:
    """Write what each tile would bring a seat from `begin` on: space 2 cheering, space 2 booing, and on.

    Only tiles on `spaces`, given as bits, are weighed: each takes a few looks into a table too large for fast memory.
    """
    track = int(game.track)
    dice = int(game.dice)
    inside = dice.bit_count()
    to_come = DRAWS_LEFT[int(game.edition), inside]
    share = _LANDS[to_come] * to_come / (3.0 * inside)
    lasts = _LASTS[to_come]
    for place in range(begin, begin + 2 * (SPACES - FIRST_TILE_SPACE + 1)):
        odds[place] = 0.0
    is_any = add_stakes(game, seat, others, odds, stakes)
    for camel in range(RACERS):
        if (dice >> camel) & 1:
            stays, unit, height, start = lift(track, camel)
            left = dice ^ (1 << camel)
            is_known = False  # whether the worth of this landing is that of the last one with a step more
            further = 0.0
            for number in range(1, 4):
                target = start + number
                if FIRST_TILE_SPACE <= target <= SPACES and (spaces >> target) & 1:
                    at = begin + 2 * (target - FIRST_TILE_SPACE)
                    cheered = 1.0
                    booed = 1.0
                    if is_any:
                        now = further
                        if not is_known:
                            after = set_down(stays, unit, height, target, 0)
                            now = worth_of_tickets(after, target, left, table, odds, stakes)
                        after = set_down(stays, unit, height, target + 1, 0)
                        further = worth_of_tickets(after, target + 1, left, table, odds, stakes)
                        cheered += lasts * (further - now)
                        after = set_down(stays, unit, height, target - 1, 1)
                        booed += lasts * (worth_of_tickets(after, target - 1, left, table, odds, stakes) - now)
                        is_known = True
                    odds[at] += share * cheered
                    odds[at + 1] += share * booed
                else:
                    is_known = False
    if dice >> GREY:
        for shown in range(FIRST_CRAZY, FIRST_CRAZY + 2):
            start = space_of(track, crazy_to_move(track, shown))
            for number in range(1, 4):
                target = start - number
                if FIRST_TILE_SPACE <= target <= SPACES:
                    at = begin + 2 * (target - FIRST_TILE_SPACE)
                    odds[at] += share / 2.0
                    odds[at + 1] += share / 2.0

"""The odds of leg and race in bulk games, walked to the end of the leg wherever tiles or crazy camels matter.

The small solved table knows neither tiles nor crazy camels. Where none of them can be met in this leg, it is exact and
a look is enough. Elsewhere the rest of the leg is walked, which makes the odds of the leg exact, and the small table
says how the race goes on from each end of it. So each game remembers its odds: most actions do not change them.
"""

import numpy as np
import numpy.typing as npt

from camelup.bulk.edition_arrays import DRAWS_LEFT
from camelup.bulk.kernels import Game
from camelup.bulk.tile_effects import see_landings, tiles_of
from camelup.compiled import called, inlined
from camelup.compiled.arrays import FloatArray
from camelup.core.race import (
    FIRST_CRAZY,
    GREY,
    RACERS,
    camel_in_place,
    crazy_to_move,
    die_of,
    is_beyond,
    is_pushed_back,
    landing,
    lift,
    set_down,
    space_of,
    tile_step,
)
from camelup.core.rules import NUMBERS
from camelup.odds.leg_kernel import TRACK, TRACK_BITS, count_ways
from camelup.odds.leg_table import ENDS, LAST, LEG_FIRST, LEG_SECOND, UNIT, WINS, LegTable, find_row, read_row
from camelup.odds.leg_table import ODDS as TABLE_ODDS
from camelup.odds.nodes import Slots, clear_slots, merge
from camelup.odds.orders import without_crazy

Nodes = npt.NDArray[np.int64]

KEYS = 2
"""What tells the situation of a game from any other: the track, and in one word dice and tiles."""
_LONG_WAY = 7
"""Hardly any leg brings a camel further than this from where the leader stands."""
_LONGEST_ROLL = 3
_FEW_DRAWS = 3
"""With more draws to come, and the grey die among them, a walk to the end takes too long: it ends after two."""


@inlined
def is_plain(track: int, dice: int, draws: int, tiles: int) -> bool:
    """Return whether nobody is likely to meet a tile or a crazy camel in this leg, so that the small table is right."""
    rear = space_of(track, camel_in_place(track, RACERS - 1))
    front = space_of(track, camel_in_place(track, 0))
    reach = front + min(_LONG_WAY, _LONGEST_ROLL * draws)
    if (tiles >> (rear + 1)) & ((1 << max(0, reach - rear)) - 1):
        return False
    if dice >> GREY:
        for camel in range(FIRST_CRAZY, FIRST_CRAZY + 2):
            space = space_of(track, camel)
            if rear <= space <= reach + _LONGEST_ROLL or space <= _LONGEST_ROLL + 1:  # it may end the race backwards
                return False
    return True


@inlined
def add_end(track: int, weight: float, is_over: int, table: LegTable, full: int, odds: FloatArray) -> None:
    """Add one way in which the leg ends, from a track without crazy camels."""
    odds[LEG_FIRST + camel_in_place(track, 0)] += weight
    odds[LEG_SECOND + camel_in_place(track, 1)] += weight
    if is_over:
        odds[WINS + camel_in_place(track, 0)] += weight
        odds[LAST + camel_in_place(track, RACERS - 1)] += weight
        odds[ENDS] += weight
        return
    number, _, camels = find_row(track, 0)
    row = table[number, full]
    for place in range(RACERS):
        camel = (camels >> (4 * place)) & 0x07
        odds[WINS + camel] += weight * UNIT * row[WINS + place]
        odds[LAST + camel] += weight * UNIT * row[LAST + place]


@inlined
def add_estimate(
    track: int,
    dice: int,
    to_come: int,
    cheering: int,
    booing: int,
    weight: float,
    table: LegTable,
    estimate: FloatArray,
    odds: FloatArray,
) -> None:
    """Add what the small table and a glance at tiles and crazy camels say of a position in the leg."""
    read_row(track, dice, table, estimate)
    see_landings(track, dice, to_come, cheering, booing, table, estimate)
    for place in range(TABLE_ODDS):
        odds[place] += weight * estimate[place]


@called
def walk_odds(
    track: int,
    dice: int,
    draws: int,
    walked: int,
    cheering: int,
    booing: int,
    table: LegTable,
    all_keys: Nodes,
    all_weights: Nodes,
    slots: Slots,
    estimate: FloatArray,
    odds: FloatArray,
) -> None:
    """Write the odds by a walk through this many draws of those to come; what follows is estimated."""
    for place in range(TABLE_ODDS):
        odds[place] = 0.0
    full = table.shape[1] - 1
    left = dice.bit_count()
    total = count_ways(left, walked)
    keys, weights = all_keys[0], all_weights[0]
    if full >> GREY and not dice >> GREY:
        track = without_crazy(track)  # they move no more in this leg
    keys[0] = track | (dice << TRACK_BITS)
    weights[0] = 1
    count = 1
    rest = total
    for draw in range(walked):
        rest //= count_ways(left - draw, 1)
        is_last = draw == draws - 1
        next_keys, next_weights = all_keys[(draw + 1) & 1], all_weights[(draw + 1) & 1]
        next_count = 0
        bits = clear_slots(slots, count * (3 * (left - draw) + 3))
        for node in range(count):
            key = int(keys[node])
            here = key & TRACK
            inside = key >> TRACK_BITS
            weight = int(weights[node])
            has_crazy = inside >> GREY
            black = 0
            white = 0
            if has_crazy:
                black, white = crazy_to_move(here, FIRST_CRAZY), crazy_to_move(here, FIRST_CRAZY + 1)
            for camel in range(FIRST_CRAZY + 2 * has_crazy):
                die = die_of(camel)
                if not (inside >> die) & 1:
                    continue
                faces = 2 * weight if camel < FIRST_CRAZY else weight * ((black == camel) + (white == camel))
                if faces == 0:
                    continue
                outside = 0 if is_last else (inside ^ (1 << die)) << TRACK_BITS
                is_grey_out = die == GREY or is_last
                stays, unit, height, start = lift(here, camel)
                for number in NUMBERS:
                    landed = landing(start, camel, number)
                    step = tile_step(landed, camel, cheering, booing)
                    target = landed + step
                    after = set_down(stays, unit, height, target, is_pushed_back(step, camel))
                    is_over = is_beyond(target)
                    if has_crazy and (is_grey_out or is_over):
                        after = without_crazy(after)
                    if is_over:
                        add_end(after, faces * rest / total, is_over, table, full, odds)
                    else:
                        next_count = merge(after | outside, faces, slots, bits, next_keys, next_weights, next_count)
        keys, weights, count = next_keys, next_weights, next_count
    to_come = draws - walked
    for node in range(count):
        share = int(weights[node]) / total
        here = int(keys[node]) & TRACK
        if to_come:
            inside = int(keys[node]) >> TRACK_BITS
            add_estimate(here, inside, to_come, cheering, booing, share, table, estimate, odds)
        else:
            add_end(here, share, 0, table, full, odds)


@called
def know_odds(
    game: Game,
    table: LegTable,
    all_keys: Nodes,
    all_weights: Nodes,
    slots: Slots,
    estimate: FloatArray,
    known_for: Nodes,
    known: FloatArray,
) -> None:
    """Bring the odds that a game remembers up to date; `known_for` tells which situation they are of."""
    track = int(game.track)
    dice = int(game.dice)
    cheering, booing = tiles_of(game)
    rest = dice | (cheering << 8) | (booing << 26) | (int(game.over) << 44)
    if known_for[0] == track and known_for[1] == rest:
        return
    known_for[0] = track
    known_for[1] = rest
    edition = int(game.edition)
    draws = int(DRAWS_LEFT[edition, dice.bit_count()])
    if game.over:
        for place in range(TABLE_ODDS):
            known[place] = 0.0
        first = camel_in_place(track, 0)
        known[LEG_FIRST + first] = 1.0
        known[LEG_SECOND + camel_in_place(track, 1)] = 1.0
        known[WINS + first] = 1.0
        known[LAST + camel_in_place(track, RACERS - 1)] = 1.0
        known[ENDS] = 1.0
    elif is_plain(track, dice, draws, cheering | booing):
        read_row(track, dice, table, known)
    else:
        walked = draws if draws <= _FEW_DRAWS or not dice >> GREY else 2
        walk_odds(track, dice, draws, walked, cheering, booing, table, all_keys, all_weights, slots, estimate, known)

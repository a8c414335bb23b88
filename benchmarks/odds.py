"""Odds: how fast, each as a ratio to a plain enumeration of the same leg in the same run.

The plain enumeration is compiled from the same movement code, follows every order of dice and every face, and merges
nothing. What needs the second edition's race table is left out where it has not been built (`camelup odds build`).
"""

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from camelup.compiled import kernel
from camelup.core.edition import FIRST, SECOND
from camelup.core.race import crazy_to_move, is_over, move, place_of
from camelup.core.situation import Situation
from camelup.core.view import view_of
from camelup.formats.notation import parse_position
from camelup.odds import leg, parse_situation, race, values
from camelup.odds.leg_kernel import walk_leg
from camelup.odds.nodes import WORKSPACE
from camelup.odds.orders import ORDERS
from camelup.odds.race_kernel import look_up
from camelup.odds.race_odds import table_of
from camelup.odds.sampling import sample_races

SAMPLES = 1_000_000
MID_LEG = (
    "edition 2 | track 4:g 5:y 7:K 8:Wp 9:rb | dice bgryx | tiles 11+B 13-C | money 5 4 3 6 "
    "| tickets r5 b5b3 - y5 | pyramid 1 0 0 0 | winner Ar Cb Br | loser Dg Ay | turn A"
)
CARDS = "winner Ar Cb Br | loser Dg Ay | money 5 4 3 6"
POSITIONS = {
    "in mid-leg": MID_LEG,
    "at a leg's start, no cards on the decks": "edition 2 | track 4:g 5:y 7:K 8:Wp 9:rb | money 5 4 3 6",
    "at a leg's start, five cards": f"edition 2 | track 4:g 5:y 7:K 8:Wp 9:rb | {CARDS}",
    "at a leg's start, five cards, crazy camels in the pack": f"edition 2 | track 3:bgr 4:Wyp 5:K | {CARDS}",
    "at a leg's start, five cards, first edition": "edition 1 | track 4:g 5:y 8:o 9:wb "
    "| winner Aw Cb Bw | loser Dg Ay | money 5 4 3 6",
}


@kernel("void(int64, int64, int64, int64, int64[:, ::1])")
def enumerate_leg(track: int, dice: int, draws: int, weight: int, ranks: np.ndarray) -> None:
    """Follow every sequence of dice to the end of the leg."""
    if draws == 0 or is_over(track):
        for camel in range(5):
            ranks[camel, place_of(track, camel)] += weight
        return
    for die in range(6):
        if dice >> die & 1:
            for face in range(6):
                camel = crazy_to_move(track, 5 + face // 3) if die == 5 else die
                enumerate_leg(move(track, camel, 1 + face % 3, 0, 0), dice ^ (1 << die), draws - 1, weight, ranks)


def best_of(function: Callable[[], object], times: int) -> float:
    function()
    seconds = []
    for _ in range(times):
        begin = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - begin)
    return min(seconds)


def kernel_call(asked: Situation) -> Callable[[], object]:
    orders, landings = np.zeros(ORDERS, np.int64), np.zeros(18, np.int64)
    space = WORKSPACE
    return lambda: walk_leg(
        asked.track, asked.dice_bits, asked.draws, 0, 0, 1, space.keys, space.weights, space.slots, orders, landings
    )


def main() -> None:
    fresh = parse_situation(SECOND, "1:gy 2:rb 3:p 14:K 16:W")
    crowded = parse_situation(SECOND, "3:bgr 4:Wyp 5:K")
    first = parse_situation(FIRST, "1:bg 2:ow 3:y")
    for name, asked in (("second edition", fresh), ("second, crazy in the pack", crowded), ("first edition", first)):
        ranks = np.zeros((5, 5), np.int64)
        plain = best_of(partial(enumerate_leg, asked.track, asked.dice_bits, asked.draws, 1, ranks), 5)
        quick = best_of(kernel_call(asked), 500)
        whole = best_of(partial(leg, asked), 100)
        print(
            f"fresh leg, {name}: {quick * 1e3:.3f} ms compiled, {whole * 1e3:.3f} ms with the answer, "
            f"plain enumeration {plain * 1e3:.1f} ms, ratio {plain / quick:.0f}"
        )
    counts = np.zeros(5, np.int64), np.zeros(5, np.int64)
    seconds = best_of(lambda: sample_races(fresh.track, 63, 5, 0, 0, 63, 1, SAMPLES, 1, *counts), 5)
    print(f"whole races sampled: {SAMPLES / seconds / 1e6:.2f} million/s")
    table = table_of(SECOND)
    if table is None:
        print("the second edition's race table has not been built: `camelup odds build`")
        for name, position in POSITIONS.items():
            view = view_of(parse_position(position), 0)
            seconds = best_of(partial(values, view), 20)
            print(f"values of {len(view.legal)} actions {name}, race sampled: {seconds * 1e3:.1f} ms")
    else:
        winner, loser = np.zeros(5), np.zeros(5)
        seconds = best_of(partial(look_up, fresh.track, 7, 1, table.values, table.unit, winner, loser), 10_000)
        print(f"race look-up at a leg's start: {seconds * 1e6:.2f} us")
        for dice in ("bgpryx", "bgprx", "bgpx"):
            asked = parse_situation(SECOND, "3:bgr 4:Wyp 5:K", dice, "7+")
            print(f"race in mid-leg, {len(dice)} dice in, a tile: {best_of(partial(race, asked), 50) * 1e3:.2f} ms")
        for name, position in POSITIONS.items():
            view = view_of(parse_position(position), 0)
            seconds = best_of(partial(values, view), 20)
            print(f"values of {len(view.legal)} actions {name}: {seconds * 1e3:.1f} ms")
    command = [sys.executable, "-m", "camelup", "odds", "--track", "1:gy 2:rb 3:p 14:K 16:W", "--json"]
    seconds = best_of(lambda: subprocess.run(command, check=True, capture_output=True), 3)
    print(f"the whole command in a new process: {seconds:.2f} s")


if __name__ == "__main__":
    main()

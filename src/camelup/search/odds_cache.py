"""What one-step players see: exact odds of leg and race, and what each tile would bring, remembered by situation."""

from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import TILES, WINNERS, is_booing, tile_space
from camelup.bulk.edition_arrays import TICKET_DEPTH, TICKET_VALUES
from camelup.bulk.styles import ODDS, TILE_WORTHS
from camelup.compiled import kernel
from camelup.compiled.arrays import FloatArray, IntArray
from camelup.compiled.random_stream import start_stream
from camelup.core.edition import EDITIONS, SPACES, TILE_REWARD, Edition
from camelup.core.payouts import ticket_reward
from camelup.core.race import FIRST_CRAZY, RACERS, die_of, landing, running_order
from camelup.odds.leg_table import ENDS, LEG_FIRST, WINS
from camelup.odds.orders import ORDER_NUMBERS, ORDERS
from camelup.odds.packed import PackedSituation, sample_packed_race, solve_packed_race, walk_packed_leg
from camelup.odds.places import PLACES
from camelup.odds.race_odds import table_of
from camelup.odds.table import RaceTable

_T = TypeVar("_T")

_QUICK_SAMPLES = 6000
"""Races sampled where there is no solved table: some three milliseconds, and chances within a hundredth."""
_REMEMBERED = 4096
_NEAR = 0.2
"""Tiles on spaces where fewer landings are to be expected are not worth a look."""
_NOT_WORTH_A_LOOK = -9.0
_NUMBERS = np.array(ORDER_NUMBERS, np.int64)
TICKET_STAKES = 2 * RACERS
"""The chances that tickets hang on: to lead and to be second, for each camel; behind them comes tile income."""


def packed_situation_of(game: np.void) -> PackedSituation:
    """Return the situation of a record."""
    cheering = booing = 0
    for tile in game["tiles"][: int(game["players"])].tolist():
        if tile > 0:
            cheering |= 1 << tile
        elif tile < 0:
            booing |= 1 << -tile
    return PackedSituation(EDITIONS[int(game["edition"])], int(game["track"]), int(game["dice"]), cheering, booing)


class LegChances(NamedTuple):
    """How a leg may end: to lead and to be second for each camel, the race's end, and landings on each space."""

    ranks: FloatArray
    ends: float
    landings: FloatArray


@kernel("int64(int64[::1], int64[::1], int8[:, ::1], float64[::1])")
def count_ranks(orders: IntArray, numbers: IntArray, places: npt.NDArray[np.int8], chances: FloatArray) -> int:
    """Turn the ways to each order into chances to be first and second; clear them for the next walk, give their sum."""
    total = 0
    for number in numbers:
        total += orders[number]
    for number in numbers:
        ways = orders[number]
        if ways:
            orders[number] = 0
            for camel in range(RACERS):
                if places[number, camel] == RACERS - 1:
                    chances[camel] += ways / total
                elif places[number, camel] == RACERS - 2:
                    chances[RACERS + camel] += ways / total
    return total


class OddsCache:
    """Odds by situation; equal situations are computed once.

    Without the solved table of an edition with crazy camels, races are sampled; `is_sampling` does so in any case.
    """

    def __init__(self, *, is_sampling: bool = False) -> None:
        self._is_sampling = is_sampling
        self._legs: dict[PackedSituation, LegChances] = {}
        self._races: dict[PackedSituation, FloatArray] = {}
        self._orders = np.zeros(ORDERS, np.int64)

    def leg(self, situation: PackedSituation) -> LegChances:
        """Return how the leg may end."""
        known = self._legs.get(situation)
        if known is None:
            known = _remember(self._legs, situation, self._walk_leg(situation))
        return known

    def race(self, situation: PackedSituation) -> FloatArray:
        """Return each camel's chance to win the race, then each camel's to come last."""
        known = self._races.get(situation)
        if known is None:
            known = _remember(self._races, situation, self._compute_race(situation))
        return known

    def odds(self, situation: PackedSituation) -> FloatArray:
        """Return the odds of a situation as styles read them, still without tiles and cards."""
        leg = self.leg(situation)
        odds = np.zeros(ODDS)
        odds[LEG_FIRST:WINS] = leg.ranks
        odds[ENDS] = leg.ends
        odds[WINS:ENDS] = self.race(situation)
        return odds

    def exact_odds(self, situation: PackedSituation) -> FloatArray:
        """Return the odds of leg and race as the small table has them; NaN for a race that would have to be sampled."""
        odds = np.full(ENDS + 1, np.nan)
        leg = self.leg(situation)
        odds[LEG_FIRST:WINS], odds[ENDS] = leg.ranks, leg.ends
        if self._table(situation.edition) is not None:
            odds[WINS:ENDS] = self.race(situation)
        return odds

    def add_tile_worths(self, game: np.void, legal: int, odds: FloatArray, stakes: FloatArray) -> None:
        """Write the worth of each legal tile into the odds.

        `stakes` has a row for each seat: what its chances to lead and to be second, and an EP of its tile income, are
        worth in the eyes of the seat in turn; others' rows may be negative.
        """
        situation = packed_situation_of(game)
        seat = int(game["turn"])
        now = self.leg(situation)
        tiles = [abs(tile) for tile in game["tiles"][: int(game["players"])].tolist()]
        lifted = ~(1 << tiles[seat]) if tiles[seat] else -1
        likely = guess_landings(situation)
        odds[TILE_WORTHS : TILE_WORTHS + WINNERS - TILES] = _NOT_WORTH_A_LOOK
        ticket_stakes = stakes[:, :TICKET_STAKES].sum(axis=0)
        for number in range(TILES, WINNERS):
            space = tile_space(number)
            if not legal >> number & 1 or likely[space] < _NEAR:
                continue
            cheering, booing = situation.cheering & lifted, situation.booing & lifted
            if is_booing(number):
                booing |= 1 << space
            else:
                cheering |= 1 << space
            then = self.leg(situation._replace(cheering=cheering, booing=booing))
            worth = float(ticket_stakes @ (then.ranks - now.ranks))
            for owner, old in enumerate(tiles):
                new = space if owner == seat else old
                income = then.landings[new] * (new > 0) - now.landings[old] * (old > 0)
                worth += float(stakes[owner, TICKET_STAKES] * income * TILE_REWARD)
            odds[TILE_WORTHS + number - TILES] = worth

    def _walk_leg(self, situation: PackedSituation) -> LegChances:
        endings, landings = walk_packed_leg(situation, self._orders)
        ranks = np.zeros(2 * RACERS)
        total = count_ranks(self._orders, _NUMBERS, PLACES, ranks)
        return LegChances(ranks, endings / total, landings / total)

    def _table(self, edition: Edition) -> RaceTable | None:
        return None if self._is_sampling and edition.crazy else table_of(edition)

    def _compute_race(self, situation: PackedSituation) -> FloatArray:
        table = self._table(situation.edition)
        if table is not None:
            return np.concatenate(solve_packed_race(situation, table))
        # The seed is the situation's own, so that equal situations have equal odds for everybody.
        seed = start_stream(situation.track, situation.dice | situation.cheering << 8 | situation.booing << 26)
        return np.concatenate(sample_packed_race(situation, _QUICK_SAMPLES, seed))


def _remember(known: dict[PackedSituation, _T], key: PackedSituation, value: _T) -> _T:
    if len(known) >= _REMEMBERED:
        known.pop(next(iter(known)))  # the oldest
    known[key] = value
    return value


def guess_landings(situation: PackedSituation) -> list[float]:
    """Guess the landings on each space from camels that move once."""
    inside = situation.dice.bit_count()
    share = situation.edition.draws_left(inside) / (3 * inside)
    hits = [0.0] * (SPACES + 5)
    for space, camel in running_order(situation.track):
        if situation.dice >> die_of(camel) & 1:
            faces = share / 2 if camel >= FIRST_CRAZY else share
            for number in range(1, 4):
                hits[max(0, landing(space, camel, number))] += faces
    return hits


def find_stakes(game: np.void) -> FloatArray:
    """Return what a point of chance to be first or second is worth to each seat, by the tickets it holds."""
    stakes = np.zeros((int(game["players"]), TICKET_STAKES + 1))
    wrong = ticket_reward(0, RACERS - 1)
    for camel in range(RACERS):
        for depth in range(int(game["taken"][camel])):
            seat = int(game["takers"][TICKET_DEPTH * camel + depth])
            value = int(TICKET_VALUES[int(game["edition"]), depth])
            stakes[seat, camel] += ticket_reward(value, 0) - wrong
            stakes[seat, RACERS + camel] += ticket_reward(value, 1) - wrong
    stakes[:, TICKET_STAKES] = 1.0
    return stakes

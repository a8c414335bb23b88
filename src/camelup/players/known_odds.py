"""What one-step players see: exact odds of leg and race, and what each tile would bring, remembered by situation."""

from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import TILES, WINNERS, is_booing, tile_space
from camelup.bulk.facts import ALL_DICE, DRAWS_LEFT, TICKET_DEPTH, TICKET_VALUES
from camelup.bulk.styles import ODDS, TILE_WORTHS
from camelup.compiled import kernel
from camelup.compiled.random_stream import start_stream
from camelup.core.edition import EDITIONS, SPACES, TILE_REWARD
from camelup.core.payouts import ticket_reward
from camelup.core.race import FIRST_CRAZY, GREY, OVER_THE_LINE, RACERS, die_of, landing, running_order
from camelup.odds.leg_kernel import walk_leg
from camelup.odds.leg_table import ENDS, FIRST, WINS
from camelup.odds.nodes import WORKSPACE
from camelup.odds.orders import ORDER_NUMBERS, ORDERS, without_crazy
from camelup.odds.race_kernel import look_up, walk_race
from camelup.odds.race_odds import table_of
from camelup.odds.sampling import sample_races
from camelup.odds.solver import PLACES

_T = TypeVar("_T")
FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

_QUICK_SAMPLES = 6000
"""Races sampled where no solved table is at hand: some three milliseconds, and chances within a hundredth."""
_REMEMBERED = 4096
_NEAR = 0.2
"""Tiles on spaces where fewer landings are to be expected are not worth a look."""
_NOT_WORTH_A_LOOK = -9.0
_NUMBERS = np.array(ORDER_NUMBERS, np.int64)
TICKET_STAKES = 2 * RACERS
"""The chances that tickets hang on: to lead and to be second, for each camel; behind them comes tile income."""


class Situation(NamedTuple):
    """A race as compiled code knows it: the edition's number, and dice and tiles as bits."""

    edition: int
    track: int
    dice: int
    cheering: int
    booing: int


def situation_of(game: np.void) -> Situation:
    """Give the situation of a record."""
    cheering = booing = 0
    for tile in game["tiles"][: int(game["players"])].tolist():
        if tile > 0:
            cheering |= 1 << tile
        elif tile < 0:
            booing |= 1 << -tile
    return Situation(int(game["edition"]), int(game["track"]), int(game["dice"]), cheering, booing)


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


class KnownOdds:
    """Odds by situation; equal situations are computed once.

    Without the solved table of an edition with crazy camels, races are sampled; `is_sampling` does so in any case.
    """

    def __init__(self, *, is_sampling: bool = False) -> None:
        self._is_sampling = is_sampling
        self._legs: dict[Situation, LegChances] = {}
        self._races: dict[Situation, FloatArray] = {}
        self._orders = np.zeros(ORDERS, np.int64)

    def leg(self, situation: Situation) -> LegChances:
        """Give how the leg may end."""
        known = self._legs.get(situation)
        if known is None:
            known = _remember(self._legs, situation, self._walk_leg(situation))
        return known

    def race(self, situation: Situation) -> FloatArray:
        """Give each camel's chance to win the race, then each camel's to come last."""
        known = self._races.get(situation)
        if known is None:
            known = _remember(self._races, situation, self._compute_race(situation))
        return known

    def odds(self, situation: Situation) -> FloatArray:
        """Give the odds of a situation as styles read them, still without tiles and cards."""
        leg = self.leg(situation)
        odds = np.zeros(ODDS)
        odds[FIRST:WINS] = leg.ranks
        odds[ENDS] = leg.ends
        odds[WINS:ENDS] = self.race(situation)
        return odds

    def add_tile_worths(self, game: np.void, legal: int, odds: FloatArray, stakes: FloatArray) -> None:
        """Write the worth of each legal tile into the odds.

        `stakes` has a row for each seat: what its chances to lead and to be second, and an EP of its tile income, are
        worth in the eyes of the seat in turn; others' rows may be negative.
        """
        situation = situation_of(game)
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

    def _walk_leg(self, situation: Situation) -> LegChances:
        edition, track, dice, cheering, booing = situation
        landings = np.zeros(OVER_THE_LINE + 1, np.int64)
        has_crazy = bool(EDITIONS[edition].crazy)
        endings = walk_leg(
            without_crazy(track) if has_crazy and not dice >> GREY else track,
            dice,
            int(DRAWS_LEFT[edition, dice.bit_count()]),
            cheering,
            booing,
            WORKSPACE.keys,
            WORKSPACE.weights,
            WORKSPACE.slots,
            self._orders,
            landings,
        )
        ranks = np.zeros(2 * RACERS)
        total = count_ranks(self._orders, _NUMBERS, PLACES, ranks)
        return LegChances(ranks, endings / total, landings / total)

    def _compute_race(self, situation: Situation) -> FloatArray:
        edition, track, dice, cheering, booing = situation
        kind = EDITIONS[edition]
        table = None if self._is_sampling and kind.crazy else table_of(kind)
        draws, all_dice = int(DRAWS_LEFT[edition, dice.bit_count()]), int(ALL_DICE[edition])
        if table is None:
            winners, losers = np.zeros(RACERS, np.int64), np.zeros(RACERS, np.int64)
            # The seed is the situation's own, so that equal situations have equal odds whoever asks.
            seed = start_stream(track, dice | cheering << 8 | booing << 26)
            sample_races(track, dice, draws, cheering, booing, all_dice, _QUICK_SAMPLES, seed, winners, losers)
            return np.concatenate([winners, losers]) / _QUICK_SAMPLES
        winner, loser = np.zeros(RACERS), np.zeros(RACERS)
        camels = len(kind.camels)
        if dice == all_dice and not cheering | booing:
            look_up(track, camels, 1, table.values, table.unit, winner, loser)
        else:
            walk_race(
                track,
                dice,
                draws,
                cheering,
                booing,
                camels,
                table.values,
                table.unit,
                WORKSPACE.keys,
                WORKSPACE.weights,
                WORKSPACE.slots,
                winner,
                loser,
            )
        return np.concatenate([winner, loser])


def _remember(known: dict[Situation, _T], key: Situation, value: _T) -> _T:
    if len(known) >= _REMEMBERED:
        known.pop(next(iter(known)))  # the oldest
    known[key] = value
    return value


def guess_landings(situation: Situation) -> list[float]:
    """Guess the landings on each space from camels that move once."""
    inside = situation.dice.bit_count()
    share = DRAWS_LEFT[situation.edition, inside] / (3 * inside)
    hits = [0.0] * (SPACES + 5)
    for space, camel in running_order(situation.track):
        if situation.dice >> die_of(camel) & 1:
            faces = share / 2 if camel >= FIRST_CRAZY else share
            for number in range(1, 4):
                hits[max(0, landing(space, camel, number))] += faces
    return hits


def find_stakes(game: np.void) -> FloatArray:
    """Give what a point of chance to be first or second is worth to each seat, by the tickets it holds."""
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

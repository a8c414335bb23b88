"""What informed policies know: the odds of leg and race by the small solved table, and where they stand."""

from collections.abc import Callable, Iterable

import numpy as np

from camelup.bulk.kernels import Game
from camelup.bulk.policies import Policy
from camelup.bulk.style_policies import StylePolicy, decide_guessing, decide_looking
from camelup.compiled import inlined
from camelup.compiled.arrays import FloatArray
from camelup.core.edition import Edition
from camelup.odds.leg_table import LegTable, leg_table, read_row

ChooseWithOdds = Callable[[Game, int, int, LegTable, FloatArray], int]
"""Chooses with a table and room for odds, which it may ignore."""

ChooseByNumber = Callable[[int, Game, int, int, LegTable, FloatArray], int]
"""Chooses by the policy with a number."""

_NOTHING_TO_KNOW = np.zeros((1, 1, 1), np.uint8)


def table_for(policies: Iterable[Policy], edition: Edition) -> LegTable:
    """Return the table that policies look up, or an empty one if none of them does."""
    return leg_table(edition) if any(policy.is_informed for policy in policies) else _NOTHING_TO_KNOW


@inlined
def read_nothing(_: int, __: int, ___: LegTable, ____: FloatArray) -> None:
    """Stand where odds are read, for those who are given them."""


def with_odds(policy: Policy, *, is_given_odds: bool = False) -> ChooseWithOdds:
    """Return a function by which compiled loops call any policy alike."""
    choose = policy.choose
    read = read_nothing if is_given_odds else read_row
    if policy.is_informed:

        @inlined
        def choose_informed(game: Game, legal: int, state: int, table: LegTable, odds: FloatArray) -> int:
            read(int(game.track), int(game.dice), table, odds)
            return int(choose(game, legal, state, odds))

        return choose_informed

    @inlined
    def choose_plainly(game: Game, legal: int, state: int, _: LegTable, __: FloatArray) -> int:
        return int(choose(game, legal, state))

    return choose_plainly


def in_order(policies: Iterable[Policy]) -> list[Policy]:
    """Return policies in one order, since any other would be compiled again: styles that are alike stay together."""
    return sorted(policies, key=lambda policy: (policy.style if isinstance(policy, StylePolicy) else -1, policy.name))


def choose_by_number(policies: tuple[Policy, ...], *, is_given_odds: bool = False) -> ChooseByNumber:
    """Return a function that calls one of some policies by its number; compiled code cannot look functions up.

    The policies read their odds from the small table, unless they are given better ones.
    """
    count = 1
    while count < len(policies) and _is_next(policies[count - 1], policies[count]):
        count += 1
    first, rest = _choose_first(policies[:count], is_given_odds=is_given_odds), policies[count:]
    if not rest:
        return first
    others = choose_by_number(rest, is_given_odds=is_given_odds)

    @inlined
    def choose(number: int, game: Game, legal: int, state: int, table: LegTable, odds: FloatArray) -> int:
        if number < count:
            return first(number, game, legal, state, table, odds)
        return others(number - count, game, legal, state, table, odds)

    return choose


def _is_next(policy: Policy, other: Policy) -> bool:
    """Return whether two policies are styles with numbers that follow each other, which one decision can serve."""
    return isinstance(policy, StylePolicy) and isinstance(other, StylePolicy) and other.style == policy.style + 1


def _choose_first(policies: tuple[Policy, ...], *, is_given_odds: bool) -> ChooseByNumber:
    """Choose by one policy, or by styles that follow each other; styles that are given odds look at tiles, too."""
    read = read_nothing if is_given_odds else read_row
    if isinstance(policies[0], StylePolicy):
        first_style = policies[0].style
        by_style = decide_looking if is_given_odds else decide_guessing

        @inlined
        def choose_styled(number: int, game: Game, legal: int, state: int, table: LegTable, odds: FloatArray) -> int:
            read(int(game.track), int(game.dice), table, odds)
            return int(by_style(game, legal, state, odds, first_style + number, table))

        return choose_styled
    only = with_odds(policies[0], is_given_odds=is_given_odds)

    @inlined
    def choose_only(_: int, game: Game, legal: int, state: int, table: LegTable, odds: FloatArray) -> int:
        return only(game, legal, state, table, odds)

    return choose_only

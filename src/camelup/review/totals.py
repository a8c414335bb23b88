"""Luck and choices in the simulated games of a leg, and the errors of their sums over a game."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from camelup.compiled.arrays import FloatArray
from camelup.review.columns import Values, standard_error
from camelup.review.moments import Moment


def split_legs(moments: Sequence[Moment]) -> list[list[Moment]]:
    """Return the moments of each leg."""
    return [list(leg) for _, leg in groupby(moments, key=lambda moment: moment.state.leg)]


def luck_games(leg: Sequence[Moment], place: int) -> Values:
    """Return the luck of a roll in each game: with the die that came, less with whichever die."""
    moment = leg[place]
    came = moment.came if moment.ends_leg else leg[place + 1].open
    return came.games - moment.rolled.games


def skill_games(leg: Sequence[Moment], place: int) -> Values:
    """Return what a choice changed in each game, compared with a simulated player's; nothing may be hidden."""
    moment = leg[place]
    after = moment.rolled if moment.is_roll else leg[place + 1].open
    return after.games - moment.open.games


def leg_luck(leg: Sequence[Moment]) -> Values | None:
    """Return the luck of all dice of a leg in each game, if a die was rolled."""
    rolls = [luck_games(leg, place) for place, moment in enumerate(leg) if moment.is_roll]
    return np.sum(rolls, axis=0) if rolls else None


def luck_error(legs: Sequence[Sequence[Moment]], players: int) -> FloatArray:
    """Return the errors of everybody's luck in a game, by seat, of wins and of coins."""
    return _root_of_squares((standard_error(luck) for leg in legs if (luck := leg_luck(leg)) is not None), players)


def chosen_error(legs: Sequence[Sequence[Moment]], players: int) -> FloatArray:
    """Return the errors of what everybody's own choices changed for them."""
    found = np.zeros((players, 2))
    for seat in range(players):
        found[seat] = _root_of_squares(_own_errors(legs, seat), 1)[0]
    return found


def _own_errors(legs: Sequence[Sequence[Moment]], seat: int) -> Iterator[FloatArray]:
    for leg in legs:
        own = [(place, moment) for place, moment in enumerate(leg) if moment.ply.seat == seat]
        shared = [skill_games(leg, place)[:, seat] for place, moment in own if moment.is_open]
        if shared:
            yield standard_error(np.sum(shared, axis=0))
        yield from (moment.skill.error()[seat] for _, moment in own if not moment.is_open)


def _root_of_squares(errors: Iterator[FloatArray], rows: int) -> FloatArray:
    total = np.zeros((rows, 2))
    for error in errors:
        total += error**2
    return np.asarray(np.sqrt(total))

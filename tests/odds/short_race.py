"""Short races solved in another way than the solver's, to check it: every move is one of the slow model.

A moment of a race is a position, with the racing camels named in running order, and the places whose dice are out.
Its values are the probabilities to win and to come last by place. All moments are computed from all others again and
again until nothing changes; nothing is gone through in a clever order.
"""

from itertools import combinations, combinations_with_replacement

import numpy as np
import numpy.typing as npt

from camelup.core import race
from tests import naive

RACERS = 5
LAST = 16
GREY = 5
Reals = npt.NDArray[np.float64]
Position = tuple[tuple[int, bool], ...]
"""The space of each camel in running order, and whether it is crazy."""


def positions(camels: int, first: int) -> list[Position]:
    """Every position on the spaces from `first` on."""
    crazy_places = combinations(range(camels), camels - RACERS)
    return [
        tuple((space, place in crazy) for place, space in enumerate(spaces))
        for crazy in crazy_places
        for spaces in combinations_with_replacement(range(first, LAST + 1), camels)
    ]


def pack_track(position: Position) -> int:
    """A position packed, with its racing camels numbered as they run."""
    track = race.EMPTY
    racers, crazy = iter(range(RACERS)), iter((5, 6))
    for space, is_crazy in position:
        track = race.put_on_top(track, next(crazy if is_crazy else racers), space)
    return track


def _model(position: Position) -> naive.NaiveRace:
    edition = 2 if len(position) > RACERS else 1
    racers, crazy = iter(naive.RACING[edition]), iter(naive.CRAZY[edition])
    board: naive.Board = {}
    for space, is_crazy in position:
        board.setdefault(space, []).append(next(crazy if is_crazy else racers))
    return naive.NaiveRace(edition, board, naive.dice_of(edition), {})


Moves = list[tuple[int, float, tuple[int, ...], Position | None]]
"""For each face: the place of its die, its share of the die, the new place of each racing camel, and the position."""


def _moves(position: Position, first: int) -> Moves:
    model = _model(position)
    names = naive.RACING[model.edition]
    moves: Moves = []
    for die in sorted(model.dice):
        faces = naive.faces_of(die)
        for face in faces:
            after = model.copy_race()
            after.roll(face)
            order = after.ranking()[::-1]
            places = tuple(order.index(name) for name in names)
            # A camel behind a short track's first space has crossed the line backward: it is behind all others.
            is_over = after.race_is_over() or min(after.board) < first
            reached = tuple(
                (space, camel not in names) for space in sorted(after.board) for camel in after.board[space]
            )
            moves.append((names.index(die) if die in names else GREY, 1 / len(faces), places, reached))
            if is_over:
                moves[-1] = (*moves[-1][:3], None)
    return moves


def solve(camels: int, first: int, close_enough: float) -> dict[Position, tuple[Reals, Reals]]:
    """For every position, who wins the race and who comes last, by place from the rear."""
    every = positions(camels, first)
    dice = range(6 if camels > RACERS else RACERS)
    outs = [frozenset(out) for count in range(RACERS) for out in combinations(dice, count)]
    number = {moment: index for index, moment in enumerate((position, out) for out in outs for position in every)}
    begin, target, share, places = [], [], [], []
    for position in every:
        moves = _moves(position, first)
        for out in outs:
            for die, chance, new_places, reached in moves:
                if die in out:
                    continue
                new_out = frozenset(GREY if other == GREY else new_places[other] for other in (*out, die))
                if len(new_out) == RACERS:
                    new_out = frozenset()
                begin.append(number[position, out])
                target.append(-1 if reached is None else number[reached, new_out])
                share.append(chance / (len(dice) - len(out)))
                places.append(new_places)
    return _iterated(every, number, np.array(begin), np.array(target), np.array(share), np.array(places), close_enough)


def _iterated(  # noqa: PLR0913, PLR0917 - the arrays belong together
    every: list[Position],
    number: dict[tuple[Position, frozenset[int]], int],
    begin: npt.NDArray[np.int64],
    target: npt.NDArray[np.int64],
    share: Reals,
    places: npt.NDArray[np.int64],
    close_enough: float,
) -> dict[Position, tuple[Reals, Reals]]:
    sequence = np.argsort(begin, kind="stable")
    begin, target, share, places = begin[sequence], target[sequence], share[sequence], places[sequence]
    cuts = np.flatnonzero(np.diff(begin, prepend=-1))
    is_over = target < 0
    ends = np.stack([places == RACERS - 1, places == 0], axis=1)[is_over] * share[is_over, None, None]
    values = np.full((len(number), 2, RACERS), 1 / RACERS)
    flat = (target[:, None] * 2 * RACERS + places)[~is_over]
    weights = share[~is_over, None]
    summed = np.empty((len(begin), 2, RACERS))
    summed[is_over] = ends
    change = 1.0
    while change > close_enough:
        summed[~is_over, 0] = values.ravel()[flat] * weights
        summed[~is_over, 1] = values.ravel()[flat + RACERS] * weights
        new = np.add.reduceat(summed, cuts, axis=0)
        change = float(np.abs(new - values).max())
        values = new
    starts = {position: values[number[position, frozenset()]] for position in every}
    return {position: (value[0], value[1]) for position, value in starts.items()}

"""A finished game from its record to its review, more exact with each round."""

from collections.abc import Iterator
from time import perf_counter
from typing import NamedTuple

import numpy as np

from camelup.compiled.arrays import FloatArray
from camelup.core.actions import Roll
from camelup.core.errors import NotationError
from camelup.core.state import State
from camelup.core.view import View
from camelup.formats.record import Record, Step, replay
from camelup.formats.review_types import Worth
from camelup.players.player import Budget
from camelup.review.moments import Moment, find_moments, gain
from camelup.review.results import NOTHING_LOST, Choice, PlyReview, Review, Worths
from camelup.search.evaluator import Evaluator

USUAL = Budget(playouts=256, seconds=20.0)
_FIRST_ROUND = 8
_LARGEST_ROUND = 64
_SURELY = 2.0
"""An action is better than the one that was chosen if it is ahead by this many standard errors."""


def review_game(record: Record, budget: Budget = USUAL, seed: int = 0) -> Review:
    """Review a finished game.

    A budget has the playouts of every position, the seconds for all of it, or both, and what is reached first ends it.
    With playouts alone the same seed gives the same review.
    """
    *_, review = refine_review(record, budget, seed)
    return review


def refine_review(record: Record, budget: Budget = USUAL, seed: int = 0) -> Iterator[Review]:
    """Review a finished game, at first roughly and at once, then better and better."""
    return (piece.review for piece in review_in_pieces(record, budget, seed) if piece.review is not None)


class Piece(NamedTuple):
    """A piece of the work on a review: how much of all is done now, and a review where there is a better one."""

    share: float
    review: Review | None = None


def review_in_pieces(record: Record, budget: Budget = USUAL, seed: int = 0) -> Iterator[Piece]:
    """Do the same in pieces of some hundredths of a second, for callers that have something else to do in between.

    The seconds of the budget are those that were worked.
    """
    begun = perf_counter()
    if budget.playouts is None and budget.seconds is None:
        budget = USUAL
    if isinstance(record.start, View):
        raise NotationError("hidden", "This record shows what one seat saw. Only a whole record can be reviewed.")
    steps = tuple(replay(record))
    if not steps[-1].state.is_over:
        raise NotationError("unfinished", "The game is not over yet. Only finished games can be reviewed.")
    return _rounds(record, steps, budget, _Worked(seed, perf_counter() - begun))


class _Worked:
    """The evaluator, and how long it has worked, without the pauses between pieces."""

    def __init__(self, seed: int, seconds: float) -> None:
        self.evaluator = Evaluator(seed)
        self.seconds = seconds
        self._since = 0.0

    def __enter__(self) -> None:
        self._since = perf_counter()

    def __exit__(self, *_: object) -> None:
        self.seconds += perf_counter() - self._since

    def share(self, budget: Budget, playouts: float) -> float:
        """Return the used share of a budget."""
        of_playouts = playouts / budget.playouts if budget.playouts else 0.0
        of_seconds = self.seconds / budget.seconds if budget.seconds else 0.0
        return min(1.0, max(of_playouts, of_seconds))


def _rounds(record: Record, steps: tuple[Step, ...], budget: Budget, work: _Worked) -> Iterator[Piece]:
    moments: list[Moment] = []
    finding = find_moments(steps)
    while True:
        with work:
            found = next(finding, None)
        if found is None:
            break
        moments.append(found)
        yield Piece(0.0)
    done, count = 0, _FIRST_ROUND
    while (count := min(count, budget.most_playouts - done)) > 0:
        before = work.seconds
        for place, moment in enumerate(moments, 1):
            with work:
                moment.evaluate(work.evaluator, done, count)
            yield Piece(work.share(budget, done + count * place / len(moments)))
        done += count
        pace = (work.seconds - before) / count
        with work:
            review = _sum_up(record, steps, moments, done)
        yield Piece(work.share(budget, done), review)
        count = min(done, _LARGEST_ROUND) if moments else 0
        if budget.seconds is not None:
            fitting = int((budget.seconds - work.seconds) / max(pace, 1e-9))
            count = min(count, fitting if fitting >= _FIRST_ROUND else 0)


def _sum_up(record: Record, steps: tuple[Step, ...], moments: list[Moment], playouts: int) -> Review:
    """Make a review of what has been judged so far."""
    end = steps[-1].state
    values = [*(moment.open.mean() for moment in moments), _result(end)]
    errors = [*(moment.open.error()[:, 0] for moment in moments), np.zeros(end.players)]
    plies = tuple(
        _review_ply(number, moment, values[number - 1], values[number], errors[number])
        for number, moment in enumerate(moments, 1)
    )
    return Review(record, steps, _worths(values[0]), tuple(errors[0].tolist()), plies, playouts)


def _result(end: State) -> FloatArray:
    """Return what everybody has in the end: a share of the victory, and money from the mean of the table."""
    wins = [(seat in end.victors) / len(end.victors) for seat in range(end.players)]
    return np.array([wins, np.array(end.money) - np.mean(end.money)]).T


def _review_ply(number: int, moment: Moment, before: FloatArray, after: FloatArray, errors: FloatArray) -> PlyReview:
    chosen = moment.options[moment.chosen]
    luck = np.zeros_like(before)
    if isinstance(moment.ply.action, Roll):
        by_face = [brought.mean() for brought in moment.open_faces]
        came = next(place for place, face in enumerate(moment.faces) if face == moment.ply.outcome)
        luck = by_face[came] - moment.mix(by_face)
    skill = chosen.mean() - moment.known.mean()
    choices, lost, error = _weigh(moment)
    return PlyReview(
        number=number,
        leg=moment.state.leg,
        before=_worths(before),
        after=_worths(after),
        errors=tuple(errors.tolist()),
        luck=_worths(luck),
        unseen=_worths(after - before - luck - skill),
        chosen=_worths(skill),
        choices=choices,
        lost=lost,
        lost_error=error,
    )


def _weigh(moment: Moment) -> tuple[tuple[Choice, ...], Worth, float]:
    """List the actions, the best first, and what was lost against it."""
    seat, chosen = moment.ply.seat, moment.chosen
    best, lost, lost_error = chosen, NOTHING_LOST, 0.0
    for number, brought in moment.options.items():
        if number != chosen:
            more, error = gain(brought, moment.options[chosen], seat)
            if more[0] > max(lost.wins, _SURELY * error):
                best, lost, lost_error = number, Worth(*more.tolist()), error
    listed = []
    for number, brought in moment.options.items():
        worth = Worth(*brought.mean()[seat].tolist())
        listed.append(
            (
                number != best,
                -worth.wins,
                Choice(moment.action(number), worth, float(brought.error()[seat, 0]), len(brought)),
            )
        )
    return tuple(choice for _, _, choice in sorted(listed, key=lambda entry: entry[:2])), lost, lost_error


def _worths(values: FloatArray) -> Worths:
    return tuple(Worth(wins, coins) for wins, coins in values.tolist())

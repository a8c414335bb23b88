"""A finished game from its record to its review, more exact with each round."""

from collections.abc import Iterator
from time import perf_counter
from typing import NamedTuple

import numpy as np

from camelup.compiled.arrays import FloatArray
from camelup.core.errors import NotationError
from camelup.core.state import State
from camelup.core.view import View
from camelup.formats.record import Record, Step, check_is_record, replay
from camelup.formats.review_types import Estimate, Worth
from camelup.notebook import html_table
from camelup.players.player import Budget, check_budget
from camelup.review.allocation import share_out
from camelup.review.columns import WINS, standard_error
from camelup.review.moments import Moment, find_moments
from camelup.review.results import Choice, PlyReview, Review, Worths
from camelup.review.totals import chosen_error, leg_luck, luck_error, luck_games, skill_games, split_legs
from camelup.review.verdicts import gain, leading
from camelup.search.evaluator import Evaluator

USUAL = Budget(playouts=256, seconds=20.0)
_FIRST_ROUND = 8
_LARGEST_ROUND = 64
_OPEN_GAMES, _CHOICE_GAMES = 4.0, 26.0
"""How many games a playout of the budget is, on average over the positions: with all cards open, for chances and luck,
and by what the seat knew, for the choice. Where they are played is decided from round to round."""
_FIRST_OPEN, _FIRST_CHOICE = 4, 2
"""How many numbers every position gets for a playout of the first round."""
_LONGEST = 2000
"""About how many games are played in one piece."""


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

    def __repr__(self) -> str:
        """Return how much is done."""
        return f"<Piece {self.share:.0%}{'' if self.review is None else f': {self.review!r}'}>"

    def _repr_html_(self) -> str:
        if self.review is not None:
            return self.review._repr_html_()
        return html_table("Review", ["done"], [[f"{self.share:.0%}"]])


def review_in_pieces(record: Record, budget: Budget = USUAL, seed: int = 0) -> Iterator[Piece]:
    """Do the same in pieces of some hundredths of a second, for callers that have something else to do in between.

    The seconds of the budget are those that were worked.
    """
    begun = perf_counter()
    check_is_record(record)
    check_budget(budget)
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
    legs = split_legs(moments)
    done, count = 0, _FIRST_ROUND
    while (count := min(count, budget.most_playouts - done)) > 0:
        before = work.seconds
        with work:
            tasks = _plan(legs, count, is_first=not done)
        for place, task in enumerate(tasks, 1):
            with work:
                task.play(work.evaluator)
            yield Piece(work.share(budget, done + count * place / len(tasks)))
        done += count
        pace = (work.seconds - before) / count
        with work:
            review = _sum_up(record, steps, legs, done)
        yield Piece(work.share(budget, done), review)
        count = min(done, _LARGEST_ROUND) if moments else 0
        if budget.seconds is not None:
            fitting = int((budget.seconds - work.seconds) / max(pace, 1e-9))
            count = min(count, fitting if fitting >= _FIRST_ROUND else 0)


class _Task(NamedTuple):
    """Games to play from a position, for its chances and for its choice."""

    moment: Moment
    number: int
    open_games: int
    choice_games: int

    def play(self, evaluator: Evaluator) -> None:
        if self.open_games:
            self.moment.play_open(evaluator, self.open_games)
        if self.choice_games:
            self.moment.play_options(evaluator, self.number, self.choice_games)


def _plan(legs: list[list[Moment]], playouts: int, *, is_first: bool) -> list[_Task]:
    """Share out the games of a round; all positions of a leg get the same open games."""
    moments = [moment for leg in legs for moment in leg]
    if is_first:
        by_leg = [_FIRST_OPEN * playouts] * len(legs)
        by_moment = [max(2, _FIRST_CHOICE * playouts)] * len(moments)
    else:
        by_leg = _share_open(legs, _OPEN_GAMES * playouts * len(moments))
        by_moment = _share_choices(moments, _CHOICE_GAMES * playouts * len(moments))
    tasks, number = [], 0
    for leg, open_games in zip(legs, by_leg, strict=True):
        for moment in leg:
            choice_games = by_moment[number]
            number += 1
            cost = moment.open_cost * open_games + moment.choice_cost * choice_games
            parts = 1 + cost // _LONGEST
            tasks += [
                _Task(moment, number, _part(open_games, parts, part), _part(choice_games, parts, part))
                for part in range(parts)
            ]
    return tasks


def _part(whole: int, parts: int, part: int) -> int:
    """Return one of some parts of nearly the same size; all together are the whole."""
    return whole * (part + 1) // parts - whole * part // parts


def _share_open(legs: list[list[Moment]], budget: float) -> list[int]:
    """Give most games to the legs whose luck is least certain."""
    games = np.array([len(leg[0].open) for leg in legs], float)
    costs = np.array([sum(moment.open_cost for moment in leg) for leg in legs], float)
    spread = np.array([_spread(leg) for leg in legs])
    wanted = (spread + spread.mean() / 2 + 1e-9) / np.sqrt(costs)
    return [int(more) for more in share_out(games, wanted, costs, budget)]


def _spread(leg: list[Moment]) -> float:
    luck = leg_luck(leg)
    return 0.0 if luck is None else float(luck[..., WINS].std(axis=0).mean())


def _share_choices(moments: list[Moment], budget: float) -> list[int]:
    """Give most games to the choices whose verdicts hang in the balance."""
    games = np.array([moment.games for moment in moments], float)
    costs = np.array([moment.choice_cost for moment in moments], float)
    wanted = np.array([moment.wanted_games() for moment in moments])
    return [int(more) for more in share_out(games, wanted, costs, budget)]


def _sum_up(record: Record, steps: tuple[Step, ...], legs: list[list[Moment]], playouts: int) -> Review:
    """Make a review of what has been judged so far."""
    end = steps[-1].state
    moments = [moment for leg in legs for moment in leg]
    values = [*(moment.open.mean() for moment in moments), _result(end)]
    errors = [*(moment.open.error()[:, WINS] for moment in moments), np.zeros(end.players)]
    plies: list[PlyReview] = []
    for leg in legs:
        for place in range(len(leg)):
            at = len(plies)
            plies.append(_review_ply(at + 1, leg, place, (values[at], values[at + 1]), errors[at + 1]))
    return Review(
        record,
        steps,
        start=_worths(values[0]),
        start_errors=tuple(errors[0].tolist()),
        plies=tuple(plies),
        luck_errors=_worths(luck_error(legs, end.players)),
        chosen_errors=_worths(chosen_error(legs, end.players)),
        playouts=playouts,
    )


def _result(end: State) -> FloatArray:
    """Return what everybody has in the end: a share of the victory, and money from the mean of the table."""
    wins = [(seat in end.victors) / len(end.victors) for seat in range(end.players)]
    return np.array([wins, np.array(end.money) - np.mean(end.money)]).T


def _review_ply(
    number: int, leg: list[Moment], place: int, around: tuple[FloatArray, FloatArray], errors: FloatArray
) -> PlyReview:
    moment = leg[place]
    before, after = around
    luck = luck_games(leg, place).mean(axis=0, dtype=np.float64) if moment.is_roll else np.zeros_like(before)
    skill = skill_games(leg, place).mean(axis=0, dtype=np.float64) if moment.is_open else moment.skill.mean()
    verdict = moment.judge()
    lost, loss, error = (
        Worth(*figures.tolist()) for figures in (verdict.lost.worth, verdict.loss.worth, verdict.loss.error)
    )
    return PlyReview(
        number=number,
        leg=moment.state.leg,
        before=_worths(before),
        after=_worths(after),
        errors=tuple(errors.tolist()),
        luck=_worths(luck),
        unseen=_worths(after - before - luck - skill),
        chosen=_worths(skill),
        choices=_list_choices(moment, verdict.best),
        lost=lost,
        lost_error=error,
        level=tuple(moment.action(action) for action in verdict.level),
        loss=Estimate(loss.wins, error.wins) if verdict.is_real else None,
        cost=_cost(moment, verdict.best, lost.wins),
    )


def _list_choices(moment: Moment, best: int) -> tuple[Choice, ...]:
    """List the actions, the best first. Those given up early are compared in the games that they have."""
    games = {number: option.own.games for number, option in moment.options.items()}
    leader = leading(games, moment.chosen)
    most = games[leader].mean(axis=0, dtype=np.float64)
    listed = []
    for number, own in games.items():
        wins, coins = (most - gain(games[leader], own).worth).tolist()
        worth = Worth(min(max(wins, 0.0), 1.0), coins)
        choice = Choice(moment.action(number), worth, float(standard_error(own)[WINS]), len(own))
        listed.append((number != best, -worth.wins, choice))
    return tuple(choice for _, _, choice in sorted(listed, key=lambda entry: entry[:2]))


def _cost(moment: Moment, best: int, lost: float) -> tuple[float, ...]:
    """Return how everybody's chances differ from those after the best action: by `lost` for the seat that chose."""
    if best == moment.chosen:
        return (0.0,) * moment.state.players
    change = (moment.options[moment.chosen].everybody.mean() - moment.options[best].everybody.mean())[:, WINS]
    own = change[moment.ply.seat]
    # The loss is measured half by half, the others' gains over all games: nearly the same, and made the same here.
    others = change * (lost / -own) if own < -lost / 2 else np.full(len(change), lost / (len(change) - 1))
    others[moment.ply.seat] = -lost
    return tuple(others.tolist())


def _worths(values: FloatArray) -> Worths:
    return tuple(Worth(wins, coins) for wins, coins in values.tolist())

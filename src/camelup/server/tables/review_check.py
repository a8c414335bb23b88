"""Checks a stored review against the game that it is of: everything in it that follows from the game, and its sums.

Texts are not compared: they are for people, and later versions word them differently.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from camelup.core.actions import Roll
from camelup.core.errors import CamelUpError
from camelup.core.rules import legal
from camelup.formats.notation import parse_position
from camelup.formats.record import Ply, Step, replay
from camelup.formats.review_types import CostKind, ReviewedPlayer, ReviewedPly, ReviewForm, TurningPoint, Worth
from camelup.review.costs import kind_of
from camelup.review.thresholds import LEAST, SURELY
from camelup.review.turning import LEAST_LOST, LEAST_LUCK, MOST_POINTS
from camelup.server.store.people import KeptFigures
from camelup.server.tables.state import TableState
from camelup.server.thinking.figures import FIGURES_VERSION, read_figures
from camelup.server.thinking.reviews import VERSION, BrokenReviewError, check_older_review, unpack_review

_ROUNDED = 1.01e-5
"""How far two figures that should be equal may lie apart: each is rounded to five digits after the point."""
_HALVES_DIFFER = 6.0
"""By how many standard errors a loss may differ from the difference of the choices in the list."""
_FIRST_VERSION = 1
_NOTHING = Worth(0.0, 0.0)


def find_review_fault(table: TableState, version: int, kept: bytes) -> str | None:
    """Say what is wrong with the stored review of a table; None if nothing is."""
    try:
        _check(table, version, kept)
    except BrokenReviewError as broken:
        return f"its review: {broken}"
    except CamelUpError as error:
        return f"its review: {error.message}"
    return None


def find_figures_fault(table: TableState, kept: KeptFigures | None) -> str | None:
    """Say what is wrong with the stored figures of a table; None if nothing is, or there are none."""
    if kept is None or 1 <= kept.version < FIGURES_VERSION:
        return None  # of an older version nobody is shown any more
    if table.status != "finished":
        return "its figures: the game is not over"
    if kept.version != FIGURES_VERSION:
        return f"its figures: they have version {kept.version}, and this camelup knows {FIGURES_VERSION}"
    figures = read_figures(kept)
    if figures is None:
        return "its figures: they cannot be read"
    money = table.record.result or ()
    mean = sum(money) / len(money) if money else 0.0
    results = [seat.result for seat in figures.seats]
    if len(results) != len(money) or not _are_near(results, [amount - mean for amount in money]):
        return "its figures: they are of another game"
    return None


def _check(table: TableState, version: int, kept: bytes) -> None:
    if table.status != "finished":
        raise BrokenReviewError("the game is not over")
    if not _FIRST_VERSION <= version <= VERSION:
        raise BrokenReviewError(f"it has version {version}, and this camelup knows {VERSION}")
    if version < VERSION:
        check_older_review(kept)
        return  # nobody is shown it any more, and it is replaced when somebody asks
    review, playouts = unpack_review(kept)
    _expect(playouts == review.playouts > 0, "its number of playouts stands there twice, and differs")
    _expect(review.version == 1, "its JSON has an unknown version")
    game = (table.settings.edition, list(table.names))
    _expect((review.edition, review.names) == game, "it is of another edition, or of other players")
    steps = list(replay(table.record))
    _expect(len(review.plies) == len(steps) - 1, f"it is of a game with {len(review.plies)} actions")
    _check_curve(review, steps)
    for ply, (before, step) in zip(review.plies, pairwise(steps), strict=True):
        if step.ply is not None:
            _check_ply(review, ply, before, step.ply)
    _expect(len(review.players) == len(table.names), "it is of another number of players")
    for seat, player in enumerate(review.players):
        _check_player(review, seat, player, steps)
    _check_turning_points(review, steps)


def _check_curve(review: ReviewForm, steps: Sequence[Step]) -> None:
    end = steps[-1].state
    _expect([point.ply for point in review.curve] == list(range(len(steps))), "its curve has gaps")
    for point in review.curve:
        where = f"the curve at action {point.ply}"
        _expect(len(point.wins) == len(point.errors) == end.players, f"{where} is of another number of players")
        _expect(_is_near(sum(point.wins), 1.0, end.players), f"{where}: the chances do not add up")
        _expect(all(-_ROUNDED <= wins <= 1 + _ROUNDED for wins in point.wins), f"{where}: no chance is like this")
        _expect(all(error >= 0 for error in point.errors), f"{where}: an error is negative")
    shares = [(seat in end.victors) / len(end.victors) for seat in range(end.players)]
    _expect(_are_near(review.curve[-1].wins, shares) and not any(review.curve[-1].errors), "its curve ends otherwise")


def _check_ply(review: ReviewForm, ply: ReviewedPly, before: Step, played: Ply) -> None:
    state, number = before.state, ply.ply
    where = f"action {number}"
    is_same = ply.seat == played.seat and ply.action == str(played.action) and ply.leg == state.leg
    is_same = is_same and ply.outcome == (None if played.outcome is None else str(played.outcome))
    _expect(is_same and review.plies[number - 1 : number] == [ply], f"{where} is another one in the game")
    for worths in (ply.luck, ply.unseen, ply.chosen):
        _expect(len(worths) == state.players, f"{where} is judged for another number of players")
    _expect(isinstance(played.action, Roll) or all(luck == _NOTHING for luck in ply.luck), f"{where} has luck, no die")
    for seat, (start, end) in enumerate(zip(review.curve[number - 1].wins, review.curve[number].wins, strict=True)):
        change = ply.luck[seat].wins + ply.unseen[seat].wins + ply.chosen[seat].wins
        _expect(_is_near(end - start, change, 5), f"{where}: the changes of the chances do not add up")
    _check_choices(ply, {str(action) for action in legal(state)}, where)


def _check_choices(ply: ReviewedPly, allowed: set[str], where: str) -> None:
    choices = {choice.action: choice for choice in ply.choices}
    _expect(len(choices) == len(ply.choices) and ply.action in choices, f"{where}: the choices are not complete")
    _expect(choices.keys() <= allowed, f"{where}: a choice is against the rules")
    _expect(ply.best == ply.choices[0].action, f"{where}: the best choice does not come first")
    _expect(
        all(choice.playouts > 0 and choice.error >= 0 for choice in ply.choices), f"{where}: a choice is not judged"
    )
    wins = [choice.wins for choice in ply.choices[1:]]
    _expect(all(more >= less - _ROUNDED for more, less in pairwise(wins)), f"{where}: the choices are out of order")
    best, chosen = choices[ply.best], choices[ply.action]
    if best is chosen:
        _expect(ply.lost == _NOTHING and ply.error >= 0, f"{where} was the best, and lost something")
    else:
        _expect(ply.lost.wins >= LEAST - _ROUNDED, f"{where} was not the best, and lost nothing")
        _expect(ply.lost.wins >= SURELY * ply.error - _ROUNDED >= -_ROUNDED, f"{where} lost something uncertain")
        # The loss is measured half by half (review/verdicts.py), the choices by all games: nearly the same.
        lost = best.wins - chosen.wins
        _expect(abs(lost - ply.lost.wins) <= _HALVES_DIFFER * ply.error + _ROUNDED, f"{where} lost something else")
    is_other = not {ply.best, ply.action} & set(ply.level) and len(set(ply.level)) == len(ply.level)
    _expect(is_other and choices.keys() >= set(ply.level), f"{where}: what is as good is no other choice")


def _check_player(review: ReviewForm, seat: int, player: ReviewedPlayer, steps: Sequence[Step]) -> None:
    end, where = steps[-1].state, f"player {seat}"
    money, own = end.money, [ply for ply in review.plies if ply.seat == seat]
    others = [ply for ply in review.plies if ply.seat != seat]
    place = 1 + sum(amount > money[seat] for amount in money)
    known = (player.seat, player.name, player.place, player.money, player.decisions)
    _expect(known == (seat, review.names[seat], place, money[seat], len(own)), f"{where} did otherwise in the game")
    count = len(review.plies) + 5
    result = Worth((seat in end.victors) / len(end.victors), money[seat] - sum(money) / len(money))
    parts = (player.start, player.luck, player.unseen, player.chosen, player.others)
    figures = (
        (player.result, result),
        (_sum(parts), player.result),
        (_sum(ply.luck[seat] for ply in review.plies), player.luck),
        (_sum(ply.unseen[seat] for ply in review.plies), player.unseen),
        (_sum(ply.chosen[seat] for ply in own), player.chosen),
        (_sum(ply.chosen[seat] for ply in others), player.others),
        (_sum(ply.lost for ply in own), player.lost),
    )
    _expect(all(_are_alike(one, other, count) for one, other in figures), f"{where}: the figures do not add up")
    errors = (player.luck_error, player.chosen_error, player.lost_error)
    _expect(all(error.wins >= 0 and error.coins >= 0 for error in errors), f"{where}: an error is negative")
    _expect(
        _is_near(player.lost_error.wins, sum(ply.error**2 for ply in own) ** 0.5, count), f"{where}: an error is off"
    )
    if player.accuracy is not None:
        is_accuracy = 0 <= player.accuracy.value <= 100 and player.accuracy.error >= 0  # noqa: PLR2004 - percent
        _expect(is_accuracy, f"{where}: no accuracy is like this")
    _check_costs(player, own, steps, where)
    _expect(_is_near(player.start.wins, review.curve[0].wins[seat], 1), f"{where} starts otherwise")


def _check_costs(player: ReviewedPlayer, own: Sequence[ReviewedPly], steps: Sequence[Step], where: str) -> None:
    lost: dict[CostKind, list[float]] = {}
    for ply in own:
        played = steps[ply.ply].ply
        if played is not None:
            lost.setdefault(kind_of(steps[ply.ply - 1].state, played.action), []).append(ply.lost.coins)
    _expect(
        {cost.kind: cost.decisions for cost in player.costs} == {kind: len(coins) for kind, coins in lost.items()}
        and len(player.costs) == len(lost),
        f"{where}: the costs are of other choices",
    )
    is_sum = all(_is_near(cost.coins, sum(lost[cost.kind]), cost.decisions + 1) for cost in player.costs)
    _expect(is_sum and all(cost.error >= 0 for cost in player.costs), f"{where}: the costs do not add up")


def _check_turning_points(review: ReviewForm, steps: Sequence[Step]) -> None:
    points = review.turning_points
    numbers = [point.ply for point in points]
    _expect(numbers == sorted(set(numbers)), "its turning points are out of order")
    for point in points:
        where = f"the turning point at action {point.ply}"
        _expect(1 <= point.ply <= len(review.plies), f"{where} is not in the game")
        ply, before = review.plies[point.ply - 1], steps[point.ply - 1].state
        _expect(_is_turn(point, ply), f"{where} is not what the action changed")
        _expect(parse_position(point.position) == before, f"{where} shows another position")
    sizes = {ply.ply: (ply.lost.wins, _greatest_luck(ply)) for ply in review.plies}
    for kind, least in ((0, LEAST_LOST), (1, LEAST_LUCK)):
        greatest = sorted((number for number in sizes if sizes[number][kind] > least), key=lambda at: -sizes[at][kind])
        edge = sizes[greatest[MOST_POINTS - 1]][kind] if len(greatest) >= MOST_POINTS else least
        missing = [at for at in greatest if sizes[at][kind] > edge + _ROUNDED and at not in numbers]
        _expect(not missing, "a turning point is missing")
    _expect(
        all(sizes[at][0] > LEAST_LOST - _ROUNDED or sizes[at][1] > LEAST_LUCK - _ROUNDED for at in numbers)
        and len(numbers) <= 2 * MOST_POINTS,
        "a turning point changed too little",
    )


def _is_turn(point: TurningPoint, ply: ReviewedPly) -> bool:
    """Whether a turning point says of its turn what the review says of the action."""
    luck = [worth.wins for worth in ply.luck]
    if len(point.changes) != len(luck) or not 0 <= point.seat < len(luck):
        return False
    is_right = _is_near(point.change, point.changes[point.seat], 1) and _is_near(sum(point.changes), 0, len(luck))
    is_right = is_right and (point.choice is None) == (ply.lost.wins == 0)
    if point.choice is None:
        is_right = is_right and _are_near(point.changes, luck)
    else:
        is_right = is_right and _is_near(point.choice.change, -ply.lost.wins, 1) and point.choice.best == ply.best
        is_right = is_right and _is_near(point.changes[ply.seat], luck[ply.seat] - ply.lost.wins, 3)
    if point.dice is not None:
        is_right = is_right and _is_near(point.dice.change, luck[point.seat], 1)
    return is_right


def _greatest_luck(ply: ReviewedPly) -> float:
    return max(abs(luck.wins) for luck in ply.luck)


def _expect(is_right: bool, otherwise: str) -> None:  # noqa: FBT001 - reads like an assertion
    if not is_right:
        raise BrokenReviewError(otherwise)


def _is_near(one: float, other: float, terms: int) -> bool:
    """Whether two figures are the same but for the rounding of so many terms."""
    return abs(one - other) <= _ROUNDED * terms


def _are_near(ones: Iterable[float], others: Iterable[float]) -> bool:
    return all(_is_near(one, other, 1) for one, other in zip(ones, others, strict=True))


def _are_alike(one: Worth, other: Worth, terms: int) -> bool:
    return _is_near(one.wins, other.wins, terms) and _is_near(one.coins, other.coins, terms)


def _sum(worths: Iterable[Worth]) -> Worth:
    total = _NOTHING
    for worth in worths:
        total = total.plus(worth)
    return total

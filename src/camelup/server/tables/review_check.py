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
from camelup.formats.review_types import ReviewedPlayer, ReviewedPly, ReviewForm, Worth
from camelup.review.turning import LEAST_LOST, LEAST_LUCK, MOST_POINTS
from camelup.server.tables.state import TableState
from camelup.server.thinking.reviews import VERSION, BrokenReviewError, unpack_review

_ROUNDED = 1.01e-5
"""How far two figures that should be equal may lie apart: each is rounded to five digits after the point."""
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


def _check(table: TableState, version: int, kept: bytes) -> None:
    if table.status != "finished":
        raise BrokenReviewError("the game is not over")
    if not _FIRST_VERSION <= version <= VERSION:
        raise BrokenReviewError(f"it has version {version}, and this camelup knows {VERSION}")
    review, playouts = unpack_review(kept)
    if version < VERSION:
        return  # nobody is shown it any more, and it is replaced when somebody asks
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
        _expect(ply.lost == _NOTHING and ply.error == 0, f"{where} was the best, and lost something")
    else:
        _expect(ply.lost.wins > 0 and ply.error >= 0, f"{where} was not the best, and lost nothing")
        if best.playouts == chosen.playouts:
            lost = Worth(best.wins, best.coins).minus(Worth(chosen.wins, chosen.coins))
            _expect(_are_alike(lost, ply.lost, 3), f"{where} lost something else")


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
    _expect(_is_near(player.start.wins, review.curve[0].wins[seat], 1), f"{where} starts otherwise")


def _check_turning_points(review: ReviewForm, steps: Sequence[Step]) -> None:
    points = review.turning_points
    keys = [(point.ply, point.kind) for point in points]
    _expect(keys == sorted(set(keys)), "its turning points are out of order")
    for point in points:
        where = f"the turning point at action {point.ply}"
        _expect(1 <= point.ply <= len(review.plies), f"{where} is not in the game")
        ply, before = review.plies[point.ply - 1], steps[point.ply - 1].state
        if point.kind == "choice":
            is_right = point.seat == ply.seat and _is_near(point.change, -ply.lost.wins, 1)
        else:
            changes = [luck.wins for luck in ply.luck]
            is_right = 0 <= point.seat < len(changes) and _is_near(point.change, changes[point.seat], 1)
            is_right = is_right and max(map(abs, changes)) <= abs(point.change) + _ROUNDED
        _expect(is_right, f"{where} is not what the action changed")
        _expect(parse_position(point.position) == before, f"{where} shows another position")
    for kind, least in (("choice", LEAST_LOST), ("die", LEAST_LUCK)):
        sizes = [_change(ply, kind) for ply in review.plies]
        listed = sorted(sizes[point.ply - 1] for point in points if point.kind == kind)
        surely = [change for change in sizes if change > least + _ROUNDED]
        _expect(not listed or listed[0] > least - _ROUNDED, f"a turning point, a {kind}, changed too little")
        _expect(min(len(surely), MOST_POINTS) <= len(listed) <= MOST_POINTS, f"turning points, {kind}s, are missing")
        greater = sum(change > listed[0] + _ROUNDED for change in surely) if listed else 0
        _expect(greater < max(1, len(listed)), f"a greater turning point, a {kind}, is missing")


def _change(ply: ReviewedPly, kind: str) -> float:
    return ply.lost.wins if kind == "choice" else max(abs(luck.wins) for luck in ply.luck)


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

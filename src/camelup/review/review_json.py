"""A review as JSON; docs/review.md explains it."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from camelup.formats.notation import position_text
from camelup.formats.review_types import (
    CurvePoint,
    ReviewedChoice,
    ReviewedPlayer,
    ReviewedPly,
    ReviewForm,
    TurningPoint,
)
from camelup.formats.review_types import Worth as WorthForm
from camelup.review.results import PlyReview, Review, Worth
from camelup.review.turning import turning_points

VERSION = 1
_DIGITS = 5


def review_to_json(review: Review) -> dict[str, Any]:
    """Return a review as a tree of dicts, lists, texts and numbers."""
    return asdict(_describe(review))


def _describe(review: Review) -> ReviewForm:
    return ReviewForm(
        type="review",
        version=VERSION,
        edition=review.record.start.edition.number,
        names=list(review.names),
        playouts=review.playouts,
        players=[
            ReviewedPlayer(
                seat=player.seat,
                name=player.name,
                place=player.place,
                money=player.money,
                decisions=player.decisions,
                start=_worth(player.start),
                luck=_worth(player.luck),
                unseen=_worth(player.unseen),
                chosen=_worth(player.chosen),
                others=_worth(player.others),
                result=_worth(player.result),
                lost=_worth(player.lost),
            )
            for player in review.players
        ],
        curve=[
            CurvePoint(number, [_short(worth.wins) for worth in worths], [_short(error) for error in errors])
            for number, worths, errors in [
                (0, review.start, review.start_errors),
                *((ply.number, ply.after, ply.errors) for ply in review.plies),
            ]
        ],
        plies=[_describe_ply(review, ply) for ply in review.plies],
        turning_points=[
            TurningPoint(
                ply=point.ply,
                kind=point.kind,
                seat=point.seat,
                change=_short(point.change),
                text=point.text,
                position=position_text(review.steps[point.ply - 1].state),
            )
            for point in turning_points(review)
        ],
    )


def _describe_ply(review: Review, ply: PlyReview) -> ReviewedPly:
    played = review.steps[ply.number].ply
    assert played is not None, "only the start of a game has no action"  # noqa: S101 - narrows the type
    return ReviewedPly(
        ply=ply.number,
        leg=ply.leg,
        seat=played.seat,
        action=str(played.action),
        outcome=None if played.outcome is None else str(played.outcome),
        luck=_worths(ply.luck),
        unseen=_worths(ply.unseen),
        chosen=_worths(ply.chosen),
        best=str(ply.best),
        lost=_worth(ply.lost),
        error=_short(ply.lost_error),
        choices=[
            ReviewedChoice(
                action=str(choice.action),
                wins=_short(choice.worth.wins),
                coins=_short(choice.worth.coins),
                error=_short(choice.error),
                playouts=choice.playouts,
            )
            for choice in ply.choices
        ],
    )


def _worths(worths: Iterable[Worth]) -> list[WorthForm]:
    return [_worth(worth) for worth in worths]


def _worth(worth: Worth) -> WorthForm:
    return WorthForm(_short(worth.wins), _short(worth.coins))


def _short(value: float) -> float:
    return round(value, _DIGITS) + 0.0

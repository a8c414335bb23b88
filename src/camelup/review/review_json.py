"""A review as JSON; docs/review.md explains it."""

from dataclasses import asdict
from typing import Any

from camelup.formats.review_types import CurvePoint, ReviewedChoice, ReviewedPly, ReviewForm
from camelup.review.results import PlyReview, Review
from camelup.review.turning import turning_points

VERSION = 1
_DIGITS = 5


def review_to_json(review: Review) -> dict[str, Any]:
    """Return a review as a tree of dicts, lists, texts and numbers."""
    return {name: _shorten(value) for name, value in asdict(_describe(review)).items()}


def _describe(review: Review) -> ReviewForm:
    return ReviewForm(
        type="review",
        version=VERSION,
        edition=review.record.start.edition.number,
        names=list(review.names),
        playouts=review.playouts,
        players=list(review.players),
        curve=[
            CurvePoint(number, [worth.wins for worth in worths], list(errors))
            for number, worths, errors in [
                (0, review.start, review.start_errors),
                *((ply.number, ply.after, ply.errors) for ply in review.plies),
            ]
        ],
        plies=[_describe_ply(review, ply) for ply in review.plies],
        turning_points=list(turning_points(review)),
    )


def _describe_ply(review: Review, ply: PlyReview) -> ReviewedPly:
    played = review.played(ply.number)
    return ReviewedPly(
        ply=ply.number,
        leg=ply.leg,
        seat=played.seat,
        action=str(played.action),
        outcome=None if played.outcome is None else str(played.outcome),
        luck=list(ply.luck),
        unseen=list(ply.unseen),
        chosen=list(ply.chosen),
        best=str(ply.best),
        lost=ply.lost,
        error=ply.lost_error.wins,
        choices=[
            ReviewedChoice(str(action), worth.wins, worth.coins, error, playouts)
            for action, worth, error, playouts in ply.choices
        ],
        level=[str(action) for action in ply.level],
    )


def _shorten(value: Any) -> Any:  # noqa: ANN401 - JSON
    """Round every number with digits after the point; more of them would only be noise."""
    if isinstance(value, float):
        return round(value, _DIGITS) + 0.0  # not -0.0
    if isinstance(value, dict):
        return {name: _shorten(part) for name, part in value.items()}
    return [_shorten(part) for part in value] if isinstance(value, list) else value

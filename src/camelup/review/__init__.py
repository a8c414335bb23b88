"""Finished games reviewed: winning chances after every action, the luck of every die, the cost of every choice.

NumPy and Numba are imported when a review is first computed; docs/review.md explains the figures.
"""

from typing import TYPE_CHECKING

from camelup.formats.review_types import ReviewedPlayer, TurningPoint, Worth
from camelup.lazy import lazy_names
from camelup.review.results import Choice, PlyReview, Review
from camelup.review.turning import turning_points

if TYPE_CHECKING:
    from camelup.review.reviewer import Piece, refine_review, review_game, review_in_pieces
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        dict.fromkeys(("Piece", "refine_review", "review_game", "review_in_pieces"), "reviewer"),
        "Reviews",
        "odds",
    )

__all__ = [
    "Choice",
    "Piece",
    "PlyReview",
    "Review",
    "ReviewedPlayer",
    "TurningPoint",
    "Worth",
    "refine_review",
    "review_game",
    "review_in_pieces",
    "turning_points",
]

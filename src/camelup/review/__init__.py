"""Finished games reviewed: winning chances after every action, the luck of every die, what every choice has lost.

Importing this package imports NumPy and Numba; docs/review.md explains what is told.
"""

from camelup.review.results import Choice, PlayerReview, PlyReview, Review, Worth
from camelup.review.reviewer import Piece, refine_review, review_game, review_in_pieces
from camelup.review.turning import TurningPoint, turning_points

__all__ = [
    "Choice",
    "Piece",
    "PlayerReview",
    "PlyReview",
    "Review",
    "TurningPoint",
    "Worth",
    "refine_review",
    "review_game",
    "review_in_pieces",
    "turning_points",
]

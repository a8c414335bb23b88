"""How far a review is; formats/review_types.py has the review itself."""

import msgspec

from camelup.formats.review_types import ReviewForm


class ReviewAnswer(msgspec.Struct, frozen=True):
    """How far a review is, and what it says so far."""

    id: str
    """The code of its table; of a record that was brought along, what it is asked for by."""
    progress: float
    """How much of the work is done, from 0 to 1."""
    is_done: bool
    playouts: int
    """Of the best review that there is, 0 if there is none yet."""
    review: ReviewForm | None
    """Null, too, if the one who asks has it already."""

"""What is kept of a review: the best and the worst decision of a seat are what their names say."""

import pytest

from camelup.formats.review_types import ReviewedChoice, ReviewedPly, Worth
from camelup.server.thinking.figures import _find_lead


def chosen(best: float, following: float, error: float = 0.002) -> ReviewedPly:
    """A roll that a review calls best, with what it and the next action are worth."""
    nothing = Worth(0.0, 0.0)
    worths = {"roll": best, "ticket b": following}
    choices = [ReviewedChoice(action, wins, 0.0, error, 256) for action, wins in worths.items()]
    return ReviewedPly(7, 2, 0, "roll", "b2", [nothing], [nothing], [nothing], "roll", nothing, error, choices, [])


@pytest.mark.parametrize(
    ("best", "following", "change"),
    [(0.4, 0.3, 0.1), (0.3, 0.32, None), (0.3, 0.297, None), (0.3, 0.3, None)],
    ids=["clearly ahead", "behind by the last playouts", "too little", "level"],
)
def test_a_best_decision_is_clearly_ahead(best: float, following: float, change: float | None) -> None:
    lead = _find_lead(chosen(best, following))
    assert (lead and lead.change) == (change and pytest.approx(change))

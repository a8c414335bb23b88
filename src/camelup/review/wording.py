"""Sentences and figures of a review, for the terminal and the page."""

from camelup.formats.review_types import Cost, Estimate, ReviewedPlayer
from camelup.review.results import Review
from camelup.review.rounding import add_up

PARTS = ("start", "luck", "unseen", "chosen", "others")
"""What a result is made of, in the order in which it is added up."""
LEGEND = (
    "In pounds, compared with the average of the table. Start, dice, hidden, own and others' choices add up to the "
    "result. Dice: how much luckier than average. Hidden: cards that the player could not see, and what only a longer "
    "analysis shows. Choices: compared with those of a simulated player in the same seat, by what the seat knew. Lost: "
    "compared with the best action each time, where one was clearly better. Accuracy: 100 is the best action every "
    "time. Figures after \u00b1 are standard errors."
)
_KINDS = {
    "early_ticket": "first tickets",
    "late_ticket": "later tickets",
    "winner": "bets on the winner",
    "loser": "bets on the loser",
    "tile": "tiles",
    "partner": "partners",
    "roll": "rolls",
}


def about(review: Review) -> str:
    """Say which game was reviewed, and how precisely."""
    plies = review.plies
    legs = plies[-1].leg if plies else review.record.start.leg
    errors = [error for ply in plies for error in ply.errors]
    error = sum(errors) / len(errors) if errors else 0.0
    return (
        f"{review.record.start.edition.title}: {len(plies)} actions, {legs} legs. Winning chances come from simulated "
        f"games and are accurate to about {error:.1%}."
    )


def money_parts(player: ReviewedPlayer) -> tuple[list[float], float]:
    """Return the parts of a player's result and the result in pounds, rounded so that they add up as shown."""
    return add_up([getattr(player, part).coins for part in PARTS], player.result.coins)


def signed(amount: float) -> str:
    """Write pounds with their sign.

    >>> signed(2.04), signed(-0.04)
    ('+2.0', '0.0')
    """
    rounded = round(amount, 1) + 0.0
    return f"{rounded:+.1f}" if rounded else "0.0"


def with_error(written: str, error: float) -> str:
    """Add the standard error to a figure."""
    return f"{written}\u00b1{error:.1f}"


def write_accuracy(accuracy: Estimate | None) -> str:
    """Write an accuracy with its error; a dash if there was nothing to decide."""
    return "-" if accuracy is None else f"{accuracy.value:.0f}\u00b1{accuracy.error:.0f}"


def write_cost(costs: list[Cost]) -> str:
    """Say which kind of choice cost most; nothing if none did."""
    most = max(costs, key=lambda cost: cost.coins, default=None)
    if most is None or round(most.coins, 1) <= 0:
        return ""
    return f"{_KINDS[most.kind]}, {most.coins:.1f} in {most.decisions}"

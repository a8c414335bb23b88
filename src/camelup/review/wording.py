"""Sentences about a review, for the terminal and the page."""

from camelup.review.results import Review

LEGEND = (
    "Start, dice, hidden, own and others' choices add up to the result. Dice: luckier or unluckier than average. "
    "Hidden: cards that the player could not see, and what only a longer analysis shows. Choices: compared with those "
    "of an imagined player in the same seat, by what the seat knew. Lost: compared with the best action each time, "
    "where one was clearly better."
)


def about(review: Review) -> str:
    """Say which game was reviewed, and how precisely."""
    plies = review.plies
    legs = plies[-1].leg if plies else review.record.start.leg
    errors = [error for ply in plies for error in ply.errors]
    error = sum(errors) / len(errors) if errors else 0.0
    return (
        f"{review.record.start.edition.title}: {len(plies)} actions, {legs} legs. Each position was judged by "
        f"{review.playouts} imagined games, so chances are accurate to about {error:.1%}."
    )

"""Sentences about a review that text and page share."""

from camelup.review.results import Review

LEGEND = (
    "Start with dice, hidden, own and others' choices is the result. Dice: how much luckier they fell than their mean. "
    "Hidden: cards that who chose could not see, and what only a longer look shows. Choices: against those of an "
    "imagined player in the same place, by what the seat knew. Lost: against the best action each time, where one was "
    "surely better."
)


def about(review: Review) -> str:
    """Say which game it was, and how exactly it has been judged."""
    plies = review.plies
    legs = plies[-1].leg if plies else review.record.start.leg
    errors = [error for ply in plies for error in ply.errors]
    error = sum(errors) / len(errors) if errors else 0.0
    return (
        f"{review.record.start.edition.title}: {len(plies)} actions, {legs} legs. Each position was judged by "
        f"{review.playouts} imagined games, so chances are off by {error:.1%} or so."
    )

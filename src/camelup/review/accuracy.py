"""Accuracy: how well somebody chose in a game, as one number from 0 to 100."""

from collections.abc import Sequence
from math import exp

from camelup.formats.review_types import Estimate

_SCALE = 0.1
"""The mean loss, as a share of the victory, that takes accuracy from 100 to 100 / e."""


def accuracy(losses: Sequence[Estimate]) -> Estimate | None:
    """Turn what each decision lost in winning chance into one number; None if there was nothing to decide.

    The losses are right on average, some below zero by chance, so their mean is taken first and mapped then. The error
    is that of the mean over the decisions: how much a player's losses differ from decision to decision, and how exactly
    they are known.

    >>> found = accuracy([Estimate(0.02, 0.001), Estimate(0.0, 0.0)])
    >>> round(found.value, 1), round(found.error, 1)
    (90.5, 9.0)
    """
    count = len(losses)
    if count == 0:
        return None
    mean = sum(loss.value for loss in losses) / count
    known = sum(loss.error**2 for loss in losses) / count**2
    spread = sum((loss.value - mean) ** 2 for loss in losses) / (count * max(1, count - 1))
    value = 100 * exp(-max(0.0, mean) / _SCALE)
    return Estimate(value, value / _SCALE * max(known, spread) ** 0.5)

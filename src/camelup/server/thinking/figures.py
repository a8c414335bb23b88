"""What a review says about each seat in a few numbers, kept apart from it: lists and charts of many games need these.

They name nobody: whose seat it was says the index of the store (store/people.py).
"""

from math import hypot

import msgspec

from camelup.formats.review_types import Cost, Estimate, ReviewedPlayer, ReviewedPly, ReviewForm
from camelup.review.thresholds import LEAST, SURELY
from camelup.server.store.people import KeptFigures

FIGURES_VERSION = 1
"""Goes up when figures of before should not be shown beside newer ones."""


class Moment(msgspec.Struct, frozen=True):
    """A choice that stood out: what was chosen, and what it was compared with."""

    ply: int
    leg: int
    action: str
    best: str
    change: float
    error: float
    choices: int


class SeatFigures(msgspec.Struct, frozen=True):
    """The game of one seat."""

    accuracy: Estimate | None
    luck: Estimate
    """What the dice brought, in pounds."""
    result: float
    """The money at the end, from the mean of the table."""
    costs: list[Cost]
    best: Moment | None
    worst: Moment | None


class Figures(msgspec.Struct, frozen=True):
    """A game."""

    seats: list[SeatFigures]


_decoder = msgspec.json.Decoder(Figures)


def make_figures(review: ReviewForm) -> KeptFigures:
    """Make the figures of a review, as they are kept."""
    figures = Figures([_seat_figures(review, player) for player in review.players])
    return KeptFigures(FIGURES_VERSION, msgspec.json.encode(figures).decode())


def read_figures(kept: KeptFigures | None) -> Figures | None:
    """Read kept figures; None if there are none of this version, or they are damaged."""
    if kept is None or kept.version != FIGURES_VERSION:
        return None
    try:
        return _decoder.decode(kept.figures)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _seat_figures(review: ReviewForm, player: ReviewedPlayer) -> SeatFigures:
    own = [ply for ply in review.plies if ply.seat == player.seat]
    leads = [lead for ply in own if (lead := _find_lead(ply)) is not None]
    losses = [_describe(ply, ply.best, -ply.lost.wins, ply.error) for ply in own if ply.lost.wins > 0]
    return SeatFigures(
        player.accuracy,
        Estimate(player.luck.coins, player.luck_error.coins),
        player.result.coins,
        player.costs,
        max(leads, key=lambda moment: moment.change, default=None),
        min((loss for loss in losses if _is_clear(loss)), key=lambda moment: moment.change, default=None),
    )


def _find_lead(ply: ReviewedPly) -> Moment | None:
    """Give by how much the best action, if it was chosen, is ahead of the next one, which may look better by chance."""
    if ply.action != ply.best or len(ply.choices) == 1:
        return None
    best, following = ply.choices[:2]
    lead = _describe(ply, following.action, best.wins - following.wins, hypot(best.error, following.error))
    return lead if lead.change > 0 and _is_clear(lead) else None


def _is_clear(moment: Moment) -> bool:
    return abs(moment.change) >= max(LEAST, SURELY * moment.error)


def _describe(ply: ReviewedPly, best: str, change: float, error: float) -> Moment:
    return Moment(ply.ply, ply.leg, ply.action, best, round(change, 5), round(error, 5), len(ply.choices))

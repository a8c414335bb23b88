"""A review as JSON, as docs/review.md tells it."""

from typing import Any

from camelup.formats.notation import position_text
from camelup.review.results import PlyReview, Review, Worth, Worths
from camelup.review.turning import turning_points

VERSION = 1
_DIGITS = 5


def review_to_json(review: Review) -> dict[str, Any]:
    """Give a review as a tree of dicts, lists, texts and numbers."""
    return {
        "version": VERSION,
        "type": "review",
        "edition": review.record.start.edition.number,
        "names": list(review.names),
        "playouts": review.playouts,
        "players": [
            {
                "seat": player.seat,
                "name": player.name,
                "place": player.place,
                "money": player.money,
                "decisions": player.decisions,
                "start": _worth(player.start),
                "luck": _worth(player.luck),
                "unseen": _worth(player.unseen),
                "chosen": _worth(player.chosen),
                "others": _worth(player.others),
                "result": _worth(player.result),
                "lost": _worth(player.lost),
            }
            for player in review.players
        ],
        "curve": [
            {
                "ply": number,
                "wins": [_short(worth.wins) for worth in worths],
                "errors": [_short(error) for error in errors],
            }
            for number, worths, errors in [
                (0, review.start, review.start_errors),
                *((ply.number, ply.after, ply.errors) for ply in review.plies),
            ]
        ],
        "plies": [_ply(review, ply) for ply in review.plies],
        "turning_points": [
            {
                "ply": point.ply,
                "kind": point.kind,
                "seat": point.seat,
                "change": _short(point.change),
                "text": point.text,
                "position": position_text(review.steps[point.ply - 1].state),
            }
            for point in turning_points(review)
        ],
    }


def _ply(review: Review, ply: PlyReview) -> dict[str, Any]:
    played = review.steps[ply.number].ply
    return {
        "ply": ply.number,
        "leg": ply.leg,
        "seat": None if played is None else played.seat,
        "action": "" if played is None else str(played.action),
        "outcome": None if played is None or played.outcome is None else str(played.outcome),
        "luck": _worths(ply.luck),
        "unseen": _worths(ply.unseen),
        "chosen": _worths(ply.chosen),
        "best": str(ply.best),
        "lost": _worth(ply.lost),
        "error": _short(ply.lost_error),
        "choices": [
            {
                "action": str(choice.action),
                **_worth(choice.worth),
                "error": _short(choice.error),
                "playouts": choice.playouts,
            }
            for choice in ply.choices
        ],
    }


def _worths(worths: Worths) -> list[dict[str, float]]:
    return [_worth(worth) for worth in worths]


def _worth(worth: Worth) -> dict[str, float]:
    return {"wins": _short(worth.wins), "coins": _short(worth.coins)}


def _short(value: float) -> float:
    return round(value, _DIGITS) + 0.0

"""A review as a page of text: a table of the players, and the turning points."""

from collections.abc import Iterator
from textwrap import wrap

from camelup.formats.ansi import fit
from camelup.review import Review, ReviewedPlayer, turning_points
from camelup.review.wording import LEGEND, about
from camelup.terminal.text import printable

_WIDE = 79
_NAME = 13
_HEAD = f" {'player':{_NAME}} place  money start   dice  hidden    own  others   result   lost"


def review_lines(review: Review) -> list[str]:
    """Write the page."""
    lines = [*_paragraph(about(review)), "", _HEAD]
    lines += [_player(player) for player in sorted(review.players, key=lambda player: player.place)]
    lines += ["", *_paragraph(LEGEND), "", " Turning points"]
    lines += list(_turning_points(review)) or [" Nothing stands out in this race."]
    return lines


def _player(player: ReviewedPlayer) -> str:
    name = fit(printable(player.name), _NAME)
    changes = (
        f"{player.luck.wins:+6.0%} {player.unseen.wins:+7.0%} {player.chosen.wins:+6.0%} {player.others.wins:+7.0%}"
    )
    result = f"{player.result.wins:8.0%} {player.lost.wins:6.0%}"
    return f" {name} {player.place:>5} {player.money:>4} {player.start.wins:7.0%} {changes} {result}"


def _turning_points(review: Review) -> Iterator[str]:
    for place, point in enumerate(turning_points(review), 1):
        leg = review.plies[point.ply - 1].leg
        head = f" {place}  Leg {leg}, action {point.ply}. "
        yield from wrap(
            head + printable(point.text), _WIDE, initial_indent="", subsequent_indent="    ", drop_whitespace=True
        )


def _paragraph(text: str) -> list[str]:
    return wrap(text, _WIDE, initial_indent=" ", subsequent_indent=" ")

"""A review as a page of text: a table of the players, and the turning points."""

from collections.abc import Iterator
from textwrap import wrap

from camelup.formats.ansi import fit
from camelup.review import Review, ReviewedPlayer, turning_points
from camelup.review.wording import LEGEND, about, money_parts, signed, with_error, write_accuracy, write_cost
from camelup.terminal.text import printable

_WIDE = 79
_NAME = 12
_SUMS = f" {'player':{_NAME}} place money  start      dice  hidden       own  others  result"
_CHOICES = f" {'player':{_NAME}} accuracy      lost  most of it by"


def review_lines(review: Review) -> list[str]:
    """Write the page."""
    players = sorted(review.players, key=lambda player: player.place)
    lines = [*_paragraph(about(review)), "", _SUMS, *map(_sum, players), "", _CHOICES, *map(_choices, players)]
    lines += ["", *_paragraph(LEGEND), "", " Turning points"]
    lines += list(_turning_points(review)) or [" Nothing stands out in this race."]
    return lines


def _name(player: ReviewedPlayer) -> str:
    return fit(printable(player.name), _NAME)


def _sum(player: ReviewedPlayer) -> str:
    """Write what a result is made of, as figures that add up."""
    parts, result = money_parts(player)
    start, dice, hidden, own, others = map(signed, parts)
    dice, own = with_error(dice, player.luck_error.coins), with_error(own, player.chosen_error.coins)
    sums = f"{start:>6} {dice:>9} {hidden:>7} {own:>9} {others:>7} {signed(result):>7}"
    return f" {_name(player)} {player.place:>5} {player.money:>5} {sums}"


def _choices(player: ReviewedPlayer) -> str:
    lost = with_error(f"{player.lost.coins:.1f}", player.lost_error.coins)
    return f" {_name(player)} {write_accuracy(player.accuracy):>8} {lost:>9}  {write_cost(player.costs)}".rstrip()


def _turning_points(review: Review) -> Iterator[str]:
    for place, point in enumerate(turning_points(review), 1):
        leg = review.plies[point.ply - 1].leg
        head = f" {place}  Leg {leg}, action {point.ply}. "
        yield from wrap(
            head + printable(point.text), _WIDE, initial_indent="", subsequent_indent="    ", drop_whitespace=True
        )


def _paragraph(text: str) -> list[str]:
    return wrap(text, _WIDE, initial_indent=" ", subsequent_indent=" ")

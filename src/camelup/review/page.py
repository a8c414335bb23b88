"""A review as one page that needs nothing else: the curve, the players, and the board at every step."""

import json
import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

from camelup.core.actions import SEATS
from camelup.core.edition import Edition
from camelup.core.state import State
from camelup.drawing import art
from camelup.drawing.board import draw_board
from camelup.drawing.position import describe_position
from camelup.drawing.seats import draw_seats
from camelup.drawing.shapes import PREFIX, seal_colour
from camelup.drawing.sheet import LEFT as MARGIN
from camelup.drawing.sheet import PAPER, WIDTH, box, escape, number
from camelup.formats.review_types import ReviewedPlayer, TurningPoint
from camelup.formats.sentences import describe_events, name_action
from camelup.review.curve import LEFT, SHEET, draw_curve
from camelup.review.curve import WIDTH as CURVE_WIDTH
from camelup.review.results import PlyReview, Review
from camelup.review.turning import describe_cost, turning_points
from camelup.review.wording import LEGEND, PARTS, about, money_parts, signed, with_error, write_accuracy

_CHOICES = 6
_HEADS = ("start", "dice", "hidden", "own choices", "others' choices", "result", "lost", "accuracy")
_ELEMENT = re.compile("<[^<]*")


def review_page(review: Review) -> str:
    """Write the page; nothing on it comes from elsewhere."""
    points = turning_points(review)
    boards = _Boards()
    steps = [_step(review, at, boards) for at in range(len(review.steps))]
    data = {
        "names": [f"{SEATS[seat]} {name}" for seat, name in enumerate(review.names)],
        "left": LEFT,
        "width": CURVE_WIDTH,
        "sheet": SHEET,
        "parts": boards.parts,
        "steps": steps,
    }
    filled = {
        "title": escape(f"Review of a race: {', '.join(review.names)}"),
        "about": escape(about(review)),
        "curve": draw_curve(review, points),
        "players": _players(review),
        "legend": escape(LEGEND),
        "last": str(len(review.plies)),
        "board": "".join(boards.parts[part] for part in steps[-1]["board"]),
        "turns": _turns(points),
        # A tag within the data would end it.
        "data": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: filled[found[1]], _template())


@lru_cache(maxsize=1)
def _template() -> str:
    return files("camelup.review").joinpath("page.html").read_text("utf-8")


class _Boards:
    """Boards as lists of the elements that they are made of: most elements are on many boards."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._places: dict[str, int] = {}

    def add(self, state: State) -> list[int]:
        return [self._place(part) for part in (_definitions(state.edition), *_ELEMENT.findall(_picture(state)))]

    def _place(self, part: str) -> int:
        if part not in self._places:
            self._places[part] = len(self.parts)
            self.parts.append(part)
        return self._places[part]


@lru_cache(maxsize=2)
def _definitions(edition: Edition) -> str:
    hidden = 'width="0" height="0" style="position:absolute" aria-hidden="true"'
    return f"<svg {hidden}>{art.defs(edition)}</svg>".replace(PREFIX, "review")


def _picture(state: State) -> str:
    board = draw_board(state)
    seats = draw_seats(state, board.bottom)
    height = number(seats.bottom + MARGIN)
    sheet = box(0, 0, WIDTH, seats.bottom + MARGIN, f'rx="18" fill="{PAPER}"')
    label = escape(describe_position(state))
    frame = f'<svg viewBox="0 0 {WIDTH} {height}" role="img" font-family="system-ui, sans-serif" aria-label="{label}">'
    return f"{frame}{sheet}{board.markup}{seats.markup}</svg>".replace(PREFIX, "review")


def _step(review: Review, at: int, boards: _Boards) -> dict[str, Any]:
    step = review.steps[at]
    worths = review.plies[at - 1].after if at else review.start
    form: dict[str, Any] = {
        "head": "The start",
        "told": [],
        "wins": [_short(worth.wins) for worth in worths],
        "board": boards.add(step.state),
    }
    if step.ply is None:
        return form
    before, ply = review.steps[at - 1].state, review.plies[at - 1]
    told = describe_events(step.events, before.edition, review.names, money_before=before.money, stacks=before.stacks)
    form["head"] = f"Action {at} of {len(review.plies)}, leg {ply.leg}"
    form["told"] = [sentence for sentences in told for sentence in sentences]
    if ply.lost.wins:
        form["told"].append(describe_cost(review, ply))
    if step.ply.outcome is not None:
        form["luck"] = [_short(worth.wins) for worth in ply.luck]
    form["choices"] = _choices(review, ply)
    return form


def _choices(review: Review, ply: PlyReview) -> list[tuple[str, float, float, str]]:
    """List what might have been done: its name, its wins with their error, and how its row looks."""
    played = review.steps[ply.number].ply
    mark = "as good as any" if ply.level else "best"
    listed = []
    for place, choice in enumerate(ply.choices):
        is_chosen = played is not None and choice.action == played.action
        marks = [mark] * (place == 0 or choice.action in ply.level) + ["chosen"] * is_chosen
        if place < _CHOICES or is_chosen:
            name = name_action(choice.action, review.record.start.edition, review.names)
            told = f"{name} ({', '.join(marks)})" if marks else name
            look = " ".join(["best"] * (place == 0) + ["chosen"] * is_chosen)
            listed.append((told, _short(choice.worth.wins), _short(choice.error), look))
    return listed


def _players(review: Review) -> str:
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in ("player", "place", "money", *_HEADS))
    rows = []
    for player in sorted(review.players, key=lambda player: player.place):
        seal = f'<span class="seal" style="background:{seal_colour(player.seat)}">{SEATS[player.seat]}</span>'
        named = f"<td>{seal}{escape(player.name)}</td><td>{player.place}</td><td>{player.money}</td>"
        rows.append(f"<tr>{named}{_cells(player)}</tr>")
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _cells(player: ReviewedPlayer) -> str:
    """Write what a result is made of, as figures that add up, then what was lost and the accuracy."""
    parts, result = money_parts(player)
    errors = {"luck": player.luck_error.coins, "chosen": player.chosen_error.coins}
    cells = []
    for name, part in zip(PARTS, parts, strict=True):
        look = "" if name == "start" else f' class="{"up" if part > 0 else "down"}"'
        written = with_error(signed(part), errors[name]) if name in errors else signed(part)
        cells.append(f"<td{look}>{written}</td>")
    lost = with_error(f"{player.lost.coins:.1f}", player.lost_error.coins)
    cells += [f"<td>{figure}</td>" for figure in (signed(result), lost, write_accuracy(player.accuracy))]
    return "".join(cells)


def _turns(points: tuple[TurningPoint, ...]) -> str:
    if not points:
        return "<p>Nothing stands out in this race.</p>"
    rows = "".join(
        f'<li><button data-ply="{point.ply}"><b>{place}</b><span>{escape(point.text)}</span></button></li>'
        for place, point in enumerate(points, 1)
    )
    return f'<ol class="turns">{rows}</ol>'


def _short(value: float) -> float:
    return round(value, 4) + 0.0

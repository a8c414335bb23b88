"""Turning points in words, and the page that shows them."""

import json
import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from camelup.core.actions import Roll
from camelup.players import Budget
from camelup.review import Review, Worth, review_game, turning_points
from camelup.review.page import review_page
from camelup.review.turning import describe_choice, describe_luck
from tests.review.games import played, told
from tests.review.test_review import LAST_DIE

QUICK = Budget(playouts=8)
AT_THE_LINE = "edition 2 | track 3:p 5:r 8:gy 9:W 13:b 14:K | money 3 3"
NEAR = "edition 2 | track 5:r 6:p 8:gyb 13:K 15:W | money 3 3"


def choice(number: int, *plies: str, start: str = NEAR) -> str:
    """What is said of an action, as far as it depends on the game alone."""
    review = review_game(told(start, *plies), QUICK)
    return describe_choice(review, review.plies[number]).partition(" Cost ")[0]


def test_what_came_of_choices() -> None:
    assert choice(0, "tile 7-", "roll : r2") == "Mei placed a booing tile on 7. The tile put red under purple."
    assert (
        choice(0, "tile 7+", "roll : r2")
        == "Mei placed a cheering tile on 7. The tile sent red forward to 8, onto blue."
    )
    assert choice(0, "tile 12-", "roll : K1") == "Mei placed a booing tile on 12. The tile sent black back to 13."
    assert choice(0, "tile 12+", "roll : K1") == "Mei placed a cheering tile on 12. The tile sent black forward to 11."
    assert choice(0, "tile 4+", "roll : r2") == "Mei placed a cheering tile on 4. No camel landed on it."
    assert choice(1, "roll : r1", "roll : K2") == "Bo rolled black 2."
    over = choice(0, "tile 16+", "roll : b3", start=AT_THE_LINE)
    assert over == "Mei placed a cheering tile on 16. The tile sent blue across the finish line."
    leg = ("ticket b", "ticket r", "roll : r1", "roll : p1", "roll : g1", "roll : y1", "roll : K1")
    assert choice(0, *leg) == "Mei took blue 5. It paid 5 pounds."
    assert choice(1, *leg) == "Bo took red 5. It lost 1 pound."
    assert choice(0, "tile 2-", "roll : y2", start=LAST_DIE) == "Mei placed a mirage on 2. No camel landed on it."
    assert choice(0, "winner y", "roll : y2", start=LAST_DIE) == "Mei bet yellow to win. It paid 8 pounds."
    assert choice(0, "loser y", "roll : y2", start=LAST_DIE) == "Mei bet yellow to lose. It lost 1 pound."


def test_a_lost_race_in_a_sentence() -> None:
    review = review_game(told(LAST_DIE, "tile 2-", "roll : y2"), Budget(playouts=16))
    (point,) = (point for point in turning_points(review) if point.kind == "choice")
    assert (point.ply, point.seat) == (1, 0)
    assert point.change == -review.plies[0].lost.wins == point.changes[0] == -point.changes[1]
    assert point.choice is not None
    assert (point.choice.change, point.choice.best, point.dice) == (point.change, "roll", None)
    assert point.choice.error == review.plies[0].lost_error.wins
    assert re.fullmatch(
        r"Mei placed a mirage on 2\. No camel landed on it\. Cost \d+ points\. Best: roll or take yellow\.", point.text
    )


def test_a_die_in_sentences() -> None:
    review = review_game(told(NEAR, "roll : r1"), QUICK)
    text = describe_luck(review, review.plies[0])
    assert text.startswith("Mei rolled red 1. Red moved to 6, onto purple. Dice luck in points: ")


def test_a_turn_is_one_turning_point() -> None:
    """Who has the ticket on yellow rolls at the wrong moment, and with luck: choice and die are told together."""
    start = "edition 1 | track 3:b 4:g 5:o 15:w 16:y | dice wy | tickets w5 y5 | pyramid 2 1 | money 5 5"
    review = review_game(told(start, "roll : w3"), QUICK)
    first = review.plies[0]
    lost = replace(first, lost=Worth(0.1, 1.0), lost_error=Worth(0.01, 0.1), cost=(-0.1, 0.1), level=(Roll(),))
    (point, *_) = turning_points(replace(review, plies=(lost, *review.plies[1:])))
    assert (point.ply, point.kind) == (1, "die")
    assert point.choice is not None
    assert point.dice is not None
    assert (
        point.change == point.changes[point.seat] == pytest.approx(first.luck[point.seat].wins + lost.cost[point.seat])
    )
    assert (point.choice.change, point.choice.error) == (-0.1, 0.01)
    assert point.dice.change == first.luck[point.seat].wins
    assert point.text.count("Mei rolled white 3.") == 1
    assert re.search(r" Cost 10 points\. Best: .* or roll\. Dice luck in points: \+", point.text)


def test_turning_points_are_few_and_in_order() -> None:
    review = review_game(played("novice", 3, 1, 3), Budget(playouts=64))
    points = turning_points(review)
    assert 4 <= len(points) <= 8
    numbers = [point.ply for point in points]
    assert numbers == sorted(set(numbers)), "a turn is listed once"
    most = max(review.plies, key=lambda ply: ply.lost.wins)
    assert most.number in numbers
    for point in points:
        assert sum(point.changes) == pytest.approx(0, abs=1e-4)


@pytest.fixture(scope="module")
def reviewed() -> Review:
    record = played("novice", 3, 2, 6)
    names = ("<b>Ann</b>", 'Bo "&" Co', "</script>", "Dan", "Eva", "Finn")
    return review_game(type(record)(names, record.start, record.plies, record.result), QUICK)


def test_the_page_needs_nothing_else_and_trusts_no_name(reviewed: Review) -> None:
    page = review_page(reviewed)
    assert len(page) < 900_000
    assert "{{" not in page
    assert not re.search(r"https?:|url\((?!#)|@import|<link|<img|src=", page)
    assert "<b>Ann" not in page
    assert page.count("</script>") == 2
    assert page.count("<button data-ply=") == len(turning_points(reviewed))


def test_the_page_has_a_board_for_every_step(reviewed: Review) -> None:
    page = review_page(reviewed)
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data = json.loads(found[1])
    assert len(data["steps"]) == len(reviewed.steps)
    for step, told_step in zip(reviewed.steps, data["steps"], strict=True):
        board = ET.fromstring(f"<g>{''.join(data['parts'][part] for part in told_step['board'])}</g>")  # noqa: S314 - our own
        camels = [use.get("href") for use in board.iter("use") if "camel" in (use.get("href") or "")]
        assert len(camels) == len(step.state.edition.camels)
        assert sum(told_step["wins"]) == pytest.approx(1, abs=0.01)
        assert told_step["told"] or step.ply is None
    ids = re.findall(r' id="([^"]+)"', re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL))
    assert len(ids) == len(set(ids))

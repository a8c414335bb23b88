"""Odds as JSON: one request, one answer, and a bad line is only that line's problem."""

import json
import math
import random
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelup.core.edition import FIRST, SECOND
from camelup.core.errors import ImpossiblePositionError, NotationError
from camelup.odds import RaceOdds, Situation, leg, parse_situation, race
from camelup.odds import answers as answers_module
from camelup.odds.answers import answer, answer_lines, odds_to_json, parse_request
from camelup.odds.race_odds import sampled
from tests.odds.helpers import random_situation
from tests.strategies import refusal

GOOD = {"edition": 1, "track": "1:bg 2:ow 3:y"}


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sample the second edition's races less than usual, table or not: these tests look at the form."""

    def quick(asked: Situation) -> RaceOdds:
        return race(asked) if asked.edition is FIRST else sampled(asked, 200)

    monkeypatch.setattr(answers_module, "race", quick)


def text_of(asked: Situation) -> dict[str, Any]:
    """A situation as a request."""
    return {
        "edition": asked.edition.number,
        "track": " ".join(f"{space}:{''.join(stack)}" for space, stack in asked.stacks.items()),
        "dice": asked.dice,
        "tiles": " ".join(f"{tile.space}{tile.side}" for tile in asked.tiles),
    }


def test_the_form_of_an_answer() -> None:
    form = answer({"edition": 2, "track": "2:ygrbp 14:KW", "dice": "prb", "tiles": "3- 8+"})
    assert form.keys() == {"edition", "leg", "race"}
    assert form["edition"] == 2
    assert form["leg"].keys() == {"ranks", "tile_hits", "race_ends"}
    assert form["race"].keys() == {"winner", "loser", "exact", "error"}
    assert form["leg"]["ranks"].keys() == form["race"]["winner"].keys() == form["race"]["loser"].keys() == set("bgpry")
    assert form["leg"]["ranks"]["p"][0] == 108 / 216
    assert form["leg"]["tile_hits"].keys() == {"3", "8"}
    assert form["leg"]["race_ends"] == 0
    assert (form["race"]["exact"], form["race"]["error"] > 0) == (False, True)
    assert json.loads(json.dumps(form, allow_nan=False)) == form


def test_an_answer_has_full_precision() -> None:
    asked = parse_situation(FIRST, "1:bg 2:ow 3:y", dice="bow", tiles="5-")
    form = json.loads(json.dumps(odds_to_json(leg(asked), race(asked))))
    odds = leg(asked)
    assert {camel: tuple(ranks) for camel, ranks in form["leg"]["ranks"].items()} == odds.ranks
    assert form["leg"]["tile_hits"] == {"5": odds.tile_hits[5]}
    assert form["race"]["winner"] == race(asked).winner
    assert form["race"]["exact"] is True


def test_dice_and_tiles_may_be_left_out() -> None:
    for request in (GOOD, {**GOOD, "dice": None, "tiles": None}, {**GOOD, "dice": "ywogb", "tiles": ""}):
        assert parse_request(request) == parse_situation(FIRST, "1:bg 2:ow 3:y")
    assert parse_request({**GOOD, "tiles": "-"}).tiles == ()


BAD: list[tuple[object, str]] = [
    (None, "json"),
    ([], "json"),
    ("1:bg 2:ow 3:y", "json"),
    (7, "json"),
    ({}, "json"),
    ({"edition": 1}, "json"),
    ({"track": GOOD["track"]}, "json"),
    ({**GOOD, "edition": 3}, "json"),
    ({**GOOD, "edition": "1"}, "json"),
    ({**GOOD, "edition": 1.0}, "json"),
    ({**GOOD, "edition": True}, "json"),
    ({**GOOD, "edition": None}, "json"),
    ({**GOOD, "edition": [1]}, "json"),
    ({**GOOD, "track": None}, "json"),
    ({**GOOD, "track": ["1:bg"]}, "json"),
    ({**GOOD, "dice": 5}, "json"),
    ({**GOOD, "dice": ["b"]}, "json"),
    ({**GOOD, "tiles": {"5": "+"}}, "json"),
    ({**GOOD, "money": "3 3"}, "json"),
    ({**GOOD, "x" * 1000: 1}, "json"),
    ({**GOOD, "track": ""}, "camels"),
    ({**GOOD, "track": "1:bg 2:ow"}, "camels"),
    ({**GOOD, "track": "1:bg 2:ow 3:yy"}, "camels"),
    ({**GOOD, "track": "1:bg 2:ow 18:y"}, "camels"),
    ({**GOOD, "track": "1:gy 2:rb 3:p"}, "notation"),
    ({**GOOD, "track": "3:y 2:ow 1:bg"}, "notation"),
    ({**GOOD, "track": "\ud800"}, "notation"),
    ({**GOOD, "track": "1:bg 2:ow 17:y"}, "game_over"),
    ({**GOOD, "dice": ""}, "notation"),
    ({**GOOD, "dice": "-"}, "dice"),
    ({**GOOD, "dice": "bb"}, "dice"),
    ({**GOOD, "dice": "x"}, "dice"),
    ({**GOOD, "tiles": "1+"}, "tiles"),
    ({**GOOD, "tiles": "2+"}, "tiles"),
    ({**GOOD, "tiles": "5+ 6-"}, "tiles"),
    ({**GOOD, "tiles": "5+ 5-"}, "tiles"),
    ({**GOOD, "tiles": "5"}, "notation"),
    ({**GOOD, "tiles": "5+A 8-A"}, "notation"),
]


@pytest.mark.parametrize(("request_form", "code"), BAD, ids=lambda value: repr(value)[:40])
def test_a_bad_request_is_refused_with_a_reason(request_form: object, code: str) -> None:
    with pytest.raises((NotationError, ImpossiblePositionError)) as refused:
        answer(request_form)
    assert refused.value.code == code
    assert refused.value.message.endswith(".")
    assert len(refused.value.message) < 300
    [line] = answer_lines([json.dumps(request_form)])
    assert json.loads(line) == {"error": {"code": code, "message": refused.value.message}}


@pytest.mark.parametrize("line", ["{", "nonsense", '{"edition": 1,}', "\x00", "'", "\ufeff{}", '{"edition": 1} {}'])
def test_a_line_that_is_not_json_is_told_so(line: str) -> None:
    [told] = answer_lines([line])
    assert json.loads(told)["error"]["code"] == "json"


@pytest.mark.parametrize(
    "line", ["[" * 100_000, "1" * 5_000, f'{{"edition": {"1" * 5_000}}}'], ids=lambda line: line[:9]
)
def test_a_line_that_json_chokes_on_does_not_stop_the_others(line: str) -> None:
    told = [json.loads(one) for one in answer_lines([line, json.dumps(GOOD)])]
    assert told[0]["error"]["code"] == "json"
    assert told[1]["edition"] == 1


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=5))
def test_any_json_gets_an_answer_or_a_reason(part: object) -> None:
    for form in (part, {**GOOD, "edition": part}, {**GOOD, "track": part}, {**GOOD, "dice": part}, {**GOOD, "x": part}):
        if refusal(partial(parse_request, form)) is None:
            assert parse_request(form) == parse_situation(FIRST, "1:bg 2:ow 3:y")


def test_thousands_of_lines_are_answered_in_order() -> None:
    generator = random.Random(1)
    asked = [random_situation((FIRST, SECOND)[number % 2], 1 + number % 2, generator) for number in range(3000)]
    lines: list[str] = []
    for number, one in enumerate(asked):
        lines += [json.dumps(text_of(one)) + "\n"] + (["\n", "  \t\n", "rubbish\n"] if number % 500 == 0 else [])
    told = [json.loads(line) for line in answer_lines(lines)]
    assert sum("error" in form for form in told) == 6
    forms = [form for form in told if "error" not in form]
    assert len(forms) == len(asked)
    for one, form in zip(asked, forms, strict=True):
        odds = leg(one)
        assert form["edition"] == one.edition.number
        assert form["leg"]["race_ends"] == odds.race_ends
        assert {camel: tuple(ranks) for camel, ranks in form["leg"]["ranks"].items()} == odds.ranks
        assert math.isclose(sum(form["race"]["winner"].values()), 1)


def test_lines_are_answered_one_by_one() -> None:
    def lines() -> Any:  # noqa: ANN401 - a generator that must not be read ahead
        yield json.dumps(GOOD)
        raise AssertionError("the first answer should have come before the second line was read")

    assert "leg" in json.loads(next(iter(answer_lines(lines()))))

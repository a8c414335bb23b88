"""The lessons of the client: what they say is what the odds say."""

import json
from typing import Any

import pytest

from camelup import parse_position
from camelup.core.view import view_of
from tools.lessons import SAID, compute, play, queries_of, read_figures, read_leg, read_lessons

QUESTIONS = [
    pytest.param(f"{lesson['id']}.{number}", question, id=f"{lesson['id']}-{number}")
    for lesson in read_lessons()
    for number, question in enumerate(lesson["questions"])
]
CLEAR = 0.05
"""By how much the right choice is better than the next, at least."""
MOST_WORDS = 50


def test_the_figures_are_those_of_the_odds() -> None:
    told, computed = read_figures(), compute()
    assert list(told) == list(computed), "tools/lessons.py writes them anew"
    for name, figures in computed.items():
        assert told[name] == pytest.approx(figures, abs=1e-4), name


@pytest.mark.parametrize(("name", "question"), QUESTIONS)
def test_a_question_has_one_clear_answer_and_can_be_asked(name: str, question: dict[str, Any]) -> None:
    figures = read_figures()[name]
    assert list(figures) == queries_of(question)
    assert all("{" + choice + "}" in question["why"] for choice in _best(question, figures, 1)), "the answer is told"
    first, second = (figures[choice] for choice in _best(question, figures, 2))
    assert first - second > CLEAR
    kinds = {choice.partition(" ")[0] for choice in question["choices"]}
    assert len(kinds) == 1, "only like is compared with like"
    state = parse_position(question["position"])
    view = view_of(state, state.turn)
    legal = {str(action) for action in view.legal}
    asked = {query.removeprefix("worth ") for query in figures if query.startswith("worth ")}
    assert asked <= legal
    assert max(len(question["ask"].split()), len(question["why"].split())) <= MOST_WORDS


def _best(question: dict[str, Any], figures: dict[str, float], count: int) -> list[str]:
    choices: list[str] = sorted(question["choices"], key=lambda choice: -figures[choice])
    return choices[:count]


def test_the_guided_leg_is_told_as_the_engine_plays_it() -> None:
    said, state = play()
    assert json.loads(SAID.read_text()) == said, "tools/lessons.py writes it anew"
    steps = read_leg()["steps"]
    assert steps[-1]["after"] == len(said), "the last thing to see is what the leg pays"
    assert state.leg == 1 + 1, "it is one leg, and a whole one"
    assert not state.is_over

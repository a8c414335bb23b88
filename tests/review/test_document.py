"""docs/review.md says what is true."""

import contextlib
import io
import re
from pathlib import Path

from camelup.players import Budget
from camelup.review import review_game
from camelup.review.review_json import review_to_json
from camelup.review.reviewer import USUAL
from tests.review.games import played

DOCUMENT = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
TOLD = set(re.findall(r"`(\w+)`", DOCUMENT))


def keys_of(form: object) -> set[str]:
    """All names of fields in a tree."""
    if isinstance(form, dict):
        return set(form).union(*(keys_of(value) for value in form.values()))
    return set().union(*(keys_of(value) for value in form)) if isinstance(form, list) else set()


def test_every_field_is_told() -> None:
    form = review_to_json(review_game(played("novice", 3, 1, 3), Budget(playouts=8)))
    assert len(keys_of(form)) > 25
    assert keys_of(form) <= TOLD


def test_the_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(example, {})  # noqa: S102 - our own
    assert said.getvalue().splitlines()[1].startswith("16 [")


def test_the_usual_budget() -> None:
    assert f"without either, {USUAL.playouts} playouts and {USUAL.seconds:g}" in " ".join(DOCUMENT.split())

"""Layouts are what they were, and what docs/envs.md says."""

import json
import re
from typing import Any

import numpy as np
import pytest

from camelup.bulk.observations import FACTS, LAYOUTS, ODDS, Layout, find_layout
from camelup.core.errors import ArgumentError
from tests.bulk.observations.golden import DOCUMENT, GOLDEN, describe, encode_games, table, with_tables

EACH = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)


@EACH
def test_a_released_layout_never_changes(layout: Layout) -> None:
    """If this fails, nets that people have trained would fail too: the changed layout needs a new version."""
    frozen = json.loads(GOLDEN.read_text())[layout.name]
    assert describe(layout) == {key: value for key, value in frozen.items() if key != "games"}
    found = encode_games(layout)
    assert len(found) == len(frozen["games"]) >= 7
    for row, expected in zip(found, frozen["games"], strict=True):
        # A table entry may be rounded the other way on another processor.
        assert row == (expected if layout is FACTS else pytest.approx(expected, abs=0.02))


@EACH
def test_features_lie_one_after_the_other(layout: Layout) -> None:
    end = 0
    for feature in layout.features:
        assert feature.slice == slice(end, end + feature.size)
        assert layout[feature.name] is feature
        assert feature.low < feature.high
        assert feature.about
        end += feature.size
    assert end == layout.size == len(layout.low) == len(layout.high)
    assert layout.low.dtype == layout.dtype == layout.high.dtype
    assert layout.empty(3).dtype == layout.dtype


@EACH
def test_the_document_has_every_feature(layout: Layout) -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    assert table(layout) in document, "python -m tests.bulk.observations.golden"
    assert with_tables(document) == document
    assert f"`{layout.name}`, version {layout.version}" in document
    assert f"{layout.size} numbers" in document


def test_the_examples_of_the_document_run() -> None:
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL):
        exec(block, names)  # noqa: S102 - our own document
    assert names["rows"].shape == (1024, FACTS.size)
    assert names["action"] in names["view"].legal


def test_features_are_read_in_their_shape() -> None:
    rows = np.arange(2 * ODDS.size, dtype=np.float32).reshape(2, -1)
    assert ODDS.read(rows, "card_right").shape == (2, 2, 8, 5)
    assert ODDS.read(rows[1], "worth").tolist() == rows[1, :54].tolist()


def test_layouts_are_found_by_name() -> None:
    assert find_layout("odds") is ODDS
    assert find_layout(FACTS) is FACTS
    for wrong in ("fact", None, 1, ["facts"]):
        with pytest.raises(ArgumentError, match="facts and odds"):
            find_layout(wrong)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="no feature"):
        FACTS["colour"]


def test_a_layout_reads_only_its_own_observations() -> None:
    assert [feature.name for feature in FACTS] == [feature.name for feature in FACTS.features]
    assert "money" in FACTS
    assert "worth" not in FACTS
    with pytest.raises(ArgumentError, match="has 521 numbers"):
        ODDS.read(FACTS.empty(3), "worth")

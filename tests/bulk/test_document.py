"""The examples in docs/bulk.md run as they stand, one after the other, and say what is true."""

import re
from pathlib import Path
from typing import Any

from camelup.bulk.stats import statistics

DOCUMENT = Path(__file__).parents[2] / "docs" / "bulk.md"


def test_the_examples_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 7
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)  # noqa: S102 - our own document
    money = names["batch"].money.mean(axis=0)
    assert money[0] > 1.5 * money[1:].max()


def test_every_key_of_the_statistics_is_told() -> None:
    section = DOCUMENT.read_text(encoding="utf-8").split("## Statistics")[1].split("\n## ")[0]
    told = {key for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)}
    assert told == set(statistics(10).as_json())

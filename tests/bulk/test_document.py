"""The examples in docs/bulk.md run as they stand, one after the other, and say what is true."""

import re
from pathlib import Path
from typing import Any

DOCUMENT = Path(__file__).parents[2] / "docs" / "bulk.md"


def test_the_examples_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 4
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)  # noqa: S102 - our own document
    money = names["batch"].money.mean(axis=0)
    assert money[0] > 1.5 * money[1:].max()

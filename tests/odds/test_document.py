"""The example in docs/odds.md runs as it stands."""

import re
from pathlib import Path
from typing import Any

DOCUMENT = Path(__file__).parents[2] / "docs" / "odds.md"


def test_the_example_runs() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(block, names)  # noqa: S102 - our own document
    assert names["best"].own >= max(value.own for value in names["others"])

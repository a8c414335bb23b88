"""Every line of docs/coming-from.md that shows our way runs as it stands."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DOCUMENT = Path(__file__).parent.parent / "docs" / "coming-from.md"
BLOCK = r"```python\n(.*?)```"


def rows(text: str) -> Iterator[str]:
    """Our first piece of code in each row of the tables."""
    for line in text.splitlines():
        cells = re.split(r"(?<!\\)\|", line)
        if len(cells) == 4 and (found := re.match(r" `([^`]+)`", cells[2])):
            yield found[1].replace("\\|", "|")


def test_the_code_runs() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    blocks = re.findall(BLOCK, text, re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        exec(block, names)  # noqa: S102 - our own document
    assert names["race"].is_over
    shown = list(rows(text))
    assert len(shown) == len(re.findall(r"^\| `", text, re.MULTILINE)) > 40
    for line in shown:
        value = eval(line, names)  # noqa: S307 - our own document
        assert value is not None, line


def test_a_move_back_is_the_position_before() -> None:
    names: dict[str, Any] = {}
    text = DOCUMENT.read_text(encoding="utf-8")
    exec(re.findall(BLOCK, text, re.DOTALL)[0], names)  # noqa: S102 - our own document
    before = names["game"].position
    names["game"].play("roll")
    (line,) = (line for line in rows(text) if "[-2]" in line)
    assert eval(line, names) == before  # noqa: S307 - our own document

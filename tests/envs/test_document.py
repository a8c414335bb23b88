"""The examples in docs/gymnasium.md run as they stand, one after the other, and its tables name every option."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from camelup.envs import CamelUpEnv
from camelup.envs.rendering import RENDER_MODES

TEXT = (Path(__file__).parents[2] / "docs" / "gymnasium.md").read_text(encoding="utf-8")


def test_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert len(blocks) == 6
    names: dict[str, Any] = {}
    for block in blocks:
        if "sb3_contrib" not in block:  # which tests/training runs
            exec(block, names)  # noqa: S102 - our own document
    assert len(names["info"]["money"]) == 3
    assert "Tumble" in capsys.readouterr().out


def test_every_option_and_render_mode_is_listed() -> None:
    section = TEXT.split("## Gymnasium")[1].split("\n## ")[0]
    options = [name for name in inspect.signature(CamelUpEnv).parameters if name != "self"]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == options
    modes = re.findall(r'^\| `"(\w+)"` \|', TEXT.split("## Rendering")[1], re.MULTILINE)
    assert set(modes) == set(RENDER_MODES)

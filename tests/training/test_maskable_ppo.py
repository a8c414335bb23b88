"""MaskablePPO of sb3-contrib learns to win, with the code of examples/maskable_ppo.py and of docs/gymnasium.md."""

import re
import sys
from pathlib import Path
from typing import Any

import torch

from camelup.envs import CamelUpVectorEnv

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "examples"))

from maskable_ppo import StableBaselinesGames, make_model, win_share  # noqa: E402 - found only now

torch.set_num_threads(1)  # the tests of other processes run at the same time


def test_it_learns_to_beat_a_random_player() -> None:
    options: dict[str, Any] = {"players": 2, "layout": "facts", "max_actions": 200}
    training = StableBaselinesGames(CamelUpVectorEnv(256, "random", **options))
    tests = CamelUpVectorEnv(256, "random", **options)
    model = make_model(training)
    before = win_share(model, tests, 500)
    model.learn(160_000)
    after = win_share(model, tests, 500)
    assert after > before + 0.4, f"{before:.2f} before, {after:.2f} after"


def test_the_example_of_the_document_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "gymnasium.md").read_text(encoding="utf-8"), re.DOTALL)
    (block,) = [block for block in blocks if "sb3_contrib" in block]
    names: dict[str, object] = {}
    exec(block, names)  # noqa: S102 - our own document
    assert names["action"] is not None

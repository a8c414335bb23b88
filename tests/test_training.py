"""The tests that need PyTorch run in an environment of their own, if it is there: `make training` makes it."""

import os
import sys
from pathlib import Path

import pytest

from tests.children import run

ROOT = Path(__file__).parent.parent
PYTHON = Path(sys.prefix) / "training" / "bin" / "python"
STAMP = PYTHON.parent.parent / ".installed"
"""Written last, so that an environment which was not finished is none."""

_SECONDS = 1200
"""They take two minutes on a quiet machine, and learning cannot be cut short on a busy one."""


def test_what_needs_pytorch_passes_where_it_is_installed() -> None:
    if not STAMP.is_file():
        is_required = os.environ.get("CAMELUP_TRAINING") == "required"
        (pytest.fail if is_required else pytest.skip)("there is no environment with PyTorch: make training")
    settings = str(ROOT / "tests" / "training" / "pytest.toml")
    tests = str(ROOT / "tests" / "training")
    done = run(str(PYTHON), "-m", "pytest", "-q", "-c", settings, tests, cwd=ROOT, timeout=_SECONDS)
    assert done.returncode == 0, done.stdout + done.stderr

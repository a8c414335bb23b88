"""Kernels are plain Python: switched off, the compiler takes only speed with it."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.odds.helpers import run_apart
from tests.odds.kernel_figures import figures


def numbers_in(form: object) -> Iterator[float]:
    """All numbers of a tree, in order."""
    if isinstance(form, int | float):
        yield form
    elif isinstance(form, list | dict):
        for part in form.values() if isinstance(form, dict) else form:
            yield from numbers_in(part)


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled here, to compare with")
def test_kernels_say_the_same_without_compilation() -> None:
    compiled = figures()
    script = Path(__file__).with_name("kernel_figures.py").read_text(encoding="utf-8")
    plain = json.loads(run_apart(script, NUMBA_DISABLE_JIT="1").stdout)
    assert plain.keys() == compiled.keys()
    for name in ("legs", "samples", "tracks", "rounded"):
        assert plain[name] == compiled[name], name
    for name in ("races", "sweeps"):
        expected = list(numbers_in(compiled[name]))
        assert len(expected) > 20
        assert list(numbers_in(plain[name])) == pytest.approx(expected, abs=1e-7 if name == "sweeps" else 1e-13)

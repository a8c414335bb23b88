"""What importing the environments needs, and what it leaves alone."""

import sys

import pytest

from tests.children import run

LIBRARIES = "gymnasium", "pettingzoo", "numba"


def test_the_package_imports_no_library_until_something_is_asked_for() -> None:
    done = run(sys.executable, "-c", "import sys, camelup.envs; print(*sys.modules)")
    assert done.returncode == 0, done.stderr
    assert not set(LIBRARIES) & set(done.stdout.split())


@pytest.mark.parametrize(
    ("missing", "asked"),
    [
        ("gymnasium", "CamelUpEnv"),
        ("numba", "CamelUpEnv"),
        ("gymnasium", "CamelUpVectorEnv"),
        ("pettingzoo", "camelup_v0"),
    ],
)
def test_a_missing_library_is_named_with_its_extra(missing: str, asked: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; from camelup.envs import {asked}"
    done = run(sys.executable, "-c", program)
    assert f"need {missing}: pip install 'camelup[envs]'" in done.stderr.splitlines()[-1]


def test_a_shell_can_complete_the_names() -> None:
    done = run(sys.executable, "-c", "import camelup.envs, camelup.odds; print(dir(camelup.envs), dir(camelup.odds))")
    assert all(repr(name) in done.stdout for name in ("VectorGame", "CamelUpEnv", "legal_mask", "values"))

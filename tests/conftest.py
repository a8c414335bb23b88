"""Settings for all tests: Hypothesis tries the same examples every time, so that a failure is everybody's failure.

`pytest --hypothesis-profile=search` looks further, with new examples on each run.
"""

import os

import pytest
from hypothesis import HealthCheck, Phase, settings
from xdist.remote import Producer

from tests.scheduling import Scheduling

# Several processes test at once: threads for small matrices would only wait for each other. Read when NumPy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    max_examples=60,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],  # a whole game is played for an example
)
settings.register_profile("search", settings.get_profile("repeatable"), derandomize=False, max_examples=2000)
# For make mutants, where tests run thousands of times: few examples, and the first failure is enough.
settings.register_profile(
    "mutants", settings.get_profile("repeatable"), max_examples=8, phases=[Phase.explicit, Phase.generate]
)
settings.load_profile("repeatable")


def pytest_xdist_auto_num_workers() -> int:
    """Say how many processes `-n auto` means: more than cores, since many a test waits for a server or a browser."""
    cores = os.cpu_count() or 1
    return cores + min(cores, 4)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling | None:
    """Give out the tests of `--dist loadfile` in our own way."""
    return Scheduling(config, log) if config.getoption("dist") == "loadfile" else None

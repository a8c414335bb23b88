"""Some seconds of simulated life; `make soak` has an hour of it."""

import sys
from pathlib import Path

import pytest

from tests.server.faults import report
from tests.server.soak import soak


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which files a process has open")
def test_nothing_is_left_over_when_everybody_has_gone(tmp_path: Path) -> None:
    report(soak(tmp_path, warm_up=2, seconds=4))

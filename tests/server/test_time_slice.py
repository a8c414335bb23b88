"""The server preempts its own workers on a core that they share; this cannot be timed here, so the request is read."""

import platform
import re
import sys
from pathlib import Path

import pytest

from camelup.server.thinking.workers import Workers
from camelup.server.time_slice import SHORTEST, USUAL, set_time_slice
from tests.children import run
from tests.server.live import LiveServer

_ODD = (sys.executable, "-m", "tests.server.odd_worker")
_OWN = Path("/proc/self/sched")
_RELEASE = tuple(map(int, re.findall(r"\d+", platform.release())[:2]))


def slice_of(process: int | str) -> int:
    """The turns of a process, in nanoseconds."""
    found = re.search(r"^se\.slice\s*:\s*(\d+)$", Path(f"/proc/{process}/sched").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


pytestmark = pytest.mark.skipif(
    _RELEASE < (6, 12) or not _OWN.is_file() or "se.slice" not in _OWN.read_text(),
    reason="Linux grants shorter turns since version 6.12, and shows them only where its scheduler can be debugged",
)


async def test_workers_do_not_inherit_the_turns_of_the_server() -> None:
    usual = slice_of("self")
    workers = Workers(1, limit=60.0, command=(*_ODD, ""))
    assert set_time_slice(SHORTEST)
    try:
        assert slice_of("self") == SHORTEST < usual
        await workers.warm()
        (worker,) = workers.processes
        assert slice_of(worker) == usual
    finally:
        assert set_time_slice(USUAL)
        await workers.close()
    assert slice_of("self") == usual


async def test_the_server_asks_for_short_turns(server: LiveServer) -> None:
    assert server.process is not None
    assert slice_of(server.process.pid) == SHORTEST


def test_elsewhere_nothing_happens() -> None:
    code = (
        "import platform; platform.machine = lambda: 'vax';"
        "from camelup.server.time_slice import SHORTEST, set_time_slice; print(set_time_slice(SHORTEST))"
    )
    assert run(sys.executable, "-c", code).stdout == "False\n"

"""The processes of a test run: each test is run once, those of a file together, and no crash is repeated."""

from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest
from xdist.workermanage import WorkerController

from tests.scheduling import Scheduling, kind_of

FILES = [f"tests/{kind}test_{number}.py" for kind in ("", "browser/", "server/") for number in range(5)]
TESTS = [f"{file}::test_{number}" for file in FILES for number in range(4)]


class Process:
    """What a scheduler knows of a process; it runs what it is given, in order."""

    def __init__(self, name: str) -> None:
        self.gateway = SimpleNamespace(id=name)
        self.given: list[int] = []
        self.run: list[str] = []
        self.shutting_down = False

    def send_runtest_some(self, indices: list[int]) -> None:
        self.given += indices

    def shutdown(self) -> None:
        self.shutting_down = True


def begin(count: int) -> tuple[Scheduling, list[Process]]:
    config: Any = SimpleNamespace(
        getvalue=lambda _: [f"{count}*popen"], option=SimpleNamespace(loadscopereorder=False, debug=False)
    )
    scheduling, processes = Scheduling(config), [Process(f"gw{number}") for number in range(count)]
    for process in processes:
        join(scheduling, process)
    scheduling.schedule()
    return scheduling, processes


def join(scheduling: Scheduling, process: Process) -> None:
    scheduling.add_node(cast("WorkerController", process))
    scheduling.add_node_collection(cast("WorkerController", process), TESTS)


def run_one(scheduling: Scheduling, process: Process) -> None:
    number = process.given.pop(0)
    process.run.append(TESTS[number])
    scheduling.mark_test_complete(cast("WorkerController", process), number)


def run_all(scheduling: Scheduling, processes: list[Process]) -> None:
    while busy := [process for process in processes if process.given]:
        for process in busy:
            run_one(scheduling, process)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 20])
def test_each_test_is_run_once_and_those_of_a_file_by_one_process(count: int) -> None:
    scheduling, processes = begin(count)
    run_all(scheduling, processes)
    assert sorted(test for process in processes for test in process.run) == sorted(TESTS)
    homes = {(test.split("::")[0], process.gateway.id) for process in processes for test in process.run}
    assert len(homes) == len(FILES)
    assert scheduling.tests_finished


def test_a_process_keeps_to_one_kind_and_then_helps_with_the_others() -> None:
    scheduling, processes = begin(2)
    run_all(scheduling, processes)
    for process in processes:
        kinds = [kind_of(test) for test in process.run]
        changes = sum(one != other for one, other in pairwise(kinds))
        assert changes <= 2, kinds
    assert kind_of(processes[0].run[0]) != kind_of(processes[1].run[0])


def test_what_a_process_leaves_is_run_by_others_but_not_the_test_that_ended_it() -> None:
    scheduling, (lost, other) = begin(2)
    for _ in range(2):
        run_one(scheduling, lost)
    crashed = TESTS[lost.given[0]]
    assert scheduling.remove_node(cast("WorkerController", lost)) == crashed
    new = Process("gw2")
    join(scheduling, new)
    scheduling.schedule()
    run_all(scheduling, [other, new])
    assert sorted([*lost.run, crashed, *other.run, *new.run]) == sorted(TESTS)


def test_a_process_that_leaves_nothing_has_crashed_at_nothing() -> None:
    scheduling, processes = begin(2)
    run_all(scheduling, processes)
    assert scheduling.remove_node(cast("WorkerController", processes[0])) is None

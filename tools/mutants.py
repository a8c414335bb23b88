"""Mutation testing: changes core and formats in thousands of small ways, and lists the changes that no test notices.

mutmut writes the mutants, into a copy of the package in build/mutants, so nothing here is ever changed. Trying them is
up to this script: it collects the tests once, and forks a process for each mutant, which runs the tests that reach the
changed function until the first one fails.

Survivors that tools/accepted_mutants.txt lists, each below a reason, are expected; any other one is reported and makes
the command fail.
"""

import argparse
import ast
import fnmatch
import gc
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import NoReturn

import mutant_switch
import pytest
from mutmut.mutation.file_mutation import mutate_file_contents

HERE = Path(__file__).resolve().parent.parent
WORK = HERE / "build" / "mutants"
PROJECT = WORK / "project"
COPIED = ("src/camelup", "tests", "docs")
SOURCE = PROJECT / "src"
WRITTEN = WORK / "written"
REACHED = WORK / "reached.json"
TRIED = WORK / "tried.json"
KILLED_BEFORE = WORK / "killed.json"
ACCEPTED = HERE / "tools" / "accepted_mutants.txt"
MUTATED = ("core", "formats")
TESTS = (
    # What needs only Python and covers core and formats; the rest of the tests would be far slower.
    "rules",
    "test_earnings.py",
    "test_errors.py",
    "test_game.py",
    "test_json.py",
    "test_notation.py",
    "test_playthroughs.py",
    "test_race.py",
    "test_record.py",
    "test_rules_examples.py",
    "test_sentences.py",
    "test_texts.py",
)
TOO_SLOW = (
    # They take seconds, and what they find, others find too.
    "rules/test_setup.py::test_worked_example_of_the_starting_dice",
    "rules/test_setup.py::test_every_racing_camel_starts_on_1_2_or_3_as_likely",
    "test_errors.py::test_every_code_stands_in_one_table_once",
    "test_errors.py::test_the_base_classes_are_never_raised",
    "test_game.py::test_the_order_of_taking_tickets_makes_no_difference",
    "test_notation.py::test_much_text_is_refused_in_few_words_and_little_memory",
    "test_sentences.py::test_every_event_of_random_games_is_told_and_tells_no_secret",
)
OPTIONS = (
    f"--rootdir={PROJECT}",
    f"--config-file={PROJECT / 'pyproject.toml'}",
    "--hypothesis-profile=mutants",
    "--override-ini=addopts=",
    "--strict-markers",
    "--capture=no",
    *("-p", "no:cacheprovider", "-p", "no:terminal"),
    *(f"--deselect=tests/{test}" for test in TOO_SLOW),
    *(str(PROJECT / "tests" / test) for test in TESTS),
)
ENOUGH_MEMORY = 4 * 2**30
SURVIVED, KILLED, STOPPED, UNTESTED = "survived", "killed", "stopped", "no test"


# --- Writing mutants ------------------------------------------------------------------------------------------


def fingerprint(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def write_mutants(path: Path) -> None:
    """Write a module with all its mutants, or copy it from the last time."""
    source = path.read_text(encoding="utf-8")
    written = WRITTEN / f"{fingerprint(source)}.py"
    if not written.exists():
        code = mutate_file_contents(str(path), source).code
        code = code.replace(
            "from mutmut.mutation.trampoline import wrap_in_trampoline as _mutmut_mutated, MutantDict",
            "from mutant_switch import MutantDict, mutated as _mutmut_mutated",
        )
        written.write_text(code.replace(": MutantDict = {}", " = MutantDict()"), encoding="utf-8")
    shutil.copy(written, SOURCE / path.relative_to(HERE / "src"))


def copy_project(jobs: int) -> None:
    """Copy what the tests need, with mutants in the modules that get some."""
    WRITTEN.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(PROJECT, ignore_errors=True)
    for name in COPIED:
        shutil.copytree(HERE / name, PROJECT / name, ignore=shutil.ignore_patterns("__pycache__", "static", "pictures"))
    shutil.copy(HERE / "pyproject.toml", PROJECT)
    package = HERE / "src" / "camelup"
    with ProcessPoolExecutor(jobs) as pool:
        list(pool.map(write_mutants, [path for folder in MUTATED for path in (package / folder).glob("*.py")]))


# --- Trying them ----------------------------------------------------------------------------------------------


class Reached:
    """Notes how long each test takes and which functions it calls, and what is called when all is imported."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.tests: dict[str, list[str]] = defaultdict(list)
        self.by_import: list[str] = []

    def pytest_collection_finish(self) -> None:
        if mutant_switch.calls is not None:
            self.by_import = sorted(mutant_switch.calls)
            mutant_switch.calls.clear()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            sys.exit(f"{report.nodeid} fails without any mutant:\n{report.longreprtext}")
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration
        if report.when == "teardown" and mutant_switch.calls is not None:
            for function in mutant_switch.calls:
                self.tests[function].append(report.nodeid)
            mutant_switch.calls.clear()

    def pytest_sessionfinish(self) -> None:
        tests = {function: self.tests[function] for function in mutant_switch.tables}
        found = {"seconds": self.seconds, "tests": tests, "by_import": self.by_import}
        REACHED.write_text(json.dumps(found), encoding="utf-8")


class Trial:
    """Tries mutants, each in a process that stops at the first test that fails."""

    def __init__(self, choose: Callable[[list[str]], list[str]], jobs: int) -> None:
        self.choose = choose
        self.jobs = jobs
        self.writing = 0
        self.results: dict[str, str] = {}
        found = json.loads(REACHED.read_text(encoding="utf-8"))
        self.seconds: dict[str, float] = found["seconds"]
        self.tests: dict[str, list[str]] = found["tests"]
        self.finds: dict[str, Counter[str]] = defaultdict(Counter)
        noted = REACHED.stat().st_mtime
        paths = [path for path in (HERE / "tests").rglob("*") if path.stat().st_mtime > noted]
        self.changed = {path.relative_to(HERE).as_posix() for path in paths}
        if any(path.stem.startswith("text") for path in paths):
            self.changed.add("tests/test_texts.py")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            sys.exit(f"{report.nodeid} cannot be imported:\n{report.longreprtext}")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        names = [f"{key.rpartition('.')[0]}.{name}" for key, table in mutant_switch.tables.items() for name in table]
        names = self.choose([name for name in names if not name.endswith("_orig")])
        gc.freeze()
        running: dict[int, tuple[str, int]] = {}
        for number, name in enumerate(names, 1):
            tests = self.order(name, items)
            if not tests:
                self.results[name] = UNTESTED
                continue
            if len(running) == self.jobs:
                self.wait(running)
            self.start(name, [items[test] for test in tests], running)
            if number % 100 == 0:
                TRIED.write_text(json.dumps(self.results))
                print(f"{number} of {len(names)} tried", flush=True)
        while running:
            self.wait(running)
        TRIED.write_text(json.dumps(self.results), encoding="utf-8")
        return True

    def order(self, name: str, tests: Iterable[str]) -> list[str]:
        """Return the tests that reach a mutant, those first that are likely to find it, and find it fast."""
        function, _, _ = name.partition("__mutmut_")
        module, _, _ = function.rpartition(".")
        reaching = set(self.tests.get(function, tests if function not in self.tests else ()))
        reaching.update(test for test in tests if test.partition("::")[0] in self.changed)
        here, near = self.finds[function], self.finds[module]

        def rank(test: str) -> tuple[float, float, float]:
            seconds = self.seconds.get(test, 0.1)
            return -here[test], -near[test] / (seconds + 0.01), seconds

        return sorted(reaching.intersection(tests), key=rank)

    def start(self, name: str, items: list[pytest.Item], running: dict[int, tuple[str, int]]) -> None:
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            self.try_mutant(name, items, writing)
        os.close(writing)
        running[child] = name, reading

    def wait(self, running: dict[int, tuple[str, int]]) -> None:
        child, status = os.wait()
        name, reading = running.pop(child)
        with os.fdopen(reading, encoding="utf-8") as pipe:
            killer = pipe.read()
        self.results[name] = KILLED if killer else STOPPED if status else SURVIVED
        if killer:
            function, _, _ = name.partition("__mutmut_")
            self.finds[function][killer] += 1
            self.finds[function.rpartition(".")[0]][killer] += 1

    def try_mutant(self, name: str, items: list[pytest.Item], writing: int) -> NoReturn:
        """Run tests in a process of their own until one fails or takes far too long."""
        try:
            silence()
            gc.disable()  # it would copy what is shared with the other processes
            resource.setrlimit(resource.RLIMIT_AS, (ENOUGH_MEMORY, ENOUGH_MEMORY))
            self.writing = writing
            mutant_switch.activate(name)
            for item, following in zip(items, [*items[1:], None], strict=True):
                # Of processor time, since the machine may have other work.
                signal.setitimer(signal.ITIMER_PROF, 2 + 10 * self.seconds.get(item.nodeid, 1))
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            os._exit(0)
        finally:
            os._exit(1)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
            os.write(self.writing, item.nodeid.encode())
            os._exit(1)


class Imported:
    """Stops at the first test that fails, after everything was imported with a mutant in it."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
            os._exit(1)


def try_imported(results: dict[str, str]) -> None:
    """Try survivors again whose function is called while all is imported: what it made then was made without them.

    The golden texts show what is made then, so they are enough.
    Accepted ones are left alone: they would take the longest.
    """
    expected = accepted()
    by_import = set(json.loads(REACHED.read_text(encoding="utf-8"))["by_import"])
    for name, result in results.items():
        function, _, _ = name.partition("__mutmut_")
        if result in {SURVIVED, UNTESTED} and function in by_import and describe(name) not in expected:
            results[name] = KILLED if run_in_fork(partial(import_mutant, name)) else SURVIVED


def import_mutant(name: str) -> int:
    silence()
    signal.setitimer(signal.ITIMER_PROF, 120)
    mutant_switch.active = name
    return int(pytest.main([*OPTIONS[: -len(TESTS)], str(PROJECT / "tests" / "test_texts.py")], plugins=[Imported()]))


def silence() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


def run_in_fork(function: Callable[[], int]) -> int:
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 1
    try:
        status = function()
    except BaseException:  # noqa: BLE001 - whatever it is, this process must not go on
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(status)


def note_reached() -> int:
    mutant_switch.calls = set()
    return int(pytest.main(list(OPTIONS), plugins=[Reached()]))


# --- Saying what came of it -----------------------------------------------------------------------------------


@cache
def functions(module: str) -> dict[str, list[str]]:
    """Return the lines of each function that mutmut has written into a module, by its name."""
    source = (SOURCE / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
    lines = source.splitlines()
    return {
        node.name: [re.sub(r"^def .*?\(", "def (", line.strip()) for line in lines[node.lineno - 1 : node.end_lineno]]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
    }


def is_named(name: str, patterns: list[str]) -> bool:
    return not patterns or any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def killed_before(patterns: list[str]) -> dict[str, str]:
    """Return the mutants that earlier runs killed, of functions that have not changed since."""
    if not KILLED_BEFORE.exists():
        return {}
    noted = json.loads(KILLED_BEFORE.read_text(encoding="utf-8"))
    names = [name for name, state in noted.items() if is_named(name, patterns) and state == state_of(name)]
    return {name: KILLED for name in names if not is_left_out(name)}


def note_killed(results: dict[str, str]) -> None:
    noted = json.loads(KILLED_BEFORE.read_text(encoding="utf-8")) if KILLED_BEFORE.exists() else {}
    noted |= {name: state_of(name) for name, result in results.items() if result in {KILLED, STOPPED}}
    KILLED_BEFORE.write_text(json.dumps(noted), encoding="utf-8")


@cache
def state_of(name: str) -> str:
    """Return a fingerprint of what a mutant was made of and what it was made into."""
    module, _, mutant = name.rpartition(".")
    function, _, _ = mutant.partition("__mutmut_")
    known = functions(module)
    return fingerprint(*known.get(f"{function}__mutmut_orig", ()), "->", *known.get(mutant, ()))


def change(name: str) -> tuple[str, str]:
    """Return the lines that a mutant changes, before and after."""
    module, _, mutant = name.rpartition(".")
    function, _, _ = mutant.partition("__mutmut_")
    before, after = functions(module)[f"{function}__mutmut_orig"], functions(module)[mutant]
    old = [line for line in before if line not in after]
    new = [line for line in after if line not in before]
    return " ".join(old), " ".join(new)


def is_left_out(name: str) -> bool:
    """Whether a mutant can make no difference, by the kind of its change.

    It is so with `strict` of a `zip`, which is there to find our own mistakes, and with None instead of False, which
    is as false (and mypy refuses it).
    """
    module, _, mutant = name.rpartition(".")
    lines = functions(module)[f"{mutant.partition('__mutmut_')[0]}__mutmut_orig"]
    if not any("strict=" in line or "False" in line for line in lines):
        return False
    before, after = change(name)
    old, new = (re.sub(r"\bstrict=\w+|[, ]", "", text).replace("False", "None") for text in (before, after))
    return before != after and old == new


def describe(name: str) -> str:
    """Describe a mutant by what it changes, which stays the same when mutmut numbers mutants in another way."""
    module, _, mutant = name.rpartition(".")
    label = mutant.partition("__mutmut_")[0].removeprefix("x_").removeprefix("x\u01c1").replace("\u01c1", ".")
    old, new = change(name)
    return f"{module}.{label}: {old or 'a line twice'} -> {new or 'nothing'}"


def accepted() -> set[str]:
    lines = ACCEPTED.read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def report(results: dict[str, str], *, is_complete: bool) -> int:
    """Print what became of the mutants, by module, and return whether there are unexpected survivors."""
    expected = accepted()
    survivors = {name: describe(name) for name, result in results.items() if result in {SURVIVED, UNTESTED}}
    count: dict[str, Counter[str]] = defaultdict(Counter)
    for name, result in results.items():
        fate = "accepted" if survivors.get(name) in expected else KILLED if result == STOPPED else result
        for key in (name.rpartition(".")[0], "all"):
            count[key][fate] += 1
    print(f"{'':32} {'mutants':>8} {'killed':>8} {'accepted':>8} {'left':>8}   killed of those not accepted")
    for module in sorted(count, key=lambda module: (module == "all", module)):
        of = count[module]
        left = of[SURVIVED] + of[UNTESTED]
        share = of[KILLED] / ((of[KILLED] + left) or 1)
        print(f"{module:32} {of.total():8} {of[KILLED]:8} {of['accepted']:8} {left:8}   {share:.1%}")
    new = sorted({survivor for survivor in survivors.values() if survivor not in expected})
    for survivor in new:
        print(f"new: {survivor}")
    if is_complete:
        for line in sorted(expected.difference(survivors.values())):
            print(f"accepted, but gone: {line}")
    return int(bool(new))


def main() -> int:
    parser = argparse.ArgumentParser(description="Test the tests of core and formats with mutants.")
    parser.add_argument("names", nargs="*", help="which mutants, such as 'camelup.core.race*'; all by default")
    parser.add_argument("--sample", type=int, help="try only this many, chosen by chance but always the same")
    parser.add_argument("--again", action="store_true", help="try only those that no run has killed yet")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many to try at once")
    given = parser.parse_args()
    begin = time.monotonic()
    copy_project(given.jobs)
    sys.path[:0] = [str(SOURCE), str(PROJECT)]
    os.chdir(PROJECT)
    sys.dont_write_bytecode = False  # a module with all its mutants takes seconds to compile
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(WORK)
    killed = killed_before(given.names) if given.again else {}

    def choose(names: list[str]) -> list[str]:
        names = [name for name in names if is_named(name, given.names) and name not in killed and not is_left_out(name)]
        if given.sample is not None and given.sample < len(names):
            names = sorted(random.Random(1).sample(names, given.sample))
        return names

    if not (given.again and REACHED.exists()) and run_in_fork(note_reached):
        return 1
    print(f"{time.monotonic() - begin:.0f} s until the first mutant", flush=True)
    trial = Trial(choose, given.jobs)
    if run_in_fork(lambda: int(pytest.main(list(OPTIONS), plugins=[trial]))):
        return 1
    results = json.loads(TRIED.read_text(encoding="utf-8"))
    try_imported(results)
    note_killed(results)
    print(f"{len(results)} mutants tried in {(time.monotonic() - begin) / 60:.1f} minutes")
    return report(results | killed, is_complete=not given.names and given.sample is None)


if __name__ == "__main__":
    sys.exit(main())

"""Mutation testing: changes core and formats in thousands of small ways, and lists the changes that no test notices.

`make mutants` runs it with mutmut, in build/mutants. It works on a copy of the project, so nothing here is ever
changed. Survivors that tools/accepted_mutants.txt lists, each below a reason, are expected; any other one is reported
and makes the command fail. Names choose some mutants, as in `camelup.core.race*`; `--sample` chooses some by chance.
"""

import argparse
import ast
import fnmatch
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
PROJECT = HERE / "build" / "mutants" / "project"
ACCEPTED = HERE / "tools" / "accepted_mutants.txt"
COPIED = ("src", "tests", "docs", "README.md", "pyproject.toml")
MUTMUT = [sys.executable, "-m", "mutmut"]
SURVIVED, KILLED, UNTESTED, NOT_RUN = "survived", "killed", "no test", "not run"
STATUS = {0: SURVIVED, 1: KILLED, 3: KILLED, 33: UNTESTED, None: NOT_RUN}
"""What an exit code of pytest means; any other one is a timeout or a crash, so the mutant was noticed."""


def copy_project() -> None:
    shutil.rmtree(PROJECT, ignore_errors=True)
    PROJECT.mkdir(parents=True)
    left_out = shutil.ignore_patterns("__pycache__", "static", "pictures")
    for name in COPIED:
        if (HERE / name).is_dir():
            shutil.copytree(HERE / name, PROJECT / name, ignore=left_out)
        else:
            shutil.copy2(HERE / name, PROJECT / name)


def results() -> dict[str, str]:
    """Read what became of each mutant."""
    found: dict[str, str] = {}
    for path in sorted(PROJECT.glob("mutants/src/camelup/*/*.meta")):
        codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        found |= {name: STATUS.get(code, KILLED) for name, code in codes.items()}
    return found


def functions(module: str) -> dict[str, str]:
    """Return the source of each function that mutmut has written into a module, by its name."""
    path = PROJECT / "mutants" / "src" / f"{module.replace('.', '/')}.py"
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    return {
        node.name: "\n".join(lines[node.body[0].lineno - 1 : node.end_lineno])
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
    }


def describe(name: str, known: dict[str, dict[str, str]]) -> str:
    """Describe a mutant by what it changes, which stays the same when mutmut numbers mutants in another way."""
    module, _, function = name.rpartition(".")
    sources = known.setdefault(module, functions(module))
    original, _, _ = function.partition("__mutmut_")
    before, after = (
        [line.strip() for line in sources.get(each, "").split("\n")] for each in (f"{original}__mutmut_orig", function)
    )
    old = [line for line in before if line not in after]
    new = [line for line in after if line not in before]
    label = original.removeprefix("x_").removeprefix("x\u01c1").replace("\u01c1", ".")
    return f"{module}.{label}: {' '.join(old) or 'a line twice'} -> {' '.join(new) or 'nothing'}"


def accepted() -> set[str]:
    lines = ACCEPTED.read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def generate() -> None:
    """Let mutmut write all mutants and look at which tests reach them, by asking for the cheapest of them."""
    subprocess.run(
        [*MUTMUT, "run", "--max-children", "1", "camelup.core.payouts.x_pay__mutmut_1"], cwd=PROJECT, check=True
    )


def choose(names: list[str], sample: int | None) -> list[str]:
    chosen = [name for name in sorted(results()) if not names or any(fnmatch.fnmatch(name, each) for each in names)]
    if sample is not None and sample < len(chosen):
        chosen = sorted(random.Random(1).sample(chosen, sample))
    return chosen


def main() -> int:
    parser = argparse.ArgumentParser(description="Test the tests of core and formats with mutants.")
    parser.add_argument("names", nargs="*", help="which mutants, such as 'camelup.core.race*'; all by default")
    parser.add_argument("--sample", type=int, help="try only this many, chosen by chance but always the same")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many to try at once")
    given = parser.parse_args()
    begin = time.monotonic()
    copy_project()
    names: list[str] = []
    if given.names or given.sample is not None:
        generate()
        names = choose(given.names, given.sample)
        untested = {name for name, status in results().items() if status == UNTESTED}
        names = [name for name in names if name not in untested]
    subprocess.run([*MUTMUT, "run", "--max-children", str(given.jobs), *names], cwd=PROJECT, check=True)
    return report(set(names), time.monotonic() - begin)


def report(names: set[str], seconds: float) -> int:
    tried = {name: status for name, status in results().items() if not names or name in names}
    count = Counter(tried.values())
    known: dict[str, dict[str, str]] = {}
    survivors = sorted({describe(name, known) for name, status in tried.items() if status in {SURVIVED, UNTESTED}})
    expected = accepted()
    new = [survivor for survivor in survivors if survivor not in expected]
    killed, alive = count[KILLED], count[SURVIVED] + count[UNTESTED]
    print(
        f"\n{len(tried)} mutants in {seconds / 60:.0f} minutes: {killed} killed, {count[SURVIVED]} survived,", end=" "
    )
    print(f"{count[UNTESTED]} without a test, {count[NOT_RUN]} not run.")
    if killed + alive:
        print(f"{killed / (killed + alive):.1%} killed; {len(survivors) - len(new)} survivors are accepted.")
    for survivor in new:
        print(f"new: {survivor}")
    if not names:
        for line in sorted(expected.difference(survivors)):
            print(f"accepted, but gone: {line}")
    return int(bool(new))


if __name__ == "__main__":
    sys.exit(main())

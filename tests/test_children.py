"""The tests themselves: processes are started in one place, where they cannot be left uninterruptible."""

import ast
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.children import run

ROOT = Path(__file__).parent.parent
STARTERS = {
    "asyncio": {"create_subprocess_exec", "create_subprocess_shell"},
    "os": {"execv", "execve", "execvp", "popen", "posix_spawn", "posix_spawnp", "spawnv", "spawnve", "system"},
    "pty": {"fork", "spawn"},
    "subprocess": {"Popen", "call", "check_call", "check_output", "getoutput", "getstatusoutput", "run"},
}
ALLOWED = {
    Path("tests/children.py"),
    Path("tests/server/postgresql.py"),  # PostgreSQL, which sets its own handlers and has a watcher that ends it
    Path("tests/browser/chromium.py"),  # npm, which fetches a browser
}


def find_starts(tree: ast.AST) -> Iterator[str]:
    """Find where a process is started, however the module or the function was imported."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=name)) if name in STARTERS.get(module, ()):
                yield f"line {node.lineno}: {module}.{name}"
            case ast.ImportFrom(module=str(module), names=names) if module in STARTERS:
                yield from (f"line {node.lineno}: {module}.{one.name}" for one in names if one.name in STARTERS[module])
            case ast.Import(names=names):
                yield from (
                    f"line {node.lineno}: {one.name} as {one.asname}"
                    for one in names
                    if one.name in STARTERS and one.asname
                )


def test_processes_are_started_in_one_place() -> None:
    found = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if path.relative_to(ROOT) not in ALLOWED and (starts := [*find_starts(ast.parse(path.read_text("utf-8")))]):
            found[path.relative_to(ROOT).as_posix()] = starts
    assert found == {}, "tests/children.py starts processes that an interrupt reaches"


@pytest.mark.parametrize(
    "line",
    [
        "subprocess.run(['camelup'])",
        "with subprocess.Popen(['camelup']) as process: pass",
        "from subprocess import Popen",
        "import subprocess as processes",
        "await asyncio.create_subprocess_exec('camelup')",
        "os.system('camelup')",
    ],
)
def test_every_way_to_start_a_process_is_found(line: str) -> None:
    assert len([*find_starts(ast.parse(f"async def test(): \n    {line}"))]) == 1


def test_what_is_no_start_is_let_alone() -> None:
    lines = "import subprocess\nfrom subprocess import PIPE\ndef f(a: subprocess.Popen[str]): subprocess.PIPE; run(a)"
    assert [*find_starts(ast.parse(lines))] == []


def test_a_child_can_be_interrupted_where_interrupts_are_ignored() -> None:
    """As in `nohup make test &`."""
    child = "import signal, time; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    script = f"import sys; from tests.children import run; print(run(sys.executable, '-c', {child!r}).stdout, end='')"
    ignoring = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN);"
        "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    )
    done = run(sys.executable, "-c", ignoring, "-c", script, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


def test_children_do_not_take_over_an_interrupt_that_is_not_ignored() -> None:
    assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    script = "import signal, tests.children; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    assert run(sys.executable, "-c", script, cwd=ROOT, env={**os.environ}).stdout == "True\n"

"""The solved race on disk: never half written, never used when it is not right, and resumed after a kill."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from camelup.core.edition import FIRST, SECOND, Edition
from camelup.core.errors import RaceTableError
from camelup.odds import table, table_builder
from camelup.odds.numbering import position_count
from camelup.odds.rounding import STEPS, round_together
from camelup.odds.solver import LayeredSolver, Progress
from camelup.odds.table import HEADER_SIZE, MOVEMENT_VERSION, load, read_header
from camelup.odds.table_builder import build
from tests.children import started
from tests.odds import short_table
from tests.odds.helpers import SOURCES, run_apart

SHORT = 13
"""The first space of the short tracks here; they are solved in a moment."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A short second edition's table that has just been built."""
    path = tmp_path / "tables" / "race-2.table"
    build(SECOND, path, first=SHORT)
    return path


def code_of(path: Path, edition: Edition = SECOND, first: int = SHORT) -> str:
    """Why a table is refused."""
    with pytest.raises(RaceTableError) as refused:
        load(edition, path, first)
    assert refused.value.message.endswith(".")
    return refused.value.code


def with_header(path: Path, **changes: object) -> None:
    """Change some fields of a table's header."""
    header = {**read_header(path), **changes}
    data = path.read_bytes()[HEADER_SIZE:]
    path.write_bytes(json.dumps(header).encode().ljust(HEADER_SIZE) + data)


# --- Built and loaded -----------------------------------------------------------------------------------------


def test_what_is_built_is_what_is_loaded(path: Path) -> None:
    built = build(SECOND, path, first=SHORT)
    loaded = load(SECOND, path, SHORT)
    assert isinstance(loaded.values, np.memmap)
    assert not loaded.values.flags.writeable
    assert (loaded.values == built.values).all()
    assert (loaded.unit, loaded.error) == (built.unit, built.error) == (1 / STEPS, 1 / STEPS)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_the_values_are_the_solvers_rounded(path: Path) -> None:
    solver = LayeredSolver(SHORT)
    while solver.change > 1e-7:
        list(solver.sweep())
    assert np.abs(load(SECOND, path, SHORT).values / STEPS - solver.values).max() < 1 / STEPS + 1e-6


def test_the_first_editions_table_has_full_precision(tmp_path: Path) -> None:
    build(FIRST, tmp_path / "race-1.table", first=SHORT)
    loaded = load(FIRST, tmp_path / "race-1.table", SHORT)
    assert loaded.values.dtype == np.float64
    assert (loaded.unit, loaded.error) == (1.0, 0.0)


def test_the_full_table_is_small_enough() -> None:
    assert HEADER_SIZE + position_count(7) * 8 * 2 <= 64 * 10**6


def test_rounding_keeps_the_sum_and_moves_nothing_by_a_step() -> None:
    generator = np.random.default_rng(1)
    shares = np.concatenate([generator.dirichlet([weight] * 5, 20_000) for weight in (0.01, 0.3, 1, 50)])
    special = [[1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0.2] * 5, [0.5, 0.5, 0, 0, 0], [1 / 3, 1 / 3, 1 / 3, 0, 0]]
    steps = generator.multinomial(STEPS, [0.2] * 5, 1000) / STEPS
    both = np.concatenate([shares, np.array(special), steps]).astype(np.float32)
    values = np.ascontiguousarray(np.concatenate([both[:, :4], both[::-1, :4]], axis=1))
    rounded = np.zeros(values.shape, np.uint16)
    round_together(values, rounded)
    for side in (slice(0, 4), slice(4, 8)):
        exact = values[:, side].astype(np.float64)
        kept = rounded[:, side].astype(np.float64)
        last = STEPS - kept.sum(axis=1)
        assert (last >= 0).all()
        assert np.abs(kept / STEPS - exact).max() < 1 / STEPS
        assert np.abs(last / STEPS - np.maximum(1 - exact.sum(axis=1), 0)).max() < 1 / STEPS


# --- Refused --------------------------------------------------------------------------------------------------


def test_an_absent_table(tmp_path: Path) -> None:
    assert code_of(tmp_path / "race-2.table") == "absent"
    assert code_of(tmp_path / "nowhere" / "race-2.table") == "absent"


@pytest.mark.parametrize("at", [0, 1, 1000, -1], ids=("first", "second", "middle", "last"))
@pytest.mark.parametrize("bit", [0, 7])
def test_a_flipped_bit_of_a_value(path: Path, at: int, bit: int) -> None:
    data = bytearray(path.read_bytes())
    data[HEADER_SIZE + at if at >= 0 else at] ^= 1 << bit
    path.write_bytes(data)
    assert code_of(path) == "damaged"


def test_flipped_bits_of_the_header(path: Path) -> None:
    data = path.read_bytes()
    expected = load(SECOND, path, SHORT).values.copy()
    refused = set()
    for at in range(len(data[:HEADER_SIZE].rstrip()) + 2):
        for bit in (0, 3, 7):
            changed = bytearray(data)
            changed[at] ^= 1 << bit
            path.write_bytes(changed)
            try:  # a header that still says all that matters is as good as before
                assert (load(SECOND, path, SHORT).values == expected).all()
            except RaceTableError as error:
                refused.add(error.code)
    assert refused == {"damaged", "stale"}


@pytest.mark.parametrize("length", [0, 1, HEADER_SIZE - 1, HEADER_SIZE, HEADER_SIZE + 1, -2, -1])
def test_a_truncated_table(path: Path, length: int) -> None:
    path.write_bytes(path.read_bytes()[:length])
    assert code_of(path) == "damaged"


def test_a_table_that_is_too_long(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")
    assert code_of(path) == "damaged"


@pytest.mark.parametrize(
    "changes",
    [{"format": "camelup race table 0"}, {"movement": "0" * 16}, {"movement": None}, {"edition": 1}, {"first": 1}],
    ids=str,
)
def test_a_table_made_for_something_else(path: Path, changes: dict[str, Any]) -> None:
    with_header(path, **changes)
    assert code_of(path) == "stale"


def test_another_version_of_the_movement_code(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MOVEMENT_VERSION", "another")
    assert code_of(path) == "stale"


def test_the_wrong_edition_and_the_wrong_track(path: Path) -> None:
    assert code_of(path, FIRST) == "stale"
    assert code_of(path, first=1) == "stale"


@pytest.mark.parametrize("block", [b"", b"null", b"[]", b"{}", b"\xff" * 50, b"{" * 10, b'{"format": 1}'], ids=repr)
def test_a_file_that_is_no_table(tmp_path: Path, block: bytes) -> None:
    path = tmp_path / "race-2.table"
    path.write_bytes(block.ljust(HEADER_SIZE))
    assert code_of(path) in {"damaged", "stale"}


def test_a_file_of_brackets(tmp_path: Path) -> None:
    path = tmp_path / "race-2.table"
    path.write_bytes(b"[" * HEADER_SIZE)
    assert code_of(path) == "damaged"


def test_a_folder_in_place_of_a_table(tmp_path: Path) -> None:
    assert code_of(tmp_path) in {"absent", "damaged"}


def test_tables_hold_what_tables_of_this_version_have_always_held() -> None:
    """Whoever changes what a table holds gives MOVEMENT_VERSION a new name, or users get wrong odds from old tables.

    `python -m tests.odds.short_table` then writes the file anew. A change that leaves it all as it was (a file moved, a
    name made plainer) keeps the version, and costs nobody a table that takes minutes to build.
    """
    version, kept = short_table.read()
    assert version == MOVEMENT_VERSION
    assert np.abs(short_table.solve().astype(np.int64) - kept).max() <= 1  # another processor may round another way


def test_a_refused_table_is_built_again_on_request(path: Path) -> None:
    good = path.read_bytes()
    path.write_bytes(good[:-7])
    assert code_of(path) == "damaged"
    build(SECOND, path, first=SHORT)
    assert path.read_bytes() == good
    load(SECOND, path, SHORT)


# --- Interrupted ----------------------------------------------------------------------------------------------

BUILD = """
import sys
from pathlib import Path
from camelup.core.edition import SECOND
from camelup.odds.table_builder import build
def tell(progress):
    print(progress.sweep, progress.done, flush=True)
build(SECOND, Path(sys.argv[1]), first=int(sys.argv[2]), on_progress=tell)
"""


def killed_build(path: Path, first: int) -> None:
    """Start a build in a process of its own and kill it in its third sweep."""
    command = [sys.executable, "-c", BUILD, str(path), str(first)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    with started(*command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        for line in process.stdout:
            assert not path.exists()
            if line.startswith("3 "):
                process.send_signal(signal.SIGKILL)
                break
        assert process.wait(timeout=60) == -signal.SIGKILL


def test_a_killed_build_goes_on_where_it_was(path: Path, tmp_path: Path) -> None:
    again = tmp_path / "killed" / "race-2.table"
    killed_build(again, SHORT)
    assert not again.exists()
    assert read_header(again.with_suffix(".partial"))["sweeps"] == 2
    steps: list[Progress] = []
    build(SECOND, again, first=SHORT, on_progress=steps.append)
    assert min(step.sweep for step in steps) == 3
    values, expected = (load(SECOND, each, SHORT).values.astype(np.int64) for each in (again, path))
    assert np.abs(values - expected).max() <= 1
    assert [file.name for file in again.parent.iterdir()] == [again.name]


KILLED_WHILE_WRITING = """
import os, signal, sys
from pathlib import Path
from camelup.core.edition import SECOND
from camelup.core.errors import RaceTableError
from camelup.odds import table_builder
def write(path, header, values, whole=table_builder._write):
    if path.suffix == ".table":
        os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
    whole(path, header, values)
table_builder._write = write
table_builder.build(SECOND, Path(sys.argv[1]), first=int(sys.argv[2]))
"""


def test_a_kill_while_the_table_is_written_leaves_no_table(path: Path, tmp_path: Path) -> None:
    again = tmp_path / "killed" / "race-2.table"
    done = run_apart(KILLED_WHILE_WRITING, str(again), str(SHORT), check=False)
    assert done.returncode == -signal.SIGKILL
    assert not again.exists()
    build(SECOND, again, first=SHORT)
    values, expected = (load(SECOND, each, SHORT).values.astype(np.int64) for each in (again, path))
    assert np.abs(values - expected).max() <= 1


def test_a_kill_while_the_table_is_written_leaves_nothing_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "race-2.table"
    run_apart(KILLED_WHILE_WRITING, str(path), str(SHORT), check=False)
    build(SECOND, path, first=SHORT)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_write_that_fails_keeps_the_old_table(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        build(SECOND, path, first=SHORT)
    assert path.read_bytes() == good
    assert not list(path.parent.glob("*.new"))


@pytest.mark.parametrize("damage", ["flipped", "cut", "stale", "other track", "empty"])
def test_what_a_build_has_left_is_not_trusted_blindly(path: Path, damage: str) -> None:
    good = path.read_bytes()
    partial = path.with_suffix(".partial")
    solver = LayeredSolver(12 if damage == "other track" else SHORT)
    for _ in range(2):
        list(solver.sweep())
    table_builder._save_partial(partial, SECOND, solver)  # noqa: SLF001 - as an interrupted run would leave it
    data = bytearray(partial.read_bytes())
    match damage:
        case "flipped":
            data[-2] ^= 0x40
            partial.write_bytes(data)
        case "cut":
            partial.write_bytes(data[:-1])
        case "stale":
            with_header(partial, movement="another")
        case "empty":
            partial.write_bytes(b"")
    steps: list[Progress] = []
    build(SECOND, path, first=SHORT, on_progress=steps.append)
    assert steps[0].sweep == 1  # it did not go on from the second
    assert path.read_bytes() == good
    assert not partial.exists()


def test_what_a_build_has_left_may_have_a_damaged_header(path: Path) -> None:
    good = path.read_bytes()
    partial = path.with_suffix(".partial")
    solver = LayeredSolver(SHORT)
    list(solver.sweep())
    table_builder._save_partial(partial, SECOND, solver)  # noqa: SLF001 - as an interrupted run would leave it
    partial.write_bytes(partial.read_bytes().replace(b'"sweeps"', b'"sweepr"', 1))
    build(SECOND, path, first=SHORT)
    assert path.read_bytes() == good


# --- Shared ---------------------------------------------------------------------------------------------------

SUM = """
import sys
from pathlib import Path
from camelup.core.edition import SECOND
from camelup.odds.table import load
print(int(load(SECOND, Path(sys.argv[1]), int(sys.argv[2])).values.sum()))
"""


def test_two_processes_share_a_table_and_a_new_one_disturbs_neither(path: Path) -> None:
    here = load(SECOND, path, SHORT)
    before = here.values.copy()
    assert int(run_apart(SUM, str(path), str(SHORT)).stdout) == int(before.sum())
    build(SECOND, path, first=SHORT)
    assert (here.values == before).all()
    path.unlink()
    assert (here.values == before).all()

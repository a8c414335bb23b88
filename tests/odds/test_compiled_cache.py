"""Compiled code is kept for the next process, and never outlives the sources that it was made from."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from camelup.compiled.decorators import source_hash
from camelup.files import user_cache
from tests.odds.helpers import SOURCES, run_apart

MOVE = """
import camelup
from camelup.one_move import one_move
print(camelup.__file__)
print(hex(one_move(0x86751A10130C09, 5, 2)))
"""
ONE_MOVE = """
from camelup.compiled import kernel
from camelup.core.race import move

@kernel("int64(int64, int64, int64)")
def one_move(track, camel, number):
    return move(track, camel, number, 0, 0)
"""
RULE = "return 1 - 2 * (camel >= FIRST_CRAZY)"
OTHER_RULE = "return 1"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package in a folder of its own, with a small kernel that moves camels by the rule of another file."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(SOURCES / "camelup", folder / "camelup", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "camelup" / "one_move.py").write_text(ONE_MOVE, encoding="utf-8")
    return folder


@contextmanager
def other_rule(copy: Path) -> Iterator[None]:
    """Let crazy camels run with the race for a while; the file's time does not give it away."""
    path = copy / "camelup" / "core" / "race.py"
    times = path.stat()
    text = path.read_text(encoding="utf-8")
    assert text.count(RULE) == 1
    path.write_text(text.replace(RULE, OTHER_RULE), encoding="utf-8")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def answer(script: str, copy: Path, cache: Path) -> str:
    """What the copy says in a new process. Python's own compiled files, which go by time, are left out of this."""
    # Code is only compared here: to optimise it would take longer than to run it.
    done = run_apart(script, sources=copy, CAMELUP_CACHE=str(cache), PYTHONDONTWRITEBYTECODE="1", NUMBA_OPT="0")
    where, said = done.stdout.splitlines()
    assert Path(where).is_relative_to(copy)
    return said


def test_changed_movement_is_never_answered_from_old_code(copy: Path, tmp_path: Path) -> None:
    original = answer(MOVE, copy, tmp_path)
    assert len(list((tmp_path / "code").iterdir())) == 1
    with other_rule(copy):
        assert answer(MOVE, copy, tmp_path) != original
    assert len(list((tmp_path / "code").iterdir())) == 2
    before = {file: file.stat().st_mtime_ns for file in (tmp_path / "code").rglob("*.nb[ic]")}
    assert before
    assert answer(MOVE, copy, tmp_path) == original
    after = {file: file.stat().st_mtime_ns for file in (tmp_path / "code").rglob("*.nb[ic]")}
    assert after == before  # the old code was good again: nothing was compiled
    assert not list(copy.rglob("*.nb[ic]"))


@pytest.fixture
def blocked(copy: Path, tmp_path: Path) -> Iterator[Path]:
    """A file in place of the cache folder."""
    file = tmp_path / "file"
    file.write_text("in the way", encoding="utf-8")
    yield file
    for left in copy.rglob("*.nb[ic]"):
        left.unlink()


def test_without_a_cache_folder_everything_runs_and_nothing_from_old_code(
    copy: Path, blocked: Path, tmp_path: Path
) -> None:
    original = answer(MOVE, copy, blocked)
    assert original == answer(MOVE, copy, tmp_path / "folder")
    with other_rule(copy):
        changed = answer(MOVE, copy, blocked)
    assert changed != original


def test_every_source_counts_for_the_name_of_the_folder(copy: Path) -> None:
    script = "from camelup.compiled.decorators import source_hash; print(source_hash())"
    before = run_apart(script, sources=copy).stdout.strip()
    extra = copy / "camelup" / "odds" / "extra.py"
    extra.write_text("", encoding="utf-8")
    after = run_apart(script, sources=copy).stdout.strip()
    extra.unlink()
    assert before != after
    assert run_apart(script, sources=copy).stdout.strip() == before
    assert source_hash() not in {before, after}  # the copy has a kernel more


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CAMELUP_CACHE", str(tmp_path))
    assert user_cache() == tmp_path
    monkeypatch.delenv("CAMELUP_CACHE")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert user_cache() == tmp_path / "xdg" / "camelup"
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert user_cache() == Path.home() / ".cache" / "camelup"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert user_cache() == tmp_path / "local" / "camelup"
    monkeypatch.setattr("sys.platform", "darwin")
    assert user_cache() == Path.home() / "Library" / "Caches" / "camelup"


RACE = """
from camelup.core.edition import FIRST
from camelup.odds import race, parse_situation
print(race(parse_situation(FIRST, "1:bg 2:ow 3:y")).winner)
"""


def test_without_a_cache_folder_the_odds_of_a_race_still_come(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    done = run_apart(RACE, check=False, CAMELUP_CACHE=str(blocked))
    assert "NotADirectoryError" not in done.stderr
    assert done.returncode == 0

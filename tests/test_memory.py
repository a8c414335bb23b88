"""How much memory is available, as the files of a Linux system say it."""

from pathlib import Path

import pytest

from camelup.memory import available_memory

MEMINFO = (
    "MemTotal:        4000000 kB\nMemFree:          100000 kB\nMemAvailable:    2000000 kB\nHugePages_Total:       0\n"
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A system with 2 GB available, of which little is free."""
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/meminfo").write_text(MEMINFO)
    return tmp_path


def limit(root: Path, group: str, limit: str, *, used: int = 0, cached: int = 0) -> None:
    """Give a control group a limit of memory."""
    folder = root / "sys/fs/cgroup" / group
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "memory.max").write_text(f"{limit}\n")
    (folder / "memory.current").write_text(f"{used}\n")
    (folder / "memory.stat").write_text(f"anon 1\nactive_file {cached}\ninactive_file {2 * cached}\n")


def test_caches_of_files_are_available_though_not_free(root: Path) -> None:
    assert available_memory(root) == 2_000_000 * 1024


def test_a_system_that_says_nothing(tmp_path: Path) -> None:
    assert available_memory(tmp_path) is None


@pytest.mark.parametrize("text", ["", "MemFree: 1 kB\n", "MemAvailable:\n", "MemAvailable: much kB\n"])
def test_a_system_that_says_something_else(root: Path, text: str) -> None:
    (root / "proc/meminfo").write_text(text)
    assert available_memory(root) is None


def test_the_limit_of_a_container(root: Path) -> None:
    (root / "proc/self/cgroup").write_text("0::/\n")
    limit(root, "", "1000000", used=700_000, cached=100_000)
    assert available_memory(root) == 600_000


def test_the_tightest_limit_of_all_groups_counts(root: Path) -> None:
    (root / "proc/self/cgroup").write_text("1:name=systemd:/other\n0::/system.slice/camelup.service\n")
    limit(root, "system.slice/camelup.service", "max", used=700_000)
    limit(root, "system.slice", "900000", used=700_000)
    limit(root, "other", "1000", used=0)
    assert available_memory(root) == 200_000


def test_a_limit_that_is_overdrawn_leaves_nothing(root: Path) -> None:
    (root / "proc/self/cgroup").write_text("0::/\n")
    limit(root, "", "1000", used=2000)
    assert available_memory(root) == 0

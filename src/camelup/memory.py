"""How much memory a program can still get."""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath


def available_memory(root: Path = Path("/")) -> int | None:
    """Return how many bytes of memory are available; None if the system does not say (only Linux is asked).

    Available is more than free: the system gives up its caches of files for a program that needs memory. The limit of
    a container or of a systemd unit counts as well. `root` is where the system's own files are.
    """
    amounts = [*_in_system(root), *_in_groups(root)]
    return max(0, min(amounts)) if amounts else None


def _in_system(root: Path) -> Iterator[int]:
    try:
        yield _fields(root / "proc/meminfo")["MemAvailable:"] * 1024
    except (OSError, ValueError, KeyError):
        return


def _in_groups(root: Path) -> Iterator[int]:
    """Yield what is left of the limit of each control group that this process is in."""
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except (OSError, ValueError):
        return
    for line in lines:
        if line.startswith("0::/"):  # version 2, which has one tree for all kinds of limits
            group = PurePosixPath(line.removeprefix("0::"))
            for each in (group, *group.parents):
                yield from _left(root / "sys/fs/cgroup" / each.relative_to("/"))


def _left(group: Path) -> Iterator[int]:
    try:
        limit, used = (int((group / name).read_text()) for name in ("memory.max", "memory.current"))
        cached = _fields(group / "memory.stat")
        yield limit - used + cached["active_file"] + cached["inactive_file"]
    except (OSError, ValueError, KeyError):
        return  # the group has no limit, or says nothing about memory


def _fields(path: Path) -> dict[str, int]:
    """Read a file with a name and a number on each line."""
    return {words[0]: int(words[1]) for words in map(str.split, path.read_text().splitlines()) if len(words) > 1}

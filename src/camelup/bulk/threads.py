"""Work in parts on several threads: compiled code does not hold Python's lock."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from camelup.errors import CamelUpError

_Part = TypeVar("_Part")
_Done = TypeVar("_Done")


def on_threads(threads: int, work: Callable[[_Part], _Done], parts: Iterable[_Part]) -> list[_Done]:
    """Do the work for every part, and give what came of it in their order.

    >>> on_threads(2, abs, [3, -4])
    [3, 4]
    """
    if threads < 1:
        raise CamelUpError("threads", f"Games are played on at least 1 thread, not on {threads}.")
    if threads == 1:
        return [work(part) for part in parts]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, parts))

"""Work in parts, on several threads or elsewhere: compiled code does not hold Python's lock."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, Protocol, TypeVar

from camelup.bulk.arguments import check_number

_Part = TypeVar("_Part")
_Done = TypeVar("_Done")


def on_threads(threads: int, work: Callable[[_Part], _Done], parts: Iterable[_Part]) -> list[_Done]:
    """Do the work for every part, and return what came of it in their order; an interrupt waits only for parts begun.

    >>> on_threads(2, abs, [3, -4])
    [3, 4]
    """
    check_number("threads", "threads", threads, least=1)
    if threads == 1:
        return [work(part) for part in parts]
    pool = ThreadPoolExecutor(threads)
    try:
        return list(pool.map(work, parts))
    finally:
        pool.shutdown(cancel_futures=True)


class Spread(Protocol):
    """Does work in parts, here or on other machines."""

    def __call__(self, work: Callable[[_Part], _Done], parts: Iterable[_Part]) -> Iterator[_Done]:
        """Yield what came of each part, in their order."""


def in_order(threads: int) -> Spread:
    """Do parts on threads of this process, a few ahead of those that were taken: the rest waits, and needs no memory.

    >>> list(in_order(2)(abs, [3, -4, 5]))
    [3, 4, 5]
    """
    check_number("threads", "threads", threads, least=1)

    def spread(work: Callable[[_Part], _Done], parts: Iterable[_Part]) -> Iterator[_Done]:
        pool = ThreadPoolExecutor(threads)
        ahead: deque[Future[Any]] = deque()
        try:
            for part in parts:
                ahead.append(pool.submit(work, part))
                if len(ahead) > threads:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)

    return spread


class Workers:
    """Threads that stay, for work that comes again and again; they end with the object, and with the program.

    >>> workers = Workers(2)
    >>> workers.run(abs, [3, -4])
    [3, 4]
    """

    def __init__(self, threads: int) -> None:
        check_number("threads", "threads", threads, least=1)
        self._threads = int(threads)
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    @property
    def threads(self) -> int:
        """How many there are; the one that calls is among them."""
        return self._threads

    def run(self, work: Callable[[_Part], _Done], parts: Sequence[_Part]) -> list[_Done]:
        """Do the work for every part, and return what came of it in their order; an interrupt waits for all of them."""
        if self._threads == 1 or len(parts) == 1:
            return [work(part) for part in parts]
        left = deque(range(len(parts)))
        done: dict[int, _Done] = {}

        def take_parts() -> None:
            while left:
                try:
                    at = left.popleft()
                except IndexError:  # another thread was faster
                    return
                done[at] = work(parts[at])

        others = [self._living_pool().submit(take_parts) for _ in range(min(self._threads, len(parts)) - 1)]
        try:
            take_parts()
        finally:
            take_parts()
            wait(others)
        for other in others:
            other.result()
        return [done[at] for at in range(len(parts))]

    def _living_pool(self) -> ThreadPoolExecutor:
        """Return the pool; a process that was forked has none of the threads of the other."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self._threads - 1), os.getpid()
        return self._pool

    def close(self) -> None:
        """End the threads; if there is more work, there will be new ones."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None

    def __reduce__(self) -> tuple[type["Workers"], tuple[int]]:
        """Leave the threads behind when copied or sent to another process."""
        return Workers, (self._threads,)

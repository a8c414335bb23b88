"""A queue for work that strangers ask for: it serves addresses in turn, and nobody can keep others out of it."""

from collections.abc import Hashable
from typing import Generic, TypeVar

from camelup.core.errors import RequestError
from camelup.server.address import address_group

_T = TypeVar("_T", bound=Hashable)


class FairQueue(Generic[_T]):
    """Holds items until somebody takes them: one from each address in turn, those of an address in their order.

    `most` may wait in total and `most_from_one` from one address. When the queue is full, a newcomer takes the place
    of the last item of the address that has the most, unless that is its own.

    >>> queue = FairQueue[str](most=3, most_from_one=2)
    >>> [queue.put(address, item) for address, item in [("a", "a1"), ("a", "a2"), ("b", "b1"), ("c", "c1")]]
    [None, None, None, 'a2']
    >>> [queue.take() for _ in range(len(queue))]
    ['a1', 'b1', 'c1']
    """

    def __init__(self, most: int, most_from_one: int) -> None:
        self._most, self._most_from_one = most, most_from_one
        self._lines: dict[str, dict[_T, None]] = {}
        """By address, the one that is served next first; no line is empty."""
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, address: str, item: _T) -> _T | None:
        """Add an item, RequestError if there is no room; give the one that had to go for it: its owner must be told."""
        group = address_group(address)
        waiting = len(self._lines.get(group, ()))
        if waiting >= self._most_from_one:
            raise RequestError("too_fast", "Too many requests from your address are waiting. Wait for their answers.")
        displaced = None
        if self._count >= self._most:
            longest = max(self._lines, key=lambda other: len(self._lines[other]), default=group)
            if waiting + 1 >= len(self._lines.get(longest, ())):
                raise RequestError("busy", "Too many requests are waiting. Try again in a moment.")
            displaced = next(reversed(self._lines[longest]))
            self._drop(longest, displaced)
        self._lines.setdefault(group, {})[item] = None
        self._count += 1
        return displaced

    def take(self) -> _T | None:
        """Remove and give the item that is next, None if there is none."""
        if not self._lines:
            return None
        group = next(iter(self._lines))
        item = next(iter(self._lines[group]))
        self._drop(group, item)
        if group in self._lines:
            self._lines[group] = self._lines.pop(group)  # now the last
        return item

    def discard(self, address: str, item: _T) -> None:
        """Remove an item whose answer nobody waits for any more, if it is still here."""
        group = address_group(address)
        if item in self._lines.get(group, ()):
            self._drop(group, item)

    def _drop(self, group: str, item: _T) -> None:
        line = self._lines[group]
        del line[item]
        self._count -= 1
        if not line:
            del self._lines[group]

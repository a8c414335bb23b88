"""Answers that were written not long ago, up to so many bytes."""

from collections.abc import Callable, Hashable


class PageCache:
    """Keeps pages by key; beyond `most` bytes those are forgotten for which nobody has asked for longest.

    >>> cache = PageCache(most=10)
    >>> cache.put("a", b"12345")
    >>> cache.put("b", b"12345")
    >>> cache.get("a")
    b'12345'
    >>> cache.put("c", b"1")
    >>> [cache.get(key) for key in "abc"]
    [b'12345', None, b'1']
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._pages: dict[Hashable, bytes] = {}
        """The one that was asked for last is the last."""
        self.size = 0
        """Bytes of all of them."""

    def get(self, key: Hashable) -> bytes | None:
        """Give a page if it is still kept."""
        page = self._pages.pop(key, None)
        if page is not None:
            self._pages[key] = page
        return page

    def drop(self, is_unwanted: Callable[[Hashable], bool]) -> None:
        """Forget pages by their keys."""
        for key in [key for key in self._pages if is_unwanted(key)]:
            self.size -= len(self._pages.pop(key))

    def put(self, key: Hashable, page: bytes) -> None:
        """Keep a page."""
        self.size += len(page) - len(self._pages.pop(key, b""))
        self._pages[key] = page
        while self.size > self._most:
            self.size -= len(self._pages.pop(next(iter(self._pages))))

"""Reads the log of a table page by page: a long one is never in memory, or on its way, as a whole."""

from collections.abc import AsyncIterator

from camelup.core.errors import RequestError
from camelup.server.store.base import Entry, Store

PAGE = 500
"""Entries: the log of nearly every game has fewer."""


async def read_log(store: Store, code: str, after: int = 0) -> AsyncIterator[Entry]:
    """Give the entries of a log after a number, up to the last one that was stored when its page was read."""
    is_long = False
    while page := await store.read(code, after, PAGE):
        for entry in page:
            yield entry
        after = page[-1].number
        if len(page) < PAGE:
            break
        is_long = True
    if is_long and not await store.read(code, 0, 1):
        # Somebody has removed the table between two pages: half a log would look like a whole one.
        raise no_table()


def no_table() -> RequestError:
    """Say that a code leads nowhere."""
    return RequestError("no_table", "There is no table with this code.")

"""Tables in a list, from what is stored beside their logs."""

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from camelup.protocol.http import ListedTable
from camelup.server.error_log import report_broken
from camelup.server.store.base import Listed


def read_listed(entry: Listed, people: int) -> ListedTable | None:
    """Give a table as it is listed; None if what is stored for the list cannot be read."""
    try:
        read = _read_headline(entry.summary.headline)
        return replace(
            read,
            id=entry.table,
            status=entry.summary.status,
            created=entry.created,
            updated=entry.updated,
            people=people,
        )
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError) as error:
        report_broken(entry.table, f"its row, {type(error).__name__}")
        return None


@lru_cache(maxsize=512)
def _read_headline(headline: str) -> ListedTable:
    """Read what is stored of a table; every visitor asks for the same ones again and again."""
    return msgspec.convert(
        {**msgspec.json.decode(headline), "id": "", "status": "waiting", "created": 0.0}, ListedTable
    )

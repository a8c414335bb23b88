"""The index of a table: which people its log knows, and which seats they have. The store finds tables by it.

It follows from the log alone, so it can be made again at any time, and `camelup db check` compares the two.
"""

import secrets
from typing import TYPE_CHECKING

from camelup.server.store.people import NO_SEAT, SeatChange, SeatRow

if TYPE_CHECKING:
    from camelup.server.tables.state import TableState

_ERASED = "0" * 16
"""How the hash begins that stands for somebody who had his data deleted: no token has such a hash."""
_DIGITS = 64


def new_erased_token() -> str:
    """Draw what stands in a log for the hash of a token that is to be forgotten."""
    return _ERASED + secrets.token_hex((_DIGITS - len(_ERASED)) // 2)


def is_erased(token: str | None) -> bool:
    """Whether this stands for somebody who had his data deleted."""
    return token is not None and token.startswith(_ERASED)


def index_rows(table: "TableState") -> frozenset[SeatRow]:
    """Give the rows of a table: a seat that somebody has, or that a person is known who has none.

    Whoever left during the game has none any more: a computer player went on for him.
    """
    rows = {
        SeatRow(holder.token, seat)
        for seat, holder in enumerate(table.seats)
        if holder is not None and holder.token is not None and not holder.has_left
    }
    seated = {row.token for row in rows}
    rows |= {SeatRow(token, NO_SEAT) for token in table.known_tokens - seated}
    return frozenset(row for row in rows if not is_erased(row.token))


def find_change(before: frozenset[SeatRow], after: frozenset[SeatRow]) -> SeatChange | None:
    """Give what changes in an index; None if nothing does."""
    if before == after:
        return None
    return SeatChange(tuple(sorted(before - after)), tuple(sorted(after - before)))

"""The codes of tables: what a link names a table by."""

import hashlib
import secrets

from camelup.server.tables.state import TableState

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that are mistaken for others."""
_LENGTH = 8


def is_code(code: str) -> bool:
    """Whether a text can be the code of a table."""
    return len(code) == _LENGTH and all(letter in _LETTERS for letter in code)


def draw_code() -> str:
    """Draw the code of a new table."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def rematch_code(before: TableState, number: int) -> str:
    """Give the code of a rematch: only those who were at the table can work it out.

    It follows from the game before it; the number goes up while another table has that code.
    """
    digest = hashlib.sha256(f"rematch {number} {before.code} {before.revealed_secret}".encode()).digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:_LENGTH])

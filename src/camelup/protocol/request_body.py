"""Reading the JSON that a request carries."""

from typing import TypeVar

import msgspec

from camelup.core.errors import RequestError
from camelup.protocol.fields import UNREADABLE

_T = TypeVar("_T")


def read_request(body: bytes, kind: type[_T]) -> _T:
    """Read JSON as a message; RequestError if it is none."""
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except UNREADABLE as error:
        raise RequestError("message", f"This request cannot be read: {str(error)[:200]}.") from None

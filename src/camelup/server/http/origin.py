"""Whether a request comes from a page of this server: a browser says so, and cannot be made to lie by a page."""

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.types import Scope

OTHER_PAGE = "Pages of other addresses may not use this server; its operator can allow them."
_SCHEMES = {"http", "https"}


def is_own_page(scope: Scope, others: Collection[str]) -> bool:
    """Whether the page that asks is this server's, or one of an allowed site; programs have no page."""
    found: dict[bytes, list[str]] = {b"origin": [], b"host": []}
    for name, value in scope["headers"]:
        if name in found:
            found[name].append(value.decode("latin-1").lower())
    if not found[b"origin"]:
        return True
    origin = found[b"origin"][0]
    return len(found[b"origin"]) == 1 and (origin in others or [place_of(origin)] == found[b"host"])


def place_of(origin: str) -> str | None:
    """Give host and port of an origin, such as example.org of https://example.org; None if it is none.

    >>> place_of("https://example.org:8000"), place_of("null"), place_of("https://[::1"), place_of("https://a/b")
    ('example.org:8000', None, None, None)
    """
    try:
        parts = urlsplit(origin)
        _ = parts.port  # a number, or an error
    except ValueError:
        return None
    is_whole = origin == f"{parts.scheme}://{parts.netloc}" and "@" not in parts.netloc
    return parts.netloc if parts.scheme in _SCHEMES and parts.hostname and is_whole else None

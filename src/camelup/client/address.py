"""Where a table is: the link that people share, and what a program reaches through it."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from camelup.core.errors import RequestError, quoted

_PAGE = "table"
"""The part of a link in front of the code."""
_SOCKETS = {"http": "ws", "https": "wss"}
_CODE = re.compile(r"[A-Za-z0-9]{1,100}")


class TableAddress(NamedTuple):
    """A table at a server."""

    server: str
    """Its address, without a slash at the end."""
    code: str

    @property
    def link(self) -> str:
        """What people share."""
        return f"{self.server}/{_PAGE}/{self.code}"

    @property
    def socket(self) -> str:
        """Where live messages go."""
        scheme, _, rest = self.server.partition(":")
        return f"{_SOCKETS[scheme]}:{rest}/api/tables/{self.code}/socket"


def read_server(url: str) -> str:
    """Give the address of a server as it is used here: a scheme, a host, perhaps a path, no slash at the end.

    >>> read_server("https://example.org/")
    'https://example.org'
    """
    try:
        parts = urlsplit(url.strip())
        is_known = parts.scheme in _SOCKETS and bool(parts.hostname) and parts.port != 0
    except (ValueError, AttributeError):  # a port that is no number, half an IPv6 address; no text at all
        raise _no_address(url) from None
    if not is_known or re.search(r"\s", url.strip()):
        raise _no_address(url)
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def _no_address(url: str) -> RequestError:
    return RequestError("address", f"{quoted(url)} is not an address such as http://localhost:8000/.")


def read_link(link: str) -> TableAddress:
    """Read the link of a table; a code right behind the server's address will do.

    >>> read_link("http://localhost:8000/table/abcd2345").socket
    'ws://localhost:8000/api/tables/abcd2345/socket'
    >>> read_link("https://example.org/camels/abcd2345").link
    'https://example.org/camels/table/abcd2345'
    """
    if isinstance(link, str) and re.fullmatch("[A-Za-z0-9]{8}", link.strip()):
        whole = f"http://localhost:8000/{_PAGE}/{link.strip().lower()}"
        raise RequestError(
            "address", f"{quoted(link)} is only the code of a table: give its whole link, such as {whole}."
        )
    server, _, code = read_server(link).rpartition("/")
    if server.endswith("/") or not _CODE.fullmatch(code):  # a host alone has nothing but the slashes before it
        raise RequestError("address", f"{quoted(link)} is not the link of a table: http://HOST/{_PAGE}/CODE.")
    return TableAddress(server.removesuffix(f"/{_PAGE}"), code.lower())

"""Texts from a file, from standard input or from a server, never too much of it and never without end."""

import http.client
import json
import re
import sys
import time
from pathlib import Path
from urllib import request
from urllib.error import HTTPError, URLError

from camelup import __version__
from camelup.core.errors import FileError

STDIN = "-"
LIMIT = 5_000_000
"""Bytes. A long game of eight has some hundred thousand."""
PATIENCE = 20.0
"""Seconds, for a server to say something, and to have said it all."""

_CHUNK = 1 << 16
_SCHEMES = ("http://", "https://")
_PAGE = re.compile(r"(https?://[^/?#]+)/(?:game|replay|table)/(\w+)/?(?:[?#].*)?", re.IGNORECASE)
"""A link as people share it: to a page of the client."""


def is_address(source: str) -> bool:
    """Whether a source is an address of a server, not a file."""
    return source.lower().startswith(_SCHEMES)


def fetch(source: str) -> bytes:
    """Read what a file, an address or standard input holds; for a link to a game's page, the game itself."""
    try:
        if source == STDIN:
            data = sys.stdin.read(LIMIT + 1).encode(errors="replace")
        elif is_address(source):
            page = _PAGE.fullmatch(source)
            data = _download(f"{page[1]}/api/games/{page[2]}" if page else source)
        else:
            with Path(source).open("rb") as file:
                data = file.read(LIMIT + 1)
    except HTTPError as error:
        with error:
            said = _refusal(error, is_table="/table/" in source) or f"the server answers {error.code} {error.reason}."
        raise FileError("file", f"Cannot read {source}: {said}") from error
    except URLError as error:
        reason = getattr(error.reason, "strerror", None) or error.reason
        raise FileError("file", f"Cannot read {source}: {reason}.") from error
    except OSError as error:
        raise FileError("file", f"Cannot read {source}: {error.strerror or error}.") from error
    except (
        http.client.HTTPException,
        ValueError,
    ) as error:  # no answer that HTTP knows; no address, or no name of a file
        raise FileError("file", f"Cannot read {source}: {error}.") from error
    if len(data) > LIMIT:
        raise FileError("file", f"Cannot read {source}: it is larger than {LIMIT} bytes.")
    return data


def _refusal(error: HTTPError, *, is_table: bool) -> str | None:
    """What a server of camelup says about why it refuses; None if it is another server."""
    try:
        answer = json.loads(error.read(_CHUNK))
        message = answer["message"]
        if answer.get("code") == "no_table" and not is_table:
            return "There is no game with this code."  # the server speaks of the table that it is kept as
    except (OSError, http.client.HTTPException, ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return None
    return message if isinstance(message, str) else None


def _download(address: str) -> bytes:
    """Read an address; whatever it leads on to, only from a server too, never from a file of this machine."""
    opener = request.OpenerDirector()
    for handler in (
        request.ProxyHandler,
        request.HTTPHandler,
        request.HTTPSHandler,
        request.HTTPDefaultErrorHandler,
        request.HTTPRedirectHandler,
        request.HTTPErrorProcessor,
        request.UnknownHandler,
    ):
        opener.add_handler(handler())
    headers = {"Accept": "application/json", "User-Agent": f"camelup/{__version__}"}
    deadline = time.monotonic() + PATIENCE
    data = bytearray()
    with opener.open(request.Request(address, headers=headers), timeout=PATIENCE) as response:  # noqa: S310 - see above
        while len(data) <= LIMIT and (chunk := response.read1(_CHUNK)):
            data += chunk
            if time.monotonic() > deadline:
                raise TimeoutError("the server is too slow")
    return bytes(data)

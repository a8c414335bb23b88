"""Making a table, over HTTP."""

import http.client
import json
from collections.abc import Iterable
from typing import Any
from urllib import request
from urllib.error import HTTPError, URLError

from camelup import __version__
from camelup.client.address import TableAddress, read_server
from camelup.core.errors import RequestError
from camelup.core.validity import find_edition

_PATIENCE = 20.0
"""Seconds that a server may take to answer."""
_LONGEST = 1_000_000


def make_table(
    url: str,
    computers: Iterable[str] = (),
    *,
    token: str | None = None,
    title: str | None = None,
    **settings: Any,  # noqa: ANN401 - as the API takes them
) -> str:
    """Make a table at a server, with computer players of these levels; give its link.

    The person who sits down there with the token is the host; without one, the first person who sits down. The title
    is the name of the table.
    Settings are the fields of `camelup.protocol.settings.Settings`.
    """
    if "edition" in settings:
        settings["edition"] = find_edition(settings["edition"]).number
    server = read_server(url)
    wanted: dict[str, Any] = {"settings": settings, "computers": [{"level": level} for level in computers]}
    if token is not None:  # older servers know no such field
        wanted["token"] = token
    if title is not None:
        wanted["title"] = title
    made = _post(f"{server}/api/tables", wanted)
    try:
        return TableAddress(server, made["id"]).link
    except (KeyError, TypeError):
        raise _no_server(server, "what answers there is something else") from None


def _post(address: str, body: Any) -> Any:  # noqa: ANN401 - JSON
    headers = {"Content-Type": "application/json", "User-Agent": f"camelup/{__version__}"}
    asked = request.Request(address, json.dumps(body).encode(), headers)  # noqa: S310 - read_server lets only http in
    try:
        with request.urlopen(asked, timeout=_PATIENCE) as answer:  # noqa: S310 - as above
            return json.loads(answer.read(_LONGEST))
    except HTTPError as error:
        with error:
            raise _refusal(address, error) from None
    except URLError as error:
        reason = getattr(error.reason, "strerror", None) or error.reason
        raise _no_server(address, str(reason)) from error
    except OSError as error:
        raise _no_server(address, error.strerror or str(error)) from error
    except (http.client.HTTPException, ValueError) as error:
        raise _no_server(address, "what answers there is something else") from error


def _refusal(address: str, error: HTTPError) -> RequestError:
    """Give what the server itself says, if it is one of ours."""
    try:
        form = json.loads(error.read(_LONGEST))
        code, message = str(form["code"]), str(form["message"])
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return _no_server(address, f"what answers there says {error.code}")
    return RequestError(code, message)


def _no_server(address: str, reason: str) -> RequestError:
    server = address.removesuffix("/api/tables")
    return RequestError("unreachable", f"There is no Camel Up server at {server}: {reason}.")

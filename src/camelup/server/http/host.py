"""Which names a browser may call this server by.

A page of a stranger can have its own name point to this machine once it is loaded (DNS rebinding); the browser then
takes the server for a part of that page. It still says the name, in `Host`, and only names of this server are taken.
"""

import asyncio
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from camelup.core.errors import RequestError
from camelup.server.address import Networks, parse_address
from camelup.server.configuration import Configuration
from camelup.server.http.network import is_only_here

_PEER = "camelup.peer"


class PeerNoter:
    """Notes who has really connected, before a proxy's word about its clients is taken."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a connection on."""
        if scope.get("client"):
            address, port = scope["client"]
            found = parse_address(address)
            scope["client"] = (address if found is None else str(found), port)
            scope[_PEER] = scope["client"][0]
        await self._app(scope, receive, send)


class HostCheck:
    """Knows the names of this server."""

    def __init__(self, configuration: Configuration) -> None:
        self._proxies = Networks(configuration.proxies)
        own = socket.gethostname()
        named = [configuration.host, own, f"{own.partition('.')[0]}.local", *map(_host_of, configuration.origins)]
        self._names = {_plain(name) for name in named if name}
        self._learning: asyncio.Future[str] | None = None

    async def check(self, scope: Scope) -> None:
        """Refuse a request that calls this server by a name that is not its own; a proxy knows what it passes on."""
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if not all(map(self._is_own, hosts)) and not self._is_from_proxy(scope) and not await self._is_full_name(hosts):
            host, scheme = hosts[0][:100], "https" if scope["scheme"] in {"https", "wss"} else "http"
            raise RequestError(
                "host",
                f"This server does not answer to the name {host}. If it should, its operator can start it with "
                f"--origins {scheme}://{host}, or name the proxy in front of it with --proxies.",
            )

    def _is_own(self, host: str) -> bool:
        name = _name_of(host)
        return name is not None and (parse_address(name) is not None or is_only_here(name) or name in self._names)

    def _is_from_proxy(self, scope: Scope) -> bool:
        return scope.get(_PEER, "") in self._proxies

    async def _is_full_name(self, hosts: Iterable[str]) -> bool:
        """Whether it is this machine's name with its domain; it is looked up once, since that can take seconds."""
        if self._learning is None:
            self._learning = asyncio.ensure_future(asyncio.to_thread(socket.getfqdn))
        full = _plain(await asyncio.shield(self._learning))
        return all(_name_of(host) == full for host in hosts)


def _host_of(origin: str) -> str:
    return urlsplit(origin).hostname or ""


def _name_of(host: str) -> str | None:
    """Give the name in a `Host`, without its port; None if it is none.

    >>> _name_of("Camel.Example:8000"), _name_of("[::1]:8000"), _name_of("a@b"), _name_of("[::1"), _name_of("a:b")
    ('camel.example', '::1', None, None, None)
    """
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # a number, or an error
    except ValueError:
        return None
    return _plain(parts.hostname) if parts.hostname and parts.netloc == host and "@" not in host else None


def _plain(name: str) -> str:
    return name.lower().removesuffix(".")

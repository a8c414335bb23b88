"""Where others in the same network find a server that its own machine calls localhost."""

import socket

from starlette.datastructures import URL

from camelup.server.address import parse_address

_EVERYWHERE = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - a comparison


def is_everywhere(host: str) -> bool:
    """Whether a server that listens there can be reached from other machines by any address of this one."""
    return host in _EVERYWHERE


def is_only_here(host: str) -> bool:
    """Whether a name means another machine on every machine.

    >>> [is_only_here(host) for host in ("localhost", "127.0.0.1", "::1", "192.0.2.7", "camelup.example")]
    [True, True, True, False, False]
    """
    found = parse_address(host)
    return host == "localhost" or host.endswith(".localhost") if found is None else found.is_loopback


def find_network(listening: str, page: URL, client: str) -> str | None:
    """Give the address for others, to a page on this machine that calls the server by a name which only it has."""
    if not is_everywhere(listening) or not is_only_here(page.hostname or "") or not is_only_here(client):
        return None
    address = own_address()
    return address and str(page.replace(path="", query="", fragment="", hostname=address))


def own_address() -> str | None:
    """The address of this machine in its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: only the route to it is asked for
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if is_only_here(address) else address

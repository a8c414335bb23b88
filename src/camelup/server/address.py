"""What counts as one address: the rule for everything that is limited or shared out by address."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

_ADDRESS_LENGTH = 45
"""Of the longest address; what a proxy passes on can be anything."""


def address_group(address: str) -> str:
    """Give what counts as one address: for IPv6 the /64 network, since its owner has all addresses in it.

    >>> address_group("192.0.2.7"), address_group("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::/64')
    >>> address_group("::ffff:192.0.2.7"), address_group("nonsense")
    ('192.0.2.7', 'nonsense')
    """
    if ":" not in address:
        return address[:_ADDRESS_LENGTH]
    found = parse_address(address)
    if found is None:
        return address[:_ADDRESS_LENGTH]
    return str(IPv6Network((found, 64), strict=False) if isinstance(found, IPv6Address) else found)


def parse_address(address: str) -> IPv4Address | IPv6Address | None:
    """Read an address; one of IPv4 in the clothes of IPv6 is one of IPv4, and a zone is left out.

    >>> parse_address("fe80::1%eth0"), parse_address("::ffff:192.0.2.7"), parse_address("?")
    (IPv6Address('fe80::1'), IPv4Address('192.0.2.7'), None)
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (isinstance(found, IPv6Address) and found.ipv4_mapped) or found


class Networks:
    """Addresses and whole networks, such as those of proxies.

    >>> "198.51.100.7" in Networks(["198.51.100.0/24"]), "::1" in Networks(["198.51.100.0/24"])
    (True, False)
    """

    def __init__(self, named: Iterable[str]) -> None:
        self._networks = [ip_network(name, strict=False) for name in named]

    def __contains__(self, address: str) -> bool:
        found = parse_address(address) if self._networks else None
        return found is not None and any(found in network for network in self._networks)

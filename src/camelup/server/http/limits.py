"""How much a client may ask for: messages by connection; connections, requests and tables by address."""

from collections import Counter

from starlette.requests import Request

from camelup.core.errors import RequestError
from camelup.server.address import address_group
from camelup.server.token_bucket import TokenBucket

_HOUR = 3600.0
_REMEMBERED = 10_000
_CALM_SECONDS = 10.0
"""In this many seconds an address may make as many new connections as it may have at once."""


def address_of(request: Request) -> str:
    """Give the address that a request comes from."""
    return request.client.host if request.client else "?"


class AddressLimiter:
    """Counts what comes from each address, and forgets addresses that have nothing open."""

    def __init__(self, connections: int, address_connections: int, address_tables: int, address_reviews: int) -> None:
        self._most, self._most_from_one = connections, address_connections
        self._count = 0
        self._connections: Counter[str] = Counter()
        self._arrivals = _TokenBuckets(address_connections / _CALM_SECONDS, 2.0 * address_connections)
        self._requests = _TokenBuckets(address_connections, 4.0 * address_connections)
        self._tables = _TokenBuckets(address_tables / _HOUR, address_tables)
        self._reviews = _TokenBuckets(address_reviews / _HOUR, address_reviews)

    def connect(self, address: str) -> None:
        """Count a connection; RequestError if there are too many, here or from there, or they come too fast."""
        group = address_group(address)
        if self._count >= self._most:
            raise RequestError("too_many", "The server is full. Try again later.")
        if self._connections[group] >= self._most_from_one:
            raise RequestError("too_many", "Too many connections from your address.")
        if not self._arrivals.take(group):
            raise RequestError("too_fast", "You are connecting too often. Wait a moment.")
        self._connections[group] += 1
        self._count += 1

    def disconnect(self, address: str) -> None:
        """Count a connection that has ended."""
        group = address_group(address)
        self._count -= 1
        self._connections[group] -= 1
        if self._connections[group] <= 0:
            del self._connections[group]

    def ask(self, address: str) -> None:
        """Count a request over HTTP; RequestError if they come too fast."""
        if not self._requests.take(address_group(address)):
            raise RequestError("too_fast", "Too many requests. Wait a moment.")

    def make_table(self, address: str) -> None:
        """Count a new table; RequestError if there were too many from there."""
        if not self._tables.take(address_group(address)):
            raise RequestError("too_many", "Too many new tables from your address. Wait a while.")

    def review(self, address: str) -> None:
        """Count a review that is begun; RequestError if there were too many from there."""
        if not self._reviews.take(address_group(address)):
            raise RequestError("too_many", "Too many new reviews from your address. Wait a while.")


class _TokenBuckets:
    """A bucket for each address; of very many, those that have waited longest are forgotten."""

    def __init__(self, rate: float, at_once: float) -> None:
        self._rate, self._at_once = rate, at_once
        self._by_group: dict[str, TokenBucket] = {}

    def take(self, group: str) -> bool:
        bucket = self._by_group.pop(group, None) or TokenBucket(self._rate, self._at_once)
        self._by_group[group] = bucket  # now the last
        if len(self._by_group) > _REMEMBERED:
            self._by_group.pop(next(iter(self._by_group)))
        return bucket.take()

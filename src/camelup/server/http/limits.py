"""How much an address may ask for: connections, requests, files, odds, tables, reviews and transfers."""

from collections import Counter

from starlette.types import Scope

from camelup.core.errors import RequestError
from camelup.server.address import address_group
from camelup.server.configuration import Configuration
from camelup.server.token_bucket import Rate, TokenBuckets

_HOUR = 3600.0

# What an address may do for each connection that it may have (`--address-connections`).
_ARRIVALS = Rate(0.1, 2.0)
REQUESTS = Rate(1.0, 4.0)
"""All requests over HTTP together, other than those for files."""
FILES = Rate(2.0, 20.0)
"""A first visit loads each file of the client once, and the page itself: about 100."""
ODDS = Rate(0.2, 0.6)
REPLAYS = Rate(0.02, 0.6)
"""Games that the game worker has to replay: the longest takes it a third of a second."""
TRIES = 2
"""Codes that an address may try for each transfer that it may start."""

LOOK_UPS = Rate(0.05, 0.6)
"""Requests about a person's own games: the largest takes the database some milliseconds."""
PERSONAL_CHANGES = 20
"""Exports and deletions of an address in an hour: each may take the game worker seconds."""


def address_of(scope: Scope) -> str:
    """Give the address that a request comes from, or a socket."""
    address: str = scope["client"][0] if scope.get("client") else "?"
    return address


class AddressLimiter:
    """Counts what comes from each address, and forgets addresses that have nothing open."""

    def __init__(self, configuration: Configuration) -> None:
        self._most, self._most_from_one = configuration.connections, configuration.address_connections
        self._count = 0
        self._connections: Counter[str] = Counter()
        self._arrivals, self._requests, self._files, self._odds, self._replays, self._look_ups = (
            TokenBuckets[str](rate.times(self._most_from_one))
            for rate in (_ARRIVALS, REQUESTS, FILES, ODDS, REPLAYS, LOOK_UPS)
        )
        self._tables = _hourly(configuration.address_tables)
        self._reviews = _hourly(configuration.address_reviews)
        self._transfers = _hourly(configuration.address_transfers)
        self._redeemed = _hourly(configuration.address_transfers * TRIES)
        self._personal_changes = _hourly(PERSONAL_CHANGES)

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

    def ask(self, address: str, *, is_file: bool = False) -> None:
        """Count a request over HTTP; RequestError if they come too fast."""
        if not (self._files if is_file else self._requests).take(address_group(address)):
            raise RequestError("too_fast", "Too many requests. Wait a moment.")

    def compute_odds(self, address: str) -> None:
        """Count a request for odds; RequestError if they come too fast."""
        if not self._odds.take(address_group(address)):
            raise RequestError("too_fast", "Too many requests for odds. Wait a moment.")

    def make_table(self, address: str) -> None:
        """Count a new table; RequestError if there were too many from there."""
        if not self._tables.take(address_group(address)):
            raise RequestError("too_many", "Too many new tables from your address. Wait a while.")

    def replay(self, address: str) -> None:
        """Count a game that has to be replayed; RequestError if they come too fast."""
        if not self._replays.take(address_group(address)):
            raise RequestError("too_fast", "Too many games to replay. Wait a moment.")

    def look_up(self, address: str) -> None:
        """Count a request about a person's own games; RequestError if they come too fast."""
        if not self._look_ups.take(address_group(address)):
            raise RequestError("too_fast", "Too many requests for your games. Wait a moment.")

    def change_person(self, address: str) -> None:
        """Count an export or a deletion; RequestError if there were too many from there."""
        if not self._personal_changes.take(address_group(address)):
            raise RequestError("too_many", "Too many exports and deletions from your address. Wait a while.")

    def review(self, address: str) -> None:
        """Count a review that is begun; RequestError if there were too many from there."""
        if not self._reviews.take(address_group(address)):
            raise RequestError("too_many", "Too many new reviews from your address. Wait a while.")

    def make_transfer(self, address: str) -> None:
        """Count a bundle for another device; RequestError if there were too many from there."""
        if not self._transfers.take(address_group(address)):
            raise RequestError("too_many", "Too many codes for other devices from your address. Wait a while.")

    def redeem_transfer(self, address: str) -> None:
        """Count a code that is tried; RequestError if there were too many from there."""
        if not self._redeemed.take(address_group(address)):
            raise RequestError("too_many", "Too many codes were tried from your address. Wait a while.")


def _hourly(most: int) -> TokenBuckets[str]:
    return TokenBuckets(Rate(most / _HOUR, most))

"""How fast clients may speak: each connection, each kind of message, and an address with all its connections."""

import asyncio

from camelup.core.errors import RequestError
from camelup.protocol.requests import ClientMessage
from camelup.server.address import address_group
from camelup.server.configuration import Configuration
from camelup.server.token_bucket import Rate, TokenBucket, TokenBuckets

AT_ONCE_SECONDS = 4.0
"""How many seconds' worth of messages may come at once."""
ADDRESS_FACTOR = 10.0
"""An address may say as much as this many connections: a room full of players behind one router says less."""
LONGEST_WAIT = 2.0
"""A message waits this long for its turn among others of its address; beyond that it is refused."""
_USUAL_MESSAGES = 10.0
_HOUR = 3600.0

_SEATING, _RARE = Rate(1.0, 16.0), Rate(0.5, 8.0)
RATES: dict[str, Rate | None] = {
    "act": None,  # as fast as messages may come: a program may play quickly
    "hello": _RARE,
    "sit": _SEATING,
    "seed": _SEATING,
    "leave": _SEATING,
    "add_computer": _SEATING,
    "remove": _SEATING,
    "reopen": _SEATING,
    "set_open": _RARE,
    "start": _RARE,
    "say": Rate(1.0, 10.0),
    "react": Rate(1.0, 10.0),
    "mute": _SEATING,
    "rematch": _RARE,
}
"""By kind, for one connection with the usual `--messages`; more or less with another. A host who fills a table of
eight, or eight people at one device, send eight of a kind at once; nobody needs as many again soon."""


class MessageLimiter:
    """Keeps count for all addresses; a connection asks it for an allowance."""

    def __init__(self, configuration: Configuration) -> None:
        self._general = Rate(configuration.messages, AT_ONCE_SECONDS * configuration.messages)
        self._factor = configuration.messages / _USUAL_MESSAGES
        self._rematches = Rate(configuration.address_tables / _HOUR, configuration.address_tables)
        self._addresses = TokenBuckets[str](self._general.times(ADDRESS_FACTOR))
        self._kinds = TokenBuckets[tuple[str, str]](_RARE)

    def allow(self, address: str) -> "MessageAllowance":
        """Give the allowance of a connection from an address."""
        group = address_group(address)
        return MessageAllowance(self, group, TokenBucket(*self._general), self._addresses.find(group))

    def find_rate(self, kind: str) -> Rate | None:
        """Give how often a connection may send a kind of message; None for as often as any."""
        rate = RATES.get(kind, _RARE)
        return rate and rate.times(self._factor)

    def take_shared(self, group: str, kind: str, rate: Rate) -> bool:
        """Count a message of a kind for all connections of an address. A rematch is a new table."""
        shared = self._rematches if kind == "rematch" else rate.times(ADDRESS_FACTOR)
        return self._kinds.find((group, kind), shared).take()


class MessageAllowance:
    """What one connection may say."""

    __slots__ = ("_address", "_group", "_kinds", "_limiter", "_own")

    def __init__(self, limiter: MessageLimiter, group: str, own: TokenBucket, address: TokenBucket) -> None:
        self._limiter, self._group = limiter, group
        self._own, self._address = own, address
        self._kinds: dict[str, TokenBucket] = {}

    async def wait(self) -> None:
        """Let a message wait for its turn among those of its address; RequestError if that takes too long.

        Whoever waits is not read from either, so that a flood stays with its sender.
        """
        seconds = self._address.reserve(LONGEST_WAIT)
        if seconds is None:
            raise RequestError("too_fast", "Too many messages from your address. Wait a moment.")
        if seconds:
            await asyncio.sleep(seconds)

    def take(self) -> bool:
        """Count a message of the connection; False if it sends too many."""
        return self._own.take()

    def check(self, message: ClientMessage) -> None:
        """Count a message of its kind; RequestError if there are too many, from here or from the whole address."""
        kind = str(message.__struct_config__.tag)
        rate = self._limiter.find_rate(kind)
        if rate is None:
            return
        if kind not in self._kinds:
            self._kinds[kind] = TokenBucket(*rate)
        if not (self._kinds[kind].take() and self._limiter.take_shared(self._group, kind, rate)):
            raise RequestError("too_fast", "Too many messages of this kind. Wait a moment.")

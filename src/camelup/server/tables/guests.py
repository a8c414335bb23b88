"""What a table remembers of people by their tokens: who made it, who was removed, who may not speak.

Tables of the first version of a log remember nothing of this; see `TableState.remembers_guests`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Self

from camelup.server.tables.bounds import MAX_REMEMBERED

GUESTS_SINCE = 2
"""The version of a log since which tables remember this."""


@dataclass(frozen=True)
class Guests:
    """Tokens, all given as their hashes."""

    maker: str | None = None
    """Who made the table and has a claim to be its host: nobody else is, until he sits down or the claim lapses."""
    closed: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """The closed seats, each with who was removed from it."""
    removed: tuple[str, ...] = ()
    """Who cannot sit down any more."""
    muted: tuple[str, ...] = ()
    """Who cannot speak, also after leaving and coming back."""

    def remove(self, seat: int, token: str) -> Self:
        """Close a seat for everybody, and the table for the one who sat there."""
        return replace(self, closed={**self.closed, seat: token}, removed=_with(self.removed, token))

    def reopen(self, seat: int, *, lets_back: bool = False) -> Self:
        """Open a closed seat, also for the one who was removed from it, if the host says so."""
        token = self.closed.get(seat)
        closed = {number: token for number, token in self.closed.items() if number != seat}
        removed = tuple(other for other in self.removed if not lets_back or other != token)
        return replace(self, closed=closed, removed=removed)

    def mute(self, token: str, *, is_muted: bool) -> Self:
        """Let somebody speak no more, or again."""
        others = tuple(other for other in self.muted if other != token)
        return replace(self, muted=_with(others, token) if is_muted else others)

    def settle_claim(self) -> Self:
        """End the maker's claim: he is host, or somebody else is."""
        return self if self.maker is None else replace(self, maker=None)

    def start(self) -> Self:
        """Forget the seats that are left out when the game begins."""
        return replace(self.settle_claim(), closed={})


def _with(tokens: tuple[str, ...], token: str) -> tuple[str, ...]:
    """Add a token; of too many the oldest is forgotten."""
    return tokens if token in tokens else (*tokens, token)[-MAX_REMEMBERED:]

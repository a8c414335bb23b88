"""How a server is set up: by flag, by a variable `CAMELUP_...`, or by default."""

from dataclasses import dataclass, field
from pathlib import Path

from camelup.files import user_data


@dataclass(frozen=True)
class Configuration:
    """All settings of a server; terminal/commands/serve.py explains each of them."""

    host: str = "0.0.0.0"  # noqa: S104 - friends in the same network are to come in; --local is for oneself
    port: int = 8000
    data: Path = field(default_factory=user_data)
    database: str | None = None
    workers: int = 1
    pace: float = 1.2
    """Seconds that a computer player waits before it acts, as a person would."""
    think: float = 0.3
    """Seconds that the champion may think."""
    grace: float = 30.0
    """Seconds that a player may be away before a computer player acts for him."""
    stand_in: str = "greedy"
    empty: float = 3600.0
    """Seconds after which an empty table ends."""
    linger: float = 20.0
    """Seconds that a table is kept at hand after the last one has gone: most reload, and are back at once."""
    origins: tuple[str, ...] = ()
    """Pages of other addresses that may connect; a page of this server always may."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose word about the client's address is believed."""
    address_connections: int = 100
    address_tables: int = 30
    """Tables that an address may make in an hour."""
    address_reviews: int = 60
    """Reviews that an address may have begun in an hour."""
    review_playouts: int = 256
    """How many games a review imagines from each position."""
    connections: int = 10_000
    patience: float = 10.0
    """Seconds in which a client has to say what it wants, and to read what waits for it."""
    messages: float = 10.0
    """Messages that a connection may send in a second, in the long run."""

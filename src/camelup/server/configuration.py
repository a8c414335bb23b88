"""How a server is set up: by flag, by a variable `CAMELUP_...`, or by default.

Each setting is declared here and nowhere else: the flags of `camelup serve` and their help are made from these fields.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from camelup.files import user_data
from camelup.server.setting import (
    read_count,
    read_folder,
    read_networks,
    read_origins,
    read_port,
    read_positive,
    read_processes,
    read_seconds,
    read_word,
    setting,
)


def _spare_cores() -> int:
    """One core is for the server itself."""
    return max(1, (os.cpu_count() or 2) - 1)


@dataclass(frozen=True)
class Configuration:
    """All settings of a server."""

    host: str = setting(
        "0.0.0.0",  # noqa: S104 - friends in the same network are to come in; --local is for oneself
        "the address to listen on",
        "ADDRESS",
        read_word,
        shown="all, so that others in your network can come",
    )
    port: int = setting(8000, "the port to listen on; 0 for any that is free", "N", read_port)
    data: Path = setting(  # noqa: RUF009 - it only declares
        user_data, "the folder of camelup.sqlite, the file of all tables", "FOLDER", read_folder
    )
    database: str | None = setting(
        None,
        "instead of that file a PostgreSQL, which several servers may share: postgresql://USER:PASSWORD@HOST/NAME",
        "ADDRESS",
        str,
    )
    workers: int = setting(
        _spare_cores, "processes for computer players and odds", "N", read_processes, shown="cores less one"
    )
    bot_delay: float = setting(
        1.2, "seconds that a computer player waits before it acts", "SECONDS", read_seconds, old_name="pace"
    )
    think: float = setting(0.3, "seconds that the champion thinks about a move", "SECONDS", read_seconds)
    away_timeout: float = setting(
        30.0, "seconds before a computer plays for somebody who is away", "SECONDS", read_seconds, old_name="grace"
    )
    stand_in: str = setting("greedy", "the computer player that does so", "LEVEL", str)
    empty: float = setting(3600.0, "seconds after which a table that nobody is at ends", "SECONDS", read_seconds)
    # Most who go only reload the page, and are back at once.
    unload_delay: float = setting(
        20.0,
        "seconds that a table stays in memory after the last client has gone",
        "SECONDS",
        read_seconds,
        old_name="linger",
    )
    origins: tuple[str, ...] = setting(
        (),
        "sites whose pages may connect beside this server's own, such as https://example.org, with commas",
        "LIST",
        read_origins,
    )
    proxies: tuple[str, ...] = setting(
        (),
        "proxies that are believed about a client's address (X-Forwarded-For), such as 127.0.0.1, with commas",
        "LIST",
        read_networks,
    )
    address_connections: int = setting(100, "connections that one address may have", "N", read_count)
    address_tables: int = setting(30, "tables that one address may create in an hour", "N", read_count)
    address_reviews: int = setting(60, "reviews that one address may start in an hour", "N", read_count)
    address_transfers: int = setting(
        30, "transfers to other devices that one address may start in an hour", "N", read_count
    )
    review_playouts: int = setting(256, "games that a review simulates from each position", "N", read_count)
    connections: int = setting(10_000, "connections in total", "N", read_count)
    idle_timeout: float = setting(
        10.0,
        "seconds in which a client has to say what it wants, and to read what waits for it",
        "SECONDS",
        read_positive,
        old_name="patience",
    )
    messages: float = setting(
        10.0, "messages that a connection may send in a second, in the long run", "N", read_positive
    )

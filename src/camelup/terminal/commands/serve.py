"""`camelup serve`: live tables for friends, from one command."""

import argparse
import asyncio
import os
import sys
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from camelup.core.errors import ArgumentError
from camelup.extras import require_extra
from camelup.files import user_data

DESCRIPTION = (
    "Serve live tables: friends open a link and play, with people and computer players. Every setting has a variable, "
    "too, and its flag comes first. docs/operations.md has more, with TLS and PostgreSQL."
)
EXAMPLE = "camelup serve --port 8000"

_LOOPBACK = "127.0.0.1"
_MORE_PORTS = 20


class _Option(NamedTuple):
    flag: str
    read: Callable[[str], Any]
    about: str
    metavar: str

    @property
    def name(self) -> str:
        return self.flag.removeprefix("--").replace("-", "_")

    @property
    def variable(self) -> str:
        return f"CAMELUP_{self.name.upper()}"


def _read_port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65_535:  # noqa: PLR2004 - a port has 16 bits
        raise ValueError
    return port


def _read_seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds < 1e9:  # noqa: PLR2004 - thirty years
        raise ValueError
    return seconds


def _read_some(text: str) -> float:
    some = _read_seconds(text)
    if some < 0.1:  # noqa: PLR2004 - with less nobody could be served
        raise ValueError
    return some


def _read_count(text: str) -> int:
    count = int(text)
    if not 1 <= count <= 1_000_000:  # noqa: PLR2004 - more than any machine has
        raise ValueError
    return count


def _read_workers(text: str) -> int:
    count = _read_count(text)
    if count > 256:  # noqa: PLR2004 - processes of a hundred megabytes
        raise ValueError
    return count


def _read_word(text: str) -> str:
    if not text.strip() or not text.isprintable():
        raise ValueError
    return text


def _read_folder(text: str) -> Path:
    return Path(_read_word(text))


def _read_list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _read_origins(text: str) -> tuple[str, ...]:
    origins = tuple(origin.lower().rstrip("/") for origin in _read_list(text))
    for origin in origins:
        parts = urlsplit(origin)
        if not parts.netloc or origin != f"{parts.scheme}://{parts.netloc}" or "@" in origin:
            raise ValueError
    return origins


def _read_proxies(text: str) -> tuple[str, ...]:
    proxies = _read_list(text)
    for proxy in proxies:
        ip_network(proxy)
    return proxies


_OPTIONS = (
    _Option(
        "--host",
        _read_word,
        "the address to listen on (default: all, so that others in your network can come)",
        "ADDRESS",
    ),
    _Option("--port", _read_port, "the port to listen on; 0 for any that is free (default: 8000)", "N"),
    _Option(
        "--data",
        _read_folder,
        f"the folder of camelup.sqlite, the file of all tables (default: {user_data()})",
        "FOLDER",
    ),
    _Option(
        "--database",
        str,
        "instead of that file a PostgreSQL, which several servers may share: postgresql://USER:PASSWORD@HOST/NAME",
        "URL",
    ),
    _Option("--workers", _read_workers, "processes for computer players and odds (default: cores less one)", "N"),
    _Option("--pace", _read_seconds, "seconds a computer player waits before it acts (default: 1.2)", "SECONDS"),
    _Option("--think", _read_seconds, "seconds the champion thinks about a move (default: 0.3)", "SECONDS"),
    _Option(
        "--grace", _read_seconds, "seconds before a computer plays for somebody who is away (default: 30)", "SECONDS"
    ),
    _Option("--stand-in", str, "the computer player that does so (default: greedy)", "LEVEL"),
    _Option("--empty", _read_seconds, "seconds after which a table that nobody is at ends (default: 3600)", "SECONDS"),
    _Option(
        "--linger", _read_seconds, "seconds that a table stays in memory when all have gone (default: 20)", "SECONDS"
    ),
    _Option(
        "--origins",
        _read_origins,
        "sites whose pages may connect beside this server's own, such as https://example.org, with commas",
        "LIST",
    ),
    _Option(
        "--proxies",
        _read_proxies,
        "proxies that are believed about a client's address (X-Forwarded-For), such as 127.0.0.1, with commas",
        "LIST",
    ),
    _Option("--address-connections", _read_count, "connections that one address may have (default: 100)", "N"),
    _Option("--address-tables", _read_count, "tables that one address may make in an hour (default: 30)", "N"),
    _Option("--address-reviews", _read_count, "reviews that one address may begin in an hour (default: 60)", "N"),
    _Option("--review-playouts", _read_count, "games that a review imagines from each position (default: 256)", "N"),
    _Option("--connections", _read_count, "connections in all (default: 10000)", "N"),
    _Option(
        "--patience",
        _read_some,
        "seconds in which a client has to say what it wants, and to read what waits for it (default: 10)",
        "SECONDS",
    ),
    _Option(
        "--messages",
        _read_some,
        "messages that a connection may send in a second, in the long run (default: 10)",
        "N",
    ),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "--local",
        action="store_true",
        help="listen on this machine only: nobody else can come in but through a proxy here; it is --host 127.0.0.1",
    )
    parser.add_argument(
        "--open",
        action="store_true",
        help="open the page in your browser, where there is one; if 8000 is taken, the next free port will do",
    )
    for option in _OPTIONS:
        about = option.about.replace("%", "%%")  # a folder may have one in its name
        parser.add_argument(option.flag, metavar=option.metavar, help=f"{about}; or {option.variable}")


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal says stop."""
    chosen = _read_options(arguments)
    with require_extra("Live tables", "server"):
        from camelup.server.configuration import Configuration
        from camelup.server.http.app import listen, serve
    configuration = Configuration(**{"workers": max(1, (os.cpu_count() or 2) - 1)} | chosen)
    _check_level(configuration.stand_in)
    # Who only wants to play need not know of ports; whoever relies on one is told that it is taken.
    others = _MORE_PORTS if arguments.open and "port" not in chosen else 0
    with listen(configuration.host, configuration.port, others) as listening:
        port = listening.getsockname()[1]
        greet = partial(_greet, configuration.host, port, is_to_open=arguments.open)
        _run(serve(configuration, listening, greet, is_warm=arguments.open))
    return 0


def _run(work: Any) -> None:  # noqa: ANN401
    """Run on uvloop where there is one: it needs half the time for the same."""
    try:
        import uvloop
    except ModuleNotFoundError:
        asyncio.run(work)
    else:
        uvloop.run(work)


def _read_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Give what flags and variables say; a flag comes first."""
    chosen: dict[str, Any] = {}
    for option in _OPTIONS:
        flag = getattr(arguments, option.name)
        text = os.environ.get(option.variable) if flag is None else flag
        if text is None or (flag is None and not text):
            continue
        try:
            chosen[option.name] = option.read(text)
        except ValueError:
            where = option.flag if flag is not None else option.variable
            raise ArgumentError("arguments", f"{where} cannot be {text!r:.60}: {option.about}.") from None
    if arguments.local:
        if "host" in chosen and arguments.host is not None:
            raise ArgumentError("arguments", "--local is an address of its own; it does not go with --host.")
        chosen["host"] = _LOOPBACK
    return chosen


def _check_level(level: str) -> None:
    from camelup.players import ENTRIES

    if level not in ENTRIES:
        raise ArgumentError("arguments", f"--stand-in is one of {', '.join(ENTRIES)}, not {level!r:.40}.")


def _greet(host: str, port: int, *, is_to_open: bool) -> None:
    """Say where the tables are."""
    from camelup.server.http.network import is_everywhere, own_address

    everywhere = is_everywhere(host)
    here = "localhost" if everywhere or host == _LOOPBACK else host
    print(f"Camel Up is served at http://{here}:{port}/")
    if everywhere and (address := own_address()):
        print(f"Others in your network find it at http://{address}:{port}/ (with --local nobody else can come in).")
    print("Ctrl-C stops it; games are kept.", flush=True)
    if is_to_open and _has_screen():
        threading.Thread(target=webbrowser.open, args=(f"http://{here}:{port}/",), daemon=True).start()


def _has_screen() -> bool:
    """Whether a browser has a window to open; one that runs in the terminal would take it from the server."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))

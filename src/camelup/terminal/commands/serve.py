"""`camelup serve`: live tables for friends, from one command."""

import argparse
import asyncio
import os
import sys
import threading
import webbrowser
from functools import partial
from typing import Any

from camelup.core.errors import ArgumentError
from camelup.deprecation import renamed
from camelup.extras import require_extra
from camelup.server.configuration import Configuration
from camelup.server.setting import Setting, flag_of, settings_of, variable_of
from camelup.terminal.first_run import mention_race_table

DESCRIPTION = (
    "Serve live tables: friends open a link and play, with people and computer players. Every setting has a variable, "
    "too, and its flag comes first. docs/operations.md has more, with TLS and PostgreSQL."
)
EXAMPLE = "camelup serve --port 8000"

_LOOPBACK = "127.0.0.1"
_MORE_PORTS = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
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
    for setting in settings_of(Configuration):
        about = setting.help.replace("%", "%%")  # a folder may have one in its name
        parser.add_argument(setting.flag, metavar=setting.metavar, help=f"{about}; or {setting.variable}")
        if setting.old_name is not None:
            parser.add_argument(flag_of(setting.old_name), metavar=setting.metavar, help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal says stop."""
    chosen = _read_settings(arguments)
    with require_extra("Live tables", "server"):
        from camelup.server.http.app import listen, serve
    configuration = Configuration(**chosen)
    _check_level(configuration.stand_in)
    # For --open any port will do; a port that was asked for and is taken is an error.
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


def _read_settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """Give what flags and variables say; a flag comes first."""
    chosen: dict[str, Any] = {}
    for setting in settings_of(Configuration):
        found = _find(setting, arguments)
        if found is None:
            continue
        where, text = found
        try:
            chosen[setting.name] = setting.read(text)
        except ValueError:
            raise ArgumentError("arguments", f"{where} cannot be {text!r:.60}: {setting.help}.") from None
    if arguments.local:
        if "host" in chosen and arguments.host is not None:
            raise ArgumentError("arguments", "--local is --host 127.0.0.1; give one of the two.")
        chosen["host"] = _LOOPBACK
    return chosen


def _find(setting: Setting, arguments: argparse.Namespace) -> tuple[str, str] | None:
    """Find what was said about a setting and where; an old name does, with a notice."""
    names = [setting.name] if setting.old_name is None else [setting.name, setting.old_name]
    flags = [(flag_of(name), setting.flag, getattr(arguments, name)) for name in names]
    variables = [(variable_of(name), setting.variable, os.environ.get(variable_of(name)) or None) for name in names]
    for where, today, text in (*flags, *variables):
        if text is not None:
            if where != today:
                print(renamed(where, today), file=sys.stderr)
            return where, text
    return None


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
    mention_race_table()
    if is_to_open and _has_screen():
        threading.Thread(target=webbrowser.open, args=(f"http://{here}:{port}/",), daemon=True).start()


def _has_screen() -> bool:
    """Whether a browser has a window to open; one that runs in the terminal would take it from the server."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))

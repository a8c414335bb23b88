"""What `camelup doctor` looks at: everything around the game that can be missing, broken or full."""

import asyncio
import json
import os
import shutil
import socket
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from camelup.core.edition import SECOND
from camelup.core.errors import MissingPackageError, RaceTableError, StoreError
from camelup.extras import require_extra
from camelup.files import user_cache
from camelup.terminal.race_table_cost import BUILD_COMMAND, WITHOUT, build_cost
from camelup.terminal.text import one_line

if TYPE_CHECKING:
    from camelup.server.store.base import Store

Status = Literal["ok", "note", "problem"]

_COLUMNS, _ROWS = 80, 24
"""The smallest terminal that the full screen fits into."""
_LITTLE = 200_000_000
"""So few free bytes are gone before an evening is over: compiled code and the race table take half of it."""
_SECONDS = 5.0
"""How long a database or a server may take to answer."""
_REINSTALL = "pip install --force-reinstall camelup"


@dataclass(frozen=True)
class Finding:
    """Something that was looked at."""

    area: str
    status: Status
    """A note works, but not at its best; a problem makes some command fail."""
    text: str
    remedy: str | None = None
    """What to do about it."""


@dataclass(frozen=True)
class Surroundings:
    """Where to look."""

    data: Path
    database: str | None
    port: int
    why_plain: str | None
    """Why the screen cannot be filled; None if it can."""


def diagnose(surroundings: Surroundings) -> Iterator[Finding]:
    """Look at everything; one thing that breaks the look itself is a finding too."""
    for area, look in _LOOKS.items():
        try:
            for status, text, remedy in look(surroundings):
                yield Finding(area, status, text, remedy)
        except MissingPackageError as error:
            message, _, command = one_line(error).rpartition(": ")
            yield Finding(area, "problem", f"{message}.", command.removesuffix("."))
        except Exception as error:  # noqa: BLE001 - whatever is broken, the other findings are wanted all the more
            yield Finding(area, "problem", f"Looking at it failed: {type(error).__name__}: {error}", _REINSTALL)


_Found = Iterator[tuple[Status, str, str | None]]


def _kernels(_surroundings: Surroundings) -> _Found:
    """Whether odds and computer players can be computed, and will be quickly."""
    try:
        with require_extra("Odds and computer players", "odds"):
            from camelup.compiled.disk_cache import kept_code  # noqa: PLC0415 - loads Numba
    except MissingPackageError:
        raise
    except (
        ImportError,
        AttributeError,
        OSError,
        SystemError,
    ) as error:  # another NumPy than it was built for, and so on
        yield "problem", f"Numba cannot be loaded: {error}", "pip install --force-reinstall numba numpy"
        return
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in {"", "0"}:
        yield (
            "problem",
            "NUMBA_DISABLE_JIT is set: odds would take a thousand times as long.",
            "unset NUMBA_DISABLE_JIT",
        )
    name = f"Numba {_version_of('numba')}"
    kept = kept_code()
    if kept is None:
        yield (
            "problem",
            f"{name} works, but compiled code cannot be kept in {user_cache()}: every start compiles for minutes.",
            "make the folder writable, or choose another with CAMELUP_CACHE",
        )
        return
    folder, functions = kept
    if functions:
        yield "ok", f"{name}; {functions} compiled functions are kept in {folder}.", None
    else:
        yield (
            "note",
            f"{name}; nothing is compiled yet, so the first odds and the first strong player wait up to a minute.",
            "nothing: it is done once, when it is needed",
        )


def _race_table(_surroundings: Surroundings) -> _Found:
    with require_extra("Race tables", "odds"):
        from camelup.odds.table import load, table_path  # noqa: PLC0415 - loads NumPy
    try:
        load(SECOND)
    except RaceTableError as error:
        if error.code == "absent":
            yield "note", f"The race table has not been built. {WITHOUT}", f"{BUILD_COMMAND} ({build_cost()})"
        else:
            yield "problem", one_line(error), f"{BUILD_COMMAND} ({build_cost()})"
    else:
        yield "ok", f"The race table is in {table_path(SECOND)}.", None


def _client(_surroundings: Surroundings) -> _Found:
    """Whether a server could send the pages for browsers."""
    folder = Path(__file__).parent.parent / "server" / "static"
    missing = [name for name in ("index.html", "pages.json") if not (folder / name).is_file()]
    if missing:
        yield (
            "problem",
            f"The client for browsers is not built ({' and '.join(missing)} missing in {folder}).",
            "make web in a clone; elsewhere install a wheel, which has it",
        )
    else:
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        yield "ok", f"The client for browsers is built ({size / 1e6:.1f} MB).", None


def _database(surroundings: Surroundings) -> _Found:
    with require_extra("The tables of a server", "server"):
        from camelup.server.store import FILE_NAME, make_store  # noqa: PLC0415 - loads msgspec
    file = surroundings.data / FILE_NAME
    if surroundings.database is None and not file.exists():
        yield from _place_of_database(file)
        return
    try:
        has_tables = asyncio.run(_has_tables(make_store(surroundings.database, surroundings.data, "read")))
    except TimeoutError:
        yield "problem", f"The database did not answer in {_SECONDS:g} seconds.", "check its address, and that it runs"
    except StoreError as error:
        yield "problem", one_line(error), "docs/operations.md, The database; camelup db check looks closely"
    else:
        where = file if surroundings.database is None else "The database"
        yield "ok", f"{where} has {'tables' if has_tables else 'no tables yet'}; camelup db check looks closely.", None


def _place_of_database(path: Path) -> _Found:
    folder = path.parent
    if _is_writable(folder):
        yield "ok", f"No tables yet; camelup serve will keep them in {path}.", None
    else:
        yield (
            "problem",
            f"camelup serve cannot keep tables in {folder}, which cannot be written.",
            "make the folder writable, or choose another with --data or CAMELUP_DATA",
        )


async def _has_tables(store: "Store") -> bool:
    async with asyncio.timeout(_SECONDS):
        await store.open()
        try:
            return bool(await store.list_tables(limit=1))
        finally:
            await store.close()


def _port(surroundings: Surroundings) -> _Found:
    port = surroundings.port
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
        if sys.platform != "win32":  # there it would let two programs share a port
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("0.0.0.0", port))  # noqa: S104 - as the server would
            trial.listen()
        except OSError as error:
            reason = error.strerror or type(error).__name__
        else:
            yield "ok", f"Port {port} is free.", None
            return
    served = _who_serves(port)
    if served is not None:
        yield "ok", f"A server of camelup {served} answers on port {port}.", None
    else:
        other = f"camelup serve --port {port + 1 if port < 65_535 else 8000}, or --open, which takes the next free one"  # noqa: PLR2004
        yield "problem", f"camelup serve cannot listen on port {port}: {reason}.", other


def _who_serves(port: int) -> str | None:
    """Ask a port for camelup's version."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/server", timeout=_SECONDS) as answer:
            found = json.loads(answer.read(10_000))
    except (OSError, ValueError):
        return None
    told = found.get("version") if isinstance(found, dict) else None
    return told if isinstance(told, str) else None


def _terminal(surroundings: Surroundings) -> _Found:
    reason = surroundings.why_plain
    if reason is not None:
        remedy = reason.partition(": ")[2] or "start camelup in a terminal; --plain plays in lines anywhere"
        yield "note", f"The game would be in plain lines, because {reason}.", remedy
    else:
        size = shutil.get_terminal_size()
        if size.columns < _COLUMNS or size.lines < _ROWS:
            yield (
                "note",
                f"The terminal has {size.columns} columns and {size.lines} rows; the full screen needs 80 by 24.",
                "enlarge the window, or make its letters smaller",
            )
        else:
            yield "ok", f"The full-screen game fits: {size.columns} columns, {size.lines} rows.", None
    encoding = sys.stdout.encoding or "ascii"
    try:
        "\u2500\u2588\u2212\u00b1".encode(encoding)  # as in boards and pages
    except (UnicodeEncodeError, LookupError):
        yield (
            "note",
            f"The terminal's letters are {encoding}: some signs of the board are replaced.",
            "choose UTF-8, such as LC_ALL=C.UTF-8 (PYTHONUTF8=1 on Windows)",
        )


def _disk(surroundings: Surroundings) -> _Found:
    for folder, variable in ((user_cache(), "CAMELUP_CACHE"), (surroundings.data, "CAMELUP_DATA")):
        there = _nearest(folder)
        if there is None:
            yield "problem", f"There is no disk for {folder}.", f"choose another folder with {variable}"
            continue
        free = shutil.disk_usage(there).free
        text = f"{free / 1e9:.1f} GB are free for {folder}"
        if not _is_writable(folder):
            yield "problem", f"{folder} cannot be written.", f"make it writable, or choose another with {variable}"
        elif free < _LITTLE:
            yield "problem", f"Only {free / 1e6:.0f} MB are free for {folder}.", f"make room, or set {variable}"
        else:
            yield "ok", f"{text}.", None


_LOOKS: dict[str, Callable[[Surroundings], _Found]] = {
    "kernels": _kernels,
    "race table": _race_table,
    "client": _client,
    "database": _database,
    "port": _port,
    "terminal": _terminal,
    "disk": _disk,
}


def _nearest(folder: Path) -> Path | None:
    """Find the folder, or the nearest above it that is there."""
    return next((place for place in (folder, *folder.absolute().parents) if place.is_dir()), None)


def _is_writable(folder: Path) -> bool:
    """Whether a file can be made in a folder, or in the one in which the folder would be made."""
    there = _nearest(folder)
    blocked = next((place for place in (folder, *folder.absolute().parents) if place.exists()), None)
    if there is None or blocked != there:
        return False  # a file has the place of a folder
    try:
        with tempfile.TemporaryFile(dir=there):
            return True
    except OSError:
        return False


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "of unknown version"

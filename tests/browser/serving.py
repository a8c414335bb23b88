"""A server and a browser to look at it with, for benchmarks and pictures; tests have fixtures for them."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser

from hatch_build import Client
from tests.browser import chromium
from tests.server.live import LiveServer

_ROOT = Path(__file__).parent.parent.parent


@contextmanager
def serve_client(*, is_needed: bool = False) -> Iterator[tuple[LiveServer, Browser]]:
    """Build the client if its sources have changed, serve it without any tables, and start a Chromium.

    Where there is none, the program ends and says what helps: as a failure only if a browser is needed.
    """
    found = chromium.find()
    if found is None:
        print(chromium.REMEDIES, file=sys.stderr)  # noqa: T201
        sys.exit(1 if is_needed else 0)
    Client(_ROOT).build()
    with (
        tempfile.TemporaryDirectory() as folder,
        LiveServer(Path(folder)) as server,
        chromium.start_playwright() as playwright,
        found.launch(playwright) as browser,
    ):
        yield server, browser

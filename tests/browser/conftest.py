"""A real server, a real Chromium, and pages in which nothing may go wrong unnoticed."""

import asyncio
import os
from asyncio import AbstractEventLoop
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from hatch_build import Client
from tests.browser import chromium
from tests.server.live import LiveServer

ROOT = Path(__file__).parent.parent.parent
_SECONDS = 120
"""How long a test waits for what must come: nothing here judges time."""

_UNOPTIMIZED = "--js-flags=--no-opt,--no-maglev"
"""No page of a test lives long enough to earn what it costs to compile it better; axe takes a third less."""

expect.set_options(timeout=1000 * _SECONDS)


@pytest.fixture(scope="session")
def built_client() -> None:
    """The client as its sources are now."""
    Client(ROOT).build()


@pytest.fixture(scope="session")
def server(built_client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:  # noqa: ARG001
    """One server for each process of the run: tables know nothing of each other."""
    with LiveServer(tmp_path_factory.mktemp("server"), "--workers", "1") as server:
        yield server


@pytest.fixture(scope="session")
def started_browser() -> Iterator[tuple[Browser, AbstractEventLoop]]:
    """One Chromium for each process of the run: every test has a context of its own in it."""
    found = chromium.find()
    if found is None:
        # Where the project is judged a browser has to be there.
        (pytest.fail if os.environ.get("CAMELUP_BROWSER") == "required" else pytest.skip)(chromium.REMEDIES)
    with chromium.start_playwright() as playwright, found.launch(playwright, _UNOPTIMIZED) as browser:
        loop = asyncio.get_running_loop()
        with _put_aside():
            yield browser, loop


@contextmanager
def _put_aside(loop: AbstractEventLoop | None = None) -> Iterator[None]:
    """Let another event loop, or none, be the one that runs in this thread for a while."""
    usual = asyncio._get_running_loop()  # noqa: SLF001 - the only way: it does not fail where none runs
    asyncio._set_running_loop(loop)  # noqa: SLF001 - Playwright's runs from its start to its end, so that others cannot
    try:
        yield
    finally:
        asyncio._set_running_loop(usual)  # noqa: SLF001


@pytest.fixture
def browser(started_browser: tuple[Browser, AbstractEventLoop]) -> Iterator[Browser]:
    """The browser, for one test; no other event loop can run in this thread meanwhile."""
    browser, loop = started_browser
    with _put_aside(loop):
        yield browser
        for context in browser.contexts:
            context.close()


def keep_pace(context: BrowserContext, pace: str = "none") -> None:
    """Let every page of a context show races at this pace; at "none" nothing moves, and nothing waits."""
    # Some pages may keep nothing; that of an empty tab is one of them.
    context.add_init_script(f"try {{ localStorage.setItem('camelup.pace', '{pace}') }} catch {{}}")


_VEIL = """
  globalThis.veil = new CSSStyleSheet()
  veil.replaceSync('html { opacity: 0 !important }')
  document.adoptedStyleSheets.push(veil)
"""
"""Pages that nobody looks at need not be drawn, which is a third of their work; all else goes on as it would.

What judges by opacity lifts it: see evaluate_unveiled in geometry.py.
"""


class Visitor:
    """Somebody with a browser of his own; whatever its console says is a fault."""

    def __init__(self, context: BrowserContext, address: str, pace: str = "none", *, has_all: bool = False) -> None:
        self.context = context
        keep_pace(context, pace)
        context.add_init_script(_VEIL)
        if not has_all:
            # What pages keep for days without a network is for test_offline.py; elsewhere it would only take time.
            context.add_init_script("delete Navigator.prototype.serviceWorker")
            # Nor does anybody listen.
            context.add_init_script("delete globalThis.AudioContext")
        self._address = address
        self.faults: list[str] = []
        """What the console said."""
        context.set_default_timeout(1000 * _SECONDS)

    def visit(self, path: str) -> Page:
        """Open a page in a new tab."""
        page = self.context.new_page()
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("requestfailed", self._note_failure)
        page.goto(f"{self._address}{path}")
        return page

    def _note_failure(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # by the page itself, which was left meanwhile
            self.faults.append(f"{request.url} {request.failure}")

    def _note(self, message: ConsoleMessage) -> None:
        if "WebSocket is closed before the connection is established" in message.text:
            return  # the page was left meanwhile
        if message.type in {"error", "warning"}:
            self.faults.append(f"{message.type}: {message.text} ({message.location})")


@pytest.fixture
def visitor(browser: Browser, server: LiveServer) -> Iterator[Visitor]:
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        visitor = Visitor(context, f"http://127.0.0.1:{server.port}")
        yield visitor
        assert visitor.faults == []

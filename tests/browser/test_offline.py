"""The client as an app: what it keeps, how it works without a network, and how a new build is taken."""

import functools
import json
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, expect

from camelup.server.http.static_files import FOLDER
from tests.browser.test_analysis import START, assert_odds
from tests.server.live import LiveServer

_KEPT = (
    "async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys())"
)
_KEPT += ".map(({ url }) => new URL(url).pathname)))).flat()"


def await_worker(page: Page) -> None:
    """Until all is kept that works without a network."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")


def await_promise(page: Page, expression: str) -> None:
    """Until a promise of this brings something true, for as long as a test waits for anything."""
    ended = page.evaluate(
        f"""async () => {{
          for (const end = Date.now() + 120_000; Date.now() < end; ) {{
            if (await {expression}) return true
            await new Promise((next) => setTimeout(next, 50))
          }}
          return false
        }}"""
    )
    assert ended, f"never true: {expression}"


def test_following_and_analysis_need_no_network(browser: Browser, server: LiveServer) -> None:
    address = f"http://127.0.0.1:{server.port}"
    with browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce") as context:
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.goto(address)
        await_worker(page)
        assert said == [], "not even the worker is against the policy"
        kept: list[str] = page.evaluate(_KEPT)
        assert "/" in kept
        assert not [path for path in kept if path.startswith("/api")]
        context.set_offline(True)
        page.goto(f"{address}/follow")
        page.get_by_role("button", name="Place the camels").click()
        for face in ("g1", "y1", "r2", "b2", "p3", "K3", "W1"):
            page.locator(f"[data-face={face}]").click()
        page.locator("[data-face=b2]").click()
        page.reload()
        expect(page.get_by_role("status").filter(has_text="rolled blue 2")).to_be_visible()
        page.get_by_role("button", name="Odds").click()
        expect(page.get_by_text("race odds need the server")).to_be_visible()
        assert_odds(page, "1:gy 2:r 3:p 4:b 14:K 16:W", "gpryx")
        page.goto(f"{address}/analysis")
        page.locator("[data-odds]").first.wait_for()
        assert_odds(page, START)
        page.get_by_role("tab", name="Moves").click()
        expect(page.get_by_text("Leg odds work without it")).to_be_visible()
        for path in ("/rules", "/puzzle"):
            page.goto(address + path)
            expect(page.locator("h1")).to_be_visible()
            expect(page.get_by_text("This page needs the server")).to_have_count(0)
        page.goto(f"{address}/")
        expect(page.get_by_text("Check your connection").first).to_be_visible()
        page.get_by_role("link", name=re.compile("Score a game")).first.click()
        expect(page.get_by_role("heading", name="Your games")).to_be_visible()
        page.goto(f"{address}/device")
        expect(page.get_by_text("This page needs the server")).to_be_visible()
        context.set_offline(False)
        page.get_by_role("button", name="Reload the page").click()
        expect(page.get_by_role("heading", name="No network")).to_have_count(0)


class _Site(SimpleHTTPRequestHandler):
    """A built client without a game behind it; where its page is gone, a proxy that says so."""

    def do_GET(self) -> None:
        if not Path(self.directory, "index.html").exists():
            self.send_error(HTTPStatus.BAD_GATEWAY)
            return
        if "." not in self.path:
            self.path = "/index.html"
        del self.headers["If-Modified-Since"]  # two builds within a second
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("cache-control", "no-cache")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    site = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Site, directory=str(folder)))
    thread = threading.Thread(target=site.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{site.server_port}"
    finally:
        site.shutdown()
        thread.join()
        site.server_close()


def rebuild(folder: Path, name: str) -> None:
    """Make another build of it: its page says so, and its worker has another version."""
    page, worker = folder / "index.html", folder / "sw.js"
    page.write_text(re.sub(r'content="Camel Up in[^"]*"', f'content="Camel Up in {name}"', page.read_text()))
    worker.write_text(re.sub(r'VERSION = "[^"]*"', f'VERSION = "{name}"', worker.read_text()))


def test_a_new_build_is_taken_at_the_next_load(browser: Browser, built_client: None, tmp_path: Path) -> None:  # noqa: ARG001
    folder = tmp_path / "static"
    shutil.copytree(FOLDER, folder)
    rebuild(folder, "one")
    build = "document.querySelector('meta[name=description]').content.split(' ').at(-1)"
    with served(folder) as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/analysis")
        await_worker(page)
        assert page.evaluate(build) == "one"
        rebuild(folder, "two")
        page.reload()
        assert page.evaluate(build) == "two"
        # The old worker leaves with its last page; what it kept goes with it.
        # On a slow machine that may have happened before it is looked at, and then nothing waits any more.
        new = "one.waiting ?? (!one.installing && one.active?.state === 'activated' && names.join() === 'camelup-two')"
        both = "Promise.all([navigator.serviceWorker.getRegistration(), caches.keys()])"
        await_promise(page, f"{both}.then(([one, names]) => Boolean({new}))")
        page.close()
        page = context.new_page()
        page.goto(f"{address}/analysis")
        await_promise(page, "caches.keys().then((names) => names.join() === 'camelup-two')")
        context.set_offline(True)
        page.reload()
        assert page.evaluate(build) == "two"
        page.locator("[data-odds]").first.wait_for()


def test_a_proxy_without_its_server_is_no_page(browser: Browser, built_client: None, tmp_path: Path) -> None:  # noqa: ARG001
    folder = tmp_path / "static"
    shutil.copytree(FOLDER, folder)
    with served(folder) as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        await_worker(page)
        (folder / "index.html").unlink()
        page.goto(f"{address}/follow")
        expect(page.get_by_role("heading", name="New game")).to_be_visible()


def test_it_can_be_installed(server: LiveServer) -> None:
    address = f"http://127.0.0.1:{server.port}"
    answer = httpx.get(f"{address}/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(answer.text)
    for icon in manifest["icons"]:
        drawn = httpx.get(address + icon["src"])
        assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/png")
        width, height = (int.from_bytes(drawn.content[at : at + 4]) for at in (16, 20))
        assert f"{width}x{height}" == icon["sizes"]
    for shortcut in manifest["shortcuts"]:
        assert httpx.get(address + shortcut["url"]).status_code == 200
    assert httpx.get(f"{address}/sw.js").headers["cache-control"] == "no-cache"

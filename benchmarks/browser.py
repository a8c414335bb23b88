"""How soon a page is there, and how soon a tap is seen, in a real Chromium against a real server on this machine.

.venv/bin/python benchmarks/browser.py [--times 3]
Bytes are those that travel, all of a first load: page, script, styles and fonts. The phone is a simulated one of the
middle range: a processor four times slower than this machine's, and a network of 1.6 Mbit/s with 150 ms a request. A
busy machine makes every figure but the bytes worse.
"""

import argparse
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Browser, CDPSession, Page

from tests.browser.playing import Racer, make_table, sit_down, start_race
from tests.browser.serving import serve_client
from tests.server.live import LiveServer

MOST_BYTES = 150_000
LONGEST_PAINT = 1500
"""Until the largest thing of a page is painted, in ms."""
LONGEST_TAP = 100
"""From a tap to the first change on the screen, in ms."""

_PHONE = {"width": 390, "height": 844}
_SLOWER = 4
_NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
_NOTE_PAINT = """
  globalThis.painted = 0
  globalThis.drawn = 0
  const watcher = new MutationObserver(() => {
    if (!document.querySelector('READY')) return
    watcher.disconnect()
    requestAnimationFrame(() => setTimeout(() => {
      globalThis.drawn = performance.now()
      console.debug('DRAWN')
    }))
  })
  watcher.observe(document, { subtree: true, childList: true })
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) globalThis.painted = startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })"""
_NOTE_TAP = """() => {
  let tapped = null
  addEventListener('pointerdown', ({ timeStamp }) => { tapped = timeStamp }, { capture: true, once: true })
  globalThis.seen = new Promise((done) => {
    const watcher = new MutationObserver(() => {
      if (tapped === null) return
      watcher.disconnect()
      // After the frame that shows the change.
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - tapped)))
    })
    watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}"""


class Loaded(NamedTuple):
    """A page that was loaded for the first time."""

    size: int
    """In bytes, as they travelled."""
    painted: float
    """When its largest thing was painted, in ms."""
    drawn: float
    """When what the page is for was there, in ms: its title, or the camels."""


def count_bytes(session: CDPSession) -> Callable[[], int]:
    """Count what travels to a page, headers included; give a function that tells it."""
    sizes: list[float] = []
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda loaded: sizes.append(loaded["encodedDataLength"]))
    return lambda: round(sum(sizes))


def load(browser: Browser, address: str, ready: str, *, is_slow: bool) -> Loaded:
    """Load a page for the first time."""
    with browser.new_context(viewport=_PHONE, device_scale_factor=2, is_mobile=True, has_touch=True) as context:  # type: ignore[arg-type]
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.add_init_script(_NOTE_PAINT.replace("READY", ready))
        session = context.new_cdp_session(page)
        count = count_bytes(session)
        if is_slow:
            session.send("Network.emulateNetworkConditions", _NETWORK)
            session.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
        # A locator would let Playwright put its own script into the page, which takes longer than to draw a camel.
        with page.expect_console_message(lambda said: said.text == "DRAWN"):
            page.goto(address, wait_until="commit")
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1000)
        return Loaded(count(), *page.evaluate("[painted, drawn]"))


def tap(page: Page, selector: str) -> float:
    """Tap something; give how long it took until anything was to be seen of it, in ms."""
    targets = page.locator(selector)
    target = targets.nth(targets.count() // 2)
    page.wait_for_timeout(300)
    page.evaluate(_NOTE_TAP)
    target.click()
    seen: float = page.evaluate("seen")
    return seen


def tap_all(browser: Browser, server: LiveServer, times: int) -> dict[str, list[float]]:
    """Play some turns; give how long each tap took."""
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/table/{make_table(server, 'random', 'random')}")
        sit_down(page, "Ann")
        start_race(page)
        racer = Racer(page)
        seen: dict[str, list[float]] = {"ticket": [], "tile": [], "roll": []}
        for _ in range(times):
            if not racer.await_turn():
                break
            for what, selector in (("ticket", "[data-ticket-stack]:not([disabled])"), ("tile", "[data-tile-space]")):
                if page.locator(selector).count():
                    seen[what].append(tap(page, selector))
                    page.keyboard.press("Escape")
                    page.wait_for_timeout(400)
            ply = page.locator("main").get_attribute("data-ply")
            seen["roll"].append(tap(page, "button.roll:not([disabled])"))
            racer.await_step(ply)
        return seen


def tell(what: str, figure: str, *, wanted: str, is_good: bool) -> None:
    print(f"{what}: {figure} (wanted: {wanted}){'' if is_good else ', MISSED'}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=3)
    asked = parser.parse_args()
    with (
        serve_client() as (server, browser),
        browser.new_context(viewport={"width": 1440, "height": 900}) as context,
    ):
        host = context.new_page()
        address = f"http://127.0.0.1:{server.port}"
        code = make_table(server, people=2)
        guest = context.browser.new_page() if context.browser else context.new_page()
        for page, name in ((host, "Ann"), (guest, "Bo")):
            page.goto(f"{address}/table/{code}")
            sit_down(page, name)
        start_race(host)
        pages = {"start": ("/", "h1"), "table": (f"/table/{code}", ".stack [data-camel]")}
        for name, (path, ready) in pages.items():
            size = load(browser, address + path, ready, is_slow=False).size
            good = size < MOST_BYTES
            tell(f"first load of {name}", f"{size / 1000:.0f} kB", wanted=f"< {MOST_BYTES // 1000} kB", is_good=good)
        for name, (path, ready) in pages.items():
            loaded = [load(browser, address + path, ready, is_slow=True) for _ in range(asked.times)]
            painted = statistics.median(one.painted for one in loaded)
            drawn = statistics.median(one.drawn for one in loaded)
            tell(
                f"largest paint of {name} on a phone",
                f"{painted:.0f} ms, with its {'camels' if name == 'table' else 'title'} at {drawn:.0f} ms",
                wanted=f"< {LONGEST_PAINT} ms",
                is_good=painted < LONGEST_PAINT,
            )
        for what, times in tap_all(browser, server, asked.times).items():
            middle, worst = statistics.median(times), max(times)
            tell(
                f"{what} seen after a tap",
                f"{middle:.0f} ms, at worst {worst:.0f}",
                wanted=f"< {LONGEST_TAP} ms",
                is_good=worst < LONGEST_TAP,
            )


if __name__ == "__main__":
    main()

"""How long the client takes for the odds of a leg in a real Chromium, as it is and slowed down.

.venv/bin/python benchmarks/client_leg.py [--slow 4] [--times 20]
The analysis board computes a leg whenever a camel is moved: that is what is timed, from the change to the new figures,
for the leg calculator alone and for the page as a whole.
"""

import argparse
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Page

from tests.browser.serving import serve_client

_POSITIONS = {
    "fresh second-edition leg": "edition+2|track+1:gy+2:rb+3:p+14:K+16:W|money+3+3",
    "both crazy camels in the pack": "edition+2|track+5:gKy+6:rWb+7:p|money+3+3",
    "fresh first-edition leg": "edition+1|track+1:bg+2:ow+3:y|money+3+3",
}
_MOVE = """async () => {
  // The grey die, or in the first edition the yellow one, goes out and comes back: only the return is a fresh leg.
  const die = document.querySelector('[data-toggle=x]') ?? document.querySelector('[data-toggle=y]')
  die.click()
  await new Promise((resolve) => setTimeout(resolve, 30))
  performance.clearMeasures('leg')
  const before = performance.now()
  die.click()
  // Styles and layout are part of it: the next frame is drawn after them.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const [leg] = performance.getEntriesByName('leg')
  return [leg.duration, performance.now() - before]
}"""


def time_legs(page: Page, address: str, slow: float, times: int) -> tuple[list[float], list[float]]:
    """Milliseconds of a number of legs: the calculator's, and the page's."""
    page.route("**/api/odds", lambda route: route.fulfill(status=503, json={"code": "closing", "message": "."}))
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    page.goto(address)
    page.wait_for_selector("[data-odds]")
    found = [page.evaluate(_MOVE) for _ in range(times)]
    return [leg for leg, _ in found], [whole for _, whole in found]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--slow", type=float, default=4, help="how many times slower the processor is made")
    parser.add_argument("--times", type=int, default=20)
    asked = parser.parse_args()
    with serve_client() as (server, browser):
        for slow in (1, asked.slow):
            for name, position in _POSITIONS.items():
                with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
                    address = f"http://127.0.0.1:{server.port}/analysis?position={position}"
                    legs, pages = time_legs(context.new_page(), address, slow, asked.times)
                print(
                    f"{name}, {slow:g} times slower: first {legs[0]:.0f} ms, then {statistics.median(legs):.0f} ms; "
                    f"with the page {statistics.median(pages):.0f} ms"
                )


if __name__ == "__main__":
    main()

"""How soon the odds follow a change on the analysis board and in a followed game, in a real Chromium and server.

.venv/bin/python benchmarks/answers.py [--times 20]
From the tap to the frame that shows new figures: of the leg, which the page computes itself, and of the race, which the
server tells (exactly with its table, else sampled first and refined later). A busy machine makes every figure worse.
"""

import argparse
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Page

from tests.browser.serving import serve_client

LONGEST = 100
"""From a change to an answer, in ms."""
_TIME = """async (selectors) => {
  const cells = (column) => [...document.querySelectorAll(`[data-odds] td:nth-child(${column})`)]
  const figures = (column) => cells(column).map((one) => one.textContent.trim())
  const isTold = () => figures(7).length > 0 && figures(7).every((text) => !text.startsWith('…'))
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  while (!isTold()) await frame()
  const legs = figures(2).join()
  const begin = performance.now()
  document.querySelector(selectors).click()
  while (figures(2).join() === legs && performance.now() - begin < 5000) await frame()
  const leg = performance.now() - begin
  while (!isTold() && performance.now() - begin < 20000) await frame()
  return [leg, performance.now() - begin]
}"""


def tell(what: str, times: list[float]) -> None:
    middle, worst = statistics.median(times), max(times)
    missed = "" if middle < LONGEST else ", MISSED"
    print(f"{what}: {middle:.0f} ms, at worst {worst:.0f} (wanted: < {LONGEST} ms){missed}")


def time_analysis(page: Page, address: str, times: int) -> list[list[float]]:
    """A die goes out and comes back, again and again."""
    page.goto(f"{address}/analysis?position=edition+2|track+5:p+6:Wgby+8:r+13:K|money+3+3")
    page.locator("[data-odds]").first.wait_for()
    return [page.evaluate(_TIME, "[data-toggle=r]") for _ in range(times)]


def time_following(page: Page, address: str, times: int) -> list[list[float]]:
    """A die is entered and taken back, again and again."""
    page.goto(f"{address}/follow")
    page.get_by_role("button", name="Place the camels").click()
    for face in ("g1", "y1", "r2", "b2", "p3", "K3", "W1"):
        page.locator(f"[data-face={face}]").click()
    found = []
    for _ in range(times):
        found.append(page.evaluate(_TIME, "[data-face=b2]"))
        page.get_by_role("button", name="Undo").click()
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=20)
    asked = parser.parse_args()
    with (
        serve_client() as (server, browser),
        browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce") as context,
    ):
        context.set_default_timeout(180_000)  # the server may have to compile first
        address = f"http://127.0.0.1:{server.port}"
        for name, measure in (("analysis", time_analysis), ("following", time_following)):
            # The first brings everything into memory, on both sides.
            times = measure(context.new_page(), address, asked.times + 1)[1:]
            tell(f"{name}: odds of the leg", [leg for leg, _ in times])
            tell(f"{name}: odds of the race, first answer", [race for _, race in times])


if __name__ == "__main__":
    main()

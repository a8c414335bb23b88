"""Make pictures of the pages as people see them: on a desk and on a phone, by day and by night, in a real race.

.venv/bin/python tools/pictures.py [--folder pictures] [--only race] [--keep]
A real server, real computer players and a person who plays in his fixed way; the dice fall as they like, so no two runs
are alike. `--keep` also replaces those of the README.
"""

import argparse
import base64
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.conftest import keep_pace
from tests.browser.playing import Racer, make_table, sit_down, start_race
from tests.browser.serving import serve_client
from tests.server.live import LiveServer

ROOT = Path(__file__).parent.parent
SIZES: dict[str, ViewportSize] = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
COMPUTERS = ("novice", "greedy", "shark")
KEPT = {"table-desk-light": "table.webp", "table-phone-light": "phone.webp", "start-desk-dark": "start.webp"}
"""Those of the README, and what they are called there."""
_QUALITY = 88
_SETTLED = 400
"""How long, in ms, a page gets to fit a new window."""


class Photographer:
    """Takes each scene in every size and both themes, and notes where the pictures are."""

    def __init__(self, browser: Browser, server: LiveServer, folder: Path, *, keeps: bool) -> None:
        self._browser = browser
        self.server = server
        self._folder = folder
        self._keeps = keeps
        self.taken = 0

    @contextmanager
    def visit(self, path: str) -> Iterator[Page]:
        """Open a page in a browser of its own, in which nothing moves."""
        with self._browser.new_context(viewport=SIZES["desk"], reduced_motion="reduce") as context:
            context.set_default_timeout(120_000)  # the first worker of all compiles
            keep_pace(context)
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{self.server.port}{path}")
            yield page

    @contextmanager
    def race(
        self, *computers: str, name: str = "Amira", seed: int = 1, edition: int = 2
    ) -> Iterator[tuple[Page, Racer]]:
        """Sit down at a table with computer players, and begin."""
        with self.visit(f"/table/{make_table(self.server, *computers, edition=edition)}") as page:
            sit_down(page, name)
            start_race(page)
            yield page, Racer(page, seed)

    def take(self, page: Page, scene: str, before: Callable[[], None] = lambda: None) -> None:
        """Take a scene; `before` does what a new window needs."""
        page.mouse.move(0, 0)  # over nothing that would rise
        for size, viewport in SIZES.items():
            page.set_viewport_size(viewport)
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
                before()
                page.wait_for_timeout(_SETTLED)
                name = f"{scene}-{size}-{theme}"
                page.screenshot(path=self._folder / f"{name}.png")
                self.taken += 1
                if self._keeps and name in KEPT:
                    self._keep(page, ROOT / "docs" / "pictures" / KEPT[name])
        page.set_viewport_size(SIZES["desk"])
        page.emulate_media(color_scheme="light", reduced_motion="reduce")

    def _keep(self, page: Page, path: Path) -> None:
        """Take it once more, in a form that is a fifth as large."""
        session = page.context.new_cdp_session(page)
        taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": _QUALITY})
        path.write_bytes(base64.b64decode(taken["data"]))


def take_pages(photographer: Photographer) -> None:
    """Where people come in, and where they get lost."""
    server = photographer.server
    for name in ("Jonas", "Mei"):
        code = server.make_table(seats=4, is_open=True)
        with photographer.visit(f"/table/{code}") as page:
            sit_down(page, name)
            if name == "Mei":  # who has something to take along
                page.goto(f"http://127.0.0.1:{server.port}/transfer")
                page.locator("h1").wait_for()
                photographer.take(page, "other-device")
    for scene, path in (
        ("start", "/"),
        ("make", "/make"),
        ("device", "/device"),
        ("rules", "/rules#tile-11"),
        ("puzzle", "/puzzle"),
        ("games-empty", "/games"),
        ("watch", "/watch"),
        ("analysis", "/analysis"),
        ("follow", "/follow"),
        ("learn", "/learn"),
        ("replay", "/replay"),
        ("lost", "/table/nosuch22"),
    ):
        with photographer.visit(path) as page:
            page.locator("h1").wait_for()
            photographer.take(page, scene)
    with photographer.visit("/learn/leg") as page:
        page.locator("[data-camel]").first.wait_for()
        photographer.take(page, "first-leg")


def take_waiting_room(photographer: Photographer) -> None:
    """A host, a computer player and two free seats."""
    with photographer.visit(f"/table/{make_table(photographer.server, 'shark', people=3)}") as page:
        sit_down(page, "Amira")
        photographer.take(page, "waiting-room")


def take_race(photographer: Photographer) -> None:
    """One's own turn, the choices it has, what a leg pays, and the end."""
    with photographer.race(*COMPUTERS) as (page, racer):
        racer.play_on(6)
        racer.await_turn()
        await_odds(page)
        photographer.take(page, "table")

        def choose(what: Callable[[], None]) -> Callable[[], None]:
            def choose_again() -> None:
                page.keyboard.press("Escape")
                what()

            return choose_again

        def pick_card() -> None:
            if page.viewport_size == SIZES["desk"]:
                page.get_by_role("group", name="Cards").get_by_role("button", disabled=False).first.click()
            else:
                page.keyboard.press("w")

        def pick_space() -> None:
            spaces = page.locator("[data-tile-space]")
            if page.viewport_size == SIZES["phone"]:
                page.get_by_role("button", name=re.compile("^Tile")).first.click()
            spaces.nth(spaces.count() // 2).click()

        photographer.take(page, "card", choose(pick_card))
        photographer.take(page, "tile", choose(pick_space))
        page.keyboard.press("Escape")
        racer.roll_to_stage()
        photographer.take(page, "leg", lambda: hold(page))
        while page.get_by_role("button", name="See the result").count() == 0:
            page.keyboard.press("Escape")
            go_on(page, racer)
        # Until every card is turned.
        page.get_by_role("heading", name="Money", exact=True).wait_for()
        hold(page)
        page.wait_for_timeout(3000)
        photographer.take(page, "decks", lambda: hold(page))
        page.get_by_role("button", name="See the result").click()
        await_earnings(page)
        photographer.take(page, "result")
        page.goto(page.url.replace("/table/", "/game/"))
        page.get_by_role("heading", name="Earnings").wait_for()
        page.get_by_text(re.compile("Reviewing")).first.wait_for(state="hidden")
        photographer.take(page, "game")
        page.goto(page.url.replace("/game/", "/replay/"))
        page.locator("[data-camel]").first.wait_for()
        for _ in range(12):
            page.keyboard.press("ArrowRight")
        photographer.take(page, "replay-game")
        page.goto(page.url.partition("/replay/")[0] + "/games")
        page.locator("a[href^='/game/']").first.wait_for()
        photographer.take(page, "games")


def take_others_turn(photographer: Photographer) -> None:
    """Somebody else is to act."""
    code = make_table(photographer.server, *COMPUTERS[1:], people=2)
    with photographer.visit(f"/table/{code}") as page, photographer.visit(f"/table/{code}") as other:
        sit_down(page, "Amira")
        sit_down(other, "Jonas")
        start_race(page)
        for seed, one in enumerate((page, other, page, other, page)):
            racer = Racer(one, seed)
            racer.await_turn()
            racer.take_turn()
        Racer(other).await_turn()
        page.get_by_text(re.compile("Jonas")).first.wait_for()
        photographer.take(page, "others-turn")


def take_eight(photographer: Photographer) -> None:
    """As many as can play, with partners."""
    with photographer.race(*COMPUTERS, *COMPUTERS, "random", seed=3) as (page, racer):
        racer.play_on(5)
        racer.await_turn()
        await_odds(page)
        photographer.take(page, "eight")
        racer.roll_to_stage()
        photographer.take(page, "eight-leg", lambda: hold(page))


def take_two(photographer: Photographer) -> None:
    """As few as can play, and how it ended."""
    with photographer.race("shark", seed=4) as (page, racer):
        racer.play_on(3)
        racer.await_turn()
        await_odds(page)
        photographer.take(page, "two")
        racer.play_on()
        await_earnings(page)
        page.get_by_text(re.compile("Reviewing|Refining")).first.wait_for(state="hidden")
        photographer.take(page, "two-result")


def take_first_edition(photographer: Photographer) -> None:
    """The first edition's camels and tiles."""
    with photographer.race(*COMPUTERS, edition=1, seed=2) as (page, racer):
        racer.play_on(5)
        racer.await_turn()
        await_odds(page)
        photographer.take(page, "first-edition")


SCENES = {
    "pages": take_pages,
    "waiting": take_waiting_room,
    "race": take_race,
    "others": take_others_turn,
    "eight": take_eight,
    "two": take_two,
    "first": take_first_edition,
}


def await_odds(page: Page) -> None:
    """The odds of a position come a moment after it."""
    page.get_by_text("Leg odds.").wait_for(state="attached")


def await_earnings(page: Page) -> None:
    """What paid how much comes a moment after the result."""
    page.locator(".result [role=cell]:not(:empty)").first.wait_for()


def hold(page: Page) -> None:
    """Let a stage stay, as for somebody who reads it."""
    page.mouse.move(1, 1)
    page.mouse.move(195, 500)


def go_on(page: Page, racer: Racer) -> None:
    """A turn, or on from what a leg pays, but not from the decks."""
    stage = page.get_by_role("button", name=re.compile("Next leg|Reveal the cards|See the result"))
    page.locator("button.roll:not([disabled])").or_(stage).first.wait_for()
    if stage.count() == 0:
        racer.take_turn()
    elif "result" not in stage.first.inner_text():
        stage.first.click()


def main() -> None:
    parser = argparse.ArgumentParser(description="Make pictures of the pages as people see them.")
    parser.add_argument("--folder", type=Path, default=ROOT / "pictures")
    parser.add_argument("--only", choices=SCENES, help="the scenes of one kind")
    parser.add_argument("--keep", action="store_true", help="also replace those of the README")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with serve_client(is_needed=True) as (server, browser):
        photographer = Photographer(browser, server, asked.folder, keeps=asked.keep)
        for name, take in SCENES.items():
            if asked.only in {None, name}:
                take(photographer)
    print(f"{photographer.taken} pictures are in {asked.folder}")


if __name__ == "__main__":
    main()

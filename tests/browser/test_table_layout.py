"""The table page in every window: one screen, nothing over anything else, and open to everybody."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Visitor
from tests.browser.geometry import find_barriers, find_faults
from tests.browser.playing import Racer, make_table, sit_down, start_race
from tests.server.live import LiveServer

# 720 by 450 is 1440 by 900 at 200%.
SIZES = [(1440, 900), (1280, 720), (1024, 768), (768, 1024), (390, 844), (360, 640), (720, 450), (844, 390)]


def find_lasting_faults(page: Page) -> list[str]:
    """Faults that are still there once the page has had time to fit the window."""
    for _ in range(30):
        page.wait_for_timeout(50)
        if not find_faults(page):
            return []
    return find_faults(page)


def look(page: Page, what: str) -> list[str]:
    """Every fault in every window."""
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        faults += [f"{what}, {width}x{height}: {fault}" for fault in find_lasting_faults(page)]
    return faults


@pytest.mark.parametrize("others", [1, 7])
def test_one_screen_holds_all(browser: Browser, server: LiveServer, others: int) -> None:
    with browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce") as context:
        visitor = Visitor(context, f"http://127.0.0.1:{server.port}")
        page = visitor.visit(f"/table/{make_table(server, *['random'] * others)}")
        sit_down(page, "Bartholomew")
        start_race(page)
        racer = Racer(page, others)
        racer.await_turn()
        faults = look(page, "own turn")
        racer.play_on(3)
        racer.await_turn()
        faults += look(page, "own turn with bets")
        page.keyboard.press("w")
        faults += look(page, "choosing a card")
        page.keyboard.press("Escape")
        page.keyboard.press("t")
        faults += look(page, "choosing a space")
        page.keyboard.press("Escape")
        racer.roll_to_stage()
        faults += look(page, "leg pays")
        faults += find_barriers(page)
        assert faults == [], "\n".join(faults)
        assert visitor.faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_is_open_to_everybody(browser: Browser, server: LiveServer, scheme: str) -> None:
    with browser.new_context(
        viewport={"width": 1440, "height": 900},
        reduced_motion="reduce",
        color_scheme="dark" if scheme == "dark" else "light",
    ) as context:
        page = Visitor(context, f"http://127.0.0.1:{server.port}").visit(f"/table/{make_table(server, 'random')}")
        sit_down(page, "Ann")
        start_race(page)
        racer = Racer(page, 1)
        racer.play_on(3)
        racer.await_turn()
        barriers = []
        for width, height in [(1440, 900), (390, 844)]:
            page.set_viewport_size({"width": width, "height": height})
            barriers += [f"{width}: {barrier}" for barrier in find_barriers(page)]
        assert barriers == [], "\n".join(barriers)


def test_tab_goes_through_all_that_can_be_done(visitor: Visitor, server: LiveServer) -> None:
    page = visitor.visit(f"/table/{make_table(server, 'random')}")
    sit_down(page, "Ann")
    start_race(page)
    Racer(page, seed=1).await_turn()
    page.locator("[data-tile-space]").first.focus()
    last = page.locator("[data-tile-space]").last.get_attribute("data-tile-space")
    passed = []
    for _ in range(40):
        passed.append(page.evaluate("document.activeElement.dataset.tileSpace ?? null"))
        page.keyboard.press("Tab")
        page.wait_for_timeout(20)  # a focus that comes back would do so now
    assert len({space for space in passed if space}) > 3
    assert None in passed[passed.index(last) :], "from the last space one comes to other things"

"""The table page in every window: one screen, nothing over anything else, and open to everybody."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.conftest import Visitor
from tests.browser.geometry import find_barriers, find_cut, find_faults, find_lasting, find_small, read_tickets
from tests.browser.playing import Racer, make_table, sit_down, start_race
from tests.server.live import LiveServer

# 720 by 450 is 1440 by 900 at 200%.
SIZES = [(1440, 900), (1280, 720), (1024, 768), (768, 1024), (390, 844), (360, 640), (720, 450), (844, 390)]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# The smallest window of each layout, for what only the tray shows differently.
SMALLEST = [(1280, 720), (768, 1024), (360, 640), (844, 390)]


def find_all(page: Page) -> list[str]:
    """Every fault of a table."""
    return [*find_faults(page), *find_small(page), *find_cut(page)]


def look(page: Page, what: str, sizes: list[tuple[int, int]] = SIZES) -> list[str]:
    """Every fault in these windows."""
    faults = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        faults += [f"{what}, {width}x{height}: {fault}" for fault in find_lasting(page, find_all)]
    return faults


def look_at_own_turn(page: Page) -> list[str]:
    """Every fault in all windows, also where a player is shown with other tickets than in the largest one.

    All that can be chosen is looked at before the next window: to fit a page to one costs more than anything else.
    """
    faults = []
    held = read_tickets(page)

    def find_others(page: Page) -> list[str]:
        found = read_tickets(page)
        return [] if found == held else [f"{found} instead of {held}"]

    choices = [("w", "choosing a card")]
    if page.locator("button[data-side='+']").is_enabled():  # with eight tiles out there may be no space left
        choices.append(("t", "choosing a space"))
    for size in SIZES:
        faults += look(page, "own turn with bets", [size])
        faults += [f"{size}: {other}" for other in find_lasting(page, find_others)]
        for key, what in choices if size in SMALLEST else ():
            page.keyboard.press(key)
            expect(page.locator(".ribbon .cancel").or_(page.get_by_role("button", name="Cancel")).first).to_be_visible()
            faults += look(page, what, [size])
            page.keyboard.press("Escape")
    return faults


def enrich(socket: WebSocketRoute) -> None:
    """Let everybody at a table be so rich that sums have two digits, the widest ones."""
    server = socket.connect_to_server()
    server.on_message(lambda text: socket.send(re.sub(r'"money":\[[\d,nul\s]*\]', _rich, str(text))))


def _rich(found: re.Match[str]) -> str:
    return re.sub(r"\d+", "88", found[0])


@pytest.mark.parametrize("others", [3, 7])
def test_one_screen_holds_all(browser: Browser, server: LiveServer, others: int) -> None:
    with browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce") as context:
        context.route_web_socket(re.compile("/socket$"), enrich)
        visitor = Visitor(context, f"http://127.0.0.1:{server.port}")
        page = visitor.visit(f"/table/{make_table(server, *['random'] * others)}")
        sit_down(page, "Bartholomew")
        start_race(page)
        racer = Racer(page, others)
        racer.await_turn()
        faults = []
        if page.get_by_role("button", name=re.compile("to be your partner")).count():
            page.keyboard.press("p")
            expect(page.locator(".tray .tickets h2")).to_have_text(re.compile("^Partner"))
            faults += look(page, "choosing a partner", SMALLEST)
            page.keyboard.press("Escape")
        racer.play_on(3)
        racer.await_turn()
        while not any(read_tickets(page)):  # a leg has just begun
            racer.play_on(1)
            racer.await_turn()
        page.set_viewport_size({"width": 1440, "height": 900})
        faults += look_at_own_turn(page)
        page.set_viewport_size({"width": 768, "height": 1024})
        ring = page.locator("svg[data-kind]")
        expect(ring).to_have_attribute("data-kind", "tall")
        racer.roll_to_stage()
        expect(ring).to_have_attribute("data-kind", "tall")
        for heading in ("Dice out", "Winner", "Loser"):
            expect(ring.get_by_text(heading, exact=True)).to_be_visible()
        faults += look(page, "leg pays")
        faults += find_barriers(page)
        assert faults == [], "\n".join(faults)
        assert visitor.faults == []


def test_the_table_is_open_to_everybody(browser: Browser, server: LiveServer) -> None:
    with browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce") as context:
        page = Visitor(context, f"http://127.0.0.1:{server.port}").visit(f"/table/{make_table(server, 'random')}")
        sit_down(page, "Ann")
        start_race(page)
        racer = Racer(page, 1)
        racer.play_on(3)
        racer.await_turn()
        expect(page.locator(".stale")).to_have_count(0)  # odds fade until new ones arrive
        barriers = []
        for width, height in [(1440, 900), (390, 844)]:
            page.set_viewport_size({"width": width, "height": height})
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                barriers += [f"{scheme}, {width}: {barrier}" for barrier in find_barriers(page)]
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


_OVERLAP = """([thing, patch]) => {
  const [a, b] = [thing, patch].map((selector) => document.querySelector(selector).getBoundingClientRect());
  return Math.min(a.right, b.right) > Math.max(a.left, b.left) && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);
}"""


def press_long(page: Page, selector: str) -> None:
    """Hold a finger on something until it is explained, then lift it."""
    box = page.locator(selector).first.bounding_box()
    assert box
    session = page.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.locator("dialog#explanation").wait_for()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def test_whatever_is_pointed_at_is_explained(browser: Browser, server: LiveServer) -> None:
    with browser.new_context(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", has_touch=True
    ) as context:
        visitor = Visitor(context, f"http://127.0.0.1:{server.port}")
        page = visitor.visit(f"/table/{make_table(server, 'random', 'random', 'random')}")
        sit_down(page, "Ann")
        start_race(page)
        Racer(page).await_turn()
        patch = page.locator("#explanation")
        things = {
            "[data-ticket-stack]": "1st in this leg",
            "[data-card]": "Right on the winner",
            "[data-tile-space]": "Place your tile here?",
            ".players [data-seat='1']": "Cards left",
        }
        for thing, words in things.items():
            page.locator(thing).first.hover()
            expect(patch).to_contain_text(words)
            assert not page.evaluate(_OVERLAP, [thing, "#explanation"])
            page.keyboard.press("Escape")
            expect(patch).to_have_count(0)
        page.mouse.move(700, 20)
        # By key: of what has the focus, otherwise the help.
        page.locator("[data-ticket-stack]").first.focus()
        page.keyboard.press("?")
        expect(patch).to_contain_text("Anything else")
        assert find_barriers(page) == []
        page.keyboard.press("Escape")
        expect(patch).to_have_count(0)
        expect(page.locator("#help")).to_be_hidden()
        page.get_by_role("button", name="What the odds mean").click()
        expect(patch).to_contain_text("leads when the leg ends")

        # A finger: a long press explains and does nothing else, a tap on a player opens the sheet.
        page.set_viewport_size({"width": 390, "height": 844})
        ply = page.locator("main").get_attribute("data-ply")
        press_long(page, "[data-ticket-stack]")
        expect(patch).to_contain_text("1st in this leg")
        assert find_barriers(page) == []
        page.get_by_role("button", name="Back to the race").click()
        expect(patch).to_have_count(0)
        page.get_by_role("button", name="About Tumble").first.tap()
        expect(patch).to_contain_text("Cards left")
        page.keyboard.press("Escape")
        expect(patch).to_have_count(0)
        press_long(page, ".players [aria-current]")
        expect(patch).to_contain_text("your turn.")
        page.touchscreen.tap(190, 60)
        expect(patch).to_have_count(0)
        expect(page.locator(".ribbon.own")).to_be_visible()
        expect(page.locator(".ribbon .cancel")).to_have_count(0)
        assert page.locator("main").get_attribute("data-ply") == ply
        assert visitor.faults == []

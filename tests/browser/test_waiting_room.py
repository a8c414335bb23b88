"""A table before its race, with several people who have browsers of their own."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.browser.conftest import Visitor
from tests.browser.geometry import find_barriers
from tests.browser.test_start import PHONE, find_small_targets
from tests.server.live import LiveClient, LiveServer

DESK: ViewportSize = {"width": 1440, "height": 900}
Come = Callable[..., Visitor]


@pytest.fixture(name="come")
def _come(browser: Browser, server: LiveServer) -> Iterator[Come]:
    """Let people come, each with a browser; their consoles stay silent."""
    visitors = []
    with ExitStack() as contexts:

        def come(viewport: ViewportSize = DESK) -> Visitor:
            context = contexts.enter_context(browser.new_context(viewport=viewport))
            visitors.append(Visitor(context, f"http://127.0.0.1:{server.port}"))
            return visitors[-1]

        yield come
        assert [visitor.faults for visitor in visitors] == [[] for _ in visitors]


def make_table(host: Visitor, name: str) -> tuple[Page, str]:
    """Make a table; give the page of its host, and its code."""
    page = host.visit("/make")
    page.get_by_label("Your name").last.fill(name)
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("heading", name=name).wait_for()
    return page, page.url.rpartition("/")[2]


def sit_down(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join", exact=True).click()


def test_friends_meet_and_race(come: Come) -> None:
    ann, code = make_table(come(), "Ann")
    expect(ann.get_by_role("button", name="Start the race")).to_be_disabled()
    assert find_barriers(ann) == []
    expect(ann.get_by_role("img", name="QR code of the link")).to_be_visible()

    bo = come(PHONE).visit("/")
    bo.get_by_label("Table code or link").fill(code)
    bo.get_by_role("button", name="Join", exact=True).click()
    sit_down(bo, "ann")
    bo.get_by_text("Somebody at this table already has that name").wait_for()
    sit_down(bo, "Bo")
    bo.get_by_text("Waiting for Ann").wait_for()
    expect(bo.get_by_text("· anyone can join")).to_be_visible()
    assert bo.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert find_small_targets(bo) == []
    assert find_barriers(bo) == []

    # Another person at Bo's device, and a computer, which is sent away again.
    bo.get_by_role("button", name="Add a player on this device").click()
    bo.get_by_label("Add a player on this device").fill("Cy")
    bo.get_by_role("button", name="Join", exact=True).click()
    ann.get_by_role("button", name="Add Fin").click()
    ann.get_by_text("Four of four seats taken.").wait_for()
    ann.get_by_role("button", name="Remove Fin").click()
    ann.get_by_text("the free seat stays empty").wait_for()

    ann.get_by_role("button", name="Start the race").click()
    for page in (ann, bo):
        expect(page.locator("main.race [data-camel]").first).to_be_visible()
        assert page.evaluate("JSON.parse(localStorage['camelup.tables']).length") == 1


def test_whoever_comes_to_a_full_table_may_watch(come: Come) -> None:
    ann, code = make_table(come(), "Ann")
    for _ in range(3):
        ann.get_by_role("button", name="Add Chick").click()
    ann.get_by_text("all seats are taken").wait_for()
    late = come(PHONE).visit(f"/table/{code}")
    late.get_by_role("heading", name="Every seat is taken").wait_for()
    assert find_barriers(late) == []
    late.get_by_role("button", name="Watch the race").click()
    late.get_by_text("You are watching").wait_for()
    # A seat gets free after all.
    ann.get_by_role("button", name="Remove Chick 2").click()
    sit_down(late, "Dee")
    # The host may take it back; what the browser kept goes with it.
    ann.get_by_role("button", name="Remove Dee").click()
    late.get_by_text("The host removed you from your seat. You can join again if they let you back.").wait_for()
    assert late.evaluate("localStorage['camelup.tables']") == "[]"
    # The seat stays closed, until the host changes her mind.
    ann.get_by_text("Closed seat").wait_for()
    assert find_barriers(ann) == []
    late.get_by_text("the host removed a player").wait_for()
    late.get_by_text("You are watching").wait_for()
    ann.set_viewport_size(PHONE)
    assert find_small_targets(ann) == []
    ann.get_by_role("button", name="Make it link-only").click()
    ann.get_by_role("button", name="Let anyone join").click()
    ann.get_by_role("button", name="Let them back").click()
    sit_down(late, "Dee")
    ann.get_by_text("Dee", exact=True).wait_for()


def test_the_host_leaves_and_the_next_one_starts(come: Come) -> None:
    ann, code = make_table(come(), "Ann")
    bo = come().visit(f"/table/{code}")
    sit_down(bo, "Bo")
    ann.get_by_role("button", name="Ann: leave seat").click()
    bo.get_by_role("heading", name="Bo").wait_for()
    bo.get_by_role("button", name="Add Tumble").click()
    bo.get_by_role("button", name="Start the race").click()
    for page in (ann, bo):
        expect(page.locator("main.race [data-camel]").first).to_be_visible()


def test_the_host_is_told_who_is_not_connected(come: Come, server: LiveServer) -> None:
    page = come(PHONE).visit(f"/table/{server.make_table(seats=2)}")
    sit_down(page, "Ann")

    async def come_and_go() -> None:
        client = LiveClient(server, page.url.rpartition("/")[2])
        await client.connect()
        await client.sit("Robo", is_program=True)
        await client.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(server.run, come_and_go).result()
    expect(page.get_by_text("t connected; a computer will fill in.")).to_be_visible()


def test_a_page_that_was_left_is_not_asked_for_the_link_of_its_code(visitor: Visitor, server: LiveServer) -> None:
    page = visitor.visit("/")
    held: list[Route] = []
    page.route("**/assets/qrModules*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks its handlers
    page.get_by_label("Table code or link").fill(server.make_table(seats=2, is_open=False))
    with page.expect_request("**/assets/qrModules*"):
        page.get_by_role("button", name="Join", exact=True).click()
    page.go_back()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    with page.expect_response("**/assets/qrModules*"):
        for route in held:
            route.continue_()
    page.evaluate("async () => { await new Promise(requestAnimationFrame); await new Promise(setTimeout); }")

"""Faults that people met at the table, so that they do not come back."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Visitor
from tests.browser.playing import Racer, make_table, sit_down, start_race
from tests.server.live import ROLL, LiveServer, join, play_on

_COMPUTERS = ("random",) * 7


def begin(visitor: Visitor, code: str) -> Page:
    """Sit down and start the race."""
    page = visitor.visit(f"/table/{code}")
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, "Ann")
    start_race(page)
    return page


def roll_to_the_end(server: LiveServer, code: str, token: str) -> None:
    """Let somebody roll in another tab until the race is over: much quicker than by taps."""

    async def play() -> None:
        await play_on([await join(server, code, token=token)], lambda _: ROLL)

    with ThreadPoolExecutor(1) as thread:  # this one has the browser's event loop
        thread.submit(server.run, play).result()


def test_the_way_back_from_a_rematch_does_not_lead_there_again(visitor: Visitor, server: LiveServer) -> None:
    code = make_table(server, "random")
    page = visitor.visit("/")
    page.emulate_media(reduced_motion="reduce")
    page.get_by_label("Table code or link").fill(code.upper())
    page.get_by_role("button", name="Join", exact=True).click()
    sit_down(page, "Ann")
    start_race(page)
    roll_to_the_end(server, code, page.evaluate("localStorage['camelup.token']"))
    racer = Racer(page)
    while racer.await_turn():
        page.wait_for_timeout(20)  # it has not heard of everything yet
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("heading", name=re.compile("caravan"))).to_be_visible()
    assert code not in page.url
    page.go_back()
    expect(page.get_by_role("button", name=re.compile("Play now"))).to_be_visible()


def test_a_bet_in_the_last_second_is_still_made(visitor: Visitor, server: LiveServer) -> None:
    page = visitor.visit("/")
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.clock.install()
    page.goto(f"{page.url}table/{server.make_table('random', seats=2, first=1, is_open=False, clock=15)}")
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, "Ann")
    start_race(page)
    Racer(page).await_turn()
    page.clock.pause_at(page.evaluate("Date.now()") + 13_800)
    page.locator("[data-ticket-stack]:not([disabled])").first.click()
    page.clock.run_for(900)
    assert any("take_ticket" in frame for frame in sent)


def test_eight_players_fit_on_small_windows(visitor: Visitor, server: LiveServer) -> None:
    page = begin(visitor, make_table(server, *_COMPUTERS, odds="full"))
    racer = Racer(page, 1)
    racer.await_turn()
    page.set_viewport_size({"width": 768, "height": 1024})
    menu = page.get_by_role("button", name="Menu").bounding_box()
    assert menu is not None
    assert menu["x"] + menu["width"] <= 768
    # Unless somebody has asked Ann already, she sees whom she may ask.
    if page.get_by_role("button", name=re.compile("to be your partner")).count():
        expect(page.locator(".plus").first).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("[data-money]").first.evaluate("money => money.firstChild.data = '38'")
    heights = page.locator("[data-money]").evaluate_all("all => all.map(money => money.offsetHeight)")
    assert len(set(heights)) == 1


def test_the_keyboard_keeps_its_place_from_turn_to_turn(visitor: Visitor, server: LiveServer) -> None:
    page = begin(visitor, make_table(server, "random"))
    racer = Racer(page, 1)
    racer.await_turn()
    roll = page.locator("button.roll").first
    page.keyboard.press("Tab")
    roll.focus()
    ply = page.locator("main").get_attribute("data-ply")
    page.keyboard.press("Enter")
    page.locator(f'main:not([data-ply="{ply}"])').wait_for()
    racer.await_turn()
    expect(roll).to_be_focused()


def test_an_empty_waiting_room_over_which_nothing_shows_through(browser: Browser, server: LiveServer) -> None:
    with browser.new_context(viewport={"width": 768, "height": 1024}) as context:
        page = Visitor(context, f"http://127.0.0.1:{server.port}").visit(f"/table/{make_table(server, people=2)}")
        expect(page.get_by_text("None of two seats taken.")).to_be_visible()
        sit_down(page, "Ann")
        start = page.get_by_role("button", name=re.compile("Start the race"))
        expect(start).to_be_disabled()
        assert start.evaluate("button => getComputedStyle(button).backgroundColor") != "rgba(0, 0, 0, 0)"


def test_a_dead_link_does_not_say_that_it_reconnects(visitor: Visitor) -> None:
    page = visitor.visit("/table/nosuch22")
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()
    expect(page.get_by_text("Reconnecting")).to_have_count(0)


def test_who_keeps_nothing_is_told_what_a_reload_costs(browser: Browser, server: LiveServer) -> None:
    with browser.new_context() as context:
        context.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('no') }})")
        visitor = Visitor(context, f"http://127.0.0.1:{server.port}")
        page = begin(visitor, make_table(server, "random"))
        expect(page.get_by_role("alert").filter(has_text="saves nothing")).to_be_visible()
        page.get_by_role("button", name="OK", exact=True).click()
        expect(page.get_by_text("saves nothing")).to_have_count(0)
        assert visitor.faults == []


@pytest.fixture(name="alone")
def _alone(browser: Browser, server: LiveServer) -> Iterator[tuple[Page, list[str]]]:
    """A phone with both seats of a table, so that it is always somebody's turn there, and what it sends."""
    with browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce") as context:
        visitor = Visitor(context, f"http://127.0.0.1:{server.port}", pace="fast")
        page = visitor.visit("/")
        sent: list[str] = []
        page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
        page.clock.install()
        page.goto(f"{page.url}table/{make_table(server, people=2, odds='off')}")
        sit_down(page, "Ann")
        page.get_by_role("button", name="Add a player on this device").click()
        page.get_by_label("Add a player on this device").fill("Bo")
        page.get_by_role("button", name="Join", exact=True).click()
        start_race(page)
        yield page, sent
        assert visitor.faults == []


def test_quick_taps_on_a_phone_send_no_roll(alone: tuple[Page, list[str]]) -> None:
    """Next leg lies where Roll is: what appears under a finger is dead for a moment."""
    page, sent = alone
    Racer(page).roll_to_stage()
    following = page.get_by_role("button", name="Next leg").locator("visible=true")
    expect(following).to_be_enabled()
    page.clock.pause_at(page.evaluate("Date.now()") + 1)
    rolls = sum('"roll"' in frame for frame in sent)
    box = following.bounding_box()
    assert box is not None
    place = (box["x"] + 30, box["y"] + box["height"] / 2)
    page.mouse.click(*place)
    roll = page.locator("button.roll:not([disabled])")
    roll.wait_for()
    assert roll.evaluate("(roll, place) => roll.contains(document.elementFromPoint(...place))", place)
    for _ in range(2):
        page.mouse.click(*place)
    page.keyboard.press("r")
    assert sum('"roll"' in frame for frame in sent) == rolls
    page.clock.run_for(700)
    page.mouse.click(*place)
    page.locator("main:not([data-ply='5'])").wait_for()
    assert sum('"roll"' in frame for frame in sent) == rolls + 1


def test_help_that_is_asked_for_before_it_has_arrived_opens_when_it_has(visitor: Visitor, server: LiveServer) -> None:
    held: list[Route] = []
    visitor.context.route("**/assets/later-*.js", lambda route: held.append(route))  # noqa: PLW0108 - marked by Playwright
    page = visitor.visit(f"/table/{make_table(server, 'random')}")
    sit_down(page, "Ann")
    start_race(page)
    page.keyboard.press("?")
    assert page.locator("#help").count() == 0
    for route in held:
        route.continue_()
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_the_menu_can_be_left_as_it_was_found(alone: tuple[Page, list[str]]) -> None:
    page, _ = alone
    menu, ways, guide = page.locator("#menu"), page.get_by_role("button", name="Menu"), page.locator("#help")
    ways.click()
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    page.keyboard.press("?")
    expect(guide).to_be_visible()
    page.keyboard.press("Escape")
    expect(guide).to_be_hidden()
    # A choice is cancelled only once nothing lies over it.
    page.keyboard.press("t")
    cancel = page.get_by_role("button", name=re.compile("^Cancel"))
    ways.click()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(cancel).to_be_visible()
    page.keyboard.press("Escape")
    expect(cancel).to_have_count(0)
    ways.click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Stay").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
    expect(page.get_by_role("button", name="Leave for good")).to_have_count(0)

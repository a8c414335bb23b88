"""The start page: to play at once, to make a table, to come to one, and to go on where one left off."""

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import Visitor
from tests.browser.geometry import find_barriers, find_faults
from tests.server.live import LiveServer

PHONE: ViewportSize = {"width": 390, "height": 844}
SIZES = [(1440, 900), (1280, 720), (1024, 768), (768, 1024), (390, 844), (360, 640), (844, 390)]


def find_small_targets(page: Page) -> list[str]:
    """Buttons and links that a thumb would miss."""
    found: list[str] = page.evaluate("""
        [...document.querySelectorAll('main :is(button, a, input:not(.visually-hidden))')]
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([, {width, height}]) => width && (width < 43.5 || height < 43.5))
        .map(([one, {width, height}]) => `${one.outerHTML.slice(0, 120)} ${width}x${height}`)""")
    return found


def check_geometry(page: Page) -> None:
    """Look at a page that scrolls in every window, and by day and night."""
    faults = []
    size = page.viewport_size
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = [fault for fault in find_faults(page) if "off the page" not in fault and not fault.endswith(" high")]
        faults += [f"{width}x{height}: {fault}" for fault in found]
    if size:
        page.set_viewport_size(size)
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        faults += find_barriers(page)
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize("path", ["/", "/make", "/device", "/watch", "/replay", "/games", "/transfer", "/no/such/page"])
def test_nothing_is_wider_than_a_phone_or_closed_to_anybody(visitor: Visitor, path: str) -> None:
    page = visitor.visit(path)
    page.set_viewport_size(PHONE)
    page.locator("h1").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert find_small_targets(page) == []
    assert find_barriers(page) == []
    visitor.faults.clear()  # a lost page is a 404, which the browser itself says


def test_one_tap_and_the_race_is_on(visitor: Visitor) -> None:
    page = visitor.visit("/")
    expect(page.get_by_role("navigation", name="Pages").get_by_role("link")).to_have_text(
        ["Play", "Watch", "Analyse", "Learn", "Rules"]
    )
    expect(page.get_by_role("link", name="Learn in 3 minutes")).to_be_visible()
    assert "terminal" not in page.inner_text("main")
    page.get_by_role("button", name="Change opponents").click()
    page.get_by_role("button", name="Remove Pouch").click()
    page.get_by_role("button", name="Add Tumble").click()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    page.get_by_text("camel", exact=False).first.wait_for()
    expect(page.locator("main.race [data-camel]").first).to_be_visible()
    assert {"Chick", "Fin", "Tumble"} <= set(re.findall(r"\w+", page.inner_text("main")))
    # Back at the start the game can be gone on with, and the opponents are remembered.
    page.goto(page.url.partition("/table")[0])
    card = page.get_by_role("region", name="Continue")
    expect(card).to_contain_text("Leg 1")
    expect(page.get_by_role("link", name="Learn in 3 minutes")).to_have_count(0)
    page.get_by_role("button", name="Change opponents").click()
    assert page.get_by_role("button", name=re.compile("^Remove ")).count() == 3
    page.get_by_role("button", name="Done").click()
    # It can be hidden, which is not leaving, and that can be undone.
    card.get_by_role("button", name=re.compile("^Hide ")).click()
    expect(card).to_have_count(0)
    code = page.evaluate("JSON.parse(localStorage['camelup.tables'])[0].code")
    assert page.evaluate("JSON.parse(localStorage['camelup.hidden'])") == [code]
    page.get_by_role("button", name="Undo").click()
    assert page.evaluate("JSON.parse(localStorage['camelup.hidden'])") == []
    check_geometry(page)
    card.get_by_role("link", name=re.compile("^Continue: ")).click()
    page.wait_for_url("**/table/*")


def test_a_table_is_made_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.visit("/")
    page.get_by_role("link", name="Make a table").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Make a table")
    dialog.wait_for()
    assert find_barriers(page) == []
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    assert page.url.endswith("/")
    page.go_back()
    dialog.wait_for()
    dialog.get_by_label("Your name").focus()
    page.keyboard.type("Ann")
    page.keyboard.press("Tab")
    page.keyboard.type("The long road")
    page.keyboard.press("Tab")  # the edition
    page.keyboard.press("ArrowRight")
    for _ in range(7):
        page.keyboard.press("Tab")  # past the places, to the first face
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name="Make the table").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="The long road").wait_for()
    assert page.title() == "The long road · camelup"
    assert "Tumble" in page.inner_text("main")
    assert "First" in page.inner_text("dl")
    find_it_and_watch(visitor, page)


def find_it_and_watch(visitor: Visitor, made: Page) -> None:
    """Find a table as others do: in the list, by "Join anyone", and as a race to watch."""
    browser = made.context.browser
    assert browser is not None
    with browser.new_context(viewport=PHONE) as context:
        page = context.new_page()
        page.goto(made.url.partition("/table")[0])
        tables = page.get_by_role("region", name="Open tables")
        row = tables.get_by_role("listitem").filter(has_text="The long road")
        expect(row).to_contain_text("Ann and Tumble · first edition")
        expect(tables).to_contain_text(re.compile(r"\d+ (person|people) here now"))
        page.get_by_role("button", name="Join anyone").click()
        page.wait_for_url(made.url)  # where somebody is
        page.get_by_text("Waiting for Ann").wait_for()
        made.get_by_role("button", name="Start the race").click()
        page.locator("main.race [data-camel]").first.wait_for()
    watching = visitor.visit("/watch")
    row = watching.get_by_role("listitem").filter(has_text="The long road")
    expect(row).to_contain_text("leg 1")
    check_geometry(watching)
    row.get_by_role("link", name="Watch: The long road").click()
    watching.wait_for_url(made.url)


def test_full_odds_are_for_practice(visitor: Visitor) -> None:
    page = visitor.visit("/make")
    full = page.get_by_role("radio", name="Full")
    expect(full).to_be_disabled()
    for _ in range(3):
        page.get_by_role("button", name="Add Chick").click()
    expect(full).to_be_enabled()


def test_one_device_for_all(visitor: Visitor) -> None:
    page = visitor.visit("/device")
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("ann")
    page.get_by_role("button", name="Start the race").click()
    page.get_by_text("That name is taken.").wait_for()
    page.get_by_label("Name of player 2").fill("Bo")
    page.get_by_role("button", name="Add Sekhet").click()
    page.get_by_role("button", name="Start the race").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("main.race [data-camel]").first).to_be_visible()
    kept = page.evaluate("JSON.parse(localStorage['camelup.tables'])[0]")
    assert kept["names"] == ["Ann", "Bo"]
    assert set(kept["seeds"]) == {"Ann", "Bo"}


def test_codes_and_links(visitor: Visitor) -> None:
    page = visitor.visit("/")
    field = page.get_by_label("Table code or link")
    field.fill("no code")
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_text("That is not a table").wait_for()
    field.fill("http://somewhere/table/nosuch22 ")
    field.press("Enter")
    page.get_by_role("heading", name="No such table").wait_for()
    page.get_by_role("link", name="Enter the code").click()
    expect(field).to_be_focused()


def test_a_server_that_is_away_and_a_browser_that_keeps_nothing(browser: Browser, server: LiveServer) -> None:
    with browser.new_context(viewport=PHONE) as context:
        context.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('no') }})")
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.get_by_text("This browser saves nothing").wait_for()
        page.route("**/api/**", lambda route: route.abort())
        page.get_by_text("Check your connection").first.wait_for()
        page.get_by_role("button", name="Play now").click()
        expect(page.get_by_role("alert").filter(has_text="Check your connection")).to_be_visible()
        page.unroute("**/api/**")
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url("**/table/*")
        expect(page.locator("main.race [data-camel]").first).to_be_visible()

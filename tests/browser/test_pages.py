import re

import pytest
from playwright.sync_api import Route, WebSocket

from tests.browser.conftest import Visitor
from tests.browser.playing import make_table, sit_down, start_race
from tests.server.live import LiveServer


@pytest.mark.parametrize("path", ["/", "/table/nosuch"])
def test_every_page_shows_something_and_the_console_nothing(visitor: Visitor, path: str) -> None:
    page = visitor.visit(path)
    page.wait_for_selector("main")
    assert page.inner_text("main").strip()
    assert page.locator("h1").count() == 1
    page.wait_for_function("document.fonts.check('20px Caprasimo')")


def test_a_game_that_is_not_there_is_told_in_a_friendly_way(visitor: Visitor) -> None:
    page = visitor.visit("/game/nosuch")
    page.get_by_role("heading", name="No such game").wait_for()
    page.get_by_text("This server has no game with the code nosuch.").wait_for()
    assert page.locator("main").get_by_role("link").all_inner_texts() == ["Home", "Make a table", "Enter a code"]
    (fault,) = visitor.faults
    assert "404" in fault, "the browser itself says so"
    visitor.faults.clear()


def test_an_address_that_nobody_has_is_answered_in_a_friendly_way(visitor: Visitor) -> None:
    page = visitor.visit("/no/such/page")
    assert "no page at /no/such/page" in page.inner_text("main")
    (fault,) = visitor.faults
    assert "404" in fault, "the browser itself says so"
    visitor.faults.clear()
    page.get_by_role("link", name="Home").first.click()
    page.wait_for_url("**/")


def test_day_and_night_can_be_chosen_and_are_remembered(visitor: Visitor) -> None:
    page = visitor.visit("/")
    day = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("Dark", exact=True).click()
    night = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (day, night) == ("rgb(246, 236, 214)", "rgb(19, 22, 42)")
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == night


def test_a_table_names_its_scripts_in_the_order_in_which_it_needs_them(visitor: Visitor, server: LiveServer) -> None:
    def read(path: str) -> str:
        return visitor.context.request.get(f"http://127.0.0.1:{server.port}{path}").text()

    html = read("/table/nosuch")
    scripts = re.findall(r'<(?:script|link rel="modulepreload") [^>]*?(?:src|href)="([^"]*)"', html)
    last = re.findall(r'fetchpriority="low" crossorigin href="([^"]*)"', html)
    assert len(scripts) > len(last) > 0
    texts = {name: read(name) for name in scripts}
    assert all(text.startswith("//# allFunctionsCalledOnLoad\n") for text in texts.values()), "compiled as they arrive"
    for name in set(scripts) - set(last):
        assert not [other for other in last if f'from"./{other.rpartition("/")[2]}"' in texts[name]], "waits for a race"
    assert "import" not in texts[scripts[0]], "the server is greeted by a script that waits for no other"


def test_a_table_is_greeted_before_the_page_is_there(visitor: Visitor, server: LiveServer) -> None:
    address = f"/table/{make_table(server, 'random')}"
    host = visitor.visit(address)
    sit_down(host, "Ann")
    start_race(host)
    held: list[Route] = []
    sockets: list[WebSocket] = []

    def hold(route: Route) -> None:
        held.append(route)

    def note(socket: WebSocket) -> None:
        sockets.append(socket)

    visitor.context.route("**/assets/index-*.js", hold)
    page = visitor.context.new_page()
    page.on("websocket", note)
    with page.expect_websocket(), page.expect_request("**/assets/index-*.js"):
        page.goto(f"http://127.0.0.1:{server.port}{address}", wait_until="commit")
    while not held:
        page.wait_for_timeout(10)
    held.pop().continue_()
    page.locator("[data-camel]").first.wait_for()
    assert len(sockets) == 1, "the page goes on with the socket that was opened for it"

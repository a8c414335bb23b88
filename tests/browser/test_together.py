"""Several browsers at one table, and what breaks between them: reloads, lost networks, a server that dies."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, WebSocket, expect

from tests.browser.conftest import Visitor
from tests.browser.playing import Racer, make_table, sit_down, start_race
from tests.server.live import LiveServer

DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
Come = Callable[..., Page]


@pytest.fixture(name="come")
def _come(browser: Browser, server: LiveServer) -> Iterator[Come]:
    """Somebody new with a browser of his own; whatever its console says is a fault."""
    visitors: list[Visitor] = []
    with ExitStack() as stack:

        def come(path: str, viewport: ViewportSize = DESK) -> Page:
            context = stack.enter_context(browser.new_context(viewport=viewport, reduced_motion="reduce"))
            visitors.append(Visitor(context, f"http://127.0.0.1:{server.port}"))
            return visitors[-1].visit(path)

        yield come
        # A broken line is told by the browser itself.
        faults = [fault for visitor in visitors for fault in visitor.faults]
        assert [fault for fault in faults if "WebSocket" not in fault and "ERR_" not in fault] == []


def stand(page: Page) -> str:
    """How the race stands, as the page has it."""
    return str(page.locator(".board > p.visually-hidden").first.text_content())


def test_two_people_and_a_watcher_see_the_same_race(come: Come, server: LiveServer) -> None:
    code = make_table(server, people=2)
    ann, bo, eve = come(f"/table/{code}"), come(f"/table/{code}", PHONE), come(f"/table/{code}")
    heard: list[str] = []
    bo.on("websocket", lambda socket: listen(socket, heard))
    bo.reload()
    sit_down(ann, "Ann")
    sit_down(bo, "Bo")
    eve.get_by_role("button", name="Watch").first.click()
    start_race(ann)
    racers = [Racer(ann, 1), Racer(bo, 2)]
    eve.locator("main.race [data-camel]").first.wait_for()
    expect(eve.get_by_text("You are watching")).to_be_visible()
    assert eve.locator("button.roll").count() == 0
    for turn in range(8):
        if racers[turn % 2].play_on(1):
            break
    racers[0].await_turn()
    expect(bo.locator(".board > p.visually-hidden").first).to_have_text(stand(ann))
    expect(eve.locator(".board > p.visually-hidden").first).to_have_text(stand(ann))
    # Ann's cards are hers: nothing that Bo was ever sent tells their colours.
    for text in heard:
        message = json.loads(text)
        for view in message.get("views") or []:
            assert all(card is None for card in view["hands"][0])
            laid = [*view["winner_deck"], *view["loser_deck"]]
            assert all(card["camel"] is None for card in laid if card["seat"] == 0)
        for seen in message.get("seen", []):
            for event in seen["events"]:
                assert not (event["type"] == "card_played" and event["seat"] == 0 and event["camel"])
        table = message.get("table")
        assert table is None or isinstance(table, str) or table["dice"]["secret"] is None
    assert any("card_played" in text for text in heard)
    # Chat is text, never markup.
    ann.get_by_role("button", name="Chat").click()
    ann.get_by_label("Say something").fill("<b>hello</b>")
    ann.keyboard.press("Enter")
    drawer = bo.get_by_role("button", name="Log and chat, 1 new", exact=True)
    drawer.click()
    bo.get_by_role("button", name="Chat, 1 new", exact=True).click()
    expect(bo.get_by_text("<b>hello</b>")).to_be_visible()
    read = bo.get_by_role("button", name="Log and chat", exact=True)
    expect(read).to_be_visible()
    # In a closed drawer nobody reads, whatever it would show.
    bo.get_by_role("button", name="Back to the race").click()
    ann.get_by_label("Say something").fill("Still there?")
    ann.keyboard.press("Enter")
    drawer.click()
    expect(bo.get_by_text("Still there?")).to_be_visible()
    expect(read).to_be_visible()


def listen(socket: WebSocket, heard: list[str]) -> None:
    """Note every text that comes."""
    socket.on("framereceived", lambda text: heard.append(str(text)))


def test_nothing_is_lost_by_a_reload_a_cut_network_or_a_killed_server(come: Come, server: LiveServer) -> None:
    code = make_table(server, "random")
    page = come(f"/table/{code}")
    sit_down(page, "Ann")
    start_race(page)
    racer = Racer(page, 3)
    racer.play_on(2)
    racer.await_turn()
    before = stand(page)
    # In mid-turn, with a ticket half taken: the seat and the moment are the same, and nothing was sent.
    page.keyboard.press("1")
    page.reload()
    racer.await_turn()
    assert stand(page) == before
    log = page.get_by_role("log", name="Race log")
    expect(log.locator("p").first).to_have_text("The race starts. Tumble goes first.")
    racer.play_on(1)
    racer.await_turn()
    page.context.set_offline(True)
    expect(page.locator("main").get_by_text("Reconnecting")).to_be_visible()
    assert page.locator("button.roll:not([disabled])").count() == 0
    page.context.set_offline(False)
    racer.play_on(2)
    racer.await_turn()
    before = stand(page)
    server.kill()
    expect(page.locator("main").get_by_text("Reconnecting")).to_be_visible()
    server.start()
    racer.await_turn()
    assert stand(page) == before
    racer.play_on(1)


def test_six_with_partners(come: Come, server: LiveServer) -> None:
    code = make_table(server, *["random"] * 5, edition=2)
    page = come(f"/table/{code}", PHONE)
    sit_down(page, "Ann")
    start_race(page)
    racer = Racer(page, 5)
    assert racer.play_on()
    assert racer.done >= {"roll", "ticket", "card", "partner"}


def test_one_device_keeps_cards_to_who_holds_it(come: Come) -> None:
    page = come("/device", PHONE)
    names = page.get_by_role("textbox")
    names.nth(0).fill("Ann")
    names.nth(1).fill("Bo")
    page.get_by_role("button", name="Start", exact=False).last.click()
    page.wait_for_url("**/table/*")
    page.locator("button.roll:not([disabled])").wait_for()
    page.get_by_role("button", name="Winner").click()
    cards = page.get_by_role("group", name="Cards")
    assert cards.count() == 0
    cover = page.get_by_role("button", name="hold down to see your cards")
    cover.click()
    assert cards.count() == 0, "a tap is not enough"
    cover.hover()
    page.mouse.down()
    cards.wait_for()
    page.mouse.up()
    assert cards.get_by_role("button").count() == 5
    page.keyboard.press("Escape")
    page.locator("button.roll").click()
    page.get_by_text(", your turn").wait_for()
    page.get_by_role("button", name="Winner").click()
    cover.wait_for()

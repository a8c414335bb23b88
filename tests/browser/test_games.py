"""Your games: found by this browser's token, told with their uncertainty, hidden, taken elsewhere and deleted."""

import json
import random
import re
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Visitor, keep_pace
from tests.browser.geometry import find_barriers
from tests.browser.test_start import PHONE, check_geometry, find_small_targets
from tests.server.live import ROLL, LiveServer, Message, join, play_on, start_game


class Played(NamedTuple):
    """Somebody with a game that is over, and one that goes on."""

    token: str
    over: str
    running: str


@pytest.fixture(scope="module")
def played(server: LiveServer) -> Played:
    found = Played(secrets.token_urlsafe(32), server.make_table(seats=2), server.make_table(seats=2, first=0))
    generator = random.Random(7)

    def choose(view: Message) -> Message:
        action: Message = ROLL if generator.random() < 0.6 else generator.choice(view["legal"])
        return action

    async def play() -> None:
        for code in (found.over, found.running):
            people = [await join(server, code, "Nora", found.token), await join(server, code, "Bo")]
            await start_game(people)
            if code == found.over:
                await play_on(people, choose)

    # In a thread of its own, since this one has the browser's event loop.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(server.run, play).result()
    return found


def become(context: BrowserContext, token: str, name: str, *codes: str) -> None:
    """Let a browser be somebody who has sat down before."""
    table = {"at": 1, "names": [name], "commitment": None, "seeds": {name: "0123456789abcdef"}, "result": None}
    kept = {"token": token, "name": name, "tables": json.dumps([{**table, "code": code} for code in codes])}
    context.add_init_script(
        f"for (const [key, value] of Object.entries({json.dumps(kept)}))"
        " try { localStorage['camelup.' + key] ??= value } catch {}"
    )


def test_games_are_found_by_the_token_and_told_with_their_uncertainty(visitor: Visitor, played: Played) -> None:
    become(visitor.context, played.token, "Nora")
    page = visitor.visit("/games")
    page.get_by_role("heading", name="Your games").wait_for()
    expect(page.get_by_text(re.compile("^1 race, [01] won"))).to_be_visible()
    row = page.get_by_role("link", name=re.compile("second edition against Bo: (1st|2nd), "))
    assert row.get_attribute("href") == f"/game/{played.over}"
    # Hidden is not left: it can be undone at once, and found again later.
    going = page.get_by_role("region", name="Unfinished games")
    assert going.get_by_role("link", name="Continue").get_attribute("href") == f"/table/{played.running}"
    assert "Leg 1, your turn" in going.inner_text()
    page.get_by_role("button", name="Hide With Bo").click()
    assert page.evaluate("localStorage['camelup.hidden']") == json.dumps([played.running])
    page.get_by_role("button", name="Undo").click()
    assert page.evaluate("localStorage['camelup.hidden']") == "[]"
    page.get_by_role("button", name="Hide With Bo").click()
    page.reload()
    page.get_by_role("button", name="1 hidden").click()
    page.get_by_role("button", name="Keep").click()
    assert page.evaluate("localStorage['camelup.hidden']") == "[]"

    # What the server knows can be had as a file; deleting it takes a second step.
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export my data").click()
    assert played.over in saved.value.path().read_text()
    page.get_by_role("button", name="Delete my data").click()
    expect(page.get_by_role("region", name="Delete my data?")).to_be_focused()
    page.emulate_media(reduced_motion="reduce")
    check_geometry(page)
    page.set_viewport_size(PHONE)
    check_geometry(page)
    assert find_small_targets(page) == []
    page.get_by_role("button", name="Keep my data").click()
    expect(page.get_by_role("button", name="Delete my data")).to_be_focused()

    # Reviews that are missing are made when somebody asks for them.
    page.get_by_role("button", name="Review it").click()
    expect(row).to_have_accessible_name(re.compile(r"accuracy \d+ plus or minus [1-9]"))
    expect(row).to_have_accessible_name(re.compile("dice luck "))
    expect(page.get_by_role("img", name=re.compile("^Accuracy of one race"))).to_be_visible()
    assert page.get_by_text("The line comes after three races.").is_visible()


def test_a_second_device_takes_over_seat_and_games(browser: Browser, server: LiveServer, played: Played) -> None:
    address = f"http://127.0.0.1:{server.port}"
    with browser.new_context(viewport=PHONE) as first, browser.new_context(viewport=PHONE) as second:
        for context in (first, second):
            context.set_default_timeout(120_000)
            keep_pace(context)
        become(first, played.token, "Nora", played.running)
        become(second, "b" * 43, "Phone", "elsewhere")
        laptop = first.new_page()
        link = offered_link(laptop, address)
        assert find_barriers(laptop) == []
        assert find_small_targets(laptop) == []

        # A link is used up by a tap, not by opening it; and the first look says whose it is.
        phone = second.new_page()
        asked: list[str] = []
        phone.on("request", lambda request: asked.append(request.url))
        phone.goto(link)
        see = phone.get_by_role("button", name="See what it brings")
        see.wait_for()
        phone.reload()
        see.wait_for()
        code, key = link.partition("#")[2].split(".")
        assert not any("/api/transfers" in url or code in url or key in url for url in asked)
        assert find_barriers(phone) == []
        see.click()
        phone.get_by_role("heading", name="This is Nora").wait_for()
        assert "What you played here as Phone is kept" in phone.inner_text("main")
        assert find_barriers(phone) == []
        assert phone.evaluate("localStorage['camelup.token']") == "b" * 43, "until it is accepted"
        phone.get_by_role("button", name="Use it here").click()
        phone.wait_for_url("**/games")
        kept = {key: phone.evaluate(f"localStorage['camelup.{key}']") for key in ("token", "tokens", "name", "tables")}
        assert (kept["token"], json.loads(kept["tokens"]), kept["name"]) == (played.token, ["b" * 43], "Nora")
        tables = {table["code"]: table for table in json.loads(kept["tables"])}
        assert tables["elsewhere"]["token"] == "b" * 43
        assert tables[played.running]["seeds"] == {"Nora": "0123456789abcdef"}

        # The seat is there, too: it is this player's turn.
        phone.goto(f"{address}/table/{played.running}")
        expect(phone.locator("button.roll")).to_be_enabled()

        # Used twice, with another's key, and incomplete.
        wrong = offered_link(laptop, address)[:-4] + "AAAA"
        for stale, expected in (
            (link, "Nothing arrived"),
            (wrong, "Nothing arrived"),
            (link[:-4], "This link is incomplete"),
        ):
            page = second.new_page()
            page.goto(stale)
            if len(stale) == len(link):
                page.get_by_role("button", name="See what it brings").click()
            page.get_by_role("heading", name=expected).wait_for()
            page.close()


def offered_link(page: Page, address: str) -> str:
    """Make a link on the page of a device."""
    page.goto(f"{address}/transfer")
    page.get_by_role("img", name="QR code of the link").wait_for()
    link = page.get_by_label("Link", exact=True).input_value()
    return f"http://{link}"

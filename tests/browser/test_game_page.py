"""The page of a finished game: what it tells, that it can be used by all, and that it checks the dice itself."""

import json
import random
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.browser.chromium import read_axe
from tests.browser.conftest import Visitor
from tests.browser.geometry import evaluate_unveiled
from tests.browser.test_table_layout import SCHEMES
from tests.server.live import ROLL, LiveServer, Message, play_on, seat_people, start_game

SIZES = {"desk": (1440, 900), "phone": (390, 844)}


@pytest.fixture(scope="module", name="code")
def _code(server: LiveServer) -> str:
    """A game that was played to its end, with bets of all kinds."""
    code = server.make_table(seats=3)
    generator = random.Random(7)
    missing = {"take_ticket", "place_tile", "play_card"}

    def choose(view: Message) -> Message:
        # The dice decide how long the race is, so the first of each kind comes as soon as it can.
        first: list[Message] = [action for action in view["legal"] if action["type"] in missing]
        missing.difference_update(action["type"] for action in first[:1])
        action: Message = ROLL if generator.random() < 0.4 else generator.choice(view["legal"])
        return first[0] if first else action

    async def play() -> None:
        people = await seat_people(server, code, ["Ann", "Bo", "Cy"])
        await start_game(people)
        await play_on(people, choose)

    # In a thread of its own, since this one has the browser's event loop.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(server.run, play).result()
    return code


def faults_of(page: Page) -> list[str]:
    """What axe finds."""
    page.evaluate(read_axe())
    kinds = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']"
    found = evaluate_unveiled(page, f"() => axe.run({{ runOnly: {kinds} }})")
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:120]}" for fault in found["violations"]]


def faults_in_both_schemes(page: Page) -> list[str]:
    """What axe finds by day and by night."""
    faults = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        faults += [f"{scheme}: {fault}" for fault in faults_of(page)]
    return faults


@pytest.mark.parametrize("size", SIZES)
def test_a_finished_game_is_told_to_everybody(visitor: Visitor, code: str, size: str) -> None:
    page = visitor.visit("/health")  # a tab to set up before the page comes
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(reduced_motion="reduce")
    page.goto(page.url.replace("/health", f"/game/{code}"))
    page.get_by_role("heading", name="Earnings").wait_for()
    assert page.get_by_role("table", name="Earnings").get_by_role("row").count() == 4
    page.get_by_role("button", name="Race log").click()
    page.get_by_role("dialog").get_by_role("heading", name="Leg 2").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Were the dice fair?").click()
    page.get_by_role("button", name="Verify the dice").click()
    assert page.get_by_text("are correct").is_visible()
    for summary in page.get_by_role("dialog").locator("summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults_in_both_schemes(page) == []
    page.get_by_role("button", name="Close").click()
    assert faults_in_both_schemes(page) == []


def test_the_money_is_that_of_the_record(visitor: Visitor, server: LiveServer, code: str) -> None:
    _, game = server.ask(f"/api/games/{code}")
    page = visitor.visit(f"/game/{code}")
    rows = page.locator("[role=row][data-seat]")
    rows.first.wait_for()
    told = {row.get_attribute("data-seat"): row.inner_text().split()[-1] for row in rows.all()}
    assert told == {str(seat): str(money) for seat, money in enumerate(game["record"]["result"])}


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("roll", "does not fit"),
        ("secret", "promised before the game"),
        ("seed", "start on"),
        ("card", "card does not match the fingerprint shown when it was played"),
    ],
)
def test_a_record_that_was_tampered_with_is_found_out(visitor: Visitor, code: str, what: str, expected: str) -> None:
    def tamper(route: Route) -> None:
        answer = route.fetch()
        assert answer.ok, answer.text()
        game: Any = answer.json()
        if what == "roll":
            roll = next(ply for ply in game["record"]["plies"] if ply["outcome"])
            roll["outcome"] = roll["outcome"][0] + str(int(roll["outcome"][1]) % 3 + 1)
        elif what == "secret":
            game["dice"]["secret"] = "0" * 64
        elif what == "card":
            played = next(ply["action"] for ply in game["record"]["plies"] if ply["action"]["type"] == "play_card")
            played["camel"] = "g" if played["camel"] == "b" else "b"
        else:
            game["dice"]["seeds"][-1] = "0123456789abcdef"
        route.fulfill(body=json.dumps(game), content_type="application/json")

    page = visitor.visit("/health")
    page.route(f"**/api/games/{code}", tamper)
    page.goto(page.url.replace("/health", f"/game/{code}"))
    page.get_by_role("button", name="Were the dice fair?").click()
    page.get_by_role("button", name="Verify the dice").click()
    assert page.get_by_text("No.", exact=True).is_visible()
    assert page.get_by_text(expected).first.is_visible()


@pytest.mark.parametrize(
    ("button", "file"), [("Race log", "GameLog"), ("Were the dice fair?", "GameDice"), ("Share", "SharePanel")]
)
def test_a_part_that_cannot_be_fetched_says_so(visitor: Visitor, code: str, button: str, file: str) -> None:
    page = visitor.visit("/health")
    page.route(re.compile(rf"/{file}[-.\w]*\.js"), lambda route: route.abort())
    page.goto(page.url.replace("/health", f"/game/{code}"))
    page.get_by_role("button", name=button).click()
    page.get_by_role("dialog").get_by_text("could not be loaded. Reload the page").wait_for()
    assert visitor.faults, "the browser says that a file did not come"
    visitor.faults.clear()


def test_a_game_that_goes_on_leads_to_its_table(visitor: Visitor, server: LiveServer) -> None:
    code = server.make_table("random", seats=3)
    page = visitor.visit(f"/game/{code}")
    page.get_by_role("heading", name="Not started yet").wait_for()
    assert page.get_by_role("link", name="Take a seat").get_attribute("href") == f"/table/{code}"
    assert all("409" in fault for fault in visitor.faults), "the browser itself says so"
    visitor.faults.clear()


@pytest.fixture(scope="module")
def against_a_computer(server: LiveServer) -> str:
    """A game of a guest against a computer player, played to its end."""
    code = server.make_table("novice", seats=2)

    async def play() -> None:
        people = await seat_people(server, code, ["Guest"])
        await start_game(people)
        await play_on(people, lambda _: ROLL)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(server.run, play).result()
    return code


def test_a_replay_of_your_own_game_calls_you_you(visitor: Visitor, against_a_computer: str) -> None:
    code = against_a_computer
    page = visitor.visit("/health")
    kept = [{"code": code, "at": 0, "names": ["Guest"], "commitment": None, "seeds": {}, "result": None}]
    page.evaluate("kept => localStorage['camelup.tables'] = JSON.stringify(kept)", kept)
    page.goto(page.url.replace("/health", f"/replay/{code}"))
    players = page.get_by_role("list", name="Players")
    players.wait_for()
    assert "You" in players.inner_text()
    assert players.locator(".face").count() == 1, "the computer player's"
    page.keyboard.press("End")
    page.get_by_text("You bet ").or_(page.get_by_text("You won ")).or_(page.get_by_text("You got ")).first.wait_for()
    assert "Guest" not in page.locator("main").inner_text()
    assert page.get_by_role("combobox", name="View as").locator("option", has_text="You").count() == 1
    page.get_by_role("link", name="Result").click()
    page.get_by_role("link", name="Rematch").wait_for()


def test_those_who_did_not_play_are_offered_the_replay(visitor: Visitor, against_a_computer: str) -> None:
    code = against_a_computer
    page = visitor.visit(f"/replay/{code}")
    page.get_by_role("list", name="Players").wait_for()
    assert "Guest" in page.get_by_role("list", name="Players").inner_text()
    page.get_by_role("link", name="Result").click()
    page.get_by_role("heading", name="Earnings").wait_for()
    ways = page.locator("a.button.primary")
    assert [(way.inner_text(), way.get_attribute("href")) for way in ways.all()] == [("Replay", f"/replay/{code}")]
    assert page.locator(f"a[href='/table/{code}']").count() == 0

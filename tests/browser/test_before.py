"""What a browser has kept for an earlier version of the page is still used: tests/data/before/storage.json."""

import datetime as dt
import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.before import load_database, read_json
from tests.browser.conftest import Visitor
from tests.server.before import FLAGS
from tests.server.live import LiveServer, Message

TABLES = read_json("tables.json")
NORA = TABLES["tokens"]["Nora"]
CODE = TABLES["tables"]["playing_second"]


@pytest.fixture(scope="module")
def server(built_client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:  # noqa: ARG001
    """Serve the database of then, in which the browser has a seat."""
    with LiveServer(load_database(tmp_path_factory.mktemp("before") / "data"), *FLAGS) as server:
        yield server


@pytest.fixture
def page(visitor: Visitor) -> Page:
    """Give a page with what a browser of then has kept: Nora's."""
    page = visitor.visit("/")
    today = dt.datetime.now().astimezone().date()
    days = [today - dt.timedelta(days) for days in (0, 1, 2)]
    answers = {day.isoformat(): {"action": "roll", "isRight": True, "isOnTime": True} for day in days}
    own = {"code": CODE, "at": 1794931200000, "names": ["Nora"], "commitment": None, "seeds": {}, "result": None}
    kept = read_json("storage.json") | {"token": NORA, "puzzles": json.dumps(answers), "tables": json.dumps([own])}
    page.evaluate(
        "kept => Object.entries(kept).forEach(([key, value]) => localStorage['camelup.' + key] = value)", kept
    )
    page.reload()
    return page


def go(page: Page, path: str) -> None:
    page.goto(page.evaluate("location.origin") + path)


def said_at(page: Page, kind: str) -> list[Message]:
    """Collect the messages of a kind that the page sends from now on."""
    said: list[Message] = []

    def note(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == kind:
            said.append(message)

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", note)

    page.on("websocket", listen)
    return said


def test_the_theme_and_the_own_table_are_known(page: Page) -> None:
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    greeted = said_at(page, "hello")
    page.locator(f'a[href="/table/{CODE}"]').first.click()
    expect(page.locator("main.race [data-camel]").first).to_be_visible()
    assert greeted[0]["token"] == NORA


def test_a_table_is_made_as_it_was_chosen_the_last_time(page: Page) -> None:
    seated = said_at(page, "sit")
    go(page, "/make")
    with page.expect_request(lambda request: request.method == "POST") as made:
        page.locator("form:has(#make-name)").evaluate("form => form.requestSubmit()")
    asked: Message = json.loads(made.value.post_data or "")
    chosen = {"edition": 1, "seats": 5, "odds": "off", "clock": 30, "hides_money": True, "is_open": False, "first": 0}
    assert asked["settings"].items() >= chosen.items()
    assert [(one["level"], one["seat"]) for one in asked["computers"]] == [("shark", 1), ("novice", 3)]
    page.wait_for_url("**/table/*")
    expect(page.get_by_text("Nora of old").first).to_be_visible()
    assert seated[0]["name"] == "Nora of old"


def test_people_games_and_puzzles_are_known(page: Page) -> None:
    go(page, "/device")
    page.locator("form input").first.wait_for()
    names = page.locator("form input").evaluate_all("all => all.map((one) => one.value)")
    assert [name for name in names if name in {"Ann", "Bö", "Cem"}] == ["Ann", "Bö", "Cem"]
    go(page, "/puzzle")
    expect(page.locator("[data-streak='3']")).to_be_visible()
    go(page, "/follow")
    page.get_by_role("button").filter(has_text="Amira, Jonas").first.click()
    expect(page.locator("[data-camel]").first).to_be_visible()
    kept = json.loads(page.evaluate("localStorage['camelup.follow.k3x9ab']"))
    assert kept["entries"] == json.loads(read_json("storage.json")["follow.k3x9ab"])["entries"]

"""The review of a game in a browser: in the page of the game and at each step of a replay, as the server tells it."""

import random
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from camelup.game import Game
from tests.browser.conftest import Visitor
from tests.browser.geometry import find_barriers, find_lasting, find_lasting_faults
from tests.server.live import ROLL, LiveServer, Message, play_on, seat_people, start_game

SIZES = [(1440, 900), (1280, 720), (1024, 768), (768, 1024), (390, 844), (360, 640), (844, 390)]
NAMES = ["Bartholomew", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hildegunde"]
PLAYOUTS = 16
"""Of the servers of tests."""
PARTS = ("start", "luck", "unseen", "chosen", "others")

_LOOK = r"""() => {
  const faults = [];
  const name = (one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`;
  const {clientWidth, scrollWidth} = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide`);
  const laid = [...document.querySelectorAll('.panel, header, .ways')]
    .filter((one) => getComputedStyle(one).position !== 'sticky' && !one.closest('dialog'));
  const boxes = laid.map((one) => [one, one.getBoundingClientRect()]);
  for (const [one, {left, right}] of boxes)
    if (left < -1 || right > innerWidth + 1) faults.push(`${name(one)} sticks out`);
  boxes.forEach(([one, a], index) => {
    for (const [other, b] of boxes.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2) faults.push(`${name(one)} overlaps ${name(other)}`);
    }
  });
  for (const one of document.querySelectorAll('main *')) {
    if (one.closest('.visually-hidden, [role=region], svg')) continue;
    if (one.childElementCount || !one.textContent.trim()) continue;
    const {overflowX, textOverflow, fontSize} = getComputedStyle(one);
    if (parseFloat(fontSize) < 11.5) faults.push(`${name(one)} has letters of ${fontSize}`);
    if (overflowX === 'hidden' && textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1)
      faults.push(`${name(one)} is cut`);
    const inside = one.closest('.panel')?.getBoundingClientRect();
    const {left, right, width} = one.getBoundingClientRect();
    if (inside && width && (left < inside.left - 1 || right > inside.right + 1))
      faults.push(`${name(one)} leaves its panel`);
  }
  for (const one of document.querySelectorAll('main a, main button, main summary, main label')) {
    const {height} = one.getBoundingClientRect();
    if (height && height < 44 && !one.closest('p')) faults.push(`${name(one)} is ${height} high`);
  }
  return faults;
}"""

# As many as no window holds, whatever the dice of this game did.
_MANY_TURNS = r"""() => {
  const list = document.querySelector('.turns ol');
  while (list.childElementCount < 12) list.append(list.firstElementChild.cloneNode(true));
}"""

_AT_HAND = r"""() => {
  const faults = [];
  for (const end of [0, document.documentElement.scrollHeight]) {
    scrollTo({ top: end, behavior: 'instant' });
    const ways = document.querySelector('.ways').getBoundingClientRect();
    for (const one of document.querySelectorAll('.ways > *')) {
      const { top, bottom, height } = one.getBoundingClientRect();
      if (height && (top < 0 || bottom > innerHeight))
        faults.push(`${one.textContent.trim()} is at ${top} to ${bottom} after a scroll to ${end}`);
    }
    const foot = document.querySelector('.foot').getBoundingClientRect();
    if (end && Math.min(ways.bottom, foot.bottom) - Math.max(ways.top, foot.top) > 2) faults.push('they hide the foot');
  }
  return faults;
}"""


def play(server: LiveServer, players: int) -> str:
    """Play a game with bets of all kinds to its end."""
    code = server.make_table(seats=players)
    generator = random.Random(players)

    def choose(view: Message) -> Message:
        action: Message = ROLL if generator.random() < 0.5 else generator.choice(view["legal"])
        return action

    async def play() -> None:
        people = await seat_people(server, code, NAMES[:players])
        await start_game(people)
        await play_on(people, choose)

    # In a thread of its own, since this one has the browser's event loop.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(server.run, play).result()
    return code


@pytest.fixture(scope="module", name="code")
def _code(server: LiveServer) -> str:
    return play(server, 4)


def await_review(page: Page) -> None:
    page.locator(f'[data-playouts="{PLAYOUTS}"]').wait_for()
    expect(page.get_by_text(re.compile("Refining|Reviewing"))).to_have_count(0)


def figure(text: str) -> float:
    """Read a figure as the page writes it."""
    return float(text.replace("\N{MINUS SIGN}", "-").replace("%", "").split()[-1])


def test_the_page_says_what_the_server_says_and_leads_to_each_moment(
    visitor: Visitor, server: LiveServer, code: str
) -> None:
    page = visitor.visit(f"/game/{code}")
    await_review(page)
    review: Any = server.ask(f"/api/games/{code}/review")[1]["review"]
    for player in review["players"]:
        bars = page.locator(f'[data-reviewed="{player["seat"]}"]')
        for part in ("luck", "chosen"):
            shown = figure(bars.locator(f"[data-part={part}]").inner_text())
            assert shown == pytest.approx(player[part]["coins"], abs=0.051)
    page.get_by_text("How it adds up").click()
    for player in review["players"]:
        *parts, result = map(figure, page.locator(f'[data-sum="{player["seat"]}"] td').all_inner_texts())
        assert sum(parts) == pytest.approx(result, abs=1e-6), "what is shown adds up"
        assert result == pytest.approx(player["result"]["coins"], abs=0.051)
        for shown, part in zip(parts, PARTS, strict=True):
            assert shown == pytest.approx(player[part]["coins"], abs=0.101)
    page.get_by_role("button", name="Race log").click()
    lost = [ply for ply in review["plies"] if ply["lost"]["wins"] >= 0.005]
    expect(page.locator("li p a[href*=turn]")).to_have_count(len(lost))
    assert lost, "what was lost stands in the log"
    page.keyboard.press("Escape")
    turns = sorted({point["ply"] for point in review["turning_points"]})
    if len(turns) > 5:
        page.get_by_role("button", name="Show all").click()
    points = page.locator("li > a[href*=turn]")
    expect(points).to_have_count(len(turns))
    assert [int(str(one.get_attribute("href")).partition("=")[2]) for one in points.all()] == turns, "one for each turn"
    point = next(point for point in review["turning_points"] if point["ply"] == turns[0])
    assert "points" in points.first.inner_text()
    assert "%" not in points.first.inner_text(), "a decision is told in points"
    points.first.click()
    page.wait_for_url(f"**/replay/{code}?turn={point['ply']}")
    page.locator(f'[data-judged="{point["ply"]}"]').wait_for()
    expect(page.locator(".chip", has_text=f"turn {point['ply']}")).to_be_visible()
    after = review["curve"][point["ply"]]["wins"]
    winner = next(player["seat"] for player in review["players"] if player["place"] == 1)
    for seat in (winner, 2):
        if seat != winner:
            page.get_by_label("View as").select_option(NAMES[seat])
        assert figure(page.locator(".figure b").inner_text().strip("<>")) == pytest.approx(100 * after[seat], abs=1)
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(f"**?turn={point['ply'] - 1}")
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_url("**/analysis*")


@pytest.mark.parametrize("players", [4, 8])
def test_nothing_overlaps_and_everybody_can_use_it(
    visitor: Visitor, server: LiveServer, request: pytest.FixtureRequest, players: int
) -> None:
    code = request.getfixturevalue("code") if players == 4 else play(server, players)
    page = visitor.visit(f"/game/{code}")
    page.emulate_media(reduced_motion="reduce")
    await_review(page)
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        found = find_lasting(page, lambda page: list(page.evaluate(_LOOK)))
        faults += [f"{width}x{height}: {fault}" for fault in found]
    assert faults == []
    assert find_barriers(page) == []
    page.emulate_media(color_scheme="dark")
    assert find_barriers(page) == []


def test_what_comes_next_is_at_hand_beside_many_turning_points(visitor: Visitor, code: str) -> None:
    page = visitor.visit(f"/game/{code}")
    page.emulate_media(reduced_motion="reduce")
    await_review(page)
    page.evaluate(_MANY_TURNS)
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = find_lasting(page, lambda page: list(page.evaluate(_AT_HAND)))
        faults += [f"{width}x{height}: {fault}" for fault in found]
    assert faults == []


def test_pictures_to_send_are_drawn_in_the_browser(visitor: Visitor, server: LiveServer, code: str) -> None:
    page = visitor.visit("/health")
    page.emulate_media(color_scheme="dark")
    # Bo is at this device: pictures still name everybody.
    own = [{"code": code, "at": 0, "names": ["Bo"], "commitment": None, "seeds": {}, "result": None}]
    page.evaluate("(own) => localStorage.setItem('camelup.tables', JSON.stringify(own))", own)
    page.goto(page.url.replace("/health", f"/game/{code}"))
    await_review(page)
    assert page.locator(".paid .you b").inner_text() == "You"
    assert page.locator("[data-line]").first.get_attribute("data-line") == "1"
    money = server.ask(f"/api/games/{code}")[1]["record"]["result"]
    page.get_by_role("button", name="Share").click()
    for kind, width, height in (("Wide", 1200, 630), ("Tall", 1080, 1350), ("A moment", 1200, 630)):
        page.get_by_text(kind, exact=True).click()
        page.locator(f".preview canvas[data-kind={kind.split()[-1].lower()}]").wait_for()
        drawn = page.locator("[data-picture]").text_content() or ""
        assert code not in drawn
        assert "You" not in drawn
        if kind != "A moment":
            assert all(name in drawn for name in NAMES[:4])
            assert all(str(amount) in drawn for amount in money)
        with page.expect_download() as download:
            page.get_by_role("button", name="Download").click()
        png = download.value.path().read_bytes()
        assert png.startswith(b"\x89PNG")
        size = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
        assert size in {(width, height), (2 * width, 2 * height)}
        colours, corner = page.evaluate(
            """() => {
              const canvas = document.querySelector('.preview canvas');
              const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
              const seen = new Set();
              for (let at = 0; at < data.length; at += 4 * 97)
                seen.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
              return [seen.size, [...data.slice(-4)]];
            }"""
        )
        assert colours > 100, "it is not empty"
        assert corner == [0xEA, 0xD7, 0xAC, 255], "it is day, whatever the theme"


def test_a_record_from_elsewhere_is_reviewed_at_every_step(visitor: Visitor) -> None:
    game = Game(8, seed=3, names=NAMES)
    generator = random.Random(1)
    page = visitor.visit("/replay")
    while not game.is_over:
        game.play("roll" if generator.random() < 0.6 else generator.choice(game.legal()))
        if len(game.record.plies) == 3:
            page.get_by_label("Game record").fill(str(game.record))
            page.get_by_role("button", name="Replay").click()
            expect(page.locator(".figure")).to_contain_text("money")
            expect(page.get_by_text("Only finished games can be reviewed")).to_be_visible()
            page.goto(page.url)
    visitor.faults.clear()  # odds that were asked for are given up
    page.get_by_label("Game record").fill(str(game.record))
    page.get_by_role("button", name="Replay").click()
    expect(page.locator(".figure")).to_contain_text("to win")
    expect(page.get_by_text("Refining")).to_have_count(0)
    for number in (1, 2):
        page.keyboard.press("ArrowRight")
        page.locator(f'[data-judged="{number}"]').wait_for()
    page.keyboard.press("End")
    assert page.locator(".figure b").inner_text() == "100%"
    # The step with most to say must find room too.
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    faults = []
    for width, height in [*SIZES, (1280, 720), (844, 390)]:
        page.set_viewport_size({"width": width, "height": height})
        faults += [f"{width}x{height}: {fault}" for fault in find_lasting_faults(page)]
    assert faults == []
    assert find_barriers(page) == []


def test_what_cannot_be_told_says_so_and_is_tried_again(visitor: Visitor, code: str) -> None:
    def refuse(route: Route) -> None:
        route.fulfill(status=503, json={"code": "no_answer", "message": "What was asked for cannot be computed."})

    page = visitor.visit("/health")
    page.route("**/review?after=0", refuse)
    page.goto(page.url.replace("/health", f"/game/{code}"))
    expect(page.get_by_role("alert")).to_contain_text("cannot be computed")
    assert all("503" in fault for fault in visitor.faults), "the browser itself says so"
    visitor.faults.clear()
    page.unroute("**/review?after=0")
    page.get_by_role("button", name="Try again").click()
    await_review(page)


def drop(page: Page, text: str) -> None:
    """Drop a file onto a page."""
    page.evaluate(
        """(text) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], "game.txt"));
          dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
        }""",
        text,
    )


def test_a_record_that_is_dropped_on_a_replay_is_not_the_game_of_its_address(visitor: Visitor, code: str) -> None:
    game = Game(2, seed=3, names=("Ann", "Bo"))
    while not game.is_over:
        game.play("roll")
    page = visitor.visit(f"/replay/{code}?turn=3.5")
    expect(page.locator(".chip", has_text="turn 3")).to_be_visible()
    expect(page.get_by_role("link", name="Result")).to_be_visible()
    drop(page, "no record")
    expect(page.get_by_role("alert")).to_contain_text("show this")
    visitor.faults.clear()  # the browser itself tells of the refusal
    drop(page, str(game.record))
    expect(page.get_by_role("heading", name="Replay of a game of Ann, Bo")).to_have_count(1)
    expect(page.locator(".chip", has_text="turn 0")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("link", name="Result")).to_have_count(0)
    address = page.url
    page.keyboard.press("End")
    page.wait_for_timeout(600)  # as long as it takes an address to follow
    assert page.url == address

"""Learning in a browser: the guided first leg from start to end, and every question answered right and wrong."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.conftest import Visitor
from tests.browser.geometry import find_barriers, find_lasting_faults
from tests.browser.test_offline import await_worker
from tests.server.live import LiveServer
from tools.lessons import read_figures, read_leg, read_lessons

STEPS = read_leg()["steps"]
DO = [number for number, step in enumerate(STEPS) if step["kind"] == "do"]
ROLL, TICKET, TILE, CARD, LAST_ROLL = DO
SIZES = [(1440, 900), (1024, 768), (390, 844), (360, 640)]
_COACH = """() => {
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const [coach, light] = [box('.coach'), box('.spot')];
  const faults = [];
  if (!light) faults.push('nothing is lit');
  if (coach.left < 0 || coach.top < 0 || coach.right > innerWidth || coach.bottom > innerHeight)
    faults.push('the coach is off the page');
  const wide = Math.min(coach.right, light.right) - Math.max(coach.left, light.left);
  const high = Math.min(coach.bottom, light.bottom) - Math.max(coach.top, light.top);
  if (wide > 0 && high > 0) faults.push(`the coach stands over the light by ${wide}x${high}`);
  for (const button of document.querySelectorAll('.coach button')) {
    const {width, height} = button.getBoundingClientRect();
    if (width < 44 || height < 44) faults.push(`${button.textContent} is ${width}x${height}`);
  }
  const {scrollWidth, clientWidth, scrollHeight, clientHeight} = document.documentElement;
  if (scrollWidth > clientWidth || scrollHeight > clientHeight) faults.push('the page scrolls');
  return faults;
}"""


@pytest.fixture(name="desk")
def _desk(browser: Browser, server: LiveServer) -> Iterator[Visitor]:
    with browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce") as context:
        yield from _silent(context, server)


@pytest.fixture(name="phone")
def _phone(browser: Browser, server: LiveServer) -> Iterator[Visitor]:
    size = {"width": 390, "height": 844}
    with browser.new_context(viewport=size, reduced_motion="reduce", has_touch=True, is_mobile=True) as context:  # type: ignore[arg-type]
        yield from _silent(context, server)


def _silent(context: BrowserContext, server: LiveServer) -> Iterator[Visitor]:
    visitor = Visitor(context, f"http://127.0.0.1:{server.port}")
    yield visitor
    assert visitor.faults == []


def await_step(page: Page, number: int) -> None:
    page.locator(f"main[data-step='{number}'][data-ready=true]").wait_for()
    expect(page.locator(".coach h2")).to_have_text(STEPS[number]["title"])


def go_through(page: Page, act: Callable[[Page, int], None], *, first: int = 0) -> None:
    """Do what the coach asks for, step by step, to the end."""
    for number in range(first, len(STEPS)):
        await_step(page, number)
        act(page, number)
    expect(page.get_by_role("heading", name="That was one leg")).to_be_visible()
    expect(page.locator("main")).to_contain_text("You have 11, Chick 4 and Pouch 8")


def pieces(page: Page, number: int) -> list[Locator]:
    """What somebody touches in a step, one after the other, on a desk."""
    found = {
        ROLL: [page.locator(".tray [data-do=roll]")],
        TICKET: [page.locator("[data-ticket-stack=r]")],
        TILE: [page.locator("[data-tile-space='6']"), page.locator("[data-do='+']")],
        CARD: [page.locator("[data-card=r]"), page.locator("[data-do=winner]")],
        LAST_ROLL: [page.get_by_role("button", name="Roll a die")],
        len(STEPS) - 1: [page.get_by_role("button", name="Next leg").first],
    }
    return found.get(number, [page.locator("[data-next]")])


def test_the_guided_leg_by_clicks_with_slips_and_a_reload(desk: Visitor) -> None:
    page = desk.visit("/learn")
    page.get_by_role("link", name="Start").click()

    def click(page: Page, number: int) -> None:
        if number == ROLL:
            slip(page)
        if number == TILE:  # the side may also be chosen in the tray
            page.locator("[data-tile-space='6']").click()
            page.locator(".tray [data-side='+']").click()
            return
        for piece in pieces(page, number):
            piece.click(click_count=2 if number == TICKET else 1)  # what is chosen twice is not held back

    for number in range(TILE):
        await_step(page, number)
        click(page, number)
    await_step(page, TILE)
    standing = page.locator(".board > p.visually-hidden").text_content()
    page.reload()
    await_step(page, TILE)
    expect(page.locator(".board > p.visually-hidden")).to_have_text(str(standing))
    # Back as far as one likes, and on again.
    page.locator(".coach").get_by_role("button", name="Back").click()
    await_step(page, TICKET)
    page.get_by_role("link", name="Skip").click()
    expect(page.get_by_role("link", name="Resume")).to_be_visible()
    page.get_by_role("link", name="Resume").click()
    go_through(page, click, first=TICKET)
    page.get_by_role("button", name="Play again").click()
    await_step(page, 0)
    page.keyboard.press("Escape")
    page.wait_for_url("**/learn")


def slip(page: Page) -> None:
    """Tap other things, by hand and by key: it is told kindly, and nothing happens."""
    hint = page.locator(".coach [role=status]")
    expect(hint).to_be_empty()
    page.locator("[data-ticket-stack=b]").click()
    expect(hint).to_contain_text("Not yet. Tap Roll.")
    page.locator("[data-card=y]").click()
    page.locator("[data-tile-space='9']").click()
    page.keyboard.press("w")
    page.keyboard.press("1")
    expect(page.locator(".ribbon")).to_contain_text("Your turn")
    expect(page.locator("[aria-pressed=true][data-card], .ribbon.held")).to_have_count(0)


def test_the_guided_leg_by_taps_on_a_phone(phone: Visitor) -> None:
    page = phone.visit("/learn/leg")

    def tap(page: Page, number: int) -> None:
        if number == TICKET:
            pieces(page, number)[0].tap()
            pieces(page, number)[0].tap()
        elif number == CARD:
            for piece in reversed(pieces(page, number)):
                piece.tap()
        elif number == TILE:
            for piece in pieces(page, number):
                piece.tap()
        else:
            visible = [piece for piece in pieces(page, number) if piece.is_visible()]
            (visible[0] if visible else page.locator("[data-next]")).tap()

    go_through(page, tap)
    page.get_by_role("link", name="One skill at a time").tap()
    expect(page.get_by_role("heading", name=read_lessons()[0]["title"])).to_be_visible()


def test_the_guided_leg_by_keyboard(desk: Visitor) -> None:
    page = desk.visit("/learn/leg")
    keys = {
        ROLL: ["r"],
        TICKET: ["4", "4"],
        CARD: ["w", "4", "w"],
        LAST_ROLL: ["Enter"],
    }

    def press(page: Page, number: int) -> None:
        if number == TILE:
            page.keyboard.press("t")
            for _ in range(20):
                if page.evaluate("document.activeElement?.dataset.tileSpace") == "6":
                    break
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            page.keyboard.press("+")
            page.keyboard.press("+")
            return
        for key in keys.get(number, ["Enter"]):
            page.keyboard.press(key)

    go_through(page, press)


def find_faults_of_coach(page: Page) -> list[str]:
    """What is wrong with where the coach stands, in every window."""
    faults = []
    for width, height in reversed(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        found: list[str] = []
        for _ in range(20):
            page.wait_for_timeout(40)  # the light follows in the next frame
            found = page.evaluate(_COACH)
            if not found:
                break
        faults += [f"{width}x{height}: {fault}" for fault in found]
    return faults


def test_the_coach_stands_beside_the_light_in_every_window_and_shows_how(desk: Visitor) -> None:
    page = desk.visit("/learn/leg")
    faults = []

    def show(page: Page, number: int) -> None:
        nonlocal faults
        faults += [f"step {number}, {fault}" for fault in find_faults_of_coach(page)]
        if number in {CARD, len(STEPS) - 1}:
            faults += find_barriers(page)
        page.locator("[data-next]").click()

    go_through(page, show)
    assert faults == []


def test_lessons_need_no_network(browser: Browser, server: LiveServer) -> None:
    address = f"http://127.0.0.1:{server.port}"
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{address}/learn")
        await_worker(page)
        context.set_offline(True)
        # What a leg pays is loaded only when it is to be seen.
        page.evaluate("step => localStorage.setItem('camelup.learn', JSON.stringify({step}))", LAST_ROLL)
        page.goto(f"{address}/learn/leg")
        for number in range(LAST_ROLL, len(STEPS)):
            await_step(page, number)
            page.locator("[data-next]").click()
        page.get_by_role("link", name="One skill at a time").click()
        page.keyboard.press("1")
        expect(page.get_by_role("status")).to_contain_text("Red has only its own: 23%")


def test_every_question_is_answered_right_and_wrong(desk: Visitor) -> None:
    page = desk.visit("/learn")
    faults = []
    for lesson in read_lessons():
        page.get_by_role("link", name=re.compile(f"^{re.escape(lesson['title'])}")).click()
        for number, question in enumerate(lesson["questions"]):
            expect(page.get_by_text(question["ask"])).to_be_visible()
            figures = read_figures()[f"{lesson['id']}.{number}"]
            right, *_, wrong = sorted(question["choices"], key=lambda choice: -figures[choice])
            choices = page.get_by_role("group", name="Answers").get_by_role("button")
            choices.nth(question["choices"].index(wrong)).click()
            expect(page.get_by_role("status")).to_contain_text("Not quite.")
            if number == 0:
                faults += look(page, f"{lesson['id']}, answered")
            page.get_by_role("button", name="Next").or_(page.get_by_role("button", name="Done")).click()
            page.go_back() if number + 1 == len(lesson["questions"]) else page.get_by_role(
                "button", name="Back"
            ).click()
            if number + 1 == len(lesson["questions"]):
                # The way back leads to the question, not to the first one, and so does a reload.
                page.reload()
                expect(page.get_by_text(question["ask"])).to_be_visible()
            page.keyboard.press(str(question["choices"].index(right) + 1))
            expect(page.get_by_role("status")).to_contain_text("Correct.")
            if number + 1 < len(lesson["questions"]):
                page.keyboard.press("Enter")
        page.get_by_role("link", name="Learn").click()
        count = len(lesson["questions"])
        expect(page.get_by_text(f"{count} of {count} answered correctly").first).to_be_attached()
    kept = json.loads(page.evaluate("localStorage.getItem('camelup.learn')"))
    assert {lesson: list(answers.values()) for lesson, answers in kept["answers"].items()} == {
        lesson["id"]: [True] * len(lesson["questions"]) for lesson in read_lessons()
    }
    assert find_barriers(page) == []
    assert faults == []


def look(page: Page, what: str) -> list[str]:
    """Every fault in every window."""
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        faults += [f"{what}, {width}x{height}: {fault}" for fault in find_lasting_faults(page)]
    page.set_viewport_size({"width": 1440, "height": 900})
    return faults

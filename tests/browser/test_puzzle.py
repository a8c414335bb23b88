"""The puzzle of the day in a browser: answered right and wrong, over several days, by the engine's own values."""

from datetime import date, datetime, time, timedelta

from playwright.sync_api import Page, expect

from camelup.puzzles.bank import Puzzle
from tests.browser.conftest import Visitor
from tests.browser.geometry import find_barriers, find_cut, find_lasting_faults, read_tickets
from tests.puzzle_bank import bank

FIRST_DAY = date(2026, 1, 1)
SIZES = [(1440, 900), (1024, 768), (390, 844), (360, 640)]


def puzzle_of(day: date) -> Puzzle:
    return bank()[(day - FIRST_DAY).days % len(bank())]


def open_day(page: Page, day: date, path: str = "/puzzle") -> None:
    """Come at noon of a day."""
    page.clock.set_fixed_time(datetime.combine(day, time(12)))
    page.goto(f"{page.url.partition('/replay')[0].partition('/puzzle')[0]}{path}")
    page.locator("[data-camel]").first.wait_for()


def choose(page: Page, puzzle: Puzzle, action: str) -> None:
    """Do as at a table."""
    kind, _, what = action.partition(" ")
    key = str(puzzle.view.edition.racing.index(what) + 1) if kind in {"ticket", "winner", "loser"} else ""
    match kind:
        case "roll":
            page.keyboard.press("r")
        case "ticket":
            page.keyboard.press(key)
        case "winner" | "loser":
            page.keyboard.press(kind[0])
            page.keyboard.press(key)
        case "tile":
            page.locator(f"[data-tile-space='{what[:-1]}']").click()
            page.keyboard.press(what[-1])
        case "partner":
            page.get_by_role("button", name=f"Ask Seat {what} to be your partner").click()


def answer(page: Page, puzzle: Puzzle, action: str) -> None:
    choose(page, puzzle, action)
    page.get_by_role("button", name="Answer").click()
    page.locator("[data-worth]").first.wait_for()


def money(hundredths: int) -> str:
    text = f"{abs(hundredths) / 100:.2f}".removeprefix("0")
    return f"{'−' if hundredths < 0 else '+'}{text}"  # noqa: RUF001 - as the page writes it


def test_a_streak_over_days(visitor: Visitor) -> None:
    page = visitor.visit("/replay")
    first = date(2026, 11, 16)
    days = [first + timedelta(days=index) for index in range(3)]
    for count, day in enumerate(days[:2], start=1):
        open_day(page, day)
        puzzle = puzzle_of(day)
        answer(page, puzzle, puzzle.best)
        expect(page.get_by_role("heading", name="Correct")).to_be_visible()
        expect(page.locator("[data-streak]")).to_have_attribute("data-streak", str(count))
        best = page.locator("[data-worth]").first
        assert best.get_attribute("data-worth") == puzzle.best
        expect(best).to_contain_text(money(sum(puzzle.worth[puzzle.best].values())))
    page.reload()
    expect(page.get_by_role("heading", name="Correct")).to_be_visible()
    expect(page.locator("[data-streak]")).to_have_attribute("data-streak", "2")
    # A wrong one ends it, and the best was another.
    open_day(page, days[2])
    puzzle = puzzle_of(days[2])
    wrong = next(action for action in puzzle.worth if action != puzzle.best and action.split()[0] in {"ticket", "roll"})
    choose(page, puzzle, wrong)
    page.get_by_role("button", name="Think again").click()
    expect(page.get_by_text("What would you do?")).to_be_visible()
    answer(page, puzzle, wrong)
    expect(page.get_by_role("heading", name="Not this time")).to_be_visible()
    expect(page.locator("[data-streak]")).to_have_count(0)
    expect(page.locator("[data-record]")).to_have_text("No streak yet, longest 2")
    assert page.locator("[data-worth]").count() == len(puzzle.worth)


def test_past_days_can_be_looked_at_and_future_ones_cannot(visitor: Visitor) -> None:
    page = visitor.visit("/replay")
    day = date(2026, 11, 16)
    open_day(page, day, f"/puzzle/{day - timedelta(days=1)}")
    puzzle = puzzle_of(day - timedelta(days=1))
    answer(page, puzzle, puzzle.best)
    # It was right, but late: no streak.
    expect(page.get_by_role("heading", name="Correct")).to_be_visible()
    expect(page.locator("[data-record]")).to_have_text("No streak yet")
    page.get_by_role("link", name="Next day").click()
    expect(page.locator("[aria-current=page]")).to_have_attribute("data-day", str(day))
    expect(page.get_by_text("What would you do?")).to_be_visible()
    expect(page.get_by_role("link", name="Next day")).to_have_count(0)
    for path, sentence in (
        (f"/puzzle/{day + timedelta(days=1)}", "That puzzle isn"),
        ("/puzzle/2025-12-31", "The first puzzle was on Thursday, 1 January 2026"),
        ("/puzzle/2026-02-30", "That is not a date"),
    ):
        page.goto(page.url.partition("/puzzle")[0] + path)
        expect(page.get_by_text(sentence)).to_be_visible()
    page.get_by_role("link", name="s puzzle").click()
    expect(page.get_by_text("What would you do?")).to_be_visible()


def test_every_window_and_everybody_can_solve_it(visitor: Visitor) -> None:
    page = visitor.visit("/replay")
    page.emulate_media(reduced_motion="reduce")
    # The largest table there is.
    index = next(index for index, puzzle in enumerate(bank()) if puzzle.view.players == 8)
    day = FIRST_DAY + timedelta(days=index)
    open_day(page, day)
    faults = []
    for state in ("asked", "answered"):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            faults += [f"{state} {width}x{height}: {fault}" for fault in find_lasting_faults(page)]
            if width in {1440, 390}:
                page.emulate_media(color_scheme="dark" if width == 390 else "light")
                faults += [f"{state} {width}: {barrier}" for barrier in find_barriers(page)]
        if state == "asked":
            answer(page, bank()[index], "roll")
    assert faults == [], "\n".join(faults)


def test_every_ticket_shows_on_a_phone(visitor: Visitor) -> None:
    page = visitor.visit("/replay")
    page.set_viewport_size({"width": 390, "height": 844})
    for number in sorted(range(len(bank())), key=lambda number: -max(map(len, bank()[number].view.tickets)))[:4]:
        open_day(page, FIRST_DAY + timedelta(days=number))
        held = bank()[number].view.tickets
        assert list(map(len, read_tickets(page))) == list(map(len, held))
        assert find_cut(page) == []

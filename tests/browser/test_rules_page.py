"""The rules in a browser: found by typing, by chapter and by address, in both editions, and beside a live table."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitor
from tests.browser.geometry import find_barriers, find_faults
from tests.browser.playing import make_table, sit_down, start_race
from tests.server.live import LiveServer
from tests.test_rules_document import DOCUMENT, rules_of
from tests.test_rules_examples import EXAMPLES

NAMES = {1: "first edition", 2: "second edition"}
SIZES = [(1440, 900), (1024, 768), (390, 844), (360, 640)]


def rules_in(edition: int) -> list[str]:
    """The ids of an edition's rules, as the document has them."""
    rules = rules_of(DOCUMENT.read_text(encoding="utf-8"))
    return [rule.id for rule in rules if rule.editions in {NAMES[edition], "both editions"}]


def open_rules(visitor: Visitor, path: str = "/rules") -> Page:
    page = visitor.visit(path)
    page.locator("#secret-7").wait_for()  # the last: chapters are drawn one after the other
    return page


def shown(page: Page) -> list[str]:
    """The ids of all rules that are seen."""
    found: list[str] = page.eval_on_selector_all(
        "[data-rule]", "all => all.filter((one) => one.checkVisibility()).map((one) => one.dataset.rule)"
    )
    return found


def rule(page: Page, name: str) -> Locator:
    return page.locator(f"[data-rule='{name}']")


@pytest.mark.parametrize("edition", [1, 2])
def test_every_rule_is_there_and_every_picture_draws(visitor: Visitor, edition: int) -> None:
    page = open_rules(visitor, f"/rules?edition={edition}")
    assert shown(page) == rules_in(edition)
    figures = page.locator("[data-example]")
    assert figures.count() == sum(edition in example.editions for example in EXAMPLES)
    sizes = figures.evaluate_all(
        """all => all.map((one) => {
          const drawn = [...one.querySelectorAll('svg')].map((svg) => svg.getBoundingClientRect());
          return [drawn.length, Math.max(...drawn.map(({height}) => height)), one.querySelectorAll('use').length];
        })"""
    )
    assert all(count >= 1 and height >= 20 and uses >= 1 for count, height, uses in sizes), sizes
    # What is drawn is what the example says: a move before and after.
    (moved,) = [example for example in EXAMPLES if example.rules == ("move-1", "move-2", "move-3")]
    caption = page.locator("figure").filter(has_text=moved.caption)
    assert caption.locator("[data-strip]").count() == 2
    assert "space 5: " in caption.locator("p.visually-hidden").last.inner_text()
    for one in caption.locator("[data-strip]").all():
        assert one.locator("[data-camel]").count() == 4
    page.get_by_text(NAMES[3 - edition].capitalize(), exact=True).click()
    expect(page.get_by_role("status")).to_have_text(f"{len(rules_in(3 - edition))} rules")
    assert shown(page) == rules_in(3 - edition)


def test_rules_are_found_as_one_types(visitor: Visitor) -> None:
    page = open_rules(visitor)
    page.keyboard.press("/")
    page.keyboard.type("booing")
    field = page.get_by_label("Search the rules")
    expect(field).to_have_value("booing")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^\d+ rules found$"))
    expect(page.locator("mark").first).to_have_text("booing", ignore_case=True)
    assert "tile-11" in shown(page)
    assert "setup-1" not in shown(page)
    page.keyboard.press("Enter")
    expect(page.locator("[data-rule]:visible").first).to_be_focused()
    field.fill("TILE-11")
    expect(page.get_by_role("status")).to_have_text("1 rule found")
    assert shown(page) == ["tile-11"]
    # In the other edition, when there is none in this.
    page.get_by_text("First edition", exact=True).click()
    field.fill("grey die moves")
    expect(page.get_by_role("status")).to_have_text("No rules found.")
    page.get_by_role("button", name=re.compile("in the second edition")).click()
    expect(rule(page, "crazy-1")).to_be_visible()
    field.fill("elephant")
    page.get_by_role("button", name="Show all rules").click()
    expect(field).to_have_value("")
    field.fill("x")
    field.press("Escape")
    expect(page.get_by_role("status")).to_have_text(f"{len(rules_in(2))} rules")
    assert shown(page) == rules_in(2)


def test_a_rule_has_an_address(visitor: Visitor) -> None:
    page = open_rules(visitor, "/rules?edition=1#crazy-3")
    expect(rule(page, "crazy-3")).to_be_focused()
    expect(rule(page, "crazy-3")).to_be_in_viewport()
    assert page.url.endswith("/rules?edition=2#crazy-3")
    rule(page, "crazy-2").get_by_role("link", name="below").click()
    expect(rule(page, "crazy-3")).to_be_focused()
    # They read as rules: an id is shown only to who wants to cite one.
    assert not re.search(r"\b[a-z]+-\d+\b", page.inner_text(".chapters"))
    rule(page, "crazy-4").get_by_text("Cite").click()
    rule(page, "crazy-4").get_by_role("link", name="crazy-4").click()
    expect(rule(page, "crazy-4")).to_be_focused()
    assert page.url.endswith("#crazy-4")
    page.get_by_role("navigation", name="Chapters").get_by_role("link", name="Money").click()
    expect(page.get_by_role("heading", name="Money")).to_be_in_viewport()
    page.get_by_label("Notes and sources").check()
    expect(rule(page, "tile-5")).to_contain_text("2014 rulebook")
    page.reload()
    expect(page.get_by_role("heading", name="Money")).to_be_in_viewport()


def test_every_window_and_everybody_can_read_them(visitor: Visitor) -> None:
    page = open_rules(visitor)
    page.emulate_media(reduced_motion="reduce")
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        # It scrolls: what is below the window is no fault.
        found = [fault for fault in find_faults(page) if "off the page" not in fault and not fault.endswith(" high")]
        faults += [f"{width}: {fault}" for fault in found if "overlaps" not in fault]
    page.get_by_label("Search the rules").fill("leg")
    expect(page.get_by_role("status")).to_have_text(re.compile("rules found"))
    faults += find_barriers(page)
    page.emulate_media(color_scheme="dark")
    page.get_by_label("Search the rules").fill("booing back")
    page.get_by_label("Notes and sources").check()
    faults += find_barriers(page)
    assert faults == [], "\n".join(faults)


def test_at_a_table_they_lie_beside_the_race(visitor: Visitor, server: LiveServer) -> None:
    page = visitor.visit(f"/table/{make_table(server, 'random')}")
    sit_down(page, "Ann")
    start_race(page)
    page.locator("[data-camel]").first.wait_for()
    address = page.url
    page.locator("[popovertarget=help]").first.click()
    page.get_by_role("link", name="All the rules").click()
    sheet = page.get_by_role("dialog", name="The rules")
    sheet.get_by_label("Search the rules").fill("leg-7")
    expect(sheet.get_by_role("status")).to_have_text("1 rule found")
    expect(sheet.locator("[data-rule='leg-7']")).to_be_visible()
    assert page.url == address
    # A key that is pressed here is not for the table.
    rolled = page.locator("[role=log]").inner_text()
    sheet.locator("[data-rule='leg-7']").focus()
    page.keyboard.press("r")
    assert find_barriers(page) == []
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert page.locator("[role=log]").inner_text() == rolled
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Rules").click()
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Close the rules").click()
    expect(sheet).to_have_count(0)
    assert page.url == address
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Rules").click()
    expect(sheet).to_be_visible()
    page.go_back()
    expect(sheet).to_have_count(0)
    assert page.url == address

"""The analysis board in a real browser: set up by drag, by keys and by notation, against the engine's odds."""

import re
from urllib.parse import parse_qs, quote_plus, urlsplit

from playwright.sync_api import Page, expect

from camelup.core.edition import EDITIONS
from camelup.formats.notation import parse_situation
from camelup.odds import leg
from tests.browser.conftest import Visitor
from tests.browser.geometry import find_barriers, find_lasting_faults
from tests.browser.test_table_layout import SCHEMES, SIZES

START = "1:gy 2:rb 3:p 14:K 16:W"
BUSY = (
    "edition 2 | track 5:p 6:Wgby 8:r 13:K | dice bpyx | tiles 11+B 9-D | money 5 4 6 3 | tickets - - y5 - "
    "| pyramid 1 1 0 0 | turn C"
)


def percent(chance: float) -> str:
    rounded = int(chance * 100 + 0.5)
    if rounded == 0 and chance > 0:
        return "<1%"
    return ">99%" if rounded == 100 and chance < 1 else f"{rounded}%"


def assert_odds(page: Page, track: str, dice: str | None = None, tiles: str = "", edition: int = 2) -> None:
    """The page shows what the engine says of this position."""
    odds = leg(parse_situation(EDITIONS[edition], track, dice, tiles))
    for camel, chances in odds.ranks.items():
        row = page.locator(f"[data-odds={camel}] td")
        assert [text.strip() for text in row.all_inner_texts()[:5]] == [percent(chance) for chance in chances], camel


def address(page: Page) -> str:
    return parse_qs(urlsplit(page.url).query)["position"][0].replace("|", " | ")


def expect_track(page: Page, part: str) -> None:
    """The address has this part of a position."""
    page.wait_for_function("part => new URLSearchParams(location.search).get('position').includes(part)", arg=part)


def open_board(visitor: Visitor, position: str = "") -> Page:
    page = visitor.visit(f"/analysis?position={quote_plus(position)}" if position else "/analysis")
    page.locator("[data-odds]").first.wait_for()
    return page


def drag(page: Page, source: str, space: int, dy: float = 0) -> None:
    begin = page.locator(source).bounding_box()
    end = page.locator(f"[data-board-space='{space}']").bounding_box()
    assert begin is not None
    assert end is not None
    page.mouse.move(begin["x"] + begin["width"] / 2, begin["y"] + begin["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 30, end["y"] + 30)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2 + dy, steps=3)
    page.mouse.up()


def test_set_up_by_drag(visitor: Visitor) -> None:
    page = open_board(visitor)
    assert_odds(page, START)
    drag(page, "[data-pick=r]", 6)
    drag(page, "[data-pick=p]", 6)
    drag(page, "[data-pick='+']", 8)
    expect_track(page, "track 1:gy 2:b 6:rp 14:K 16:W|tiles 8+A")
    assert_odds(page, "1:gy 2:b 6:rp 14:K 16:W", tiles="8+")
    # On the board itself: onto another space, down in its own stack, and off the board.
    drag(page, ".stack [data-camel=b]", 10)
    drag(page, ".stack [data-camel=p]", 6, 30)
    expect_track(page, "track 1:gy 6:pr 10:b 14:K 16:W|tiles 8+A")
    drag(page, "[data-tile='+'][data-owner]", 12)
    expect_track(page, "tiles 12+A")
    assert_odds(page, "1:gy 6:pr 10:b 14:K 16:W", tiles="12+")
    for _ in range(6):
        page.get_by_role("button", name="Undo").click()
    expect_track(page, f"track {START}|money")
    page.get_by_role("button", name="Redo").click()
    expect_track(page, "track 1:gy 2:b 3:p 6:r 14:K 16:W")


def test_set_up_by_taps(visitor: Visitor) -> None:
    page = open_board(visitor)
    page.get_by_role("button", name="Clear the board").click()
    expect(page.get_by_role("status").filter(has_text="Put the camels")).to_be_visible()
    for camel, space in zip("gyrbpKW", (1, 1, 2, 2, 3, 14, 16), strict=True):
        page.locator(f"[data-pick={camel}]").click()
        page.locator(f"[data-board-space='{space}']").click(position={"x": 12, "y": 40})
    page.locator("[data-toggle=x]").click()
    expect_track(page, f"track {START}|dice bgpry")
    assert_odds(page, START, "bgpry")


def test_set_up_by_keys(visitor: Visitor) -> None:
    page = open_board(visitor)
    page.keyboard.press("p")
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect_track(page, "track 1:gy 2:rb 5:p")
    for key in ("b", "Enter", "r", "ArrowUp", "Escape", "x", "Shift+G"):
        page.keyboard.press(key)
    expect_track(page, "track 1:gy 2:br 5:p 14:K 16:W|dice bpry")
    for key in ("-", *["ArrowRight"] * 5, "Enter", "Escape"):
        page.keyboard.press(key)
    expect_track(page, "tiles 7-A")
    assert_odds(page, "1:gy 2:br 5:p 14:K 16:W", "bpry", "7-")
    page.keyboard.press("Control+z")
    page.wait_for_function("!location.search.includes('tiles')")
    for key in ("b", "Delete"):
        page.keyboard.press(key)
    expect(page.get_by_role("status").filter(has_text="Not on the board yet: blue.")).to_be_visible()


def test_notation_is_read_kept_and_refused(visitor: Visitor) -> None:
    page = open_board(visitor)
    field = page.get_by_label("Position", exact=True)
    field.fill("4:gy 5:ob 7:w | dice bgy | tiles 9+")
    field.press("Enter")
    expect_track(page, "edition 1|track 4:gy 5:ob 7:w|dice bgy|tiles 9+A")
    assert_odds(page, "4:gy 5:ob 7:w", "bgy", "9+", edition=1)
    page.locator("ol .move").first.wait_for()  # nothing is asked for while the page goes
    other = page.get_by_role("button", name="Second edition", exact=True)
    expect(other).to_have_text("Second edition", use_inner_text=True)
    page.reload()
    page.locator("ol .move").first.wait_for()
    assert_odds(page, "4:gy 5:ob 7:w", "bgy", "9+", edition=1)
    field.fill("edition 1 | track 4:gp")
    field.press("Enter")
    sentence = "At character 22: expected one of the camels b g o w y, found 'p'."
    expect(page.get_by_role("status").filter(has_text=sentence)).to_be_visible()
    page.get_by_role("button", name="Discard").click()
    assert address(page).startswith("edition 1 | track 4:gy")
    page.goto(page.url.split("?")[0] + "?position=nonsense")
    expect(page.get_by_role("status").filter(has_text="At character 1: expected a section")).to_be_visible()
    assert_odds(page, START)


def test_the_server_adds_race_and_values(visitor: Visitor) -> None:
    page = open_board(visitor, BUSY)
    best = page.locator("ol .move").first
    best.wait_for()
    assert_odds(page, "5:p 6:Wgby 8:r 13:K", "bpyx", "9- 11+")
    expect(best).to_contain_text("Bet green to lose")
    expect(page.locator("ol")).to_contain_text("Take red 5")
    page.locator("[data-advice='7']").wait_for()
    # What only the server knows to be impossible: a sentence, and a way on.
    field = page.get_by_label("Position", exact=True)
    field.fill(BUSY.replace("y5", "y3"))
    field.press("Enter")
    expect(page.get_by_role("status").filter(has_text="they lie in the order 5, 3, 2, 2")).to_be_visible()
    visitor.faults = [fault for fault in visitor.faults if "400" not in fault]  # the browser itself says so
    page.get_by_role("button", name="Undo").first.click()
    expect(best).to_contain_text("Bet green to lose")


def test_without_a_server_the_leg_is_there_all_the_same(visitor: Visitor) -> None:
    page = visitor.visit("/")
    page.route("**/api/odds", lambda route: route.abort())
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Analyse").click()
    page.get_by_text("Leg odds work without it").wait_for()
    assert_odds(page, START)
    visitor.faults.clear()
    page.unroute("**/api/odds")
    page.get_by_role("button", name="Try again").click()
    page.locator("ol .move").first.wait_for()


def test_one_screen_holds_all(visitor: Visitor) -> None:
    page = open_board(visitor, BUSY)
    page.emulate_media(reduced_motion="reduce")
    page.locator("ol .move").first.wait_for()
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(50)
        for tab in page.get_by_role("tab").all() or [page.locator("main")]:
            if page.get_by_role("tab").count():
                tab.click()
            what = f"{tab.inner_text()[:6]}, {width}x{height}"
            faults += [f"{what}: {fault}" for fault in find_lasting_faults(page)]
        # A stack of four has to be told apart on the smallest phone.
        if (camel := float(page.locator(".board svg").first.get_attribute("data-height") or 0)) < 26:
            faults.append(f"{width}x{height}: camels of {camel} px")
    assert faults == [], "\n".join(faults)


def test_the_board_is_open_to_everybody(visitor: Visitor) -> None:
    page = open_board(visitor, BUSY)
    page.emulate_media(reduced_motion="reduce")
    page.locator("ol .move").first.wait_for()
    barriers: list[str] = []

    def look() -> None:
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            barriers.extend(f"{scheme}: {barrier}" for barrier in find_barriers(page))

    look()
    page.get_by_role("button", name=re.compile("^Players")).click()
    look()
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("tab", name="Setup").click()
    look()
    assert barriers == [], "\n".join(barriers)

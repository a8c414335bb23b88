"""A game looked at again in a browser: by its link, by a file and by its text."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from camelup import Game
from tests.browser.conftest import Visitor
from tests.browser.geometry import find_barriers, find_faults
from tests.browser.test_table_layout import SIZES
from tests.server.test_game_summary import begun

_DESK: ViewportSize = {"width": 1440, "height": 900}


@pytest.fixture(scope="module", name="record")
def _record() -> str:
    """A game of six with partners, as text."""
    story = begun(2)
    story.play_to_the_end()
    return str(story.table.record)


def spoken(page: Page) -> str:
    """How the race stands, as the page has it."""
    return str(page.locator(".board > p.visually-hidden").first.text_content())


def test_a_record_is_gone_through_forwards_and_back(visitor: Visitor, record: str, tmp_path: Path) -> None:
    page = visitor.visit("/replay")
    page.get_by_label("Game record").fill("camelup record 1\nplayers Ann")
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("alert")).to_contain_text("show this")
    visitor.faults.clear()  # the browser itself tells of the refusal
    page.get_by_label("Game record").fill(record)
    page.get_by_role("button", name="Replay").click()
    page.locator("[data-camel]").first.wait_for()
    start = spoken(page)
    page.keyboard.press("End")
    expect(page.get_by_text("The race is over.").last).to_be_visible()
    end = spoken(page)
    assert end != start
    page.keyboard.press("Home")
    assert spoken(page) == start
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    assert spoken(page) == start
    # What is analysed is the position in which the shown choice was made.
    analyse = page.get_by_role("link", name="Analyse", exact=True)
    address = str(analyse.get_attribute("href"))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider", name="Turn")).to_have_value("1")
    expect(analyse).to_have_attribute("href", address)
    page.keyboard.press("ArrowRight")
    expect(analyse).not_to_have_attribute("href", address)
    page.keyboard.press("Home")
    # The same as a file.
    file = tmp_path / "game.txt"
    file.write_text(record)
    page.reload()
    page.locator("input[type=file]").set_input_files(file)
    visitor.faults.clear()  # odds that were asked for are given up by a reload
    page.locator("[data-camel]").first.wait_for()
    assert spoken(page) == start
    page.get_by_label("View as").select_option("Bo")
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        faults += [f"{width}x{height}: {fault}" for fault in find_faults(page)]
    assert faults == []
    assert find_barriers(page) == []


@pytest.mark.parametrize("players", [2, 4])
def test_few_players_stand_abreast_above_the_board(visitor: Visitor, players: int) -> None:
    """Below each other they would take a third of the window from the board."""
    game = Game(players=players, edition=2, seed=1)
    while not game.is_over:
        game.play(game.legal()[0])
    page = visitor.visit("/replay")
    page.set_viewport_size(_DESK)
    page.get_by_label("Game record").fill(str(game.record))
    page.get_by_role("button", name="Replay").click()
    page.locator("[data-camel]").first.wait_for()
    seats = [seat.bounding_box() for seat in page.locator("[data-seat]").all()]
    assert len(seats) == players
    assert len({seat and seat["y"] for seat in seats}) == 1
    board = page.locator(".replay > .board").bounding_box()
    assert board
    assert board["height"] > _DESK["height"] / 2

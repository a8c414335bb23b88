"""Whole races in a real browser: by taps and by keys, on a desk and on a phone, in both editions."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.browser.conftest import Visitor
from tests.browser.playing import Racer, make_table, result_facts, sit_down, start_race
from tests.server.live import LiveServer

DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture(name="visitor")
def _visitor(browser: Browser, server: LiveServer) -> Iterator[Visitor]:
    """Somebody who wants no motion: everything happens at once."""
    with browser.new_context(viewport=DESK, reduced_motion="reduce") as context:
        visitor = Visitor(context, f"http://127.0.0.1:{server.port}", has_all=True)
        yield visitor
        assert visitor.faults == []


@pytest.mark.parametrize(
    ("size", "edition", "by_keys"),
    [(DESK, 2, False), (PHONE, 1, False), (DESK, 1, True)],
    ids=["desk, second edition", "phone, first edition", "keys, first edition"],
)
def test_a_whole_race(visitor: Visitor, server: LiveServer, size: ViewportSize, edition: int, *, by_keys: bool) -> None:
    code = make_table(server, "random", "random", edition=edition)
    page = visitor.visit(f"/table/{code}")
    page.set_viewport_size(size)
    sit_down(page, "Ann")
    start_race(page)
    racer = Racer(page, seed=edition, by_keys=by_keys)
    assert racer.play_on()
    assert racer.done >= {"roll", "ticket", "card", "tile"}
    # Decks that nobody touches go after 30 s.
    header = racer.headers.get("See the result", "The race is over")
    assert "The race is over" in header, "no dice are counted while the decks are turned"
    status, game = server.ask(f"/api/games/{code}")
    assert status == 200, game
    for money in game["record"]["result"]:
        assert str(money) in page.inner_text("main")
    at_table = result_facts(page)
    assert at_table["you"] == ["You"], "you are highlighted, whoever has won"
    assert at_table["faces"] >= 2, "computers keep their faces"
    kinds = [ply["action"]["type"] for ply in game["record"]["plies"]]
    assert len(at_table["cards"]) == kinds.count("play_card")
    page.goto(page.url.replace("/table/", "/game/"))
    assert result_facts(page) == at_table, "the page of the game is the result at the table"
    page.get_by_role("button", name="Were the dice fair?").click()
    page.get_by_role("button", name="Verify the dice").click()
    noted = f"{kinds.count('roll')} dice and {kinds.count('play_card')} cards match what this device noted."
    assert page.get_by_text(noted).is_visible(), noted

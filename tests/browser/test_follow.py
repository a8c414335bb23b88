"""A real game followed in a browser, tap by tap, against the engine's record of it."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from camelup.chance import draw_face
from camelup.core import race
from camelup.core.actions import JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import EDITIONS, SPACES
from camelup.core.rules import legal_by_kind
from camelup.core.state import State
from camelup.formats.reading import read_record
from camelup.formats.record import Ply, Record, replay
from camelup.game import Game
from tests.browser.conftest import Visitor
from tests.browser.geometry import find_barriers, find_faults, find_lasting
from tests.browser.test_table_layout import SIZES

NAMES = ("Amira", "Jonas", "Noor", "Mei", "Ida", "Bartholomew", "Zoé", "Li")
_TAP = """async (taps) => {
  for (const selector of taps) {
    let found;
    for (let tries = 0; !found; tries++) {
      found = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
      if (!found && tries > 200) return selector;
      if (!found) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    found.click();
    await new Promise((resolve) => setTimeout(resolve));
  }
  return null;
}"""
"""Clicks on what is to be seen, as fast as the page follows; gives what was not found."""


def play(edition: int, players: int, seed: int) -> Record:
    """A game that the engine has played; the grey die shows the camel that it moves, as people enter it."""
    generator = random.Random(seed)
    game = Game(players, EDITIONS[edition], seed=seed, first=1, names=NAMES[:players])
    while not game.is_over:
        now = game.position
        roll, *others = legal_by_kind(now, now.hands[now.turn])
        if others and generator.random() < 0.6:
            game.play(generator.choice(generator.choice(others)))
            continue
        face = draw_face(now.edition, now.dice, generator.randrange)
        moved = race.camel_to_move(now.track, now.edition.camels.index(face.camel))
        game.play(roll[0], outcome=face._replace(camel=now.edition.camels[moved]))
    return game.record


def first_dice(start: State) -> list[str]:
    """What the dice of the set-up showed, for who enters the lowest of a stack first."""
    return [
        f"{camel}{SPACES + 1 - space if camel.is_crazy else space}"
        for space, stack in start.stacks.items()
        for camel in stack
    ]


def taps_for(ply: Ply, mine: int | None) -> list[str]:
    """What is tapped to enter an action."""
    match ply.action:
        case Roll():
            return [f"[data-face={ply.outcome}]"]
        case TakeTicket(camel):
            return [f"[data-ticket={camel}]"]
        case PlaceTile(space, side):
            return [f"[data-tile-space='{space}']", f"[data-side='{side}']"]
        case PlayCard(deck, camel):
            return [f"[data-act={deck}]", *([f"[data-card={camel}]"] if ply.seat == mine else [])]
        case JoinPartner(seat):
            return ["[data-act=partner]", f"[data-seat='{seat}'] .ask"]


def tap(page: Page, taps: list[str]) -> None:
    assert page.evaluate(_TAP, taps) is None


def begin(page: Page, record: Record, mine: int | None) -> None:
    """Name the players, and place the camels."""
    names = record.names
    page.get_by_label("Name of player 1").wait_for()
    fields = page.get_by_label("Name of player")
    while fields.count() > len(names):
        page.get_by_role("button", name="Remove").last.click()
    while fields.count() < len(names):
        page.get_by_role("button", name="Add a player").click()
    for seat, name in enumerate(names):
        fields.nth(seat).fill(name)
    me = page.get_by_role("button", name=f"{names[0 if mine is None else mine]} is me")
    if (me.get_attribute("aria-pressed") == "true") == (mine is None):
        me.click()
    page.get_by_role("button", name=f"{names[record.start.turn]} starts").click()
    if record.start.edition.number == 1:
        page.get_by_text("First", exact=True).click()
    page.get_by_role("button", name="Place the camels").click()
    assert isinstance(record.start, State)
    tap(page, [f"[data-face={face}]" for face in first_dice(record.start)])


def taps_of_plies(record: Record, mine: int | None) -> list[list[str]]:
    """What is tapped for each action, with the tap that goes on after a leg was paid."""
    taps = []
    for step in replay(record):
        if step.ply is not None:
            is_paid = any(type(event).__name__ == "LegScored" for event in step.events)
            taps.append([*taps_for(step.ply, mine), *["[data-act=next]"] * is_paid])
    return taps


def turned_cards(record: Record, mine: int | None) -> list[str]:
    *_, (_, end, _) = replay(record)
    return [f"[data-card={card.camel}]" for card in end.winner_deck + end.loser_deck if card.seat != mine]


def money(page: Page) -> list[int]:
    page.locator("[data-money]").first.wait_for()
    return [int(text.split()[0]) for text in page.locator("[data-money]").all_inner_texts()]


@pytest.mark.parametrize(("edition", "players", "mine"), [(1, 3, None), (2, 6, 2)])
def test_a_whole_game_is_the_engines(
    visitor: Visitor, tmp_path: Path, edition: int, players: int, mine: int | None
) -> None:
    record = play(edition, players, seed=edition)
    taps = taps_of_plies(record, mine)
    states = [state for _, state, _ in replay(record)]
    page = visitor.visit("/follow")
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(reduced_motion="reduce")
    begin(page, record, mine)
    for number, some in enumerate(taps[:8]):
        for selector in some:
            page.locator(selector).locator("visible=true").first.click()
        assert money(page) == list(states[number + 1].money)
    middle = len(taps) // 2
    tap(page, [selector for some in taps[8:middle] for selector in some])
    assert money(page) == list(states[middle].money)
    # An accidental tap is one tap to take back, and a reload loses nothing.
    page.locator("[data-face]").first.click()
    page.get_by_role("button", name="Undo").click()
    assert money(page) == list(states[middle].money)
    page.reload()
    assert money(page) == list(states[middle].money)
    visitor.faults.clear()  # odds that were asked for are given up by a reload
    tap(page, [selector for some in taps[middle:] for selector in some])
    tap(page, turned_cards(record, mine))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    saved.value.save_as(tmp_path / "game.json")
    assert read_record((tmp_path / "game.json").read_text(encoding="utf-8")) == record
    # It can be looked at again, by the server's own reading of it.
    page.get_by_role("link", name="Replay").click()
    page.get_by_label("View as").wait_for()
    page.keyboard.press("End")
    expect(page.locator(".board > p.visually-hidden").first).to_contain_text("the line")
    assert money(page) == list(record.result or ())


def follow(visitor: Visitor, record: Record, entries: int, mine: int | None = 0) -> Page:
    page = visitor.visit("/follow")
    page.emulate_media(reduced_motion="reduce")
    begin(page, record, mine)
    tap(page, [selector for some in taps_of_plies(record, mine)[:entries] for selector in some])
    return page


def test_what_breaks_the_rules_is_said(visitor: Visitor) -> None:
    page = follow(visitor, play(2, 4, seed=5), 0)
    page.locator("[data-closed='1']").click()
    expect(page.get_by_role("status").filter(has_text="A spectator tile may never lie on space 1.")).to_be_visible()
    page.locator("[data-face=b1]").click()
    expect(page.locator("[data-face=b2]")).to_have_count(0)
    for _ in range(4):
        page.locator("[data-ticket=r]").click()
    page.locator("[data-ticket=r]").click()
    expect(page.get_by_role("status").filter(has_text="There is no red betting ticket left")).to_be_visible()
    # What was wrong some turns ago is put right in its place.
    page.get_by_role("button", name="Edit: Jonas rolled blue 1").click()
    page.locator("[data-face=b3]").click()
    expect(page.get_by_text("Jonas rolled blue 3")).to_be_visible()
    page.get_by_role("link", name="Analyse").click()
    page.locator("[data-odds]").first.wait_for()
    assert "tickets" in page.url


def test_it_is_done_by_keys(visitor: Visitor) -> None:
    page = follow(visitor, play(2, 3, seed=6), 0)
    page.keyboard.press("Tab")
    page.locator("[data-face=g2]").press("Enter")
    # What was pressed is gone; the next entry begins where dice are entered.
    expect(page.locator("[data-face]").first).to_be_focused()
    page.locator("[data-tile-space='12']").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="placed a booing tile on 12")).to_be_visible()
    expect(page.locator("[data-face]").first).to_be_focused()
    page.locator("[data-act=winner]").press("Enter")
    page.keyboard.press("Escape")
    page.locator("[data-act=winner]").press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="bet blue to win")).to_be_visible()
    expect(page.locator("[data-face]").first).to_be_focused()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(page.get_by_role("status").filter(has_text="rolled green 2")).to_be_visible()
    page.keyboard.press("Control+y")
    expect(page.get_by_role("status").filter(has_text="placed a booing tile on 12")).to_be_visible()


def find_faults_beside_entries(page: Page) -> list[str]:
    """Entries that are scrolled out of their list lie over nothing."""
    return [fault for fault in find_faults(page) if "Edit: " not in fault]


@pytest.mark.parametrize("players", [2, 8])
def test_one_screen_holds_all(visitor: Visitor, players: int) -> None:
    record = play(2, players, seed=players)
    page = follow(visitor, record, 12)
    faults: list[str] = []
    for width, height in [*SIZES, (320, 568)]:
        page.set_viewport_size({"width": width, "height": height})
        faults += [f"{width}x{height}: {fault}" for fault in find_lasting(page, find_faults_beside_entries)]
    assert faults == [], "\n".join(faults)


def test_it_is_open_to_everybody(visitor: Visitor) -> None:
    record = play(2, 4, seed=9)
    page = visitor.visit("/follow")
    page.get_by_label("Name of player 1").wait_for()
    barriers = find_barriers(page)
    begin(page, record, 0)
    for width, height in [(1440, 900), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        barriers += find_barriers(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    taps = taps_of_plies(record, 0)
    leg = next(number for number, some in enumerate(taps) if "[data-act=next]" in some)
    tap(page, [selector for some in taps[: leg + 1] for selector in some][:-1])
    page.locator("[data-act=next]").wait_for()
    barriers += find_barriers(page)
    tap(page, ["[data-act=next]", *[selector for some in taps[leg + 1 :] for selector in some]])
    tap(page, turned_cards(record, 0))
    page.get_by_role("button", name="Save the record").wait_for()
    barriers += find_barriers(page)
    assert barriers == [], "\n".join(barriers)

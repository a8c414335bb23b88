"""The best action, wherever a page has a control for it: puzzles as positions, hints as the server computes them."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from camelup import __version__
from camelup.core.actions import SEATS
from camelup.core.view import View
from camelup.formats.json_codec import to_json
from camelup.odds import values
from camelup.odds.hints import best_first, hints
from camelup.server.thinking.job_runner import seen_by_all
from tests.browser.conftest import Visitor
from tests.browser.geometry import evaluate_unveiled
from tests.puzzle_bank import bank

Message = dict[str, Any]

SIZES = [(1440, 900), (1280, 720), (1024, 768), (768, 1024), (390, 844), (360, 640), (844, 390)]
BARS = {(390, 844), (360, 640), (844, 390)}
"""Where cards, tile and partner are buttons in a bar."""
POSITIONS = {"roll": 4, "ticket": 5, "winner": 70, "loser": 3, "tile": 9, "tile, booing": 6, "partner": 1, "played": 0}
"""For each kind of action a puzzle in which the server calls one of it the best; last, a card that was played."""

_SEAT = {"kind": "person", "level": None, "is_connected": True, "is_host": False, "is_muted": False, "has_left": False}
_MARKED = """async (sentence) => {
  const frame = () => new Promise(requestAnimationFrame);
  for (let tries = 0; tries < 1000 && !document.body.textContent.includes(sentence); tries++) await frame();
  await frame();
  return [...document.querySelectorAll('main [data-hint=best]')].flatMap((mark) => {
    // A chip is a button as a whole, which lies over the mark.
    const button = mark.closest('button') ?? mark.closest('[data-seat]')?.querySelector('button');
    if (!button || !mark.checkVisibility({opacityProperty: true, visibilityProperty: true})) return [];
    const {ticketStack, card, tileSpace, side, partner} = button.dataset;
    if (ticketStack) return [`ticket ${ticketStack}`];
    if (card) return [['card', card, mark.closest('[data-deck]')?.dataset.deck].filter(Boolean).join(' ')];
    if (tileSpace) return [`space ${tileSpace}${button.querySelector('[data-side]').dataset.side}`];
    if (side) return [`side ${side}`];
    if (partner) return [`partner ${partner}`];
    if (button.closest('[data-seat]')) return [`ask ${button.closest('[data-seat]').dataset.seat}`];
    return [button.dataset.do];
  }).sort();
}"""
"""The controls that are marked as the best, once the page says a sentence."""


class Table:
    """A table at which the test says how the game stands."""

    def __init__(self, page: Page) -> None:
        self._shown = 0
        self._socket: WebSocketRoute | None = None
        page.route_web_socket("**/socket", self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        welcome = {"type": "welcome", "protocol": 1, "version": __version__, "table": _table(2), "seats": []}
        rest: Message = {"views": [], "missed": [], "views_before": [], "chat": [], "odds": None}
        socket.on_message(lambda _: socket.send(json.dumps({**welcome, **rest})))

    def show(self, view: View, odds: Message) -> str:
        """Show a position to the player in turn; give the sentence that the page then says."""
        self._shown += 1
        sentence = f"Position {self._shown}."
        told = {"table": _table(view.players), "seats": [view.turn], "views": [to_json(view)], "sentence": sentence}
        self.say({"type": "odds", "ply": 0, "odds": odds})
        self.say({"type": "table", **told})
        return sentence

    def say(self, message: Message) -> None:
        """Send a message as the server."""
        assert self._socket is not None
        self._socket.send(json.dumps(message))


def _table(players: int) -> Message:
    settings: Message = {"edition": 2, "seats": players, "is_open": False, "odds": "hints", "hides_money": False}
    return {
        "id": "abcd2345",
        "status": "playing",
        "settings": {**settings, "clock": None, "first": 0},
        "seats": [{**_SEAT, "name": f"Player {letter}"} for letter in SEATS[:players]],
        "dice": {"commitment": "", "seeds": [], "secret": None},
        "ply": 0,
        "turn_ends": None,
        "now": 0,
        "rematch": None,
        "before": None,
    }


def controls(page: Page, action: str, *, is_bar: bool) -> set[str]:  # noqa: ARG001 - as the next one
    """Where somebody finds an action before anything is chosen."""
    kind, _, what = action.partition(" ")
    match kind:
        case "roll" | "ticket":
            return {action}
        case "winner" | "loser":
            return {kind} if is_bar else {f"card {what} {kind}"}
        case "tile":
            return {f"space {what}", "tile" if is_bar else f"side {what[-1]}"}
    return {"partner"} if is_bar else {f"ask {SEATS.index(what)}"}


def choose(page: Page, action: str, *, is_bar: bool) -> set[str]:
    """Choose the first part of an action; give where its second part is."""
    kind, _, what = action.partition(" ")
    match kind:
        case "winner" | "loser":
            if is_bar:
                page.keyboard.press(kind[0])
                return {f"card {what}"}
            page.locator(f"[data-card={what}]").click()
            return {kind}
        case "tile":
            page.locator(f"[data-tile-space='{what[:-1]}']").click()
            return {f"side {what[-1]}"}
        case "partner":
            page.keyboard.press("p")
            return {f"partner {SEATS.index(what)}"}
    return set()


def told_odds(view: View) -> Message:
    """What a server sends about a position, with fewer sampled races: the best is best by far."""
    valued = values(seen_by_all(view), samples=2000)
    nothing = {"edition": view.edition.number, "leg": None, "race": None, "values": None}
    return {**nothing, "hints": hints(valued), "best": best_first(valued)}


def best_for(view: View, odds: Message) -> str:
    """The best action that the player in turn can take, by the server's hints."""
    legal = {str(action) for action in view.legal}
    best: list[str] = odds["best"]
    return next(action for action in best if action in legal)


def test_the_best_action_is_marked_on_every_screen(visitor: Visitor) -> None:
    page = visitor.visit("/")
    page.emulate_media(reduced_motion="reduce")
    table = Table(page)
    page.goto(f"{page.url}table/abcd2345")
    page.get_by_role("status").filter(has_text="Connected").wait_for()
    positions = [(bank()[number].view, told_odds(bank()[number].view)) for number in POSITIONS.values()]
    found = [best_for(view, odds).partition(" ")[0] for view, odds in positions]
    assert found == ["roll", "ticket", "winner", "loser", "tile", "tile", "partner", "ticket"]
    wrong = []
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        is_bar = size in BARS
        for view, odds in positions:
            best = best_for(view, odds)
            sentence = table.show(view, odds)
            for find in (controls, choose) if size in {SIZES[0], SIZES[4]} else (controls,):
                expected = find(page, best, is_bar=is_bar)
                marked = set(evaluate_unveiled(page, _MARKED, sentence))
                if not expected <= marked:
                    wrong.append(f"{best} at {size}: {marked}, not {expected}")
    assert wrong == [], "\n".join(wrong)
    # Figures stay until those of the next position come.
    view, odds = positions[1]
    leg = {"ranks": {camel: [0.37, 0.63, 0, 0, 0] for camel in view.edition.racing}, "tile_hits": {}, "race_ends": 0}
    table.show(view, {**odds, "hints": None, "best": None, "leg": leg})
    tickets = page.locator("[data-ticket-stack]").first
    expect(tickets).to_contain_text("37%")
    seen = [{"seat": view.turn, "events": [], "sentences": [], "changes": {}}]
    played = {"ply": 1, "seat": view.turn, "by": "owner", "seen": seen, "turn_ends": None, "now": 0, "sentence": None}
    table.say({"type": "played", **played})
    page.locator("main[data-ply='1']").wait_for()
    expect(page.locator(".tickets.stale")).to_contain_text("37%")
    expect(page.get_by_text("updating").first).to_be_attached()
    table.say({"type": "odds", "ply": 1, "odds": {**odds, "hints": None, "best": None, "leg": leg}})
    expect(page.locator(".tickets.stale, .updating")).to_have_count(0)
    expect(tickets).to_contain_text("37%")

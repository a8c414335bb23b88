"""Following rivals in a real browser: the line that says what happens, and the strip of what they did."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from camelup import __version__
from tests.browser.conftest import Visitor
from tests.browser.geometry import find_barriers, find_lasting_faults
from tests.browser.playing import Racer, make_table, sit_down, start_race
from tests.browser.test_motion import SEAT, SETTINGS, TABLE, VIEW
from tests.browser.test_table_layout import SIZES
from tests.server.live import LiveServer

Message = dict[str, Any]

_COMPUTER = {**SEAT, "kind": "computer", "level": "novice"}
_NAMES = ["Ann", "Chick", "Pouch", "Fin", "Tumble", "Sekhet", "Chick 2", "Fin 2"]


class Rivals:
    """A table of Ann and computers whose server is the test."""

    def __init__(self, page: Page, seats: int) -> None:
        self._page = page
        self._socket: WebSocketRoute | None = None
        self._seats = seats
        self.ply = 0
        page.route_web_socket("**/socket", self._open)
        page.goto(f"{page.url}table/abcd2345")
        page.wait_for_selector(".stack")

    def _open(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        seats = [{**(_COMPUTER if seat else SEAT), "name": _NAMES[seat]} for seat in range(self._seats)]
        table = {**TABLE, "seats": seats, "settings": {**SETTINGS, "seats": self._seats}}
        each: Message = {
            name: [value] * self._seats
            for name, value in {
                "tickets": [],
                "pyramid_tickets": 0,
                "tiles": None,
                "partners": None,
                "money": 3,
            }.items()
        }
        hands = [["b", "g", "p", "r", "y"], *[[None] * 5] * (self._seats - 1)]
        view = {**VIEW, **each, "hands": hands, "seat": 0, "legal": [{"type": "roll"}]}
        welcome = {"type": "welcome", "protocol": 1, "version": __version__, "table": table, "seats": [0]}
        rest: Message = {"views": [view], "missed": [], "views_before": [], "chat": [], "odds": None}
        socket.on_message(lambda _: socket.send(json.dumps({**welcome, **rest})))

    def play(self, seat: int, events: list[Message], *said: str, **changes: Any) -> None:  # noqa: ANN401 - of a view
        """Let somebody act; the turn goes to the next."""
        assert self._socket is not None
        self.ply += 1
        turn = (seat + 1) % self._seats
        changes |= {"turn": turn, "legal": [{"type": "roll"}] if turn == 0 else []}
        seen = [{"seat": 0, "events": events, "sentences": [[text] for text in said], "changes": changes}]
        by = "computer" if seat else "owner"
        told = {"ply": self.ply, "seat": seat, "by": by, "seen": seen, "turn_ends": None, "now": 0, "sentence": None}
        self._socket.send(json.dumps({"type": "played", **told}))

    def take_ticket(self, seat: int, camel: str = "b") -> None:
        """Let somebody take a ticket."""
        event = {"type": "ticket_taken", "seat": seat, "ticket": {"camel": camel, "value": 5}}
        name = _NAMES[seat] if seat else "You"
        self.play(seat, [event], f"{name} took {camel} 5.")

    def roll(self, seat: int) -> None:
        """Let somebody roll."""
        track = {"6": "Wgby", "8": "rp", "13": "K"}
        events = [
            {"type": "die_revealed", "seat": seat, "face": "p3", "reason": None},
            {"type": "camel_moved", "unit": ["p"], "start": 5, "end": 8, "is_under": False},
        ]
        name = _NAMES[seat] if seat else "You"
        self.play(seat, events, f"{name} rolled purple 3.", "Purple moved to 8, onto red.", track=track)


_RECORD = r"""
  window.truth = { ply: 0, said: [], shown: [], early: [], ways: [] };
  window.WebSocket = class extends WebSocket {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', ({data}) => {
        const message = JSON.parse(data);
        if (message.type !== 'played') return;
        truth.ply = message.ply;
        truth.said.push(message.seen[0].sentences[0][0].replace(/\.$/, ''));
      });
    }
  };
  const note = (list, found) => { if (found && found !== list.at(-1)) list.push(found) };
  const look = () => {
    note(truth.ways, document.querySelector('[data-way]')?.dataset.way);
    const title = document.querySelector('.ribbon b')?.textContent;
    const ply = Number(document.querySelector('main')?.dataset.ply);
    note(truth.shown, title);
    if (title) document.documentElement.dataset.titles = truth.shown.length;
    if (title?.endsWith('is choosing') && ply < truth.ply) truth.early.push(`${title}: ${ply} of ${truth.ply}`);
  };
  new MutationObserver(look).observe(document, {subtree: true, childList: true, characterData: true});
"""
"""Notes what the server said, what the line said, and when it said that somebody chose who had chosen."""


@pytest.fixture(name="visitor")
def _visitor(browser: Browser, server: LiveServer) -> Iterator[Visitor]:
    """Somebody for whom races are shown fast."""
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        context.add_init_script(_RECORD)
        visitor = Visitor(context, f"http://127.0.0.1:{server.port}", pace="fast")
        yield visitor
        assert visitor.faults == []


_LOOK = """() => {
  const strip = document.querySelector('.strip');
  if (!strip) return [];
  const faults = [];
  const box = strip.getBoundingClientRect();
  for (const one of strip.querySelectorAll('.place, button, label')) {
    const {left, right, top, bottom, width, height} = one.getBoundingClientRect();
    const name = (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40);
    if (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1)
      faults.push(`${name} sticks out of the strip`);
    if (one.tagName === 'BUTTON' && (width < 42.9 || height < 43.9))
      faults.push(`${name} is ${width.toFixed(1)}x${height.toFixed(1)}`);
  }
  return faults;
}"""


def _look(page: Page, what: str) -> list[str]:
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = find_lasting_faults(page) + page.evaluate(_LOOK)
        faults += [f"{what}, {width}x{height}: {fault}" for fault in found]
    page.set_viewport_size({"width": 1440, "height": 900})
    return faults


@pytest.mark.parametrize("seats", [4, 8])
def test_the_strip_fills_and_shows_again(visitor: Visitor, seats: int) -> None:
    page = visitor.visit("/")
    rivals = Rivals(page, seats)
    title = page.locator(".ribbon b")
    places = page.locator("[data-place]")
    skip = page.get_by_role("button", name="Skip to my turn")
    expect(title).to_have_text("Your turn")
    faults = _look(page, "before anybody has acted")
    rivals.take_ticket(0)
    expect(title).to_have_text("Chick is choosing")
    expect(page.get_by_text(f"{seats - 1} turns until yours")).to_be_visible()
    rivals.roll(1)
    expect(title).to_have_text("Pouch is choosing")
    truth = page.evaluate("truth")
    assert truth["shown"][-3:] == ["Chick is rolling", "Chick rolled purple 3", "Pouch is choosing"]
    assert truth["ways"] == ["5-8"]
    faults += _look(page, "rivals act")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(skip).to_be_visible()
    expect(page.locator("button.roll")).to_have_count(0)
    expect(skip).to_have_css("opacity", "1")  # it is dead, and dimmed, for a moment
    faults += find_barriers(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    skip.click()
    for seat in range(2, seats):
        rivals.take_ticket(seat)
    expect(title).to_have_text("Your turn")
    expect(places).to_have_count(seats - 1)
    faults += _look(page, "since your turn")
    faults += find_barriers(page)
    before = len(page.evaluate("truth.shown"))
    places.first.click()
    expect(page.locator("html")).to_have_attribute("data-titles", str(before + 3))
    assert page.evaluate("truth.shown.slice(-3)") == ["Chick is rolling", "Chick rolled purple 3", "Your turn"]
    expect(page.locator('.stack[data-space="8"]')).to_have_attribute("data-camels", "rp")
    # A phone has no log beside the board: the drawer opens at its newest line.
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Log and chat").click()
    expect(page.locator("#drawer [role=log] p").last).to_be_in_viewport()
    assert faults == [], "\n".join(faults)


def test_the_line_tells_the_truth_during_a_race(visitor: Visitor, server: LiveServer) -> None:
    page = visitor.visit(f"/table/{make_table(server, 'random', 'random')}")
    sit_down(page, "Ann")
    start_race(page)
    racer = Racer(page, 2)
    racer.play_on(2)
    racer.await_turn()
    truth = page.evaluate("truth")
    assert truth["early"] == []
    done = [title for title in truth["shown"] if title in truth["said"]]
    assert done == truth["said"]
    assert any(title.startswith("You ") for title in done)

"""What happens between two positions, in a real browser: the socket is played by the test."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from camelup import __version__
from tests.browser.conftest import Visitor
from tests.server.live import LiveServer

Message = dict[str, Any]

SEAT = {"kind": "person", "level": None, "is_connected": True, "is_host": False, "is_muted": False, "has_left": False}
SETTINGS = {"edition": 2, "seats": 2, "is_open": False, "odds": "off", "hides_money": False, "clock": None, "first": 0}
TABLE: Message = {
    "id": "abcd2345",
    "status": "playing",
    "settings": SETTINGS,
    "seats": [{**SEAT, "name": "Ann"}, {**SEAT, "name": "Bo"}],
    "dice": {"commitment": "", "seeds": [], "secret": None},
    "ply": 0,
    "turn_ends": None,
    "now": 0,
    "rematch": None,
    "before": None,
}
VIEW: Message = {
    "type": "view",
    "edition": 2,
    "track": {"5": "p", "6": "Wgby", "8": "r", "13": "K"},
    "dice": "bgpryx",
    "tents": [[5, 3, 2, 2]] * 5,
    "tickets": [[], []],
    "pyramid_tickets": [0, 0],
    "tiles": [None, {"space": 9, "side": "-"}],
    "partners": [None, None],
    "turn": 0,
    "leg": 1,
    "winner_deck": [],
    "loser_deck": [],
    "money": [3, 3],
    "hands": [[None] * 5] * 2,
    "seat": None,
    "legal": [],
}


class Table:
    """A table whose server is the test."""

    def __init__(self, page: Page) -> None:
        self._sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/socket", self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        self._sockets.append(socket)
        welcome = {"type": "welcome", "protocol": 1, "version": __version__, "table": TABLE, "seats": []}
        rest: Message = {"views": [VIEW], "missed": [], "views_before": [], "chat": [], "odds": None}
        socket.on_message(lambda _: socket.send(json.dumps({**welcome, **rest})))

    def play(self, events: list[Message], **changes: Any) -> None:  # noqa: ANN401 - fields of a view
        """Tell the page what happened."""
        seen = [
            {"seat": None, "events": events, "sentences": [[event["type"]] for event in events], "changes": changes}
        ]
        told = {"ply": 1, "seat": 0, "by": "owner", "seen": seen, "turn_ends": None, "now": 0, "sentence": None}
        self._sockets[-1].send(json.dumps({"type": "played", **told}))


_UNDER = [
    {"type": "die_revealed", "seat": 0, "face": "g3", "reason": None},
    {"type": "camel_moved", "unit": ["g", "b", "y"], "start": 6, "end": 9, "is_under": False},
    {"type": "tile_hit", "seat": 1, "space": 9, "side": "-", "money": 4},
    {"type": "camel_moved", "unit": ["g", "b", "y"], "start": 9, "end": 8, "is_under": True},
]
_AFTER = {"5": "p", "6": "W", "8": "gbyr", "13": "K"}


_WATCH = """
  window.seen = { walking: [], flying: [], camels: [] }
  const note = (list, found) => { if (found && !list.includes(found)) list.push(found) }
  const noteAll = (node) => {
    if (!(node instanceof Element)) return
    for (const one of [node, ...node.querySelectorAll('[data-walking], [data-flying]')]) {
      note(seen.walking, one.dataset.walking)
      note(seen.flying, one.dataset.flying)
    }
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(noteAll)
    const camels = [...document.querySelectorAll('.board [data-camel]')]
    note(seen.camels, camels.map(camel => camel.dataset.camel).sort().join(''))
  }).observe(document, { subtree: true, childList: true })
"""
"""Notes whatever is put on the page, even if it is gone before a frame is drawn."""


@pytest.fixture(name="visitor")
def _visitor(browser: Browser, server: LiveServer) -> Iterator[Visitor]:
    """Somebody for whom things move."""
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        visitor = Visitor(context, f"http://127.0.0.1:{server.port}", pace="normal")
        yield visitor
        assert visitor.faults == []


def _open(page: Page) -> Table:
    page.add_init_script(_WATCH)
    table = Table(page)
    page.goto(f"{page.url}table/abcd2345")
    page.wait_for_selector(".stack")
    return table


def _stacks(page: Page) -> dict[str, str]:
    read = "stacks => Object.fromEntries(stacks.map(stack => [stack.dataset.space, stack.dataset.camels]))"
    found: dict[str, str] = page.eval_on_selector_all(".stack", read)
    return found


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_a_unit_goes_over_a_tile_and_under_a_stack(visitor: Visitor, size: tuple[int, int]) -> None:
    page = visitor.visit("/")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    _open(page).play(_UNDER, track=_AFTER, dice="bpryx", money=[3, 4])
    page.wait_for_selector('.stack[data-camels="gbyr"]', state="attached")
    expect(page.locator("[data-walking], [data-flying]")).to_have_count(0)
    assert _stacks(page) == _AFTER
    # Nobody is ever drawn twice, and nobody is lost.
    assert page.evaluate("seen") == {"walking": ["gby"], "flying": ["coin"], "camels": ["KWbgpry"]}


def test_with_reduced_motion_everything_is_there_at_once(visitor: Visitor) -> None:
    page = visitor.visit("/")
    page.emulate_media(reduced_motion="reduce")
    _open(page).play(_UNDER, track=_AFTER, dice="bpryx", money=[3, 4])
    page.wait_for_selector('.stack[data-camels="gbyr"]', state="attached")
    assert _stacks(page) == _AFTER
    assert page.evaluate("seen") == {"walking": [], "flying": [], "camels": ["KWbgpry"]}
